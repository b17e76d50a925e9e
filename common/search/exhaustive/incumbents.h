/* The best n configurations found so far, shared by the threads of a search. What
 * is kept at the end does not depend on the order in which they were found. */
#ifndef CML_SEARCH_EXHAUSTIVE_INCUMBENTS_H
#define CML_SEARCH_EXHAUSTIVE_INCUMBENTS_H

#include "base/error.h"
#include "base/key_set.h"
#include "learn/predictor/worth.h"
#include "math/top_n.h"
#include "search/proposals.h"
#include "space/feasible/constraints.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_incumbents {
	const struct cml_constraints *constraints;
	const struct cml_key_set *exclude; /* NULL: none */
	struct cml_worth worth;
	bool has_codes; /* places in the order of the space fit into 64 bits */
	pthread_mutex_t mutex;
	struct cml_top_n top;
	struct cml_proposals proposals; /* by slot of top */
	struct cml_key_set known;       /* ever kept */
	struct cml_key_set refused;     /* excluded ones met */
	_Atomic double worst;           /* see cml_incumbents_worst */
	_Atomic double best_log_chance; /* see cml_incumbents_best_log_chance */
};

/* Room for n of the space of constraints, which must outlive it. */
enum cml_result cml_incumbents_init(struct cml_incumbents *incumbents,
				    const struct cml_constraints *constraints, size_t n,
				    const struct cml_worth *worth,
				    const struct cml_key_set *exclude, struct cml_error *err);
void cml_incumbents_release(struct cml_incumbents *incumbents);

/* What a configuration must at least be worth to be kept: as much as the last incumbent, minus
 * infinity while there are fewer than n. Never falls. */
double cml_incumbents_worst(const struct cml_incumbents *incumbents);

/* The highest log chance of those below the floor, while there is no incumbent; infinity when
 * there is one: it does not matter then. Never falls. */
double cml_incumbents_best_log_chance(const struct cml_incumbents *incumbents);

/* Offers a feasible configuration with its prediction. Known and excluded ones, and those below
 * the floor, are passed over. Equal worth: the first in the order of cml_enumerator wins. Safe
 * from any thread. */
enum cml_result cml_incumbents_offer(struct cml_incumbents *incumbents, const double *values,
				     double mean, double sd, double log_chance,
				     struct cml_error *err);

/* Moves the incumbents out, best first. */
enum cml_result cml_incumbents_take(struct cml_incumbents *incumbents,
				    struct cml_proposals *proposals, struct cml_error *err);

#endif
