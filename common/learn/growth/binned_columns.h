/* Binned features laid out for growing trees: columns of codes, in which sparse
 * features that are never active together share a place. */
#ifndef CML_LEARN_GROWTH_BINNED_COLUMNS_H
#define CML_LEARN_GROWTH_BINNED_COLUMNS_H

#include "base/error.h"
#include "learn/growth/bins.h"

#define CML_NO_DEFAULT_BIN UINT32_MAX

/* Where a feature's bins are among its column's codes. Alone in a column, codes
 * are bins (default_bin is CML_NO_DEFAULT_BIN, first_code 0). In a shared one, the
 * feature's most frequent bin rests: it has no code, and the others follow each
 * other from first_code; code 0 means that every feature rests. */
struct cml_bundle_member {
	uint32_t feature;
	uint32_t first_code;
	uint32_t default_bin;
};

/* Holds every value twice, one byte each: growing reads whole rows to fill
 * histograms and single columns to part rows.
 * Source of shared columns: exclusive feature bundling, G. Ke et al.,
 * "LightGBM", NIPS 2017, section 4, here without conflicts: exact. */
struct cml_binned_columns {
	size_t n_rows;
	size_t n_columns;
	size_t stride;        /* bytes from row to row in by_row */
	uint8_t *by_row;      /* n_rows x stride */
	uint8_t *by_column;   /* n_columns x n_rows */
	size_t *first_bin;    /* n_columns + 1: where a column's codes start in a histogram */
	size_t *first_member; /* n_columns + 1: where a column's features start in members */
	struct cml_bundle_member *members; /* every feature that is not constant */
	size_t n_members;
};

/* Frees the codes of bins, which the columns replace; features stay. Constant features are no
 * members. */
enum cml_result cml_binned_columns_init(struct cml_binned_columns *columns, struct cml_bins *bins,
					struct cml_error *err);
void cml_binned_columns_release(struct cml_binned_columns *columns);

/* The code in its column of bin `bin` of a member. */
static inline uint32_t cml_bundle_code(const struct cml_bundle_member *member, uint32_t bin)
{
	return bin == member->default_bin
		   ? 0
		   : member->first_code + bin - (bin > member->default_bin ? 1 : 0);
}

#endif
