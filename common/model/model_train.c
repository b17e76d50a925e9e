/* Training. Part of model.h. */
#include "model/model_train.h"

#include "base/number.h"
#include "learn/auto/auto.h"
#include "learn/predictor/model_bytes.h"
#include "model/law/law.h"
#include "table/header.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The folds are the same whatever the seed of the predictor: that of a proposal's interval is no
 * choice of anybody's. */
#define INTERVAL_SEED 1

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
			return cml_fail(err, CML_BAD_DATA, "a target of %g has no logarithm",
					data->y[i]);
		(*logs)[i] =
		    log(data->y[i]) - cml_model_log_law(model, data->x + i * data->n_features);
	}
	return CML_OK;
}

/* Of the law: what no job reached no prediction does. */
static void note_shares(struct cml_model *model, const struct cml_dataset *seen)
{
	model->least_share = -INFINITY;
	model->most_share = INFINITY;
	if (model->law_feature == CML_NO_LAW)
		return;
	model->least_share = model->most_share = seen->y[0];
	for (size_t i = 1; i < seen->n_rows; i++) {
		model->least_share = fmin(model->least_share, seen->y[i]);
		model->most_share = fmax(model->most_share, seen->y[i]);
	}
}

/* The rows of data without what the predictor does not read; NULL: as they are. */
static enum cml_result strip(const struct cml_model *model, const struct cml_dataset *data,
			     float **x, struct cml_error *err)
{
	size_t n = model->n_learned;
	if (n == data->n_features)
		return CML_OK;
	*x = cml_aligned_new(data->n_rows, n * sizeof **x);
	for (size_t row = 0; *x && row < data->n_rows; row++)
		memcpy(*x + row * n, data->x + row * data->n_features, n * sizeof **x);
	return *x ? CML_OK : cml_fail_memory(err);
}

static enum cml_result fit(struct cml_model *model, const struct cml_model_spec *spec,
			   const struct cml_dataset *data, const struct cml_training_hooks *hooks,
			   struct cml_error *err)
{
	double *logs = NULL;
	float *x = NULL;
	if (transform(model, data, &logs, err) != CML_OK || strip(model, data, &x, err) != CML_OK) {
		free(logs);
		return err->status;
	}
	struct cml_dataset seen = *data;
	seen.n_features = model->n_learned;
	if (logs)
		seen.y = logs;
	if (x)
		seen.x = x;
	note_shares(model, &seen);
	struct cml_training training = {.data = &seen,
					.hyper = &model->hyper,
					.seed = model->seed,
					.maximize = model->maximize,
					.log_target = model->log_target,
					.pool = hooks->pool,
					.progress = hooks->progress,
					.progress_context = hooks->progress_context};
	enum cml_result status = model->kind->train(&training, &model->state, &model->summary, err);
	if (status != CML_OK || !spec->learn_interval)
		goto out;
	training.seed = INTERVAL_SEED;
	status = cml_interval_train(&model->interval, model->kind, &training, spec->has_times,
				    model->misses, model->n_misses, &model->summary, err);
out:
	free(logs);
	free(x);
	return status;
}

/* Learns the laws of the space, and packs the rows. */
static enum cml_result learn_laws(struct cml_model *model, const struct cml_model_spec *spec,
				  struct cml_dataset *data, struct cml_pool *pool,
				  struct cml_error *err)
{
	struct cml_laws *laws = &model->laws;
	if (cml_laws_init(&model->laws, &model->encoder, err) != CML_OK)
		return err->status;
	if (!cml_laws_pack_rows(&model->laws))
		return CML_OK;
	for (size_t i = 0; i < laws->n; i++)
		if (laws->items[i].slot != model->space->metric &&
		    cml_law_learn_limit(&laws->items[i], &model->encoder, data, err) != CML_OK)
			return err->status;
	if (cml_model_choose_law(model, spec, data, pool, err) != CML_OK)
		return err->status;
	cml_laws_learn_roof(laws, model->maximize, data);
	cml_laws_learn_range(laws, data);
	model->n_features = cml_laws_n_packed(&model->laws);
	model->n_learned = laws->n_plain;
	if (cml_laws_name(&model->laws, &model->encoder, &model->arena, model->feature_names,
			  err) != CML_OK)
		return err->status;
	return cml_laws_pack_data(&model->laws, model->feature_names, data, err);
}

/* The column of the space that the second metric of data is. */
static enum cml_result find_second(const struct cml_space *space, const struct cml_dataset *data,
				   const struct cml_space_column **metric, struct cml_error *err)
{
	size_t slot = space->second;
	const char *name = data->limit_names[data->n_limits - 1];
	if (slot == CML_NO_COLUMN || strcmp(space->columns[slot].name, name) != 0)
		return cml_fail(err, CML_BAD_DATA,
				"the table has a column " CML_METRIC_PREFIX
				"%s, but the space has no such second metric: the table was "
				"encoded with another space",
				name);
	*metric = &space->columns[slot];
	if (cml_dataset_n_reports(data, data->n_limits - 1) > 0)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA,
		 "no ok job reports this second metric: to leave it out, give it the role ignore "
		 "in the space");
	return cml_error_locate(err, NULL, 0, name);
}

/* The same jobs asked another question: what is known beside it is known already. */
static struct cml_model_spec beside_spec(const struct cml_model *model,
					 const struct cml_model_spec *other)
{
	struct cml_model_spec spec = *other;
	spec.ignore_failures = true;
	spec.keeps_support = false;
	spec.n_learned = model->n_learned;
	spec.law_feature = 0;
	if (spec.log_target == CML_LOG_YES)
		spec.log_target = CML_LOG_DEFAULT;
	return spec;
}

static enum cml_result train_second(struct cml_model *model, const struct cml_model_spec *spec,
				    const struct cml_dataset *data,
				    const struct cml_training_hooks *hooks, struct cml_error *err)
{
	const struct cml_space_column *metric = NULL;
	struct cml_model_spec second = beside_spec(model, spec);
	struct cml_dataset rows = {0};
	enum cml_result status = find_second(model->space, data, &metric, err);
	if (status != CML_OK)
		return status;
	second.maximize = metric->maximize;
	if ((status = cml_dataset_select_reports(data, data->n_limits - 1, &rows, err)) != CML_OK)
		goto out;
	status = cml_model_train(&model->second, &second, &rows, NULL, hooks, err);
out:
	cml_dataset_release(&rows);
	return status;
}

/* The jobs of which the law of the metric lacks nothing: no share is learned of others. */
static enum cml_result select_known(const struct cml_model *model, const struct cml_dataset *data,
				    struct cml_dataset *selected, struct cml_error *err)
{
	size_t n = 0, *rows = cml_array_new(data->n_rows, sizeof *rows);
	if (!rows)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		if (!cml_model_is_silent(model, data->x + i * data->n_features))
			rows[n++] = i;
	enum cml_result status = cml_dataset_select(data, rows, n, selected, err);
	free(rows);
	return status;
}

static enum cml_result learn_metric(struct cml_model *model, const struct cml_model_spec *spec,
				    const struct cml_dataset *data,
				    const struct cml_target_rows *rows,
				    const struct cml_training_hooks *hooks, struct cml_error *err)
{
	if (cml_target_summarize(rows, data, &model->summary, err) != CML_OK ||
	    cml_target_choose(spec->log_target, rows->data, &model->log_target, &model->least,
			      err) != CML_OK)
		return err->status;
	model->log_target = model->log_target || model->law_feature != CML_NO_LAW;
	if (!model->space || model->laws.given == CML_NO_LAW)
		return fit(model, spec, rows->data, hooks, err);
	struct cml_dataset known = {0};
	if (select_known(model, rows->data, &known, err) != CML_OK)
		return err->status;
	enum cml_result status = fit(model, spec, &known, hooks, err);
	cml_dataset_release(&known);
	return status;
}

/* Of each feature of a packed row: more of a limit never makes a job likelier to run. */
static enum cml_result list_directions(const struct cml_model *model, int8_t **monotone,
				       struct cml_error *err)
{
	const struct cml_space_column *columns = model->space->columns;
	if (!CML_NEW(monotone, model->n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < model->encoder.n_plain; i++)
		(*monotone)[i] = (int8_t)columns[model->encoder.features[i].column].monotone;
	for (size_t i = 0; i < model->laws.n; i++)
		if (columns[model->laws.items[i].slot].role == CML_ROLE_LIMIT)
			(*monotone)[cml_laws_feature(&model->laws, i)] = -1;
	return CML_OK;
}

/* The limit of the space that one of the data is. */
static enum cml_result find_limit(const struct cml_model *model, const char *name,
				  struct cml_limit *limit, struct cml_error *err)
{
	const struct cml_space *space = model->space;
	limit->slot = cml_space_find(space, cml_slice_of(name));
	if (limit->slot == CML_NO_COLUMN || space->columns[limit->slot].role != CML_ROLE_LIMIT)
		return cml_fail(err, CML_BAD_DATA,
				"the table has a column " CML_LIMIT_PREFIX
				"%s, but the space has no such limit: the table was encoded with "
				"another space",
				name);
	limit->law = cml_laws_find(&model->laws, limit->slot);
	return CML_OK;
}

static enum cml_result check_limits(const struct cml_space *space, const struct cml_dataset *data,
				    struct cml_error *err)
{
	for (size_t i = 0; i < space->n_limits; i++) {
		const char *name = space->columns[space->limits[i]].name;
		if (cml_dataset_limit(data, name) == data->n_limits)
			return cml_fail(err, CML_BAD_DATA,
					"the space has a limit '%s', but the table has no "
					"column " CML_LIMIT_PREFIX
					"%s: the table was encoded with another "
					"space",
					name, name);
	}
	return CML_OK;
}

static bool are_positive(const struct cml_dataset *rows)
{
	for (size_t i = 0; i < rows->n_rows; i++)
		if (rows->y[i] <= 0)
			return false;
	return true;
}

/* From every job that reports it, by auto, whose line extrapolates: jobs that break a limit are
 * rarely launched. */
static enum cml_result learn_reports(struct cml_model *model, const struct cml_dataset *data,
				     size_t l, struct cml_limit *limit, struct cml_pool *pool,
				     struct cml_error *err)
{
	const struct cml_space_column *column = &model->space->columns[limit->slot];
	const struct cml_training_hooks hooks = {.pool = pool};
	struct cml_hyper hyper = {0};
	struct cml_dataset rows = {0};
	struct cml_model_spec spec = {.kind = &cml_auto_predictor,
				      .hyper = &hyper,
				      .seed = model->seed,
				      .ignore_failures = true,
				      .learn_interval = true,
				      .n_learned = model->n_learned};
	enum cml_result status = cml_dataset_select_reports(data, l, &rows, err);
	if (status != CML_OK)
		goto out;
	if (limit->law != CML_NO_LAW && are_positive(&rows))
		spec.law_feature = cml_laws_feature(&model->laws, limit->law);
	limit->n_jobs = (double)rows.n_rows;
	status = cml_model_train(&limit->model, &spec, &rows, NULL, &hooks, err);
	if (status == CML_BAD_DATA)
		cml_error_locate(err, NULL, 0, column->name);
out:
	cml_dataset_release(&rows);
	return status;
}

static size_t count_oom(const struct cml_dataset *data)
{
	size_t n = 0;
	for (size_t row = 0; data->failed && row < data->failed->n_rows; row++)
		n += data->failed->y[row] == CML_JOB_OOM;
	return n;
}

static enum cml_result learn_limits(struct cml_model *model, const struct cml_dataset *data,
				    struct cml_pool *pool, struct cml_error *err)
{
	if (check_limits(model->space, data, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&model->limits, data->n_limits))
		return cml_fail_memory(err);
	for (size_t l = 0; l + data->has_second < data->n_limits; l++) {
		struct cml_limit *limit = &model->limits[model->n_limits];
		if (find_limit(model, data->limit_names[l], limit, err) != CML_OK)
			return err->status;
		bool is_law_alone =
		    limit->law != CML_NO_LAW && model->laws.items[limit->law].steepness > 0;
		if (!is_law_alone && cml_dataset_n_reports(data, l) == 0)
			continue;
		model->n_limits++;
		limit->n_jobs = (double)(data->n_rows + count_oom(data));
		if (!is_law_alone && learn_reports(model, data, l, limit, pool, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* The chance to run, and the limits that a job has to keep: of a space. */
static enum cml_result learn_chance(struct cml_model *model, const struct cml_dataset *data,
				    struct cml_pool *pool, struct cml_error *err)
{
	int8_t *monotone = NULL;
	if (model->space && list_directions(model, &monotone, err) != CML_OK)
		return err->status;
	const struct cml_chance_training training = {
	    .data = data, .monotone = monotone, .seed = model->seed, .pool = pool};
	enum cml_result status = cml_chance_train(&model->chance, &training, &model->summary, err);
	free(monotone);
	if (status != CML_OK || !model->space)
		return status;
	return learn_limits(model, data, pool, err);
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
	if (!spec->ignore_failures && !spec->leave_out_unreported && encoder &&
	    (status = cml_model_require_limits(model->space, &known, err)) != CML_OK)
		goto out;
	if (!spec->ignore_failures)
		status = learn_chance(model, &known, hooks->pool, err);
out:
	cml_target_rows_release(&rows);
	return status;
}

/* For jobs of which another program computed nothing, and beside what it did. */
static enum cml_result train_bare(struct cml_model *model, const struct cml_model_spec *spec,
				  struct cml_dataset *data, const struct cml_training_hooks *hooks,
				  struct cml_error *err)
{
	const struct cml_laws *laws = &model->laws;
	struct cml_model_spec bare = beside_spec(model, spec);
	if (!model->space || laws->given == CML_NO_LAW || !laws->items[laws->given].is_used)
		return CML_OK;
	if (laws->bare != CML_NO_LAW && laws->items[laws->bare].is_used)
		bare.law_feature = cml_laws_feature(laws, laws->bare);
	if (cml_model_train(&model->bare, &bare, data, NULL, hooks, err) != CML_OK)
		return err->status;
	return cml_model_take_bare(model, err);
}

static enum cml_result train(struct cml_model *model, const struct cml_model_spec *spec,
			     struct cml_dataset *data, const struct cml_space *space,
			     const struct cml_training_hooks *hooks, struct cml_error *err)
{
	model->n_features = model->n_learned = model->n_encoded = data->n_features;
	if (cml_hyper_copy(&model->hyper, spec->hyper, err) != CML_OK ||
	    cml_predictor_resolve(model->kind, &model->hyper, err) != CML_OK ||
	    cml_names_copy(&model->arena, data->n_features, data->feature_names,
			   &model->feature_names, err) != CML_OK ||
	    (space && cml_model_take_space(model, space, err) != CML_OK) ||
	    cml_dataset_require_rows(data, err) != CML_OK ||
	    cml_target_clear_limits(data, err) != CML_OK ||
	    (space && learn_laws(model, spec, data, hooks->pool, err) != CML_OK))
		return err->status;
	if (spec->n_learned > 0)
		model->n_learned = spec->n_learned;
	cml_model_find_law(model);
	if (spec->law_feature > 0)
		model->law_feature = spec->law_feature;
	if (learn_jobs(model, spec, data, hooks, err) != CML_OK ||
	    train_bare(model, spec, data, hooks, err) != CML_OK)
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
	made->seed = spec->seed;
	made->maximize = spec->maximize;
	if ((spec->learn_interval && cml_model_find_doubt(cml_model_train, spec, data, space,
							  &made->doubt, err) != CML_OK) ||
	    train(made, spec, data, space, hooks, err) != CML_OK) {
		cml_model_free(made);
		return err->status;
	}
	*model = made;
	return CML_OK;
}
