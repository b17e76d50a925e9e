/* What the column of a feature holds: what its values are scaled by. */
#ifndef CML_LEARN_DATA_FEATURE_MOMENTS_H
#define CML_LEARN_DATA_FEATURE_MOMENTS_H

#include "learn/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_feature_moments {
	bool all_flags;   /* zeroes and ones alone, besides missing values */
	bool is_constant; /* no spread but rounding; also without any value */
	size_t n_missing; /* rows where it is NaN */
	double mean;      /* weighted, of the values there are; 0 when there are none */
	double sd;        /* weighted, about the mean */
};

/* Of feature f over all rows. */
struct cml_feature_moments cml_feature_moments(const struct cml_dataset *data, size_t f);

#endif
