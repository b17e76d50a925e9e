/* On which side of a split the jobs that failed stand. Part of split.h. */
#include "eval/split.h"

#include "base/date.h"
#include "base/key.h"
#include "base/memory.h"
#include "base/random.h"

#include <math.h>

enum side { SIDE_NONE, SIDE_TRAIN, SIDE_TEST };

static enum cml_result add_keys(const struct cml_dataset *data, const size_t *rows, size_t n,
				struct cml_key_set *keys, struct cml_error *err)
{
	bool added;
	for (size_t i = 0; i < n; i++)
		if (cml_key_set_add(keys, data->keys[rows[i]], &added, err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* Every key draws for itself, so that the jobs of one stay together. */
static enum side draw_side(double fraction, uint64_t seed, uint64_t key)
{
	struct cml_random random;
	cml_random_init(&random, seed, key);
	return cml_random_uniform(&random) < fraction ? SIDE_TRAIN : SIDE_TEST;
}

/* A configuration that is on one side alone is there with its failures, too. */
static enum cml_result mark_keys(const struct cml_split *split, double fraction,
				 const struct cml_dataset *data, uint64_t seed, enum side *sides,
				 struct cml_error *err)
{
	AUTO(cml_key_set) train = {0}, test = {0};
	if (add_keys(data, split->train, split->n_train, &train, err) != CML_OK ||
	    add_keys(data, split->test, split->n_test, &test, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < data->failed->n_rows; i++) {
		uint64_t key = data->failed->keys[i];
		bool trains = cml_key_set_has(&train, key), tests = cml_key_set_has(&test, key);
		if (trains == tests)
			sides[i] = draw_side(fraction, seed, key);
		else
			sides[i] = trains ? SIDE_TRAIN : SIDE_TEST;
	}
	return CML_OK;
}

/* Trains before the first job that is tested, and tests from there on. A job without a time is
 * on no side. */
static enum cml_result mark_time(const struct cml_split *split,
				 const struct cml_validation_set *set, size_t aspect,
				 enum side *sides, struct cml_error *err)
{
	size_t n_ran = set->data.n_rows, n_timed = 0, n, n_cells, odd;
	const struct cml_slice *times = set->failed.answers[aspect].times;
	const struct cml_slice *ran_times = set->rows.answers[aspect].times;
	if (__builtin_add_overflow(n_ran, set->data.failed->n_rows, &n_cells))
		return cml_fail_memory(err);
	AUTO(cml_arena) arena = {0};
	struct cml_slice *cells;
	size_t *rows, *order;
	bool *tests;
	if (!CML_ARENA_NEW(&arena, &cells, n_cells) || !CML_ARENA_NEW(&arena, &rows, n_cells) ||
	    !CML_ARENA_NEW(&arena, &order, n_cells) || !CML_ARENA_NEW(&arena, &tests, n_ran))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_ran; i++)
		if (ran_times[i].size > 0) {
			rows[n_timed] = i;
			cells[n_timed++] = ran_times[i];
		}
	n = n_timed;
	for (size_t i = 0; i < split->n_test; i++)
		tests[split->test[i]] = true;
	for (size_t i = 0; i < set->data.failed->n_rows; i++)
		if (times[i].size > 0) {
			rows[n] = i;
			cells[n++] = times[i];
		}
	if (cml_time_order(n, cells, order, &odd, err) != CML_OK)
		return err->status;
	enum side side = SIDE_TRAIN;
	for (size_t i = 0; i < n; i++)
		if (order[i] >= n_timed)
			sides[rows[order[i]]] = side;
		else if (tests[rows[order[i]]])
			side = SIDE_TEST;
	return CML_OK;
}

static enum cml_result mark(const struct cml_split *split, const struct cml_split_spec *spec,
			    const struct cml_validation_set *set, uint64_t seed, enum side *sides,
			    struct cml_error *err)
{
	if (spec->kind == CML_SPLIT_TIME)
		return mark_time(split, set, spec->aspect, sides, err);
	if (spec->kind != CML_SPLIT_SCALE)
		return mark_keys(split, spec->fraction, &set->data, seed, sides, err);
	const double *numbers = set->failed.answers[spec->aspect].numbers;
	for (size_t i = 0; i < set->data.failed->n_rows; i++)
		sides[i] = isnan(numbers[i])           ? SIDE_NONE
			   : numbers[i] <= spec->bound ? SIDE_TRAIN
						       : SIDE_TEST;
	return CML_OK;
}

enum cml_result cml_split_add_failed(struct cml_split *split, const struct cml_split_spec *spec,
				     const struct cml_validation_set *set, uint64_t seed,
				     size_t repeat, struct cml_error *err)
{
	size_t n = set->data.failed ? set->data.failed->n_rows : 0;
	uint64_t own_seed = cml_hash(seed + repeat, "failed", 6);
	struct cml_random random;
	if (n == 0)
		return CML_OK;
	enum side *sides;
	if (!CML_ARENA_NEW(&split->arena, &split->failed_train, n) ||
	    !CML_ARENA_NEW(&split->arena, &split->failed_test, n) ||
	    !CML_ARENA_NEW(&split->arena, &sides, n))
		return cml_fail_memory(err);
	if (mark(split, spec, set, own_seed, sides, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++) {
		if (sides[i] == SIDE_TRAIN)
			split->failed_train[split->n_failed_train++] = i;
		else if (sides[i] == SIDE_TEST &&
			 cml_validation_set_failed(set, set->data.failed, i))
			split->failed_test[split->n_failed_test++] = i;
	}
	cml_random_init(&random, own_seed, SIZE_MAX);
	cml_random_shuffle(&random, split->failed_train, split->n_failed_train);
	return CML_OK;
}
