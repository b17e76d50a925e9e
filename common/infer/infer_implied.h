/* Rules that other rules imply. */
#ifndef CML_INFER_INFER_IMPLIED_H
#define CML_INFER_INFER_IMPLIED_H

#include "base/error.h"
#include "infer/infer_state.h"

/* Drops the products, ratios and constant products that follow from others of them, of which the
 * first ones stay: with `sp * dp == gpus` and `gpus == world_size` nothing is left to say with
 * `sp * dp == world_size`. Only relations count that can be rules (all rows keep them, with
 * evidence, and the roles of their members are settled). In logarithms each is a linear equation
 * of its members, columns of one value being constants: it is implied when its coefficients are a
 * combination of those before. CML_NO_MEMORY only. O(relations^2 columns). */
enum cml_result cml_infer_drop_implied(struct cml_inference *infer, struct cml_error *err);

/* Whether the relation can be a rule: its columns make up the configuration. */
bool cml_infer_is_rule(const struct cml_inference *infer, const struct cml_relation *relation);

#endif
