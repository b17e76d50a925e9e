/* The covariance function of Gaussian processes, Matern with nu = 5/2, of the squared distance.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT
 * Press 2006, equation 4.17. */
#ifndef CML_LEARN_GP_GP_KERNEL_H
#define CML_LEARN_GP_GP_KERNEL_H

#include <stddef.h>

/* squared[n] become correlations: 1 where it is 0, falling towards 0; within 1e-15 of them.
 * slopes[n], NULL for none: their derivatives by the squared distance. Each is the same whatever n,
 * on every processor. */
void cml_gp_correlate(size_t n, double *squared, double *slopes);

/* n points of d coordinates: coordinate k of all of them at x + k * n. squared[j] is the
 * squared distance of point j from at[d], for the first m points. */
void cml_gp_distances(size_t n, size_t d, const double *x, const double *at, size_t m,
		      double *squared);

/* The sum of n products, in an order that only n decides. */
double cml_gp_dot(size_t n, const double *a, const double *b);

/* weights[n] are multiplied with slopes[n] and factor. */
void cml_gp_weigh(size_t n, double factor, const double *slopes, double *weights);

/* The sum of weights[j] (x[j] - at)^2 over n numbers, in an order that only n decides. */
double cml_gp_sum_squares(size_t n, const double *weights, const double *x, double at);

#endif
