/* Rules over many columns as sums: `a + b + c + d == 150`, `100 <= 2 * a + b - c`, `(x == 'FULL')
 * + (y == 'FULL') <= 3 and a + b < c`. Such a rule is decided by running totals, one column after
 * the other, where a table of all combinations would be too large. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_SUMS_H
#define CML_SPACE_EXPRESSION_EXPRESSION_SUMS_H

#include "base/error.h"
#include "base/memory.h"
#include "space/expression/expression.h"

#define CML_SUM_MISSING INT64_MIN

/* What one column adds, by its state: 0 in one of them and more in the others, or
 * CML_SUM_MISSING, which makes the rule hold. */
struct cml_sum_term {
	size_t slot;
	int64_t *by_state;
	int64_t most;
	bool may_miss;
};

/* Refused are totals outside lo..hi; inside them when is_excluded. */
struct cml_sum {
	struct cml_sum_term *terms; /* one for each column */
	size_t n_terms;
	int64_t lo, hi;
	bool is_excluded;
};

/* A column as sums see it. */
struct cml_sum_column {
	const double *states; /* its n_states values, NaN is missing; one: a constant */
	size_t n_states;
	const struct cml_expression *expression; /* of a derived one; NULL: states are given */
};

struct cml_sum_scope {
	const void *context;
	/* False when nothing is known about the slot. */
	bool (*find)(const void *context, size_t slot, struct cml_sum_column *column);
};

/* *found: the expression is sums, and never undefined; a rule holds, or is missing, unless one of
 * the *n sums refuses; a number has none. The arithmetic is exact, or nothing is found: sums of
 * multiples of 2^-16 up to 2^32. Sums live in arena. */
enum cml_result cml_expression_sums(const struct cml_expression *expression,
				    const struct cml_sum_scope *scope, struct cml_arena *arena,
				    struct cml_sum **sums, size_t *n, bool *found,
				    struct cml_error *err);

#endif
