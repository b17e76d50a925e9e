#include "model/model.h"

#include "base/number.h"

#include <math.h>

double cml_model_fact(const struct cml_model *model, const char *name)
{
	struct cml_slice text = cml_buffer_slice(&model->summary), line;
	double value;
	while (cml_slice_split(&text, '\n', &line))
		if (cml_slice_skip(&line, name) && cml_slice_skip(&line, "=") &&
		    cml_parse_double(line, &value))
			return value;
	return NAN;
}

static enum cml_result find_targets(const struct cml_model *model, double *min, double *max,
				    struct cml_error *err)
{
	*min = *max = cml_model_fact(model, "target_constant");
	if (isnan(*min)) {
		*min = cml_model_fact(model, "target_min");
		*max = cml_model_fact(model, "target_max");
	}
	if (*min <= *max)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA,
			"the model's summary has no range of targets (target_min, target_max): "
			"train it again");
}

static enum cml_result check_floor(const struct cml_model *model,
				   const struct cml_failures *failures, struct cml_error *err)
{
	if (failures->min_chance > 0 && failures->are_ignored)
		return cml_fail(err, CML_BAD_USAGE,
				"--min-ok and --ignore-failures exclude each other");
	if (failures->min_chance > 0 && !model->chance)
		return cml_fail(err, CML_BAD_USAGE,
				"--min-ok needs the chance that a job runs, which this model did "
				"not learn: train it without --ignore-failures");
	return CML_OK;
}

static enum cml_result check_cost(const struct cml_failures *failures, struct cml_error *err)
{
	if (failures->are_ignored)
		return cml_fail(err, CML_BAD_USAGE,
				"--cost and --ignore-failures exclude each other: a failed launch "
				"has a cost and no result");
	return CML_OK;
}

enum cml_result cml_model_worth(const struct cml_model *model,
				const struct cml_acquisition *acquisition,
				const struct cml_failures *failures, struct cml_worth *worth,
				struct cml_error *err)
{
	double min, max;
	*worth = (struct cml_worth){.acquisition = *acquisition};
	if (cml_acquisition_check(acquisition, model->kind->has_sd(model->state), err) != CML_OK ||
	    check_floor(model, failures, err) != CML_OK)
		return err->status;
	if (acquisition->per_cost && check_cost(failures, err) != CML_OK)
		return err->status;
	if (!acquisition->per_cost && (!model->chance || failures->are_ignored))
		return CML_OK;
	if (find_targets(model, &min, &max, err) != CML_OK)
		return err->status;
	*worth = cml_worth_of(acquisition, min, max, failures->min_chance);
	return CML_OK;
}
