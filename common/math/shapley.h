/* Shapley values: what each of several players brings, shared fairly.
 *
 * A player's value is the mean, over all orders in which the players can arrive, of what the worth
 * grows by as it arrives. The values add up to the worth of all players less that of none;
 * players that do the same have the same value; one that never changes the worth has 0.
 * Source: L. S. Shapley, "A value for n-person games", 1953; orders drawn: J. Castro, D. Gomez, J.
 * Tejada, "Polynomial calculation of the Shapley value based on sampling", Computers & Operations
 * Research 36, 2009; each with its reverse: R. Mitchell, J. Cooper, E. Frank, G. Holmes, "Sampling
 * permutations for Shapley value estimation", JMLR 23, 2022. */
#ifndef CML_MATH_SHAPLEY_H
#define CML_MATH_SHAPLEY_H

#include <stddef.h>

/* Players up to which all 2^n sets are asked for. */
#define CML_SHAPLEY_EXACT 12

/* values[n] of n <= CML_SHAPLEY_EXACT players; worth[2^n], by set: bit i is set where player i is
 * there. O(n 2^n), sums in a fixed order. n = 0: nothing to do. */
void cml_shapley_exact(size_t n, const double *worth, double *values);

/* How many orders are drawn for n players: even, at least CML_SHAPLEY_MIN_ORDERS, and otherwise so
 * many that as many sets are asked for as of CML_SHAPLEY_EXACT players. */
#define CML_SHAPLEY_MIN_ORDERS 16
size_t cml_shapley_n_orders(size_t n);

/* orders[n_orders x n]: players, each second order the reverse of the one before. The same for
 * every call; n_orders is even. */
void cml_shapley_draw(size_t n, size_t n_orders, size_t *orders);

/* values[n] and errors[n], their standard errors over pairs of orders, from worth[n_orders x
 * (n + 1)]: of each order the worth after its first 0, 1, ... n players. The values of each order
 * add up, so those of all do. At least two pairs. */
void cml_shapley_sampled(size_t n, size_t n_orders, const size_t *orders, const double *worth,
			 double *values, double *errors);

#endif
