/* The relations between whole numbers that a job table keeps, and those it nearly keeps. */
#ifndef CML_INFER_INFER_RELATION_SEARCH_H
#define CML_INFER_INFER_RELATION_SEARCH_H

#include "base/error.h"
#include "infer/infer_relation.h"

#include <stdbool.h>
#include <stddef.h>

/* The rows in which relations are looked for: n_rows values of the sample of each column, and
 * which columns may be members. */
struct cml_relation_rows {
	const struct cml_infer_column *columns;
	size_t n_columns;
	size_t n_rows;
	const bool *may_be_member;
	const struct cml_infer_place *places; /* by row */
};

/* Finds the relations that hold in all rows, constant products among them, and those products,
 * ceilings and ratios that all but
 * 2 % of at least 50 rows keep (n_broken is then not 0, and broken has the first of
 * them). Looked for among columns of whole numbers above 0, and those of 0 and 1 for
 * CML_RELATION_ONE_HOT. What another relation implies is left out.
 *
 * A relation needs evidence: 20 rows, 8 different combinations of its members (a ratio and a
 * one-hot group: 3), and so many of them that, were the values of one member drawn at random from
 * its column, all would keep it with a chance of less than 1 in 1000 (a ratio: 1 in 20), divided by
 * the number of relations of its kind that were tried. For a divisibility only combinations count
 * in which the divisor is not the larger number, since powers of two divide each other whenever
 * they are in order. For a divisibility and a product it is evidence, too, that the table has all
 * combinations of its members' values that keep it, and none of the others.
 * Two equal columns are kept without it, as is_weak: one of them is a copy.
 * A divisibility without it is kept, as is_weak, where its columns are called so: a global batch by
 * micro-batches and ranks, heads and layers by the ways they are cut, devices by the ranks of each
 * kind; unless no value of its columns could break it.
 * Time: products of up to four columns where there are up to some 30, of fewer beyond; at most
 * some 6 million relations of a kind are tried, most of them on a few rows.
 * CML_NO_MEMORY only. */
enum cml_result cml_relations_find(struct cml_relations *relations,
				   const struct cml_relation_rows *rows, struct cml_error *err);

#endif
