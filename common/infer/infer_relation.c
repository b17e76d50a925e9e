#include "infer/infer_relation.h"

#include "space/expression/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double product(const double *values, size_t n)
{
	double result = 1;
	for (size_t i = 0; i < n; i++)
		result *= values[i];
	return result;
}

bool cml_relation_values(const struct cml_relation *relation, size_t row, double *values)
{
	bool missing = false;
	for (size_t i = 0; i < relation->n_members; i++) {
		const struct cml_infer_column *column = relation->members[i];
		values[i] = relation->kind == CML_RELATION_ONE_HOT
				? cml_infer_number_of(column, column->sample[row])
				: column->sample[row];
		missing |= isnan(values[i]);
	}
	return !missing;
}

bool cml_relation_has(const struct cml_relation *relation, size_t from,
		      const struct cml_infer_column *column)
{
	while (from < relation->n_members && relation->members[from] != column)
		from++;
	return from < relation->n_members;
}

bool cml_relation_holds(const struct cml_relation *relation, const double *values)
{
	size_t n = relation->n_members;
	double sum = 0;
	switch (relation->kind) {
	case CML_RELATION_PRODUCT:
		return values[0] == product(values + 1, n - 1);
	case CML_RELATION_SUM:
		for (size_t i = 1; i < n; i++)
			sum += values[i];
		/* As == compares decimals in a space. */
		return fabs(values[0] - sum) <= 1e-9 * fabs(sum);
	case CML_RELATION_CEILING:
		return values[1] == ceil(values[0] / product(values + 2, n - 2));
	case CML_RELATION_DIVISIBLE:
		return fmod(values[0], product(values + 1, n - 1)) == 0;
	case CML_RELATION_AT_MOST:
		return values[1] <= values[0];
	case CML_RELATION_ONE_HOT:
		for (size_t i = 0; i < n; i++)
			sum += values[i];
		return sum == 1;
	case CML_RELATION_BALANCE:
		return product(values, relation->n_left) ==
		       relation->constant *
			   product(values + relation->n_left, n - relation->n_left);
	}
	return false;
}

void cml_infer_print_name(const char *name, struct cml_buffer *text)
{
	bool is_plain = cml_expression_has_name(cml_slice_of(name));
	cml_buffer_printf(text, is_plain ? "%s" : "`%s`", name);
}

/* Each kind by its name; its expression, in which `$_0` is the first member, `$*1` the product of
 * those from the second on, `$/1` the same in brackets where they are several, `$+1` their sum; and
 * how many different combinations show it: there are few other sums and groups. */
static const struct {
	const char *name, *expression;
	size_t min_combinations;
} kinds[] = {
    [CML_RELATION_PRODUCT] = {"product", "$*1 == $_0", 8},
    [CML_RELATION_SUM] = {"sum", "$+1 == $_0", 4},
    [CML_RELATION_CEILING] = {"ceiling", "$_1 == ceil($_0 / $/2)", 8},
    [CML_RELATION_DIVISIBLE] = {"divides", "$_0 % $/1 == 0", 8},
    [CML_RELATION_AT_MOST] = {"at_least", "$*1 <= $_0", 8},
    [CML_RELATION_ONE_HOT] = {"one_of", "$+0 == 1", 3},
    [CML_RELATION_BALANCE] = {"balance", NULL, 8}, /* print_balance */
};

const char *cml_relation_name(enum cml_relation_kind kind)
{
	return kinds[kind].name;
}

/* The members from the first on, up to another, with the sign between them. */
static void print_part(const struct cml_relation *relation, size_t first, size_t end, char sign,
		       struct cml_buffer *text)
{
	for (size_t i = first; i < end; i++) {
		if (i > first)
			cml_buffer_printf(text, " %c ", sign);
		cml_infer_print_name(relation->members[i]->name, text);
	}
}

static void print_balance(const struct cml_relation *relation, struct cml_buffer *text)
{
	size_t left = relation->n_left, n = relation->n_members;
	print_part(relation, 0, left, '*', text);
	cml_buffer_append_string(text, " == ");
	if (relation->constant != 1 || left == n)
		cml_infer_append_number(text, "", relation->constant);
	if (relation->constant != 1 && left < n)
		cml_buffer_append_string(text, " * ");
	print_part(relation, left, n, '*', text);
}

void cml_relation_print(const struct cml_relation *relation, struct cml_buffer *text)
{
	if (relation->kind == CML_RELATION_BALANCE) {
		print_balance(relation, text);
		return;
	}
	for (const char *at = kinds[relation->kind].expression; *at; at++) {
		if (*at != '$') {
			cml_buffer_append(text, at, 1);
			continue;
		}
		size_t first = (size_t)(at[2] - '0');
		size_t end = at[1] == '_' ? first + 1 : relation->n_members;
		bool has_brackets = at[1] == '/' && end > first + 1;
		cml_buffer_append_string(text, has_brackets ? "(" : "");
		print_part(relation, first, end, at[1] == '+' ? '+' : '*', text);
		cml_buffer_append_string(text, has_brackets ? ")" : "");
		at += 2;
	}
}

/* Combinations of a product of two that is a constant, ranks and threads that fill a node, or of a
 * batch that was kept. */
#define MIN_FILLED 3
/* The chance that any relation of a kind holds without a reason. */
#define MAX_CHANCE 1e-3
/* The chance that the dividends seen, drawn at random, are divisible by all products seen: above it
 * the rule is none of theirs, but of what limits the products, such as the largest cluster. */
#define MAX_UNBREAKABLE 0.05
/* Combinations looked at for each member that is drawn independently. */
#define MAX_PAIRS 40000
#define MAX_GRID_MEMBERS 4
#define MAX_GRID_VALUES 64
#define MAX_GRID 100000

/* The different combinations of the members' values. */
struct combinations {
	double *values; /* n rows of width */
	size_t n;
	size_t width;
};

static int compare_rows(const void *a, const void *b, void *width)
{
	const double *x = a, *y = b;
	for (size_t i = 0; i < *(const size_t *)width; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

static bool collect(struct combinations *all, const struct cml_relation *relation, size_t n_rows)
{
	size_t width = relation->n_members;
	*all = (struct combinations){.values = cml_array_new(n_rows * width, sizeof(double)),
				     .width = width};
	if (!all->values)
		return false;
	for (size_t row = 0; row < n_rows; row++) {
		double *values = all->values + all->n * width;
		all->n += cml_relation_values(relation, row, values) &&
			  cml_relation_holds(relation, values);
	}
	qsort_r(all->values, all->n, width * sizeof(double), compare_rows, &width);
	size_t n = all->n > 0;
	for (size_t i = 1; i < all->n; i++)
		if (compare_rows(all->values + i * width, all->values + (n - 1) * width, &width))
			memmove(all->values + n++ * width, all->values + i * width,
				width * sizeof(double));
	all->n = n;
	return true;
}

/* The logarithm of 1 over the chance that every combination keeps the relation when this member
 * has the value it has in any other; 0 for a member that is always the same. */
static double surprise_of(const struct cml_relation *relation, const struct combinations *all,
			  size_t member)
{
	size_t width = all->width, step = (all->n * all->n + MAX_PAIRS - 1) / MAX_PAIRS;
	double values[CML_RELATION_MAX_MEMBERS], sum = 0;
	for (size_t i = 0; i < all->n; i++) {
		/* The combination itself is one of those that keep it. */
		size_t n_tried = 1, n_kept = 1;
		memcpy(values, all->values + i * width, width * sizeof *values);
		for (size_t j = i % step; j < all->n; j += step) {
			values[member] = all->values[j * width + member];
			if (j == i)
				continue;
			n_tried++;
			n_kept += cml_relation_holds(relation, values);
		}
		sum += log((double)n_tried / (double)n_kept);
	}
	return sum;
}

/* The same for the member that makes it least surprising. */
static double surprise(const struct cml_relation *relation, const struct combinations *all)
{
	double least = INFINITY;
	for (size_t i = 0; i < relation->n_members; i++) {
		bool varies = false;
		for (size_t k = 1; k < all->n && !varies; k++)
			varies = all->values[k * all->width + i] != all->values[i];
		if (varies)
			least = fmin(least, surprise_of(relation, all, i));
	}
	return isfinite(least) ? least : 0;
}

/* The different values of a member, in place of the first of a row each; their number. */
static size_t list_values(const struct combinations *all, size_t member, double *values, size_t max)
{
	size_t n = 0;
	for (size_t i = 0; i < all->n; i++) {
		size_t at = 0;
		while (at < n && values[at] != all->values[i * all->width + member])
			at++;
		if (at == max)
			return max + 1;
		values[at] = all->values[i * all->width + member];
		n += at == n;
	}
	return n;
}

double cml_log_choices(size_t n, size_t k)
{
	return lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1);
}

/* The logarithm of 1 over the chance that as many combinations of the members' values as the table
 * has, chosen from all, keep the relation. But for bounds 0 where it lacks some that keep it. Of a
 * bound where it lacks none, how often they were chosen counts. */
static double surprise_of_grid(const struct cml_relation *relation, const struct combinations *all)
{
	double lists[MAX_GRID_MEMBERS][MAX_GRID_VALUES], values[MAX_GRID_MEMBERS];
	size_t sizes[MAX_GRID_MEMBERS], n_grid = 1, n_keep = 0;
	if (all->width > MAX_GRID_MEMBERS)
		return 0;
	for (size_t i = 0; i < all->width; i++) {
		sizes[i] = list_values(all, i, lists[i], MAX_GRID_VALUES);
		if (sizes[i] > MAX_GRID_VALUES || (n_grid *= sizes[i]) > MAX_GRID)
			return 0;
	}
	for (size_t at = 0; at < n_grid; at++) {
		size_t rest = at;
		for (size_t i = 0; i < all->width; i++) {
			values[i] = lists[i][rest % sizes[i]];
			rest /= sizes[i];
		}
		n_keep += cml_relation_holds(relation, values);
	}
	if (all->n < n_keep && relation->kind != CML_RELATION_AT_MOST)
		return 0;
	double times = all->n < n_keep ? 1 : (double)relation->n_configurations / (double)all->n;
	return (cml_log_choices(n_grid, all->n) - cml_log_choices(n_keep, all->n)) *
	       (relation->kind == CML_RELATION_AT_MOST ? times : 1);
}

/* Whether the values seen on its two sides could have broken a relation. The two sides of an
 * identity are equal: what shows it is that its factors vary alone. */
static bool is_breakable(const struct cml_relation *relation, const struct combinations *all)
{
	return relation->kind != CML_RELATION_DIVISIBLE ||
	       surprise_of(relation, all, 0) >= -log(MAX_UNBREAKABLE);
}

bool cml_relation_convinces(struct cml_relation *relation, size_t n_rows, double n_tried,
			    bool *no_memory)
{
	struct combinations all;
	bool is_one_hot = relation->kind == CML_RELATION_ONE_HOT, convinces = false;
	bool is_filled = relation->kind == CML_RELATION_BALANCE &&
			 (relation->n_members == 2 || relation->is_usual);
	if (!collect(&all, relation, n_rows)) {
		*no_memory = true;
		return false;
	}
	relation->n_distinct = is_one_hot ? relation->n_configurations : all.n;
	if (relation->n_rows - relation->n_broken >= CML_RELATION_MIN_ROWS &&
	    all.n >= (is_filled ? MIN_FILLED : kinds[relation->kind].min_combinations) &&
	    is_breakable(relation, &all)) {
		double evidence = surprise(relation, &all);
		/* One column of a group is 1 in each combination: how often they were chosen
		 * counts. */
		if (is_one_hot)
			evidence *= (double)relation->n_distinct / (double)all.n;
		else if (is_filled)
			evidence *= (double)relation->n_rows / (double)all.n;
		else if (relation->kind != CML_RELATION_CEILING)
			evidence = fmax(evidence, surprise_of_grid(relation, &all));
		bool is_shown = evidence >= log(n_tried / MAX_CHANCE);
		convinces = is_shown || relation->is_usual;
		relation->is_usual = relation->is_usual && !(is_shown && is_one_hot);
	}
	free(all.values);
	return convinces;
}
