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

/* By enum cml_split_kind. */
static const char *const kind_names[] = {"random", "key", "time", "scale"};
#define N_KINDS (sizeof kind_names / sizeof *kind_names)

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
	while (kind < N_KINDS && !cml_slice_is(word, kind_names[kind]))
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
static bool is_left_out(const struct cml_split_spec *spec, const struct cml_validation_set *set,
			size_t row)
{
	const struct cml_validation_answers *answers = &set->rows.answers[spec->aspect];
	if (spec->kind == CML_SPLIT_TIME)
		return answers->times[row].size == 0;
	return spec->kind == CML_SPLIT_SCALE && isnan(answers->numbers[row]);
}

size_t cml_split_n_missing(const struct cml_split_spec *spec, const struct cml_validation_set *set)
{
	size_t n = 0;
	for (size_t i = 0; i < set->data.n_rows; i++)
		n += is_left_out(spec, set, i);
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

static enum cml_result locate(const struct cml_split_spec *spec,
			      const struct cml_validation_set *set, size_t row,
			      struct cml_error *err)
{
	char name[CML_ERROR_COLUMN_SIZE];
	snprintf(name, sizeof name, "%.*s", (int)spec->subject.size, spec->subject.data);
	return cml_error_locate(err, set->rows.places[row].file, set->rows.places[row].line, name);
}

/* Rows to mark: those to train on are true in trains. */
struct marks {
	const struct cml_split_spec *spec;
	const struct cml_validation_set *set;
	struct cml_random random;
	bool *trains;
	struct cml_arena arena;
};

/* Marks the first rows in time of those that have one. */
static enum cml_result mark_time(struct marks *marks, struct cml_error *err)
{
	const struct cml_validation_set *set = marks->set;
	struct cml_slice *cells;
	size_t *rows, *order, n_all = set->data.n_rows, n = 0, odd;
	bool differ = false;
	if (!CML_ARENA_NEW(&marks->arena, &cells, n_all) ||
	    !CML_ARENA_NEW(&marks->arena, &rows, n_all) ||
	    !CML_ARENA_NEW(&marks->arena, &order, n_all))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_all; i++) {
		if (is_left_out(marks->spec, set, i))
			continue;
		rows[n] = i;
		cells[n] = set->rows.answers[marks->spec->aspect].times[i];
		differ = differ || !cml_slice_equal(cells[n], cells[0]);
		n++;
	}
	if (n < 2)
		return cml_fail(err, CML_BAD_DATA, "fewer than two jobs have a metric and a time");
	if (!differ)
		return cml_fail(err, CML_BAD_DATA, "all jobs have the same time");
	enum cml_result status = cml_time_order(n, cells, order, &odd, err);
	if (status == CML_BAD_DATA)
		locate(marks->spec, set, rows[odd], err);
	for (size_t i = 0; !status && i < fraction_of(marks->spec, n); i++)
		marks->trains[rows[order[i]]] = true;
	return status;
}

/* 0 to n - 1 in random order; NULL: memory is out. */
static size_t *shuffle(struct marks *marks, size_t n)
{
	size_t *order;
	if (!CML_ARENA_NEW(&marks->arena, &order, n))
		return NULL;
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	cml_random_shuffle(&marks->random, order, n);
	return order;
}

/* Marks whole configurations, in random order, until they hold n_train rows;
 * the last one is left to test on. */
static enum cml_result mark_keys(struct marks *marks, struct cml_error *err)
{
	size_t n = marks->set->data.n_rows, n_train = 0;
	AUTO(cml_key_groups) groups = {0};
	if (cml_key_groups_init(&groups, n, marks->set->data.keys, err) != CML_OK)
		return err->status;
	size_t *order = shuffle(marks, groups.n);
	for (size_t i = 0; order && i + 1 < groups.n && n_train < fraction_of(marks->spec, n); i++)
		for (size_t r = groups.first[order[i]]; r < groups.first[order[i] + 1];
		     r++, n_train++)
			marks->trains[groups.rows[r]] = true;
	return order ? CML_OK : cml_fail_memory(err);
}

static enum cml_result mark(struct marks *marks, struct cml_error *err)
{
	const struct cml_split_spec *spec = marks->spec;
	size_t n = marks->set->data.n_rows;
	if (!CML_ARENA_NEW(&marks->arena, &marks->trains, n))
		return cml_fail_memory(err);
	if (spec->kind == CML_SPLIT_KEY)
		return mark_keys(marks, err);
	if (spec->kind == CML_SPLIT_TIME)
		return mark_time(marks, err);
	for (size_t i = 0; spec->kind == CML_SPLIT_SCALE && i < n; i++)
		marks->trains[i] = marks->set->rows.answers[spec->aspect].numbers[i] <= spec->bound;
	if (spec->kind == CML_SPLIT_SCALE)
		return CML_OK;
	size_t *order = shuffle(marks, n);
	for (size_t i = 0; order && i < fraction_of(spec, n); i++)
		marks->trains[order[i]] = true;
	return order ? CML_OK : cml_fail_memory(err);
}

/* The marked rows, and the others but for those that are left out; no placeholders. */
static enum cml_result collect(struct cml_split *split, const struct cml_split_spec *spec,
			       const struct cml_validation_set *set, const bool *trains,
			       struct cml_error *err)
{
	size_t n = set->data.n_rows;
	if (!CML_ARENA_NEW(&split->arena, &split->train, n) ||
	    !CML_ARENA_NEW(&split->arena, &split->test, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		if (set->unmeasured && set->unmeasured[i])
			continue;
		if (trains[i])
			split->train[split->n_train++] = i;
		else if (!is_left_out(spec, set, i))
			split->test[split->n_test++] = i;
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
	struct marks marks = {.spec = spec, .set = set};
	*split = (struct cml_split){0};
	cml_random_init(&marks.random, seed, repeat);
	enum cml_result status = mark(&marks, err);
	if (!status)
		status = collect(split, spec, set, marks.trains, err);
	if (!status)
		cml_random_shuffle(&marks.random, split->train, split->n_train);
	else
		cml_split_release(split);
	cml_arena_release(&marks.arena);
	return status;
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
