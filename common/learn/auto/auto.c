#include "learn/auto/auto.h"

#include "learn/auto/auto_model.h"
#include "learn/auto/auto_process.h"
#include "learn/linear/linear_model.h"
#include "learn/trees/tree_ensemble_train.h"

#include <stdlib.h>

/* Pairs of members, and folds of which each leaves out one. */
#define N_PAIRS 4

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("trees", "30", 1, 1e6, "number of trees of each of the 8 members"),
    CML_REAL_PARAM_ABOVE("learning-rate", "0.3", 0, 10,
			 "shrinkage: fraction of each tree that is added"),
    CML_COUNT_PARAM("depth", "6", 0, 1000, "maximum depth of a tree; 0: no limit"),
    CML_COUNT_PARAM(
	"gp-rows", "400", 0, CML_GP_MAX_ROWS,
	"maximum number of jobs that the Gaussian process is trained on; 0: no process"),
};

/* Predictions of the training rows. */
struct predicted {
	double *line;      /* n_rows: leave-one-out */
	double *mean, *sd; /* n_rows: of the members that did not see a row */
};

static void release_predicted(struct predicted *predicted)
{
	free(predicted->line);
	free(predicted->mean);
	free(predicted->sd);
}

static enum cml_result predict_line(struct predicted *predicted,
				    const struct cml_training *training,
				    const struct cml_linear *linear, struct cml_error *err)
{
	size_t n_rows = training->data->n_rows;
	if (!CML_NEW(&predicted->line, n_rows) || !CML_NEW(&predicted->mean, n_rows) ||
	    !CML_NEW(&predicted->sd, n_rows))
		return cml_fail_memory(err);
	cml_linear_leave_one_out(linear, training->data, predicted->line);
	return CML_OK;
}

static enum cml_result train_trees(struct cml_auto *made, const struct cml_training *training,
				   const struct predicted *predicted, struct cml_buffer *summary,
				   struct cml_error *err)
{
	struct cml_boost_options options = {
	    .n_trees = cml_hyper_count(training->hyper, "trees"),
	    .growth = {.max_depth = cml_hyper_count(training->hyper, "depth"),
		       .min_leaf = 1,
		       .l2 = 1},
	    .learning_rate = cml_hyper_real(training->hyper, "learning-rate"),
	    .subsample = 0.7,
	    .loss = CML_LOSS_SQUARED,
	    .n_members = 2 * N_PAIRS,
	    .n_folds = N_PAIRS};
	const struct cml_known_part known = {.first_member = N_PAIRS,
					     .y = predicted->line,
					     .unseen_mean = predicted->mean,
					     .unseen_sd = predicted->sd};
	void *trees = NULL;
	enum cml_result status =
	    cml_tree_ensemble_train(training, &options, &known, &trees, summary, err);
	made->first_rest = N_PAIRS;
	made->trees = trees;
	return status;
}

static enum cml_result train(const struct cml_training *training, void **state,
			     struct cml_buffer *summary, struct cml_error *err)
{
	struct predicted predicted = {0};
	struct cml_auto *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	enum cml_result status = cml_linear_train(training->data, &made->linear, summary, err);
	if (status != CML_OK ||
	    (status = predict_line(&predicted, training, made->linear, err)) != CML_OK ||
	    (status = train_trees(made, training, &predicted, summary, err)) != CML_OK)
		goto out;
	const struct cml_auto_unseen unseen = {made->linear, predicted.line, predicted.mean,
					       predicted.sd};
	status = cml_auto_process_train(&made->process, training, &unseen, N_PAIRS, summary, err);
	if (status != CML_OK)
		goto out;
	*state = made;
	made = NULL;
out:
	cml_auto_free(made);
	release_predicted(&predicted);
	return status;
}

const struct cml_predictor_kind cml_auto_predictor = {
    .name = "auto",
    .doc = "boosted trees, a line and a Gaussian process, averaged",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .train = train,
    .predict = cml_auto_predict,
    .n_known_numbers = cml_auto_n_known_numbers,
    .know = cml_auto_know,
    .covariance = cml_auto_covariance,
    .has_covariance = cml_auto_has_covariance,
    .has_sd = cml_auto_has_sd,
    .save = cml_auto_save,
    .load = cml_auto_load,
    .describe = cml_auto_describe,
    .free = cml_auto_free,
};
