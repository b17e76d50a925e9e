#include "model/model.h"

#include "base/random.h"
#include "learn/linear/linear_model.h"
#include "model/interval/excess.h"
#include "model/interval/interval_model.h"
#include "model_fixture.h"
#include "test.h"

static const char *const names[] = {"log2(gpus)", "batch", "fp8"};
enum { N_FEATURES = 3 };

static void add(struct cml_dataset *data, double gpus, double batch, double fp8, double y)
{
	const double features[] = {gpus, batch, fp8};
	assert_ok(cml_dataset_append(data, features, y, 1, data->n_rows, &err));
}

static struct cml_dataset empty(void)
{
	struct cml_dataset data = {0};
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	return data;
}

/* Jobs on 8 to 64 devices whose speed, a logarithm, rises with them; noise of this deviation. */
static struct cml_dataset jobs(size_t n, double noise, uint64_t seed)
{
	struct cml_dataset data = empty();
	struct cml_random random = random_of(seed, 0);
	for (size_t i = 0; i < n; i++) {
		double gpus = 3 + (double)cml_random_below(&random, 4);
		double batch = (double)(1 << cml_random_below(&random, 6));
		double fp8 = cml_random_below(&random, 4) == 0;
		add(&data, gpus, batch, fp8,
		    gpus + 0.5 * log2(batch) + fp8 + noise * cml_random_normal(&random));
	}
	return data;
}

static const char *const level_names[] = {"gpus", "gpu=a", "gpu=b", "gpu=c", "tp"};
enum { N_LEVEL_FEATURES = 5 };

/* Misses of a fold: errors 0.01 to 0.01 n, of jobs inside. */
static struct cml_fold_misses misses_of(struct cml_miss *items, size_t n, enum cml_fold_kind kind)
{
	for (size_t i = 0; i < n; i++)
		items[i] = (struct cml_miss){.error = 0.01 * (double)(i + 1), .sd = 1};
	return (struct cml_fold_misses){.kind = kind, .items = items, .n = n};
}

static void fit(struct cml_interval *interval, const struct cml_fold_misses *folds, size_t n)
{
	struct cml_interval_fit found;
	assert_ok(cml_interval_fit(interval, folds, n, false, &found, &err));
}

Test(interval_fit, counts_every_fold_of_levels_the_same)
{
	struct cml_miss random[100], levels[110];
	AUTOPTR(cml_interval) interval = NULL;
	assert_ok(cml_interval_new(&interval, level_names, N_LEVEL_FEATURES, &err));
	/* 90 jobs on the first device, ten on the second, ten on the third. */
	struct cml_fold_misses folds[] = {misses_of(random, 100, CML_FOLD_RANDOM),
					  misses_of(levels, 90, CML_FOLD_LEVEL),
					  misses_of(levels + 90, 10, CML_FOLD_LEVEL),
					  misses_of(levels + 100, 10, CML_FOLD_LEVEL)};
	for (size_t i = 0; i < 110; i++)
		levels[i] = (struct cml_miss){.error = i < 90    ? 1
						       : i < 100 ? 2
								 : 5,
					      .sd = 1,
					      .is_new = true};
	fit(interval, folds, 4);
	cr_assert_float_eq(interval->level_costs[0], 5 - 0.91, 1e-12, "%g",
			   interval->level_costs[0]);
	cr_assert_float_eq(interval->level_cost, 5 - 0.91, 1e-12);
	/* Too few: nothing is known. */
	folds[1].n = 8;
	fit(interval, folds, 2);
	cr_assert(isnan(interval->level_costs[0]) && isnan(interval->level_cost));
}

/* Jobs on devices a to d, where the first number goes with them, and d is of few jobs. */
Test(folds, hold_out_each_level_once)
{
	static const char *const of[] = {"gpus",  "gpu=a", "gpu=b", "gpu=c",
					 "gpu=d", "nic=x", "nic=y"};
	AUTO(cml_dataset) data = {0};
	struct cml_folds folds = {0};
	assert_ok(cml_dataset_init(&data, 7, of, &err));
	for (size_t i = 0; i < 40; i++) {
		size_t gpu = i < 4 ? 3 : i % 3;
		double odd = i % 2 ? 1 : 0;
		const double x[] = {(double)i, gpu == 0, gpu == 1, gpu == 2,
				    gpu == 3,  1 - odd,  odd};
		double y = (double)gpu + 0.01 * (double)(i % 5);
		assert_ok(cml_dataset_append(&data, x, y, 1, i, &err));
	}
	assert_ok(cml_folds_add_levels(&folds, &data, &err));
	/* Nothing depends on the network. */
	cr_assert_eq(folds.n, 4);
	for (size_t i = 0; i < 40; i++) {
		size_t n_held = 0;
		for (size_t k = 0; k < folds.n; k++)
			n_held += folds.folds[k].part[i] == CML_FOLD_HELD;
		cr_assert_eq(n_held, 1);
	}
	/* That of the fewest jobs is the last one. */
	cr_assert(folds.folds[3].part[0] == CML_FOLD_HELD &&
		  folds.folds[3].part[4] == CML_FOLD_REST);
	cml_folds_release(&folds);
}

Test(interval_fit, holds_nine_of_ten_later_jobs)
{
	struct cml_miss random[100], third[100], last[100];
	AUTOPTR(cml_interval) interval = NULL;
	assert_ok(cml_interval_new(&interval, names, N_FEATURES, &err));
	struct cml_fold_misses folds[] = {misses_of(random, 100, CML_FOLD_RANDOM),
					  misses_of(third, 100, CML_FOLD_TIME),
					  misses_of(last, 50, CML_FOLD_TIME)};
	for (size_t i = 0; i < 50; i++)
		last[i].error = 1 + 0.02 * (double)(i + 1);
	fit(interval, folds, 3);
	/* Of two folds that count the same a tenth is the last fifth of the later one. */
	cr_assert_float_eq(interval->quantile, 1.8, 0.021, "%g", interval->quantile);
	/* Few jobs do not count as many. */
	folds[2].n = 3;
	fit(interval, folds, 3);
	cr_assert_float_eq(interval->quantile, 1.04, 1e-9, "%g", interval->quantile);
}

static struct cml_model *learn(const struct cml_dataset *given, enum cml_log_target log_target,
			       unsigned n_threads)
{
	AUTO(cml_dataset) data = {0};
	AUTO(cml_hyper) hyper = {0};
	struct cml_model *model = NULL;
	AUTOPTR(cml_pool) pool = NULL;
	size_t rows[1000];
	for (size_t i = 0; i < given->n_rows; i++)
		rows[i] = i;
	assert_ok(cml_dataset_select(given, rows, given->n_rows, &data, &err));
	assert_ok(cml_pool_new(&pool, n_threads, &err));
	struct cml_training_hooks hooks = {.pool = pool};
	struct cml_model_spec spec = {.kind = &cml_linear_predictor,
				      .hyper = &hyper,
				      .log_target = log_target,
				      .maximize = true,
				      .learn_interval = true,
				      .has_times = true};
	assert_ok(cml_model_train(&model, &spec, &data, NULL, &hooks, &err));
	return model;
}

/* The fraction of jobs inside their intervals. */
static double coverage(const struct cml_model *model, const struct cml_dataset *data)
{
	size_t n_inside = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		double mean, sd, lo, hi;
		const float *x = data->x + i * N_FEATURES;
		cml_model_predict(model, 1, x, &mean, &sd);
		cml_model_interval(model, 1, x, &mean, &sd, &lo, &hi);
		cr_assert(lo <= mean && mean <= hi);
		n_inside += data->y[i] >= lo && data->y[i] <= hi;
	}
	return (double)n_inside / (double)data->n_rows;
}

Test(interval, holds_nine_of_ten_new_jobs)
{
	AUTO(cml_dataset) data = jobs(300, 0.3, 2), more = jobs(1000, 0.3, 3);
	AUTOPTR(cml_model) model = learn(&data, CML_LOG_NO, 1);
	cr_assert(cml_model_has_interval(model));
	double found = coverage(model, &more);
	cr_assert(found > 0.86 && found < 0.95, "%g", found);
	/* The noise is normal: 1.645 of its deviations hold as many. */
	const float x[] = {4, 8, 0};
	double mean, sd, lo, hi;
	cml_model_predict(model, 1, x, &mean, &sd);
	cml_model_interval(model, 1, x, &mean, &sd, &lo, &hi);
	cr_assert_float_eq(hi - mean, 1.645 * 0.3, 0.1, "%g", hi - mean);
	cr_assert_float_eq(mean - lo, hi - mean, 1e-9);
	cr_assert(memmem(model->summary.data, model->summary.size, "interval_held_out=", 18));
}

/* The speed stops to rise where the log ends, which a line does not know: the fold that holds
 * out the most devices shows errors of that kind, as the rise is slower there already. */
static struct cml_dataset bent(size_t n, double max_gpus)
{
	struct cml_dataset data = empty();
	struct cml_random random = random_of(5, 0);
	for (size_t i = 0; i < n; i++) {
		double gpus = 3 + floor((max_gpus - 2) * cml_random_uniform(&random));
		double speed = exp2(gpus < 6 ? gpus : 6 + 0.3 * (gpus - 6));
		add(&data, gpus, (double)(1 << i % 6), 0,
		    speed * exp(0.05 * cml_random_normal(&random)));
	}
	return data;
}

Test(interval, grows_beyond_what_is_covered)
{
	AUTO(cml_dataset) data = bent(300, 8), larger = bent(300, 10);
	AUTOPTR(cml_model) model = learn(&data, CML_LOG_YES, 2);
	const float rows[] = {8, 8, 0, 9, 8, 0, 10, 8, 0, 10, 64, 0, 10, 8, 1};
	double mean[5], sd[5], lo[5], hi[5];
	cml_model_predict(model, 5, rows, mean, sd);
	cml_model_interval(model, 5, rows, mean, sd, lo, hi);
	cr_assert(lo[0] > 0 && hi[0] / mean[0] < hi[1] / mean[1]);
	for (size_t i = 2; i < 4; i++)
		cr_assert_gt(hi[i] / mean[i], hi[i - 1] / mean[i - 1], "%zu", i);
	cr_assert(hi[4] / mean[4] >= hi[2] / mean[2] && isfinite(hi[4]), "no job had fp8");
	cr_assert_float_eq(hi[1] * lo[1], mean[1] * mean[1], 1e-6 * mean[1] * mean[1],
			   "the same factor on both sides");
	cr_assert_gt(coverage(model, &larger), 0.75);
	/* Far out, ends are still numbers. */
	const float far[] = {3e30F, 8, 0};
	mean[0] = 1e300;
	cml_model_interval(model, 1, far, mean, sd, lo, hi);
	cr_assert(hi[0] > 1e300 && hi[0] < 1e304 && lo[0] > 1e296 && lo[0] < 1e300,
		  "as wide as the log knows, no more");
}

static enum cml_result load(struct cml_interval **interval, struct cml_slice bytes,
			    size_t n_features)
{
	*interval = NULL;
	enum cml_result status =
	    cml_fields_load(cml_interval_fields, "interval", interval, bytes, n_features, &err);
	if (status != CML_OK)
		cml_interval_free(*interval);
	return status;
}

Test(interval, is_the_same_for_every_number_of_threads_and_from_its_bytes)
{
	AUTO(cml_dataset) data = jobs(120, 0.3, 4);
	AUTOPTR(cml_model) one = learn(&data, CML_LOG_NO, 1), two = learn(&data, CML_LOG_NO, 2);
	AUTO(cml_buffer) bytes = {0}, other = {0};
	struct cml_interval *again = NULL;
	cml_fields_save(cml_interval_fields, &one->interval, &bytes, &err);
	cml_fields_save(cml_interval_fields, &two->interval, &other, &err);
	cr_assert(bytes.size > 0);
	cr_assert(cml_slice_equal(cml_buffer_slice(&bytes), cml_buffer_slice(&other)));
	assert_ok(load(&again, cml_buffer_slice(&bytes), N_FEATURES));
	const float x[] = {9, 500, 1};
	cr_assert_eq(cml_interval_half(again, x, 0.5), cml_interval_half(one->interval, x, 0.5));
	cml_interval_free(again);
	for (size_t size = 0; size < bytes.size; size++)
		cr_assert_eq(load(&again, (struct cml_slice){bytes.data, size}, N_FEATURES),
			     CML_BAD_DATA);
	cr_assert_eq(load(&again, cml_buffer_slice(&bytes), N_FEATURES + 1), CML_BAD_DATA);
	memset(bytes.data + 8, 0xff, 8); /* no noise is this */
	cr_assert_eq(load(&again, cml_buffer_slice(&bytes), N_FEATURES), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "inconsistent interval: the noise is out of range");
}
