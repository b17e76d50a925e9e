#include "math/normal.h"

#include <math.h>

double cml_normal_density(double x)
{
	return exp(-0.5 * x * x) * (M_SQRT1_2 * M_2_SQRTPI / 2);
}

double cml_normal_probability(double x)
{
	return 0.5 * erfc(-x * M_SQRT1_2);
}

double cml_normal_central(double p)
{
	double z = 0;

	/* Where no further step helps, rounding makes it one back. */
	for (;;) {
		double next = z + (p - erf(z * M_SQRT1_2)) / (2 * cml_normal_density(z));

		if (!(next > z))
			return z;
		z = next;
	}
}

double cml_softplus(double x)
{
	return fmax(x, 0) + log1p(exp(-fabs(x)));
}

double cml_logistic(double x)
{
	return 1 / (1 + exp(-x));
}
