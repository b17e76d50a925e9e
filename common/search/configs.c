#include "search/configs.h"

#include "base/memory.h"
#include "base/placeholder.h"
#include "math/correlation.h"
#include "model/model.h"
#include "search/encoded.h"
#include "space/config.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_configs_release(struct cml_configs *configs)
{
	free(configs->values);
	cml_key_set_release(&configs->keys);
	*configs = (struct cml_configs){0};
}

enum cml_result cml_configs_add(struct cml_configs *configs, const struct cml_space *space,
				const double *values, struct cml_error *err)
{
	size_t row_size = space->n_columns * sizeof *values;
	bool added;
	if (cml_key_set_add(&configs->keys, cml_config_key(space, values), &added, err) != CML_OK)
		return err->status;
	if (!added)
		return CML_OK;
	if (!cml_array_reserve((void **)&configs->values, &configs->capacity, configs->n + 1,
			       row_size))
		return cml_fail_memory(err);
	memcpy(configs->values + configs->n++ * space->n_columns, values, row_size);
	return CML_OK;
}

enum cml_result cml_configs_add_candidate(struct cml_configs *configs,
					  const struct cml_space *space, const double *fixed,
					  const double *values, bool *differs,
					  struct cml_error *err)
{
	size_t missing = cml_config_find_missing(space, values);
	*differs = false;
	if (missing != CML_NO_COLUMN) {
		cml_fail(err, CML_BAD_DATA, "a candidate needs a value here");
		return cml_error_locate(err, NULL, 0, space->columns[missing].name);
	}
	*differs = cml_fixes_differ(space, fixed, values);
	return *differs ? CML_OK : cml_configs_add(configs, space, values, err);
}

void cml_known_jobs_release(struct cml_known_jobs *jobs)
{
	cml_key_set_release(&jobs->keys);
	free(jobs->tried.items);
	cml_top_n_release(&jobs->top);
	cml_arena_release(&jobs->values);
	free(jobs->items);
	*jobs = (struct cml_known_jobs){0};
}

enum cml_result cml_known_jobs_add(struct cml_known_jobs *jobs, const struct cml_space *space,
				   const struct cml_known_job *job, struct cml_error *err)
{
	size_t row_size = space->n_columns * sizeof *job->values;
	bool added;
	if (cml_key_set_add(&jobs->keys, cml_config_key(space, job->values), &added, err) != CML_OK)
		return err->status;
	if (jobs->keys_alone)
		return CML_OK;
	double *values = cml_arena_new(&jobs->values, row_size);
	const char *time = cml_arena_copy(&jobs->values, job->time);
	if (!values || !time || !CML_RESERVE(&jobs->items, &jobs->capacity, jobs->n + 1))
		return cml_fail_memory(err);
	memcpy(values, job->values, row_size);
	jobs->items[jobs->n] = *job;
	jobs->items[jobs->n].values = values;
	jobs->items[jobs->n++].time.data = time;
	return CML_OK;
}

/* A job that measured nothing, but wrote a number for it, has failed. */
static enum cml_result drop_placeholders(struct cml_known_jobs *jobs, struct cml_error *err)
{
	struct cml_placeholders found;
	AUTOFREE double *targets = cml_array_new(jobs->n, sizeof *targets);
	if (!targets)
		return cml_fail_memory(err);
	for (size_t i = 0; i < jobs->n; i++)
		targets[i] = jobs->items[i].target;
	if (cml_placeholders_find(jobs->n, targets, &found, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < jobs->n; i++)
		if (cml_placeholders_have(&found, jobs->items[i].target)) {
			jobs->items[i].target = NAN;
			jobs->items[i].has_failed = true;
		}
	return CML_OK;
}

/* As the search is to see it, if it is in these contexts. */
static struct cml_tried_job tried_of(const struct cml_known_jobs *jobs, bool maximize,
				     const struct cml_known_job *job)
{
	bool is_kept = job->is_kept || jobs->ignore_limits;
	bool has_failed = job->has_failed || !isnan(job->target);
	return (struct cml_tried_job){.values = job->values,
				      .state = !isnan(job->target) && is_kept ? CML_TRIED_OK
					       : has_failed                   ? CML_TRIED_FAILED
									      : CML_TRIED_PENDING,
				      .reward = maximize ? job->target : -job->target};
}

static void take_best(struct cml_known_jobs *jobs, bool maximize, const struct cml_known_job *job)
{
	bool better = maximize ? job->target > jobs->best : job->target < jobs->best;
	if (jobs->n_ran++ == 0 || job->rank > jobs->best_rank ||
	    (job->rank == jobs->best_rank && better)) {
		jobs->best = job->target;
		jobs->best_rank = job->rank;
	}
}

enum cml_result cml_known_jobs_settle(struct cml_known_jobs *jobs, const struct cml_space *space,
				      bool maximize, struct cml_error *err)
{
	size_t slot;
	if (!CML_NEW(&jobs->tried.items, jobs->n))
		return cml_fail_memory(err);
	if (cml_top_n_init(&jobs->top, CML_KNOWN_STARTS, err) != CML_OK ||
	    drop_placeholders(jobs, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < jobs->n; i++) {
		struct cml_known_job *job = &jobs->items[i];
		bool asked = !jobs->fixed || !cml_fixes_differ(space, jobs->fixed, job->values);
		job->rank = 2 * asked + (job->is_kept || jobs->ignore_limits);
		if (asked)
			jobs->tried.items[jobs->tried.n++] = tried_of(jobs, maximize, job);
		if (isnan(job->target))
			continue;
		take_best(jobs, maximize, job);
		cml_top_n_offer(&jobs->top, maximize ? job->target : -job->target, i, &slot);
	}
	return CML_OK;
}

/* Kendall's tau from which on two metrics agree: three of four pairs of jobs are in one order. */
#define MIN_AGREEMENT 0.5

static bool has_both(const struct cml_known_job *job)
{
	return !isnan(job->target) && !isnan(job->second);
}

/* Whether the metrics of the jobs of a rank agree, so that a front of one is no accident. */
static enum cml_result find_agreement(const struct cml_known_jobs *jobs, int rank,
				      struct cml_front *front, struct cml_error *err)
{
	AUTOFREE double *x = cml_array_new(jobs->n, sizeof *x);
	AUTOFREE double *y = cml_array_new(jobs->n, sizeof *y);
	double tau = 0;
	size_t n = 0;
	if (!x || !y)
		return cml_fail_memory(err);
	for (size_t i = 0; i < jobs->n; i++) {
		const struct cml_known_job *job = &jobs->items[i];
		x[n] = cml_front_place(&front->axes[0], job->target);
		y[n] = cml_front_place(&front->axes[1], job->second);
		n += has_both(job) && job->rank == rank && isfinite(x[n]) && isfinite(y[n]);
	}
	enum cml_result status = cml_kendall_tau_b(n, x, y, &tau, err);
	front->has_best = tau >= MIN_AGREEMENT;
	return status;
}

enum cml_result cml_known_jobs_front(const struct cml_known_jobs *jobs, struct cml_front *front,
				     struct cml_error *err)
{
	int rank = 0;
	for (size_t i = 0; i < jobs->n; i++)
		if (has_both(&jobs->items[i]) && jobs->items[i].rank > rank)
			rank = jobs->items[i].rank;
	for (size_t i = 0; i < jobs->n; i++) {
		const struct cml_known_job *job = &jobs->items[i];
		if (has_both(job) && job->rank == rank &&
		    cml_front_add(front, (double[]){job->target, job->second}, err) != CML_OK)
			return err->status;
	}
	if (front->n == 0)
		return cml_fail(err, CML_BAD_USAGE,
				"a front needs jobs to improve on: --exclude a history with a "
				"finished job that has both metrics, or rank with --by mean");
	if (cml_front_is_point(front) && find_agreement(jobs, rank, front, err) != CML_OK)
		return err->status;
	cml_front_take_reference(front);
	return CML_OK;
}

/* Whether values, moved to what is fixed, are a configuration to start from. */
static bool move_to(const struct cml_space *space, const double *fixed, double *values)
{
	struct cml_error ignored;
	size_t broken;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (!isnan(fixed[slot]))
			values[slot] = fixed[slot];
	return cml_config_complete(space, values, &broken, &ignored) == CML_OK &&
	       broken == CML_NO_COLUMN && cml_config_find_missing(space, values) == CML_NO_COLUMN;
}

enum cml_result cml_known_jobs_starts(struct cml_known_jobs *jobs, const struct cml_space *space,
				      const double *fixed, struct cml_configs *starts,
				      struct cml_error *err)
{
	size_t row_size = space->n_columns * sizeof(double);
	AUTOFREE double *values = cml_array_new(space->n_columns, sizeof *values);
	if (!values)
		return cml_fail_memory(err);
	cml_top_n_sort(&jobs->top);
	for (size_t i = 0; i < jobs->top.n; i++) {
		memcpy(values, jobs->items[jobs->top.items[i].sequence].values, row_size);
		if (move_to(space, fixed, values) &&
		    cml_configs_add(starts, space, values, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_proposal_predict(struct cml_proposal *proposal, const struct cml_model *model,
				     struct cml_error *err)
{
	AUTO(cml_encoded) at = {0};
	if (cml_encoded_init(&at, model, err) != CML_OK ||
	    cml_encoded_take(&at, proposal->values, err) != CML_OK)
		return err->status;
	cml_batch_predict(model, NULL, 1, at.x, &proposal->pred, &proposal->sd,
			  &proposal->log_chance);
	if (model->second)
		cml_model_predict(model->second, 1, at.x, &proposal->second, &proposal->second_sd);
	return CML_OK;
}

enum cml_result cml_configs_hear(const struct cml_configs *configs, const struct cml_model *model,
				 struct cml_error *err)
{
	size_t stride = (configs->n + CML_HEARD - 1) / CML_HEARD, n = 0;
	AUTOFREE double *features = cml_array_new(model->n_encoded, sizeof *features);
	AUTOFREE float *x = cml_aligned_new(CML_HEARD * model->n_features, sizeof *x);
	if (!features || !x)
		return cml_fail_memory(err);
	for (size_t i = 0; i < configs->n; i += stride)
		if (cml_model_encode(model, configs->values + i * model->space->n_columns, features,
				     x + n++ * model->n_features, err) != CML_OK)
			return err->status;
	return cml_model_hear(model, n, x, err);
}

size_t cml_count_pending(const struct cml_tried_jobs *tried)
{
	size_t n = 0;
	for (size_t i = 0; tried && i < tried->n && n < CML_MAX_PENDING; i++)
		n += tried->items[i].state == CML_TRIED_PENDING;
	return n;
}

enum cml_result cml_predict_pending(const struct cml_model *model,
				    const struct cml_tried_jobs *tried,
				    struct cml_proposal *pending, struct cml_error *err)
{
	size_t n = cml_count_pending(tried);
	for (size_t i = tried ? tried->n : 0; n > 0 && i-- > 0;) {
		const struct cml_tried_job *job = &tried->items[i];
		if (job->state != CML_TRIED_PENDING)
			continue;
		pending[--n] = (struct cml_proposal){.values = (double *)job->values};
		if (cml_proposal_predict(&pending[n], model, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_baseline_propose(const struct cml_space *space, const struct cml_model *model,
				     const double *fixed, struct cml_proposal *baseline,
				     struct cml_error *err)
{
	*baseline = (struct cml_proposal){.pred = NAN, .sd = NAN};
	if (!CML_NEW(&baseline->values, space->n_columns))
		return cml_fail_memory(err);
	if (cml_baseline_fill(space, fixed, baseline->values, err) != CML_OK)
		return err->status;
	baseline->key = cml_config_key(space, baseline->values);
	return model ? cml_proposal_predict(baseline, model, err) : CML_OK;
}
