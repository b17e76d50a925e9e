/* The best n configurations found so far, shared by the threads of a search. What
 * is kept at the end does not depend on the order in which they were found. */
#ifndef CML_SEARCH_LEADERS_H
#define CML_SEARCH_LEADERS_H

#include "base/error.h"
#include "base/key_set.h"
#include "math/top_n.h"
#include "model/predictor/acquisition.h"
#include "search/proposals.h"
#include "space/feasible/constraints.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_leaders {
	const struct cml_constraints *constraints;
	const struct cml_key_set *exclude; /* NULL: none */
	struct cml_acquisition acquisition;
	bool has_codes; /* places in the order of the space fit into 64 bits */
	pthread_mutex_t mutex;
	struct cml_top_n top;
	struct cml_proposals proposals; /* by slot of top */
	struct cml_key_set known;       /* ever kept */
	struct cml_key_set refused;     /* excluded ones met */
	_Atomic double worst;           /* reward; see cml_leaders_worst */
};

/* Room for n of the space of constraints, which must outlive it. */
enum cml_result cml_leaders_init(struct cml_leaders *leaders,
				 const struct cml_constraints *constraints, size_t n,
				 const struct cml_acquisition *acquisition,
				 const struct cml_key_set *exclude, struct cml_error *err);
void cml_leaders_release(struct cml_leaders *leaders);

/* The reward (see cml_acquisition_reward) that a configuration must at least have to be kept: that
 * of the last leader, minus infinity while there are fewer than n. Never falls. */
double cml_leaders_worst(const struct cml_leaders *leaders);

/* Offers a feasible configuration with its prediction. Known and excluded ones are
 * passed over. Equal rewards: the first in the order of cml_enumerator wins. Safe
 * from any thread. */
enum cml_result cml_leaders_offer(struct cml_leaders *leaders, const double *values, double mean,
				  double sd, struct cml_error *err);

/* Moves the leaders out, best first. */
enum cml_result cml_leaders_take(struct cml_leaders *leaders, struct cml_proposals *proposals,
				 struct cml_error *err);

#endif
