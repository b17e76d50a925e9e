/* What the jobs that were tried say of where to look next: the best of them, how long it has been
 * that, and the alternatives of a condition.
 *
 * Configurations with the same params present are one arm: `block` and `depth` of one algorithm,
 * `tile` of another. The best of a few first jobs says little of what an arm can do once its own
 * params are set well, so that each keeps a share until its best is shown to be behind.
 * One without conditional params has nothing to be set. Source: K.
 * Jamieson, A. Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization",
 * AISTATS 2016. */
#ifndef CML_SEARCH_ARMS_H
#define CML_SEARCH_ARMS_H

#include "search/portfolio/tried_jobs.h"
#include "space/space.h"

#include <math.h>

/* More alternatives share too little: then none counts as one. */
#define CML_MAX_ARMS 8
/* Jobs of an arm without a better one of its own, after which it is behind. Three algorithms, 8
 * seeds, best of 100: .827, .705 without arms; .705 where an arm is behind, too, that is not
 * predicted to reach the best job: what a model knows of a few jobs of it is that these are bad. */
#define CML_ARM_PATIENCE 15
/* Jobs without a better one, after which the search is stalled; not where the best is the first: a
 * baseline, with the draws of a design after it. Five rounds of 40 and 30 jobs of fsdp-sim: 1.10 %
 * above the default, .76 where that counts, too. */
#define CML_STALLED 20

/* Zeroed knows no job. */
struct cml_arms {
	const struct cml_tried_job *best; /* ok, of the largest reward; NULL: none */
	size_t n_since;                   /* jobs after it */
	bool is_stalled;                  /* so many that it is time to look around it */
	size_t n;                         /* fewer than two: none are alternatives */
	bool are_many;                    /* more than there is room for: likewise */
	struct cml_arm {
		bool has_own;      /* any of them */
		uint64_t present;  /* which conditional params it has */
		size_t n, n_since; /* its jobs, chosen ones too; since its best */
		const struct cml_tried_job *best;
	} items[CML_MAX_ARMS];
};

/* Of the jobs (NULL: none), in the order of their rows. */
void cml_arms_init(struct cml_arms *arms, const struct cml_space *space,
		   const struct cml_tried_jobs *tried);

/* The arm of a configuration, added if it is another one; CML_MAX_ARMS: there are too many. */
size_t cml_arms_find(struct cml_arms *arms, const struct cml_space *space, const double *values);

/* The one that fewest jobs had, of those that are not behind; CML_MAX_ARMS: it is that of the best
 * job, or there are none. */
size_t cml_arms_turn(const struct cml_arms *arms);

/* The largest reward; -INFINITY: none ran. */
static inline double cml_reward_of(const struct cml_tried_job *best)
{
	return best ? best->reward : -INFINITY;
}

#endif
