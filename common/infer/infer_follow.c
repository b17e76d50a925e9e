#include "infer/infer_follow.h"

#include "infer/infer_implied.h"
#include "infer/names/column_name.h"
#include "infer/names/context_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_VALUES 3
#define MAX_CHANCE 1e-3
/* Fewer texts that tell the devices may be a setting that somebody kept for each size. */
#define MIN_LABELS 8

struct row {
	double key;
	uint64_t configuration;
	size_t row;
};

struct follow {
	struct cml_inference *infer;
	uint64_t *configurations; /* hashes, by row */
	struct row *order; /* the n rows that have the leader's value, by that and configuration */
	size_t n;
	double *values;                          /* scratch: one for each row */
	const struct cml_infer_column **leaders; /* by column; NULL: none yet */
};

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->configuration != y->configuration)
		return x->configuration < y->configuration ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void hash_configurations(struct follow *follow)
{
	const struct cml_infer_rows *rows = &follow->infer->rows;
	for (size_t row = 0; row < rows->n_rows; row++) {
		uint64_t *hash = &follow->configurations[row];
		*hash = CML_HASH_SEED;
		for (size_t i = 0; i < rows->n_columns; i++)
			if (cml_is_config_role(rows->columns[i].role))
				*hash =
				    cml_hash(*hash, &rows->columns[i].sample[row], sizeof(double));
	}
}

static void order_rows(struct follow *follow, const struct cml_infer_column *leader)
{
	const struct cml_infer_rows *rows = &follow->infer->rows;
	follow->n = 0;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (!isnan(leader->sample[row]))
			follow->order[follow->n++] =
			    (struct row){leader->sample[row], follow->configurations[row], row};
	qsort(follow->order, follow->n, sizeof *follow->order, compare_rows);
}

/* The values of the column in different configurations, in order of the leader; 0: rows with one
 * value of the leader have two of the column, or none. */
static size_t list_values(const struct follow *follow, const struct cml_infer_column *column,
			  size_t *n_keys)
{
	size_t n = 0;
	*n_keys = 0;
	for (size_t i = 0; i < follow->n; i++) {
		const struct row *row = &follow->order[i], *before = i > 0 ? row - 1 : NULL;
		double value = column->sample[row->row];
		bool same_key = before && before->key == row->key;
		if (isnan(value) || (same_key && column->sample[before->row] != value))
			return 0;
		*n_keys += same_key ? 0 : 1;
		if (!same_key || before->configuration != row->configuration)
			follow->values[n++] = value;
	}
	return n;
}

/* The logarithm of 1 over the chance that n configurations agree in their value where their keys
 * do. */
static double surprise(double *values, size_t n, size_t n_keys)
{
	double sum = 0;
	qsort(values, n, sizeof *values, compare_numbers);
	for (size_t first = 0, end; first < n; first = end) {
		for (end = first + 1; end < n && values[end] == values[first];)
			end++;
		sum += (double)(end - first) * log((double)n / (double)(end - first));
	}
	/* The first configuration of each key may have any. */
	return sum * (double)(n - n_keys) / (double)n;
}

static bool follows(const struct follow *follow, const struct cml_infer_column *column,
		    const struct cml_infer_column *by)
{
	size_t n_columns = follow->infer->rows.n_columns, n_keys;
	if (!cml_is_config_role(column->role) || column == by || column->n_sample_distinct < 2 ||
	    by->n_sample_distinct < column->n_sample_distinct)
		return false;
	size_t n = list_values(follow, column, &n_keys);
	return n > 0 && surprise(follow->values, n, n_keys) >=
			    log((double)(n_columns * n_columns) / MAX_CHANCE);
}

/* A number of devices or nodes; `GPU` may also hold names of devices. */
static bool is_size(const struct cml_infer_column *column)
{
	return column->role == CML_ROLE_CONTEXT && cml_infer_is_number(column) &&
	       (cml_name_counts_devices(column->plain) || cml_name_counts_nodes(column->plain));
}

static bool may_lead(const struct cml_infer_column *column)
{
	return column->role == CML_ROLE_CONTEXT && column->n_sample_distinct >= MIN_VALUES &&
	       !is_size(column);
}

/* The context that each column follows: of several the one of the fewest values, the first of
 * equals. */
static void find_leaders(struct follow *follow)
{
	const struct cml_infer_rows *rows = &follow->infer->rows;
	for (size_t k = 0; k < rows->n_columns; k++) {
		const struct cml_infer_column *by = &rows->columns[k];
		if (!may_lead(by))
			continue;
		order_rows(follow, by);
		for (size_t i = 0; i < rows->n_columns; i++) {
			const struct cml_infer_column **best = &follow->leaders[i];
			if ((!*best || by->n_sample_distinct < (*best)->n_sample_distinct) &&
			    follows(follow, &rows->columns[i], by))
				*best = by;
		}
	}
}

/* Texts that tell the number of devices or nodes are a name of where a job ran: as a param they
 * would be proposed for other numbers. */
static void drop_labels(struct follow *follow)
{
	struct cml_infer_rows *rows = &follow->infer->rows;
	for (size_t k = 0; k < rows->n_columns; k++) {
		struct cml_infer_column *label = &rows->columns[k];
		if (label->role != CML_ROLE_PARAM || !cml_infer_is_text(label) ||
		    label->n_sample_distinct < MIN_LABELS)
			continue;
		order_rows(follow, label);
		for (size_t i = 0; i < rows->n_columns && label->role == CML_ROLE_PARAM; i++) {
			const struct cml_infer_column *size = &rows->columns[i];
			if (!is_size(size) || !follows(follow, size, label))
				continue;
			label->role = CML_ROLE_IGNORE;
			cml_infer_note(follow->infer, label,
				       "likely: ignore, each of its %zu texts has one number of "
				       "'%s', which says it",
				       label->n_sample_distinct, size->name);
		}
	}
}

static void note_param(struct cml_inference *infer, struct cml_infer_column *column,
		       const struct cml_infer_column *by)
{
	bool is_property = cml_infer_is_number(column) && !cml_infer_is_bool(column) &&
			   column->n_sample_distinct >= MIN_VALUES &&
			   !cml_name_is_tuned(column->plain);
	if (is_property)
		column->role = CML_ROLE_CONTEXT;
	cml_infer_note(infer, column,
		       is_property
			   ? "likely: context, each of %zu values of '%s' has one value of "
			     "it in all %zu rows"
			   : "unsure: param, though each of %zu values of '%s' has one value "
			     "of it in all %zu rows: its effect cannot be separated",
		       by->n_sample_distinct, by->name, infer->rows.n_rows);
}

static void note_context(struct cml_inference *infer, struct cml_infer_column *column,
			 const struct cml_infer_column *by)
{
	struct cml_buffer text = {0};
	if (cml_name_is_model(column->plain) && cml_infer_is_text(column) &&
	    cml_infer_is_number(by)) {
		cml_infer_note(infer, column,
			       "%s; one value for each '%s': of models that the log lacks a name "
			       "says nothing, so for those it may be better ignored",
			       column->reason, by->name);
		return;
	}
	bool ok = cml_buffer_printf(&text, "%s; one value for each '%s'", column->reason, by->name);
	if (ok)
		column->reason = cml_arena_copy(&column->arena, cml_buffer_slice(&text));
	infer->no_memory = infer->no_memory || !ok || !column->reason;
	cml_buffer_release(&text);
}

/* Whether the rule divides the devices among its factors, a param among them. */
static bool divides_devices(const struct cml_inference *infer, const struct cml_relation *relation)
{
	const struct cml_infer_column *columns = infer->rows.columns;
	bool has_param = false;
	for (size_t i = 1; i < relation->n_members; i++)
		has_param = has_param || columns[relation->members[i]].role == CML_ROLE_PARAM;
	return has_param && relation->kind == CML_RELATION_PRODUCT && relation->n_broken == 0 &&
	       !relation->is_weak && is_size(&columns[relation->members[0]]) &&
	       cml_infer_is_rule(infer, relation);
}

/* What is left of the devices when the other factors are chosen is chosen with them. */
static void free_factors(struct cml_inference *infer)
{
	for (size_t k = 0; k < infer->relations.n; k++) {
		const struct cml_relation *relation = &infer->relations.items[k];
		for (size_t i = 1; i < relation->n_members && divides_devices(infer, relation);
		     i++) {
			struct cml_infer_column *factor =
			    &infer->rows.columns[relation->members[i]];
			if (factor->role != CML_ROLE_CONTEXT || factor->n_sample_distinct < 2 ||
			    cml_name_counts_nodes(factor->plain))
				continue;
			factor->role = CML_ROLE_PARAM;
			cml_infer_note(infer, factor,
				       "likely: param, a factor of '%s' beside params",
				       infer->rows.columns[relation->members[0]].name);
		}
	}
}

enum cml_result cml_infer_follow(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	struct follow follow = {.infer = infer};
	follow.configurations = cml_array_new(rows->n_rows, sizeof *follow.configurations);
	follow.order = cml_array_new(rows->n_rows, sizeof *follow.order);
	follow.values = cml_array_new(rows->n_rows, sizeof *follow.values);
	follow.leaders = cml_array_new(rows->n_columns, sizeof *follow.leaders);
	bool ok = follow.configurations && follow.order && follow.values && follow.leaders;
	if (ok) {
		hash_configurations(&follow);
		drop_labels(&follow);
		find_leaders(&follow);
		free_factors(infer);
	}
	for (size_t i = 0; i < rows->n_columns && ok; i++) {
		if (follow.leaders[i] && rows->columns[i].role == CML_ROLE_PARAM)
			note_param(infer, &rows->columns[i], follow.leaders[i]);
		else if (follow.leaders[i])
			note_context(infer, &rows->columns[i], follow.leaders[i]);
	}
	free(follow.configurations);
	free(follow.order);
	free(follow.values);
	free(follow.leaders);
	return ok ? CML_OK : cml_fail_memory(err);
}
