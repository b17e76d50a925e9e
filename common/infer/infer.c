#include "infer/infer.h"

#include "base/number.h"
#include "base/text.h"
#include "infer/infer_state.h"
#include "infer/names/names.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLE 100000

enum cml_result cml_inference_new(struct cml_inference **inference, const struct cml_header *header,
				  const struct cml_infer_options *options, struct cml_error *err)
{
	if (cml_header_is_row(header->names, header->n_columns))
		return cml_fail(err, CML_BAD_DATA, "the header is missing: " CML_NO_HEADER);
	struct cml_inference *infer = cml_array_new(1, sizeof *infer);
	if (!infer)
		return cml_fail_memory(err);
	infer->metric = options->metric;
	infer->direction = options->direction;
	infer->na = options->na;
	infer->max_rows = options->max_rows > 0 ? options->max_rows : MAX_SAMPLE;
	cml_random_init(&infer->random, 1, 0);
	bool ok = CML_NEW(&infer->rows.columns, header->n_columns) &&
		  CML_NEW(&infer->rows.candidate, header->n_columns);
	infer->rows.n_columns = ok ? header->n_columns : 0;
	for (size_t i = 0; ok && i < header->n_columns; i++) {
		struct cml_infer_column *column = &infer->rows.columns[i];
		column->name = cml_arena_copy(&infer->names, header->names[i]);
		ok = column->name != NULL;
		if (!ok)
			break;
		column->origin = cml_name_origin(column->name, &column->plain);
		column->is_version = cml_name_is_version(column->plain);
	}
	if (!ok) {
		cml_inference_free(infer);
		return cml_fail_memory(err);
	}
	*inference = infer;
	return CML_OK;
}

void cml_inference_free(struct cml_inference *infer)
{
	if (!infer)
		return;
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		cml_infer_column_release(&infer->rows.columns[i]);
	free(infer->relations.items);
	free(infer->rows.columns);
	free(infer->rows.candidate);
	free(infer->rows.job_ok);
	free(infer->rows.out_of_memory);
	free(infer->rows.failed);
	free(infer->rows.places);
	cml_arena_release(&infer->names);
	free(infer);
}

/* Which place of the sample row number n_read takes, if any: every row has the
 * same chance.
 * Source: J. S. Vitter, "Random sampling with a reservoir", 1985, algorithm R. */
static size_t sample_place(struct cml_inference *infer)
{
	if (infer->n_read < infer->max_rows)
		return infer->n_read;
	return (size_t)cml_random_below(&infer->random, infer->n_read + 1);
}

/* Files come one after the other: the name of the row before is mostly the same. */
static enum cml_result name_place(struct cml_inference *infer, const char *file, size_t line,
				  struct cml_infer_place *place, struct cml_error *err)
{
	if (!infer->file || strcmp(infer->file, file) != 0)
		infer->file = cml_arena_copy(&infer->names, cml_slice_of(file));
	*place = (struct cml_infer_place){infer->file, line};
	return infer->file ? CML_OK : cml_fail_memory(err);
}

static enum cml_result count_distinct(struct cml_inference *infer, struct cml_error *err)
{
	infer->rows.n_rows = infer->n_read < infer->max_rows ? infer->n_read : infer->max_rows;
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		if (!cml_infer_column_count(&infer->rows.columns[i], infer->rows.n_rows))
			return cml_fail_memory(err);
	return CML_OK;
}

enum cml_result cml_inference_add(struct cml_inference *infer, const struct cml_row *row,
				  const char *file, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	struct cml_infer_place place;
	if (name_place(infer, file, row->line, &place, err) != CML_OK)
		return err->status;
	size_t at = sample_place(infer);
	bool is_kept = at < infer->max_rows;
	for (size_t i = 0; i < rows->n_columns; i++) {
		struct cml_infer_column *column = &rows->columns[i];
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		if (!cml_infer_column_add(column, cell, cml_na_has(infer->na, cell)) ||
		    (is_kept && !cml_infer_column_keep(column, at)))
			return cml_fail_memory(err);
	}
	infer->n_read++;
	if (!is_kept)
		return CML_OK;
	if (!CML_RESERVE(&rows->places, &rows->places_capacity, at + 1))
		return cml_fail_memory(err);
	rows->places[at] = place;
	return CML_OK;
}

/* The riskiest guess: a search chooses their values. */
static void note_params(struct cml_inference *infer)
{
	struct cml_name_list params = {0};
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		if (infer->rows.columns[i].role == CML_ROLE_PARAM)
			cml_name_list_add(&params, infer->rows.columns[i].name);
	if (params.n > 0)
		cml_infer_note_line(infer, "param%s, whose value%s a search chooses: %s",
				    params.n > 1 ? "s" : "", params.n > 1 ? "s" : "",
				    cml_name_list_end(&params));
	else
		cml_infer_note_line(
		    infer, "no column is taken for a param, so a search has nothing to choose: "
			   "give the role param to those that you set");
}

enum cml_result cml_inference_finish(struct cml_inference *infer, struct cml_buffer *space_text,
				     struct cml_buffer *notes, struct cml_error *err)
{
	infer->notes = notes;
	if (infer->n_read == 0)
		return cml_fail(err, CML_BAD_DATA, "the table has no rows to learn from");
	if (count_distinct(infer, err) != CML_OK || cml_infer_decide(infer, err) != CML_OK)
		return err->status;
	cml_infer_drop_copies(infer);
	if (cml_relations_find(&infer->relations, &infer->rows, err) != CML_OK)
		return err->status;
	cml_infer_drop_products(infer);
	cml_infer_give_work(infer);
	if (cml_infer_follow(infer, err) != CML_OK)
		return err->status;
	cml_infer_decide_memory(infer);
	cml_infer_conditions(infer);
	note_params(infer);
	if (cml_infer_write(infer, space_text, err) != CML_OK)
		return err->status;
	return infer->no_memory ? cml_fail_memory(err) : CML_OK;
}
