/* Choosing the configurations to run together among those that were scored. The
 * best ones alone are often one idea written n times. */
#ifndef CML_SEARCH_SELECTION_H
#define CML_SEARCH_SELECTION_H

#include "base/error.h"
#include "learn/predictor/worth.h"
#include "math/front.h"
#include "model/model.h"
#include "search/caution.h"
#include "search/proposals.h"
#include "space/space.h"

enum cml_selection_by {
	CML_SELECT_BEST,   /* by reward */
	CML_SELECT_SHRINK, /* by reward, where every configuration chosen shrinks the
			    * uncertainty of those like it */
	CML_SELECT_TURNS,  /* by SHRINK, by the prediction, and by a process of single values, in
			    * turns */
	CML_SELECT_SPREAD, /* each as far as can be from all that is chosen or was tried */
};

/* Zeroed: the best. */
struct cml_selection {
	enum cml_selection_by by;
	/* BEST, TURNS: what is similar to one chosen (shrinking/shrinking.h) comes last; BEST: with
	 * what even 1.645 deviations above its prediction is behind the first one. */
	bool skips_similar;
	/* What differs from one taken by less than a step (shrinking/shrinking.h) comes last. */
	bool keeps_apart;
};

/* Whether it needs to see more than the n best. */
static inline bool cml_selection_needs_all(const struct cml_selection *selection)
{
	return selection->by != CML_SELECT_BEST || selection->skips_similar ||
	       selection->keeps_apart;
}

struct cml_selection_problem {
	const struct cml_selection *selection;
	const struct cml_space *space;
	struct cml_worth worth;        /* that rewards are of */
	const struct cml_model *model; /* that scored them; NULL: no matter to SHRINK */
	struct cml_front *front;       /* that rewards are of, with SHRINK and TURNS; NULL: none */
	const double *first;           /* chosen beforehand, for SPREAD and TURNS; NULL: none */
	const struct cml_tried_jobs *tried; /* in the contexts of the search; NULL: none */
	struct cml_caution *caution;        /* NULL: nothing is a risk */
	size_t n_pending; /* so many proposals in front are jobs that run already: observed by
			   * SHRINK and TURNS, never chosen */
	size_t n;
};

/* proposals: best first, scored; leaves up to n of them, in the order chosen, which choose.c has:
 * one after the other, the best of those left; equal ones: the first. Fewer than n, where more
 * would be expected to fail than caution allows.
 *
 * SHRINK: deviations from the predicted means count as jointly normal with the
 * predicted sd. Their correlation is the model's, where its kind knows it (see
 * struct cml_predictor_kind), else exp(-d / l) for d params that differ, l a quarter of
 * the params; what was chosen counts as observed, and as having come out
 * as predicted, so that expected improvement is over it too, if it is likelier than not to
 * run; a front, likewise, takes in what was chosen. The mean and the chance stay; the sd of what
 * is like it shrinks, and so does what it promises.
 * TURNS, for expected improvement: by SHRINK, by the predicted gain over the best job times the
 * chance (cml_worth_over_best), by the improvement that a process of single values expects
 * (portfolio/portfolio.h); with a front by SHRINK, by the prediction of the first metric with
 * the chance, by that of the second. To learn is what is predicted to be worse than the best job
 * tried, or than all that were chosen for their prediction; where none was, than the best there is.
 * SPREAD: see portfolio/portfolio.h.
 *
 * Cost: n passes over the proposals; with SHRINK one, and a covariance with each choice for those
 * that come near to being chosen (shrinking/shrinking.h). Errors of cml_model_encode.
 * Source: T. Desautels, A. Krause, J. Burdick, "Parallelizing exploration-exploitation
 * tradeoffs in Gaussian process bandit optimization", JMLR 15, 2014 (hallucinated
 * observations); D. Ginsbourger, R. Le Riche, L. Carraro, "Kriging is well-suited to
 * parallelize optimization", 2010, section 4.2 (the believer). */
enum cml_result cml_select(const struct cml_selection_problem *problem,
			   struct cml_proposals *proposals, struct cml_error *err);

#endif
