/* Bayesian optimisation: what is worth knowing next, under the predictor's mean and
 * uncertainty. */
#ifndef CML_SEARCH_BAYES_H
#define CML_SEARCH_BAYES_H

#include "search/searcher.h"

/* Looks for configurations of large acquisition: the confidence bound on the hopeful
 * side (ucb where the metric is to be large, lcb where it is to be small), or the
 * expected improvement. A quarter of the samples are where jobs of the history did
 * best and uniform draws. From the best of these a few local searches go out side by
 * side: each in turn asks for all neighbours of the best configuration it met whose
 * neighbours were not asked for yet, so that it goes on elsewhere by itself when nothing
 * near is better.
 * Where there are very many neighbours, or continuous params, a random part of them
 * takes their place.
 *
 * What is proposed together is then chosen one after the other (see cml_select):
 * ucb and ei shrink the uncertainty around what was chosen; thompson, which searches
 * by the confidence bound, takes the best of a new function each time.
 * Source: J. Snoek, H. Larochelle, R. Adams, "Practical Bayesian optimization of
 * machine learning algorithms", NeurIPS 2012; local search over configurations: F.
 * Hutter, H. Hoos, K. Leyton-Brown, "Sequential model-based optimization for general
 * algorithm configuration", LION 2011, section 4.3. */
extern const struct cml_searcher_kind cml_bayes;

#endif
