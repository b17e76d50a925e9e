#include "model/interval/interval_folds.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

/* Values of a pair of contexts, and how many configurations have them. */
struct cell {
	size_t pair, a, b, n;
};

struct choice {
	const struct cml_context_pairs *pairs;
	size_t n_configs, n_folds;
	unsigned char *values;              /* n_configs x n_columns */
	size_t (*of)[CML_CONTEXT_VALUES];   /* by column: configurations by value */
	size_t (*held)[CML_CONTEXT_VALUES]; /* n_folds x n_columns: of these, held out whole */
	size_t *n_held;                     /* n_folds */
	size_t *fold;                       /* n_configs */
};

static const unsigned char *values_of(const struct choice *choice, size_t config)
{
	return choice->values + config * choice->pairs->n_columns;
}

static void count_values(struct choice *choice, const struct cml_dataset *data,
			 const struct cml_key_groups *groups)
{
	size_t n_columns = choice->pairs->n_columns;
	for (size_t g = 0; g < groups->n; g++)
		for (size_t c = 0; c < n_columns; c++) {
			const float *x =
			    data->x + groups->rows[groups->first[g]] * data->n_features;
			size_t value = cml_context_value(choice->pairs, c, x);
			choice->values[g * n_columns + c] = (unsigned char)value;
			if (value < CML_CONTEXT_VALUES)
				choice->of[c][value]++;
		}
}

/* Of one pair of contexts; count: scratch. Returns how many. */
static size_t list_cells(const struct choice *choice, size_t pair,
			 size_t (*count)[CML_CONTEXT_VALUES], struct cell *cells)
{
	const struct cml_context_pair *own = &choice->pairs->pairs[pair];
	size_t n = 0;
	for (size_t a = 0; a < CML_CONTEXT_VALUES; a++)
		for (size_t b = 0; b < CML_CONTEXT_VALUES; b++)
			count[a][b] = 0;
	for (size_t g = 0; g < choice->n_configs; g++) {
		const unsigned char *values = values_of(choice, g);
		if (values[own->a] < CML_CONTEXT_VALUES && values[own->b] < CML_CONTEXT_VALUES)
			count[values[own->a]][values[own->b]]++;
	}
	for (size_t a = 0; a < CML_CONTEXT_VALUES; a++)
		for (size_t b = 0; b < CML_CONTEXT_VALUES; b++)
			if (count[a][b] > 0)
				cells[n++] = (struct cell){pair, a, b, count[a][b]};
	return n;
}

static bool is_in(const struct choice *choice, const struct cell *cell, size_t config)
{
	const struct cml_context_pair *own = &choice->pairs->pairs[cell->pair];
	const unsigned char *values = values_of(choice, config);
	return values[own->a] == cell->a && values[own->b] == cell->b;
}

/* The fold that has most room for a cell, so that others know both its values; n_folds: none. */
static size_t find_fold(const struct choice *choice, const struct cell *cell)
{
	const struct cml_context_pair *own = &choice->pairs->pairs[cell->pair];
	size_t n_columns = choice->pairs->n_columns, found = choice->n_folds;
	for (size_t k = 0; k < choice->n_folds; k++) {
		size_t a = choice->held[k * n_columns + own->a][cell->a] + cell->n;
		size_t b = choice->held[k * n_columns + own->b][cell->b] + cell->n;
		if ((double)(choice->n_held[k] + cell->n) >
			CML_HELD_PAIRS_FRACTION * (double)choice->n_configs ||
		    a >= choice->of[own->a][cell->a] || b >= choice->of[own->b][cell->b])
			continue;
		if (found == choice->n_folds || choice->n_held[k] < choice->n_held[found])
			found = k;
	}
	return found;
}

/* Holds out a cell, unless some of it is held out already, or it has no room. */
static void hold_out(struct choice *choice, const struct cell *cell)
{
	size_t n_columns = choice->pairs->n_columns;
	size_t k = find_fold(choice, cell);
	if (k == choice->n_folds)
		return;
	for (size_t g = 0; g < choice->n_configs; g++)
		if (is_in(choice, cell, g) && choice->fold[g] < choice->n_folds)
			return;
	for (size_t g = 0; g < choice->n_configs; g++) {
		if (!is_in(choice, cell, g))
			continue;
		choice->fold[g] = k;
		for (size_t c = 0; c < n_columns; c++)
			if (values_of(choice, g)[c] < CML_CONTEXT_VALUES)
				choice->held[k * n_columns + c][values_of(choice, g)[c]]++;
	}
	choice->n_held[k] += cell->n;
}

static enum cml_result hold_out_some(struct choice *choice, uint64_t seed, struct cml_error *err)
{
	struct cml_random random;
	size_t capacity = 0, n = 0;
	struct cell *cells = NULL;
	size_t(*count)[CML_CONTEXT_VALUES] = cml_array_new(CML_CONTEXT_VALUES, sizeof *count);
	bool ok = count;
	for (size_t p = 0; ok && p < choice->pairs->n_pairs; p++) {
		ok = CML_RESERVE(&cells, &capacity, n + CML_CONTEXT_VALUES * CML_CONTEXT_VALUES);
		n += ok ? list_cells(choice, p, count, cells + n) : 0;
	}
	size_t *order = cml_array_new(n, sizeof *order);
	ok = ok && order;
	for (size_t i = 0; ok && i < n; i++)
		order[i] = i;
	cml_random_init(&random, cml_hash(seed, "interval", 8), 2);
	if (ok)
		cml_random_shuffle(&random, order, n);
	for (size_t i = 0; ok && i < n; i++)
		hold_out(choice, &cells[order[i]]);
	free(cells);
	free(count);
	free(order);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_held_pairs_choose(const struct cml_context_pairs *pairs,
				      const struct cml_dataset *data,
				      const struct cml_key_groups *groups, size_t n_folds,
				      uint64_t seed, size_t *fold, struct cml_error *err)
{
	size_t n = groups->n, n_columns = pairs->n_columns;
	struct choice choice = {.pairs = pairs, .n_configs = n, .n_folds = n_folds, .fold = fold};
	for (size_t g = 0; g < n; g++)
		fold[g] = n_folds;
	if (pairs->n_pairs == 0)
		return CML_OK;
	enum cml_result status =
	    CML_NEW(&choice.values, n * n_columns) && CML_NEW(&choice.of, n_columns) &&
		    CML_NEW(&choice.held, n_folds * n_columns) && CML_NEW(&choice.n_held, n_folds)
		? CML_OK
		: cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	count_values(&choice, data, groups);
	status = hold_out_some(&choice, seed, err);
out:
	free(choice.values);
	free(choice.of);
	free(choice.held);
	free(choice.n_held);
	return status;
}
