/* Learning an interval. Part of interval.h. */
#include "model/interval/interval.h"

#include "model/interval/interval_model.h"

#include "base/random.h"
#include "math/weighted_quantile.h"
#include "model/data/key_groups.h"
#include "model/interval/interval_folds.h"
#include "model/predictor/summary_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Fewer errors have no 90 % quantile: its rank 0.9 (n + 1) is above n. */
#define MIN_ERRORS 9
/* What noise may be, in mean squared errors. */
static const double noises[] = {0, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 4};
#define N_NOISES (sizeof noises / sizeof *noises)

/* What a model that has not seen a job got wrong. */
struct miss {
	double error; /* without its sign */
	double sd;
	double excess; /* from what the other jobs cover */
};

/* A fold and its outcome. */
struct item {
	const struct cml_fold *fold;
	struct miss *misses; /* of the rows held out; NULL: it could not be learned */
	size_t n;
	struct cml_error err;
};

struct run {
	const struct cml_interval_training *training;
	const struct cml_dataset *data; /* of training, or drawn from it */
	struct cml_hyper hyper;
	bool has_other_sd;
	struct item items[CML_MAX_FOLDS];
	size_t n_items;
};

static enum cml_result select_side(const struct cml_dataset *data, const struct cml_fold *fold,
				   bool is_held, struct cml_dataset *side, struct cml_error *err)
{
	size_t n = 0, *rows = cml_array_new(data->n_rows, sizeof *rows);
	if (!rows)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		if (fold->is_held[i] == is_held)
			rows[n++] = i;
	enum cml_result status = cml_dataset_select(data, rows, n, side, err);
	free(rows);
	return status;
}

/* Predicts what was held out, by a model of the rest. */
static enum cml_result fill_misses(const struct run *run, struct item *item, const void *state,
				   const struct cml_dataset *rest, const struct cml_dataset *held,
				   struct cml_error *err)
{
	size_t n = held->n_rows, p = held->n_features;
	double *mean = cml_array_new(n, 2 * sizeof *mean), *sd = mean + n;
	struct cml_covered *covered = cml_array_new(p, sizeof *covered);
	item->misses = cml_array_new(n, sizeof *item->misses);
	enum cml_result status = mean && covered && item->misses ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK) {
		run->training->kind->predict(state, n, held->x, mean, sd);
		cml_covered_find(rest, covered);
		for (size_t i = 0; i < n; i++)
			item->misses[i] = (struct miss){fabs(held->y[i] - mean[i]), sd[i],
							cml_excess(covered, p, held->x + i * p)};
		item->n = n;
	}
	free(mean);
	free(covered);
	return status;
}

static enum cml_result learn_fold(const struct run *run, struct item *item, struct cml_error *err)
{
	struct cml_dataset rest = {0}, held = {0};
	struct cml_buffer summary = {0};
	void *state = NULL;
	enum cml_result status = select_side(run->data, item->fold, false, &rest, err);
	if (status == CML_OK)
		status = select_side(run->data, item->fold, true, &held, err);
	struct cml_training training = {.data = &rest,
					.hyper = &run->hyper,
					.seed = run->training->seed,
					.maximize = run->training->maximize,
					.log_target = run->training->log_target};
	if (status == CML_OK && rest.n_rows > 0 && held.n_rows > 0)
		status = run->training->kind->train(&training, &state, &summary, err);
	if (status == CML_OK && state)
		status = fill_misses(run, item, state, &rest, &held, err);
	run->training->kind->free(state);
	cml_buffer_release(&summary);
	cml_dataset_release(&rest);
	cml_dataset_release(&held);
	return status;
}

static void learn_on_thread(void *context, size_t i, unsigned thread)
{
	(void)thread;
	struct run *run = context;
	learn_fold(run, &run->items[i], &run->items[i].err);
}

/* The misses inside what their folds cover; outside, with excess as weights. */
struct misses {
	struct miss *inside;
	size_t n_inside;
	struct miss *outside;
	double *weight; /* of those outside */
	size_t n_outside;
};

static enum cml_result gather(const struct run *run, struct misses *misses, struct cml_error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < run->n_items; i++)
		n += run->items[i].n;
	misses->inside = cml_array_new(n, sizeof *misses->inside);
	misses->outside = cml_array_new(n, sizeof *misses->outside);
	misses->weight = cml_array_new(n, sizeof *misses->weight);
	if (!misses->inside || !misses->outside || !misses->weight)
		return cml_fail_memory(err);
	for (size_t i = 0; i < run->n_items; i++) {
		const struct item *item = &run->items[i];
		size_t first = misses->n_outside;
		for (size_t m = 0; m < item->n; m++) {
			if (!isfinite(item->misses[m].error))
				continue;
			if (item->misses[m].excess > 0)
				misses->outside[misses->n_outside++] = item->misses[m];
			else if (item->fold->feature == CML_NO_FEATURE)
				misses->inside[misses->n_inside++] = item->misses[m];
		}
		/* Each fold counts the same, unless it has only a few. */
		size_t n_own = misses->n_outside - first;
		for (size_t m = first; m < misses->n_outside; m++)
			misses->weight[m] = 1 / (double)(n_own < MIN_ERRORS ? MIN_ERRORS : n_own);
	}
	return CML_OK;
}

/* Minus the logarithm of the likelihood of errors with a spread of sqrt(noise + sd^2), double
 * exponential, whose common factor is the best there is. */
static double judge_noise(const struct misses *misses, double noise)
{
	double logs = 0, sum = 0, n = (double)misses->n_inside;
	for (size_t i = 0; i < misses->n_inside; i++) {
		double sd = misses->inside[i].sd, spread = sqrt(noise + sd * sd);
		if (!(spread > 0))
			return INFINITY;
		logs += log(spread) / n;
		sum += misses->inside[i].error / spread / n;
	}
	return logs + log(sum);
}

static void choose_noise(const struct misses *misses, struct cml_interval *interval)
{
	double square = 0, best = INFINITY;
	for (size_t i = 0; i < misses->n_inside; i++)
		square += pow(misses->inside[i].error, 2) / (double)misses->n_inside;
	interval->noise = square;
	for (size_t i = 0; square > 0 && i < N_NOISES; i++) {
		double loss = judge_noise(misses, noises[i] * square);
		if (loss < best) {
			best = loss;
			interval->noise = noises[i] * square;
		}
	}
	interval->uses_sd = interval->noise > 0 || isfinite(best);
}

static bool have_sd(const struct misses *misses)
{
	for (size_t i = 0; i < misses->n_inside; i++)
		if (!isfinite(misses->inside[i].sd))
			return false;
	for (size_t i = 0; i < misses->n_outside; i++)
		if (!isfinite(misses->outside[i].sd))
			return false;
	return true;
}

static enum cml_result fit(struct cml_interval *interval, const struct misses *misses,
			   bool may_use_sd, struct cml_error *err)
{
	size_t n = misses->n_inside, n_outside = misses->n_outside;
	struct cml_weighted *items = cml_array_new(n + n_outside, sizeof *items);
	if (!items)
		return cml_fail_memory(err);
	interval->noise = 1;
	if (may_use_sd && have_sd(misses))
		choose_noise(misses, interval);
	for (size_t i = 0; i < n; i++) {
		const struct miss *miss = &misses->inside[i];
		items[i] =
		    (struct cml_weighted){miss->error / cml_interval_spread(interval, miss->sd), 1};
	}
	double rank = ceil(CML_INTERVAL_COVERAGE * (double)(n + 1));
	interval->quantile = cml_weighted_quantile(items, n, fmin((rank - 0.5) / (double)n, 1));
	for (size_t i = 0; i < n_outside; i++) {
		const struct miss *miss = &misses->outside[i];
		double inside = interval->quantile * cml_interval_spread(interval, miss->sd);
		items[i] = (struct cml_weighted){fmax(0, miss->error - inside) / miss->excess,
						 misses->weight[i]};
	}
	interval->slope = n_outside < MIN_ERRORS
			      ? NAN
			      : cml_weighted_quantile(items, n_outside, CML_INTERVAL_COVERAGE);
	free(items);
	return CML_OK;
}

/* What the folds showed, for people. */
static enum cml_result summarize(const struct run *run, const struct misses *misses,
				 const struct cml_interval *interval, struct cml_buffer *summary,
				 struct cml_error *err)
{
	double n = (double)misses->n_inside, spread = 0;
	for (size_t i = 0; i < misses->n_inside; i++)
		spread += cml_interval_spread(interval, misses->inside[i].sd) / n;
	bool ok = cml_buffer_printf(summary, "interval_rows=%zu\n", misses->n_inside) &&
		  cml_summary_put(summary, "interval_half", interval->quantile * spread);
	if (!isnan(interval->slope))
		ok = ok && cml_summary_put(summary, "interval_slope", interval->slope);
	for (size_t i = 0; i < run->n_items; i++)
		if (run->items[i].fold->feature != CML_NO_FEATURE)
			ok = ok && cml_buffer_printf(
				       summary, "interval_top_held_out=%s\n",
				       run->data->feature_names[run->items[i].fold->feature]);
	return ok ? CML_OK : cml_fail_memory(err);
}

static bool is_positive(const struct cml_dataset *data)
{
	for (size_t i = 0; i < data->n_rows; i++)
		if (data->y[i] <= 0)
			return false;
	return true;
}

static enum cml_result make_interval(struct cml_interval **interval, const struct run *run,
				     struct cml_buffer *summary, struct cml_error *err)
{
	struct misses misses = {0};
	struct cml_interval *made = NULL;
	enum cml_result status = gather(run, &misses, err);
	if (status != CML_OK || misses.n_inside < MIN_ERRORS)
		goto out;
	if ((status = cml_interval_new(&made, run->data->n_features, err)) != CML_OK ||
	    (status = fit(made, &misses, !run->has_other_sd, err)) != CML_OK)
		goto out;
	cml_covered_find(run->training->data, made->covered);
	made->is_positive = is_positive(run->training->data);
	status = summarize(run, &misses, made, summary, err);
out:
	free(misses.inside);
	free(misses.outside);
	free(misses.weight);
	if (status == CML_OK)
		*interval = made;
	else
		cml_interval_free(made);
	return status;
}

/* A copy of the hyper-parameters, the costly one lowered. */
static enum cml_result copy_hyper(struct run *run, struct cml_error *err)
{
	const struct cml_predictor_kind *kind = run->training->kind;
	const struct cml_hyper *given = run->training->hyper;
	for (size_t i = 0; i < given->n; i++)
		if (cml_hyper_set(&run->hyper, given->values[i].name, given->values[i].text, err) !=
		    CML_OK)
			return err->status;
	if (kind->cost.name && cml_hyper_count(given, kind->cost.name) > kind->cost.enough) {
		char enough[24];
		snprintf(enough, sizeof enough, "%zu", kind->cost.enough);
		run->has_other_sd = kind->cost.changes_sd;
		if (cml_hyper_set(&run->hyper, kind->cost.name, enough, err) != CML_OK)
			return err->status;
	}
	return cml_hyper_resolve(&run->hyper, kind->hyper, kind->n_hyper, kind->name, err);
}

/* Whole configurations, at random, in the order of the rows. */
static enum cml_result draw_rows(const struct cml_dataset *data, uint64_t seed,
				 struct cml_dataset *drawn, struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	struct cml_random random;
	size_t n = 0, n_taken = 0;
	bool *is_taken = cml_array_new(data->n_rows, sizeof *is_taken);
	size_t *rows = cml_array_new(data->n_rows, sizeof *rows);
	enum cml_result status = is_taken && rows ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_key_groups_init(&groups, data->n_rows, data->keys, err);
	if (status != CML_OK)
		goto out;
	cml_random_init(&random, cml_hash(seed, "interval", 8), 1);
	for (size_t g = 0; g < groups.n; g++)
		rows[g] = g;
	cml_random_shuffle(&random, rows, groups.n);
	for (size_t i = 0; i < groups.n && n_taken < CML_INTERVAL_MAX_ROWS; i++)
		for (size_t r = groups.first[rows[i]]; r < groups.first[rows[i] + 1]; r++) {
			is_taken[groups.rows[r]] = true;
			n_taken++;
		}
	for (size_t i = 0; i < data->n_rows; i++)
		if (is_taken[i])
			rows[n++] = i;
	status = cml_dataset_select(data, rows, n, drawn, err);
out:
	cml_key_groups_release(&groups);
	free(is_taken);
	free(rows);
	return status;
}

enum cml_result cml_interval_train(struct cml_interval **interval,
				   const struct cml_interval_training *training,
				   struct cml_buffer *summary, struct cml_error *err)
{
	struct run run = {.training = training, .data = training->data};
	struct cml_dataset drawn = {0};
	struct cml_folds folds = {0};
	enum cml_result status = copy_hyper(&run, err);
	*interval = NULL;
	if (status == CML_OK && training->data->n_rows > CML_INTERVAL_MAX_ROWS) {
		status = draw_rows(training->data, training->seed, &drawn, err);
		run.data = &drawn;
	}
	if (status != CML_OK ||
	    (status = cml_folds_make(&folds, run.data, training->seed, err)) != CML_OK)
		goto out;
	run.n_items = folds.n;
	for (size_t i = 0; i < folds.n; i++)
		run.items[i].fold = &folds.folds[i];
	cml_pool_run(training->pool, folds.n, learn_on_thread, &run);
	for (size_t i = 0; status == CML_OK && i < folds.n; i++)
		if (run.items[i].err.status == CML_NO_MEMORY)
			status = cml_fail_memory(err);
	if (status == CML_OK)
		status = make_interval(interval, &run, summary, err);
out:
	for (size_t i = 0; i < run.n_items; i++)
		free(run.items[i].misses);
	cml_folds_release(&folds);
	cml_dataset_release(&drawn);
	cml_hyper_release(&run.hyper);
	return status;
}
