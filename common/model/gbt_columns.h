/* Binned features laid out for growing trees: columns of codes, in which sparse
 * features that are never active together share a place. */
#ifndef CML_MODEL_GBT_COLUMNS_H
#define CML_MODEL_GBT_COLUMNS_H

#include "base/error.h"
#include "model/gbt_bins.h"

#include <stddef.h>
#include <stdint.h>

#define CML_GBT_NO_RESTING UINT32_MAX

/* Where a feature's bins are among its column's codes. Alone in a column, codes
 * are bins (resting is CML_GBT_NO_RESTING, first_code 0). In a shared one, the
 * feature's most frequent bin rests: it has no code, and the others follow each
 * other from first_code; code 0 means that every feature rests. */
struct cml_gbt_place {
	uint32_t feature;
	uint32_t first_code;
	uint32_t resting;
};

/* Holds every value twice, one byte each: growing reads whole rows to fill
 * histograms and single columns to part rows.
 * Source of shared columns: exclusive feature bundling, G. Ke et al.,
 * "LightGBM", NIPS 2017, section 4, here without conflicts: exact. */
struct cml_gbt_columns {
	size_t n_rows;
	size_t n_columns;
	size_t stride;       /* bytes from row to row in by_row */
	uint8_t *by_row;     /* n_rows x stride */
	uint8_t *by_column;  /* n_columns x n_rows */
	size_t *first_bin;   /* n_columns + 1: where a column's codes start in a histogram */
	size_t *first_place; /* n_columns + 1: where a column's features start in places */
	struct cml_gbt_place *places; /* every feature that is not constant */
	size_t n_places;
};

/* Takes the codes of bins over (bins->codes becomes NULL where they are reused;
 * features stay). Constant features get no place. */
enum cml_status cml_gbt_columns_init(struct cml_gbt_columns *columns, struct cml_gbt_bins *bins,
				     struct cml_error *err);
void cml_gbt_columns_release(struct cml_gbt_columns *columns);

/* The code in its column of bin `bin` of the feature at place. */
static inline uint32_t cml_gbt_code_of(const struct cml_gbt_place *place, uint32_t bin)
{
	return bin == place->resting ? 0 : place->first_code + bin - (bin > place->resting ? 1 : 0);
}

#endif
