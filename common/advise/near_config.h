/* The configuration of a measured job, from what a support keeps of it. */
#ifndef CML_ADVISE_NEAR_CONFIG_H
#define CML_ADVISE_NEAR_CONFIG_H

#include "model/model.h"

/* The slot of a column of the model's support in its space, which it has. */
size_t cml_support_slot(const struct cml_model *model, size_t column);

/* The value of a param or context whose code (support.h) this is: of the numbers with the same
 * feature the one with the fewest digits, so that what a log wrote comes back as long as it has
 * fewer digits than a float. NaN for no level and for a missing value. column is one of the
 * model's support, and the model has a space. */
double cml_support_value(const struct cml_model *model, size_t column, float code);

#endif
