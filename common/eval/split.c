#include "eval/split.h"

#include "base/date.h"
#include "base/key.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "space/space.h"
#include "table/header.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const cml_split_kinds[] = {"random", "key", "time", "scale"};
#define N_KINDS (sizeof cml_split_kinds / sizeof *cml_split_kinds)

static enum cml_result bad_split(struct cml_error *err, const char *text, const char *why)
{
	return cml_fail(err, CML_BAD_USAGE, "split %s: %s", CML_QUOTED(cml_slice_of(text)), why);
}

static bool is_fraction(double fraction)
{
	return fraction > 0 && fraction < 1;
}

/* COLUMN or COLUMN:FRACTION: what follows the last colon is a fraction when it is a
 * number. */
static enum cml_result parse_time(const char *text, struct cml_slice rest,
				  struct cml_split_spec *spec, struct cml_error *err)
{
	spec->subject = rest;
	const char *colon = rest.size > 0 ? memrchr(rest.data, ':', rest.size) : NULL;
	if (colon) {
		struct cml_slice last = {colon + 1, (size_t)(rest.data + rest.size - colon) - 1};
		if (cml_parse_double(last, &spec->fraction)) {
			spec->subject.size = (size_t)(colon - rest.data);
			if (!is_fraction(spec->fraction))
				return bad_split(err, text, "the fraction is not between 0 and 1");
		}
	}
	if (spec->subject.size == 0)
		return bad_split(err, text,
				 "time needs a column: time:COLUMN or time:COLUMN:FRACTION");
	return CML_OK;
}

enum cml_result cml_split_parse(const char *text, struct cml_split_spec *spec,
				struct cml_error *err)
{
	const char *colon = strchr(text, ':');
	struct cml_slice word = {text, colon ? (size_t)(colon - text) : strlen(text)};
	struct cml_slice rest = cml_slice_of(colon ? colon + 1 : NULL);
	size_t kind = 0;
	while (kind < N_KINDS && !cml_slice_is(word, cml_split_kinds[kind]))
		kind++;
	if (kind == N_KINDS)
		return bad_split(err, text,
				 "not random:FRACTION, key:FRACTION, time:COLUMN[:FRACTION] or "
				 "scale:EXPRESSION");
	struct cml_split_spec parsed = {.kind = (enum cml_split_kind)kind,
					.fraction = CML_SPLIT_DEFAULT_FRACTION};
	if (parsed.kind == CML_SPLIT_TIME) {
		if (parse_time(text, rest, &parsed, err) != CML_OK)
			return err->status;
	} else if (parsed.kind == CML_SPLIT_SCALE) {
		parsed.subject = rest;
		if (cml_slice_trim(rest).size == 0)
			return bad_split(err, text, "scale needs an expression: scale:EXPRESSION");
	} else if (colon &&
		   (!cml_parse_double(rest, &parsed.fraction) || !is_fraction(parsed.fraction))) {
		return bad_split(err, text, "the fraction is not a number between 0 and 1");
	}
	*spec = parsed;
	return CML_OK;
}

static enum cml_result bind_scale(struct cml_split_spec *spec, struct cml_space *space,
				  struct cml_validation_set *set, struct cml_error *err)
{
	struct cml_space_scope scope;
	struct cml_validation_set_aspect asked = {CML_ASPECT_SCALE, CML_NO_COLUMN, NULL};
	cml_space_scope_init(&scope, space, space->n_columns);
	enum cml_result status =
	    cml_space_compile(&asked.scale, spec->subject, &scope, CML_VALUE_TRUTH, err);
	if (status == CML_BAD_DATA) {
		return cml_fail(err, CML_BAD_USAGE, "split by %s: %s", CML_QUOTED(spec->subject),
				err->message);
	}
	return status != CML_OK ? status : cml_validation_set_ask(set, asked, &spec->aspect, err);
}

enum cml_result cml_split_bind(struct cml_split_spec *spec, struct cml_space *space,
			       const struct cml_header *header, struct cml_validation_set *set,
			       struct cml_error *err)
{
	if (spec->kind == CML_SPLIT_SCALE)
		return bind_scale(spec, space, set, err);
	if (spec->kind != CML_SPLIT_TIME)
		return CML_OK;
	struct cml_validation_set_aspect asked = {.kind = CML_ASPECT_TIME};
	if (cml_find_column(header, spec->subject, &asked.column, err) != CML_OK)
		return err->status;
	return cml_validation_set_ask(set, asked, &spec->aspect, err);
}

/* Whether a row is on no side: one without a time or a scale, in a split by it. */
static bool is_left_out(const struct cml_split_spec *spec, const struct cml_validation_rows *rows,
			size_t row)
{
	if (spec->kind == CML_SPLIT_TIME)
		return rows->answers[spec->aspect].times[row].size == 0;
	return spec->kind == CML_SPLIT_SCALE && isnan(rows->answers[spec->aspect].numbers[row]);
}

size_t cml_split_n_missing(const struct cml_split_spec *spec, const struct cml_validation_set *set)
{
	size_t n = 0;
	for (size_t i = 0; i < set->data.n_rows; i++)
		n += is_left_out(spec, &set->rows, i);
	return n;
}

struct cml_slice cml_split_text_time(const struct cml_split_spec *spec,
				     const struct cml_validation_set *set)
{
	struct cml_time time;
	double number;
	for (size_t i = 0; spec->kind == CML_SPLIT_TIME && i < set->data.n_rows; i++) {
		struct cml_slice cell = set->rows.answers[spec->aspect].times[i];
		if (cell.size > 0)
			return cml_parse_double(cell, &number) ||
				       cml_time_parse(cell, CML_MONTH_FIRST, &time) ||
				       cml_time_parse(cell, CML_DAY_FIRST, &time)
				   ? (struct cml_slice){NULL, 0}
				   : cell;
	}
	return (struct cml_slice){NULL, 0};
}

void cml_split_release(struct cml_split *split)
{
	cml_arena_release(&split->arena);
	*split = (struct cml_split){0};
}

static size_t fraction_of(const struct cml_split_spec *spec, size_t n)
{
	return (size_t)floor(spec->fraction * (double)n + 0.5);
}

/* Bits, of all jobs of a configuration. */
enum side { SIDE_NONE, SIDE_TRAIN, SIDE_TEST };

/* Rows of a set, and behind them those of its failed jobs, as they are put on their sides. */
struct sides {
	const struct cml_split_spec *spec;
	const struct cml_validation_set *set;
	struct cml_random random;
	uint64_t failed_seed;
	size_t n_ran, n_failed;
	enum side *of; /* by row */
	struct cml_arena arena;
};

static void sides_release(struct sides *sides)
{
	cml_arena_release(&sides->arena);
}

/* Those that a row is among; *row becomes its place there. */
static const struct cml_validation_rows *rows_of(const struct sides *sides, size_t *row)
{
	if (*row < sides->n_ran)
		return &sides->set->rows;
	*row -= sides->n_ran;
	return &sides->set->failed;
}

static enum cml_result locate(const struct sides *sides, size_t row, struct cml_error *err)
{
	const struct cml_row_place *place = &rows_of(sides, &row)->places[row];
	char name[CML_ERROR_COLUMN_SIZE];
	snprintf(name, sizeof name, "%.*s", (int)sides->spec->subject.size,
		 sides->spec->subject.data);
	return cml_error_locate(err, place->file, place->line, name);
}

/* Whether it has a metric that is no placeholder. */
static bool is_measured(const struct cml_validation_set *set, size_t row)
{
	return !set->unmeasured || !set->unmeasured[row];
}

/* Rows in the order of their times, of n that have one. The first of those that ran train; one that
 * failed before the first job that is tested trains, too. */
static void deal_by_time(struct sides *sides, size_t n, const size_t *rows, const size_t *order,
			 size_t n_train)
{
	enum side of_failed = SIDE_TRAIN;
	for (size_t i = 0, n_ran = 0; i < n; i++) {
		size_t row = rows[order[i]];
		if (row >= sides->n_ran) {
			sides->of[row] = of_failed;
			continue;
		}
		sides->of[row] = n_ran++ < n_train ? SIDE_TRAIN : SIDE_TEST;
		if (sides->of[row] == SIDE_TEST && is_measured(sides->set, row))
			of_failed = SIDE_TEST;
	}
}

static enum cml_result divide_by_time(struct sides *sides, struct cml_error *err)
{
	size_t *rows, *order, n_all = sides->n_ran + sides->n_failed, n = 0, n_ran = 0, odd;
	struct cml_slice *cells;
	bool differ = false;
	if (!CML_ARENA_NEW(&sides->arena, &cells, n_all) ||
	    !CML_ARENA_NEW(&sides->arena, &rows, n_all) ||
	    !CML_ARENA_NEW(&sides->arena, &order, n_all))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_all; i++) {
		size_t row = i;
		const struct cml_validation_rows *in = rows_of(sides, &row);
		if (is_left_out(sides->spec, in, row))
			continue;
		rows[n] = i;
		cells[n] = in->answers[sides->spec->aspect].times[row];
		n_ran += i < sides->n_ran;
		differ = differ || (i < sides->n_ran && !cml_slice_equal(cells[n], cells[0]));
		n++;
	}
	if (n_ran < 2)
		return cml_fail(err, CML_BAD_DATA, "fewer than two jobs have a metric and a time");
	if (!differ)
		return cml_fail(err, CML_BAD_DATA, "all jobs have the same time");
	if (cml_time_order(n, cells, order, &odd, err) != CML_OK)
		return err->status == CML_BAD_DATA ? locate(sides, rows[odd], err) : err->status;
	deal_by_time(sides, n, rows, order, fraction_of(sides->spec, n_ran));
	return CML_OK;
}

static void divide_by_scale(struct sides *sides)
{
	for (size_t i = 0; i < sides->n_ran + sides->n_failed; i++) {
		size_t row = i;
		const struct cml_validation_rows *in = rows_of(sides, &row);
		double number = in->answers[sides->spec->aspect].numbers[row];
		sides->of[i] = isnan(number)                  ? SIDE_NONE
			       : number <= sides->spec->bound ? SIDE_TRAIN
							      : SIDE_TEST;
	}
}

/* 0 to n - 1 in random order; NULL: memory is out. */
static size_t *shuffle(struct sides *sides, size_t n)
{
	size_t *order;
	if (!CML_ARENA_NEW(&sides->arena, &order, n))
		return NULL;
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	cml_random_shuffle(&sides->random, order, n);
	return order;
}

/* Whole configurations train, in random order, until they hold n_train rows; the last one is left
 * to test on. */
static enum cml_result deal_keys(struct sides *sides, size_t n_train, struct cml_error *err)
{
	AUTO(cml_key_groups) groups = {0};
	if (cml_key_groups_init(&groups, sides->n_ran, sides->set->data.keys, err) != CML_OK)
		return err->status;
	size_t n = 0, *order = shuffle(sides, groups.n);
	for (size_t i = 0; order && i + 1 < groups.n && n < n_train; i++)
		for (size_t r = groups.first[order[i]]; r < groups.first[order[i] + 1]; r++, n++)
			sides->of[groups.rows[r]] = SIDE_TRAIN;
	return order ? CML_OK : cml_fail_memory(err);
}

/* Failures of a configuration that is on one side alone are there, too; others are where a draw of
 * their own puts all jobs of theirs. */
static enum cml_result follow_keys(struct sides *sides, struct cml_error *err)
{
	const struct cml_dataset *data = &sides->set->data;
	AUTO(cml_key_set) keys = {0};
	for (size_t i = 0; i < sides->n_ran && sides->n_failed > 0; i++) {
		uint32_t on = is_measured(sides->set, i) ? sides->of[i] : SIDE_NONE, before = 0;
		cml_key_set_find(&keys, data->keys[i], &before);
		if (cml_key_set_note(&keys, data->keys[i], before | on, err) != CML_OK)
			return err->status;
	}
	for (size_t i = 0; i < sides->n_failed; i++) {
		uint64_t key = data->failed->keys[i];
		struct cml_random random;
		uint32_t on = SIDE_NONE;
		cml_random_init(&random, sides->failed_seed, key);
		if (!cml_key_set_find(&keys, key, &on) || on == SIDE_NONE ||
		    on == (SIDE_TRAIN | SIDE_TEST))
			on = cml_random_uniform(&random) < sides->spec->fraction ? SIDE_TRAIN
										 : SIDE_TEST;
		sides->of[sides->n_ran + i] = on;
	}
	return CML_OK;
}

static enum cml_result divide(struct sides *sides, struct cml_error *err)
{
	size_t n = sides->n_ran, n_train = fraction_of(sides->spec, n);
	if (!CML_ARENA_NEW(&sides->arena, &sides->of, n + sides->n_failed))
		return cml_fail_memory(err);
	if (sides->spec->kind == CML_SPLIT_TIME)
		return divide_by_time(sides, err);
	if (sides->spec->kind == CML_SPLIT_SCALE) {
		divide_by_scale(sides);
		return CML_OK;
	}
	for (size_t i = 0; i < n; i++)
		sides->of[i] = SIDE_TEST;
	if (sides->spec->kind == CML_SPLIT_KEY && deal_keys(sides, n_train, err) != CML_OK)
		return err->status;
	if (sides->spec->kind == CML_SPLIT_RANDOM) {
		size_t *order = shuffle(sides, n);
		for (size_t i = 0; order && i < n_train; i++)
			sides->of[order[i]] = SIDE_TRAIN;
		if (!order)
			return cml_fail_memory(err);
	}
	return follow_keys(sides, err);
}

/* No placeholders; of those that failed to test on what did so by itself or left a limit. */
static enum cml_result collect(const struct sides *sides, struct cml_split *split,
			       struct cml_error *err)
{
	const struct cml_validation_set *set = sides->set;
	size_t n = sides->n_ran;
	if (!CML_ARENA_NEW(&split->arena, &split->train, n) ||
	    !CML_ARENA_NEW(&split->arena, &split->test, n) ||
	    !CML_ARENA_NEW(&split->arena, &split->failed_train, sides->n_failed) ||
	    !CML_ARENA_NEW(&split->arena, &split->failed_test, sides->n_failed))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		if (is_measured(set, i) && sides->of[i] == SIDE_TRAIN)
			split->train[split->n_train++] = i;
		else if (is_measured(set, i) && sides->of[i] == SIDE_TEST)
			split->test[split->n_test++] = i;
	}
	for (size_t i = 0; i < sides->n_failed; i++) {
		if (sides->of[n + i] == SIDE_TRAIN)
			split->failed_train[split->n_failed_train++] = i;
		else if (sides->of[n + i] == SIDE_TEST &&
			 cml_validation_set_failed(set, set->data.failed, i))
			split->failed_test[split->n_failed_test++] = i;
	}
	if (split->n_train == 0 || split->n_test == 0)
		return cml_fail(err, CML_BAD_DATA, "no job is left to %s: there %s %zu in all",
				split->n_train == 0 ? "train on" : "test on", n == 1 ? "is" : "are",
				n);
	return CML_OK;
}

enum cml_result cml_split_make(struct cml_split *split, const struct cml_split_spec *spec,
			       const struct cml_validation_set *set, uint64_t seed, size_t repeat,
			       struct cml_error *err)
{
	AUTO(sides) sides = {.spec = spec,
			     .set = set,
			     .failed_seed = cml_hash(seed + repeat, "failed", 6),
			     .n_ran = set->data.n_rows,
			     .n_failed = set->data.failed ? set->data.failed->n_rows : 0};
	*split = (struct cml_split){0};
	cml_random_init(&sides.random, seed, repeat);
	if (divide(&sides, err) != CML_OK || collect(&sides, split, err) != CML_OK) {
		cml_split_release(split);
		return err->status;
	}
	cml_random_shuffle(&sides.random, split->train, split->n_train);
	cml_random_init(&sides.random, sides.failed_seed, SIZE_MAX);
	cml_random_shuffle(&sides.random, split->failed_train, split->n_failed_train);
	return CML_OK;
}

/* The first n of drawn, rows of n_rows, ascending: the same rows give the same model, whatever
 * order they were drawn in. NULL: memory is out. */
static size_t *ascending(const size_t *drawn, size_t n, size_t n_rows)
{
	AUTOFREE bool *chosen = cml_array_new(n_rows, sizeof *chosen);
	size_t *rows = chosen ? cml_array_new(n, sizeof *rows) : NULL;
	for (size_t i = 0; rows && i < n; i++)
		chosen[drawn[i]] = true;
	for (size_t row = 0, at = 0; rows && row < n_rows; row++)
		if (chosen[row])
			rows[at++] = row;
	return rows;
}

enum cml_result cml_split_select_train(const struct cml_split *split,
				       const struct cml_dataset *data, size_t n_train,
				       size_t n_failed_train, struct cml_dataset *train,
				       struct cml_error *err)
{
	AUTOFREE size_t *rows = ascending(split->train, n_train, data->n_rows);
	if (!rows)
		return cml_fail_memory(err);
	if (cml_dataset_select(data, rows, n_train, train, err) != CML_OK)
		return err->status;
	if (n_failed_train == 0)
		return CML_OK;
	AUTOFREE size_t *failed =
	    ascending(split->failed_train, n_failed_train, data->failed->n_rows);
	return failed ? cml_dataset_select_failed(data, failed, n_failed_train, train, err)
		      : cml_fail_memory(err);
}

enum cml_result cml_curve_parse(const char *text, size_t **sizes, size_t *n, struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(text), word;
	size_t n_parsed = 0, *parsed = cml_array_new(rest.size + 1, sizeof *parsed);
	int64_t size = 0;
	if (!parsed)
		return cml_fail_memory(err);
	while (cml_slice_split(&rest, ',', &word)) {
		if (size == INT64_MAX || !cml_parse_int(word, size + 1, INT64_MAX, &size)) {
			free(parsed);
			return cml_fail(err, CML_BAD_USAGE,
					"a learning curve needs ascending whole numbers from 1: %s",
					CML_QUOTED(cml_slice_of(text)));
		}
		parsed[n_parsed++] = (size_t)size;
	}
	*sizes = parsed;
	*n = n_parsed;
	return CML_OK;
}
