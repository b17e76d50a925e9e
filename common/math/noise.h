/* How far a predictor's deviations are to be believed: the noise beside them. */
#ifndef CML_MATH_NOISE_H
#define CML_MATH_NOISE_H

#include <stddef.h>

/* What a prediction was off by, and how far it was expected to be. */
struct cml_missed {
	double error; /* without its sign; finite */
	double sd;    /* at least 0, finite */
};

/* A variance, for which errors are likeliest with spreads in proportion to sqrt(noise + sd^2),
 * double exponential: 0.03 to 4 times their mean square. 0 where all errors are 0. */
double cml_noise_fit(const struct cml_missed *items, size_t n);

#endif
