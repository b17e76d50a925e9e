#include "learn/mlp/mlp_model.h"

#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("hidden", "1600", 1, CML_MLP_MAX_WIDTH, "units of the hidden layer"),
    CML_REAL_PARAM("dropout", "0.5", 0, 0.99, "fraction of the hidden units dropped in each step"),
    CML_REAL_PARAM_ABOVE("learning-rate", "0.001", 0, 10, "learning rate of AMSGrad"),
    CML_REAL_PARAM("weight-decay", "0.005", 0, 1000, "L2 penalty, added to the gradient"),
    CML_COUNT_PARAM("batch", "64", 1, 65536, "rows in a batch"),
    CML_COUNT_PARAM("epochs", "200", 1, 1e6, "passes over the training rows"),
    CML_REAL_PARAM("margin", "0.001", 0, 1e6, "margin by which the better row of a pair must lead"),
    CML_COUNT_PARAM("ensemble", "10", 1, 10000, "number of nets; cml_sd needs 2 or more"),
};

static struct cml_mlp_options read_options(const struct cml_hyper *hyper)
{
	return (struct cml_mlp_options){.n_members = cml_hyper_count(hyper, "ensemble"),
					.width = cml_hyper_count(hyper, "hidden"),
					.dropout = cml_hyper_real(hyper, "dropout"),
					.learning_rate = cml_hyper_real(hyper, "learning-rate"),
					.weight_decay = cml_hyper_real(hyper, "weight-decay"),
					.batch_size = cml_hyper_count(hyper, "batch"),
					.n_epochs = cml_hyper_count(hyper, "epochs"),
					.margin = cml_hyper_real(hyper, "margin")};
}

/* All nets being trained. */
struct ensemble {
	const struct cml_training *training;
	struct cml_mlp_options options;
	struct cml_mlp_model *mlp;
	double *target;                  /* n_rows: large is good */
	struct cml_mlp_trained *trained; /* n_members */
	double *outputs;                 /* n_members x n_rows */
};

/* A ranking loss leaves offset and scale of a net free: its outputs are brought
 * to mean 0 and standard deviation 1 on the rows. */
static void standardise(struct ensemble *ensemble, size_t m)
{
	const struct cml_dataset *data = ensemble->training->data;
	struct cml_mlp_member *member = &ensemble->mlp->members[m];
	double *output = ensemble->outputs + m * data->n_rows;
	double mean, sd;
	cml_mlp_model_output(ensemble->mlp, m, data->n_rows, data->x, output);
	cml_weighted_moments(data->n_rows, output, data->weight, &mean, &sd);
	member->offset = mean;
	member->factor = sd > 1e-12 * fabs(mean) ? 1 / sd : 0;
}

static enum cml_result train_member(void *context, const struct cml_ensemble_member *given,
				    struct cml_error *err)
{
	struct ensemble *ensemble = context;
	size_t m = given->number;
	struct cml_mlp_training training = {.options = &ensemble->options,
					    .data = ensemble->training->data,
					    .input = &ensemble->mlp->input,
					    .target = ensemble->target,
					    .seed = ensemble->training->seed,
					    .member = given};
	struct cml_mlp_trained *trained = &ensemble->trained[m];
	struct cml_mlp_member *member = &ensemble->mlp->members[m];
	enum cml_result status = cml_mlp_train(&training, trained, err);
	member->net = trained->net;
	trained->net = (struct cml_mlp_net){0};
	member->factor = 1;
	if (status != CML_OK)
		return status;
	standardise(ensemble, m);
	return CML_OK;
}

/* CML_BAD_DATA when their squares have no sum in double. */
static enum cml_result make_targets(struct ensemble *ensemble, struct cml_error *err)
{
	const struct cml_dataset *data = ensemble->training->data;
	double mean, sd;
	cml_weighted_moments(data->n_rows, data->y, data->weight, &mean, &sd);
	if (!isfinite(sd))
		return cml_fail(err, CML_BAD_DATA,
				"the targets or their weights are too large to be summed");
	ensemble->mlp->minimize = !ensemble->training->maximize;
	for (size_t i = 0; i < data->n_rows; i++)
		ensemble->target[i] = ensemble->mlp->minimize ? -data->y[i] : data->y[i];
	return CML_OK;
}

static enum cml_result prepare(struct ensemble *ensemble, struct cml_error *err)
{
	const struct cml_dataset *data = ensemble->training->data;
	size_t n_members = ensemble->options.n_members, row_size;
	if (__builtin_mul_overflow(data->n_rows, sizeof *ensemble->outputs, &row_size))
		return cml_fail_memory(err);
	if (!CML_NEW(&ensemble->mlp, 1))
		return cml_fail_memory(err);
	ensemble->mlp->members = cml_array_new(n_members, sizeof *ensemble->mlp->members);
	ensemble->target = cml_array_new(data->n_rows, sizeof *ensemble->target);
	ensemble->trained = cml_array_new(n_members, sizeof *ensemble->trained);
	ensemble->outputs = cml_array_new(n_members, row_size);
	if (!ensemble->mlp->members || !ensemble->target || !ensemble->trained ||
	    !ensemble->outputs)
		return cml_fail_memory(err);
	ensemble->mlp->n_members = n_members;
	if (make_targets(ensemble, err) != CML_OK)
		return err->status;
	return cml_mlp_input_fit(&ensemble->mlp->input, data, err);
}

/* The calibration curve that makes scores values of the metric. */
static enum cml_result fit_curve(struct ensemble *ensemble, struct cml_error *err)
{
	const struct cml_dataset *data = ensemble->training->data;
	struct cml_mlp_model *mlp = ensemble->mlp;
	/* As predicting does it, so that the rows of training find their pools. */
	double *score = ensemble->outputs;
	for (size_t i = 0; i < data->n_rows; i++) {
		double mean = 0;
		for (size_t m = 0; m < mlp->n_members; m++) {
			double output = ensemble->outputs[m * data->n_rows + i];
			double own = (output - mlp->members[m].offset) * mlp->members[m].factor;
			mean += (own - mean) / (double)(m + 1);
		}
		score[i] = mean;
	}
	return cml_mlp_curve_fit(&mlp->curve, data->n_rows, score, ensemble->target, data->weight,
				 err);
}

static enum cml_result run(struct ensemble *ensemble, struct cml_error *err)
{
	struct cml_ensemble members = {.n_members = ensemble->options.n_members,
				       .n_steps = ensemble->options.n_epochs,
				       .train = train_member,
				       .context = ensemble};
	if (cml_ensemble_run(&members, ensemble->training, err) != CML_OK)
		return err->status;
	for (size_t m = 0; m < ensemble->options.n_members; m++)
		if (!isfinite(ensemble->mlp->members[m].offset) ||
		    !isfinite(ensemble->mlp->members[m].factor) || ensemble->trained[m].diverged)
			return cml_fail(err, CML_BAD_DATA,
					"training diverged: a smaller "
					"learning-rate may help");
	return fit_curve(ensemble, err);
}

/* Losses are means over the nets. */
static bool summarize(const struct ensemble *ensemble, struct cml_buffer *summary)
{
	double n = (double)ensemble->options.n_members, training_loss = 0;
	for (size_t m = 0; m < ensemble->options.n_members; m++)
		training_loss += ensemble->trained[m].training_loss / n;
	return cml_summary_put(summary, "training_loss", training_loss) &&
	       (!summary || cml_buffer_append_string(
				summary, "unit=scores mapped to the metric by a monotone fit\n"));
}

static enum cml_result mlp_train(const struct cml_training *training, void **state,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct ensemble ensemble = {.training = training, .options = read_options(training->hyper)};
	enum cml_result status = prepare(&ensemble, err);
	if (status != CML_OK || (status = run(&ensemble, err)) != CML_OK)
		goto out;
	if (!summarize(&ensemble, summary)) {
		status = cml_fail_memory(err);
		goto out;
	}
	*state = ensemble.mlp;
	ensemble.mlp = NULL;
out:
	cml_mlp_model_free(ensemble.mlp);
	free(ensemble.target);
	free(ensemble.trained);
	free(ensemble.outputs);
	return status;
}

const struct cml_predictor_kind cml_mlp_predictor = {
    .name = "mlp",
    .doc = "ensemble of neural nets that learn to rank jobs",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .cost = {"ensemble", 2, true},
    .train = mlp_train,
    .predict = cml_mlp_model_predict,
    .has_sd = cml_mlp_model_has_sd,
    .state_size = sizeof(struct cml_mlp_model),
    .fields = cml_mlp_model_fields,
    .describe = cml_mlp_model_describe,
    .free = cml_mlp_model_free,
};
