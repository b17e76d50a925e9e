/* What a search proposes, and why it is less than wanted, in one sentence. */
#ifndef CML_SEARCH_PROPOSALS_H
#define CML_SEARCH_PROPOSALS_H

#include "advise/explanation.h"
#include "advise/spread.h"
#include "base/error.h"
#include "math/top_n.h"
#include "model/model.h"
#include "space/feasible/sampler.h"

#include <math.h>

/* A proposal; pred and sd are NaN without a model. */
struct cml_proposal {
	double *values; /* space->n_columns */
	uint64_t key;
	double pred;
	double sd;
	double second; /* as pred and sd, of the second metric, in a search for the front */
	double second_sd;
	bool on_front;     /* in one: nothing measured or proposed is predicted to dominate it */
	bool learns;       /* run for what its result will teach: not predicted to be good enough */
	bool is_anchor;    /* nearly sure to run, in contexts that the log does not know */
	double log_chance; /* that the job runs; 0 where the model does not know, or without one */
	double cost;       /* of the launch, above 0; 0: of no matter */
	double reward;     /* its worth (worth.h), per cost, by which it is ranked; 0 without a
			    * model */
};

/* What is taken from the logarithm of a worth for the cost. */
static inline double cml_proposal_price(const struct cml_proposal *proposal)
{
	return proposal->cost > 0 ? log(proposal->cost) : 0;
}

/* Nobody launches a job that runs once in twenty times: unless the user says otherwise, such are
 * not proposed. */
#define CML_HOPELESS 0.05

/* Numbers of configurations, as a search counts them, and what it knows in the end. */
struct cml_shortfall {
	const struct cml_space *space;
	size_t n, n_wanted;
	size_t n_met;      /* distinct ones */
	size_t n_proposed; /* by the searcher, the same ones again counted */
	size_t n_scored;   /* distinct ones, neither excluded nor outside the log */
	size_t n_stale;    /* proposed since the last new one */
	size_t n_excluded, n_outside;
	double min_chance;
	bool is_hopeless; /* min_chance is CML_HOPELESS, not what the user asked for */
	/* Of the likeliest below it: a limit that it is predicted to leave, and where to; NULL:
	 * none. */
	const char *limit;
	double outcome;
	size_t n_below;                /* of those that were scored, and are below it */
	struct cml_proposal likeliest; /* of these */
	bool differ; /* in their chances: otherwise none is likelier than the others */
	/* Draws, and those that the row refused that refuses most of them: nearly all. NULL: it is
	 * no rule that leaves too few. */
	const char *rule, *expression;
	uint64_t n_drawn, n_refused;
	bool is_all;        /* no more are to be met */
	const char *where;  /* what was met is, in words */
	bool is_within_log; /* the space is narrowed to the log */
	bool is_cautious;   /* more of those that are left would be expected to fail */
	bool has_budget;
};

/* Takes in one below min_chance: of two that are as likely, that of the larger reward is the
 * likeliest. Its values are copied to those of likeliest, for which the caller has room. */
void cml_shortfall_offer(struct cml_shortfall *shortfall, const struct cml_proposal *proposal);

/* Sets what is above of a rule, if one refuses nearly all that is drawn.
 * A sampler without a space has drawn nothing. */
void cml_shortfall_blame(struct cml_shortfall *shortfall, const struct cml_sampler *sampler);

/* Sets the limit that the likeliest is predicted to leave, if any. features, x: scratch of one row.
 */
void cml_shortfall_blame_limit(struct cml_shortfall *shortfall, const struct cml_model *model,
			       double *features, float *x);

/* Terminated, in at most size bytes. */
#define CML_SHORTFALL_SIZE 512
void cml_shortfall_print(const struct cml_shortfall *shortfall, char *text, size_t size);

/* Best first by reward, or in the order chosen or drawn. Zeroed is empty. */
struct cml_proposals {
	struct cml_proposal *items;
	size_t n;
	double *values;                     /* block that items point into */
	char shortfall[CML_SHORTFALL_SIZE]; /* why fewer than wanted; empty: they are not */
	struct cml_spread scored; /* predictions of all that were scored; empty: not known */
	struct cml_spread hopes;  /* with has_aim: the better ends of their intervals, as rewards */
	double best_job; /* with has_aim: metric in the contexts of the search; NaN: none */
	const struct cml_proposal *baseline; /* a row to write first; NULL: none */
	bool has_front;                      /* they are of a search for the front */
	bool has_aim;                        /* some may be to learn from: their aims are known */
	size_t n_risky;    /* likelier to fail than to run, unless the user gave a floor */
	size_t n_near;     /* less than a step from another (shrinking/shrinking.h), likewise */
	bool are_cautious; /* fewer, as more would be expected to fail (caution.h) */
	bool are_a_batch;  /* each was chosen with those before it in mind */
	bool all_digits;   /* predictions are to be written with; false: those that the interval
			    * deserves */
	struct cml_explainer *explainer; /* of the model: says why; NULL: nobody asks */
	const double *beside; /* reasons compare with this configuration, by slot; NULL: with
			       * the nearest measured job */
	bool as_text;   /* to be written as paragraphs, with an explainer; false: as a table */
	bool continues; /* a table of which others have written the header */
};
/* Puts those kept in top in order, behind room for n_before others. */
enum cml_result cml_proposals_order(struct cml_proposals *proposals, struct cml_top_n *top,
				    size_t n_before, struct cml_error *err);
void cml_proposals_release(struct cml_proposals *proposals);

/* Jobs that were launched with what is fixed for a search, as far as it needs to know them. */

enum cml_tried_state {
	CML_TRIED_OK,      /* has a reward */
	CML_TRIED_FAILED,  /* failed by itself, or broke a limit */
	CML_TRIED_PENDING, /* says nothing yet: still to run, or ended by others */
};

struct cml_tried_job {
	const double *values; /* n_columns of the space */
	enum cml_tried_state state;
	double reward; /* larger is better; looked at where it is OK only */
};

/* Zeroed is empty. Nothing is owned. */
struct cml_tried_jobs {
	struct cml_tried_job *items;
	size_t n;
};

#endif
