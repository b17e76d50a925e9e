/* cml-encode: job table in, feature table out; and first looks at a table. */
#include <stdlib.h>

#include "infer/infer.h"
#include "space/encode/row_encoder.h"
#include "space/table_check.h"
#include "table/expand.h"
#include "tool.h"
#include "tool_outliers.h"

enum {
	OPTION_INFER = 0x100,
	OPTION_CHECK,
	OPTION_METRIC,
	OPTION_GOAL,
	OPTION_EXPAND,
};

enum mode { MODE_ENCODE, MODE_INFER, MODE_CHECK, MODE_EXPAND };

struct encode {
	struct tool tool;
	enum mode mode;
	const char *space_path;
	struct cml_infer_options infer;
	struct tool_list expand; /* columns */
};

static const struct argp_option options[] = {
    {"space", 's', "SPACE", 0, "space file: defines the columns of the table", 1},
    {"check", OPTION_CHECK, NULL, 0,
     "check the table instead: what is missing or wrong in each column and rule; exit 1 if "
     "anything is wrong",
     1},
    {"infer", OPTION_INFER, NULL, 0,
     "write a first space file for the table instead, to be corrected by hand", 1},
    {"metric", OPTION_METRIC, "COLUMN", 0, "with --infer: the column to predict (default: guessed)",
     1},
    {"goal", OPTION_GOAL, "max|min", 0,
     "with --infer: whether a larger or a smaller metric is better (default: guessed)", 1},
    {"expand", OPTION_EXPAND, "COLUMN", 0,
     "write the tables with a column for each key of the dicts (JSON or Python's) in this one "
     "instead; may be repeated",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

/* Those that only set a field. */
#define AT(field) offsetof(struct encode, field)
static const struct tool_field fields[] = {
    {'s', TOOL_TEXT, AT(space_path), 0},
    {OPTION_CHECK, TOOL_VALUE, AT(mode), MODE_CHECK},
    {OPTION_INFER, TOOL_VALUE, AT(mode), MODE_INFER},
    {OPTION_GOAL, TOOL_GOAL, AT(infer.direction), 0},
    {0},
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
		return tool_list_add(&encode->expand, argument);
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
		if (encode->expand.n > 0 && encode->mode != MODE_EXPAND)
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
		return tool_set_field(options, fields, encode, key, argument, state);
	}
}

/* The next tool of a pipe expects CSV, whatever the format of the input. */
static char output_delimiter(const struct encode *encode)
{
	return tool_delimiter_of(encode->tool.output_path, ',');
}

/* One for each thread. */
struct encoders {
	struct cml_row_encoder *rows;
	unsigned n;
};

static enum cml_result init_encoders(struct encoders *encoders, unsigned n,
				     const struct encode *encode, const struct cml_binding *binding,
				     const struct cml_encoder *encoder, struct cml_error *err)
{
	*encoders = (struct encoders){.rows = cml_array_new(n, sizeof *encoders->rows)};
	if (!encoders->rows)
		return cml_fail_memory(err);
	for (; encoders->n < n; encoders->n++)
		if (cml_row_encoder_init(&encoders->rows[encoders->n], binding, encoder,
					 output_delimiter(encode), err) != CML_OK)
			return err->status;
	return CML_OK;
}

static void release_encoders(struct encoders *encoders)
{
	for (unsigned i = 0; i < encoders->n; i++)
		cml_row_encoder_release(&encoders->rows[i]);
	free(encoders->rows);
}

static enum cml_result append_row(void *context, unsigned thread, const struct cml_row *row,
				  struct cml_buffer *lines, struct cml_error *err)
{
	struct encoders *encoders = context;
	return cml_row_encoder_append(&encoders->rows[thread], row, lines, err);
}

static void note_unread(const struct tool *tool, const struct encoders *encoders)
{
	size_t n = 0;
	for (unsigned i = 0; i < encoders->n; i++)
		n += encoders->rows[i].n_unread;
	tool_rows_note_unread(tool, n);
}

static enum cml_result encode_rows(struct encode *encode, struct tool_rows *rows,
				   const struct cml_binding *binding,
				   const struct cml_encoder *encoder, struct cml_output *output,
				   struct cml_error *err)
{
	struct encoders encoders = {0};
	struct tool_map map = {.output = output, .context = &encoders, .append = append_row};
	enum cml_result status = cml_pool_new(&map.pool, encode->tool.n_threads, err);
	if (status != CML_OK ||
	    (status = init_encoders(&encoders, cml_pool_n_threads(map.pool), encode, binding,
				    encoder, err)) != CML_OK ||
	    (status = cml_encoder_write_header(encoder, output, output_delimiter(encode), err)) !=
		CML_OK ||
	    (status = tool_rows_map(rows, &map, err)) != CML_OK)
		goto out;
	note_unread(&encode->tool, &encoders);
out:
	release_encoders(&encoders);
	cml_pool_free(map.pool);
	return status;
}

static enum cml_result encode_table(struct encode *encode, struct tool_rows *rows,
				    struct cml_space *space, struct cml_output *output,
				    struct cml_error *err)
{
	struct cml_binding binding = {0};
	struct cml_encoder encoder = {0};
	enum cml_result status = tool_rows_learn(rows, space, err);
	if (status != CML_OK || (status = cml_encoder_init(&encoder, space, err)) != CML_OK ||
	    (status =
		 tool_rows_blame_header(rows,
					cml_binding_init(&binding, space, tool_rows_header(rows),
							 &rows->na, true, false, err),
					err)) != CML_OK)
		goto out;
	status = encode_rows(encode, rows, &binding, &encoder, output, err);
	if (status != CML_OK)
		goto out;
	status = cml_output_commit(output, err);
out:
	cml_binding_release(&binding);
	cml_encoder_release(&encoder);
	return status;
}

/* Jobs of which the metrics are compared, at most: they are held in memory. */
#define MAX_CHECKED_ROWS 100000

/* The jobs of a table for that, without rows that are wrong: the check counts those. */
static enum cml_result add_job(struct cml_validation_set *set, const struct cml_table_check *check,
			       const struct tool_rows *rows, const struct cml_row *row,
			       struct cml_error *err)
{
	struct cml_error ignored = {0};
	if (!set->encoder || set->data.n_rows >= MAX_CHECKED_ROWS)
		return CML_OK;
	if (cml_validation_set_file(set, tool_rows_name(rows), err) != CML_OK)
		return err->status;
	return cml_validation_set_append(set, &check->binding, row, &ignored) == CML_NO_MEMORY
		   ? cml_fail_memory(err)
		   : CML_OK;
}

static void note_doubts(const struct encode *encode, const struct cml_table_check *check)
{
	const struct cml_check_doubt *unread = &check->unread_status, *silent = &check->unread;
	if (unread->n > 0)
		tool_note(&encode->tool,
			  "%zu job%s without a metric count%s as failed; '%s' says %s in line %zu: "
			  "give it the role status",
			  unread->n, unread->n == 1 ? "" : "s", unread->n == 1 ? "s" : "",
			  unread->column, unread->text, unread->first_line);
	if (silent->n > 0)
		tool_note(&encode->tool,
			  "%zu job%s exited with 0 without a reading of the metric and count%s as "
			  "infra, first in line %zu: was --metric of cml-submit right?",
			  silent->n, silent->n == 1 ? "" : "s", silent->n == 1 ? "s" : "",
			  silent->first_line);
}

/* The rows of a table, checked; encoder: NULL, or the features by which its jobs are compared. */
static enum cml_result check_rows(struct tool_rows *rows, struct cml_table_check *check,
				  struct cml_validation_set *set, const struct cml_encoder *encoder,
				  struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status;
	if (encoder && cml_validation_set_init(set, encoder, err) != CML_OK)
		return err->status;
	while ((status = tool_rows_next(rows, &row, err)) == CML_OK)
		if (cml_table_check_row(check, &row, err) != CML_OK ||
		    add_job(set, check, rows, &row, err) != CML_OK)
			return err->status;
	return status == CML_END ? tool_rows_close(rows, err) : status;
}

static enum cml_result check_table(struct encode *encode, struct tool_rows *rows,
				   struct cml_space *space, struct cml_output *output,
				   struct cml_error *err)
{
	struct cml_table_check check = {0};
	struct cml_encoder encoder = {0};
	struct cml_validation_set set = {0};
	struct cml_error ignored = {0}; /* a space without features is no fault of the table */
	struct cml_table_writer writer;
	enum cml_result status = tool_rows_learn(rows, space, err);
	if (status != CML_OK ||
	    (status = tool_rows_blame_header(
		 rows, cml_table_check_init(&check, space, tool_rows_header(rows), &rows->na, err),
		 err)) != CML_OK)
		goto out;
	bool is_learnable =
	    check.binding.outcomes && cml_encoder_init(&encoder, space, &ignored) == CML_OK;
	status = check_rows(rows, &check, &set, is_learnable ? &encoder : NULL, err);
	if (status != CML_OK)
		goto out;
	cml_table_writer_init(&writer, output, output_delimiter(encode));
	if ((status = cml_table_check_write(&check, &writer, err)) != CML_OK ||
	    (status = cml_output_commit(output, err)) != CML_OK)
		goto out;
	if (check.is_of_proposals)
		tool_note(&encode->tool,
			  "no column '%s': configurations without results are checked",
			  space->columns[space->metric].name);
	note_doubts(encode, &check);
	tool_ranges_note(&encode->tool, space);
	if (set.encoder && (status = tool_outliers_note_set(&encode->tool, &set, err)) != CML_OK)
		goto out;
	status = cml_table_check_verdict(&check, err);
out:
	cml_validation_set_release(&set);
	cml_encoder_release(&encoder);
	cml_table_check_release(&check);
	return status;
}

static enum cml_result infer_rows(struct tool_rows *rows, struct cml_inference *inference,
				  struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status;
	while ((status = tool_rows_next(rows, &row, err)) == CML_OK)
		if (cml_inference_add(inference, &row, tool_rows_name(rows), err) != CML_OK)
			return err->status;
	return status == CML_END ? tool_rows_close(rows, err) : status;
}

static enum cml_result infer_space(struct encode *encode, struct tool_rows *rows,
				   struct cml_output *output, struct cml_error *err)
{
	struct cml_buffer text = {0}, notes = {0};
	struct cml_inference *inference = NULL;
	encode->infer.na = &rows->na;
	enum cml_result status = tool_rows_blame_header(
	    rows, cml_inference_new(&inference, tool_rows_header(rows), &encode->infer, err), err);
	if (status != CML_OK || (status = infer_rows(rows, inference, err)) != CML_OK ||
	    (status = tool_rows_blame_header(
		 rows, cml_inference_finish(inference, &text, &notes, err), err)) != CML_OK ||
	    (status = cml_output_write(output, text.data, text.size, err)) != CML_OK ||
	    (status = cml_output_commit(output, err)) != CML_OK)
		goto out;
	tool_note_lines(&encode->tool, cml_buffer_slice(&notes));
out:
	cml_inference_free(inference);
	cml_buffer_release(&text);
	cml_buffer_release(&notes);
	return status;
}

static enum cml_result expand_rows(struct encode *encode, struct tool_rows *rows,
				   struct cml_expand **expand, struct cml_error *err)
{
	size_t n = encode->expand.n;
	struct cml_slice *names = cml_array_new(n, sizeof *names);
	struct cml_row row;
	if (!names)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		names[i] = cml_slice_of(encode->expand.texts[i]);
	enum cml_result status = tool_rows_blame_header(
	    rows, cml_expand_new(expand, tool_rows_header(rows), names, n, err), err);
	free(names);
	if (status != CML_OK)
		return status;
	while ((status = tool_rows_next(rows, &row, err)) == CML_OK)
		if (cml_expand_add(*expand, &row, &rows->na, err) != CML_OK &&
		    tool_rows_reject(rows, &row, err) != CML_OK)
			return err->status;
	return status == CML_END ? tool_rows_close(rows, err) : status;
}

/* The tables with a column for each key of the dicts that some columns hold. */
static enum cml_result expand_table(struct encode *encode, struct tool_rows *rows,
				    struct cml_output *output, struct cml_error *err)
{
	struct cml_expand *expand = NULL;
	struct cml_table_writer writer;
	enum cml_result status = expand_rows(encode, rows, &expand, err);
	if (status != CML_OK)
		goto out;
	cml_table_writer_init(&writer, output, output_delimiter(encode));
	status = tool_rows_blame_header(rows, cml_expand_write(expand, &writer, err), err);
	if (status != CML_OK)
		goto out;
	status = cml_output_commit(output, err);
out:
	cml_expand_free(expand);
	return status;
}

static enum cml_result run(struct encode *encode, struct cml_error *err)
{
	struct cml_space *space = NULL;
	struct tool_rows rows = {0};
	struct cml_output *output = NULL;
	enum cml_result status =
	    tool_check_outputs(&encode->tool, (struct tool_paths){0},
			       (struct tool_paths){&encode->space_path, 1}, err);
	if (status != CML_OK)
		return status;
	if (encode->space_path && cml_space_open(&space, encode->space_path, err) != CML_OK)
		return err->status;
	status = tool_rows_open(&rows, &encode->tool, space && cml_space_has_open(space), err);
	if (status != CML_OK || (status = tool_output_open(&encode->tool, &output, err)) != CML_OK)
		goto out;
	if (encode->mode == MODE_INFER)
		status = infer_space(encode, &rows, output, err);
	else if (encode->mode == MODE_EXPAND)
		status = expand_table(encode, &rows, output, err);
	else if (encode->mode == MODE_CHECK)
		status = check_table(encode, &rows, space, output, err);
	else
		status = encode_table(encode, &rows, space, output, err);
out:
	cml_output_free(output);
	tool_rows_release(&rows);
	cml_space_free(space);
	return status;
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
	free(encode.expand.texts);
	return tool_exit(&encode.tool, failed ? err.status : CML_OK, &err);
}
