#include "infer/infer.h"

#include "base/text.h"
#include "infer/infer_state.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLE 100000

static bool copy_header(struct cml_inference *infer, const struct cml_header *header)
{
	struct cml_infer_rows *rows = &infer->rows;
	if (!CML_NEW(&rows->columns, header->n_columns))
		return false;
	for (; rows->n_columns < header->n_columns; rows->n_columns++) {
		struct cml_infer_column *column = &rows->columns[rows->n_columns];
		column->name = cml_arena_copy(&infer->names, header->names[rows->n_columns]);
		if (!column->name)
			return false;
		column->origin = cml_name_origin(column->name, &column->plain);
		column->is_version = cml_named(column, CML_NAME_VERSION);
	}
	return true;
}

enum cml_result cml_inference_new(struct cml_inference **inference, const struct cml_header *header,
				  const struct cml_infer_options *options, struct cml_error *err)
{
	if (cml_header_is_row(header->names, header->n_columns))
		return cml_fail(err, CML_BAD_DATA, "the header is missing: " CML_NO_HEADER);
	struct cml_inference *infer = cml_array_new(1, sizeof *infer);
	if (!infer || !copy_header(infer, header)) {
		cml_inference_free(infer);
		return cml_fail_memory(err);
	}
	infer->metric = options->metric;
	CML_EACH_COLUMN (column, &infer->rows)
		column->is_clock = infer->metric && strcmp(column->name, infer->metric) == 0;
	infer->direction = options->direction;
	infer->na = options->na;
	infer->max_rows = options->max_rows > 0 ? options->max_rows : MAX_SAMPLE;
	cml_random_init(&infer->random, 1, 0);
	*inference = infer;
	return CML_OK;
}

void cml_inference_free(struct cml_inference *infer)
{
	if (!infer)
		return;
	CML_EACH_COLUMN (column, &infer->rows)
		cml_infer_column_release(column);
	free(infer->relations.items);
	free(infer->rows.columns);
	free(infer->rows.job_ok);
	free(infer->rows.places);
	free(infer->rows.scratch);
	cml_arena_release(&infer->names);
	free(infer);
}

/* Which place of the sample row number n_read takes, if any: every row has the same chance. Source:
 * J. S. Vitter, "Random sampling with a reservoir", 1985, algorithm R. */
static size_t sample_place(struct cml_inference *infer)
{
	if (infer->n_read < infer->max_rows)
		return infer->n_read;
	return (size_t)cml_random_below(&infer->random, infer->n_read + 1);
}

static bool add_row(struct cml_inference *infer, const struct cml_row *row, size_t at)
{
	struct cml_infer_rows *rows = &infer->rows;
	bool is_kept = at < infer->max_rows;
	for (size_t i = 0; i < rows->n_columns; i++) {
		struct cml_infer_column *column = &rows->columns[i];
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		if (!cml_infer_column_add(column, cell, cml_na_has(infer->na, cell)) ||
		    (is_kept && !cml_infer_column_keep(column, at)))
			return false;
	}
	if (is_kept && !CML_RESERVE(&rows->places, &rows->places_capacity, at + 1))
		return false;
	if (is_kept)
		rows->places[at] = (struct cml_infer_place){infer->file, row->line};
	infer->n_read++;
	return true;
}

enum cml_result cml_inference_add(struct cml_inference *infer, const struct cml_row *row,
				  const char *file, struct cml_error *err)
{
	/* Files come one after the other: the name of the row before is mostly the same. */
	if (!infer->file || strcmp(infer->file, file) != 0)
		infer->file = cml_arena_copy(&infer->names, cml_slice_of(file));
	return infer->file && add_row(infer, row, sample_place(infer)) ? CML_OK
								       : cml_fail_memory(err);
}

/* What is known by row, and scratch memory; the distinct values of each column. */
static bool prepare_rows(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	size_t n = infer->n_read < infer->max_rows ? infer->n_read : infer->max_rows;
	rows->scratch = cml_array_new(n + CML_INFER_MAX_LEVELS + 1, CML_INFER_SCRATCH);
	if (!rows->scratch || !CML_NEW(&rows->job_ok, 3 * n))
		return false;
	memset(rows->job_ok, true, n);
	rows->failed = rows->job_ok + n;
	rows->out_of_memory = rows->failed + n;
	rows->n_rows = n;
	CML_EACH_COLUMN (column, rows)
		cml_infer_column_count(column, n, rows->scratch);
	return true;
}

static void note_list(struct cml_inference *infer, struct cml_name_list *params)
{
	const char *s = params->n > 1 ? "s" : "";
	cml_infer_note_line(infer, "param%s, whose value%s a search chooses: %s", s, s,
			    cml_name_list_end(params));
	*params = (struct cml_name_list){0};
}

/* The riskiest guess: a search chooses their values. All are named, in several lines if need be. */
static void note_params(struct cml_inference *infer)
{
	struct cml_name_list params = {0};
	bool has_params = false;
	CML_EACH_COLUMN (column, &infer->rows) {
		if (column->role != CML_ROLE_PARAM)
			continue;
		has_params = true;
		if (params.n == CML_NAME_LIST_SHOWN || 2 * params.size > CML_NAME_LIST_SIZE)
			note_list(infer, &params);
		cml_name_list_add(&params, column->name);
	}
	if (has_params)
		note_list(infer, &params);
	else
		cml_infer_note_line(
		    infer, "no column is taken for a param, so a search has nothing to choose: "
			   "give the role param to those that you set");
}

enum cml_result cml_inference_finish(struct cml_inference *infer, struct cml_buffer *space_text,
				     struct cml_buffer *notes, struct cml_error *err)
{
	infer->text = space_text;
	infer->notes = notes;
	if (infer->n_read == 0)
		return cml_fail(err, CML_BAD_DATA, "the table has no rows to learn from");
	if (!prepare_rows(infer))
		return cml_fail_memory(err);
	cml_infer_read_aliases(infer);
	if (cml_infer_decide(infer, err) != CML_OK)
		return err->status;
	cml_infer_drop_copies(infer);
	if (!cml_relations_find(&infer->relations, &infer->rows))
		return cml_fail_memory(err);
	cml_infer_drop_products(infer);
	cml_infer_give_work(infer);
	cml_infer_follow(infer);
	cml_infer_decide_memory(infer);
	cml_infer_conditions(infer);
	note_params(infer);
	return cml_infer_write(infer, err);
}
