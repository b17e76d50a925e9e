/* Correlation of two columns of numbers. */
#ifndef CML_MATH_CORRELATION_H
#define CML_MATH_CORRELATION_H

#include "base/error.h"

/* Kendall's tau-b of n pairs, O(n log n), ties in x, y and both counted.
 * x, y: n finite doubles each, untouched. *tau in [-1, 1]; NaN when n < 2 or
 * one side is constant. Memory as for cml_sort_pairs.
 * Source: W. R. Knight, "A computer method for calculating Kendall's tau with
 * ungrouped data", JASA 61, 1966; tau-b: M. G. Kendall, "The treatment of ties
 * in ranking problems", Biometrika 33, 1945. */
enum cml_result cml_kendall_tau_b(size_t n, const double *x, const double *y, double *tau,
				  struct cml_error *err);

/* Pearson's r; NaN when n < 2 or one side is constant. Two passes. */
double cml_pearson(size_t n, const double *x, const double *y);

/* Spearman's rho: Pearson's r of the mid-ranks. */
enum cml_result cml_spearman(size_t n, const double *x, const double *y, double *rho,
			     struct cml_error *err);

/* Mid-ranks (1-based, ties share their mean rank) of x into ranks[n]. */
enum cml_result cml_ranks(size_t n, const double *x, double *ranks, struct cml_error *err);

/* Area under the ROC curve: the fraction of all pairs of a row with label 1 and one with label 0 in
 * which the former has the larger x; equal ones count half. labels: n of them, 0 or 1. NaN unless
 * there are both. O(n log n).
 * Source: J. A. Hanley, B. J. McNeil, "The meaning and use of the area under a receiver operating
 * characteristic (ROC) curve", Radiology 143, 1982. */
enum cml_result cml_auc(size_t n, const double *x, const double *labels, double *auc,
			struct cml_error *err);

/* What Kendall's tau is counted with. */

/* Sorts words[n] ascending and returns how many pairs i < j had words[i] >
 * words[j]: exact for n up to 2^32. scratch holds n words. O(n log n) by merge
 * sort; allocates nothing.
 * Source: W. R. Knight, "A computer method for calculating Kendall's tau with
 * ungrouped data", JASA 61, 1966. */
uint64_t cml_count_inversions(size_t n, uint64_t *words, uint64_t *scratch);

#endif
