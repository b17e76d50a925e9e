#include "infer/infer_redundant.h"

#include "base/number.h"
#include "infer/names/column_name.h"
#include "infer/names/context_name.h"
#include "infer/names/metric_name.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_LABELS 2

static bool is_context(const struct cml_inference *infer, size_t i)
{
	return infer->rows.columns[i].role == CML_ROLE_CONTEXT;
}

static bool is_member(const struct cml_relation *relation, size_t column)
{
	for (size_t i = 0; i < relation->n_members; i++)
		if (relation->members[i] == column)
			return true;
	return false;
}

/* Relations of more than two columns that all rows keep and the column is in. */
static size_t count_relations(const struct cml_inference *infer, size_t column)
{
	size_t n = 0;
	for (size_t i = 0; i < infer->relations.n; i++) {
		const struct cml_relation *relation = &infer->relations.items[i];
		n += relation->n_members > 2 && relation->n_broken == 0 &&
		     is_member(relation, column);
	}
	return n;
}

/* Of a column and a multiple of it, the one that says less. */
static size_t choose(const struct cml_inference *infer, size_t larger, size_t smaller)
{
	size_t n_larger = count_relations(infer, larger),
	       n_smaller = count_relations(infer, smaller);
	bool devices = cml_name_counts_devices(infer->rows.columns[larger].plain);
	bool devices_too = cml_name_counts_devices(infer->rows.columns[smaller].plain);
	if (n_larger != n_smaller)
		return n_larger > n_smaller ? smaller : larger;
	return devices_too && !devices ? larger : smaller;
}

static void drop_multiple(struct cml_inference *infer, const struct cml_relation *relation)
{
	size_t larger = relation->members[0], smaller = relation->members[1];
	if (!is_context(infer, larger) || !is_context(infer, smaller) ||
	    (relation->is_weak && relation->ratio != 1))
		return;
	size_t gone = choose(infer, larger, smaller);
	struct cml_infer_column *column = &infer->rows.columns[gone];
	const char *other = infer->rows.columns[gone == larger ? smaller : larger].name;
	column->role = CML_ROLE_IGNORE;
	if (relation->ratio == 1)
		cml_infer_note(infer, column, "sure: ignore, the same as '%s' in all %zu rows",
			       other, relation->n_rows);
	else
		cml_infer_note(infer, column, "sure: ignore, '%s' %s %.0f in all %zu rows", other,
			       gone == larger ? "times" : "divided by", relation->ratio,
			       relation->n_rows);
}

static void drop_product(struct cml_inference *infer, const struct cml_relation *relation)
{
	struct cml_infer_column *total = &infer->rows.columns[relation->members[0]];
	bool extends = false;
	for (size_t i = 0; i < relation->n_members; i++) {
		if (!is_context(infer, relation->members[i]))
			return;
		extends =
		    extends ||
		    (i > 0 && cml_name_extends(total->plain,
					       infer->rows.columns[relation->members[i]].plain));
	}
	if (!extends)
		return;
	total->role = CML_ROLE_IGNORE;
	struct cml_buffer text = {0};
	if (!cml_relation_print(relation, infer->rows.columns, &text))
		infer->no_memory = true;
	else
		cml_infer_note(infer, total, "sure: ignore, as %.*s in all %zu rows",
			       (int)text.size, text.data, relation->n_rows);
	cml_buffer_release(&text);
}

/* `7b`, `1.3B`, `125M`, also with a name before it: digits, then a unit of sizes at the end. */
static bool is_size_label(struct cml_slice text)
{
	if (text.size < 2 || !strchr("kKmMbBtT", text.data[text.size - 1]))
		return false;
	return isdigit((unsigned char)text.data[text.size - 2]);
}

static bool is_label_of_sizes(const struct cml_infer_column *column)
{
	if (column->texts.n < MIN_LABELS || !cml_infer_is_text(column) ||
	    column->texts.n > CML_INFER_MAX_LEVELS)
		return false;
	for (size_t i = 0; i < column->texts.n; i++)
		if (!is_size_label(column->texts.texts[i]))
			return false;
	return true;
}

/* The size in a label: 1.3e9 of `mpt-1.3b`. */
static double size_of(struct cml_slice label)
{
	static const char units[] = "kmbt";
	double size;
	size_t start = label.size - 1;
	while (start > 0 &&
	       (isdigit((unsigned char)label.data[start - 1]) || label.data[start - 1] == '.'))
		start--;
	struct cml_slice digits = {label.data + start, label.size - 1 - start};
	const char *unit = strchr(units, tolower((unsigned char)label.data[label.size - 1]));
	return cml_parse_double(digits, &size) ? size * pow(1000, (double)(unit - units + 1)) : NAN;
}

struct pair {
	double number;
	double size; /* of the label */
};

static int compare_pairs(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	return (x->number > y->number) - (x->number < y->number);
}

/* The size of each label, in order of the rows. False: a row has none. */
static bool list_sizes(const struct cml_inference *infer, const struct cml_infer_column *label,
		       struct pair *pairs)
{
	for (size_t row = 0; row < infer->rows.n_rows; row++) {
		pairs[row].size = NAN;
		for (size_t i = 0; i < label->texts.n; i++)
			if (cml_unknown_symbol(label->texts.texts[i]) == label->sample[row])
				pairs[row].size = size_of(label->texts.texts[i]);
		if (isnan(pairs[row].size))
			return false;
	}
	return true;
}

/* Whether equal numbers have equal labels, and larger ones no smaller labels. */
static bool determines(const struct cml_inference *infer, const struct cml_infer_column *number,
		       const struct cml_infer_column *label, struct pair *pairs)
{
	size_t n = infer->rows.n_rows;
	if (!list_sizes(infer, label, pairs))
		return false;
	for (size_t i = 0; i < n; i++) {
		pairs[i].number = number->sample[i];
		if (isnan(pairs[i].number))
			return false;
	}
	qsort(pairs, n, sizeof *pairs, compare_pairs);
	for (size_t i = 1; i < n; i++)
		if (pairs[i].size < pairs[i - 1].size ||
		    (pairs[i].number == pairs[i - 1].number && pairs[i].size != pairs[i - 1].size))
			return false;
	return true;
}

static void drop_label(struct cml_inference *infer, size_t label, struct pair *pairs)
{
	struct cml_infer_column *columns = infer->rows.columns;
	for (size_t i = 0; i < infer->rows.n_columns; i++) {
		if (i == label || !is_context(infer, i) || !cml_infer_is_number(&columns[i]) ||
		    !determines(infer, &columns[i], &columns[label], pairs))
			continue;
		columns[label].role = CML_ROLE_IGNORE;
		cml_infer_note(infer, &columns[label],
			       "likely: ignore, a label of sizes that '%s' tells in numbers",
			       columns[i].name);
		return;
	}
}

static bool are_equal(const struct cml_infer_rows *rows, size_t a, size_t b)
{
	const double *x = rows->columns[a].sample, *y = rows->columns[b].sample;
	bool equal = rows->n_rows >= CML_RELATION_MIN_ROWS;
	for (size_t row = 0; row < rows->n_rows && equal; row++)
		equal = x[row] == y[row] || (isnan(x[row]) && isnan(y[row]));
	return equal;
}

/* Contexts of texts that are those of a context before. */
static void drop_copies(struct cml_inference *infer)
{
	struct cml_infer_column *columns = infer->rows.columns;
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		for (size_t k = 0; k < i && is_context(infer, i); k++) {
			if (!is_context(infer, k) || !cml_infer_is_text(&columns[i]) ||
			    columns[i].n_sample_distinct < 2 || !are_equal(&infer->rows, i, k))
				continue;
			columns[i].role = CML_ROLE_IGNORE;
			cml_infer_note(infer, &columns[i],
				       "sure: ignore, the same as '%s' in all %zu rows",
				       columns[k].name, infer->rows.n_rows);
		}
}

void cml_infer_drop_redundant(struct cml_inference *infer)
{
	drop_copies(infer);
	struct pair *pairs = cml_array_new(infer->rows.n_rows, sizeof *pairs);
	for (size_t i = 0; i < infer->relations.n; i++) {
		const struct cml_relation *relation = &infer->relations.items[i];
		if (relation->n_broken == 0 && relation->kind == CML_RELATION_RATIO)
			drop_multiple(infer, relation);
		else if (relation->n_broken == 0 && relation->kind == CML_RELATION_PRODUCT)
			drop_product(infer, relation);
	}
	infer->no_memory = infer->no_memory || !pairs;
	for (size_t i = 0; pairs && i < infer->rows.n_columns; i++)
		if (is_context(infer, i) && is_label_of_sizes(&infer->rows.columns[i]))
			drop_label(infer, i, pairs);
	free(pairs);
}
