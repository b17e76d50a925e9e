/* Feature values as small whole numbers, so that growing a tree looks at a
 * byte per value and at 255 places to split at most. */
#ifndef CML_LEARN_GROWTH_BINS_H
#define CML_LEARN_GROWTH_BINS_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"

/* One byte holds a bin; the last one is left for missing values. */
#define CML_MAX_BINS 255
/* Bins of a feature together with the one for missing values. */
#define CML_MAX_BIN_CODES (CML_MAX_BINS + 1)

/* Bin b holds the values in [lows[b], highs[b]], both of which occur;
 * highs[b] < lows[b + 1]. Missing values, where there are any, have bin
 * n_bins. */
struct cml_binned_feature {
	uint32_t n_bins; /* 0 when every value is missing */
	bool has_missing;
	float *lows;
	float *highs;
};

struct cml_bins {
	size_t n_rows;
	size_t n_features;
	struct cml_binned_feature *features; /* n_features */
	uint8_t *codes; /* n_features x n_rows, feature after feature: the bins */
	float *edges;   /* where lows and highs point into */
};

/* Bins every feature of data. A feature with at most max_bins (2 to 255)
 * distinct values gets a bin for each, which makes histogram splits exact; -0
 * and 0 are one value. Other features get max_bins bins of about equal weight,
 * a value that outweighs a bin having one to itself. O(n_rows * n_features),
 * features in parallel, 48 bytes of scratch per row and thread.
 * Source of equal-weight bins: T. Chen, C. Guestrin, "XGBoost: a scalable tree
 * boosting system", KDD 2016, section 3.3, with all rows in place of a sketch. */
enum cml_result cml_bins_init(struct cml_bins *bins, const struct cml_dataset *data,
			      size_t max_bins, struct cml_pool *pool, struct cml_error *err);
void cml_bins_release(struct cml_bins *bins);

/* How many codes a feature uses: its bins, and one for missing values if there
 * are any. 1 or 0: constant, nothing to split. */
static inline uint32_t cml_binned_feature_n_codes(const struct cml_binned_feature *feature)
{
	return feature->n_bins + (feature->has_missing ? 1 : 0);
}

/* The threshold of a split between two values lo < hi: the largest float not
 * above their midpoint, so that lo <= threshold < hi whatever the rounding. */
float cml_bin_midpoint(float lo, float hi);

#endif
