/* Numbers that stand for none: 1e20, 999999, -1 as the metric of jobs that failed. */
#ifndef CML_BASE_PLACEHOLDER_H
#define CML_BASE_PLACEHOLDER_H

#include "base/error.h"

#include <stdbool.h>

struct cml_placeholder {
	size_t n;      /* how many there are */
	double lo, hi; /* what they are: one number, or all from lo on, which are results, too */
};

#define CML_MAX_PLACEHOLDERS 6
struct cml_placeholders {
	struct cml_placeholder items[CML_MAX_PLACEHOLDERS];
	size_t n;
};

/* Low ones: what is 0 or less, where all others are above 0. It is a placeholder if it is one
 * number that fewer than half have; if it is -1 or another number that people and programs write
 * for none, with 0 or without; or all of it, if it is one in ten at most. Or the smallest number,
 * if three have it and all others are ten times that or more.
 * High ones: the largest number, ten times all others or more, of fewer than half, if three have
 * it; or one that is written for none: nines (9999), a power of ten from 1e9 on, the largest of a
 * type, anything from 1e30 on; then the largest of what is left, three at most.
 * NaN is passed over. CML_NO_MEMORY only. O(n log n). */
enum cml_result cml_placeholders_find(size_t n, const double *y, struct cml_placeholders *found,
				      struct cml_error *err);

/* Whether y is one of these numbers; one among several that are results, too, is not. */
bool cml_placeholders_have(const struct cml_placeholders *found, double y);

/* Likewise, of what may be 0 or small: memory that was not measured is -1 or 99999. */
bool cml_placeholders_have_code(const struct cml_placeholders *found, double y);

/* A number at one end of a metric that many jobs have, where others are all different. */
struct cml_cap {
	size_t n; /* how many have it; 0: there is none */
	double at;
	bool is_high; /* the largest, not the smallest */
};

/* The largest or the smallest number, if one in twenty has it, ten at least, and ten times as many
 * as have any other one, of which there are ten at least: where jobs were stopped, as after 240 s,
 * or where no more is measured. NaN is passed over. CML_NO_MEMORY only. O(n log n). */
enum cml_result cml_cap_find(size_t n, const double *y, struct cml_cap *cap, struct cml_error *err);

#endif
