#include "learn/trees/tree_ensemble.h"

#include "learn/predictor/model_bytes.h"
#include "learn/trees/traverse.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows predicted at a time: their running sums live on the stack. */
#define BLOCK 64

/* Minimum size of an ensemble member in a file. */
#define MIN_MEMBER_SIZE 12

void cml_tree_ensemble_free(void *state)
{
	struct cml_tree_ensemble *ensemble = state;
	if (!ensemble)
		return;
	for (size_t m = 0; ensemble->members && m < ensemble->n_members; m++)
		cml_forest_release(&ensemble->members[m]);
	free(ensemble->members);
	free(ensemble);
}

void cml_tree_ensemble_predict(const void *state, size_t n, const float *x, double *mean,
			       double *sd)
{
	const struct cml_tree_ensemble *ensemble = state;
	cml_tree_ensemble_predict_rest(ensemble, n, x, ensemble->n_members, NULL, mean, sd);
}

void cml_tree_ensemble_predict_rest(const struct cml_tree_ensemble *ensemble, size_t n,
				    const float *x, size_t first_rest, const double *known,
				    double *mean, double *sd)
{
	double sums[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		for (size_t i = first; i < first + n_block; i++)
			mean[i] = sd[i] = 0;
		for (size_t m = 0; m < ensemble->n_members; m++) {
			cml_forest_predict(&ensemble->members[m], n_block, ensemble->n_features,
					   x + first * ensemble->n_features, sums);
			for (size_t i = 0; m >= first_rest && i < n_block; i++)
				sums[i] += known[first + i];
			for (size_t i = 0; i < n_block; i++)
				cml_ensemble_add(sums[i], m, &mean[first + i], &sd[first + i]);
		}
		for (size_t i = first; i < first + n_block; i++)
			sd[i] =
			    cml_calibration_sd(&ensemble->calibration, ensemble->n_members,
					       cml_ensemble_variance(ensemble->n_members, sd[i]));
	}
}

bool cml_tree_ensemble_has_sd(const void *state)
{
	const struct cml_tree_ensemble *ensemble = state;
	return ensemble->n_members > 1;
}

void cml_tree_ensemble_fields(struct cml_fields *fields, void *state)
{
	struct cml_tree_ensemble *ensemble = state;
	cml_field_features(fields, &ensemble->n_features);
	cml_field_count(fields, "the number of members", &ensemble->n_members, 1, UINT32_MAX);
	cml_calibration_fields(fields, &ensemble->calibration);
	size_t n =
	    CML_FIELD_ARRAY(fields, &ensemble->members, ensemble->n_members, MIN_MEMBER_SIZE);
	for (size_t m = 0; m < n; m++)
		cml_forest_fields(fields, &ensemble->members[m]);
}

enum cml_result cml_tree_ensemble_describe(const void *state, const char *const *feature_names,
					   struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_tree_ensemble *ensemble = state;
	size_t n_trees = 0, n_nodes = 0, depth = 0;
	for (size_t m = 0; m < ensemble->n_members; m++) {
		n_trees += ensemble->members[m].n_trees;
		for (size_t t = 0; t < ensemble->members[m].n_trees; t++) {
			const struct cml_forest_tree *tree = &ensemble->members[m].trees[t];
			n_nodes += tree->n_nodes;
			depth = tree->depth > depth ? tree->depth : depth;
		}
	}
	(void)feature_names;
	/* A tree of n leaves has n - 1 splits. */
	return cml_buffer_printf(text, "members %zu, trees %zu, leaves %zu, deepest leaf %zu\n",
				 ensemble->n_members, n_trees, (n_nodes + n_trees) / 2, depth)
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* Rows whose unseen predictions one thread puts together at a time. */
#define UNSEEN_BLOCK 256

/* All members being boosted. */
struct members {
	const struct cml_training *training;
	const struct cml_boost_options *options;
	const struct cml_known_part *known; /* NULL: none */
	struct cml_dataset rest;            /* the data less the known part */
	struct cml_bins bins;
	struct cml_binned_columns columns;
	struct cml_bagging bagging;
	struct cml_tree_ensemble *ensemble;
	/* By row: predictions of the members that did not see it. */
	size_t *n_unseeing;
	double *mean;
	double *squares;
	size_t first_tree, end_tree; /* while trees are counted */
};

static void members_release(struct members *members)
{
	cml_tree_ensemble_free(members->ensemble);
	free(members->rest.y);
	free(members->n_unseeing);
	free(members->mean);
	free(members->squares);
	cml_bagging_release(&members->bagging);
	cml_binned_columns_release(&members->columns);
	cml_bins_release(&members->bins);
}

static bool leaves_out(const struct members *members)
{
	const struct cml_boost_options *options = members->options;
	return options->bootstrap || options->n_folds > 0 || options->left_out > 0;
}

static bool learns_rest(const struct members *members, size_t member)
{
	return members->known && members->known->y && member >= members->known->first_member;
}

static enum cml_result subtract_known(struct members *members, struct cml_error *err)
{
	const struct cml_dataset *data = members->training->data;
	double *y = cml_aligned_new(data->n_rows, sizeof *y);
	if (!y)
		return cml_fail_memory(err);
	members->rest = *data;
	members->rest.y = y;
	for (size_t i = 0; i < data->n_rows; i++)
		y[i] = data->y[i] - members->known->y[i];
	return CML_OK;
}

static enum cml_result prepare(struct members *members, struct cml_error *err)
{
	const struct cml_training *training = members->training;
	size_t n_members = members->options->n_members;
	if (!CML_NEW(&members->ensemble, 1) || !CML_NEW(&members->ensemble->members, n_members))
		return cml_fail_memory(err);
	members->ensemble->n_features = training->data->n_features;
	members->ensemble->n_members = n_members;
	if (members->known && members->known->y && subtract_known(members, err) != CML_OK)
		return err->status;
	enum cml_result status = CML_OK;
	if (members->options->n_folds > 0)
		status = cml_bagging_init_folds(&members->bagging, training->data, n_members,
						members->options->n_folds, training->seed, err);
	else if (leaves_out(members))
		status = cml_bagging_init(&members->bagging, training->data, n_members, err);
	if (status != CML_OK)
		return status;
	members->bagging.left_out = members->options->left_out;
	members->bagging.seed = training->seed;
	members->bagging.keys = training->data->keys;
	if (cml_bins_init(&members->bins, training->data, CML_MAX_BINS, training->pool, err) !=
	    CML_OK)
		return err->status;
	return cml_binned_columns_init(&members->columns, &members->bins, err);
}

static enum cml_result boost_member(void *context, const struct cml_ensemble_member *member,
				    struct cml_error *err)
{
	struct members *members = context;
	struct cml_boosting boosting = {
	    .options = members->options,
	    .data = learns_rest(members, member->number) ? &members->rest : members->training->data,
	    .bins = &members->bins,
	    .columns = &members->columns,
	    .seed = members->training->seed,
	    .bagging = leaves_out(members) ? &members->bagging : NULL,
	    .member = member->number,
	    .pool = member->pool,
	    .tree_done = member->step_done,
	    .context = member->context};
	return cml_boost(&boosting, &members->ensemble->members[member->number], err);
}

/* Of rows from first on, the n that the member did not see. */
static size_t list_unseen(const struct members *members, size_t m, size_t first, uint32_t *list)
{
	size_t n_rows = members->training->data->n_rows, n = 0;
	size_t end = n_rows - first < UNSEEN_BLOCK ? n_rows : first + UNSEEN_BLOCK;
	for (size_t i = first; i < end; i++) {
		list[n] = (uint32_t)i;
		n += cml_bagging_is_unseen(&members->bagging, m, i);
	}
	return n;
}

static void predict_unseen(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct members *members = context;
	const struct cml_dataset *data = members->training->data;
	uint32_t list[UNSEEN_BLOCK];
	double predicted[UNSEEN_BLOCK];
	struct cml_traverse_rows rows = {.x = data->x, .stride = data->n_features, .list = list};
	for (size_t m = 0; m < members->ensemble->n_members; m++) {
		rows.n = list_unseen(members, m, block * UNSEEN_BLOCK, list);
		cml_forest_predict_rows(&members->ensemble->members[m], &rows, predicted);
		for (size_t i = 0; i < rows.n; i++) {
			uint32_t row = list[i];
			double value =
			    predicted[i] + (learns_rest(members, m) ? members->known->y[row] : 0);
			cml_ensemble_add(value, members->n_unseeing[row]++, &members->mean[row],
					 &members->squares[row]);
		}
	}
}

/* Adds to the means, for unseen rows, the trees from first_tree to before end_tree. */
static void add_unseen(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct members *members = context;
	const struct cml_dataset *data = members->training->data;
	uint32_t list[UNSEEN_BLOCK];
	struct cml_traverse_rows rows = {.x = data->x, .stride = data->n_features, .list = list};
	for (size_t m = 0; m < members->ensemble->n_members; m++) {
		const struct cml_forest *forest = &members->ensemble->members[m];
		rows.n = list_unseen(members, m, block * UNSEEN_BLOCK, list);
		for (size_t i = 0; members->first_tree == 0 && i < rows.n; i++) {
			members->n_unseeing[list[i]]++;
			double known = learns_rest(members, m) ? members->known->y[list[i]] : 0;
			members->mean[list[i]] += forest->base + known;
		}
		for (size_t t = members->first_tree; t < members->end_tree && t < forest->n_trees;
		     t++)
			cml_forest_tree_values(forest, t, &rows, members->mean);
	}
}

/* Of what the members that did not see a row have added up. */
static double unseen_loss(const struct members *members)
{
	const struct cml_dataset *data = members->training->data;
	double loss = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		double y = data->y[i];
		double predicted = members->mean[i] / (double)members->n_unseeing[i];
		double of_row = members->options->loss == CML_LOSS_LOGISTIC
				    ? cml_softplus(predicted) - y * predicted
				    : pow(y - predicted, 2);
		loss += members->n_unseeing[i] > 0 ? data->weight[i] * of_row : 0;
	}
	return loss;
}

/* Keeps as many trees, in steps of the least number, as have the least loss on unseen rows. */
static void choose_trees(struct members *members)
{
	size_t n_rows = members->training->data->n_rows, step = members->options->min_trees;
	size_t most = members->options->n_trees, kept = most;
	double min = INFINITY;
	for (size_t first = 0; step > 0 && step < most && first < most; first += step) {
		members->first_tree = first;
		members->end_tree = first + step;
		cml_pool_run(members->training->pool, (n_rows + UNSEEN_BLOCK - 1) / UNSEEN_BLOCK,
			     add_unseen, members);
		double loss = unseen_loss(members);
		kept = loss < min ? members->end_tree : kept;
		min = fmin(loss, min);
	}
	for (size_t m = 0; m < members->ensemble->n_members; m++) {
		struct cml_forest *forest = &members->ensemble->members[m];
		forest->n_trees = kept < forest->n_trees ? kept : forest->n_trees;
	}
	memset(members->n_unseeing, 0, n_rows * sizeof *members->n_unseeing);
	memset(members->mean, 0, n_rows * sizeof *members->mean);
}

static bool summarize_unseen(const struct members *members, struct cml_buffer *summary)
{
	const struct cml_dataset *data = members->training->data;
	double weight = 0, error = 0, mean = 0, spread = 0;
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		if (members->n_unseeing[i] == 0)
			continue;
		double away = data->y[i] - members->mean[i];
		double from_mean = data->y[i] - mean;
		n++;
		weight += data->weight[i];
		error += data->weight[i] * away * away;
		mean += data->weight[i] / weight * from_mean;
		spread += data->weight[i] * from_mean * (data->y[i] - mean);
	}
	return cml_summary_put(summary, "oob_rows", (double)n) &&
	       cml_summary_put(summary, "oob_rmse", sqrt(error / weight)) &&
	       cml_summary_put(summary, "oob_r2", spread > 0 ? 1 - error / spread : NAN);
}

static void give_unseen(const struct members *members)
{
	const struct cml_known_part *known = members->known;
	for (size_t i = 0; known && i < members->training->data->n_rows; i++) {
		size_t n = members->n_unseeing[i];
		double variance = cml_ensemble_variance(n, members->squares[i]);
		if (known->unseen_mean)
			known->unseen_mean[i] = n > 0 ? members->mean[i] : (double)NAN;
		if (known->unseen_sd)
			known->unseen_sd[i] =
			    cml_calibration_sd(&members->ensemble->calibration, n, variance);
	}
}

static enum cml_result calibrate(struct members *members, struct cml_buffer *summary,
				 struct cml_error *err)
{
	const struct cml_training *training = members->training;
	const struct cml_dataset *data = training->data;
	if (!leaves_out(members))
		return CML_OK;
	if (!CML_NEW(&members->n_unseeing, data->n_rows) ||
	    !CML_NEW(&members->mean, data->n_rows) || !CML_NEW(&members->squares, data->n_rows))
		return cml_fail_memory(err);
	choose_trees(members);
	cml_pool_run(training->pool, (data->n_rows + UNSEEN_BLOCK - 1) / UNSEEN_BLOCK,
		     predict_unseen, members);
	if (!summarize_unseen(members, summary))
		return cml_fail_memory(err);
	const struct cml_unseen unseen = {.n_rows = data->n_rows,
					  .n_members = members->n_unseeing,
					  .mean = members->mean,
					  .squares = members->squares,
					  .target = data->y,
					  .weight = data->weight,
					  .is_log = training->log_target};
	if (members->options->loss != CML_LOSS_LOGISTIC &&
	    cml_calibration_fit(&members->ensemble->calibration, &unseen, err) != CML_OK)
		return err->status;
	give_unseen(members);
	return CML_OK;
}

enum cml_result cml_tree_ensemble_train(const struct cml_training *training,
					const struct cml_boost_options *options,
					const struct cml_known_part *known, void **state,
					struct cml_buffer *summary, struct cml_error *err)
{
	AUTO(members) members = {.training = training, .options = options, .known = known};
	struct cml_ensemble ensemble = {.n_members = options->n_members,
					.n_steps = options->n_trees,
					.shares_pool = true,
					.train = boost_member,
					.context = &members};
	if (prepare(&members, err) != CML_OK ||
	    cml_ensemble_run(&ensemble, training, err) != CML_OK ||
	    calibrate(&members, summary, err) != CML_OK)
		return err->status;
	*state = members.ensemble;
	members.ensemble = NULL;
	return CML_OK;
}
