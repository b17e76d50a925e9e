#include "random_space.h"
#include "space/encode/row_encoder.h"
#include "table/header.h"
#include "table/output.h"
#include "table/table_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include "test.h"
#include "trials.h"

TestSuite(laws_encode, .timeout = 300);

#define N_SPACES TRIALS(3 * 400)
#define N_ROWS 60
#define PIPE_SIZE (1 << 20)

/* A made space with a status and perhaps a weight and limits, and what encodes
 * its tables. */
struct world {
	struct cml_random random;
	struct made_space made;
	struct cml_space *space;
	struct cml_na na;
	struct cml_header header;
	struct cml_binding binding;
	struct cml_encoder encoder;
};

/* Cells of the columns a world binds, by slot. */
struct cells {
	struct cml_slice cells[MADE_MAX_ROWS + 6];
	char text[MADE_MAX_ROWS + 6][MADE_CELL_SIZE];
	size_t n;
};

static bool world_init(struct world *world, size_t number)
{
	struct cml_error err = {0};
	struct cml_buffer text = {0};
	struct cml_slice names[MADE_MAX_ROWS + 6];
	cml_random_init(&world->random, 7, number);
	made_space_draw(&world->made, &world->random);
	struct cml_space *made = made_space_read(&world->made, NULL);
	cml_buffer_append(&text, made->text.data, made->text.size);
	cml_space_free(made);
	static const char *const outcomes[] = {"cml_s,status,,", "cml_w,weight,,",
					       "cml_l,limit,float,:2", "cml_m,limit,int,0:"};
	size_t n_fields = 0;
	for (const char *at = text.data; *at != '\n'; at++)
		n_fields += *at == ',';
	size_t n_outcomes = 1 + cml_random_below(&world->random, 4);
	for (size_t i = 0; i < n_outcomes; i++) {
		cml_buffer_append_string(&text, outcomes[i]);
		for (size_t comma = 3; comma < n_fields; comma++)
			cml_buffer_append_string(&text, ",");
		cml_buffer_append_string(&text, "\n");
	}
	cr_assert_eq(cml_space_from_text(&world->space, cml_buffer_slice(&text), "made", &err),
		     CML_OK, "%s in %.*s", err.message, (int)text.size, text.data);
	cml_buffer_release(&text);
	assert_ok(cml_na_init(&world->na, CML_NA_DEFAULT, &err));
	for (size_t i = 0; i < world->space->n_columns; i++)
		names[i] = cml_slice_of(world->space->columns[i].name);
	assert_ok(cml_header_init(&world->header, names, world->space->n_columns, &err));
	assert_ok(cml_binding_init(&world->binding, world->space, &world->header, &world->na, true,
				   cml_random_below(&world->random, 2) == 0, &err));
	/* A space may have no feature at all. */
	return cml_encoder_init(&world->encoder, world->space, &err) == CML_OK;
}

static void world_release(struct world *world)
{
	cml_encoder_release(&world->encoder);
	cml_binding_release(&world->binding);
	cml_header_release(&world->header);
	cml_na_release(&world->na);
	cml_space_free(world->space);
}

/* A cell of an outcome, or one that no column may expect. */
static const char *draw_word(struct cml_random *random, enum cml_role role)
{
	static const char *const metrics[] = {"1", "2.5", "1e300", "0.30000000000000004", ""};
	static const char *const words[] = {"ok", "", "OOM", "timeout", "COMPLETED", "NA"};
	static const char *const weights[] = {"1", "0.125", "2", "1e-30"};
	static const char *const odd[] = {"x",   "-1", "1.5", "1e999",   "a level of no column",
					  " ok", "",   "0",   "running", "\xff"};
	if (cml_random_below(random, 12) == 0)
		return odd[cml_random_below(random, 10)];
	if (role == CML_ROLE_METRIC)
		return metrics[cml_random_below(random, 5)];
	return role == CML_ROLE_STATUS ? words[cml_random_below(random, 6)]
				       : weights[cml_random_below(random, 4)];
}

/* A row of the world's table: a configuration, a cell of it made odd at times. */
static void draw_row(struct world *world, struct cells *cells)
{
	double values[MADE_MAX_ROWS], slots[MADE_MAX_ROWS + 6];
	made_values_draw(&world->made, &world->random, values);
	made_values_complete(&world->made, values);
	made_values_to_space(&world->made, world->space, values, slots);
	cells->n = world->space->n_columns;
	for (size_t i = 0; i < cells->n; i++) {
		const struct cml_space_column *column = &world->space->columns[i];
		char number[CML_NUMBER_SIZE];
		struct cml_slice cell;
		bool is_config = cml_is_config_role(column->role);
		if (is_config && cml_random_below(&world->random, 60) > 0)
			cell = cml_value_text(world->space, i, slots[i], number);
		else
			cell = cml_slice_of(draw_word(&world->random, column->role));
		bool blank = cml_random_below(&world->random, 30) == 0;
		int n = snprintf(cells->text[i], MADE_CELL_SIZE, "%s%.*s", blank ? " " : "",
				 (int)cell.size, cell.size > 0 ? cell.data : "");
		cells->cells[i] = (struct cml_slice){cells->text[i], (size_t)n};
	}
}

/* A row in the long way, number by number; CML_BAD_DATA where it is refused. */
static enum cml_result write_plainly(const struct world *world, const struct cml_row *row,
				     struct cml_table_writer *table, struct cml_error *err)
{
	double values[MADE_MAX_ROWS + 6], limits[MADE_MAX_ROWS + 6];
	double features[(MADE_MAX_ROWS + 6) * MADE_MAX_VALUES];
	struct cml_job job;
	if (cml_config_read(&world->binding, row, values, err) != CML_OK ||
	    cml_job_read(&world->binding, row, &job, err) != CML_OK ||
	    cml_job_read_limits(&world->binding, row, values, &job, limits, err) != CML_OK ||
	    cml_encoder_encode(&world->encoder, values, features, err) != CML_OK)
		return cml_error_locate(err, NULL, row->line, NULL);
	cml_write_key(table, cml_config_key(world->space, values));
	cml_write_string(table, cml_job_status_name(job.status));
	cml_write_number(table, job.target);
	if (world->space->weight != CML_NO_COLUMN)
		cml_write_number(table, job.weight);
	for (size_t i = 0; i < world->space->n_measured; i++)
		cml_write_number(table, limits[i]);
	for (size_t i = 0; i < world->encoder.n_features; i++)
		cml_write_number(table, features[i]);
	return cml_write_end_row(table, err);
}

static void check_lines(struct world *world, size_t *n_refused, size_t *n_lines)
{
	struct cml_error err = {0}, plain_err = {0};
	struct cml_table_writer table;
	AUTO(cml_row_encoder) encoder;
	struct cml_output *output;
	AUTO(cml_buffer) lines = {0};
	int ends[2];
	char path[64];
	cr_assert_eq(pipe(ends), 0);
	cr_assert_geq(fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE), PIPE_SIZE);
	snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
	assert_ok(cml_output_open(&output, path, &err));
	cml_table_writer_init(&table, output, ',');
	assert_ok(cml_row_encoder_init(&encoder, &world->binding, &world->encoder, ',', &err));
	for (size_t i = 0; i < N_ROWS; i++) {
		struct cells cells;
		draw_row(world, &cells);
		const struct cml_row row = {cells.cells, cells.n, i + 2};
		size_t size = lines.size;
		enum cml_result expected = write_plainly(world, &row, &table, &plain_err);
		enum cml_result found = cml_row_encoder_append(&encoder, &row, &lines, &err);
		char texts[2][CML_ERROR_TEXT_SIZE];
		cr_assert_eq(found, expected);
		*n_refused += found != CML_OK;
		*n_lines += found == CML_OK;
		if (found == CML_OK)
			continue;
		cr_assert_eq(lines.size, size);
		cr_assert_str_eq(cml_error_format(&err, texts[0], sizeof texts[0]),
				 cml_error_format(&plain_err, texts[1], sizeof texts[1]));
	}
	assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	close(ends[1]);
	FILE *written = fdopen(ends[0], "rb");
	char *expected = malloc(PIPE_SIZE);
	size_t n = fread(expected, 1, PIPE_SIZE, written);
	struct cml_slice written_lines = {expected, n};
	cr_assert(cml_slice_equal(cml_buffer_slice(&lines), written_lines), "%.*s\nnot\n%.*s",
		  (int)lines.size, lines.data, (int)n, expected);
	free(expected);
	fclose(written);
}

/* With all that is remembered from row to row, each line and each error is that of
 * the row alone. */
Test(laws_encode, a_row_encoder_writes_what_the_long_way_does)
{
	size_t n_refused = 0, n_lines = 0;
	for (size_t number = 0; number < N_SPACES; number++) {
		AUTO(world) world = {0};
		if (world_init(&world, number))
			check_lines(&world, &n_refused, &n_lines);
	}
	cr_assert_gt(n_refused, N_SPACES);
	cr_assert_gt(n_lines, N_SPACES);
}
