/* How many configurations a space has. */
#ifndef CML_SPACE_FEASIBLE_SPACE_SIZE_H
#define CML_SPACE_FEASIBLE_SPACE_SIZE_H

#include "base/error.h"
#include "base/random.h"
#include "space/feasible/diagram.h"

#include <stdbool.h>

struct cml_space_size {
	double n;        /* INFINITY: past the largest number */
	cml_count count; /* the same, when exact and not CML_COUNT_MAX */
	bool is_exact;
	bool is_infinite; /* a continuous param, which n counts once */
	double error;     /* standard error of n; 0 when exact */
};

/* Of what a diagram and the wanted constraints it leaves allow. Exact when it
 * leaves none, or when all are wanted and what it lets through is at most
 * CML_MAX_COUNTED, which is counted one by one; else estimated from CML_SIZE_DRAWS draws: the count
 * of the diagram times the fraction that the others let through. Source: J. M. Hammersley, D. C.
 * Handscomb, "Monte Carlo Methods", 1964, 5.2 (hit or miss). */
#define CML_MAX_COUNTED 2000000
#define CML_SIZE_DRAWS 100000
enum cml_result cml_space_size_find(struct cml_space_size *size, const struct cml_diagram *diagram,
				    struct cml_random *random, struct cml_error *err);

#endif
