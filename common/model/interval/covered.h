/* The range of a feature that the jobs learned from cover. */
#ifndef CML_MODEL_INTERVAL_COVERED_H
#define CML_MODEL_INTERVAL_COVERED_H

#include "learn/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>

/* What a feature covers. On a scale of logarithms (base 2) where all its values are above 0 and it
 * is none itself, which its name log2(...) tells: a batch of 30,000 where there were 4 to 12 is
 * eleven doublings away, not thousands of standard deviations. */
struct cml_covered {
	double low, high; /* low > high: it never had a value */
	double unit;      /* standard deviation; 1 where it is constant: a doubling, or a level */
	bool is_log;
	bool is_number; /* three distinct values or more, or two of a logarithm: a flag is none */
	bool is_pair;   /* two distinct values */
};

/* Whether a feature of this name is a logarithm already. */
bool cml_covered_is_named_log(const char *name);

/* A value on the scale of its feature; NaN of NaN. */
double cml_covered_place(const struct cml_covered *covered, double value);

/* Of one feature. O(rows). */
struct cml_covered cml_covered_find(const struct cml_dataset *data, size_t feature);

/* The distance of a value, not NaN, from what is covered, in units; 0 inside, 1 where there never
 * was a value. */
double cml_covered_excess(const struct cml_covered *covered, double value);

#endif
