#include "model/model_chance.h"

#include "base/job_status.h"
#include "base/key.h"
#include "base/random.h"
#include "space/config.h"
#include "space/feasible/sampler.h"
#include "table/feature_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where rules outside of the diagram refuse so many in a row, a context is given up. */
#define MAX_TRIES 1000

struct drawing {
	const struct cml_untried *untried;
	const struct cml_dataset *jobs;
	struct cml_dataset *drawn;
	struct cml_random random;
	double *values;   /* n_columns */
	double *features; /* n_features */
};

/* The context of a job by slot; NaN: no context, or missing. */
static void find_context(const struct drawing *drawing, size_t job, double *fixed)
{
	const struct cml_encoder *encoder = drawing->untried->encoder;
	const struct cml_space *space = encoder->space;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		bool has_features = encoder->first[slot + 1] > encoder->first[slot];
		bool is_known = space->columns[slot].role == CML_ROLE_CONTEXT && has_features;
		fixed[slot] = NAN;
		if (is_known)
			fixed[slot] = cml_decode_value(
			    encoder, slot, drawing->jobs->x + job * drawing->jobs->n_features);
	}
}

/* Jobs of one context have one key. */
static uint64_t context_key(const struct drawing *drawing, size_t job)
{
	const struct cml_encoder *encoder = drawing->untried->encoder;
	const float *x = drawing->jobs->x + job * drawing->jobs->n_features;
	uint64_t key = 0;
	for (size_t slot = 0; slot < encoder->space->n_columns; slot++)
		if (encoder->space->columns[slot].role == CML_ROLE_CONTEXT)
			key =
			    cml_hash(key, x + encoder->first[slot],
				     (encoder->first[slot + 1] - encoder->first[slot]) * sizeof *x);
	return key;
}

/* The errors of one context are none of the log's. */
static enum cml_result pass_by(const struct cml_error *err)
{
	return err->status == CML_NO_MEMORY ? CML_NO_MEMORY : CML_OK;
}

static enum cml_result draw_in_context(struct drawing *drawing, size_t job, size_t n,
				       struct cml_error *err)
{
	const struct cml_encoder *encoder = drawing->untried->encoder;
	struct cml_sampler sampler;
	find_context(drawing, job, drawing->values);
	if (cml_sampler_init_at(&sampler, encoder->space, drawing->values, err) != CML_OK)
		return pass_by(err);
	enum cml_result status = CML_OK;
	for (size_t i = 0; i < n; i++) {
		if ((status = cml_sampler_draw(&sampler, &drawing->random, MAX_TRIES,
					       drawing->values, err)) != CML_OK ||
		    (status = cml_encoder_encode(encoder, drawing->values, drawing->features,
						 err)) != CML_OK ||
		    (status = cml_dataset_append(drawing->drawn, drawing->features, 0, 1,
						 cml_config_key(encoder->space, drawing->values),
						 err)) != CML_OK)
			break;
	}
	cml_sampler_release(&sampler);
	return status != CML_OK ? pass_by(err) : CML_OK;
}

/* The job in whose context draw i of n is. */
static size_t job_of(const struct drawing *drawing, size_t i, size_t n)
{
	return (size_t)((double)i / (double)n * (double)drawing->jobs->n_rows);
}

static enum cml_result draw_all(struct drawing *drawing, size_t n, uint64_t *keys,
				struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	for (size_t i = 0; i < n; i++)
		keys[i] = context_key(drawing, job_of(drawing, i, n));
	enum cml_result status = cml_key_groups_init(&groups, n, keys, err);
	if (status != CML_OK)
		return status;
	for (size_t g = 0; g < groups.n && g < CML_UNTRIED_MAX_CONTEXTS; g++) {
		status = draw_in_context(drawing, job_of(drawing, groups.rows[groups.first[g]], n),
					 groups.first[g + 1] - groups.first[g], err);
		if (status != CML_OK)
			break;
	}
	cml_key_groups_release(&groups);
	return status;
}

enum cml_result cml_untried_draw(void *untried, const struct cml_dataset *jobs, size_t n,
				 struct cml_dataset *drawn, struct cml_error *err)
{
	const struct cml_encoder *encoder = ((struct cml_untried *)untried)->encoder;
	uint64_t *keys = cml_array_new(n, sizeof *keys);
	struct drawing drawing = {
	    .untried = untried,
	    .jobs = jobs,
	    .drawn = drawn,
	    .values = cml_array_new(encoder->space->n_columns, sizeof *drawing.values),
	    .features = cml_array_new(encoder->n_features, sizeof *drawing.features)};
	bool ok = keys && drawing.values && drawing.features;
	cml_random_init(&drawing.random, drawing.untried->seed, 0);
	enum cml_result status = ok ? draw_all(&drawing, n, keys, err) : cml_fail_memory(err);
	free(keys);
	free(drawing.values);
	free(drawing.features);
	return status;
}

/* Of each feature. */
static enum cml_result list_directions(const struct cml_encoder *encoder, int8_t **monotone,
				       struct cml_error *err)
{
	if (!CML_NEW(monotone, encoder->n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < encoder->n_features; i++) {
		size_t slot = encoder->features[i].column;
		(*monotone)[i] = (int8_t)encoder->space->columns[slot].monotone;
	}
	return CML_OK;
}

static bool has_limit(const struct cml_dataset *data, const char *name)
{
	for (size_t i = 0; i < data->n_limits; i++)
		if (strcmp(data->limit_names[i], name) == 0)
			return true;
	return false;
}

/* The limits of the space, in the order of the data. */
static enum cml_result list_limits(const struct cml_space *space, const struct cml_dataset *data,
				   struct cml_limit **limits, struct cml_error *err)
{
	if (!CML_NEW(limits, data->n_limits))
		return cml_fail_memory(err);
	for (size_t i = 0; i < space->n_limits; i++) {
		const char *name = space->columns[space->limits[i]].name;
		if (!has_limit(data, name))
			return cml_fail(err, CML_BAD_DATA,
					"the space has a limit '%s', but the table has no "
					"column " CML_LIMIT_PREFIX
					"%s: the table was encoded with another "
					"space",
					name, name);
	}
	for (size_t i = 0; i < data->n_limits; i++) {
		const char *name = data->limit_names[i];
		size_t slot = cml_space_find(space, cml_slice_of(name));
		bool is_second = data->has_second && i + 1 == data->n_limits;
		if (is_second)
			continue;
		if (slot == CML_NO_COLUMN || space->columns[slot].role != CML_ROLE_LIMIT)
			return cml_fail(err, CML_BAD_DATA,
					"the table has a column " CML_LIMIT_PREFIX
					"%s, but the space has no such limit: the table was "
					"encoded with another space",
					name);
		const struct cml_domain *bound = &space->columns[slot].domain;
		(*limits)[i] =
		    (struct cml_limit){.name = name, .lower = bound->lo, .upper = bound->hi};
	}
	return CML_OK;
}

static enum cml_result train_without_limits(struct cml_chance **chance,
					    struct cml_chance_training training,
					    struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_dataset data = *training.data, failed;
	data.n_limits = 0;
	data.has_second = false;
	if (data.failed) {
		failed = *data.failed;
		failed.n_limits = 0;
		data.failed = &failed;
	}
	training.data = &data;
	training.monotone = NULL;
	training.limits = NULL;
	training.untried = NULL;
	return cml_chance_train(chance, &training, summary, err);
}

/* Configurations drawn to see how many leave the log. */
#define N_DRAWN 500

/* What a configuration that users left out counts as a job that ran. */
#define RAN_OF_MISSING (1.0 / 3)

/* Configurations outside the log. */
struct outside {
	double n;        /* of so many */
	double by_param; /* with a param alone */
	double by_pair;  /* with a pair of values, and no param */
};

static struct outside count_outside(const struct cml_support *support,
				    const struct cml_dataset *rows, bool failed_alone)
{
	struct outside found = {0};
	for (size_t i = 0; i < rows->n_rows; i++) {
		const float *x = rows->x + i * rows->n_features;
		bool in_pair;
		if (failed_alone && !cml_job_status_is_failure((enum cml_job_status)rows->y[i]))
			continue;
		found.n++;
		found.by_param += cml_support_leaves_chosen(support, x);
		found.by_pair += cml_support_leaves(support, x, &in_pair) == 0 && in_pair;
	}
	return found;
}

/* By the rule of succession, of n configurations, of which `ran` and `failed` are outside where of
 * drawn ones so many are. */
static double bound(double n, double ran, double failed, double n_drawn, double drawn)
{
	double share = drawn / n_drawn, would = n * share;
	double variance = would + n * n * share * (1 - share) / n_drawn;
	double missing = would - ran - failed;
	if (!(missing > 2 * sqrt(variance + 1)))
		return 1;
	return (ran + 1 + RAN_OF_MISSING * missing) / (ran + failed + 2 + missing);
}

static enum cml_result bound_outside(const struct cml_chance *chance,
				     const struct cml_support *support,
				     const struct cml_encoder *encoder, uint64_t seed,
				     const struct cml_dataset *data,
				     struct cml_chance_bounds *outside, struct cml_error *err)
{
	struct cml_chance_jobs jobs = cml_chance_jobs(chance);
	struct cml_untried untried = {.encoder = encoder, .seed = seed};
	struct cml_dataset drawn = {0};
	struct outside failed = {0};
	size_t n, n_ran;
	if (cml_chance_n_limits(chance) > 0 || !cml_chance_is_blind(&jobs))
		return CML_OK;
	if (cml_support_count_leaving(support, data, &n, &n_ran, err) != CML_OK ||
	    cml_dataset_init(&drawn, data->n_features, data->feature_names, err) != CML_OK)
		return err->status;
	enum cml_result status = cml_untried_draw(&untried, data, N_DRAWN, &drawn, err);
	if (status != CML_OK || drawn.n_rows == 0)
		goto out;
	struct outside would = count_outside(support, &drawn, false);
	if (data->failed)
		failed = count_outside(support, data->failed, true);
	double n_tried = (double)n + jobs.n_failed;
	outside->param = bound(n_tried, (double)n_ran, failed.by_param, would.n, would.by_param);
	outside->pair = bound(n_tried, 0, failed.by_pair, would.n, would.by_pair);
out:
	cml_dataset_release(&drawn);
	return status;
}

enum cml_result cml_model_chance_train(struct cml_chance **chance,
				       struct cml_chance_training training,
				       const struct cml_encoder *encoder,
				       const struct cml_support *support,
				       struct cml_chance_bounds *outside,
				       struct cml_buffer *summary, struct cml_error *err)
{
	int8_t *monotone = NULL;
	struct cml_limit *limits = NULL;
	struct cml_untried untried = {.encoder = encoder, .seed = training.seed};
	struct cml_chance_untried from = {.draw = cml_untried_draw, .context = &untried};
	*outside = CML_CHANCE_BOUNDS_NONE;
	if (!encoder)
		return train_without_limits(chance, training, summary, err);
	enum cml_result status = list_directions(encoder, &monotone, err);
	if (status != CML_OK ||
	    (status = list_limits(encoder->space, training.data, &limits, err)) != CML_OK)
		goto out;
	training.untried = &from;
	training.monotone = monotone;
	training.limits = limits;
	status = cml_chance_train(chance, &training, summary, err);
	if (status != CML_OK || !support)
		goto out;
	status =
	    bound_outside(*chance, support, encoder, training.seed, training.data, outside, err);
out:
	free(monotone);
	free(limits);
	return status;
}
