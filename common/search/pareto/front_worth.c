#include "search/pareto/front_worth.h"

#include <math.h>

/* Part of the hypervolume below which a gain is small. */
#define SMALL_GAIN 1e-3

static enum cml_result take_axis(const struct cml_model *model, struct cml_front_axis *axis,
				 struct cml_error *err)
{
	if (model->is_score)
		return cml_fail(err, CML_BAD_USAGE,
				"--by front: the scores of this model have no unit; train it with "
				"another loss");
	if (!model->kind->has_sd(model->state))
		return cml_fail(
		    err, CML_BAD_USAGE,
		    "--by front needs the uncertainty of both metrics, which this model "
		    "does not have: train it with --ensemble 2 or more, or another -p");
	*axis = (struct cml_front_axis){.maximize = model->maximize, .is_log = model->log_target};
	return CML_OK;
}

enum cml_result cml_front_init(struct cml_front *front, const struct cml_model *model,
			       struct cml_error *err)
{
	*front = (struct cml_front){0};
	if (!model->second)
		return cml_fail(err, CML_BAD_USAGE,
				"--by front needs a model of two metrics: a second row of role "
				"metric in the space that it is trained with");
	return take_axis(model, &front->axes[0], err) == CML_OK
		   ? take_axis(model->second, &front->axes[1], err)
		   : err->status;
}

enum cml_result cml_front_worth(const struct cml_front *front, const struct cml_model *model,
				const struct cml_failures *failures, bool per_cost,
				struct cml_worth *worth, struct cml_error *err)
{
	struct cml_acquisition acquisition = {.by = CML_RANK_BY_MEAN,
					      .maximize = model->maximize,
					      .is_log = model->log_target,
					      .per_cost = per_cost};
	if (cml_model_worth(model, &acquisition, failures, worth, err) != CML_OK)
		return err->status;
	if (worth->scale == CML_WORTH_REWARD)
		return CML_OK;
	worth->scale = CML_WORTH_LOG;
	worth->tail = log(SMALL_GAIN * cml_front_volume(front));
	return CML_OK;
}
