/* What launches are worth to a front: the expected hypervolume times the chance to run. */
#ifndef CML_SEARCH_PARETO_FRONT_WORTH_H
#define CML_SEARCH_PARETO_FRONT_WORTH_H

#include "base/error.h"
#include "math/front.h"
#include "model/model.h"
#include "model/model_worth.h"

/* Axes as the two metrics of a model are learned. CML_BAD_USAGE: it has one, or one without
 * an uncertainty (and why: one job, jobs that are all equal, or a kind that has none). The model
 * has its space, as one of two metrics does. */
enum cml_result cml_front_init(struct cml_front *front, const struct cml_model *model,
			       struct cml_error *err);

/* The worth of cml_model_worth, of rewards that are logarithms of the hypervolume gained; where it
 * is less than a thousandth of that of the front (with its reference), how much less hardly counts.
 * Errors as there. */
enum cml_result cml_front_worth(const struct cml_front *front, const struct cml_model *model,
				const struct cml_failures *failures, bool per_cost,
				struct cml_worth *worth, struct cml_error *err);

#endif
