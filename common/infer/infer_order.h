/* Rows in the order of some columns, to see what follows from them; for the files of this folder.
 */
#ifndef CML_INFER_INFER_ORDER_H
#define CML_INFER_INFER_ORDER_H

#include "infer/infer_column.h"

struct cml_infer_order_row {
	double key;
	uint64_t configuration;
	size_t row;
};

struct cml_infer_order {
	const struct cml_infer_rows *rows;
	uint64_t *configurations;          /* hashes, by row */
	struct cml_infer_order_row *items; /* the n rows that have the leader's value */
	size_t n;
};

/* Roles are known. rows stay with the caller. CML_NO_MEMORY only. */
enum cml_result cml_infer_order_init(struct cml_infer_order *order,
				     const struct cml_infer_rows *rows, struct cml_error *err);
void cml_infer_order_release(struct cml_infer_order *order);

/* Puts the rows that have a value of the leader in order of it, equal configurations side by side;
 * the same by the values of all columns that leads marks, where missing is a value. O(n log n). */
void cml_infer_sort_by(struct cml_infer_order *order, const struct cml_infer_column *leader);
void cml_infer_sort_by_all(struct cml_infer_order *order, const bool *leads);

/* How many rows have the value of a column that the one before in the order has, which has the same
 * key, and how many another one; of those that have it, other configurations count. */
size_t cml_infer_count_agreeing(const struct cml_infer_order *order,
				const struct cml_infer_column *column, size_t *n_other);

#endif
