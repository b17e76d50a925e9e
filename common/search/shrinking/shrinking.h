/* How much of the uncertainty about scored configurations is left once some of them were chosen,
 * and which is the best to choose next: SHRINK of selection.h, which says what it means.
 *
 * A choice makes no other configuration better: deviations only shrink, and what is to be improved
 * on (a front likewise) only rises. So a score worked out before still bounds the one of now, and
 * only configurations whose old score is the best there is are looked at again (lazy evaluation): a
 * few for each choice, of any number. Source: M. Minoux, "Accelerated greedy algorithms for
 * maximizing submodular set functions", Optimization Techniques, 1978. */
#ifndef CML_SEARCH_SHRINKING_SHRINKING_H
#define CML_SEARCH_SHRINKING_SHRINKING_H

#include "base/error.h"
#include "base/memory.h"
#include "math/top_n.h"
#include "model/model.h"
#include "search/encoded.h"
#include "search/proposals.h"
#include "search/selection.h"
#include "space/space.h"

/* Proposals that are one idea written twice. */

/* Repeats of a job differ by about as much. */
#define CML_SIMILAR_PERCENT 1

/* In how many params two configurations differ: one that is absent differs from every value. */
size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b);

/* Whether two differ in one param alone, and their predictions by CML_SIMILAR_PERCENT at most. */
bool cml_proposals_are_similar(const struct cml_space *space, const struct cml_proposal *a,
			       const struct cml_proposal *b);

/* Whether two differ in a param by a step or more: two levels, or two values of a domain of at most
 * 21; of a larger one or a range, numbers a twentieth of it apart, on the scale that the space
 * encodes. Absence differs from every value. */
bool cml_configs_are_apart(const struct cml_space *space, const double *a, const double *b);

/* *n: how many of the proposals are similar to one before them; names of the params in which they
 * differ from the first such one are appended, in the order of the space, with commas between
 * them. False: out of memory. O(proposals^2 * columns). */
bool cml_similar_print(const struct cml_space *space, const struct cml_proposals *proposals,
		       size_t *n, struct cml_buffer *names);

/* Zeroed is empty. */
struct cml_shrinking {
	const struct cml_selection_problem *problem; /* its front takes in what is chosen */
	struct cml_worth worth;                      /* over the best of what was chosen, too */
	size_t n;
	const struct cml_proposal *proposals;
	double length; /* of correlations that the model does not know, in params */
	struct cml_shrinking_state {
		double variance; /* fraction of it that was left */
		size_t n_seen;   /* choices looked at */
		double *row;     /* of a Cholesky factor of the correlations: n_seen numbers */
	} * states;              /* by proposal */
	struct cml_top_n heap;   /* proposals by their scores, as of the last look at each */
	struct cml_shrinking_choice {
		size_t proposal;
		double variance; /* that was left of it; 0: so little that it tells nothing */
	} * choices;             /* as many as there will be at most */
	size_t n_choices;
	size_t n_known_numbers; /* 0: the model knows no correlations */
	double *known;          /* by choice: n_known_numbers */
	double *covariance;     /* by choice */
	struct cml_encoded at;
};

/* Problem and proposals outlive it. */
enum cml_result cml_shrinking_init(struct cml_shrinking *shrinking,
				   const struct cml_selection_problem *problem,
				   const struct cml_proposals *proposals, struct cml_error *err);
void cml_shrinking_release(struct cml_shrinking *shrinking);

/* The best of those that are not out (is_out[n_pool]; it stays out); n: none is left. Errors
 * of cml_model_encode. */
enum cml_result cml_shrinking_next(struct cml_shrinking *shrinking, const bool *is_out,
				   size_t *next, struct cml_error *err);

/* Chooses it, or another one. */
enum cml_result cml_shrinking_choose(struct cml_shrinking *shrinking, size_t next,
				     struct cml_error *err);

#endif
