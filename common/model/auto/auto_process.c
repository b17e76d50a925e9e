#include "model/auto/auto_process.h"

#include "math/weighted_quantile.h"
#include "model/gp/gp.h"
#include "model/gp/gp_held_out.h"
#include "model/predictor/bagging.h"
#include "model/predictor/calibration.h"
#include "model/predictor/model_bytes.h"
#include "model/predictor/summary_line.h"

#include <math.h>
#include <stdlib.h>

/* The first steps of the optimizer are those that matter: 20 predict no better. */
#define MAX_STEPS 12

/* How many standard errors the weight is lowered by. */
#define N_ERRORS 2

/* Rows predicted at a time: their coordinates live on the stack. */
#define BLOCK 16

void cml_auto_process_release(struct cml_auto_process *process)
{
	cml_gp_free(process->gp);
	*process = (struct cml_auto_process){0};
}

static void take_coordinates(const struct cml_linear *linear, size_t n, const float *x,
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

/* A prediction and its deviation. */
struct view {
	double mean, sd;
};

static struct view mix(const struct cml_auto_process *process, struct view members, struct view own)
{
	double w = process->weight, apart = own.mean - members.mean;
	double variance =
	    w * own.sd * own.sd + (1 - w) * members.sd * members.sd + w * (1 - w) * apart * apart;
	return (struct view){members.mean + w * apart, process->scale * sqrt(variance)};
}

/* While it is learned. */
struct learning {
	const struct cml_training *training;
	const struct cml_auto_unseen *unseen;
	struct cml_dataset rest; /* residuals of the line over its coordinates */
	uint32_t *fold;          /* n_rows */
	double *mean, *sd;       /* n_rows each: of line and process, the fold left out */
};

static void release(struct learning *learning)
{
	free(learning->rest.x);
	free(learning->rest.y);
	free(learning->fold);
	free(learning->mean);
}

static enum cml_result prepare(struct learning *learning, size_t n_folds, struct cml_error *err)
{
	const struct cml_dataset *data = learning->training->data;
	const struct cml_linear *linear = learning->unseen->linear;
	struct cml_bagging bagging;
	size_t n = data->n_rows;
	learning->rest = *data;
	learning->rest.n_features = linear->input.n;
	learning->rest.x = cml_aligned_new(n * linear->input.n, sizeof *learning->rest.x);
	learning->rest.y = cml_aligned_new(n, sizeof *learning->rest.y);
	learning->fold = cml_array_new(n, sizeof *learning->fold);
	learning->mean = cml_array_new(n, 2 * sizeof *learning->mean);
	learning->sd = learning->mean + n;
	if (!learning->rest.x || !learning->rest.y || !learning->fold || !learning->mean)
		return cml_fail_memory(err);
	if (cml_bagging_init_folds(&bagging, data, n_folds, n_folds, learning->training->seed,
				   err) != CML_OK)
		return err->status;
	take_coordinates(linear, n, data->x, learning->rest.x);
	for (size_t i = 0; i < n; i++) {
		learning->rest.y[i] =
		    data->y[i] - cml_linear_mean(linear, data->x + i * data->n_features);
		learning->fold[i] = bagging.fold[bagging.group[i]];
	}
	cml_bagging_release(&bagging);
	return CML_OK;
}

/* Whether row i was left out, by members and process. */
static bool is_told(const struct learning *learning, size_t i)
{
	return isfinite(learning->unseen->mean[i]) && isfinite(learning->unseen->sd[i]) &&
	       isfinite(learning->mean[i]) && learning->sd[i] > 0;
}

/* The weight of least squared error less its standard errors, which hold for errors of any spread.
 * Source of that: H. White, "A heteroskedasticity-consistent covariance matrix estimator",
 * Econometrica 48, 1980. */
static double find_weight(const struct learning *learning)
{
	const struct cml_dataset *data = learning->training->data;
	double along = 0, square = 0, left = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		double apart = learning->mean[i] - learning->unseen->mean[i];
		along += data->weight[i] * apart * (data->y[i] - learning->unseen->mean[i]);
		square += data->weight[i] * apart * apart;
	}
	if (!(square > 0))
		return 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		double apart = learning->mean[i] - learning->unseen->mean[i];
		double residual = data->y[i] - learning->unseen->mean[i] - along / square * apart;
		left += pow(data->weight[i] * apart * residual, 2);
	}
	return fmin((along - N_ERRORS * sqrt(left)) / square, 1);
}

/* items[n_rows] is scratch. */
static double find_scale(const struct learning *learning, const struct cml_auto_process *process,
			 struct cml_weighted *items)
{
	const struct cml_dataset *data = learning->training->data;
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		struct view both =
		    mix(process, (struct view){learning->unseen->mean[i], learning->unseen->sd[i]},
			(struct view){learning->mean[i], learning->sd[i]});
		double away = data->y[i] - both.mean;
		double error = learning->training->log_target ? expm1(away) : away;
		items[n++] = (struct cml_weighted){fabs(error) / both.sd, data->weight[i]};
	}
	double fraction = CML_CALIBRATION_COVERAGE * (1 + 1 / (double)n);
	return cml_weighted_quantile(items, n, fmin(fraction, 1)) / CML_CALIBRATION_DEVIATIONS;
}

static bool summarize(const struct learning *learning, const struct cml_auto_process *process,
		      struct cml_buffer *summary)
{
	const struct cml_dataset *data = learning->training->data;
	double weight = 0, squares = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		if (!is_told(learning, i))
			continue;
		weight += data->weight[i];
		squares += data->weight[i] * pow(data->y[i] - learning->mean[i], 2);
	}
	return cml_summary_put(summary, "gp_rmse", sqrt(squares / weight)) &&
	       cml_summary_put(summary, "gp_weight", process->weight);
}

static enum cml_result weigh(struct cml_auto_process *process, const struct learning *learning,
			     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_weighted *items = cml_array_new(learning->rest.n_rows, sizeof *items);
	if (!items)
		return cml_fail_memory(err);
	process->scale = 1;
	process->weight = fmax(find_weight(learning), 0);
	if (process->weight > 0)
		process->scale = find_scale(learning, process, items);
	free(items);
	return summarize(learning, process, summary) ? CML_OK : cml_fail_memory(err);
}

/* CML_BAD_DATA: it cannot be learned. */
static enum cml_result learn(struct cml_auto_process *process, const struct learning *learning,
			     size_t n_folds, struct cml_error *err)
{
	const struct cml_gp_settings settings = {.kernel = CML_GP_MATERN52, .max_steps = MAX_STEPS};
	struct cml_buffer ignored = {0};
	enum cml_result status =
	    cml_gp_learn(&learning->rest, &settings, &process->gp, &ignored, err);
	cml_buffer_release(&ignored);
	if (status != CML_OK)
		return status;
	status = cml_gp_held_out(process->gp, learning->rest.y, learning->fold, n_folds,
				 learning->mean, learning->sd, err);
	for (size_t i = 0; i < learning->rest.n_rows; i++)
		learning->mean[i] += learning->unseen->line[i];
	return status;
}

enum cml_result cml_auto_process_train(struct cml_auto_process *process,
				       const struct cml_training *training,
				       const struct cml_auto_unseen *unseen, size_t n_folds,
				       struct cml_buffer *summary, struct cml_error *err)
{
	struct learning learning = {.training = training, .unseen = unseen};
	struct cml_error why;
	size_t n_left_out = 0;
	*process = (struct cml_auto_process){0};
	for (size_t i = 0; i < training->data->n_rows; i++)
		n_left_out += isfinite(unseen->mean[i]) && isfinite(unseen->sd[i]);
	if (n_left_out < CML_CALIBRATION_MIN_ROWS)
		return CML_OK;
	enum cml_result status = prepare(&learning, n_folds, err);
	if (status == CML_OK) {
		status = learn(process, &learning, n_folds, &why);
		if (status == CML_OK)
			status = weigh(process, &learning, summary, err);
		else if (status == CML_BAD_DATA)
			status = CML_OK;
		else
			*err = why;
	}
	if (status != CML_OK || !(process->weight > 0))
		cml_auto_process_release(process);
	release(&learning);
	return status;
}

void cml_auto_process_add(const struct cml_auto_process *process, const struct cml_linear *linear,
			  size_t n, const float *x, double *mean, double *sd)
{
	size_t n_features = linear->input.n_features;
	float coordinates[BLOCK * CML_LINEAR_MAX_COORDINATES];
	double own_mean[BLOCK], own_sd[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		take_coordinates(linear, n_block, x + first * n_features, coordinates);
		cml_gp_predict(process->gp, n_block, coordinates, own_mean, own_sd);
		for (size_t i = 0; i < n_block; i++) {
			double line = cml_linear_mean(linear, x + (first + i) * n_features);
			struct view both =
			    mix(process, (struct view){mean[first + i], sd[first + i]},
				(struct view){line + own_mean[i], own_sd[i]});
			mean[first + i] = both.mean;
			sd[first + i] = both.sd;
		}
	}
}

void cml_auto_process_know(const struct cml_auto_process *process, const struct cml_linear *linear,
			   const float *a, double *known)
{
	float at[CML_LINEAR_MAX_COORDINATES];
	take_coordinates(linear, 1, a, at);
	cml_gp_know(process->gp, at, known);
}

void cml_auto_process_covariance(const struct cml_auto_process *process,
				 const struct cml_linear *linear, size_t n, const double *known,
				 const float *x, double *covariance)
{
	float at[CML_LINEAR_MAX_COORDINATES];
	take_coordinates(linear, 1, x, at);
	cml_gp_covariance(process->gp, n, known, at, covariance);
	for (size_t i = 0; i < n; i++)
		covariance[i] *= process->weight * process->scale * process->scale;
}

enum cml_result cml_auto_process_save(const struct cml_auto_process *process,
				      struct cml_buffer *out, struct cml_error *err)
{
	struct cml_buffer gp = {0};
	enum cml_result status = cml_gp_save(process->gp, &gp, err);
	if (status == CML_OK && (!cml_bytes_put_u32(out, (uint32_t)gp.size) ||
				 !cml_bytes_put_double(out, process->weight) ||
				 !cml_bytes_put_double(out, process->scale) ||
				 !cml_buffer_append(out, gp.data, gp.size)))
		status = cml_fail_memory(err);
	cml_buffer_release(&gp);
	return status;
}

enum cml_result cml_auto_process_load(struct cml_auto_process *process, struct cml_slice *bytes,
				      size_t n_coordinates, struct cml_error *err)
{
	uint32_t size;
	void *gp = NULL;
	struct cml_auto_process loaded = {0};
	if (!cml_bytes_take_u32(bytes, &size) || !cml_bytes_take_double(bytes, &loaded.weight) ||
	    !cml_bytes_take_double(bytes, &loaded.scale) || size > bytes->size)
		return cml_fail(err, CML_BAD_DATA, "inconsistent auto parameters: truncated");
	if (!(loaded.weight > 0 && loaded.weight <= 1 && loaded.scale >= 0 &&
	      isfinite(loaded.scale)))
		return cml_fail(err, CML_BAD_DATA,
				"inconsistent auto parameters: weight of the process");
	if (cml_gp_load(&gp, (struct cml_slice){bytes->data, size}, n_coordinates, err) != CML_OK)
		return err->status;
	*bytes = (struct cml_slice){bytes->data + size, bytes->size - size};
	loaded.gp = gp;
	*process = loaded;
	return CML_OK;
}
