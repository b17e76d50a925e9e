/* Pairs of two columns of few distinct values, counted in a table of both: what
 * Kendall's tau needs of heavily tied columns without sorting them. */
#ifndef CML_MATH_CROSS_TABLE_H
#define CML_MATH_CROSS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns of more distinct values are left to sorting. */
#define CML_CROSS_TABLE_MAX 2048

struct cml_cross_counts {
	uint64_t tied_in_x; /* pairs of rows */
	uint64_t tied_in_y;
	uint64_t tied_in_both;
	uint64_t n_discordant;
};

/* Counts the pairs of n rows of finite numbers. False, and nothing counted, when a
 * column has more than CML_CROSS_TABLE_MAX distinct values, the table would have
 * more cells than there are rows, there are 2^32 rows or more, or memory is out.
 * O(n). */
bool cml_cross_table_count(size_t n, const double *x, const double *y,
			   struct cml_cross_counts *counts);

#endif
