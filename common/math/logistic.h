/* The logistic function and its relatives, without overflow. */
#ifndef CML_MATH_LOGISTIC_H
#define CML_MATH_LOGISTIC_H

/* log(1 + exp(x)). */
double cml_softplus(double x);

/* 1 / (1 + exp(-x)): the chance of log-odds x. */
double cml_logistic(double x);

/* The mean of the logistic function over a normal number: 1 / (1 + exp(-mean / sqrt(1 + pi
 * variance / 8))), which is within 0.02 of it. variance at least 0.
 * Source: D. MacKay, "The evidence framework applied to classification networks", Neural
 * Computation 4, 1992. */
double cml_logistic_mean(double mean, double variance);

#endif
