/* Bounds of an ensemble of nets of one hidden layer. With params open, the input
 * z of a unit lies between l and h. max(0, z) is then at most the straight line
 * from (l, 0) to (h, h), and at least 0 and at least z; units that raise the score
 * count by the first, units that lower it by one of the latter. What is left is
 * linear in the inputs: each open param adds its best state, for all units at once.
 * Source of the relaxation: E. Wong, J. Z. Kolter, "Provable defenses against
 * adversarial examples via the convex outer adversarial polytope", ICML 2018; H.
 * Zhang et al., "Efficient neural network robustness certification with general
 * activation functions" (CROWN), NeurIPS 2018.
 *
 * The bound of the score becomes one of the prediction by the model's own rising
 * curve. Slack for rounding follows from the sizes of all terms. For rewards of mean
 * and deviation each member is bounded so, from above and from below, and
 * member_bounds.h puts them together.
 */
#ifndef CML_LEARN_MLP_MLP_BOUNDS_H
#define CML_LEARN_MLP_MLP_BOUNDS_H

#include "learn/predictor/bounds.h"

extern const struct cml_bounds_kind cml_mlp_bounds;

#endif
