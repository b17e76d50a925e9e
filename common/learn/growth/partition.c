#include "learn/growth/grow.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Rows parted by one thread at a time. */
#define BLOCK ((size_t)16384)

struct task {
	struct cml_partition *partition;
	const uint8_t *column;
	const uint8_t *goes_left;
	uint32_t *rows;
	size_t n;
	size_t n_left;
};

enum cml_result cml_partition_init(struct cml_partition *partition, size_t n_rows,
				   struct cml_error *err)
{
	return CML_NEW(&partition->scratch, n_rows) &&
		       CML_NEW(&partition->n_left, n_rows / BLOCK + 1)
		   ? CML_OK
		   : cml_fail_memory(err);
}

void cml_partition_release(struct cml_partition *partition)
{
	free(partition->scratch);
	free(partition->n_left);
	*partition = (struct cml_partition){0};
}

static size_t block_end(const struct task *task, size_t block)
{
	size_t first = block * BLOCK;
	return task->n - first < BLOCK ? task->n : first + BLOCK;
}

/* Into the block's part of scratch: those that go left from its start on, the
 * others from its end backwards. Every row is written to both places, and only
 * one of them advances: no branch to mispredict. */
static void part_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct task *task = context;
	size_t end = block_end(task, block);
	uint32_t *left = task->partition->scratch + block * BLOCK;
	uint32_t *right = task->partition->scratch + end - 1;
	for (size_t i = block * BLOCK; i < end; i++) {
		uint32_t row = task->rows[i];
		size_t is_left = task->goes_left[task->column[row]];
		*left = row;
		*right = row;
		left += is_left;
		right -= 1 - is_left;
	}
	task->partition->n_left[block] =
	    (size_t)(left - (task->partition->scratch + block * BLOCK));
}

/* n_left holds where each block's left rows go. */
static void move_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct task *task = context;
	const struct cml_partition *partition = task->partition;
	size_t first = block * BLOCK;
	size_t end = block_end(task, block);
	size_t to_left = partition->n_left[block];
	size_t next_left = end == task->n ? task->n_left : partition->n_left[block + 1];
	size_t n_left = next_left - to_left;
	uint32_t *right = task->rows + task->n_left + (first - to_left);
	memcpy(task->rows + to_left, partition->scratch + first, n_left * sizeof *task->rows);
	for (size_t i = end; i > first + n_left; i--)
		*right++ = partition->scratch[i - 1];
}

size_t cml_partition_rows(struct cml_partition *partition, struct cml_pool *pool,
			  const uint8_t *column, const uint8_t goes_left[CML_MAX_BIN_CODES],
			  uint32_t *rows, size_t n)
{
	struct task task = {partition, column, goes_left, rows, n, 0};
	size_t n_blocks = (n + BLOCK - 1) / BLOCK;
	cml_pool_run(pool, n_blocks, part_block, &task);
	for (size_t block = 0; block < n_blocks; block++) {
		size_t n_left = partition->n_left[block];
		partition->n_left[block] = task.n_left;
		task.n_left += n_left;
	}
	cml_pool_run(pool, n_blocks, move_block, &task);
	return task.n_left;
}
