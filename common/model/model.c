#include "model/model.h"

#include "base/number.h"
#include "learn/predictor/model_bytes.h"
#include "model/model_chance.h"
#include "model/model_space.h"
#include "table/feature_columns.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The folds are the same whatever the seed of the predictor: that of a proposal's interval is no
 * choice of anybody's. */
#define INTERVAL_SEED 1

void cml_model_free(struct cml_model *model)
{
	if (!model)
		return;
	if (model->kind)
		model->kind->free(model->state);
	cml_chance_free(model->chance);
	cml_interval_free(model->interval);
	cml_level_sizes_release(&model->sizes);
	cml_support_free(model->support);
	cml_model_free(model->second);
	cml_hyper_release(&model->hyper);
	cml_encoder_release(&model->encoder);
	cml_space_free(model->space);
	cml_buffer_release(&model->summary);
	free(model->feature_names);
	cml_arena_release(&model->arena);
	free(model);
}

static enum cml_result resolve_hyper(struct cml_model *model, const struct cml_hyper *given,
				     struct cml_error *err)
{
	const struct cml_predictor_kind *kind = model->kind;
	for (size_t i = 0; i < given->n; i++)
		if (cml_hyper_set(&model->hyper, given->values[i].name, given->values[i].text,
				  err) != CML_OK)
			return err->status;
	return cml_hyper_resolve(&model->hyper, kind->hyper, kind->n_hyper, kind->name, err);
}

static enum cml_result copy_names(struct cml_model *model, const struct cml_dataset *data,
				  struct cml_error *err)
{
	model->n_features = data->n_features;
	if (!CML_NEW(&model->feature_names, data->n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_features; i++) {
		model->feature_names[i] =
		    cml_arena_copy(&model->arena, cml_slice_of(data->feature_names[i]));
		if (!model->feature_names[i])
			return cml_fail_memory(err);
	}
	return CML_OK;
}

static bool put_left_out(struct cml_buffer *summary, const size_t counts[CML_N_JOB_STATUSES])
{
	bool ok = true;
	for (size_t i = 0; i < CML_N_JOB_STATUSES; i++)
		if (counts[i] > 0)
			ok = ok && cml_buffer_printf(summary, "left_out_%s=%zu\n",
						     cml_job_status_name((enum cml_job_status)i),
						     counts[i]);
	return ok;
}

static enum cml_result summarize(struct cml_model *model, const struct cml_dataset *data,
				 const struct cml_target_rows *rows, struct cml_error *err)
{
	struct cml_buffer *summary = &model->summary;
	const struct cml_dataset *learned = rows->data;
	double lo = learned->y[0], hi = learned->y[0];
	size_t left_out[CML_N_JOB_STATUSES] = {0};
	cml_dataset_count_failed(data, left_out);
	for (size_t i = 1; i < learned->n_rows; i++) {
		lo = fmin(lo, learned->y[i]);
		hi = fmax(hi, learned->y[i]);
	}
	bool ok = cml_buffer_printf(summary, "rows=%zu\n", learned->n_rows);
	ok = ok && put_left_out(summary, left_out);
	if (data->n_weightless > 0)
		ok = ok &&
		     cml_buffer_printf(summary, "left_out_weightless=%zu\n", data->n_weightless);
	if (rows->n_left_out > 0)
		ok = ok &&
		     cml_buffer_printf(summary, "left_out_placeholder=%zu\n", rows->n_left_out);
	if (lo < hi)
		ok = ok && cml_summary_put(summary, "target_min", lo) &&
		     cml_summary_put(summary, "target_max", hi);
	else
		ok = ok && cml_summary_put(summary, "target_constant", lo);
	return ok ? CML_OK : cml_fail_memory(err);
}

bool cml_model_wants_base(const struct cml_model_spec *spec, const struct cml_space *space)
{
	return !spec->ignore_base && space && space->base != CML_NO_COLUMN;
}

double cml_model_log_base(const struct cml_model *model, const float *x)
{
	return model->has_base ? M_LN2 * (double)x[model->base_feature] : 0;
}

static enum cml_result fail_log(const struct cml_model *model, double target, struct cml_error *err)
{
	return cml_fail(err, CML_BAD_DATA, "a target of %g has no logarithm%s", target,
			model->has_base ? ", which its base needs (the role ignore takes it out)"
					: "");
}

/* The targets as the predictor is to see them; NULL in *logs when as they are. */
static enum cml_result transform(const struct cml_model *model, const struct cml_dataset *data,
				 double **logs, struct cml_error *err)
{
	if (!model->log_target)
		return CML_OK;
	if (!CML_NEW_ALIGNED(logs, data->n_rows))
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++) {
		if (data->y[i] <= 0)
			return fail_log(model, data->y[i], err);
		(*logs)[i] =
		    log(data->y[i]) - cml_model_log_base(model, data->x + i * data->n_features);
	}
	return CML_OK;
}

static enum cml_result learn_interval(struct cml_model *model, const struct cml_model_spec *spec,
				      const struct cml_dataset *seen, struct cml_pool *pool,
				      struct cml_error *err)
{
	const struct cml_encoder *encoder = model->space ? &model->encoder : spec->encoder;
	struct cml_context_span *contexts = NULL;
	struct cml_interval_training training = {.kind = model->kind,
						 .hyper = &model->hyper,
						 .data = seen,
						 .seed = INTERVAL_SEED,
						 .maximize = model->maximize,
						 .log_target = model->log_target,
						 .has_times = spec->has_times,
						 .pool = pool};
	enum cml_result status =
	    cml_model_list_contexts(encoder, &contexts, &training.n_contexts, err);
	training.contexts = contexts;
	if (status != CML_OK)
		goto out;
	status = cml_interval_train(&model->interval, &training, &model->summary, err);
out:
	free(contexts);
	return status;
}

static enum cml_result fit(struct cml_model *model, const struct cml_model_spec *spec,
			   const struct cml_dataset *data, const struct cml_training_hooks *hooks,
			   struct cml_error *err)
{
	double *logs = NULL;
	if (transform(model, data, &logs, err) != CML_OK) {
		free(logs);
		return err->status;
	}
	struct cml_dataset seen = *data;
	if (logs)
		seen.y = logs;
	struct cml_training training = {.data = &seen,
					.hyper = &model->hyper,
					.seed = model->seed,
					.maximize = model->maximize,
					.log_target = model->log_target,
					.pool = hooks->pool,
					.progress = hooks->progress,
					.progress_context = hooks->progress_context};
	enum cml_result status = model->kind->train(&training, &model->state, &model->summary, err);
	if (status != CML_OK ||
	    (status = cml_level_sizes_find(&model->sizes, &seen, err)) != CML_OK ||
	    !spec->learn_interval)
		goto out;
	status = learn_interval(model, spec, &seen, hooks->pool, err);
out:
	free(logs);
	return status;
}

static enum cml_result take_space(struct cml_model *model, const struct cml_space *space,
				  struct cml_error *err)
{
	return cml_model_take_space(&(struct cml_model_space){&model->space, &model->encoder,
							      model->n_features,
							      model->feature_names},
				    space, err);
}

/* The shares of the base that were reached, for people: above 1 it is no bound. */
static enum cml_result summarize_base(struct cml_model *model, const struct cml_dataset *data,
				      struct cml_error *err)
{
	double min = INFINITY, max = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		double base = exp2((double)data->x[i * data->n_features + model->base_feature]);
		double share = data->y[i] / base;
		min = fmin(min, share);
		max = fmax(max, share);
	}
	return cml_summary_put(&model->summary, "share_min", min) &&
		       cml_summary_put(&model->summary, "share_max", max)
		   ? CML_OK
		   : cml_fail_memory(err);
}

bool cml_model_find_base(struct cml_model *model)
{
	model->has_base = model->space && model->space->base != CML_NO_COLUMN;
	if (model->has_base)
		model->base_feature = model->encoder.first[model->space->base];
	return model->has_base;
}

/* Every job with a target needs the base of the space. */
static enum cml_result take_base(struct cml_model *model, const struct cml_dataset *data,
				 enum cml_log_target log_target, struct cml_error *err)
{
	size_t n_missing = 0;
	if (!cml_model_find_base(model))
		return CML_OK;
	model->log_target = true;
	if (log_target == CML_LOG_NO)
		return cml_fail(err, CML_BAD_USAGE,
				"the share of a base is learned as a logarithm: "
				"--no-log-target needs the role ignore for the base");
	for (size_t i = 0; i < data->n_rows; i++)
		if (isnan(data->x[i * data->n_features + model->base_feature]))
			n_missing++;
	if (n_missing == 0)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "%zu of %zu jobs with a target have no base", n_missing,
		 data->n_rows);
	cml_error_locate(err, NULL, 0, model->feature_names[model->base_feature]);
	return CML_BAD_DATA;
}

/* The column of the space that the second metric of data is. */
static enum cml_result find_second(const struct cml_space *space, const struct cml_dataset *data,
				   const struct cml_space_column **metric, struct cml_error *err)
{
	size_t slot = space->second;
	const char *name = cml_second_name(data);
	if (slot == CML_NO_COLUMN || strcmp(space->columns[slot].name, name) != 0)
		return cml_fail(err, CML_BAD_DATA,
				"the table has a column " CML_METRIC_PREFIX
				"%s, but the space has no such second metric: the table was "
				"encoded with another space",
				name);
	*metric = &space->columns[slot];
	if (cml_second_n_reported(data) > 0)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA,
		 "no ok job reports this second metric: to leave it out, give it the role ignore "
		 "in the space");
	return cml_error_locate(err, NULL, 0, name);
}

/* The same question asked of the second metric: what is known beside it is known already. */
static enum cml_result train_second(struct cml_model *model, const struct cml_model_spec *spec,
				    const struct cml_dataset *data,
				    const struct cml_training_hooks *hooks, struct cml_error *err)
{
	const struct cml_space_column *metric = NULL;
	struct cml_model_spec second = *spec;
	struct cml_dataset rows = {0};
	enum cml_result status = find_second(model->space, data, &metric, err);
	if (status != CML_OK)
		return status;
	second.maximize = metric->maximize;
	second.ignore_failures = second.ignore_base = true;
	second.keeps_support = false;
	second.encoder = &model->encoder;
	if (second.log_target == CML_LOG_YES)
		second.log_target = CML_LOG_DEFAULT;
	status = cml_second_select(data, &rows, err);
	if (status != CML_OK)
		goto out;
	status = cml_model_train(&model->second, &second, &rows, NULL, hooks, err);
out:
	cml_dataset_release(&rows);
	return status;
}

static enum cml_result learn_metric(struct cml_model *model, const struct cml_model_spec *spec,
				    const struct cml_dataset *data,
				    const struct cml_target_rows *rows,
				    const struct cml_training_hooks *hooks, struct cml_error *err)
{
	if (summarize(model, data, rows, err) != CML_OK ||
	    cml_target_choose(spec->log_target, rows->data, &model->log_target, &model->least,
			      err) != CML_OK ||
	    (!spec->ignore_base && take_base(model, rows->data, spec->log_target, err) != CML_OK) ||
	    fit(model, spec, rows->data, hooks, err) != CML_OK)
		return err->status;
	return model->has_base ? summarize_base(model, rows->data, err) : CML_OK;
}

/* The metric, and what is known of the jobs that ran or failed: not of those with a placeholder. */
static enum cml_result learn_jobs(struct cml_model *model, const struct cml_model_spec *spec,
				  const struct cml_dataset *data,
				  const struct cml_training_hooks *hooks, struct cml_error *err)
{
	struct cml_target_rows rows;
	enum cml_result status = cml_target_rows_init(&rows, spec->log_target, data, err);
	if (status != CML_OK ||
	    (status = learn_metric(model, spec, data, &rows, hooks, err)) != CML_OK)
		goto out;
	struct cml_dataset known = *rows.data;
	const struct cml_encoder *encoder = model->space ? &model->encoder : NULL;
	known.failed = spec->ignore_failures ? NULL : data->failed;
	if (spec->keeps_support &&
	    (status = cml_model_support_train(&model->support, encoder, model->n_features, &known,
					      err)) != CML_OK)
		goto out;
	if (!spec->ignore_failures)
		status = cml_model_chance_train(
		    &model->chance,
		    (struct cml_chance_training){.data = &known,
						 .leave_out_unreported = spec->leave_out_unreported,
						 .seed = model->seed,
						 .pool = hooks->pool},
		    encoder, model->support, &model->outside, &model->summary, err);
out:
	cml_target_rows_release(&rows);
	return status;
}

static enum cml_result train(struct cml_model *model, const struct cml_model_spec *spec,
			     struct cml_dataset *data, const struct cml_space *space,
			     const struct cml_training_hooks *hooks, struct cml_error *err)
{
	if (resolve_hyper(model, spec->hyper, err) != CML_OK ||
	    copy_names(model, data, err) != CML_OK ||
	    (space && take_space(model, space, err) != CML_OK) ||
	    cml_dataset_require_rows(data, err) != CML_OK ||
	    cml_target_clear_limits(data, err) != CML_OK ||
	    learn_jobs(model, spec, data, hooks, err) != CML_OK)
		return err->status;
	return model->space && data->has_second ? train_second(model, spec, data, hooks, err)
						: CML_OK;
}

enum cml_result cml_model_train(struct cml_model **model, const struct cml_model_spec *spec,
				struct cml_dataset *data, const struct cml_space *space,
				const struct cml_training_hooks *hooks, struct cml_error *err)
{
	struct cml_model *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	made->kind = spec->kind;
	made->outside = CML_CHANCE_BOUNDS_NONE;
	made->seed = spec->seed;
	made->maximize = spec->maximize;
	if (train(made, spec, data, space, hooks, err) != CML_OK) {
		cml_model_free(made);
		return err->status;
	}
	*model = made;
	return CML_OK;
}

enum cml_result cml_model_round(const struct cml_model *model, const double *features, float *x,
				struct cml_error *err)
{
	for (size_t f = 0; f < model->n_features; f++) {
		x[f] = (float)features[f];
		if (isinf(x[f])) {
			cml_fail(err, CML_BAD_DATA, "too large for a feature: %g", features[f]);
			cml_error_locate(err, NULL, 0, model->feature_names[f]);
			return CML_BAD_DATA;
		}
	}
	return CML_OK;
}

enum cml_result cml_model_encode(const struct cml_model *model, const double *values,
				 double *features, float *x, struct cml_error *err)
{
	if (cml_encoder_encode(&model->encoder, values, features, err) != CML_OK)
		return err->status;
	return cml_model_round(model, features, x, err);
}

void cml_model_predict(const struct cml_model *model, size_t n, const float *x, double *mean,
		       double *sd)
{
	model->kind->predict(model->state, n, x, mean, sd);
	cml_level_sizes_predict(&model->sizes, &(struct cml_level_sizes_rule){0},
				model->kind->predict, model->state, n, x, mean, sd);
	for (size_t i = 0; i < n; i++) {
		if (!model->log_target) {
			mean[i] = cml_within(mean[i], model->least, DBL_MAX);
			continue;
		}
		double log_mean = mean[i] + cml_model_log_base(model, x + i * model->n_features);
		mean[i] = cml_within(exp(log_mean), DBL_TRUE_MIN, DBL_MAX);
		sd[i] = cml_within(sd[i] * mean[i], 0, DBL_MAX);
	}
}

/* Rows a thread predicts at a time. */
#define BLOCK 128

struct batch {
	const struct cml_model *model;
	size_t n;
	const float *x;
	double *mean;
	double *sd;
	double *log_chance;
};

static void predict_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct batch *batch = context;
	size_t first = block * BLOCK;
	size_t n = batch->n - first < BLOCK ? batch->n - first : BLOCK;
	const float *x = batch->x + first * batch->model->n_features;
	cml_model_predict(batch->model, n, x, batch->mean + first, batch->sd + first);
	if (batch->log_chance)
		cml_model_chance(batch->model, n, x, batch->log_chance + first);
}

void cml_batch_predict(const struct cml_model *model, struct cml_pool *pool, size_t n,
		       const float *x, double *mean, double *sd, double *log_chance)
{
	struct batch batch = {model, n, x, mean, sd, log_chance};
	cml_pool_run(pool, (n + BLOCK - 1) / BLOCK, predict_block, &batch);
}

bool cml_model_has_interval(const struct cml_model *model)
{
	return model->interval;
}

double cml_model_possible(const struct cml_model *model, double value)
{
	const struct cml_space *space = model->space;
	if (!space || isnan(value))
		return value;
	const struct cml_domain *domain = &space->columns[space->metric].domain;
	return domain->kind == CML_DOMAIN_RANGE ? fmin(fmax(value, domain->lo), domain->hi) : value;
}

void cml_model_interval(const struct cml_model *model, size_t n, const float *x, const double *mean,
			const double *sd, double *lo, double *hi)
{
	for (size_t i = 0; i < n; i++) {
		lo[i] = hi[i] = NAN;
		if (!cml_model_has_interval(model) || isnan(mean[i]))
			continue;
		const float *row = x + i * model->n_features;
		double own = model->log_target ? sd[i] / mean[i] : sd[i];
		double half = cml_interval_half(model->interval, row, own);
		if (model->log_target) {
			lo[i] = cml_within(mean[i] * exp(-half), DBL_TRUE_MIN, DBL_MAX);
			hi[i] = cml_within(mean[i] * exp(half), 0, DBL_MAX);
		} else {
			lo[i] = cml_within(mean[i] - half, model->least, DBL_MAX);
			hi[i] = cml_within(mean[i] + half, -DBL_MAX, DBL_MAX);
		}
		lo[i] = cml_model_possible(model, lo[i]);
		hi[i] = cml_model_possible(model, hi[i]);
	}
}
