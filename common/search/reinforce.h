/* Reinforcement learning: several agents, each with a policy of its own, learn by
 * REINFORCE which configurations the model likes. */
#ifndef CML_SEARCH_REINFORCE_H
#define CML_SEARCH_REINFORCE_H

#include "search/searcher.h"

/* Each of `trials` agents draws n_samples configurations, `batch` at a time, from a
 * factorised policy (policy.h) that starts uniform, and after each batch of B takes
 * one step of Adam (rate `learning-rate`, decays 0.9 and 0.999, epsilon 1e-8)
 * uphill along
 *     1/B sum over i of (r_i - baseline) / scale * d log p(x_i) / d logits.
 * The baseline is a moving average of the mean rewards of the batches, each weighing
 * `baseline-decay` times less than the one after it; the last is the current batch
 * without the draw itself, so that the baseline does not depend on it, which would
 * bias the step. The scale is the root of the mean square of r - baseline, averaged
 * in the same way, so that the unit of the metric does not matter. `entropy` c adds
 * c (-log p(x_i) - H) to the standardised reward, whose mean over draws has the
 * gradient of c H, H the entropy. `bins`: of continuous params, see policy.h.
 *
 * Rules that do not fit into the diagram refuse draws afterwards. What is learnt is
 * not biased by it: it puts one more constant next to log p, and against that stands
 * the baseline. A reward that is not finite counts as the baseline.
 *
 * Agent t draws from stream t of the seed, so that the first of three is the one of
 * a single trial; agents learn on the threads of the pool.
 * Source: paper section 2.3 and A.1.1 (Adam, rate 0.01, batch 30, 2000 samples,
 * three trials); R. J. Williams, Machine Learning 1992; D. P. Kingma, J. Ba, "Adam",
 * ICLR 2015, algorithm 1; the batch without the draw as in W. Kool, H. van Hoof,
 * M. Welling, "Buy 4 REINFORCE samples, get a baseline for free!", ICLR 2019
 * workshop. */
extern const struct cml_searcher_kind cml_reinforce_search;

#endif
