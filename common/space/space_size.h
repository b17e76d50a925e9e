/* How many configurations a space has. */
#ifndef CML_SPACE_SPACE_SIZE_H
#define CML_SPACE_SPACE_SIZE_H

#include "base/error.h"
#include "space/sampler.h"

#include <stdbool.h>

struct cml_space_size {
	double n;
	cml_count count; /* the same, when exact and not CML_COUNT_MAX */
	bool is_exact;
	bool is_infinite; /* a continuous param: n counts it once */
	double error;     /* standard error of n; 0 when exact */
};

/* Exact when the diagram holds every rule, or when what it lets through is at
 * most CML_MAX_COUNTED and can be counted one by one; else estimated from
 * CML_SIZE_DRAWS draws from the diagram: its count times the share that the
 * other rules let through.
 * Source: J. M. Hammersley, D. C. Handscomb, "Monte Carlo Methods", 1964, 5.2
 * (hit or miss). */
#define CML_MAX_COUNTED 2000000
#define CML_SIZE_DRAWS 100000
enum cml_status cml_space_size(struct cml_sampler *sampler, struct cml_random *random,
			       struct cml_space_size *size, struct cml_error *err);

#endif
