#include "space/expression/expression.h"

#include "base/number.h"
#include "space/expression/expression_tree.h"

#include <math.h>
#include <stdlib.h>

enum undefined {
	DEFINED,
	DIVISION_BY_ZERO,
	TOO_LARGE,
	LOG_OF_NONPOSITIVE,
	BROKEN_POWER,
	POWER_OF_ZERO,
};

static const char *const reasons[] = {
    [DEFINED] = "",
    [DIVISION_BY_ZERO] = "division by zero",
    [TOO_LARGE] = "a result past the largest number",
    [LOG_OF_NONPOSITIVE] = "log2 of a number that is not above zero",
    [BROKEN_POWER] = "a negative number to a power that is not whole",
    [POWER_OF_ZERO] = "zero to a negative power",
};

/* Decimals are compared as they were written: 0.1 + 0.2 is 0.3 for a person, and a little more in
 * binary. Numbers whose difference is rounding alone are the same, unless both are whole. */
#define ROUNDING 0x1p-49

static inline bool has_fraction(double a)
{
	return a != rint(a);
}

static inline bool is_same(double a, double b)
{
	return a == b || (fabs(a - b) <= ROUNDING * fmax(fabs(a), fabs(b)) &&
			  (has_fraction(a) || has_fraction(b)));
}

/* A sum or difference of which rounding alone is left is 0: 0.1 + 0.2 - 0.3. */
static inline double sum(double a, double b)
{
	double r = a + b;
	return fabs(r) < 1 && fabs(r) <= ROUNDING * fabs(a) ? 0 : r;
}

static inline double whole_or(double a, double otherwise)
{
	return is_same(a, rint(a)) ? rint(a) : otherwise;
}

/* Rows are mostly small whole numbers, and dividing those as integers is several
 * times faster than fmod. */
static inline bool both_small(double a, double b, int32_t *whole_a, int32_t *whole_b)
{
	if (!(fabs(a) <= INT32_MAX && fabs(b) <= INT32_MAX))
		return false;
	*whole_a = (int32_t)a;
	*whole_b = (int32_t)b;
	return (double)*whole_a == a && (double)*whole_b == b;
}

/* The remainder with the sign of b, which is not 0. */
static inline double floor_modulo(double a, double b)
{
	int32_t whole_a, whole_b;
	if (both_small(a, b, &whole_a, &whole_b)) {
		int32_t small_rest = whole_a % whole_b;
		if (small_rest != 0 && (small_rest < 0) != (whole_b < 0))
			small_rest += whole_b;
		return small_rest;
	}
	double rest = fmod(a, b);
	if (rest != 0 && (rest < 0) != (b < 0))
		rest += b;
	bool is_rounding = fmin(fabs(rest), fabs(b - rest)) <= ROUNDING * fabs(a);
	return is_rounding && (has_fraction(a) || has_fraction(b)) ? 0 : rest;
}

/* Goes through the remainder, as floor(a / b) is wrong where a / b rounds up to a whole number. */
static inline double floor_divide(double a, double b)
{
	int32_t whole_a, whole_b;
	if (both_small(a, b, &whole_a, &whole_b))
		return whole_a / whole_b -
		       (whole_a % whole_b != 0 && (whole_a < 0) != (whole_b < 0));
	return rint((a - floor_modulo(a, b)) / b);
}

static inline double truth(bool is_true, double a, double b)
{
	return isunordered(a, b) ? (double)NAN : (double)is_true;
}

/* One evaluation. */
struct run {
	const struct cml_node *nodes;
	const double *values;
	const struct cml_symbols *symbols;
	enum undefined undefined; /* the first that was */
};

static double note_undefined(struct run *run, enum undefined why)
{
	if (run->undefined == DEFINED)
		run->undefined = why;
	return NAN;
}

static double power(struct run *run, double a, double b)
{
	/* pow gives numbers for missing ones: pow(1, NaN) is 1. */
	if (isunordered(a, b))
		return NAN;
	if (a == 0 && b < 0)
		return note_undefined(run, POWER_OF_ZERO);
	if (a < 0 && b != nearbyint(b))
		return note_undefined(run, BROKEN_POWER);
	return pow(a, b);
}

static inline double divide(struct run *run, enum cml_opcode op, double a, double b)
{
	if (b == 0 && !isnan(a))
		return note_undefined(run, DIVISION_BY_ZERO);
	if (op == CML_OP_DIVIDE)
		return a / b;
	return op == CML_OP_MODULO ? floor_modulo(a, b) : floor_divide(a, b);
}

/* Operands are finite or missing, so that an infinity can only be an overflow. In line where a row
 * of operators is gone through: a table with many derived columns is encoded 4 % faster. */
static inline __attribute__((always_inline)) double combine(struct run *run, enum cml_opcode op,
							    double a, double b)
{
	double r;
	switch (op) {
	case CML_OP_ADD:
		r = sum(a, b);
		break;
	case CML_OP_SUBTRACT:
		r = sum(a, -b);
		break;
	case CML_OP_MULTIPLY:
		r = a * b;
		break;
	case CML_OP_DIVIDE:
	case CML_OP_FLOOR_DIVIDE:
	case CML_OP_MODULO:
		r = divide(run, op, a, b);
		break;
	case CML_OP_POWER:
		r = power(run, a, b);
		break;
	case CML_OP_EQUAL:
		return truth(is_same(a, b), a, b);
	case CML_OP_NOT_EQUAL:
		return truth(!is_same(a, b), a, b);
	case CML_OP_LESS:
		return truth(isless(a, b) && !is_same(a, b), a, b);
	case CML_OP_LESS_EQUAL:
		return truth(islessequal(a, b) || is_same(a, b), a, b);
	case CML_OP_GREATER:
		return truth(isgreater(a, b) && !is_same(a, b), a, b);
	case CML_OP_GREATER_EQUAL:
		return truth(isgreaterequal(a, b) || is_same(a, b), a, b);
	case CML_OP_AND:
		return a == 0 || b == 0 ? 0 : truth(true, a, b);
	case CML_OP_OR:
		return a == 1 || b == 1 ? 1 : truth(false, a, b);
	case CML_OP_MIN:
		return isunordered(a, b) ? (double)NAN : b < a ? b : a;
	case CML_OP_MAX:
		return isunordered(a, b) ? (double)NAN : b > a ? b : a;
	default: /* FIRST */
		return isnan(a) ? b : a;
	}
	return isinf(r) ? note_undefined(run, TOO_LARGE) : r;
}

static double apply(struct run *run, const struct cml_node *node);

static inline double evaluate(struct run *run, uint32_t at)
{
	const struct cml_node *node = &run->nodes[at];
	return node->op == CML_OP_COLUMN     ? run->values[node->a]
	       : node->op == CML_OP_CONSTANT ? node->value
					     : apply(run, node);
}

static const struct cml_node *next_of(const struct run *run, const struct cml_node *node)
{
	return node->next != 0 ? &run->nodes[node->next] : NULL;
}

/* a < b < c: true as far as all are. */
static double compare_all(struct run *run, const struct cml_node *node, double a)
{
	double so_far = 1;
	for (;;) {
		const struct cml_node *next = next_of(run, node);
		double b = evaluate(run, node->b);
		so_far = combine(run, CML_OP_AND, so_far, combine(run, node->op, a, b));
		if (so_far == 0 || !next)
			return so_far;
		a = next->a == node->b ? b : evaluate(run, next->a);
		node = next;
	}
}

/* Operands of `and` or `or`, as far as they matter. */
static double decide(struct run *run, const struct cml_node *node, double a)
{
	for (; node && a != (double)(node->op == CML_OP_OR); node = next_of(run, node))
		a = combine(run, node->op, a, evaluate(run, node->b));
	return a;
}

static double is_member(struct run *run, const struct cml_node *node, double a)
{
	double found = 0;
	for (; node; node = next_of(run, node))
		found = combine(run, CML_OP_OR, found,
				combine(run, CML_OP_EQUAL, a, evaluate(run, node->b)));
	return found;
}

static double rank(const struct run *run, const struct cml_node *node, double a)
{
	for (double place = 0; node; node = next_of(run, node), place++)
		if (is_same(node->value, a))
			return place;
	return NAN;
}

/* Operations but numbers in a row of operators and single comparisons. */
static double apply_alone(struct run *run, const struct cml_node *node)
{
	double a = evaluate(run, node->a);
	switch (node->op) {
	case CML_OP_NEGATE:
		return -a;
	case CML_OP_NOT:
		return 1 - a;
	case CML_OP_ABS:
		return fabs(a);
	case CML_OP_FLOOR:
		return whole_or(a, floor(a));
	case CML_OP_CEIL:
		return whole_or(a, ceil(a));
	case CML_OP_LOG2:
		return a <= 0 ? note_undefined(run, LOG_OF_NONPOSITIVE) : log2(a);
	case CML_OP_TEXT: /* of one that no level lists nothing but a hash is known */
		return a >= 0 ? node->of_text(run->symbols->texts[(size_t)a]) : (double)NAN;
	case CML_OP_RANK:
		return rank(run, node, a);
	case CML_OP_IN:
		return is_member(run, node, a);
	case CML_OP_AND:
	case CML_OP_OR:
		return decide(run, node, a);
	default:
		return compare_all(run, node, a);
	}
}

/* What is no constant and no column. */
static double apply(struct run *run, const struct cml_node *node)
{
	bool is_chain = node->op >= CML_OP_EQUAL && node->next != 0;
	if (node->op >= CML_OP_AND || is_chain)
		return apply_alone(run, node);
	double a = evaluate(run, node->a);
	for (;;) {
		a = combine(run, node->op, a, evaluate(run, node->b));
		if (node->next == 0)
			return a;
		node = &run->nodes[node->next];
	}
}

static enum undefined evaluate_all(const struct cml_expression *expression, const double *values,
				   double *result)
{
	struct run run = {expression->nodes, values, expression->symbols, DEFINED};
	*result = evaluate(&run, expression->root);
	return run.undefined;
}

enum cml_outcome cml_expression_evaluate(const struct cml_expression *expression,
					 const double *values, double *result)
{
	if (evaluate_all(expression, values, result) == DEFINED)
		return isnan(*result) ? CML_OUTCOME_MISSING : CML_OUTCOME_VALUE;
	*result = NAN;
	return CML_OUTCOME_UNDEFINED;
}

const char *cml_expression_reason(const struct cml_expression *expression, const double *values)
{
	double ignored;
	return reasons[evaluate_all(expression, values, &ignored)];
}

const size_t *cml_expression_slots(const struct cml_expression *expression, size_t *n)
{
	*n = expression->n_slots;
	return expression->slots;
}

const char *cml_expression_text(const struct cml_expression *expression)
{
	return expression->text;
}

void cml_expression_free(struct cml_expression *expression)
{
	if (!expression)
		return;
	free(expression->text);
	free(expression->nodes);
	free(expression->slots);
	free(expression);
}
