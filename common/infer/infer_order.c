#include "infer/infer_state.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_infer_order_init(struct cml_infer_order *order,
				     const struct cml_infer_rows *rows, struct cml_error *err)
{
	*order = (struct cml_infer_order){
	    .rows = rows,
	    .configurations = cml_array_new(rows->n_rows, sizeof *order->configurations),
	    .items = cml_array_new(rows->n_rows, sizeof *order->items)};
	if (!order->configurations || !order->items)
		return cml_fail_memory(err);
	for (size_t row = 0; row < rows->n_rows; row++)
		order->configurations[row] = cml_infer_hash_row(rows, row, false, NULL);
	return CML_OK;
}

void cml_infer_order_release(struct cml_infer_order *order)
{
	free(order->configurations);
	free(order->items);
}

static int compare_rows(const void *a, const void *b)
{
	const struct cml_infer_order_row *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->configuration != y->configuration)
		return x->configuration < y->configuration ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static void add(struct cml_infer_order *order, double key, size_t row)
{
	order->items[order->n++] =
	    (struct cml_infer_order_row){key, order->configurations[row], row};
}

void cml_infer_sort_by(struct cml_infer_order *order, const struct cml_infer_column *leader)
{
	order->n = 0;
	for (size_t row = 0; row < order->rows->n_rows; row++)
		if (!isnan(leader->sample[row]))
			add(order, leader->sample[row], row);
	qsort(order->items, order->n, sizeof *order->items, compare_rows);
}

void cml_infer_sort_by_all(struct cml_infer_order *order, const bool *leads)
{
	const struct cml_infer_rows *rows = order->rows;
	order->n = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		uint64_t hash = CML_HASH_SEED;
		for (size_t i = 0; i < rows->n_columns; i++)
			if (leads[i])
				hash =
				    cml_hash(hash, &rows->columns[i].sample[row], sizeof(double));
		add(order, (double)(hash >> 11), row);
	}
	qsort(order->items, order->n, sizeof *order->items, compare_rows);
}

/* The value of a column in a row; missing is one, too. */
static double value_of(const struct cml_infer_column *column, size_t row)
{
	double value = column->sample[row];
	return isnan(value) ? INFINITY : value;
}

size_t cml_infer_count_agreeing(const struct cml_infer_order *order,
				const struct cml_infer_column *column, size_t *n_other)
{
	size_t n_agreeing = 0;
	*n_other = 0;
	for (size_t i = 1; i < order->n; i++) {
		const struct cml_infer_order_row *row = &order->items[i], *before = row - 1;
		if (before->key != row->key)
			continue;
		if (value_of(column, before->row) == value_of(column, row->row))
			n_agreeing += before->configuration != row->configuration;
		else
			(*n_other)++;
	}
	return n_agreeing;
}
