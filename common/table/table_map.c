#include "table/table_map.h"

#include <assert.h>
#include <stdlib.h>

/* A fixed number, so that nothing depends on the number of threads; several for
 * each of them, so that they end together. */
#define N_SLICES 16
#define N_OTHER_ITEMS 2

struct refused_row {
	size_t row;  /* of the block */
	size_t size; /* of the text before it */
};

/* Consecutive rows of a block, and what they became. */
struct slice {
	struct cml_buffer lines;
	struct refused_row *refused;
	size_t n_refused;
	size_t refused_capacity;
	size_t n_wrong_width;
	struct cml_error failure; /* not about a row; status CML_OK: none */
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

static bool note_refused(struct slice *slice, size_t row, bool is_wrong_width)
{
	if (!CML_RESERVE(&slice->refused, &slice->refused_capacity, slice->n_refused + 1))
		return false;
	slice->refused[slice->n_refused++] = (struct refused_row){row, slice->lines.size};
	slice->n_wrong_width += is_wrong_width;
	return true;
}

static void make_lines(struct round *round, struct slice *slice, size_t first, size_t end,
		       unsigned thread)
{
	const struct cml_table_map *map = round->map;
	struct cml_error err;

	cml_buffer_clear(&slice->lines);
	slice->n_refused = 0;
	slice->n_wrong_width = 0;
	for (size_t i = first; i < end; i++) {
		struct cml_row row = cml_row_block_get(&round->blocks[round->now], i);
		bool is_wrong_width = row.n_cells != round->n_columns;
		enum cml_result status =
		    cml_table_check_cells(map->reader, &row, &err) != CML_OK
			? CML_BAD_DATA
			: map->append(map->context, thread, &row, &slice->lines, &err);
		if (status == CML_BAD_DATA)
			status =
			    note_refused(slice, i, is_wrong_width) ? CML_OK : cml_fail_memory(&err);
		if (status != CML_OK) {
			slice->failure = err;
			return;
		}
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

/* The error of a refused row, which is not kept: found again. */
static void blame_row(struct round *round, const struct cml_row *row, struct cml_error *err)
{
	const struct cml_table_map *map = round->map;
	struct cml_buffer ignored = {0};

	if (cml_table_check_cells(map->reader, row, err) != CML_OK)
		return;
	enum cml_result status = map->append(map->context, 0, row, &ignored, err);
	assert(status != CML_OK);
	(void)status;
	cml_buffer_release(&ignored);
}

/* Reports the refused rows of a slice; where that ends the map, its lines behind the row are
 * dropped. */
static enum cml_result report_slice(struct round *round, struct slice *slice, struct cml_error *err)
{
	for (size_t at = 0; at < slice->n_refused; at++) {
		struct cml_row row =
		    cml_row_block_get(&round->blocks[round->now], slice->refused[at].row);

		blame_row(round, &row, err);
		enum cml_result status = round->map->refuse(round->map->context, &row, err);
		if (status != CML_OK) {
			slice->lines.size = slice->refused[at].size;
			return status;
		}
	}
	if (slice->failure.status != CML_OK)
		*err = slice->failure;
	return slice->failure.status;
}

/* Reports those of the block; the lines of all slices behind one that ends the map are dropped. */
static enum cml_result report_refused(struct round *round, struct cml_error *err)
{
	struct slice *slices = round->slices[round->now];

	for (size_t i = 0; i < N_SLICES; i++) {
		enum cml_result status = report_slice(round, &slices[i], err);
		if (status != CML_OK) {
			while (++i < N_SLICES)
				cml_buffer_clear(&slices[i].lines);
			return status;
		}
	}
	return CML_OK;
}

static void count_rows(const struct round *round)
{
	const struct cml_row_block *block = &round->blocks[round->now];
	size_t n = block->n_rows - block->first_row;

	for (size_t i = 0; i < N_SLICES; i++)
		n -= round->slices[round->now][i].n_wrong_width;
	round->map->count(round->map->context, n);
}

static enum cml_result run_rounds(struct round *round, struct cml_error *err)
{
	read_block(round, round->now);
	for (;;) {
		if (round->write_status != CML_OK || round->read_status != CML_OK)
			break;
		cml_pool_run(round->map->pool, N_OTHER_ITEMS + N_SLICES, run_item, round);
		count_rows(round);
		enum cml_result status = report_refused(round, err);
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
	struct round *round = cml_array_new(1, sizeof *round);

	if (!round)
		return cml_fail_memory(err);
	round->map = map;
	round->n_columns = cml_table_header(map->reader)->n_columns;
	enum cml_result status = run_rounds(round, err);
	for (size_t i = 0; i < 2 * N_SLICES; i++) {
		struct slice *slice = &round->slices[i / N_SLICES][i % N_SLICES];

		cml_buffer_release(&slice->lines);
		free(slice->refused);
	}
	cml_row_block_release(&round->blocks[0]);
	cml_row_block_release(&round->blocks[1]);
	free(round);
	return status;
}
