/* The standard normal distribution. */
#ifndef CML_MATH_NORMAL_H
#define CML_MATH_NORMAL_H

double cml_normal_density(double x);
double cml_normal_probability(double x); /* of a value <= x; accurate in both tails */

/* z for which [-z, z] has the probability p, 0 <= p < 1: 1.96 for 0.95. Newton's
 * method on erf, which is concave there and so is approached from below; to the
 * last few bits up to p = 0.9999. */
double cml_normal_central(double p);

/* The logistic function and its relatives, without overflow. */

/* log(1 + exp(x)). */
double cml_softplus(double x);

/* 1 / (1 + exp(-x)): the chance of log-odds x. */
double cml_logistic(double x);

#endif
