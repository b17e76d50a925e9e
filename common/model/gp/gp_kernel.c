#include "model/gp/gp_kernel.h"

#include <math.h>
#include <string.h>

static double matern32(double squared, double *slope)
{
	double r = sqrt(3 * squared), decay = exp(-r);
	*slope = -1.5 * decay;
	return (1 + r) * decay;
}

static double matern52(double squared, double *slope)
{
	double r = sqrt(5 * squared), decay = exp(-r);
	*slope = -5.0 / 6 * (1 + r) * decay;
	return (1 + r + r * r / 3) * decay;
}

static double squared_exponential(double squared, double *slope)
{
	double value = exp(-squared / 2);
	*slope = -value / 2;
	return value;
}

void cml_gp_correlate(enum cml_gp_kernel kernel, size_t n, double *squared, double *slopes)
{
	double (*correlation)(double, double *) = kernel == CML_GP_MATERN32   ? matern32
						  : kernel == CML_GP_MATERN52 ? matern52
									      : squared_exponential;
	for (size_t i = 0; i < n; i++) {
		double slope;
		squared[i] = correlation(squared[i], &slope);
		if (slopes)
			slopes[i] = slope;
	}
}

void cml_gp_distances(size_t n, size_t d, const double *x, const double *at, size_t m,
		      double *squared)
{
	memset(squared, 0, m * sizeof *squared);
	for (size_t k = 0; k < d; k++) {
		const double *column = x + k * n;
		for (size_t j = 0; j < m; j++) {
			double difference = column[j] - at[k];
			squared[j] += difference * difference;
		}
	}
}
