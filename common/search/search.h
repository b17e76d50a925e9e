/* The search loop: ask a searcher, score with a model if there is one, keep the
 * best distinct configurations. */
#ifndef CML_SEARCH_SEARCH_H
#define CML_SEARCH_SEARCH_H

#include "base/error.h"
#include "base/key.h"
#include "base/parallel.h"
#include "learn/predictor/hyper.h"
#include "learn/predictor/worth.h"
#include "math/front.h"
#include "model/model.h"
#include "search/proposals.h"
#include "search/searcher.h"
#include "search/selection.h"
#include "space/expression/expression.h"
#include "space/space.h"

/* What a launch costs, from an expression over params, contexts and derived columns, in which
 * the name of a metric stands for its prediction: `gpus * 3e12 / tokens_per_s`. */

/* Zeroed is empty. For one thread at a time. */
struct cml_cost {
	const struct cml_space *space;
	struct cml_expression *expression;
	double *row;                    /* n_columns: a configuration with its predictions */
	bool reads_first, reads_second; /* metric */
};

/* The space must outlive it, and takes in the texts of the expression. A single column is an
 * expression too. CML_BAD_USAGE: not an expression over these columns, or one that names none of
 * them, so that it is the same for all. */
enum cml_result cml_cost_init(struct cml_cost *cost, struct cml_space *space, const char *text,
			      struct cml_error *err);
void cml_cost_release(struct cml_cost *cost);

/* For searches that divide the metric by the cost. CML_BAD_USAGE: it reads the metric, which would
 * count twice. */
enum cml_result cml_cost_check_once(const struct cml_cost *cost, struct cml_error *err);

/* Of completed values (n_columns) whose metrics are predicted as pred, in their units (of a space
 * with one, the second is not looked at). *amount is above 0 and finite. CML_BAD_DATA: it is not, a
 * column that it reads is missing, or it is undefined. */
enum cml_result cml_cost_of(struct cml_cost *cost, const double *values, const double pred[2],
			    double *amount, struct cml_error *err);

/* Where every configuration has to be listed or predicted, more than this many take days or
 * years, and are refused. */
#define CML_MAX_ENDING 1000000000000

/* Samples of a search that says no number; and from so many proposals on, a batch is a ranking: no
 * turns, and none is kept apart from others. */
#define CML_SEARCH_SAMPLES 2000
struct cml_search {
	const struct cml_space *space; /* the model's when there is a model */
	const struct cml_model *model; /* NULL: proposals are kept in order of arrival */
	const struct cml_searcher_kind *kind;
	const struct cml_hyper *hyper; /* resolved */
	size_t n;                      /* configurations wanted */
	size_t n_samples;              /* distinct proposals to score, at least n; of kinds
					* with a budget: proposals of each trial. 0: n, or
					* CML_SEARCH_SAMPLES if that is more and there is something
					* to choose them by */
	const char *const *fixes;      /* `name=value` */
	size_t n_fixes;
	uint64_t shard, n_shards; /* of kinds that list all: this part alone; 0 of 0: the whole */
	const struct cml_key_set *exclude;  /* NULL: none */
	struct cml_acquisition acquisition; /* with a model: what rewards are, unless the
					     * searcher plans its own */
	struct cml_failures failures;       /* with a model: what becomes of the chance to run */
	struct cml_cost *cost; /* with a model: worths are per unit of it; NULL: of no matter */
	/* With a model of two metrics: what is measured of them, with a reference. Worth is then
	 * what a launch is expected to add; what is chosen joins it: by SHRINK, or by TURNS
	 * where kind plans them and the metrics agree, so that they have a best job as one metric
	 * has. NULL: the first metric alone counts. */
	struct cml_front *front;
	bool within_log;                      /* with a model: only what its log covers */
	bool contexts_are_given;              /* all of them, as those of fixes are */
	const double *first;                  /* runs beside them, for designs; NULL: nothing */
	const struct cml_configs *candidates; /* propose only these, instead of asking kind's
					       * searcher; NULL: all of the space */
	const struct cml_configs *starts;     /* where searchers may start; NULL: none */
	const struct cml_tried_jobs *tried;   /* jobs in the contexts of the search; NULL: none */
	uint64_t seed;
	struct cml_pool *pool;
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

/* Never gives a configuration twice, an excluded one, or one that breaks a
 * rule (candidates are checked by their reader). A kind that lists all is asked until the end: the
 * result is the best of all, equal ones in the order of cml_enumerator. Where the selection needs
 * to see more than n, it sees the best CML_SEARCH_MAX_KEPT. Others give up looking when
 * CML_SEARCH_MAX_STALE proposals in a row (or 20 times the distinct ones found, if that
 * is more), or ten million draws, brought nothing new; with a model also after
 * CML_SEARCH_MAX_STALE proposals and 20 for each sample wanted or configuration excluded.
 * Kinds with a budget go on until it is spent.
 * CML_NOTHING when none was found, or all are below the floor of failures, with the highest
 * chance of those scored, or the log covers none of them; CML_BAD_USAGE for a kind that learns
 * without a model; errors of the sampler, the searcher, cml_model_worth and cml_cost_of. The same
 * for every number of threads. */
#define CML_SEARCH_MAX_STALE 10000
#define CML_SEARCH_MAX_KEPT ((size_t)1 << 17)
enum cml_result cml_search_run(const struct cml_search *search, struct cml_proposals *proposals,
			       struct cml_error *err);

#endif
