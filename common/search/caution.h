/* What a batch may risk: in contexts that the log lacks, or barely has, its first jobs are nearly
 * sure to run; few hang on a value, or a pair of values, that no job had, or none of the context;
 * and few are expected to fail. */
#ifndef CML_SEARCH_CAUTION_H
#define CML_SEARCH_CAUTION_H

#include "base/error.h"
#include "model/model.h"
#include "search/encoded.h"

/* What a batch bets on only so often: values, and pairs of values, with which jobs failed and none
 * ran; and pairs of params that jobs changed from what is usual, but never both, though by chance
 * one job or more should have: nothing says whether they go together, as gradient caching and
 * accumulation. Ten proposals that all hang on one of these are one bet. */

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

/* Configurations that make a context known. Where the log lacks it all predictions may be off in
 * one direction: a model that learned from these knows by how much. */
#define CML_ANCHORS 3
/* As likely to run as this, or nearly as the likeliest. */
#define CML_SURE 0.95
#define CML_NEARLY_AS_SURE 0.98
/* Of a batch, rounded up. */
#define CML_UNTRIED_SHARE 0.1
/* Failures expected of a batch: a fifth of it, but two of a small one. */
#define CML_FAILING_SHARE 0.2
#define CML_FAILING_LEAST 2

/* Of one thread. Zeroed: nothing is a risk. */
struct cml_caution {
	struct cml_encoded at;
	size_t n_anchors; /* proposals that come first; where is_foreign one */
	/* A level of a context is new, and no law of the metric has an order for it: that of other
	 * levels may mislead. */
	bool is_foreign;
	bool is_blind;      /* nothing that was learned knows of a failure */
	size_t max_untried; /* proposals; SIZE_MAX: any number */
	double max_failing; /* expected; INFINITY: any number */
	struct cml_bets bets;
	/* By slot: how many times a number of the contexts is that of the nearest job, and a param
	 * that a rule ties to it (dp * tp * pp == gpus); else 1. */
	double *stretch, *shrunk; /* shrunk: scratch, a configuration at the scale of the log */
};

/* For a batch of n, with a model; the contexts among `fixes` (`name=value`) are those of the
 * batch. Without any, or where the model does not know what its log covers, no context is new. Who
 * says how failures count has chosen how many there may be. */
enum cml_result cml_caution_init(struct cml_caution *caution, const struct cml_model *model,
				 const char *const *fixes, size_t n_fixes,
				 const struct cml_failures *failures, size_t n,
				 struct cml_error *err);
void cml_caution_release(struct cml_caution *caution);

/* What jobs had of a configuration. */
enum cml_novelty {
	CML_NOVELTY_NONE,
	CML_NOVELTY_CONTEXT, /* a value of a param that no job of one of its contexts had */
	CML_NOVELTY_VALUE,   /* one that no job had, or a pair of values that should have come
			      * together and never did: it is untried */
	CML_NOVELTY_SEVERAL, /* of these more than one */
	CML_NOVELTY_FAR, /* a number so far from the jobs of a context, in a log without failures
			  * and laws, that nothing says whether it runs */
};

/* *novelty: the most that is true of a configuration, and of it at the scale of the log. Errors of
 * cml_model_encode. */
enum cml_result cml_caution_look(struct cml_caution *caution, const double *values,
				 enum cml_novelty *novelty, struct cml_error *err);

/* Finds what a configuration bets on: what only failed, and min_crashed times not for want
 * of memory; and where it was chosen, the pairs that never met of which max_untried have now
 * changed both. Errors of cml_model_encode. */
enum cml_result cml_caution_find_bets(struct cml_caution *caution, const double *values,
				      size_t min_crashed, bool is_chosen, struct cml_error *err);

#endif
