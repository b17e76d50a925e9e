/* Trains in memory and predicts rows it has not seen:
 * bench_fit KIND THREADS RUNS SEED TRAIN TEST [OPTION=VALUE]...
 *
 * After a fit and a prediction of few rows that are not timed, RUNS fits and as
 * many predictions are; binning of features counts as training. Prints
 * `seconds=... predict_seconds=... kendall=... rmse=...`, medians over the runs. */
#include "bench_support.h"

#include "base/memory.h"
#include "learn/data/dataset.h"
#include "learn/predictor/predictor.h"
#include "math/correlation.h"
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of the fit that warms caches and threads up: a tenth, within bounds. */
#define MIN_WARM_UP_ROWS 64
#define MAX_WARM_UP_ROWS 1000

struct fit {
	const struct cml_predictor_kind *kind;
	struct cml_hyper hyper;
	struct cml_pool *pool;
	struct cml_dataset train;
	struct cml_dataset test;
	uint64_t seed;
	double *mean; /* predictions for test */
	double *sd;
};

static void read_table(struct cml_dataset *data, const char *prefix)
{
	size_t n_values;
	data->x = bench_read(prefix, ".x", sizeof *data->x, &n_values);
	data->y = bench_read(prefix, ".y", sizeof *data->y, &data->n_rows);
	data->n_features = n_values / data->n_rows;
	if (data->n_features * data->n_rows != n_values)
		bench_fail("%s: .x and .y do not fit together", prefix);
	data->capacity = data->n_rows;
	data->feature_names = cml_array_new(data->n_features, sizeof *data->feature_names);
	data->weight = cml_array_new(data->n_rows, sizeof *data->weight);
	data->keys = cml_array_new(data->n_rows, sizeof *data->keys);
	if (!data->feature_names || !data->weight || !data->keys)
		bench_fail("out of memory");
	for (size_t f = 0; f < data->n_features; f++) {
		char name[32];
		snprintf(name, sizeof name, "f%zu", f);
		data->feature_names[f] = cml_arena_copy(&data->arena, cml_slice_of(name));
	}
	for (size_t i = 0; i < data->n_rows; i++) {
		data->weight[i] = 1;
		data->keys[i] = i;
	}
}

static struct cml_model *train(struct fit *fit, struct cml_dataset *data)
{
	struct cml_model_spec spec = {.kind = fit->kind,
				      .hyper = &fit->hyper,
				      .seed = fit->seed,
				      .log_target = CML_LOG_NO,
				      .maximize = true};
	struct cml_training_hooks hooks = {.pool = fit->pool};
	struct cml_model *model = NULL;
	struct cml_error err = {0};
	bench_check(cml_model_train(&model, &spec, data, NULL, &hooks, &err), &err);
	return model;
}

static void predict(const struct fit *fit, const struct cml_model *model, size_t n)
{
	cml_batch_predict(model, fit->pool, n, fit->test.x, fit->mean, fit->sd, NULL);
}

static size_t at_most(size_t n, size_t limit)
{
	return n < limit ? n : limit;
}

static void warm_up(struct fit *fit)
{
	struct cml_dataset few = fit->train;
	few.n_rows = at_most(few.n_rows / 10, MAX_WARM_UP_ROWS);
	if (few.n_rows < MIN_WARM_UP_ROWS)
		few.n_rows = at_most(fit->train.n_rows, MIN_WARM_UP_ROWS);
	AUTOPTR(cml_model) model = train(fit, &few);
	predict(fit, model, at_most(fit->test.n_rows, few.n_rows));
}

static void measure(struct fit *fit, size_t n_runs)
{
	AUTOFREE double *seconds = cml_array_new(2 * n_runs, sizeof *seconds);
	if (!seconds || n_runs == 0)
		bench_fail("out of memory, or nothing to run");
	warm_up(fit);
	for (size_t run = 0; run < n_runs; run++) {
		double start = bench_seconds();
		AUTOPTR(cml_model) model = train(fit, &fit->train);
		double trained = bench_seconds();
		predict(fit, model, fit->test.n_rows);
		seconds[run] = trained - start;
		seconds[n_runs + run] = bench_seconds() - trained;
	}
	printf("seconds=%.9f predict_seconds=%.9f ", bench_median(seconds, n_runs),
	       bench_median(seconds + n_runs, n_runs));
}

static void print_scores(const struct fit *fit)
{
	size_t n = fit->test.n_rows;
	struct cml_error err = {0};
	double tau, squares = 0;
	bench_check(cml_kendall_tau_b(n, fit->test.y, fit->mean, &tau, &err), &err);
	for (size_t i = 0; i < n; i++)
		squares += (fit->mean[i] - fit->test.y[i]) * (fit->mean[i] - fit->test.y[i]);
	printf("kendall=%.6f rmse=%.9g\n", tau, sqrt(squares / (double)n));
}

int main(int argc, char **argv)
{
	struct fit fit = {0};
	struct cml_error err = {0};
	if (argc < 7)
		bench_fail("usage: bench_fit KIND THREADS RUNS SEED TRAIN TEST [OPTION=VALUE]...");
	bench_check(cml_predictor_find(argv[1], &fit.kind, &err), &err);
	bench_check(cml_pool_new(&fit.pool, (unsigned)bench_count(argv[2]), &err), &err);
	fit.seed = bench_count(argv[4]);
	read_table(&fit.train, argv[5]);
	read_table(&fit.test, argv[6]);
	if (fit.train.n_features != fit.test.n_features)
		bench_fail("%s and %s differ in features", argv[5], argv[6]);
	for (int i = 7; i < argc; i++) {
		char *value = strchr(argv[i], '=');
		if (!value)
			bench_fail("not OPTION=VALUE: %s", argv[i]);
		*value++ = '\0';
		bench_check(cml_hyper_set(&fit.hyper, argv[i], value, &err), &err);
	}
	fit.mean = cml_array_new(fit.test.n_rows, sizeof *fit.mean);
	fit.sd = cml_array_new(fit.test.n_rows, sizeof *fit.sd);
	if (!fit.mean || !fit.sd)
		bench_fail("out of memory");
	measure(&fit, bench_count(argv[3]));
	print_scores(&fit);
	free(fit.mean);
	free(fit.sd);
	cml_dataset_release(&fit.train);
	cml_dataset_release(&fit.test);
	cml_hyper_release(&fit.hyper);
	cml_pool_free(fit.pool);
	return 0;
}
