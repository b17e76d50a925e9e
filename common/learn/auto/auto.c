#include "learn/auto/auto.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

/* Rows predicted at a time: the predictions of the line are on the stack. */
#define BLOCK 64

/* Set in what tells the number of members without the line: a process is there, too. */
#define WITH_PROCESS (UINT32_C(1) << 31)

static void auto_free(void *state)
{
	struct cml_auto *made = state;
	if (!made)
		return;
	cml_auto_process_release(&made->process);
	cml_linear_free(made->linear);
	cml_tree_ensemble_free(made->trees);
	free(made);
}
AUTOPTR_BY(cml_auto, auto_free)

static void auto_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_auto *made = state;
	size_t n_features = made->trees->n_features;
	double line[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		const float *rows = x + first * n_features;
		for (size_t i = 0; i < n_block; i++)
			line[i] = cml_linear_mean(made->linear, rows + i * n_features);
		cml_tree_ensemble_predict_rest(made->trees, n_block, rows, made->first_rest, line,
					       mean + first, sd + first);
	}
	if (made->process.gp)
		cml_auto_process_add(made, n, x, mean, sd);
}

static bool auto_has_sd(const void *state)
{
	const struct cml_auto *made = state;
	return cml_tree_ensemble_has_sd(made->trees);
}

static bool auto_has_covariance(const void *state)
{
	const struct cml_auto *made = state;
	return made->process.gp;
}

static void line_fields(struct cml_fields *fields, struct cml_linear **linear)
{
	struct cml_field_part part;
	cml_field_part_begin(fields, 0, &part);
	if (CML_FIELD_ARRAY(fields, linear, 1, 1) > 0)
		cml_linear_fields(fields, *linear);
	cml_field_part_end(fields, &part);
}

/* Number of features, first_rest, the line (linear_model.h), the process (auto.h) where the
 * highest bit of first_rest is set, the trees (tree_ensemble.h). */
static void auto_fields(struct cml_fields *fields, void *state)
{
	struct cml_auto *made = state;
	size_t n_features = fields->out ? made->trees->n_features : 0;
	uint32_t first_rest = (uint32_t)made->first_rest | (made->process.gp ? WITH_PROCESS : 0);
	cml_field_features(fields, &n_features);
	cml_field_u32(fields, "the number of members", &first_rest, UINT32_MAX);
	line_fields(fields, &made->linear);
	if (first_rest & WITH_PROCESS && cml_fields_are_good(fields))
		cml_auto_process_fields(fields, &made->process, made->linear->input.n);
	if (CML_FIELD_ARRAY(fields, &made->trees, 1, 1) > 0)
		cml_tree_ensemble_fields(fields, made->trees);
	if (!cml_fields_are_read(fields))
		return;
	made->first_rest = first_rest & ~WITH_PROCESS;
	cml_field_check(fields, made->first_rest <= made->trees->n_members,
			"members with the line that there are not");
}

static enum cml_result auto_describe(const void *state, const char *const *feature_names,
				     struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_auto *made = state;
	if (!cml_buffer_printf(text,
			       "mean of %zu members of trees and %zu of a line and trees of its "
			       "residuals\nline: ",
			       made->first_rest, made->trees->n_members - made->first_rest))
		return cml_fail_memory(err);
	if (cml_linear_describe(made->linear, feature_names, text, err) != CML_OK)
		return err->status;
	if (made->process.gp &&
	    !cml_buffer_printf(text, "Gaussian process of the residuals of the line, weight %.2f: ",
			       made->process.weight))
		return cml_fail_memory(err);
	if (made->process.gp &&
	    cml_gp_describe(made->process.gp, feature_names, text, err) != CML_OK)
		return err->status;
	if (!cml_buffer_append_string(text, "trees: "))
		return cml_fail_memory(err);
	return cml_tree_ensemble_describe(made->trees, feature_names, text, err);
}

/* Pairs of members, and folds of which each leaves out one. */
#define N_PAIRS 4

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("trees", "0", 0, 1e6,
		    "number of trees of each of the 8 members; 0: chosen, from 30 to a tenth of "
		    "the jobs or 300"),
    CML_REAL_PARAM_ABOVE("learning-rate", "0.3", 0, 10,
			 "shrinkage: fraction of each tree that is added"),
    CML_COUNT_PARAM("depth", "6", 0, 1000, "maximum depth of a tree; 0: no limit"),
    CML_COUNT_PARAM(
	"gp-rows", "400", 0, CML_GP_MAX_ROWS,
	"maximum number of jobs that the Gaussian process is trained on; 0: no process"),
};

/* Rows of a member's trees that take a few seconds. */
#define MAX_TREE_ROWS 3e6

static enum cml_result train_trees(struct cml_auto *made, const struct cml_training *training,
				   const struct cml_auto_unseen *unseen, struct cml_buffer *summary,
				   struct cml_error *err)
{
	size_t n_rows = training->data->n_rows;
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
	if (options.n_trees == 0)
		cml_boost_limit_trees(&options, n_rows, fmin(300, MAX_TREE_ROWS / (double)n_rows));
	const struct cml_known_part known = {.first_member = N_PAIRS,
					     .y = unseen->line,
					     .unseen_mean = unseen->mean,
					     .unseen_sd = unseen->sd};
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
	size_t n = training->data->n_rows;
	AUTOPTR(cml_auto) made = cml_array_new(1, sizeof *made);
	AUTOFREE double *line = cml_array_new(n, 3 * sizeof *line);
	if (!made || !line)
		return cml_fail_memory(err);
	if (cml_linear_train(training->data, &made->linear, summary, err) != CML_OK)
		return err->status;
	const struct cml_auto_unseen unseen = {made->linear, line, line + n, line + 2 * n};
	cml_linear_leave_one_out(made->linear, training->data, line);
	if (train_trees(made, training, &unseen, summary, err) != CML_OK ||
	    cml_auto_process_train(&made->process, training, &unseen, N_PAIRS, summary, err) !=
		CML_OK)
		return err->status;
	*state = made;
	made = NULL;
	return CML_OK;
}

const struct cml_predictor_kind cml_auto_predictor = {
    .name = "auto",
    .doc = "boosted trees, a line and a Gaussian process, averaged",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .train = train,
    .predict = auto_predict,
    .n_known_numbers = cml_auto_n_known_numbers,
    .know = cml_auto_know,
    .covariance = cml_auto_covariance,
    .has_covariance = auto_has_covariance,
    .has_sd = auto_has_sd,
    .state_size = sizeof(struct cml_auto),
    .fields = auto_fields,
    .describe = auto_describe,
    .free = auto_free,
};
