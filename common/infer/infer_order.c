#include "infer/infer_state.h"

#include <math.h>
#include <stdlib.h>

struct cml_infer_order cml_infer_order_of(const struct cml_infer_rows *rows)
{
	struct cml_infer_order_row *items = rows->scratch;
	uint64_t *configurations = (uint64_t *)(items + rows->n_rows);
	for (size_t row = 0; row < rows->n_rows; row++)
		configurations[row] = cml_infer_hash_row(rows, row, false, NULL);
	return (struct cml_infer_order){rows, configurations, items, 0};
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

void cml_infer_sort_by(struct cml_infer_order *order, const struct cml_infer_column *leader)
{
	order->n = 0;
	for (size_t row = 0; row < order->rows->n_rows; row++) {
		double key = leader ? leader->sample[row]
				    : (double)(cml_infer_hash_marked(order->rows, row) >> 11);
		if (!isnan(key))
			order->items[order->n++] =
			    (struct cml_infer_order_row){key, order->configurations[row], row};
	}
	qsort(order->items, order->n, sizeof *order->items, compare_rows);
}

size_t cml_infer_count_agreeing(const struct cml_infer_order *order,
				const struct cml_infer_column *column, size_t *n_other)
{
	size_t n_agreeing = 0;
	*n_other = 0;
	for (size_t i = 1; i < order->n; i++) {
		const struct cml_infer_order_row *row = &order->items[i], *before = row - 1;
		double value = column->sample[row->row], last = column->sample[before->row];
		if (before->key != row->key)
			continue;
		if (value == last || (isnan(value) && isnan(last))) /* missing is a value, too */
			n_agreeing += before->configuration != row->configuration;
		else
			(*n_other)++;
	}
	return n_agreeing;
}
