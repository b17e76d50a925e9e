/* A trained ensemble of nets: predicting, the bytes of a model file, words for
 * people. The functions are those of struct cml_predictor_kind. */
#ifndef CML_LEARN_MLP_MLP_MODEL_H
#define CML_LEARN_MLP_MLP_MODEL_H

#include "learn/mlp/mlp_curve.h"
#include "learn/mlp/mlp_input.h"
#include "learn/mlp/mlp_net.h"
#include "learn/predictor/predictor.h"

struct cml_mlp_model {
	struct cml_mlp_input input;
	size_t n_members;
	struct cml_mlp_member {
		struct cml_mlp_net net;
		double offset; /* its score is (output - offset) * factor */
		double factor;
	} * members;
	bool minimize;              /* scores rise as the metric falls */
	struct cml_mlp_curve curve; /* calibration: scores to the metric */
};

void cml_mlp_model_free(void *state); /* NULL is allowed */

/* Outputs of one net, unscaled, in output[n]. */
void cml_mlp_model_output(const struct cml_mlp_model *mlp, size_t member, size_t n, const float *x,
			  double *output);
/* Mean and sample standard deviation over the members in the unit of the metric, sd by
 * the slope of the curve; NaN for the deviation of one. */
void cml_mlp_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd);

bool cml_mlp_model_has_sd(const void *state);

/* Features, shape, members without padding, curve. */
void cml_mlp_model_fields(struct cml_fields *fields, void *state);

/* Sizes. */
enum cml_result cml_mlp_model_describe(const void *state, const char *const *feature_names,
				       struct cml_buffer *text, struct cml_error *err);

/* Ensembles of neural nets as a predictor.
 *
 * Source: E. Wen and others, "CubicML: Automated ML for Large ML Systems Co-design with ML
 * Prediction of Performance", 2024, appendix A.1.1: ten nets of one hidden layer of
 * 1600 units with dropout, a margin ranking loss over the pairs of a batch,
 * AMSGrad. Names and conventions of the options follow PyTorch.
 */

extern const struct cml_predictor_kind cml_mlp_predictor;

#endif
