/* cml-encode: job table in, feature table out; and first looks at a table. */
#include <stdlib.h>

#include "infer/infer.h"
#include "space/encode/row_encoder.h"
#include "space/table_check.h"
#include "table/expand.h"
#include "tool.h"
#include "tool_outliers.h"

enum { OPTION_METRIC = 0x100, OPTION_EXPAND };

enum mode { MODE_ENCODE, MODE_INFER, MODE_CHECK, MODE_EXPAND };

/* The command line, and what a run opens. */
struct encode {
	struct tool tool;
	enum mode mode;
	const char *space_path;
	struct cml_infer_options infer;
	struct tool_list columns; /* of --expand */

	struct cml_space *space; /* NULL: none */
	struct tool_rows rows;
	struct cml_output *output;
	struct cml_encoder encoder;
	struct cml_binding binding;
	struct cml_pool *pool;
	struct cml_row_encoder *row_encoders; /* one for each thread */
	unsigned n_row_encoders;
};

#define SETS(type, field) TOOL_SETS(type, struct encode, field)
#define SETS_TO(number, field) TOOL_SETS_TO(number, struct encode, field)
static const struct argp_option options[] = {
    {"space", SETS(TEXT, space_path), "SPACE", 0, "space file: defines the columns of the table",
     1},
    TOOL_LETTER('s'),
    {"check", SETS_TO(MODE_CHECK, mode), NULL, 0,
     "check the table instead: what is missing or wrong in each column and rule; exit 1 if "
     "anything is wrong",
     1},
    {"infer", SETS_TO(MODE_INFER, mode), NULL, 0,
     "write a first space file for the table instead, to be corrected by hand", 1},
    {"metric", OPTION_METRIC, "COLUMN", 0, "with --infer: the column to predict (default: guessed)",
     1},
    {"goal", SETS(GOAL, infer.direction), "max|min", 0,
     "with --infer: whether a larger or a smaller metric is better (default: guessed)", 1},
    {"expand", OPTION_EXPAND, "COLUMN", 0,
     "write the tables with a column for each key of the dicts (JSON or Python's) in this one "
     "instead; may be repeated",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct encode *encode = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &encode->tool;
		state->child_inputs[1] = &encode->tool;
		return 0;
	case OPTION_EXPAND:
		encode->mode = MODE_EXPAND;
		return tool_list_add(&encode->columns, argument);
	case OPTION_METRIC:
		if (encode->infer.metric)
			argp_error(
			    state,
			    "--metric %s and --metric %s: --infer looks for one metric; give "
			    "a second one the role metric in the space that it writes",
			    encode->infer.metric, argument);
		encode->infer.metric = argument;
		return 0;
	case ARGP_KEY_END:
		if (encode->columns.n > 0 && encode->mode != MODE_EXPAND)
			argp_error(state, "--expand writes a table: infer, check or encode that");
		if (encode->mode == MODE_EXPAND && encode->space_path)
			argp_error(state, "--expand writes a table, it does not take a space");
		if (encode->mode == MODE_INFER && encode->space_path)
			argp_error(state, "--infer writes a space, it does not take one with -s");
		if (encode->mode != MODE_INFER && encode->mode != MODE_EXPAND &&
		    !encode->space_path)
			argp_error(state,
				   "no space: -s SPACE is required (--infer writes a first one)");
		if (encode->mode != MODE_INFER && (encode->infer.metric || encode->infer.direction))
			argp_error(state, "--metric and --goal go with --infer: elsewhere the "
					  "space defines them");
		encode->tool.shows_names = !encode->space_path;
		return 0;
	default:
		return tool_set_field(options, encode, key, argument, state);
	}
}

/* The next tool of a pipe expects CSV, whatever the format of the input. */
static char output_delimiter(const struct encode *encode)
{
	return cml_delimiter_for(encode->tool.output_path, ',');
}

static enum cml_result append_row(void *context, unsigned thread, const struct cml_row *row,
				  struct cml_buffer *lines, struct cml_error *err)
{
	const struct encode *encode = context;
	return cml_row_encoder_append(&encode->row_encoders[thread], row, lines, err);
}

static enum cml_result init_row_encoders(struct encode *encode, struct cml_error *err)
{
	unsigned n = cml_pool_n_threads(encode->pool);
	if (!CML_NEW(&encode->row_encoders, n))
		return cml_fail_memory(err);
	for (; encode->n_row_encoders < n; encode->n_row_encoders++)
		if (cml_row_encoder_init(&encode->row_encoders[encode->n_row_encoders],
					 &encode->binding, &encode->encoder,
					 output_delimiter(encode), err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result encode_table(struct encode *encode, struct cml_error *err)
{
	struct cml_table_map map = {
	    .output = encode->output, .context = encode, .append = append_row};
	if (tool_rows_learn(&encode->rows, encode->space, err) != CML_OK ||
	    cml_encoder_init(&encode->encoder, encode->space, err) != CML_OK ||
	    tool_rows_bind(&encode->rows, &encode->binding, encode->space, true, false, err) !=
		CML_OK ||
	    cml_pool_new(&encode->pool, encode->tool.n_threads, err) != CML_OK ||
	    init_row_encoders(encode, err) != CML_OK ||
	    cml_encoder_write_header(&encode->encoder, encode->output, output_delimiter(encode),
				     err) != CML_OK)
		return err->status;
	map.pool = encode->pool;
	if (tool_rows_map(&encode->rows, &map, err) != CML_OK)
		return err->status;
	return cml_output_commit(encode->output, err);
}

/* Jobs of which the metrics are compared, at most: they are held in memory. */
#define MAX_CHECKED_ROWS 100000

/* The jobs of a table for that, without rows that are wrong: the check counts those. */
static enum cml_result add_job(struct encode *encode, const struct cml_binding *binding,
			       struct cml_validation_set *set, const struct cml_row *row,
			       struct cml_error *err)
{
	struct cml_error ignored = {0};
	if (!set->encoder || set->data.n_rows >= MAX_CHECKED_ROWS)
		return CML_OK;
	if (cml_validation_set_file(set, tool_rows_name(&encode->rows), err) != CML_OK)
		return err->status;
	return cml_validation_set_append(set, binding, row, &ignored) == CML_NO_MEMORY
		   ? cml_fail_memory(err)
		   : CML_OK;
}

static void note_doubts(const struct encode *encode, const struct cml_table_check *check)
{
	const struct cml_check_doubt *unread = &check->unread_status;
	if (unread->n > 0)
		tool_note(&encode->tool,
			  "%zu job%s without a metric count%s as failed; '%s' says %s in line %zu: "
			  "give it the role status",
			  unread->n, unread->n == 1 ? "" : "s", unread->n == 1 ? "s" : "",
			  unread->column, unread->text, unread->first_line);
}

static enum cml_result check_rows(struct encode *encode, struct cml_table_check *check,
				  struct cml_validation_set *set, struct cml_error *err)
{
	struct cml_row row;
	struct cml_error ignored = {0}; /* a space without features is no fault of the table */
	enum cml_result status = CML_OK;
	if (check->binding.outcomes &&
	    cml_encoder_init(&encode->encoder, encode->space, &ignored) == CML_OK &&
	    cml_validation_set_init(set, &encode->encoder, err) != CML_OK)
		return err->status;
	while (tool_rows_each(&encode->rows, &row, &status, err))
		if ((status = cml_table_check_row(check, &row, err)) == CML_OK)
			status = add_job(encode, &check->binding, set, &row, err);
	return status;
}

static enum cml_result check_table(struct encode *encode, struct cml_error *err)
{
	AUTO(cml_table_check) check = {0};
	AUTO(cml_validation_set) set = {0};
	struct cml_table_writer writer;
	struct tool_rows *rows = &encode->rows;
	struct cml_space *space = encode->space;
	cml_table_writer_init(&writer, encode->output, output_delimiter(encode));
	if (tool_rows_learn(rows, space, err) != CML_OK ||
	    tool_rows_blame_header(
		rows, cml_table_check_init(&check, space, tool_rows_header(rows), &rows->na, err),
		err) != CML_OK ||
	    check_rows(encode, &check, &set, err) != CML_OK ||
	    cml_table_check_write(&check, &writer, err) != CML_OK ||
	    cml_output_commit(encode->output, err) != CML_OK)
		return err->status;
	if (check.is_of_proposals)
		tool_note(&encode->tool,
			  "no column '%s': configurations without results are checked",
			  space->columns[space->metric].name);
	note_doubts(encode, &check);
	tool_ranges_note(&encode->tool, space);
	if (set.encoder && tool_outliers_note_set(&encode->tool, &set, err) != CML_OK)
		return err->status;
	return cml_table_check_verdict(&check, err);
}

static enum cml_result infer_space(struct encode *encode, struct cml_error *err)
{
	AUTOPTR(cml_inference) inference = NULL;
	AUTO(cml_buffer) text = {0}, notes = {0};
	struct tool_rows *rows = &encode->rows;
	struct cml_row row;
	encode->infer.na = &rows->na;
	enum cml_result status =
	    cml_inference_new(&inference, tool_rows_header(rows), &encode->infer, err);
	if (status != CML_OK)
		return tool_rows_blame_header(rows, status, err);
	while (tool_rows_each(rows, &row, &status, err))
		status = cml_inference_add(inference, &row, tool_rows_name(rows), err);
	if (status != CML_OK)
		return status;
	if (cml_inference_finish(inference, &text, &notes, err) != CML_OK)
		return tool_rows_blame_header(rows, err->status, err);
	if (cml_output_write(encode->output, text.data, text.size, err) != CML_OK ||
	    cml_output_commit(encode->output, err) != CML_OK)
		return err->status;
	tool_note_lines(&encode->tool, cml_buffer_slice(&notes));
	return CML_OK;
}

/* The tables with a column for each key of the dicts that some columns hold. */
static enum cml_result expand_table(struct encode *encode, struct cml_error *err)
{
	AUTOPTR(cml_expand) expand = NULL;
	struct cml_table_writer writer;
	struct tool_rows *rows = &encode->rows;
	struct cml_row row;
	enum cml_result status = cml_expand_new(&expand, tool_rows_header(rows),
						encode->columns.texts, encode->columns.n, err);
	if (status != CML_OK)
		return tool_rows_blame_header(rows, status, err);
	while (tool_rows_each(rows, &row, &status, err))
		status = cml_expand_add(expand, &row, &rows->na, err);
	if (status != CML_OK)
		return status;
	cml_table_writer_init(&writer, encode->output, output_delimiter(encode));
	if (cml_expand_write(expand, &writer, err) != CML_OK)
		return tool_rows_blame_header(rows, err->status, err);
	return cml_output_commit(encode->output, err);
}

static enum cml_result run(struct encode *encode, struct cml_error *err)
{
	static enum cml_result (*const runs[])(struct encode *,
					       struct cml_error *) = {[MODE_ENCODE] = encode_table,
								      [MODE_INFER] = infer_space,
								      [MODE_CHECK] = check_table,
								      [MODE_EXPAND] = expand_table};
	struct cml_space **space = &encode->space;
	if (tool_check_outputs(&encode->tool, &encode->space_path, 1, err) != CML_OK ||
	    (encode->space_path && cml_space_open(space, encode->space_path, err) != CML_OK) ||
	    tool_rows_open(&encode->rows, &encode->tool, *space && cml_space_has_open(*space),
			   err) != CML_OK ||
	    tool_output_open(encode->tool.output_path, &encode->output, err) != CML_OK)
		return err->status;
	return runs[encode->mode](encode, err);
}

static void release(struct encode *encode)
{
	for (unsigned i = 0; i < encode->n_row_encoders; i++)
		cml_row_encoder_release(&encode->row_encoders[i]);
	free(encode->row_encoders);
	cml_pool_free(encode->pool);
	cml_binding_release(&encode->binding);
	cml_encoder_release(&encode->encoder);
	cml_output_free(encode->output);
	tool_rows_release(&encode->rows);
	cml_space_free(encode->space);
	free(encode->columns.texts);
}

int main(int argc, char **argv)
{
	struct encode encode = {0};
	struct cml_error err = {0};
	tool_init(&encode.tool, "cml-encode");
	static const struct argp_child children[] = {
	    {&tool_threads_argp, 0, NULL, 20}, {&tool_log_argp, 0, NULL, 30}, {0}};
	static const struct argp argp = {
	    .options = options,
	    .parser = parse_option,
	    .args_doc = "-s SPACE [FILE...]\n--infer [FILE...]\n--expand COLUMN [FILE...]",
	    .doc = "Turns job tables into feature tables, which cml-train learns from.",
	    .children = children};
	bool failed =
	    tool_parse(&argp, argc, argv, &encode, &err) != CML_OK || run(&encode, &err) != CML_OK;
	release(&encode);
	return tool_exit(&encode.tool, failed ? err.status : CML_OK, &err);
}
