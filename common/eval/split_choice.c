/* The splits that a table allows, where none is named. Part of split.h. */
#include "eval/split.h"

#include "base/number.h"
#include "infer/names/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Signs that a column is a scale, the best first. */
enum sign { SIGN_UNIT, SIGN_DEVICES, SIGN_NODES, N_SIGNS };

static bool has_sign(const struct cml_space_column *column, enum sign sign)
{
	if (sign == SIGN_UNIT)
		return strcmp(column->unit, "devices") == 0 || strcmp(column->unit, "gpus") == 0;
	return sign == SIGN_DEVICES ? cml_name_counts_devices(column->name)
				    : cml_name_counts_nodes(column->name);
}

static size_t find_scale(const struct cml_space *space)
{
	for (enum sign sign = SIGN_UNIT; sign < N_SIGNS; sign++)
		for (size_t slot = 0; slot < space->n_columns; slot++) {
			const struct cml_space_column *column = &space->columns[slot];
			bool is_number =
			    column->role == CML_ROLE_DERIVED ||
			    (cml_is_config_role(column->role) &&
			     (column->type == CML_TYPE_INT || column->type == CML_TYPE_FLOAT));
			if (is_number && has_sign(column, sign))
				return slot;
		}
	return CML_NO_COLUMN;
}

static struct cml_slice time_of(const struct cml_space *space)
{
	return cml_slice_of(space->time == CML_NO_COLUMN ? "cml_started"
							 : space->columns[space->time].name);
}

enum cml_result cml_split_choice_bind(struct cml_split_choice *choice,
				      const struct cml_space *space,
				      const struct cml_header *header,
				      struct cml_validation_set *set, struct cml_error *err)
{
	struct cml_split_spec spec = {.kind = CML_SPLIT_KEY,
				      .fraction = CML_SPLIT_DEFAULT_FRACTION,
				      .subject = time_of(space)};
	const struct cml_validation_set_aspect aspects[] = {
	    {CML_ASPECT_TIME, cml_header_find(header, time_of(space)), NULL},
	    {CML_ASPECT_SCALE, find_scale(space), NULL}};
	*choice = (struct cml_split_choice){.specs = {spec}, .n = 1};
	for (size_t i = 0; i < 2; i++) {
		spec.kind = aspects[i].kind == CML_ASPECT_TIME ? CML_SPLIT_TIME : CML_SPLIT_SCALE;
		if (aspects[i].column == CML_NO_COLUMN)
			continue;
		if (cml_validation_set_ask(set, aspects[i], &spec.aspect, err) != CML_OK)
			return err->status;
		choice->specs[choice->n++] = spec;
	}
	return CML_OK;
}

/* x[n], ascending, without NaN. The bound of a scale, the smallest value only where there are two:
 * what a larger job does cannot be learned at one scale. NaN where all are equal. */
static double find_bound(size_t n, const double *x)
{
	double bound = NAN, nearest = INFINITY;
	size_t n_values = 0;
	for (size_t i = 1; i < n; i++) {
		double distance = fabs((double)i / (double)n - CML_SPLIT_DEFAULT_FRACTION);
		if (x[i - 1] == x[i])
			continue;
		if (++n_values > 2 && distance >= nearest)
			continue;
		nearest = distance;
		bound = x[i - 1];
	}
	return bound;
}

/* Sets the bound; NaN where there is none. */
static enum cml_result divide(struct cml_split_spec *spec, const struct cml_validation_set *set,
			      struct cml_error *err)
{
	size_t n = 0;
	AUTOFREE double *x = cml_array_new(set->data.n_rows, sizeof *x);
	if (!x)
		return cml_fail_memory(err);
	for (size_t i = 0; i < set->data.n_rows; i++)
		if (!isnan(set->rows.answers[spec->aspect].numbers[i]))
			x[n++] = set->rows.answers[spec->aspect].numbers[i];
	qsort(x, n, sizeof *x, cml_compare_doubles);
	spec->bound = find_bound(n, x);
	return CML_OK;
}

/* Appends the name of a column as expressions have it, in backticks where it needs them. */
static bool print_name(struct cml_buffer *text, const char *name)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.0123456789";
	bool is_plain = !name[strspn(name, plain)] && !strchr(".0123456789", name[0]);
	return cml_buffer_printf(text, is_plain ? "%s" : "`%s`", name);
}

static enum cml_result name_split(struct cml_split_choice *choice, size_t i,
				  const struct cml_space *space, struct cml_error *err)
{
	const struct cml_split_spec *spec = &choice->specs[i];
	AUTO(cml_buffer) text = {0};
	const char *number =
	    CML_PRINTED(spec->kind == CML_SPLIT_SCALE ? spec->bound : spec->fraction);
	bool ok = cml_buffer_printf(&text, "%s:", cml_split_kinds[spec->kind]);
	if (spec->kind == CML_SPLIT_TIME)
		ok = ok && cml_buffer_append(&text, spec->subject.data, spec->subject.size);
	else if (spec->kind == CML_SPLIT_SCALE)
		ok = ok && print_name(&text, space->columns[find_scale(space)].name) &&
		     cml_buffer_printf(&text, "<=%s", number);
	else
		ok = ok && cml_buffer_append_string(&text, number);
	if (ok)
		choice->names[i] = strndup(text.data, text.size);
	return ok && choice->names[i] ? CML_OK : cml_fail_memory(err);
}

/* Why a split cannot be made, in *why; CML_OK with an empty one where it can. */
static enum cml_result try_split(const struct cml_split_choice *choice, struct cml_split_spec *spec,
				 const struct cml_validation_set *set, struct cml_error *why,
				 struct cml_error *err)
{
	AUTO(cml_split) split = {0};
	*why = (struct cml_error){0};
	if (spec->kind == CML_SPLIT_KEY)
		return CML_OK;
	if (spec->kind == CML_SPLIT_SCALE && divide(spec, set, err) != CML_OK)
		return err->status;
	if (isnan(spec->bound)) {
		cml_fail(why, CML_BAD_DATA, "fewer than two values");
		return CML_OK;
	}
	enum cml_result status = cml_split_make(&split, spec, set, 1, 0, why);
	if (status == CML_BAD_DATA)
		return CML_OK;
	if (status != CML_OK) {
		*err = *why;
		return status;
	}
	if (split.n_train < choice->n_train || split.n_test < CML_MIN_SIDE_JOBS)
		cml_fail(why, CML_BAD_DATA, "%zu jobs to train on, %zu to test on", split.n_train,
			 split.n_test);
	return CML_OK;
}

static bool explain(struct cml_split_choice *choice, size_t i)
{
	static const char *const tests[] = {"", "configurations not trained on", "newer jobs",
					    "larger jobs"};
	return cml_buffer_printf(&choice->why, "%s%s (%s)",
				 i > 0 ? ", " : "no --split: ", choice->names[i],
				 tests[choice->specs[i].kind]);
}

static bool explain_left(struct cml_split_choice *choice, const struct cml_split_spec *spec,
			 const struct cml_space *space, const struct cml_error *why)
{
	bool by_time = spec->kind == CML_SPLIT_TIME;
	return cml_buffer_printf(&choice->left, "no split by %s: %s%s",
				 by_time ? "time" : space->columns[find_scale(space)].name,
				 why->message, "\n");
}

enum cml_result cml_split_choice_settle(struct cml_split_choice *choice,
					const struct cml_space *space,
					const struct cml_validation_set *set, size_t n_train,
					struct cml_error *err)
{
	size_t n = choice->n;
	choice->n = 0;
	choice->n_train = n_train > CML_MIN_SIDE_JOBS ? n_train : CML_MIN_SIDE_JOBS;
	for (size_t i = 0; i < n; i++) {
		struct cml_split_spec spec = choice->specs[i];
		struct cml_error why;
		if (try_split(choice, &spec, set, &why, err) != CML_OK)
			return err->status;
		if (why.status != CML_OK) {
			if (!explain_left(choice, &spec, space, &why))
				return cml_fail_memory(err);
			continue;
		}
		choice->specs[choice->n] = spec;
		if (name_split(choice, choice->n, space, err) != CML_OK)
			return err->status;
		if (!explain(choice, choice->n++))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

void cml_split_choice_release(struct cml_split_choice *choice)
{
	for (size_t i = 0; i < CML_MAX_CHOSEN_SPLITS; i++)
		free(choice->names[i]);
	cml_buffer_release(&choice->why);
	cml_buffer_release(&choice->left);
	*choice = (struct cml_split_choice){0};
}
