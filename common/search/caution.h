/* What a batch may risk: in contexts that the log lacks, or barely has, its first jobs are nearly
 * sure to run; few hang on a value, or a pair of values, that no job had, or none of the context;
 * and few are expected to fail. */
#ifndef CML_SEARCH_CAUTION_H
#define CML_SEARCH_CAUTION_H

#include "base/error.h"
#include "model/model.h"
#include "search/encoded.h"
#include "search/unmet.h"

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
	/* Of the configuration that cml_caution_find_failed looked at. */
	struct cml_failed_pair {
		size_t slots[2];  /* twice the same: a value alone */
		size_t n_crashed; /* jobs that failed, but not for want of memory */
	} * failed_pairs;
	size_t n_failed_pairs;
	struct cml_unmet unmet;
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

/* After a configuration was chosen: *is_spent: it is the last of the batch, max_untried in all,
 * that may change two params which never met (unmet.h). Then, of another one: whether it changes
 * both, too. Errors of cml_model_encode. */
enum cml_result cml_caution_spend(struct cml_caution *caution, const double *values, bool *is_spent,
				  struct cml_error *err);
enum cml_result cml_caution_is_spent(struct cml_caution *caution, const double *values,
				     bool *is_spent, struct cml_error *err);

/* Finds the values, and pairs of values, of a configuration with which jobs failed and none ran.
 * Errors of cml_model_encode. */
enum cml_result cml_caution_find_failed(struct cml_caution *caution, const double *values,
					struct cml_error *err);
/* Whether another one shares of what was found something that crashed so often. */
bool cml_caution_shares(const struct cml_caution *caution, const double *values,
			const double *other, size_t n_crashed);

#endif
