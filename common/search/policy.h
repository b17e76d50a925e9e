/* A policy over configurations: a categorical distribution for each param, all of
 * them independent but for the rules. A configuration x that the decision diagram
 * allows has the chance
 *     p(x) = exp(sum over levels k of logit[k, x_k]) / Z
 * where Z is the same sum over all configurations that it allows. Weights multiply
 * along a path, so one pass up the diagram gives Z and one down the chance of every
 * option: draws, log-probabilities and their gradients are exact, and nothing the
 * diagram refuses is ever drawn.
 *
 * An option of a level is a state of its param. The values of a lumped param (one of
 * a continuous range, say) are cut into bins of equal probability, each an option, within
 * which a draw is uniform. With all logits 0 the policy is uniform over the
 * configurations, as cml_sampler_draw is.
 * Source: R. J. Williams, "Simple statistical gradient-following algorithms for
 * connectionist reinforcement learning", Machine Learning 1992; the two passes as in
 * L. R. Rabiner, "A tutorial on hidden Markov models", Proc. IEEE 1989, section
 * III.A. */
#ifndef CML_SEARCH_POLICY_H
#define CML_SEARCH_POLICY_H

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "space/feasible/diagram.h"

struct cml_policy_level {
	size_t first; /* its first option, of all */
	size_t n_options;
	size_t n_bins;     /* of these, at the front; 0: options are states */
	size_t first_node; /* its nodes, of all */
	double unit;       /* chances of its nodes are divided by this */
};

struct cml_policy {
	const struct cml_diagram *diagram;
	size_t n_options;
	double *logits;    /* n_options; the caller's to change, see cml_policy_refresh */
	double *marginals; /* n_options: the chance that a draw takes it */

	struct cml_policy_level *levels; /* diagram->n_levels, and the end */
	double *log_counts;              /* by option: log of the number of values it represents */
	double *weights;                 /* by option: exp of logit and count, scaled */
	double *state_weights;           /* scratch: by state of a level */
	double *state_chances;           /* scratch */
	double *totals;                  /* by node: of its completions, scaled */
	double *reached;                 /* by node: chance that a draw comes by */
	struct cml_arena arena;
};

/* All logits 0. diagram must outlive the policy, its root's count may not be 0.
 * max_bins: of a lumped param, at least 1. */
enum cml_result cml_policy_init(struct cml_policy *policy, const struct cml_diagram *diagram,
				size_t max_bins, struct cml_error *err);
void cml_policy_release(struct cml_policy *policy);

/* Works out what follows from the logits; to be called when they changed. Cost: two
 * passes over the diagram. */
void cml_policy_refresh(struct cml_policy *policy);

/* Draws options (n_levels) and the values (n_columns, completed) they stand for. */
void cml_policy_draw(const struct cml_policy *policy, struct cml_random *random, size_t *options,
		     double *values);

/* gradient[n_options] = the sum over n draws (options: n x n_levels) of
 * factors[i] * d log p(i) / d logits. */
void cml_policy_gradient(const struct cml_policy *policy, size_t n, const size_t *options,
			 const double *factors, double *gradient);

#endif
