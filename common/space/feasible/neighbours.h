/* Configurations near a configuration, for local search and evolution. */
#ifndef CML_SPACE_FEASIBLE_NEIGHBOURS_H
#define CML_SPACE_FEASIBLE_NEIGHBOURS_H

#include "base/random.h"
#include "space/feasible/constraints.h"

/* A neighbour differs in the value of one param. Params whose condition becomes
 * true by that get their default (the first value of the domain without one),
 * those whose condition becomes false are emptied, derived columns are worked
 * out again; it obeys every rule, and fixed columns stay. */
struct cml_neighbours {
	const struct cml_constraints *constraints;
	const double *values; /* the configuration itself */
	size_t variable;
	size_t value;
};

/* Starts the neighbours of values: feasible, n_columns. Both must outlive it. */
void cml_neighbours_start(struct cml_neighbours *neighbours,
			  const struct cml_constraints *constraints, const double *values);

/* The next neighbour into neighbour (n_columns); false at the end. In the order
 * of the space file and of the domain; continuous params are passed over.
 * Allocates nothing. Cost: a check of all rules for each value tried. */
bool cml_neighbours_next(struct cml_neighbours *neighbours, double *neighbour);

/* values with another value of one param, and what follows from that as above, into neighbour.
 * Whether that is feasible; if not, *refused is the first constraint (its index) that it does not
 * pass, or SIZE_MAX: a condition is undefined. values need not be feasible. Allocates nothing. */
bool cml_neighbour_set(const struct cml_constraints *constraints, const double *values, size_t slot,
		       double value, double *neighbour, size_t *refused);

/* A neighbour by chance: a param, each with the same chance, takes another value,
 * each with the same chance, until the rules allow it; params that become active
 * by that are drawn too, and continuous ones take part. When none came of
 * CML_NEIGHBOUR_TRIES, one of all that cml_neighbours_next gives is drawn. False
 * when there is none. Allocates nothing. */
#define CML_NEIGHBOUR_TRIES 200
bool cml_neighbour_draw(const struct cml_constraints *constraints, struct cml_random *random,
			const double *values, double *neighbour);

#endif
