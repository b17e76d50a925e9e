/* What a search proposes. */
#ifndef CML_SEARCH_PROPOSALS_H
#define CML_SEARCH_PROPOSALS_H

#include "advise/explanation.h"
#include "advise/spread.h"
#include "model/model_worth.h"
#include "search/shortfall.h"

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

/* Best first by reward, or in the order chosen or drawn. Zeroed is empty. */
struct cml_proposals {
	struct cml_proposal *items;
	size_t n;
	double *values;                     /* block that items point into */
	char shortfall[CML_SHORTFALL_SIZE]; /* why fewer than wanted; empty: they are not */
	struct cml_spread scored; /* predictions of all that were scored; empty: not known */
	const struct cml_proposal *baseline; /* a row to write first; NULL: none */
	bool has_front;                      /* they are of a search for the front */
	bool has_aim;                        /* some may be to learn from: their aims are known */
	size_t n_risky;   /* likelier to fail than to run, unless the user gave a floor */
	size_t n_near;    /* less than a step from another (shrinking/shrinking.h), likewise */
	bool are_a_batch; /* each was chosen with those before it in mind */
	bool all_digits;  /* predictions are to be written with; false: those that the interval
			   * deserves */
	struct cml_explainer *explainer; /* of the model: says why; NULL: nobody asks */
	const double *beside; /* reasons compare with this configuration, by slot; NULL: with
			       * the nearest measured job */
	bool as_text; /* to be written as paragraphs, with an explainer; false: as a table */
};
void cml_proposals_release(struct cml_proposals *proposals);

/* Those that are likelier to fail than to run; 0 where the user has said how failures count. */
size_t cml_count_risky(const struct cml_proposals *proposals, const struct cml_failures *failures);

#endif
