#include "table/table_map.h"

#include <assert.h>
#include <stdlib.h>

/* A fixed number, so that nothing depends on the number of threads; several for
 * each of them, so that they end together. */
#define N_SLICES 16
#define N_OTHER_ITEMS 2

/* What consecutive rows of a block became. */
struct slice {
	struct cml_buffer lines;
	bool has_stopped; /* at a row that is not taken */
};

/* Of two blocks one is worked on while the other one's text is written and it is
 * filled again. */
struct round {
	const struct cml_table_map *map;
	size_t n_columns;
	struct cml_row_block blocks[2];
	struct slice slices[2][N_SLICES];
	unsigned now;
	enum cml_result read_status;
	struct cml_error read_error;
	enum cml_result write_status;
	struct cml_error write_error;
};

static void read_block(struct round *round, unsigned which)
{
	round->read_status =
	    cml_table_next_block(round->map->reader, &round->blocks[which], &round->read_error);
}

static void write_lines(struct round *round, unsigned which)
{
	if (round->write_status != CML_OK)
		return;
	for (size_t i = 0; i < N_SLICES; i++) {
		const struct cml_buffer *lines = &round->slices[which][i].lines;

		round->write_status = cml_output_write(round->map->output, lines->data, lines->size,
						       &round->write_error);
		if (round->write_status != CML_OK)
			return;
	}
}

/* Appends what a row becomes to lines, where it can be taken. */
static enum cml_result append(const struct round *round, unsigned thread, const struct cml_row *row,
			      struct cml_buffer *lines, struct cml_error *err)
{
	const struct cml_table_map *map = round->map;
	enum cml_result status = cml_table_check_cells(map->reader, row, err);
	return status != CML_OK ? status : map->append(map->context, thread, row, lines, err);
}

static void make_lines(struct round *round, struct slice *slice, size_t first, size_t end,
		       unsigned thread)
{
	struct cml_error err;

	cml_buffer_clear(&slice->lines);
	slice->has_stopped = false;
	for (size_t i = first; i < end && !slice->has_stopped; i++) {
		struct cml_row row = cml_row_block_get(&round->blocks[round->now], i);
		slice->has_stopped = append(round, thread, &row, &slice->lines, &err) != CML_OK;
	}
}

static void run_item(void *context, size_t item, unsigned thread)
{
	struct round *round = context;
	const struct cml_row_block *block = &round->blocks[round->now];
	size_t n = block->n_rows - block->first_row;

	if (item == 0) {
		read_block(round, 1 - round->now);
	} else if (item == 1) {
		write_lines(round, 1 - round->now);
	} else {
		size_t i = item - N_OTHER_ITEMS;

		make_lines(round, &round->slices[round->now][i],
			   block->first_row + n * i / N_SLICES,
			   block->first_row + n * (i + 1) / N_SLICES, thread);
	}
}

/* The lines of a block in which a row is not taken, one after the other, up to the error that ends
 * the map. */
static enum cml_result make_again(struct round *round, struct cml_error *err)
{
	const struct cml_table_map *map = round->map;
	const struct cml_row_block *block = &round->blocks[round->now];
	struct slice *slices = round->slices[round->now];

	for (size_t i = 0; i < N_SLICES; i++)
		cml_buffer_clear(&slices[i].lines);
	for (size_t i = block->first_row; i < block->n_rows; i++) {
		struct cml_row row = cml_row_block_get(block, i);
		enum cml_result status = append(round, 0, &row, &slices[0].lines, err);
		map->count(map->context, row.n_cells == round->n_columns);
		if (status == CML_BAD_DATA)
			status = map->refuse(map->context, &row, err);
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

/* Counts the rows of a block that was taken, or goes through it again. */
static enum cml_result settle(struct round *round, struct cml_error *err)
{
	const struct cml_row_block *block = &round->blocks[round->now];

	for (size_t i = 0; i < N_SLICES; i++)
		if (round->slices[round->now][i].has_stopped)
			return make_again(round, err);
	round->map->count(round->map->context, block->n_rows - block->first_row);
	return CML_OK;
}

static enum cml_result run_rounds(struct round *round, struct cml_error *err)
{
	read_block(round, round->now);
	for (;;) {
		if (round->write_status != CML_OK || round->read_status != CML_OK)
			break;
		cml_pool_run(round->map->pool, N_OTHER_ITEMS + N_SLICES, run_item, round);
		enum cml_result status = settle(round, err);
		round->now = 1 - round->now;
		if (status != CML_OK) {
			write_lines(round, 1 - round->now);
			return status;
		}
	}
	write_lines(round, 1 - round->now);
	if (round->write_status != CML_OK) {
		*err = round->write_error;
		return err->status;
	}
	if (round->read_status != CML_END) {
		*err = round->read_error;
		return err->status;
	}
	return CML_OK;
}

enum cml_result cml_table_map_run(const struct cml_table_map *map, struct cml_error *err)
{
	AUTOFREE struct round *round = cml_array_new(1, sizeof *round);

	if (!round)
		return cml_fail_memory(err);
	round->map = map;
	round->n_columns = cml_table_header(map->reader)->n_columns;
	enum cml_result status = run_rounds(round, err);
	for (size_t i = 0; i < 2 * N_SLICES; i++)
		cml_buffer_release(&round->slices[i / N_SLICES][i % N_SLICES].lines);
	cml_row_block_release(&round->blocks[0]);
	cml_row_block_release(&round->blocks[1]);
	return status;
}
