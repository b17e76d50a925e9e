#include "model/validate.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "math/summary.h"
#include "model/batch_predict.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum cml_status cml_curve_parse(const char *text, size_t **sizes, size_t *n, struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(text), word;
	bool started = false;
	size_t *parsed = NULL, n_parsed = 0, capacity = 0;
	int64_t size = 0;
	char quoted[CML_QUOTE_SIZE];
	while (cml_slice_split(&rest, ',', &started, &word)) {
		if (size == INT64_MAX || !cml_parse_int(word, size + 1, INT64_MAX, &size)) {
			free(parsed);
			return cml_fail(
			    err, CML_BAD_USAGE,
			    "a learning curve wants whole numbers that ascend from 1: %s",
			    cml_text_quote(cml_slice_of(text), quoted, sizeof quoted));
		}
		if (!cml_array_reserve((void **)&parsed, &capacity, n_parsed + 1, sizeof *parsed)) {
			free(parsed);
			return cml_fail_memory(err);
		}
		parsed[n_parsed++] = (size_t)size;
	}
	*sizes = parsed;
	*n = n_parsed;
	return CML_OK;
}

/* What came of one size and repeat. */
struct outcome {
	enum cml_status status;
	struct cml_error err;
	size_t n_train;
	bool is_score;
	double *actual; /* n_test; kept after scoring only for a sink that takes points */
	double *predicted;
	double *sd;
	struct cml_scored *scored; /* by score */
};

/* Item size * n_repeats + repeat is one training. */
struct run {
	const struct cml_validation *validation;
	const struct cml_history *history;
	const struct cml_validation_sink *sink;
	struct cml_split *splits; /* by repeat */
	struct outcome *outcomes; /* by item */
	size_t n_sizes;
	size_t n_items;
	struct cml_pool *inner; /* for each training; NULL when items run side by side */
	atomic_size_t first_failed;
	atomic_size_t n_done;
};

/* The rows to train on, ascending: the same rows give the same model, whatever
 * order they were drawn in. */
static enum cml_status select_train(const struct run *run, const struct cml_split *split,
				    size_t n_train, struct cml_dataset *train,
				    struct cml_error *err)
{
	size_t n_rows = run->history->data.n_rows;
	bool *chosen = cml_array_new(n_rows, sizeof *chosen);
	size_t *rows = cml_array_new(n_train, sizeof *rows);
	enum cml_status status = chosen && rows ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK) {
		for (size_t i = 0; i < n_train; i++)
			chosen[split->train[i]] = true;
		for (size_t row = 0, n = 0; row < n_rows; row++)
			if (chosen[row])
				rows[n++] = row;
		status = cml_dataset_select(&run->history->data, rows, n_train, train, err);
	}
	free(chosen);
	free(rows);
	return status;
}

static enum cml_status train_model(const struct run *run, size_t repeat, size_t n_train,
				   struct cml_model **model, struct cml_error *err)
{
	struct cml_dataset train = {0};
	struct cml_model_spec spec = *run->validation->model;
	struct cml_training_hooks hooks = {.pool = run->inner};
	spec.seed = run->validation->seed + repeat;
	enum cml_status status = select_train(run, &run->splits[repeat], n_train, &train, err);
	if (status == CML_OK)
		status = cml_model_train(model, &spec, &train, NULL, &hooks, err);
	cml_dataset_release(&train);
	return status;
}

static enum cml_status predict(const struct run *run, const struct cml_split *split,
			       const struct cml_model *model, struct outcome *outcome,
			       struct cml_error *err)
{
	struct cml_dataset test = {0};
	enum cml_status status =
	    cml_dataset_select(&run->history->data, split->test, split->n_test, &test, err);
	outcome->predicted = cml_array_new(split->n_test, sizeof *outcome->predicted);
	outcome->sd = cml_array_new(split->n_test, sizeof *outcome->sd);
	if (status == CML_OK && (!outcome->predicted || !outcome->sd))
		status = cml_fail_memory(err);
	if (status == CML_OK) {
		cml_batch_predict(model, run->inner, test.n_rows, test.x, outcome->predicted,
				  outcome->sd);
		outcome->actual = test.y;
		test.y = NULL;
	}
	cml_dataset_release(&test);
	return status;
}

static enum cml_status score(const struct run *run, const struct cml_split *split,
			     struct outcome *outcome, struct cml_error *err)
{
	const struct cml_validation *validation = run->validation;
	struct cml_score_pairs pairs = {.n = split->n_test,
					.actual = outcome->actual,
					.predicted = outcome->predicted,
					.maximize = validation->model->maximize,
					.with_unit = !outcome->is_score};
	outcome->scored = cml_array_new(validation->scoring->n, sizeof *outcome->scored);
	if (!outcome->scored)
		return cml_fail_memory(err);
	return cml_scoring_evaluate(validation->scoring, &pairs, &validation->bootstrap, run->inner,
				    outcome->scored, err);
}

static void drop_predictions(struct outcome *outcome)
{
	free(outcome->actual);
	free(outcome->predicted);
	free(outcome->sd);
	outcome->actual = outcome->predicted = outcome->sd = NULL;
}

static enum cml_status run_item(const struct run *run, size_t item, struct cml_error *err)
{
	size_t repeat = item % run->validation->n_repeats;
	const struct cml_split *split = &run->splits[repeat];
	struct outcome *outcome = &run->outcomes[item];
	struct cml_model *model = NULL;
	enum cml_status status = train_model(run, repeat, outcome->n_train, &model, err);
	if (status == CML_OK) {
		outcome->is_score = model->is_score;
		status = predict(run, split, model, outcome, err);
	}
	cml_model_free(model);
	if (status == CML_OK)
		status = score(run, split, outcome, err);
	if (!run->sink->point)
		drop_predictions(outcome);
	return status;
}

/* After a failure only items before it still run, so that the error handed back
 * is that of the first item that fails, whichever thread was faster. */
static void run_on_thread(void *context, size_t item, unsigned thread)
{
	struct run *run = context;
	if (item > atomic_load(&run->first_failed))
		return;
	struct outcome *outcome = &run->outcomes[item];
	outcome->status = run_item(run, item, &outcome->err);
	if (outcome->status != CML_OK) {
		size_t first = atomic_load(&run->first_failed);
		while (item < first &&
		       !atomic_compare_exchange_weak(&run->first_failed, &first, item))
			;
	}
	size_t n_done = atomic_fetch_add(&run->n_done, 1) + 1;
	if (run->validation->progress && thread == 0)
		run->validation->progress(run->validation->progress_context, n_done, run->n_items);
}

static enum cml_status make_splits(struct run *run, struct cml_error *err)
{
	const struct cml_validation *validation = run->validation;
	for (size_t repeat = 0; repeat < validation->n_repeats; repeat++) {
		struct cml_split *split = &run->splits[repeat];
		enum cml_status status = cml_split_make(split, validation->split, run->history,
							validation->seed, repeat, err);
		if (status != CML_OK)
			return status;
		for (size_t size = 0; size < run->n_sizes; size++) {
			size_t n_train =
			    validation->sizes ? validation->sizes[size] : split->n_train;
			assert(n_train > 0);
			if (n_train > split->n_train)
				return cml_fail(err, CML_BAD_USAGE,
						"a learning curve up to %zu jobs, and only %zu are "
						"left to train on",
						n_train, split->n_train);
			run->outcomes[size * validation->n_repeats + repeat].n_train = n_train;
		}
	}
	return CML_OK;
}

static enum cml_status train_all(struct run *run, struct cml_error *err)
{
	struct cml_pool *pool = run->validation->pool;
	bool side_by_side = run->n_items >= cml_pool_n_threads(pool);
	run->inner = side_by_side ? NULL : pool;
	cml_pool_run(side_by_side ? pool : NULL, run->n_items, run_on_thread, run);
	size_t failed = atomic_load(&run->first_failed);
	if (failed == SIZE_MAX)
		return CML_OK;
	*err = run->outcomes[failed].err;
	return run->outcomes[failed].status;
}

static enum cml_status give_repeat(const struct run *run, size_t size, size_t repeat,
				   struct cml_error *err)
{
	const struct cml_validation *validation = run->validation;
	const struct outcome *outcome = &run->outcomes[size * validation->n_repeats + repeat];
	const struct cml_split *split = &run->splits[repeat];
	for (size_t i = 0; i < validation->scoring->n; i++) {
		const struct cml_score *given = &validation->scoring->scores[i];
		const struct cml_scored *scored = &outcome->scored[i];
		if (given->kind->need_unit && outcome->is_score)
			continue;
		struct cml_validation_row row = {repeat,      outcome->n_train, split->n_test,
						 given->name, scored->value,    scored->lo,
						 scored->hi};
		enum cml_status status = run->sink->row(run->sink->context, &row, err);
		if (status != CML_OK)
			return status;
	}
	for (size_t i = 0; run->sink->point && i < split->n_test; i++) {
		struct cml_validation_point point = {repeat,
						     outcome->n_train,
						     split->test[i],
						     outcome->actual[i],
						     outcome->predicted[i],
						     outcome->sd[i]};
		enum cml_status status = run->sink->point(run->sink->context, &point, err);
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

/* values: scratch for n_repeats. */
static struct cml_validation_row summarize(const struct run *run, size_t size, size_t score_index,
					   double *values)
{
	size_t n_repeats = run->validation->n_repeats;
	const struct outcome *outcomes = &run->outcomes[size * n_repeats];
	struct cml_validation_row row = {
	    .repeat = CML_MEAN_REPEAT, .score = run->validation->scoring->scores[score_index].name};
	size_t n = 0, n_train = 0, n_test = 0;
	for (size_t repeat = 0; repeat < n_repeats; repeat++) {
		double value = outcomes[repeat].scored[score_index].value;
		n_train += outcomes[repeat].n_train;
		n_test += run->splits[repeat].n_test;
		if (!isnan(value))
			values[n++] = value;
	}
	row.n_train = (n_train + n_repeats / 2) / n_repeats;
	row.n_test = (n_test + n_repeats / 2) / n_repeats;
	row.value = cml_mean(n, values);
	double sd = cml_sd(n, values);
	row.lo = n_repeats == 1 ? outcomes->scored[score_index].lo : row.value - 2 * sd;
	row.hi = n_repeats == 1 ? outcomes->scored[score_index].hi : row.value + 2 * sd;
	return row;
}

static enum cml_status give_size(const struct run *run, size_t size, double *values,
				 struct cml_error *err)
{
	const struct cml_validation *validation = run->validation;
	enum cml_status status = CML_OK;
	for (size_t repeat = 0; status == CML_OK && repeat < validation->n_repeats; repeat++)
		status = give_repeat(run, size, repeat, err);
	for (size_t i = 0; status == CML_OK && i < validation->scoring->n; i++) {
		if (validation->scoring->scores[i].kind->need_unit && run->outcomes->is_score)
			continue;
		struct cml_validation_row row = summarize(run, size, i, values);
		status = run->sink->row(run->sink->context, &row, err);
	}
	return status;
}

static void release(struct run *run)
{
	for (size_t i = 0; run->splits && i < run->validation->n_repeats; i++)
		cml_split_release(&run->splits[i]);
	for (size_t i = 0; run->outcomes && i < run->n_items; i++) {
		drop_predictions(&run->outcomes[i]);
		free(run->outcomes[i].scored);
	}
	free(run->splits);
	free(run->outcomes);
}

enum cml_status cml_validate(const struct cml_validation *validation,
			     const struct cml_history *history,
			     const struct cml_validation_sink *sink, struct cml_error *err)
{
	struct run run = {.validation = validation,
			  .history = history,
			  .sink = sink,
			  .n_sizes = validation->sizes ? validation->n_sizes : 1,
			  .first_failed = SIZE_MAX};
	assert(validation->n_repeats > 0);
	if (__builtin_mul_overflow(run.n_sizes, validation->n_repeats, &run.n_items))
		return cml_fail_memory(err);
	run.splits = cml_array_new(validation->n_repeats, sizeof *run.splits);
	run.outcomes = cml_array_new(run.n_items, sizeof *run.outcomes);
	double *values = cml_array_new(validation->n_repeats, sizeof *values);
	enum cml_status status =
	    run.splits && run.outcomes && values ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_dataset_require_rows(&history->data, err);
	if (status == CML_OK)
		status = make_splits(&run, err);
	if (status == CML_OK)
		status = train_all(&run, err);
	for (size_t size = 0; status == CML_OK && size < run.n_sizes; size++)
		status = give_size(&run, size, values, err);
	free(values);
	release(&run);
	return status;
}
