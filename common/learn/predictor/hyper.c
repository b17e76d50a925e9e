#include "learn/predictor/hyper.h"

#include "base/number.h"

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

static struct cml_hyper_value *find(const struct cml_hyper *hyper, const char *name)
{
	for (size_t i = 0; i < hyper->n; i++)
		if (strcmp(hyper->values[i].name, name) == 0)
			return &hyper->values[i];
	return NULL;
}

enum cml_result cml_hyper_set(struct cml_hyper *hyper, const char *name, const char *text,
			      struct cml_error *err)
{
	char *text_copy = cml_arena_copy(&hyper->arena, cml_slice_of(text));
	if (!text_copy)
		return cml_fail_memory(err);
	struct cml_hyper_value *known = find(hyper, name);
	if (known) {
		known->text = text_copy;
		return CML_OK;
	}
	char *name_copy = cml_arena_copy(&hyper->arena, cml_slice_of(name));
	if (!name_copy || !cml_array_reserve((void **)&hyper->values, &hyper->capacity,
					     hyper->n + 1, sizeof *hyper->values))
		return cml_fail_memory(err);
	hyper->values[hyper->n++] = (struct cml_hyper_value){.name = name_copy, .text = text_copy};
	return CML_OK;
}

/* " from 1 to 32", " above 0 to 1", " of at least 0", or nothing. */
static void describe_range(const struct cml_hyper_spec *spec, char *text, size_t size)
{
	char lo[CML_NUMBER_SIZE] = "";
	char hi[CML_NUMBER_SIZE] = "";
	if (isfinite(spec->lo))
		cml_print_double(spec->lo, lo);
	if (isfinite(spec->hi))
		cml_print_double(spec->hi, hi);
	const char *from = !*lo ? "" : spec->open_lo ? " above " : *hi ? " from " : " of at least ";
	const char *to = !*hi ? "" : *lo ? " to " : " of at most ";
	snprintf(text, size, "%s%s%s%s", from, lo, to, hi);
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
	bool started = false;
	for (size_t i = 0; cml_slice_split(&rest, '|', &started, &choice); i++)
		if (cml_slice_is(choice, text)) {
			*number = (double)i;
			return true;
		}
	return false;
}

/* The items of a list; 0 when it is none. */
static size_t parse_list(struct cml_slice rest, double lo, double hi,
			 size_t items[CML_HYPER_LIST_SIZE])
{
	struct cml_slice item;
	bool started = false;
	size_t n = 0;
	while (cml_slice_split(&rest, ',', &started, &item)) {
		int64_t whole;
		if (n == CML_HYPER_LIST_SIZE ||
		    !cml_parse_int(item, (int64_t)lo, (int64_t)hi, &whole))
			return 0;
		items[n++] = (size_t)whole;
	}
	return n;
}

static enum cml_result resolve_list(struct cml_hyper *hyper, const struct cml_hyper_spec *spec,
				    const char *text, struct cml_hyper_value *value,
				    struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];
	char range[3 * CML_NUMBER_SIZE];
	char printed[CML_HYPER_LIST_SIZE * CML_NUMBER_SIZE];
	size_t items[CML_HYPER_LIST_SIZE];
	size_t n = parse_list(cml_slice_of(text), spec->lo, spec->hi, items);
	if (n == 0) {
		describe_range(spec, range, sizeof range);
		return cml_fail(err, CML_BAD_USAGE,
				"--%s: not 1 to %d whole numbers%s with commas between them: %s",
				spec->name, CML_HYPER_LIST_SIZE, range,
				cml_text_quote(cml_slice_of(text), quoted, sizeof quoted));
	}
	size_t size = 0;
	for (size_t i = 0; i < n; i++)
		size += (size_t)snprintf(printed + size, sizeof printed - size, "%s%zu",
					 i > 0 ? "," : "", items[i]);
	value->number = (double)n;
	value->text = cml_arena_copy(&hyper->arena, cml_slice_of(printed));
	return value->text ? CML_OK : cml_fail_memory(err);
}

/* The value of one row of the table. Numbers are written anew, so that " 03"
 * and "3" give the same model file. */
static enum cml_result resolve_one(struct cml_hyper *hyper, const struct cml_hyper_spec *spec,
				   const char *text, struct cml_hyper_value *value,
				   struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE], near[CML_SUGGESTION_SIZE];
	char range[3 * CML_NUMBER_SIZE];
	char printed[CML_NUMBER_SIZE];
	value->name = spec->name;
	value->text = text;
	if (spec->type == CML_HYPER_LIST)
		return resolve_list(hyper, spec, text, value, err);
	if (spec->type == CML_HYPER_CHOICE) {
		if (find_choice(spec->choices, text, &value->number))
			return CML_OK;
		return cml_fail(err, CML_BAD_USAGE, "--%s: not one of %s: %s%s", spec->name,
				spec->choices,
				cml_text_quote(cml_slice_of(text), quoted, sizeof quoted),
				cml_text_suggest(cml_slice_of(text), spec->choices, near));
	}
	if (!parse_number(spec, text, &value->number)) {
		describe_range(spec, range, sizeof range);
		return cml_fail(err, CML_BAD_USAGE, "--%s: not a %s%s: %s", spec->name,
				spec->type == CML_HYPER_COUNT ? "whole number" : "number", range,
				cml_text_quote(cml_slice_of(text), quoted, sizeof quoted));
	}
	cml_print_double(value->number, printed);
	value->text = cml_arena_copy(&hyper->arena, cml_slice_of(printed));
	return value->text ? CML_OK : cml_fail_memory(err);
}

static const struct cml_hyper_spec *find_spec(const struct cml_hyper_spec *specs, size_t n,
					      const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(specs[i].name, name) == 0 ||
		    (specs[i].former && strcmp(specs[i].former, name) == 0))
			return &specs[i];
	return NULL;
}

enum cml_result cml_hyper_resolve(struct cml_hyper *hyper, const struct cml_hyper_spec *specs,
				  size_t n, const char *owner, struct cml_error *err)
{
	for (size_t i = 0; i < hyper->n; i++)
		if (!find_spec(specs, n, hyper->values[i].name))
			return cml_fail(err, CML_BAD_USAGE, "--%s: %s has no such option",
					hyper->values[i].name, owner);
	struct cml_hyper_value *resolved = cml_array_new(n, sizeof *resolved);
	if (!resolved)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const struct cml_hyper_value *set = find(hyper, specs[i].name);
		if (!set && specs[i].former)
			set = find(hyper, specs[i].former);
		const char *text = set ? set->text : specs[i].fallback;
		if (resolve_one(hyper, &specs[i], text, &resolved[i], err) != CML_OK) {
			free(resolved);
			return err->status;
		}
	}
	free(hyper->values);
	hyper->values = resolved;
	hyper->n = n;
	hyper->capacity = n;
	return CML_OK;
}

static double number_of(const struct cml_hyper *hyper, const char *name)
{
	const struct cml_hyper_value *value = find(hyper, name);
	assert(value);
	return value->number;
}

size_t cml_hyper_count(const struct cml_hyper *hyper, const char *name)
{
	return (size_t)number_of(hyper, name);
}

double cml_hyper_real(const struct cml_hyper *hyper, const char *name)
{
	return number_of(hyper, name);
}

size_t cml_hyper_choice(const struct cml_hyper *hyper, const char *name)
{
	return (size_t)number_of(hyper, name);
}

size_t cml_hyper_list(const struct cml_hyper *hyper, const char *name,
		      size_t items[CML_HYPER_LIST_SIZE])
{
	const struct cml_hyper_value *value = find(hyper, name);
	assert(value);
	return parse_list(cml_slice_of(value->text), 0, LARGEST_COUNT, items);
}
