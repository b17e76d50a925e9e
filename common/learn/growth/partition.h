/* Parting the rows of a node among its children. */
#ifndef CML_LEARN_GROWTH_PARTITION_H
#define CML_LEARN_GROWTH_PARTITION_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/growth/bins.h"

#include <stddef.h>
#include <stdint.h>

/* Scratch for nodes of up to n_rows rows. */
struct cml_partition {
	uint32_t *scratch;
	size_t *n_left; /* of each block of rows */
};

enum cml_result cml_partition_init(struct cml_partition *partition, size_t n_rows,
				   struct cml_error *err);
void cml_partition_release(struct cml_partition *partition);

/* Puts the rows whose code in column (by row number) has goes_left 1 before the
 * others (0), both in their order, and returns how many there are. Large nodes
 * are parted in blocks by all threads of the pool. */
size_t cml_partition_rows(struct cml_partition *partition, struct cml_pool *pool,
			  const uint8_t *column, const uint8_t goes_left[CML_MAX_BIN_CODES],
			  uint32_t *rows, size_t n);

#endif
