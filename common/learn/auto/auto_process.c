/* The Gaussian process of auto. Part of auto.h. */
#include "learn/auto/auto.h"

#include "learn/gp/gp_model.h"
#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first steps of the optimizer are those that matter: 20 predict no better. */
#define MAX_STEPS 12

/* How many standard errors the weight is lowered by. */
#define N_ERRORS 2

/* Rows predicted at a time: their coordinates live on the stack. */
#define BLOCK 16

/* Of more rows so many are looked at, evenly: others would tell nothing new of so few learned. */
#define MAX_ROWS 10000

/* Zeroed: none. */
struct rows {
	struct cml_dataset rest; /* residuals of the line over its coordinates: x, y, weight */
	size_t *row;             /* rest.n_rows: of the training data */
	uint32_t *fold, *group;  /* rest.n_rows: the configuration's fold, and its number */
	size_t n_groups;
};

/* The coordinates of n rows of features x: coordinates[n x linear->input.n]. */
static void find_coordinates(const struct cml_linear *linear, size_t n, const float *x,
			     float *coordinates)
{
	size_t n_coordinates = linear->input.n;
	double row[CML_LINEAR_MAX_COORDINATES];
	for (size_t i = 0; i < n; i++) {
		cml_linear_input_row(&linear->input, x + i * linear->input.n_features, row);
		for (size_t k = 0; k < n_coordinates; k++)
			coordinates[i * n_coordinates + k] = (float)row[k];
	}
}

/* x, y and weight alone. */
static enum cml_result new_dataset(struct cml_dataset *data, size_t n, size_t n_features,
				   struct cml_error *err)
{
	*data = (struct cml_dataset){.n_rows = n, .n_features = n_features};
	data->x = cml_aligned_new(n * n_features, sizeof *data->x);
	data->y = cml_aligned_new(n, sizeof *data->y);
	data->weight = cml_aligned_new(n, sizeof *data->weight);
	return data->x && data->y && data->weight ? CML_OK : cml_fail_memory(err);
}

/* Folds are those that n_folds members leave out (ensemble.h). */
static enum cml_result rows_init(struct rows *rows, const struct cml_training *training,
				 const struct cml_linear *linear, size_t n_folds,
				 struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	AUTO(cml_bagging) bagging = {0};
	size_t n = data->n_rows < MAX_ROWS ? data->n_rows : MAX_ROWS;
	*rows = (struct rows){0};
	enum cml_result status = new_dataset(&rows->rest, n, linear->input.n, err);
	rows->row = cml_array_new(n, sizeof *rows->row);
	rows->fold = cml_array_new(n, sizeof *rows->fold);
	rows->group = cml_array_new(n, sizeof *rows->group);
	if (status != CML_OK || !rows->row || !rows->fold || !rows->group)
		return cml_fail_memory(err);
	if (cml_bagging_init_folds(&bagging, data, n_folds, n_folds, training->seed, err) != CML_OK)
		return err->status;
	rows->n_groups = bagging.n_groups;
	for (size_t i = 0; i < n; i++) {
		size_t row = i * data->n_rows / n;
		const float *x = data->x + row * data->n_features;
		rows->row[i] = row;
		rows->group[i] = bagging.group[row];
		rows->fold[i] = bagging.fold[bagging.group[row]];
		rows->rest.y[i] = data->y[row] - cml_linear_mean(linear, x);
		rows->rest.weight[i] = data->weight[row];
		find_coordinates(linear, 1, x, rows->rest.x + i * linear->input.n);
	}
	return CML_OK;
}

/* n of the rows, at most all, evenly: the first ones of configurations, then repeats if there is
 * room. */
static enum cml_result rows_draw(const struct rows *rows, size_t n, struct cml_dataset *drawn,
				 struct cml_error *err)
{
	const struct cml_dataset *rest = &rows->rest;
	size_t d = rest->n_features, n_firsts = 0, n_repeats = 0;
	AUTOFREE size_t *firsts = cml_array_new(rest->n_rows, sizeof *firsts);
	AUTOFREE size_t *repeats = cml_array_new(rest->n_rows, sizeof *repeats);
	AUTOFREE bool *is_met = cml_array_new(rows->n_groups, sizeof *is_met);
	if (!firsts || !repeats || !is_met)
		return cml_fail_memory(err);
	if (new_dataset(drawn, n, d, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < rest->n_rows; i++) {
		if (is_met[rows->group[i]])
			repeats[n_repeats++] = i;
		else
			firsts[n_firsts++] = i;
		is_met[rows->group[i]] = true;
	}
	size_t n_own = n < n_firsts ? n : n_firsts;
	for (size_t i = 0; i < n; i++) {
		size_t row = i < n_own ? firsts[i * n_firsts / n_own]
				       : repeats[(i - n_own) * n_repeats / (n - n_own)];
		memcpy(drawn->x + i * d, rest->x + row * d, d * sizeof *drawn->x);
		drawn->y[i] = rest->y[row];
		drawn->weight[i] = rest->weight[row];
	}
	return CML_OK;
}

void cml_auto_process_release(struct cml_auto_process *process)
{
	cml_gp_free(process->gp);
	*process = (struct cml_auto_process){0};
}

/* A prediction and its deviation. */
struct view {
	double mean, sd;
};

/* The more the process knows of a row, the more its mean counts. Its deviation counts everywhere:
 * the members do not know how far a row is from all others. */
static struct view mix(const struct cml_auto_process *process, struct view members, struct view own)
{
	double weight = process->weight, w = weight * cml_gp_explained(process->gp, own.sd);
	double apart = own.mean - members.mean;
	double variance = weight * own.sd * own.sd + (1 - weight) * members.sd * members.sd +
			  w * (1 - w) * apart * apart;
	return (struct view){members.mean + w * apart, process->scale * sqrt(variance)};
}

/* While it is learned. */
struct learning {
	const struct cml_training *training;
	const struct cml_auto_unseen *unseen;
	struct rows rows;
	double *mean, *sd; /* of rows: of line and process, the fold left out */
};

static void learning_release(struct learning *learning)
{
	cml_dataset_release(&learning->rows.rest);
	free(learning->rows.row);
	free(learning->rows.fold);
	free(learning->rows.group);
	free(learning->mean);
}

/* What the members say of row i that did not see it. */
static struct view view_members(const struct learning *learning, size_t i)
{
	size_t row = learning->rows.row[i];
	return (struct view){learning->unseen->mean[row], learning->unseen->sd[row]};
}

static double target(const struct learning *learning, size_t i)
{
	return learning->training->data->y[learning->rows.row[i]];
}

/* How far the process pulls row i away from the members, with all the weight. */
static double find_pull(const struct learning *learning, const struct cml_gp *gp, size_t i)
{
	return cml_gp_explained(gp, learning->sd[i]) *
	       (learning->mean[i] - view_members(learning, i).mean);
}

/* Whether row i was left out, by members and process. */
static bool is_told(const struct learning *learning, size_t i)
{
	struct view members = view_members(learning, i);
	return isfinite(members.mean) && isfinite(members.sd) && isfinite(learning->mean[i]) &&
	       learning->sd[i] > 0;
}

/* The weight of least squared error less its standard errors, which hold for errors of any spread
 * and repeats of a configuration that go together. sums[n_groups] is scratch.
 * Source of that: H. White, "A heteroskedasticity-consistent covariance matrix estimator",
 * Econometrica 48, 1980; K. Liang, S. Zeger, "Longitudinal data analysis using generalized linear
 * models", Biometrika 73, 1986. */
static double find_weight(const struct learning *learning, const struct cml_gp *gp, double *sums)
{
	const struct rows *rows = &learning->rows;
	double along = 0, square = 0, left = 0;
	for (size_t i = 0; i < rows->rest.n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		double pull = find_pull(learning, gp, i);
		double error = target(learning, i) - view_members(learning, i).mean;
		along += rows->rest.weight[i] * pull * error;
		square += rows->rest.weight[i] * pull * pull;
	}
	if (!(square > 0))
		return 0;
	for (size_t i = 0; i < rows->rest.n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		double pull = find_pull(learning, gp, i);
		double error = target(learning, i) - view_members(learning, i).mean;
		sums[rows->group[i]] +=
		    rows->rest.weight[i] * pull * (error - along / square * pull);
	}
	for (size_t g = 0; g < rows->n_groups; g++)
		left += sums[g] * sums[g];
	return fmin((along - N_ERRORS * sqrt(left)) / square, 1);
}

/* items[n_rows] is scratch. */
static double find_scale(const struct learning *learning, const struct cml_auto_process *process,
			 struct cml_weighted *items)
{
	size_t n = 0;
	for (size_t i = 0; i < learning->rows.rest.n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		struct view both = mix(process, view_members(learning, i),
				       (struct view){learning->mean[i], learning->sd[i]});
		double error = target(learning, i) - both.mean;
		items[n++] =
		    (struct cml_weighted){fabs(error) / both.sd, learning->rows.rest.weight[i]};
	}
	double fraction = CML_CALIBRATION_COVERAGE * (1 + 1 / (double)n);
	return cml_weighted_quantile(items, n, fmin(fraction, 1)) / CML_CALIBRATION_DEVIATIONS;
}

static bool summarize(const struct learning *learning, const struct cml_auto_process *process,
		      struct cml_buffer *summary)
{
	double weight = 0, squares = 0;
	for (size_t i = 0; i < learning->rows.rest.n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		double own = learning->rows.rest.weight[i];
		weight += own;
		squares += own * pow(target(learning, i) - learning->mean[i], 2);
	}
	return cml_summary_put(summary, "gp_rmse", sqrt(squares / weight)) &&
	       cml_summary_put(summary, "gp_weight", process->weight);
}

static enum cml_result weigh(struct cml_auto_process *process, const struct learning *learning,
			     struct cml_buffer *summary, struct cml_error *err)
{
	AUTOFREE struct cml_weighted *items =
	    cml_array_new(learning->rows.rest.n_rows, sizeof *items);
	AUTOFREE double *sums = cml_array_new(learning->rows.n_groups, sizeof *sums);
	if (!items || !sums)
		return cml_fail_memory(err);
	process->scale = 1;
	process->weight = fmax(find_weight(learning, process->gp, sums), 0);
	if (process->weight > 0)
		process->scale = find_scale(learning, process, items);
	return summarize(learning, process, summary) ? CML_OK : cml_fail_memory(err);
}

/* Of more rows than max, learns so many and is conditioned on all. CML_BAD_DATA: it cannot be
 * learned. */
static enum cml_result learn(struct cml_auto_process *process, const struct learning *learning,
			     size_t max, size_t n_folds, struct cml_error *err)
{
	const struct cml_gp_settings settings = {.max_steps = MAX_STEPS};
	const struct rows *rows = &learning->rows;
	AUTO(cml_dataset) drawn = {0};
	bool is_all = rows->rest.n_rows <= max;
	if ((!is_all && rows_draw(rows, max, &drawn, err) != CML_OK) ||
	    cml_gp_learn(is_all ? &rows->rest : &drawn, &settings, &process->gp, NULL, err) !=
		CML_OK)
		return err->status;
	enum cml_result status = cml_gp_project(process->gp, &rows->rest, rows->fold, n_folds,
						learning->mean, learning->sd, err);
	for (size_t i = 0; i < rows->rest.n_rows; i++)
		learning->mean[i] += learning->unseen->line[rows->row[i]];
	return status;
}

enum cml_result cml_auto_process_train(struct cml_auto_process *process,
				       const struct cml_training *training,
				       const struct cml_auto_unseen *unseen, size_t n_folds,
				       struct cml_buffer *summary, struct cml_error *err)
{
	AUTO(learning) learning = {.training = training, .unseen = unseen};
	struct cml_error why;
	size_t n_left_out = 0, max = cml_hyper_count(training->hyper, "gp-rows");
	*process = (struct cml_auto_process){0};
	for (size_t i = 0; i < training->data->n_rows; i++)
		n_left_out += isfinite(unseen->mean[i]) && isfinite(unseen->sd[i]);
	if (max == 0 || n_left_out < CML_CALIBRATION_MIN_ROWS)
		return CML_OK;
	if (rows_init(&learning.rows, training, unseen->linear, n_folds, err) != CML_OK)
		return err->status;
	size_t n = learning.rows.rest.n_rows;
	if (!CML_NEW(&learning.mean, 2 * n))
		return cml_fail_memory(err);
	learning.sd = learning.mean + n;
	enum cml_result status = learn(process, &learning, max, n_folds, &why);
	if (status == CML_BAD_DATA) /* no process */
		status = CML_OK;
	else if (status)
		*err = why;
	else
		status = weigh(process, &learning, summary, err);
	if (status != CML_OK || !(process->weight > 0))
		cml_auto_process_release(process);
	return status;
}

void cml_auto_process_add(const struct cml_auto *made, size_t n, const float *x, double *mean,
			  double *sd)
{
	size_t n_features = made->linear->input.n_features;
	float coordinates[BLOCK * CML_LINEAR_MAX_COORDINATES];
	double own_mean[BLOCK], own_sd[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		find_coordinates(made->linear, n_block, x + first * n_features, coordinates);
		cml_gp_predict(made->process.gp, n_block, coordinates, own_mean, own_sd);
		for (size_t i = 0; i < n_block; i++) {
			double line = cml_linear_mean(made->linear, x + (first + i) * n_features);
			struct view both =
			    mix(&made->process, (struct view){mean[first + i], sd[first + i]},
				(struct view){line + own_mean[i], own_sd[i]});
			mean[first + i] = both.mean;
			sd[first + i] = both.sd;
		}
	}
}

/* What the process knows of its own coordinates. */
static double find_known(const struct cml_gp *gp, const float *at)
{
	double mean, sd;
	cml_gp_predict(gp, 1, at, &mean, &sd);
	return cml_gp_explained(gp, sd);
}

/* Those of the process, and its part in the deviation. */
size_t cml_auto_n_known_numbers(const void *state)
{
	const struct cml_auto *made = state;
	return cml_gp_n_known_numbers(made->process.gp) + 1;
}

void cml_auto_know(const void *state, const float *a, double *known)
{
	const struct cml_auto *made = state;
	const struct cml_gp *gp = made->process.gp;
	float at[CML_LINEAR_MAX_COORDINATES];
	find_coordinates(made->linear, 1, a, at);
	cml_gp_know(gp, at, known);
	known[cml_gp_n_known_numbers(gp)] = find_known(gp, at);
}

void cml_auto_covariance(const void *state, size_t n, const double *known, const float *x,
			 double *covariance)
{
	const struct cml_auto *made = state;
	const struct cml_auto_process *process = &made->process;
	size_t stride = cml_auto_n_known_numbers(state);
	float at[CML_LINEAR_MAX_COORDINATES];
	find_coordinates(made->linear, 1, x, at);
	double own = find_known(process->gp, at);
	cml_gp_covariance_of(process->gp, n, known, stride, at, covariance);
	for (size_t i = 0; i < n; i++)
		covariance[i] *= process->weight * process->scale * process->scale *
				 sqrt(own * known[i * stride + stride - 1]);
}

void cml_auto_process_fields(struct cml_fields *fields, struct cml_auto_process *process,
			     size_t n_coordinates)
{
	struct cml_field_part part;
	size_t n_features = fields->n_features;
	cml_field_part_begin(fields, 2 * sizeof(double), &part);
	cml_field_double(fields, "the weight of the process", &process->weight,
			 (struct cml_bounds){DBL_TRUE_MIN, 1, false});
	cml_field_double(fields, "the scale of the process", &process->scale, CML_FROM_0);
	fields->n_features = n_coordinates;
	if (CML_FIELD_ARRAY(fields, &process->gp, 1, 1) > 0)
		cml_gp_fields(fields, process->gp);
	fields->n_features = n_features;
	cml_field_part_end(fields, &part);
}
