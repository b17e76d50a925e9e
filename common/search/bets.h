/* What a batch bets on only so often: values, and pairs of values, with which jobs failed and none
 * ran; and pairs of params that jobs changed from what is usual, but never both, though by chance
 * one job or more should have: nothing says whether they go together, as gradient caching and
 * accumulation. Ten proposals that all hang on one of these are one bet. */
#ifndef CML_SEARCH_BETS_H
#define CML_SEARCH_BETS_H

#include "base/error.h"
#include "model/model.h"

struct cml_bet {
	size_t slots[2]; /* twice the same: a value alone */
	double values[2];
	bool is_unmet;  /* made by what has neither of the values; else by what has both */
	size_t n_spent; /* unmet: configurations of the batch that make it */
};

/* Zeroed: there is none. */
struct cml_bets {
	struct cml_bet *unmet;
	size_t n_unmet;
	struct cml_bet *found; /* of the configuration that was looked at last */
	size_t n_found;
};

/* Of the jobs that the support of a model keeps; no pair is unmet where it has too many columns to
 * look at in pairs. */
enum cml_result cml_bets_init(struct cml_bets *bets, const struct cml_model *model,
			      struct cml_error *err);
void cml_bets_release(struct cml_bets *bets);

/* Finds what a configuration with these codes (cml_support_encode) bets on: what only failed, of
 * which min_crashed jobs not for want of memory; and, where it was chosen, the unmet pairs of which
 * it makes the max_unmet-th bet of the batch (0: it was not chosen). */
void cml_bets_find(struct cml_bets *bets, const struct cml_model *model, const double *values,
		   const float *codes, size_t min_crashed, size_t max_unmet);
/* Whether another one makes a bet that was found. */
bool cml_bets_share(const struct cml_bets *bets, const double *values);

#endif
