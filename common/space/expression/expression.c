#include "space/expression/expression.h"

#include "base/device.h"
#include "base/model_name.h"
#include "base/number.h"
#include "space/expression/expression_emit.h"

#include <math.h>
#include <stdlib.h>

static const char *const reasons[] = {
    [CML_DEFINED] = "",
    [CML_DIVISION_BY_ZERO] = "division by zero",
    [CML_OVERFLOW] = "a result past the largest number",
    [CML_LOG_OF_NONPOSITIVE] = "log2 of a number that is not above zero",
    [CML_BROKEN_POWER] = "a negative number to a power that is not whole",
    [CML_POWER_OF_ZERO] = "zero to a negative power",
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

/* b is not 0, or a is missing. */
static inline double divide(enum cml_opcode op, double a, double b)
{
	if (op == CML_OP_DIVIDE)
		return a / b;
	return op == CML_OP_MODULO ? floor_modulo(a, b) : floor_divide(a, b);
}

static inline double truth(bool is_true, double a, double b)
{
	return isunordered(a, b) ? (double)NAN : (double)is_true;
}

static enum cml_undefined power(double a, double b, double *result)
{
	/* pow gives numbers for missing ones: pow(1, NaN) is 1. */
	if (isunordered(a, b)) {
		*result = NAN;
		return CML_DEFINED;
	}
	if (a == 0 && b < 0)
		return CML_POWER_OF_ZERO;
	if (a < 0 && b != nearbyint(b))
		return CML_BROKEN_POWER;
	*result = pow(a, b);
	return CML_DEFINED;
}

static double rank(double a, const double *levels, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_same(levels[i], a))
			return (double)i;
	return NAN;
}

/* Of a text that no level lists nothing but a hash is known. */
static double ask_text(const struct cml_symbols *symbols, enum cml_opcode op, double symbol)
{
	if (!(symbol >= 0))
		return NAN;
	struct cml_slice text = symbols->texts[(size_t)symbol];
	switch (op) {
	case CML_OP_PEAK:
		return cml_device_in_name(text).peak_tflops;
	case CML_OP_BANDWIDTH:
		return cml_device_in_name(text).bandwidth;
	case CML_OP_MEMORY:
		return cml_device_in_name(text).memory_gb;
	case CML_OP_CHIPS:
		return cml_chips_in_name(text);
	case CML_OP_ACTIVE:
		return cml_active_in_name(text);
	case CML_OP_EXPERTS:
		return cml_experts_in_name(text);
	case CML_OP_LAYERS:
		return cml_layers_in_name(text);
	case CML_OP_WIDTH:
		return cml_model_in_name(text).width;
	case CML_OP_VOCABULARY:
		return cml_model_in_name(text).vocabulary;
	default:
		return cml_size_in_name(text);
	}
}

/* The operations that rules seldom use, of operands for which they are defined. */
static double apply_seldom(const struct cml_expression *expression,
			   const struct cml_instruction *at, double a, double b)
{
	const double *constants = expression->constants;
	switch ((enum cml_opcode)at->op) {
	case CML_OP_MIN:
		return isunordered(a, b) ? (double)NAN : b < a ? b : a;
	case CML_OP_MAX:
		return isunordered(a, b) ? (double)NAN : b > a ? b : a;
	case CML_OP_NEGATE:
		return -a;
	case CML_OP_NOT_EQUAL:
		return truth(!is_same(a, b), a, b);
	case CML_OP_NOT:
		return 1 - a;
	case CML_OP_OR:
		return a == 1 || b == 1 ? 1 : truth(false, a, b);
	case CML_OP_ABS:
		return fabs(a);
	case CML_OP_FLOOR:
		return whole_or(a, floor(a));
	case CML_OP_CEIL:
		return whole_or(a, ceil(a));
	case CML_OP_FIRST:
		return isnan(a) ? b : a;
	case CML_OP_SIZE:
	case CML_OP_ACTIVE:
	case CML_OP_EXPERTS:
	case CML_OP_LAYERS:
	case CML_OP_WIDTH:
	case CML_OP_VOCABULARY:
	case CML_OP_PEAK:
	case CML_OP_BANDWIDTH:
	case CML_OP_MEMORY:
	case CML_OP_CHIPS:
		return ask_text(expression->symbols, (enum cml_opcode)at->op, a);
	case CML_OP_IN:
		return isnan(a) ? a : !isnan(rank(a, constants + at->b, at->n));
	default:
		return rank(a, constants + at->b, at->n);
	}
}

/* The hot loop. Operands are finite or missing, so that an infinity can only be
 * an overflow, and every operation passes one check for it. */
enum cml_undefined cml_expression_run(const struct cml_expression *expression,
				      const struct cml_instruction *code, const double *values,
				      double *result)
{
	double registers[CML_MAX_REGISTERS];
	const double *const banks[] = {expression->constants, values, registers};
	for (const struct cml_instruction *at = code;; at++) {
		double a = banks[at->a_bank][at->a];
		double b = banks[at->b_bank][at->b];
		double r;
		switch ((enum cml_opcode)at->op) {
		case CML_OP_RETURN:
			*result = a;
			return CML_DEFINED;
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
			if (b == 0 && !isnan(a))
				return CML_DIVISION_BY_ZERO;
			r = divide((enum cml_opcode)at->op, a, b);
			break;
		case CML_OP_EQUAL:
			r = truth(is_same(a, b), a, b);
			break;
		case CML_OP_LESS:
			r = truth(isless(a, b) && !is_same(a, b), a, b);
			break;
		case CML_OP_LESS_EQUAL:
			r = truth(islessequal(a, b) || is_same(a, b), a, b);
			break;
		case CML_OP_AND:
			r = a == 0 || b == 0 ? 0 : truth(true, a, b);
			break;
		case CML_OP_JUMP_IF_FALSE:
		case CML_OP_JUMP_IF_TRUE:
			registers[at->target] = a;
			if (a == (double)(at->op == CML_OP_JUMP_IF_TRUE))
				at = code + at->n - 1;
			continue;
		case CML_OP_POWER: {
			enum cml_undefined undefined = power(a, b, &r);
			if (undefined != CML_DEFINED)
				return undefined;
			break;
		}
		case CML_OP_LOG2:
			if (a <= 0)
				return CML_LOG_OF_NONPOSITIVE;
			r = log2(a);
			break;
		default:
			r = apply_seldom(expression, at, a, b);
			break;
		}
		if (isinf(r))
			return CML_OVERFLOW;
		registers[at->target] = r;
	}
}

enum cml_outcome cml_expression_evaluate(const struct cml_expression *expression,
					 const double *values, double *result)
{
	if (cml_expression_run(expression, expression->code, values, result) == CML_DEFINED)
		return isnan(*result) ? CML_OUTCOME_MISSING : CML_OUTCOME_VALUE;
	*result = NAN;
	return CML_OUTCOME_UNDEFINED;
}

const char *cml_expression_reason(const struct cml_expression *expression, const double *values)
{
	double ignored;
	return reasons[cml_expression_run(expression, expression->code, values, &ignored)];
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
	free(expression->code);
	free(expression->constants);
	free(expression->slots);
	free(expression);
}
