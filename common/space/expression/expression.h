/* Expressions over the columns of a space: derived columns, rules, conditions.
 *
 * Grammar, loosest first: `or`; `and`; `not`; one comparison (== != < <= > >=
 * in, not in; `a < b < c` chains as in Python); + -; * / // %; unary - +; **
 * (right); numbers, 'text' or "text", true, false (words in any case), column names ([A-Za-z_]
 * [A-Za-z0-9_.]*, any other name in backticks), f(x, ...) and parentheses.
 * Functions: min, max, and first, the first that is not missing, of one or more, abs, floor, ceil,
 * log2; and what a text has in it: count (number.h), size, active, experts, layers, width,
 * vocabulary (model_name.h), peak, bandwidth, memory, bits, chips (device.h).
 * `//` and `%` floor, as in Python: -7 // 2 == -4, -7 % 2 == 1. Decimals count as they are written:
 * 0.1 + 0.2 == 0.3, 0.3 % 0.1 == 0, 1 // 0.1 == 10 and floor(0.3 / 0.1) == 3; results that differ
 * by rounding alone (a part in 2^49) are the same unless both are whole.
 *
 * Types are checked when compiled: number, truth, text. A bool column is a
 * number 0/1 and a truth, and a truth counts as 0 or 1 in arithmetic: 312 + 677 *
 * (gpu == 'h100'). Texts compare by == != in only, but an ordinal column
 * compares by < too with one of its own levels. A text literal that is compared
 * with a column of listed levels must be one of them: a typo is an error, not a
 * rule that never holds.
 *
 * Missing values (NaN in, from empty cells and inactive parameters): arithmetic
 * and comparison with a missing value is missing; `false and missing` is false,
 * `true or missing` is true, else missing. Undefined arithmetic (division by
 * zero, log2 of a number <= 0, overflow, a negative base to a broken power) is
 * an error of the row, never a number.
 */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_H
#define CML_SPACE_EXPRESSION_EXPRESSION_H

#include "base/error.h"
#include "base/text.h"
#include "space/domain.h"

enum cml_value_type { CML_VALUE_NUMBER, CML_VALUE_TRUTH, CML_VALUE_TEXT };

/* A column as an expression sees it. */
struct cml_scope_column {
	size_t slot;        /* index into the row of values */
	enum cml_type type; /* int, float: number; bool: number and truth; others: text */
	const struct cml_domain *domain; /* for checking literals and ordinal order */
};

/* Names an expression may use. find returns NULL when column is filled, else
 * a sentence that says why the name cannot be used here (terminated, valid
 * until the next call). */
struct cml_scope {
	const void *context;
	const char *(*find)(const void *context, struct cml_slice name,
			    struct cml_scope_column *column);
	struct cml_symbols *symbols; /* text literals are interned here */
};

struct cml_expression; /* opaque, immutable once compiled */

/* Compiles text; its result must be of the wanted type. Errors give the
 * position in the text: "at 9, near \"% tp\": ...". Depth is limited (256), so
 * hostile nesting is an error, not a stack overflow. */
enum cml_result cml_expression_compile(struct cml_expression **expression, struct cml_slice text,
				       const struct cml_scope *scope, enum cml_value_type want,
				       struct cml_error *err);
void cml_expression_free(struct cml_expression *expression); /* NULL is allowed */

/* Result of one row: a value (truth: 0 or 1), missing (*result NaN), or
 * undefined (*result NaN). */
enum cml_outcome { CML_OUTCOME_VALUE, CML_OUTCOME_MISSING, CML_OUTCOME_UNDEFINED };

/* values: the row of doubles that slots index. Allocates nothing, takes no
 * lock; tens of nanoseconds for a usual rule. */
enum cml_outcome cml_expression_evaluate(const struct cml_expression *expression,
					 const double *values, double *result);

/* Why the same evaluation is undefined: "division by zero"; empty when it is
 * not. Repeats it. */
const char *cml_expression_reason(const struct cml_expression *expression, const double *values);

/* The slots the expression reads, ascending, without repeats. */
const size_t *cml_expression_slots(const struct cml_expression *expression, size_t *n);

const char *cml_expression_text(const struct cml_expression *expression);

/* Whether an expression takes text for the name of a column as it is, without backticks. */
bool cml_expression_has_name(struct cml_slice text);

#endif
