/* Uniform random configurations of a space, rules and conditions obeyed. */
#ifndef CML_SPACE_SAMPLER_H
#define CML_SPACE_SAMPLER_H

#include "base/error.h"
#include "base/random.h"
#include "space/branches.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Draws from the product of the domains and keeps what every rule allows, so
 * the kept ones are uniform over the feasible configurations. Contexts, and
 * params that are fixed, keep their value.
 *
 * Two draws that differ in an inactive parameter are the same configuration, so
 * a draw must be taken with a chance of 1 / k for each inactive parameter of k
 * values. Where the parameters that conditions look at have few combinations
 * (at most CML_MAX_BRANCHES), those are listed beforehand and drawn by weight;
 * otherwise draws are refused by chance. Both are exact. A parameter of a
 * continuous range counts once, active or not, and is uniform in its range. */
#define CML_MAX_BRANCHES 65536
struct cml_sampler {
	const struct cml_space *space;
	double *fixed; /* by slot: value, or NaN when drawn */
	struct cml_branches branches;
	uint64_t n_drawn;     /* tries so far */
	uint64_t *n_rejected; /* by slot of a rule: tries it was the first to refuse */
	uint64_t n_undefined; /* tries refused because an expression was undefined */
};

/* fixes: `name=value` texts. Contexts not among them take their default.
 * CML_BAD_USAGE: no such param or context, a value outside its domain, no
 * value for a context; CML_BAD_DATA: a param that cannot be drawn because its
 * domain is open-ended or empty. */
enum cml_status cml_sampler_init(struct cml_sampler *sampler, const struct cml_space *space,
				 const char *const *fixes, size_t n_fixes, struct cml_error *err);
void cml_sampler_release(struct cml_sampler *sampler);

/* Draws one configuration into values (n_columns, completed). Gives up after
 * max_tries refused tries in a row with CML_NOTHING, and a sentence that names
 * the rule that refused most. */
enum cml_status cml_sampler_draw(struct cml_sampler *sampler, struct cml_random *random,
				 uint64_t max_tries, double *values, struct cml_error *err);

#endif
