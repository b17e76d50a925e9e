/* What scores lose when a column is shuffled. Part of validate.h. */
#include "eval/validate.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_importance_columns(const struct cml_space *space, size_t *slots)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (cml_is_config_role(space->columns[slot].role))
			slots[n++] = slot;
}

/* What one thread needs for itself. */
struct worker {
	double *values;   /* n_columns of the space, of a job with one of another, as the next */
	double *features; /* of the encoder */
	size_t *order;    /* n tested rows, as the next three */
	float *x, *own;   /* own: a row that may have no features */
	double *predicted;
	double *sd;
};

/* Item column * n_permutations + permutation. */
struct run {
	const struct cml_importance *importance;
	struct worker *workers;
	size_t *slots;
	bool *is_shared; /* by column: all jobs of a context have the same value */
	double *before;  /* by score: with nothing shuffled */
	double *dropped; /* by column, score, permutation */
	struct cml_arena *arena;
};

static enum cml_result allocate(struct run *run, unsigned n_threads, struct cml_error *err)
{
	const struct cml_importance *importance = run->importance;
	const struct cml_encoder *encoder = importance->set->encoder;
	struct cml_arena *arena = run->arena;
	size_t n_scores = importance->scoring->n, n_columns = encoder->space->n_key;
	size_t n_features = importance->model->n_features, n = importance->pairs->n;
	size_t n_items, n_dropped, n_x;
	if (__builtin_mul_overflow(n_columns, importance->n_permutations, &n_items) ||
	    __builtin_mul_overflow(n_items, n_scores, &n_dropped) ||
	    __builtin_mul_overflow(n, n_features, &n_x))
		return cml_fail_memory(err);
	bool ok = CML_ARENA_NEW(arena, &run->workers, n_threads) &&
		  CML_ARENA_NEW(arena, &run->slots, n_columns) &&
		  CML_ARENA_NEW(arena, &run->is_shared, n_columns) &&
		  CML_ARENA_NEW(arena, &run->before, n_scores) &&
		  CML_ARENA_NEW(arena, &run->dropped, n_dropped);
	for (unsigned thread = 0; ok && thread < n_threads; thread++) {
		struct worker *worker = &run->workers[thread];
		ok = CML_ARENA_NEW(arena, &worker->x, n_x) &&
		     CML_ARENA_NEW(arena, &worker->own, n_features) &&
		     CML_ARENA_NEW(arena, &worker->values, encoder->space->n_columns) &&
		     CML_ARENA_NEW(arena, &worker->features, encoder->n_features) &&
		     CML_ARENA_NEW(arena, &worker->order, n) &&
		     CML_ARENA_NEW(arena, &worker->predicted, n) &&
		     CML_ARENA_NEW(arena, &worker->sd, n);
	}
	return ok ? CML_OK : cml_fail_memory(err);
}

/* Features x of the job with these values (by slot) and another one in a column; everything made of
 * it follows: derived columns, and whether conditional columns are active. Rules may break. x stays
 * as it was when the job has no features: an expression is undefined, or one is too large for a
 * float. */
static void encode_with(struct worker *worker, const struct cml_model *model,
			const struct cml_encoder *encoder, const double *values, size_t slot,
			double value, float *x)
{
	size_t broken_rule;
	struct cml_error no_features;
	memcpy(worker->values, values, encoder->space->n_columns * sizeof *values);
	worker->values[slot] = value;
	if (cml_config_complete(encoder->space, worker->values, &broken_rule, &no_features) ==
		CML_OK &&
	    cml_encoder_encode(encoder, worker->values, worker->features, &no_features) == CML_OK &&
	    cml_model_round(model, worker->features, worker->own, &no_features) == CML_OK)
		memcpy(x, worker->own, model->n_features * sizeof *x);
}

/* The features of tested job i with the value of job `other` in a column. */
static void mix_row(const struct cml_importance *importance, struct worker *worker, size_t slot,
		    size_t i, size_t other)
{
	const struct cml_encoder *encoder = importance->set->encoder;
	size_t n_columns = encoder->space->n_columns;
	const double *own = importance->set->rows.kept + importance->rows[i] * n_columns;
	double value = importance->set->rows.kept[importance->rows[other] * n_columns + slot];
	float *x = worker->x + i * importance->model->n_features;
	if (!cml_same_number(own[slot], value))
		encode_with(worker, importance->model, encoder, own, slot, value, x);
}

/* Finds the columns that make the contexts, or follow from them. */
static enum cml_result find_shared(struct run *run, size_t n_columns, struct cml_error *err)
{
	const struct cml_importance *importance = run->importance;
	const struct cml_score_pairs *pairs = importance->pairs;
	size_t n_slots = importance->set->encoder->space->n_columns;
	AUTOFREE size_t *first = cml_array_new(pairs->n_contexts + 1, sizeof *first);
	if (!first)
		return cml_fail_memory(err);
	for (size_t column = 0; column < n_columns; column++) {
		const double *values = importance->set->rows.kept + run->slots[column];
		run->is_shared[column] = pairs->context != NULL;
		for (size_t c = 0; c < pairs->n_contexts; c++)
			first[c] = SIZE_MAX;
		for (size_t i = 0; pairs->context && i < pairs->n; i++) {
			size_t c = pairs->context[i], row = importance->rows[i];
			if (c == CML_NO_CONTEXT)
				continue;
			if (first[c] == SIZE_MAX)
				first[c] = row;
			run->is_shared[column] =
			    run->is_shared[column] &&
			    cml_same_number(values[row * n_slots], values[first[c] * n_slots]);
		}
	}
	return CML_OK;
}

/* What each score loses with one column shuffled; NaN: nothing can be said. Shuffled, a column that
 * makes the contexts would give jobs of one context predictions of others. */
static enum cml_result measure(const struct run *run, struct worker *worker, size_t column,
			       size_t permutation, struct cml_error *err)
{
	const struct cml_importance *importance = run->importance;
	const struct cml_scoring *scoring = importance->scoring;
	struct cml_score_pairs pairs = *importance->pairs;
	struct cml_random random;
	cml_random_init(&random, importance->seed, permutation);
	for (size_t i = 0; i < pairs.n; i++)
		worker->order[i] = i;
	cml_random_shuffle(&random, worker->order, pairs.n);
	memcpy(worker->x, importance->tested->x,
	       pairs.n * importance->tested->n_features * sizeof *worker->x);
	for (size_t i = 0; i < pairs.n; i++)
		mix_row(importance, worker, run->slots[column], i, worker->order[i]);
	cml_batch_predict(importance->model, NULL, pairs.n, worker->x, worker->predicted,
			  worker->sd, NULL);
	if (cml_scoring_check(pairs.n, worker->predicted, err) != CML_OK)
		return err->status;
	pairs.predicted = worker->predicted;
	pairs.lo = pairs.hi = NULL;
	for (size_t s = 0; s < scoring->n; s++) {
		enum cml_score_better better = scoring->scores[s].kind->better;
		double after = NAN;
		bool has_order = !scoring->scores[s].within || !run->is_shared[column];
		if (has_order && better != CML_SCORE_NEITHER &&
		    cml_score_evaluate(&scoring->scores[s], &pairs, &after, err) != CML_OK)
			return err->status;
		run->dropped[(column * scoring->n + s) * importance->n_permutations + permutation] =
		    better == CML_SCORE_LOWER ? after - run->before[s] : run->before[s] - after;
	}
	return CML_OK;
}

static enum cml_result measure_item(void *context, size_t item, unsigned thread,
				    struct cml_error *err)
{
	const struct run *run = context;
	size_t n = run->importance->n_permutations;
	return measure(run, &run->workers[thread], item / n, item % n, err);
}

enum cml_result cml_importance_measure(const struct cml_importance *importance,
				       struct cml_pool *pool, struct cml_scored *drops,
				       struct cml_error *err)
{
	const struct cml_scoring *scoring = importance->scoring;
	const struct cml_space *space = importance->set->encoder->space;
	size_t n_columns = space->n_key, n = importance->n_permutations;
	unsigned n_threads = cml_pool_n_threads(pool);
	AUTO(cml_arena) arena = {0};
	struct run run = {.importance = importance, .arena = &arena};
	if (allocate(&run, n_threads, err) != CML_OK)
		return err->status;
	for (size_t s = 0; s < scoring->n; s++)
		if (cml_score_evaluate(&scoring->scores[s], importance->pairs, &run.before[s],
				       err) != CML_OK)
			return err->status;
	cml_importance_columns(space, run.slots);
	if (find_shared(&run, n_columns, err) != CML_OK ||
	    cml_pool_try(pool, n_columns * n, measure_item, &run, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n_columns * scoring->n; i++)
		drops[i] = cml_scored_mean(n, run.dropped + i * n);
	return CML_OK;
}
