#include "learn/linear/linear_model.h"

#include "learn/predictor/summary_line.h"

#include <math.h>

enum cml_result cml_linear_train(const struct cml_dataset *data, struct cml_linear **made,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_ridge ridge;
	struct cml_linear_input input;
	struct cml_linear *linear;
	if (cml_linear_input_fit(&input, data, err) != CML_OK ||
	    cml_linear_new(&linear, &input, err) != CML_OK)
		return err->status;
	if (cml_ridge_fit(&ridge, data, linear, err) != CML_OK ||
	    !cml_summary_put(summary, "linear_penalty", ridge.penalty) ||
	    !cml_summary_put(summary, "linear_freedom", ridge.freedom) ||
	    !cml_summary_put(summary, "linear_gcv_rmse", sqrt(ridge.gcv))) {
		cml_linear_free(linear);
		return err->status != CML_OK ? err->status : cml_fail_memory(err);
	}
	*made = linear;
	return CML_OK;
}

static enum cml_result train(const struct cml_training *training, void **state,
			     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_linear *linear;
	if (cml_linear_train(training->data, &linear, summary, err) != CML_OK)
		return err->status;
	*state = linear;
	return CML_OK;
}

const struct cml_predictor_kind cml_linear_predictor = {
    .name = "linear",
    .doc = "linear regression of logarithms, to extrapolate",
    .train = train,
    .predict = cml_linear_predict,
    .n_known_numbers = cml_linear_n_known_numbers,
    .know = cml_linear_know,
    .covariance = cml_linear_covariance,
    .has_sd = cml_linear_has_sd,
    .save = cml_linear_save,
    .load = cml_linear_load,
    .describe = cml_linear_describe,
    .free = cml_linear_free,
};
