/* Means, spreads and quantiles. */
#ifndef CML_MATH_SUMMARY_H
#define CML_MATH_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

/* Moves the numbers that are not NaN to the front, in order; how many. */
size_t cml_drop_nan(size_t n, double *x);
/* NaN for n == 0. Compensated (Neumaier) summation. */
double cml_mean(size_t n, const double *x);
/* Sample standard deviation (n - 1 below the line); NaN for n < 2. */
double cml_sd(size_t n, const double *x);
/* Quantile q in [0, 1] of x, which is reordered (selection, not a full sort);
 * NaN for n == 0. Type 7 of Hyndman and Fan, "Sample quantiles in statistical
 * packages", 1996: linear between order statistics, as R and NumPy default. */
double cml_quantile(size_t n, double *x, double q);
/* The same of x already in ascending order, untouched. */
double cml_quantile_sorted(size_t n, const double *x, double q);
/* Quantile 0.5; x is reordered. */
double cml_median(size_t n, double *x);
/* Whether numbers above 0 lie evenly between their ends, not by factors: the median is in the
 * middle half of their range, and outside that of their logarithms. */
bool cml_is_even(double min, double median, double max);

/* Quantiles of weighted values. */

/* A value that counts as often as its weight. */
struct cml_weighted {
	double value;
	double weight;
};

/* The smallest value at which the running sum of weights reaches q of their
 * total, q in (0, 1]. items[n], n > 0, is sorted. */
double cml_weighted_quantile(struct cml_weighted *items, size_t n, double q);

#endif
