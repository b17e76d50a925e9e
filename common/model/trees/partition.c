#include "model/trees/partition.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Rows parted by one thread at a time. */
#define BLOCK ((size_t)16384)

struct parting {
	struct cml_partition *parter;
	const uint8_t *column;
	const uint8_t *goes_left;
	uint32_t *rows;
	size_t n;
	size_t n_left;
};

enum cml_result cml_partition_init(struct cml_partition *parter, size_t n_rows,
				   struct cml_error *err)
{
	parter->scratch = cml_array_new(n_rows, sizeof *parter->scratch);
	parter->n_left = cml_array_new(n_rows / BLOCK + 1, sizeof *parter->n_left);
	if (parter->scratch && parter->n_left)
		return CML_OK;
	cml_partition_release(parter);
	return cml_fail_memory(err);
}

void cml_partition_release(struct cml_partition *parter)
{
	free(parter->scratch);
	free(parter->n_left);
	*parter = (struct cml_partition){0};
}

static size_t block_end(const struct parting *parting, size_t block)
{
	size_t first = block * BLOCK;
	return parting->n - first < BLOCK ? parting->n : first + BLOCK;
}

/* Into the block's part of scratch: those that go left from its start on, the
 * others from its end backwards. Every row is written to both places, and only
 * one of them advances: no branch to mispredict. */
static void part_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct parting *parting = context;
	size_t end = block_end(parting, block);
	uint32_t *left = parting->parter->scratch + block * BLOCK;
	uint32_t *right = parting->parter->scratch + end - 1;
	for (size_t i = block * BLOCK; i < end; i++) {
		uint32_t row = parting->rows[i];
		size_t is_left = parting->goes_left[parting->column[row]];
		*left = row;
		*right = row;
		left += is_left;
		right -= 1 - is_left;
	}
	parting->parter->n_left[block] =
	    (size_t)(left - (parting->parter->scratch + block * BLOCK));
}

/* n_left holds where each block's left rows go. */
static void place_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct parting *parting = context;
	const struct cml_partition *parter = parting->parter;
	size_t first = block * BLOCK;
	size_t end = block_end(parting, block);
	size_t to_left = parter->n_left[block];
	size_t next_left = end == parting->n ? parting->n_left : parter->n_left[block + 1];
	size_t n_left = next_left - to_left;
	uint32_t *right = parting->rows + parting->n_left + (first - to_left);
	memcpy(parting->rows + to_left, parter->scratch + first, n_left * sizeof *parting->rows);
	for (size_t i = end; i > first + n_left; i--)
		*right++ = parter->scratch[i - 1];
}

size_t cml_partition_rows(struct cml_partition *parter, struct cml_pool *pool,
			  const uint8_t *column, const uint8_t goes_left[CML_MAX_BIN_CODES],
			  uint32_t *rows, size_t n)
{
	struct parting parting = {parter, column, goes_left, rows, n, 0};
	size_t n_blocks = (n + BLOCK - 1) / BLOCK;
	cml_pool_run(pool, n_blocks, part_block, &parting);
	for (size_t block = 0; block < n_blocks; block++) {
		size_t n_left = parter->n_left[block];
		parter->n_left[block] = parting.n_left;
		parting.n_left += n_left;
	}
	cml_pool_run(pool, n_blocks, place_block, &parting);
	return parting.n_left;
}
