#include "math/logistic.h"

#include <math.h>

double cml_softplus(double x)
{
	return fmax(x, 0) + log1p(exp(-fabs(x)));
}

double cml_logistic(double x)
{
	return 1 / (1 + exp(-x));
}

double cml_logistic_mean(double mean, double variance)
{
	return cml_logistic(mean / sqrt(1 + M_PI * variance / 8));
}
