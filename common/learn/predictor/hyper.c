#include "learn/predictor/hyper.h"

#include "base/number.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole numbers above this are not exact in cml_hyper_value.number. */
#define LARGEST_COUNT 9007199254740992.0

void cml_hyper_release(struct cml_hyper *hyper)
{
	free(hyper->values);
	cml_arena_release(&hyper->arena);
	*hyper = (struct cml_hyper){0};
}

static struct cml_hyper_value *find(const struct cml_hyper *hyper, struct cml_slice name)
{
	for (size_t i = 0; i < hyper->n; i++)
		if (cml_slice_is(name, hyper->values[i].name))
			return &hyper->values[i];
	return NULL;
}

static enum cml_result set(struct cml_hyper *hyper, struct cml_slice name, struct cml_slice text,
			   struct cml_error *err)
{
	char *text_copy = cml_arena_copy(&hyper->arena, text);
	if (!text_copy)
		return cml_fail_memory(err);
	struct cml_hyper_value *known = find(hyper, name);
	if (known) {
		known->text = text_copy;
		return CML_OK;
	}
	char *name_copy = cml_arena_copy(&hyper->arena, name);
	if (!name_copy || !CML_RESERVE(&hyper->values, &hyper->capacity, hyper->n + 1))
		return cml_fail_memory(err);
	hyper->values[hyper->n++] = (struct cml_hyper_value){.name = name_copy, .text = text_copy};
	return CML_OK;
}

enum cml_result cml_hyper_set(struct cml_hyper *hyper, const char *name, const char *text,
			      struct cml_error *err)
{
	return set(hyper, cml_slice_of(name), cml_slice_of(text), err);
}

enum cml_result cml_hyper_copy(struct cml_hyper *hyper, const struct cml_hyper *from,
			       struct cml_error *err)
{
	for (size_t i = 0; i < from->n; i++)
		if (cml_hyper_set(hyper, from->values[i].name, from->values[i].text, err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_hyper_parse(struct cml_hyper *hyper, struct cml_slice text, const char *owner,
				struct cml_error *err)
{
	struct cml_slice part;
	while (cml_slice_split(&text, ',', &part)) {
		const char *equals = memchr(part.data, '=', part.size);
		if (!equals)
			return cml_fail(err, CML_BAD_USAGE, "%s: not NAME=VALUE: %s", owner,
					CML_QUOTED(part));
		size_t size = (size_t)(equals - part.data);
		if (set(hyper, (struct cml_slice){part.data, size}, cml_slice_from(part, size + 1),
			err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

const char *cml_hyper_range(const struct cml_hyper_spec *spec, char text[CML_HYPER_RANGE_SIZE])
{
	const char *lo = isfinite(spec->lo) ? CML_PRINTED(spec->lo) : "";
	const char *hi = isfinite(spec->hi) ? CML_PRINTED(spec->hi) : "";
	if (spec->type == CML_HYPER_CHOICE)
		snprintf(text, CML_HYPER_RANGE_SIZE, "%s", spec->choices);
	else if (*lo && *hi)
		snprintf(text, CML_HYPER_RANGE_SIZE, "%s%s to %s", spec->open_lo ? "above " : "",
			 lo, hi);
	else
		snprintf(text, CML_HYPER_RANGE_SIZE, "%s%s",
			 *lo   ? lo
			 : *hi ? hi
			       : "any",
			 *lo   ? " or more"
			 : *hi ? " or less"
			       : "");
	return text;
}

static bool parse_number(const struct cml_hyper_spec *spec, const char *text, double *number)
{
	double parsed;
	int64_t whole;
	if (spec->type == CML_HYPER_COUNT) {
		if (!cml_parse_int(cml_slice_of(text), 0, (int64_t)LARGEST_COUNT, &whole))
			return false;
		parsed = (double)whole;
	} else if (!cml_parse_double(cml_slice_of(text), &parsed)) {
		return false;
	}
	if (parsed < spec->lo || parsed > spec->hi || (spec->open_lo && parsed <= spec->lo))
		return false;
	*number = parsed;
	return true;
}

static bool find_choice(const char *choices, const char *text, double *number)
{
	struct cml_slice rest = cml_slice_of(choices);
	struct cml_slice choice;
	for (size_t i = 0; cml_slice_split(&rest, '|', &choice); i++)
		if (cml_slice_is(choice, text)) {
			*number = (double)i;
			return true;
		}
	return false;
}

static enum cml_result fail_value(const struct cml_hyper_spec *spec, const char *text,
				  const char *owner, struct cml_error *err)
{
	static const char *const wanted[] = {[CML_HYPER_COUNT] = "a whole number",
					     [CML_HYPER_REAL] = "a number",
					     [CML_HYPER_CHOICE] = "one of"};
	char range[CML_HYPER_RANGE_SIZE];
	bool is_choice = spec->type == CML_HYPER_CHOICE;
	return cml_fail(err, CML_BAD_USAGE, "%s: %s: not %s %s%s%s: %s", owner, spec->name,
			wanted[spec->type], is_choice ? "" : "(", cml_hyper_range(spec, range),
			is_choice ? "" : ")", CML_QUOTED(cml_slice_of(text)));
}

/* The value as it is written, in text; false: none. */
static bool read_value(const struct cml_hyper_spec *spec, const char *given, double *number,
		       char text[CML_HYPER_RANGE_SIZE])
{
	if (spec->type == CML_HYPER_CHOICE) {
		snprintf(text, CML_HYPER_RANGE_SIZE, "%s", given);
		return find_choice(spec->choices, given, number);
	}
	if (!parse_number(spec, given, number))
		return false;
	cml_print_double(*number, text);
	return true;
}

static enum cml_result resolve_one(struct cml_hyper *hyper, const struct cml_hyper_spec *spec,
				   const char *owner, struct cml_hyper_value *value,
				   struct cml_error *err)
{
	char text[CML_HYPER_RANGE_SIZE];
	const struct cml_hyper_value *typed = find(hyper, cml_slice_of(spec->name));
	const char *given = typed ? typed->text : spec->fallback;
	value->name = spec->name;
	if (!read_value(spec, given, &value->number, text))
		return fail_value(spec, given, owner, err);
	value->text = cml_arena_copy(&hyper->arena, cml_slice_of(text));
	return value->text ? CML_OK : cml_fail_memory(err);
}

#define MAX_SPECS 32 /* more than any kind has */

/* Whether the table has what was set. */
static enum cml_result check_names(const struct cml_hyper *hyper,
				   const struct cml_hyper_spec *specs, size_t n, const char *owner,
				   struct cml_error *err)
{
	const char *names[MAX_SPECS];
	char what[64];
	size_t at;
	assert(n <= MAX_SPECS);
	for (size_t i = 0; i < n; i++)
		names[i] = specs[i].name;
	snprintf(what, sizeof what, "%s: no parameter", owner);
	for (size_t i = 0; i < hyper->n; i++)
		if (cml_name_find(cml_slice_of(hyper->values[i].name), what, names, n, &at, err) !=
		    CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_hyper_resolve(struct cml_hyper *hyper, const struct cml_hyper_spec *specs,
				  size_t n, const char *owner, struct cml_error *err)
{
	if (check_names(hyper, specs, n, owner, err) != CML_OK)
		return err->status;
	struct cml_hyper_value *resolved = cml_array_new(n, sizeof *resolved);
	if (!resolved)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		if (resolve_one(hyper, &specs[i], owner, &resolved[i], err) != CML_OK) {
			free(resolved);
			return err->status;
		}
	free(hyper->values);
	hyper->values = resolved;
	hyper->n = n;
	hyper->capacity = n;
	return CML_OK;
}

double cml_hyper_real(const struct cml_hyper *hyper, const char *name)
{
	const struct cml_hyper_value *value = find(hyper, cml_slice_of(name));
	assert(value);
	return value->number;
}

size_t cml_hyper_count(const struct cml_hyper *hyper, const char *name)
{
	return (size_t)cml_hyper_real(hyper, name);
}

size_t cml_hyper_choice(const struct cml_hyper *hyper, const char *name)
{
	return (size_t)cml_hyper_real(hyper, name);
}
