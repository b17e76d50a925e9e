#include "eval/importance.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/summary.h"
#include "model/batch_predict.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t cml_importance_n_columns(const struct cml_space *space)
{
	return space->n_key;
}

void cml_importance_columns(const struct cml_space *space, size_t *slots)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (cml_is_config_role(space->columns[slot].role))
			slots[n++] = slot;
}

/* What one thread needs for itself. */
struct desk {
	double *values;   /* a configuration */
	double *features; /* of it */
	size_t *order;    /* n tested rows, as the next three */
	float *x;
	double *predicted;
	double *sd;
	size_t failed; /* the least item that failed, if error.status is set */
	struct cml_error error;
};

/* Item column * n_permutations + permutation. */
struct run {
	const struct cml_importance *importance;
	struct desk *desks;
	size_t *slots;
	double *before;  /* by score: with nothing shuffled */
	double *dropped; /* by column, score, permutation */
};

static enum cml_result allocate_desk(struct desk *desk, const struct cml_importance *importance,
				     struct cml_error *err)
{
	const struct cml_encoder *encoder = importance->history->encoder;
	size_t n = importance->pairs->n, row_size;
	if (__builtin_mul_overflow(encoder->n_features, sizeof *desk->x, &row_size))
		return cml_fail_memory(err);
	desk->values = cml_array_new(encoder->space->n_columns, sizeof *desk->values);
	desk->features = cml_array_new(encoder->n_features, sizeof *desk->features);
	desk->order = cml_array_new(n, sizeof *desk->order);
	desk->x = cml_array_new(n, row_size);
	desk->predicted = cml_array_new(n, sizeof *desk->predicted);
	desk->sd = cml_array_new(n, sizeof *desk->sd);
	if (!desk->values || !desk->features || !desk->order || !desk->x || !desk->predicted ||
	    !desk->sd)
		return cml_fail_memory(err);
	return CML_OK;
}

static enum cml_result allocate(struct run *run, unsigned n_threads, struct cml_error *err)
{
	const struct cml_importance *importance = run->importance;
	size_t n_scores = importance->scoring->n;
	size_t n_columns = cml_importance_n_columns(importance->history->encoder->space);
	size_t n_items, n_dropped;
	if (__builtin_mul_overflow(n_columns, importance->n_permutations, &n_items) ||
	    __builtin_mul_overflow(n_items, n_scores, &n_dropped))
		return cml_fail_memory(err);
	run->desks = cml_array_new(n_threads, sizeof *run->desks);
	run->slots = cml_array_new(n_columns, sizeof *run->slots);
	run->before = cml_array_new(n_scores, sizeof *run->before);
	run->dropped = cml_array_new(n_dropped, sizeof *run->dropped);
	if (!run->desks || !run->slots || !run->before || !run->dropped)
		return cml_fail_memory(err);
	for (unsigned thread = 0; thread < n_threads; thread++)
		if (allocate_desk(&run->desks[thread], importance, err) != CML_OK)
			return err->status;
	return CML_OK;
}

static void release(struct run *run, unsigned n_threads)
{
	for (unsigned thread = 0; run->desks && thread < n_threads; thread++) {
		free(run->desks[thread].values);
		free(run->desks[thread].features);
		free(run->desks[thread].order);
		free(run->desks[thread].x);
		free(run->desks[thread].predicted);
		free(run->desks[thread].sd);
	}
	free(run->desks);
	free(run->slots);
	free(run->before);
	free(run->dropped);
}

static bool same_value(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* The features of tested job i with the value of job `other` in a column. */
static void mix_row(const struct cml_importance *importance, struct desk *desk, size_t slot,
		    size_t i, size_t other)
{
	const struct cml_encoder *encoder = importance->history->encoder;
	size_t n_columns = encoder->space->n_columns, broken_rule;
	const double *own = importance->history->kept + importance->rows[i] * n_columns;
	double value = importance->history->kept[importance->rows[other] * n_columns + slot];
	float *x = desk->x + i * encoder->n_features;
	struct cml_error no_features;
	if (same_value(own[slot], value))
		return;
	memcpy(desk->values, own, n_columns * sizeof *own);
	desk->values[slot] = value;
	if (cml_config_complete(encoder->space, desk->values, &broken_rule, &no_features) !=
		CML_OK ||
	    cml_encoder_encode(encoder, desk->values, desk->features, &no_features) != CML_OK)
		return;
	for (size_t f = 0; f < encoder->n_features; f++)
		if (isinf((float)desk->features[f]))
			return;
	for (size_t f = 0; f < encoder->n_features; f++)
		x[f] = (float)desk->features[f];
}

/* What each score loses with one column shuffled. */
static enum cml_result measure(const struct run *run, struct desk *desk, size_t column,
			       size_t permutation, struct cml_error *err)
{
	const struct cml_importance *importance = run->importance;
	const struct cml_scoring *scoring = importance->scoring;
	struct cml_score_pairs pairs = *importance->pairs;
	struct cml_random random;
	cml_random_init(&random, importance->seed, permutation);
	for (size_t i = 0; i < pairs.n; i++)
		desk->order[i] = i;
	cml_random_shuffle(&random, desk->order, pairs.n);
	memcpy(desk->x, importance->tested->x,
	       pairs.n * importance->tested->n_features * sizeof *desk->x);
	for (size_t i = 0; i < pairs.n; i++)
		mix_row(importance, desk, run->slots[column], i, desk->order[i]);
	cml_batch_predict(importance->model, NULL, pairs.n, desk->x, desk->predicted, desk->sd);
	if (cml_scoring_check(pairs.n, desk->predicted, err) != CML_OK)
		return err->status;
	pairs.predicted = desk->predicted;
	pairs.sd = pairs.sd ? desk->sd : NULL;
	for (size_t s = 0; s < scoring->n; s++) {
		enum cml_score_better better = scoring->scores[s].kind->better;
		double after = NAN;
		if (better != CML_SCORE_NEITHER &&
		    cml_score_evaluate(&scoring->scores[s], &pairs, &after, err) != CML_OK)
			return err->status;
		run->dropped[(column * scoring->n + s) * importance->n_permutations + permutation] =
		    better == CML_SCORE_LOWER ? after - run->before[s] : run->before[s] - after;
	}
	return CML_OK;
}

static void measure_item(void *context, size_t item, unsigned thread)
{
	const struct run *run = context;
	struct desk *desk = &run->desks[thread];
	size_t n = run->importance->n_permutations;
	struct cml_error error = {0};
	if (measure(run, desk, item / n, item % n, &error) == CML_OK)
		return;
	if (desk->error.status == CML_OK || item < desk->failed) {
		desk->failed = item;
		desk->error = error;
	}
}

/* The error of the least item that failed: the same for every number of threads. */
static enum cml_result first_error(const struct run *run, unsigned n_threads, struct cml_error *err)
{
	const struct desk *first = NULL;
	for (unsigned thread = 0; thread < n_threads; thread++) {
		const struct desk *desk = &run->desks[thread];
		if (desk->error.status != CML_OK && (!first || desk->failed < first->failed))
			first = desk;
	}
	if (!first)
		return CML_OK;
	*err = first->error;
	return err->status;
}

enum cml_result cml_importance_measure(const struct cml_importance *importance,
				       struct cml_pool *pool, struct cml_scored *drops,
				       struct cml_error *err)
{
	const struct cml_scoring *scoring = importance->scoring;
	const struct cml_space *space = importance->history->encoder->space;
	size_t n_columns = cml_importance_n_columns(space), n = importance->n_permutations;
	unsigned n_threads = cml_pool_n_threads(pool);
	struct run run = {.importance = importance};
	enum cml_result status = allocate(&run, n_threads, err);
	for (size_t s = 0; status == CML_OK && s < scoring->n; s++)
		status =
		    cml_score_evaluate(&scoring->scores[s], importance->pairs, &run.before[s], err);
	if (status == CML_OK) {
		cml_importance_columns(space, run.slots);
		cml_pool_run(pool, n_columns * n, measure_item, &run);
		status = first_error(&run, n_threads, err);
	}
	for (size_t i = 0; status == CML_OK && i < n_columns * scoring->n; i++)
		drops[i] = cml_scored_mean(n, run.dropped + i * n);
	release(&run, n_threads);
	return status;
}
