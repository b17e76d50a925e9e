#include "math/noise.h"

#include <math.h>

/* In mean squared errors: not 0, as no deviation of 0 is to be believed. */
static const double shares[] = {0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 4};

/* Minus the logarithm of the likelihood, with the best factor of all spreads. */
static double find_loss(const struct cml_missed *items, size_t n, double noise)
{
	double logs = 0, sum = 0;
	for (size_t i = 0; i < n; i++) {
		double spread = sqrt(noise + items[i].sd * items[i].sd);
		logs += log(spread) / (double)n;
		sum += items[i].error / spread / (double)n;
	}
	return logs + log(sum);
}

double cml_noise_fit(const struct cml_missed *items, size_t n)
{
	double square = 0, best = INFINITY, noise;
	for (size_t i = 0; i < n; i++)
		square += items[i].error * items[i].error / (double)n;
	noise = square;
	for (size_t i = 0; square > 0 && i < sizeof shares / sizeof *shares; i++) {
		double loss = find_loss(items, n, shares[i] * square);
		if (loss < best) {
			best = loss;
			noise = shares[i] * square;
		}
	}
	return noise;
}
