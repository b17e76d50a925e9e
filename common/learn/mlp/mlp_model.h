/* A trained ensemble of nets: predicting, the bytes of a model file, words for
 * people. The functions are those of struct cml_predictor_kind. */
#ifndef CML_LEARN_MLP_MLP_MODEL_H
#define CML_LEARN_MLP_MLP_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
#include "learn/mlp/mlp_input.h"
#include "learn/mlp/mlp_net.h"
#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"
#include "learn/predictor/predictor.h"

/* Calibration curve: from scores of nets to the unit of the metric, by a monotone fit.
 * Source: pool adjacent violators, R. E. Barlow et al., "Statistical inference
 * under order restrictions", 1972; straight lines between the pools, so that
 * different scores stay different. */

struct cml_mlp_curve {
	size_t n;      /* at least 1 */
	double *score; /* n, rising */
	double *value; /* n, rising */
	double slope;  /* at least 0, before the first and after the last */
};

/* value[n_rows] as a rising function of score[n_rows], weighted; n_rows > 0.
 * Outside the pools its slope is the spread of the values over that of the
 * scores. */
enum cml_result cml_mlp_curve_fit(struct cml_mlp_curve *curve, size_t n_rows, const double *score,
				  const double *value, const double *weight, struct cml_error *err);
void cml_mlp_curve_release(struct cml_mlp_curve *curve);

/* The value at a score, and the slope there. */
double cml_mlp_curve_at(const struct cml_mlp_curve *curve, double score, double *slope);

/* Slope, and scores and values, which rise. */
void cml_mlp_curve_fields(struct cml_fields *fields, void *state);

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

/* Training one net: epochs of shuffled batches. */

struct cml_mlp_options {
	size_t n_members;
	size_t width;
	double dropout;
	double learning_rate;
	double weight_decay;
	size_t batch_size;
	size_t n_epochs;
	double margin;
};

struct cml_mlp_training {
	const struct cml_mlp_options *options;
	const struct cml_dataset *data;
	const struct cml_mlp_input *input;
	const double *target; /* n_rows: large is good */
	uint64_t seed;
	const struct cml_ensemble_member *member; /* its number: the stream of random numbers */
};

struct cml_mlp_trained {
	struct cml_mlp_net net;
	double training_loss; /* mean over the batches of the last epoch; NaN: none had one */
	bool diverged;        /* a parameter is not finite */
};

/* trained is zeroed. */
enum cml_result cml_mlp_train(const struct cml_mlp_training *training,
			      struct cml_mlp_trained *trained, struct cml_error *err);

/* The mean over all pairs i < j of the batch with different targets of
 * max(0, margin - (score of the larger target - score of the smaller one)), as
 * torch.nn.MarginRankingLoss; a pair counts as the product of its weights.
 * gradient[n] is out; *loss is in the unit of the scores. False, and no loss
 * written, when no two targets differ. O(n^2). */
bool cml_mlp_margin_rank(size_t n, const float *score, const double *target, const double *weight,
			 double margin, float *gradient, double *loss);

#endif
