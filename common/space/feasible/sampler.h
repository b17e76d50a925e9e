/* Uniform random configurations of a space, rules and conditions obeyed. */
#ifndef CML_SPACE_FEASIBLE_SAMPLER_H
#define CML_SPACE_FEASIBLE_SAMPLER_H

#include "base/error.h"
#include "base/random.h"
#include "space/feasible/constraints.h"
#include "space/feasible/diagram.h"
#include "space/space.h"

/* A decision diagram (diagram.h) holds the constraints that fit into it, and is
 * drawn from by the exact counts of completions, so nothing it refuses is ever
 * drawn. What does not fit (rules over very many combinations, or over
 * continuous params) refuses draws afterwards. Both together are uniform over
 * the distinct feasible configurations: an absent param counts once, not once
 * for each value. A param of a continuous range counts once, absent or not, and
 * is uniform in its range. */
#define CML_MAX_SAMPLED_STATES 4096
#define CML_MAX_SAMPLED_CHILDREN ((size_t)1 << 20)
struct cml_sampler {
	const struct cml_space *space;
	struct cml_constraints constraints;
	struct cml_diagram diagram;
	struct cml_diagram restricted; /* of the last cml_sampler_draw_within */
	double *point;                 /* scratch: by level */
	uint8_t *allowed;              /* scratch: by state, level after level */
	uint64_t n_drawn;              /* tries so far */
	uint64_t *n_rejected;          /* by slot: tries its row was the first to refuse */
};

/* fixes: `name=value` texts, see cml_fixes_take. CML_BAD_USAGE and CML_BAD_DATA
 * as there and of cml_constraints_init; CML_NOTHING: no configuration is
 * feasible, with the rules that contradict each other (see cml_conflict_report). */
enum cml_result cml_sampler_init(struct cml_sampler *sampler, const struct cml_space *space,
				 const char *const *fixes, size_t n_fixes, struct cml_error *err);
void cml_sampler_release(struct cml_sampler *sampler);

/* Draws one configuration into values (n_columns, completed). Gives up after
 * max_tries refused tries in a row with CML_NOTHING, and a sentence that names
 * the rule that refused most. */
enum cml_result cml_sampler_draw(struct cml_sampler *sampler, struct cml_random *random,
				 uint64_t max_tries, double *values, struct cml_error *err);

/* As cml_sampler_draw, of what a source draws: it sets values (n_columns, complete)
 * to a configuration of the diagram each time it is called. */
typedef void cml_sampler_source(void *context, double *values);
enum cml_result cml_sampler_draw_from(struct cml_sampler *sampler, cml_sampler_source *source,
				      void *context, uint64_t max_tries, double *values,
				      struct cml_error *err);

/* The row that refused most tries so far; their number is n_rejected of it. */
size_t cml_sampler_worst(const struct cml_sampler *sampler);

/* As cml_sampler_draw, among the configurations in which every param takes its
 * value of a or of b (absent there counts too): with a = b but for free params,
 * a mutation; with two parents, a crossover that obeys the rules. a and b are
 * feasible. is_free: by slot, params that may take any value; NULL: none. Cost:
 * one pass over the diagram, which small spaces make in microseconds. A param
 * that is lumped and not free takes the value of a or of b by a fair coin.
 * CML_NOTHING after max_tries draws that broke rules outside the diagram. */
enum cml_result cml_sampler_draw_within(struct cml_sampler *sampler, struct cml_random *random,
					const double *a, const double *b, const bool *is_free,
					uint64_t max_tries, double *values, struct cml_error *err);

/* Configurations near a configuration, for local search and evolution. */

/* A neighbour differs in the value of one param. Params whose condition becomes
 * true by that get their default (the first value of the domain without one),
 * those whose condition becomes false are emptied, derived columns are worked
 * out again; it obeys every rule, and fixed columns stay. */
struct cml_neighbours {
	const struct cml_constraints *constraints;
	const double *values; /* the configuration itself */
	size_t most;          /* params of more values than that are passed over; 0: none is */
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
 * CML_NEIGHBOUR_TRIES, one of all that cml_neighbours_next gives of params with at most
 * CML_NEIGHBOUR_LISTED values is drawn. False when there is none. Allocates nothing. */
#define CML_NEIGHBOUR_TRIES 200
#define CML_NEIGHBOUR_LISTED 256
bool cml_neighbour_draw(const struct cml_constraints *constraints, struct cml_random *random,
			const double *values, double *neighbour);

/* Whether there are no more configurations than n; false where they cannot be counted. */
bool cml_sampler_is_spent(const struct cml_sampler *sampler, size_t n);

#endif
