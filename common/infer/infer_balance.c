/* Products of columns that are a constant times products of others: what their logarithms are
 * orthogonal to. Part of infer_relation.h. */
#include "infer/infer_relation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Logarithms of whole numbers are apart by more. */
#define TOLERANCE 1e-7

/* More columns are not looked at together. */
#define MAX_COLUMNS 24
#define MIN_PRESENT 5 /* fewer than one of so many rows lack a column */

struct search {
	const struct cml_infer_rows *rows;
	const struct cml_relations *found;
	struct cml_infer_column *columns[MAX_COLUMNS];
	size_t n;
	size_t first; /* a row that is whole */
};

/* Rows in echelon form. */
struct echelon {
	size_t n_columns, n;
	double rows[MAX_COLUMNS * MAX_COLUMNS]; /* n_columns each: 1 at the pivot, 0 at others */
	size_t pivot[MAX_COLUMNS];              /* of each row */
};

/* Takes what a row adds to those before it. */
static void add_row(struct echelon *echelon, double *row)
{
	size_t n_columns = echelon->n_columns, pivot = 0;
	for (size_t i = 0; i < echelon->n; i++) {
		double factor = row[echelon->pivot[i]];
		for (size_t c = 0; c < n_columns; c++)
			row[c] -= factor * echelon->rows[i * n_columns + c];
	}
	while (pivot < n_columns && fabs(row[pivot]) < TOLERANCE)
		pivot++;
	if (pivot == n_columns)
		return;
	double *taken = echelon->rows + echelon->n * n_columns;
	for (size_t c = 0; c < n_columns; c++)
		taken[c] = row[c] / row[pivot];
	for (size_t i = 0; i < echelon->n; i++) {
		double *other = echelon->rows + i * n_columns, factor = other[pivot];
		for (size_t c = 0; c < n_columns; c++)
			other[c] -= factor * taken[c];
	}
	echelon->pivot[echelon->n++] = pivot;
}

static double value_of(const struct search *search, size_t c, size_t row)
{
	return search->columns[c]->sample[row];
}

/* Whether a row ran and lacks none of the columns. */
static bool is_whole(const struct search *search, size_t row)
{
	size_t c = 0;
	while (c < search->n && !isnan(value_of(search, c, row)))
		c++;
	return c == search->n && !search->rows->failed[row];
}

/* All such rows, as logarithms less those of the first. */
static void add_rows(const struct search *search, struct echelon *echelon)
{
	double logs[MAX_COLUMNS];
	for (size_t row = search->first; row < search->rows->n_rows; row++) {
		if (!is_whole(search, row))
			continue;
		for (size_t c = 0; c < search->n; c++)
			logs[c] =
			    log(value_of(search, c, row)) - log(value_of(search, c, search->first));
		add_row(echelon, logs);
	}
}

/* The vector of a column without a pivot: false where exponents are not -1, 0 or 1. */
static bool read_vector(const struct echelon *echelon, size_t free_column, signed char *vector)
{
	memset(vector, 0, echelon->n_columns);
	vector[free_column] = 1;
	for (size_t i = 0; i < echelon->n; i++) {
		double exponent = -echelon->rows[i * echelon->n_columns + free_column];
		if (fabs(exponent - nearbyint(exponent)) > TOLERANCE || fabs(exponent) > 1.5)
			return false;
		vector[echelon->pivot[i]] = (signed char)nearbyint(exponent);
	}
	return true;
}

static size_t read_vectors(const struct echelon *echelon, signed char *vectors)
{
	size_t n = echelon->n_columns, n_found = 0;
	for (size_t c = 0; c < n; c++) {
		bool is_pivot = false;
		for (size_t i = 0; i < echelon->n; i++)
			is_pivot |= echelon->pivot[i] == c;
		n_found += !is_pivot && read_vector(echelon, c, vectors + n_found * n);
	}
	return n_found;
}

/* Whether a product that was found has this total: what it is tied to, its factors are. */
static bool is_total(const struct search *search, const struct cml_infer_column *column)
{
	for (size_t i = 0; i < search->found->n; i++) {
		const struct cml_relation *relation = &search->found->items[i];
		if (relation->kind == CML_RELATION_PRODUCT && relation->n_broken == 0 &&
		    relation->members[0] == column)
			return true;
	}
	return false;
}

/* Columns that differ among jobs that ran, and that most of these have. */
static void list_columns(struct search *search, struct cml_infer_column *const *columns, size_t n)
{
	const struct cml_infer_rows *rows = search->rows;
	for (size_t i = 0; i < n && search->n < MAX_COLUMNS; i++) {
		size_t n_missing = 0;
		for (size_t row = 0; row < rows->n_rows; row++)
			n_missing += !rows->failed[row] && isnan(columns[i]->sample[row]);
		if (MIN_PRESENT * n_missing < rows->n_rows && columns[i]->n_sample_distinct > 1 &&
		    !is_total(search, columns[i]))
			search->columns[search->n++] = columns[i];
	}
	while (search->first < rows->n_rows && !is_whole(search, search->first))
		search->first++;
}

/* A constant of training jobs. */
static bool is_constant(const struct cml_infer_column *column)
{
	return cml_infer_is_nameable(column) && column->is_whole && column->lo > 0 &&
	       column->n_sample_distinct == 1 &&
	       cml_quantity_is(cml_name_quantity(column->plain), CML_KIND_LAYOUT);
}

static void add_member(struct cml_relation *relation, struct cml_infer_column *column, bool is_left)
{
	size_t at = is_left ? relation->n_left++ : relation->n_members;
	memmove(relation->members + at + 1, relation->members + at,
		(relation->n_members++ - at) * sizeof *relation->members);
	relation->members[at] = column;
}

/* Puts columns that never vary in the place of a number: a global batch, over the devices of a
 * node. */
static void name_constant(const struct search *search, struct cml_relation *relation)
{
	CML_EACH_COLUMN (column, search->rows) {
		if (relation->constant == 1 || !is_constant(column))
			continue;
		double of = column->lo;
		CML_EACH_COLUMN (node, search->rows) {
			if (of <= relation->constant ||
			    cml_name_quantity(node->plain) != CML_QUANTITY_PER_NODE ||
			    !is_constant(node) || of != relation->constant * node->lo)
				continue;
			add_member(relation, node, true);
			of = relation->constant;
		}
		if (of != relation->constant)
			continue;
		add_member(relation, column, false);
		relation->constant = 1;
	}
}

/* Whether a product that was found has what is on the left: what is on the right is its total, or
 * another product of that. */
static bool is_known(const struct search *search, const struct cml_relation *relation)
{
	for (size_t i = 0; i < search->found->n && relation->constant == 1; i++) {
		const struct cml_relation *product = &search->found->items[i];
		size_t k = 0;
		while (k < relation->n_left && cml_relation_has(product, 1, relation->members[k]))
			k++;
		if (product->kind == CML_RELATION_PRODUCT && k == relation->n_left &&
		    product->n_members == k + 1)
			return true;
	}
	return false;
}

/* Of two columns a product that never varies may be a habit, but for what fills a machine. */
static bool fills_node(const struct cml_relation *relation)
{
	static const char words[] = "rank ranks thread threads task tasks ntasks proc procs "
				    "process processes worker workers "
				    "core cores cpu cpus executor executors omp";
	return relation->n_left == 2 && cml_name_has(relation->members[0]->plain, words) &&
	       cml_name_has(relation->members[1]->plain, words);
}

/* Accumulation times a micro-batch or devices that never varies: the batch of a step, which those
 * who ran the jobs kept, as how well a model learns depends on it. */
static bool keeps_batch(const struct cml_relation *relation)
{
	bool accumulates = false, all = relation->n_left == relation->n_members;
	for (size_t i = 0; i < relation->n_members; i++) {
		enum cml_quantity quantity = cml_name_quantity(relation->members[i]->plain);
		accumulates |= quantity == CML_QUANTITY_ACCUMULATION;
		all = all && (quantity == CML_QUANTITY_ACCUMULATION ||
			      quantity == CML_QUANTITY_MICRO_BATCH ||
			      quantity == CML_QUANTITY_DEVICES || quantity == CML_QUANTITY_DATA);
	}
	return accumulates && all;
}

/* The relation of a vector, by the first row that ran; false: it is none. */
static bool take_balance(const struct search *search, const signed char *vector,
			 struct cml_relation *relation)
{
	double of[2] = {1, 1};
	bool has_param = false;
	for (size_t c = 0; c < search->n; c++)
		if (vector[c] != 0)
			of[vector[c] < 0] *= value_of(search, c, search->first);
	int left = of[0] < of[1] ? -1 : 1;
	*relation = (struct cml_relation){.kind = CML_RELATION_BALANCE,
					  .constant = left > 0 ? of[0] / of[1] : of[1] / of[0]};
	for (size_t c = 0; c < search->n; c++) {
		struct cml_infer_column *member = search->columns[c];
		if (vector[c] == 0)
			continue;
		add_member(relation, member, vector[c] == left);
		has_param |= member->role == CML_ROLE_PARAM;
	}
	relation->is_usual = keeps_batch(relation);
	bool is_habit = relation->n_members < 3 && !relation->is_usual && !fills_node(relation);
	if (!has_param || is_habit || relation->constant != nearbyint(relation->constant))
		return false;
	name_constant(search, relation);
	return !is_known(search, relation);
}

bool cml_balances_find(struct cml_relations *balances, const struct cml_infer_rows *rows,
		       const struct cml_relations *found, struct cml_infer_column *const *columns,
		       size_t n)
{
	struct search search = {.rows = rows, .found = found};
	signed char vectors[MAX_COLUMNS * MAX_COLUMNS];
	list_columns(&search, columns, n);
	struct echelon echelon = {.n_columns = search.n};
	if (search.n < 2 || search.first == rows->n_rows)
		return true;
	add_rows(&search, &echelon);
	size_t n_found = read_vectors(&echelon, vectors);
	if (!CML_NEW(&balances->items, n_found))
		return false;
	for (size_t i = 0; i < n_found; i++)
		balances->n +=
		    take_balance(&search, vectors + i * search.n, &balances->items[balances->n]);
	return true;
}
