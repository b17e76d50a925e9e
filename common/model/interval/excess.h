/* How far a job leaves what the jobs learned from cover, feature by feature. */
#ifndef CML_MODEL_INTERVAL_EXCESS_H
#define CML_MODEL_INTERVAL_EXCESS_H

#include "base/error.h"
#include "model/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>

/* What a feature covers. On a scale of logarithms (base 2) where all its values are above 0 and it
 * is none itself, which its name log2(...) tells: a batch of 30,000 where there were 4 to 12 is
 * eleven doublings away, not thousands of standard deviations. */
struct cml_covered {
	double low, high; /* low > high: it never had a value */
	double unit;      /* standard deviation; 1 where it is constant: a doubling, or a level */
	bool is_log;
	bool is_number; /* three distinct values or more */
};

/* How far a job is outside, in numbers, and in what else the jobs had only one or two values of:
 * levels that were never met, settings that never varied. */
struct cml_excess {
	double numbers, levels;
};

/* Of every feature: covered[data->n_features]. O(rows * features). */
void cml_covered_find(const struct cml_dataset *data, struct cml_covered *covered);

/* The sums over features of the distance from what is covered, in their units; 0 inside. A missing
 * value is inside; a value where there never was one counts 1. x: one row. */
struct cml_excess cml_excess_of(const struct cml_covered *covered, size_t n_features,
				const float *x);

#endif
