/* The state of a choice among proposals, and what caution asks of it. Part of selection.h. */
#ifndef CML_SEARCH_SELECTING_H
#define CML_SEARCH_SELECTING_H

#include "learn/predictor/worth.h"
#include "search/arms.h"
#include "search/caution.h"
#include "search/portfolio/portfolio.h"
#include "search/proposals.h"
#include "search/shrinking/shrinking.h"

struct cml_selection_problem;

struct selecting {
	const struct cml_selection_problem *problem;
	struct cml_caution *caution; /* of the problem; NULL: nothing is a risk */
	bool maximize, are_twins_put_off;
	const struct cml_proposal *pool;
	size_t n_pool;
	struct state {
		bool is_taken;   /* chosen, or pending */
		bool is_risky;   /* below the floor of the chance: put off by 2 */
		bool is_poor;    /* far behind the best job: put off by 1 */
		bool is_near;    /* to one taken: likewise */
		bool is_similar; /* to one chosen: with TURNS likewise */
		/* Of what no job had: likewise, where too many hang on such. */
		enum cml_novelty novelty;
		bool is_failing;   /* too many would be expected to fail: never */
		bool is_neighbour; /* one setting from the best job */
		size_t arm;
	} * states;   /* n_pool */
	bool *is_out; /* n_pool: taken, or put off by more than tier */
	int tier;
	size_t n_near;      /* chosen all the same */
	size_t n_untried;   /* chosen */
	bool knows_untried; /* of all that were left */
	bool has_untried;   /* as many as may */
	double failing;     /* of those chosen, as expected */
	size_t *chosen;     /* n */
	bool *is_by_mean;   /* n: for its prediction */
	size_t n_chosen;
	size_t arm;                      /* whose turn it is */
	struct cml_arms arms;            /* SHRINK, TURNS: what the jobs that were tried say */
	struct cml_shrinking shrinking;  /* SHRINK, TURNS */
	struct cml_portfolio portfolio;  /* what jobs that were tried say; zeroed: not asked */
	struct cml_worth mean_worth[2];  /* TURNS: of the prediction alone, of each metric */
	struct cml_score_heap by_values; /* TURNS: what the process of values promises, at most */
};

/* Whether i is out, as it stands. */
void cml_selecting_put_off(struct selecting *selecting, size_t i);

/* Whether the k-th to be chosen is an anchor. */
bool cml_selecting_is_anchor(const struct selecting *selecting, size_t k);

/* Of those that are sure to run, and hang on least that no job had, the best predicted; or n_pool.
 */
enum cml_result cml_selecting_find_anchor(struct selecting *selecting, size_t *next,
					  struct cml_error *err);

/* After number c was chosen: puts off what caution does not allow any more. */
enum cml_result cml_selecting_be_cautious(struct selecting *selecting, size_t c,
					  struct cml_error *err);

#endif
