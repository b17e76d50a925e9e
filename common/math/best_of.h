/* The best of k jobs of a random order: what so many random tries can be expected to
 * find, exactly, instead of averaged over shuffles. */
#ifndef CML_MATH_BEST_OF_H
#define CML_MATH_BEST_OF_H

#include <stdbool.h>
#include <stddef.h>

/* Goes through k = 1, 2, ..., n_jobs. */
struct cml_best_of {
	size_t n_jobs;        /* all that take their turn; at least n_values */
	size_t n_values;      /* those that gave a value; at least 1 */
	const double *values; /* n_values, best first, finite; not owned */
	bool maximize;        /* large ones are good, so they descend */
	size_t k;             /* jobs so far; 0 before the first cml_best_of_next */
	double none;          /* probability that none of k gave a value */
};

/* Of the best of k jobs, given that one of them gave a value. lo and hi are the values
 * at which its distribution function reaches 5 % and 95 %, or the next that the mean is not past:
 * lo <= mean <= hi, but for rounding. */
struct cml_best_of_point {
	double mean, lo, hi;
	double any; /* probability that one of them gave a value */
};

/* All orders are equally likely. With v_1, ..., v_m the values, best first, none of the
 * best r is among k of n jobs with probability S_r = C(n - r, k) / C(n, k), a product of
 * (n - i - k) / (n - i) over i < r; the mean is v_1 + sum over r < m of
 * (v_(r+1) - v_r) (S_r - S_m) / (1 - S_m). Ties change nothing. Errors are of rounding,
 * about 1e-16 / any of the spread of the values; a quantile counts as reached within
 * 1e-9 of it, so that one of 20 jobs is 5 %. A call takes O(min(m, n / k)) where few jobs
 * give no value, and O(m) at most. k must be below n_jobs before the call.
 * Source: order statistics of a sample without replacement, e.g. B. C. Arnold, N.
 * Balakrishnan and H. N. Nagaraja, "A First Course in Order Statistics", 1992. */
struct cml_best_of_point cml_best_of_next(struct cml_best_of *best_of);

#endif
