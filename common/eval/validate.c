#include "eval/validate.h"

#include "base/memory.h"
#include "base/text.h"
#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A validation on its way. */
struct run {
	const struct cml_validation *validation;
	const struct cml_validation_set *set;
	struct cml_validation_results *results;
	bool wants_intervals;   /* a score or a point needs them */
	struct cml_pool *inner; /* for each training; NULL when items run side by side */
	atomic_size_t n_done;
};

/* How one item goes. */
struct job {
	const struct run *run;
	size_t repeat;
	const struct cml_split *split;
	struct cml_validation_outcome *outcome;
	struct cml_dataset test; /* with the failed jobs that are tested */
	struct cml_model *model;
};

static void job_release(struct job *job)
{
	cml_model_free(job->model);
	cml_dataset_release(&job->test);
	if (!job->run->validation->keeps_points)
		cml_arena_release(&job->outcome->predictions);
}

static enum cml_result train_model(struct job *job, struct cml_error *err)
{
	const struct run *run = job->run;
	AUTO(cml_dataset) train = {0};
	struct cml_model_spec spec = *run->validation->model;
	struct cml_training_hooks hooks = {.pool = run->inner};
	spec.ignore_failures = !run->results->learns_chance;
	spec.leave_out_unreported = true;
	spec.has_times = run->results->space->time != CML_NO_COLUMN;
	spec.learn_interval = spec.learn_interval && run->wants_intervals;
	spec.seed = run->validation->seed + job->repeat;
	/* Laws, directions and bounds of limits are those of the space. */
	const struct cml_space *space = run->results->space;
	bool has_laws = run->set->encoder->n_plain < run->set->encoder->n_features;
	if (spec.ignore_failures && !has_laws)
		space = NULL;
	if (cml_split_select_train(job->split, &run->set->data, job->outcome->n_train,
				   job->outcome->n_failed_train, &train, err) != CML_OK ||
	    cml_model_train(&job->model, &spec, &train, space, &hooks, err) != CML_OK)
		return err->status;
	if (has_laws && cml_laws_pack_data(&job->model->laws, job->model->feature_names, &job->test,
					   err) != CML_OK)
		return err->status;
	job->outcome->lacks_limits =
	    run->results->learns_chance && job->model->n_limits < run->set->data.n_limits;
	return CML_OK;
}

/* What each tested job is worth as a launch: first those that ran, then those that failed. */
static enum cml_result order_launches(const struct job *job, size_t n, double *log_chance,
				      struct cml_error *err)
{
	struct cml_validation_outcome *outcome = job->outcome;
	const struct cml_acquisition acquisition = {.by = CML_RANK_BY_MEAN,
						    .maximize = job->model->maximize,
						    .is_log = job->model->log_target};
	const struct cml_failures failures = {.are_ignored = !job->run->results->learns_chance};
	struct cml_worth worth;
	if (cml_model_worth(job->model, &acquisition, &failures, &worth, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++) {
		outcome->worth[i] = cml_worth_predicted(&worth, outcome->predicted[i],
							outcome->sd[i], log_chance[i]);
		outcome->chance[i] = failures.are_ignored ? NAN : exp(log_chance[i]);
	}
	return CML_OK;
}

static enum cml_result predict(struct job *job, struct cml_error *err)
{
	struct cml_validation_outcome *outcome = job->outcome;
	size_t n_ran = job->test.n_rows, n = n_ran + job->split->n_failed_test;
	double **columns[] = {&outcome->actual, &outcome->predicted, &outcome->sd,    &outcome->lo,
			      &outcome->hi,     &outcome->worth,     &outcome->chance};
	double *log_chance;
	bool ok = CML_ARENA_NEW(&outcome->predictions, &log_chance, n);
	for (size_t c = 0; ok && c < sizeof columns / sizeof *columns; c++)
		ok = CML_ARENA_NEW(&outcome->predictions, columns[c], n);
	if (!ok)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		outcome->actual[i] = i < n_ran ? job->test.y[i] : NAN;
	if (cml_model_hear(job->model, n_ran, job->test.x, err) != CML_OK)
		return err->status;
	double *sd = outcome->sd, *lo = outcome->lo, *hi = outcome->hi, *mean = outcome->predicted;
	size_t first = 0;
	for (const struct cml_dataset *part = &job->test; part; part = part->failed) {
		cml_batch_predict(job->model, job->run->inner, part->n_rows, part->x, mean + first,
				  sd + first, log_chance + first);
		cml_model_interval(job->model, part->n_rows, part->x, mean + first, sd + first,
				   lo + first, hi + first);
		first += part->n_rows;
	}
	outcome->with_interval = true;
	for (size_t i = 0; i < n_ran; i++)
		outcome->with_interval =
		    outcome->with_interval && isfinite(outcome->lo[i]) && isfinite(outcome->hi[i]);
	return job->run->results->scores_launches ? order_launches(job, n, log_chance, err)
						  : CML_OK;
}

static enum cml_result measure_importance(const struct job *job,
					  const struct cml_score_pairs *pairs,
					  struct cml_error *err)
{
	const struct cml_validation *validation = job->run->validation;
	const struct cml_validation_set *set = job->run->set;
	size_t n_columns = set->encoder->space->n_key, n_drops;
	struct cml_importance importance = {
	    .model = job->model,
	    .set = set,
	    .tested = &job->test,
	    .rows = job->split->test,
	    .pairs = pairs,
	    .scoring = validation->importance,
	    .n_permutations = validation->n_permutations,
	    .seed = cml_hash(validation->seed + job->repeat, "importance", 10)};
	if (__builtin_mul_overflow(n_columns, validation->importance->n, &n_drops))
		return cml_fail_memory(err);
	if (!CML_ARENA_NEW(&job->outcome->arena, &job->outcome->drops, n_drops))
		return cml_fail_memory(err);
	return cml_importance_measure(&importance, job->run->inner, job->outcome->drops, err);
}

/* Jobs that ran and left a limit have failed, too: ran[n], n of them, of all launches. */
static void forget_failed(const struct job *job, size_t n, double *ran)
{
	const struct cml_validation_set *set = job->run->set;
	memcpy(ran, job->outcome->actual, n * sizeof *ran);
	for (size_t i = 0; i < job->split->n_test; i++)
		if (cml_validation_set_failed(set, &set->data, job->split->test[i]))
			ran[i] = NAN;
}

/* Gives pairs, which are the tested jobs that ran and then maybe those that failed, their contexts.
 */
static enum cml_result add_contexts(const struct job *job, struct cml_score_pairs *pairs,
				    struct cml_error *err)
{
	const struct cml_validation_set *set = job->run->set;
	const struct cml_split *split = job->split;
	if (!job->run->validation->within)
		return CML_OK;
	size_t *context;
	uint64_t *keys;
	if (!CML_ARENA_NEW(&job->outcome->predictions, &context, pairs->n) ||
	    !CML_ARENA_NEW(&job->outcome->predictions, &keys, pairs->n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++) {
		bool failed = i >= split->n_test;
		size_t row = failed ? split->failed_test[i - split->n_test] : split->test[i];
		context[i] = (failed ? &set->failed : &set->rows)->places[row].context;
		keys[i] = (failed ? set->data.failed : &set->data)->keys[row];
	}
	if (cml_context_drop_single(set->contexts->keys.n, pairs->n, keys, context, err) != CML_OK)
		return err->status;
	pairs->context = context;
	pairs->n_contexts = set->contexts->keys.n;
	return CML_OK;
}

static enum cml_result score(const struct job *job, struct cml_error *err)
{
	const struct cml_validation *validation = job->run->validation;
	const struct cml_validation_results *results = job->run->results;
	struct cml_validation_outcome *outcome = job->outcome;
	struct cml_score_pairs pairs = {.n = job->split->n_test,
					.actual = outcome->actual,
					.predicted = outcome->predicted,
					.lo = outcome->with_interval ? outcome->lo : NULL,
					.hi = outcome->with_interval ? outcome->hi : NULL,
					.maximize = validation->model->maximize};
	if (add_contexts(job, &pairs, err) != CML_OK)
		return err->status;
	size_t n_launches = pairs.n + job->split->n_failed_test;
	double *ran;
	if (!CML_ARENA_NEW(&outcome->arena, &outcome->scored, validation->scoring->n) ||
	    !CML_ARENA_NEW(&outcome->predictions, &ran, n_launches))
		return cml_fail_memory(err);
	forget_failed(job, n_launches, ran);
	struct cml_score_pairs launches = {.n = n_launches,
					   .actual = ran,
					   .predicted =
					       results->learns_chance ? outcome->chance : NULL,
					   .maximize = pairs.maximize,
					   .worth = outcome->worth};
	for (size_t i = 0; i < n_launches; i++)
		outcome->n_wasteful += isnan(ran[i]) != 0;
	if ((results->scores_launches && add_contexts(job, &launches, err) != CML_OK) ||
	    cml_scoring_evaluate(
		validation->scoring, &pairs, results->scores_launches ? &launches : NULL,
		&validation->bootstrap, job->run->inner, outcome->scored, err) != CML_OK)
		return err->status;
	return validation->importance ? measure_importance(job, &pairs, err) : CML_OK;
}

static enum cml_result run_item(const struct run *run, size_t item, struct cml_error *err)
{
	size_t repeat = item % run->validation->n_repeats;
	AUTO(job) job = {.run = run,
			 .repeat = repeat,
			 .split = &run->results->splits[repeat],
			 .outcome = &run->results->outcomes[item]};
	const struct cml_dataset *data = &run->set->data;
	if (cml_dataset_select(data, job.split->test, job.split->n_test, &job.test, err) !=
		CML_OK ||
	    (job.split->n_failed_test > 0 &&
	     cml_dataset_select_failed(data, job.split->failed_test, job.split->n_failed_test,
				       &job.test, err) != CML_OK) ||
	    train_model(&job, err) != CML_OK || predict(&job, err) != CML_OK)
		return err->status;
	return score(&job, err);
}

static enum cml_result run_on_thread(void *context, size_t item, unsigned thread,
				     struct cml_error *err)
{
	struct run *run = context;
	enum cml_result status = run_item(run, item, err);
	size_t n_done = atomic_fetch_add(&run->n_done, 1) + 1;
	if (run->validation->progress && thread == 0)
		run->validation->progress(run->validation->progress_context, n_done,
					  run->results->n_outcomes);
	return status;
}

static enum cml_result make_splits(struct run *run, struct cml_error *err)
{
	const struct cml_validation *validation = run->validation;
	for (size_t repeat = 0; repeat < validation->n_repeats; repeat++) {
		struct cml_split *split = &run->results->splits[repeat];
		if (cml_split_make(split, validation->split, run->set, validation->seed, repeat,
				   err) != CML_OK)
			return err->status;
		for (size_t size = 0; size < run->results->n_sizes; size++) {
			size_t n_train =
			    validation->sizes ? validation->sizes[size] : split->n_train;
			assert(n_train > 0);
			if (n_train > split->n_train)
				return cml_fail(
				    err, CML_BAD_USAGE,
				    "a learning curve of up to %zu jobs, but only %zu are "
				    "left to train on",
				    n_train, split->n_train);
			struct cml_validation_outcome *outcome =
			    &run->results->outcomes[size * validation->n_repeats + repeat];
			outcome->n_train = n_train;
			outcome->n_failed_train =
			    (size_t)((double)split->n_failed_train * (double)n_train /
					 (double)split->n_train +
				     0.5);
		}
	}
	return CML_OK;
}

static enum cml_result train_all(struct run *run, struct cml_error *err)
{
	struct cml_pool *pool = run->validation->pool;
	bool side_by_side = run->results->n_outcomes >= cml_pool_n_threads(pool);
	run->inner = side_by_side ? NULL : pool;
	return cml_pool_try(side_by_side ? pool : NULL, run->results->n_outcomes, run_on_thread,
			    run, err);
}

void cml_validation_results_release(struct cml_validation_results *results)
{
	for (size_t i = 0; results->splits && i < results->validation->n_repeats; i++)
		cml_split_release(&results->splits[i]);
	for (size_t i = 0; results->outcomes && i < results->n_outcomes; i++) {
		cml_arena_release(&results->outcomes[i].predictions);
		cml_arena_release(&results->outcomes[i].arena);
	}
	free(results->splits);
	free(results->outcomes);
	*results = (struct cml_validation_results){0};
}

/* Intervals are learned where a score or a point needs them. Launches are scored where something
 * failed; the chance that they run is learned where a score or a point needs it. */
static void choose_what_is_learned(struct run *run)
{
	const struct cml_scoring *scoring = run->validation->scoring;
	bool wanted = run->validation->keeps_points;
	run->wants_intervals = wanted;
	for (size_t i = 0; i < scoring->n; i++) {
		const struct cml_score_kind *kind = scoring->scores[i].kind;
		wanted = wanted || kind->of_launches;
		run->wants_intervals = run->wants_intervals || kind->need_interval;
	}
	run->results->scores_launches = wanted && cml_validation_set_n_failed(run->set) > 0;
	run->results->learns_chance =
	    run->results->scores_launches && !run->validation->model->ignore_failures;
}

enum cml_result cml_validate(const struct cml_validation *validation,
			     const struct cml_validation_set *set,
			     struct cml_validation_results *results, struct cml_error *err)
{
	enum cml_split_kind kind = validation->split->kind;
	struct run run = {.validation = validation, .set = set, .results = results};
	*results = (struct cml_validation_results){
	    .validation = validation,
	    .space = set->encoder->space,
	    .tests_the_same = kind == CML_SPLIT_TIME || kind == CML_SPLIT_SCALE,
	    .n_sizes = validation->sizes ? validation->n_sizes : 1};
	assert(validation->n_repeats > 0);
	choose_what_is_learned(&run);
	if (__builtin_mul_overflow(results->n_sizes, validation->n_repeats, &results->n_outcomes) ||
	    !CML_NEW(&results->splits, validation->n_repeats) ||
	    !CML_NEW(&results->outcomes, results->n_outcomes))
		return cml_fail_memory(err);
	if (cml_dataset_require_rows(&set->data, err) != CML_OK ||
	    (results->learns_chance &&
	     cml_model_require_limits(results->space, &set->data, err) != CML_OK) ||
	    make_splits(&run, err) != CML_OK)
		return err->status;
	return train_all(&run, err);
}
