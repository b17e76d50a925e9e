/* Who decides which configuration runs next, and what they look at. Part of selection.h; choose.c
 * has the order. */
#ifndef CML_SEARCH_DECIDERS_H
#define CML_SEARCH_DECIDERS_H

#include "search/portfolio/portfolio.h"
#include "search/proposals.h"
#include "search/selection.h"
#include "search/shrinking/shrinking.h"
#include "space/space.h"

#include <math.h>

/* What the jobs that were tried say of where to look next: the best of them, how long it has been
 * that, and the alternatives of a condition.
 *
 * Configurations with the same params present are one arm: `block` and `depth` of one algorithm,
 * `tile` of another. The best of a few first jobs says little of what an arm can do once its own
 * params are set well, so that each keeps a share until its best is shown to be behind.
 * One without conditional params has nothing to be set. Source: K.
 * Jamieson, A. Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization",
 * AISTATS 2016. */

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

/* A choice in the making. */
struct cml_choice {
	const struct cml_selection_problem *problem;
	double sign;                     /* -1: a small metric is good */
	const struct cml_proposal *pool; /* n_pool, pending jobs first */
	size_t n_pool;
	struct cml_choice_state {
		bool is_taken;   /* chosen, or pending */
		bool is_risky;   /* below the floor of the chance: put off by 2 */
		bool is_poor;    /* far behind the best job: put off by 1 */
		bool is_near;    /* to one taken: likewise */
		bool is_similar; /* to one chosen: with TURNS, or n_apart, likewise */
		/* Of what no job had: likewise, where too many hang on such. */
		enum cml_novelty novelty;
		/* Shares with one chosen what only failed, or what never met: likewise. */
		bool has_failed;
		bool is_failing;              /* too many would be expected to fail: never */
		bool is_neighbour;            /* one setting from the best job */
		bool is_predicted, is_spread; /* chosen for its prediction, or to be far away */
		size_t arm;
	} * states;   /* n_pool */
	bool *is_out; /* n_pool: taken, or put off by more than tier */
	int tier;
	size_t n_apart; /* params in which two of a foreign context are to differ; 0: any */
	size_t *chosen; /* n */
	size_t n_chosen;
	size_t n_near;                  /* chosen all the same */
	size_t n_untried;               /* chosen */
	double failing;                 /* of those chosen, as expected */
	size_t arm;                     /* whose turn it is */
	struct cml_arms arms;           /* what the jobs that were tried say */
	struct cml_shrinking shrinking; /* SHRINK, TURNS */
	struct cml_portfolio portfolio; /* what jobs that were tried say; zeroed: not asked */
	struct cml_worth mean_worth[2]; /* TURNS: of the prediction alone, of each metric */
	struct cml_top_n by_values;     /* TURNS: what the process of values promises, at most */
};

/* Problem and proposals outlive it. */
enum cml_result cml_choice_init(struct cml_choice *choice,
				const struct cml_selection_problem *problem,
				const struct cml_proposals *proposals, struct cml_error *err);
void cml_choice_release(struct cml_choice *choice);

/* The best of those that are not out, by a score (NaN: not to be chosen) or as it finds it. */
struct cml_decider {
	double (*score)(const struct cml_choice *choice, size_t i);
	enum cml_result (*find)(struct cml_choice *choice, size_t *next, struct cml_error *err);
	bool is_prediction; /* what it chooses is no job to learn from */
	bool may_miss;      /* where it finds none, expected improvement decides */
};
extern const struct cml_decider
    cml_by_certainty,   /* of those surest to run, on what jobs had, the best predicted */
    cml_by_improvement, /* what it promises beside what was taken */
    cml_by_prediction, cml_by_second, /* of the first metric, of the second */
    cml_by_values,                    /* what a process of single values promises */
    cml_by_neighbour,                 /* reward, one setting from the best job */
    cml_by_arm,                       /* improvement on the best job of choice->arm */
    cml_by_distance,                  /* from all that was tried or taken */
    cml_by_order;                     /* of rewards; what is similar, or cannot be the best, last */

/* *next = n_pool: it finds none. Errors of cml_model_encode. */
enum cml_result cml_decide(const struct cml_decider *decider, struct cml_choice *choice,
			   size_t *next, struct cml_error *err);

/* Whether the k-th to be chosen is an anchor. */
bool cml_choice_is_anchor(const struct cml_choice *choice, size_t k);

/* Number c runs: it is out, and what is near to it put off, and less uncertain. */
enum cml_result cml_choice_take(struct cml_choice *choice, size_t c, struct cml_error *err);

/* Marks number i, or all, as out, or not, as they stand. */
void cml_choice_put_off(struct cml_choice *choice, size_t i);
void cml_choice_put_off_all(struct cml_choice *choice);

/* Whether number c is given up, with all that shares with it what only failed, and often: these are
 * put off. What is let in all the same is not refused again. */
enum cml_result cml_choice_refuse(struct cml_choice *choice, size_t c, bool *refuses,
				  struct cml_error *err);

/* After number c was chosen: puts off what caution does not allow any more. */
enum cml_result cml_choice_be_cautious(struct cml_choice *choice, size_t c, struct cml_error *err);

/* Lets in some of what was put off; false: all is in. */
bool cml_choice_relent(struct cml_choice *choice);

/* Leaves what was chosen, and what it is to run for. */
enum cml_result cml_choice_keep(const struct cml_choice *choice, struct cml_proposals *proposals,
				struct cml_error *err);

#endif
