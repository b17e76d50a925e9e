#include "space/expression/expression_sums.h"

#include "space/expression/expression_emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums are exact between these, and differ by more than rounding where they differ. */
#define UNITS 0x1p16
#define MAX_TOTAL 0x1p32
#define MAX_PARTS 1024
/* Instructions, with those of derived columns each time they are used. */
#define MAX_STEPS 65536
#define MAX_DERIVED_DEPTH 64

/* A function of one column, by its state. */
struct part {
	size_t slot;
	size_t n_states;
	double *values;
};

/* What a register holds: constant + the parts, or, of a truth over several columns, sums that may
 * refuse. A form of one part has constant 0. */
struct form {
	double constant;
	struct part *parts;
	size_t n;
	struct cml_sum *sums;
	size_t n_sums;
	bool is_truth;
};

struct walk {
	const struct cml_sum_scope *scope;
	struct cml_arena *arena;   /* for what is handed out */
	struct cml_arena *scratch; /* for the rest */
	size_t n_steps;
	unsigned depth;
	bool no_memory;
};

static void *get_from(struct walk *walk, struct cml_arena *arena, size_t n, size_t size)
{
	void *memory = cml_arena_new(arena, (n + 1) * size);
	walk->no_memory = walk->no_memory || !memory;
	return memory;
}

static void *get(struct walk *walk, size_t n, size_t size)
{
	return get_from(walk, walk->scratch, n, size);
}

/* Functions of one column at most: the instruction is run for each state. */

static bool is_pointwise(const struct form *a, const struct form *b)
{
	return !a->is_truth && !b->is_truth && a->n <= 1 && b->n <= 1 &&
	       (a->n == 0 || b->n == 0 || a->parts->slot == b->parts->slot);
}

static double value_at(const struct form *form, size_t state)
{
	return form->n == 0 ? form->constant : form->parts->values[state];
}

static bool run_one(const struct cml_expression *expression, struct cml_instruction instruction,
		    const double operands[2], double *value)
{
	struct cml_instruction code[2] = {instruction,
					  {.op = CML_OP_RETURN, .a_bank = CML_BANK_REGISTERS}};
	code[0].target = 0;
	code[0].a_bank = CML_BANK_VALUES;
	code[0].a = 0;
	if (instruction.op != CML_OP_IN && instruction.op != CML_OP_RANK) {
		code[0].b_bank = CML_BANK_VALUES;
		code[0].b = 1;
	}
	return cml_expression_run(expression, code, operands, value) == CML_DEFINED;
}

static bool apply_pointwise(struct walk *walk, const struct cml_expression *expression,
			    const struct cml_instruction *at, const struct form *a,
			    const struct form *b, struct form *out)
{
	const struct part *of = a->n > 0 ? a->parts : b->n > 0 ? b->parts : NULL;
	size_t n_states = of ? of->n_states : 1;
	double *values = get(walk, n_states, sizeof *values);
	if (!values)
		return false;
	for (size_t s = 0; s < n_states; s++)
		if (!run_one(expression, *at, (double[]){value_at(a, s), value_at(b, s)},
			     &values[s]))
			return false;
	*out = (struct form){.constant = values[0]};
	if (!of)
		return true;
	*out = (struct form){.parts = get(walk, 1, sizeof *out->parts), .n = 1};
	if (out->parts)
		*out->parts = (struct part){of->slot, n_states, values};
	return out->parts != NULL;
}

/* Sums over several columns. */

static bool is_whole_units(double value)
{
	return isnan(value) || value * UNITS == nearbyint(value * UNITS);
}

static double largest(const struct part *part)
{
	double most = 0;
	for (size_t s = 0; s < part->n_states; s++)
		most = fmax(most, fabs(part->values[s]));
	return most;
}

static bool is_exact(const struct form *form)
{
	double total = fabs(form->constant);
	bool whole = is_whole_units(form->constant);
	for (size_t i = 0; whole && i < form->n; i++) {
		total += largest(&form->parts[i]);
		for (size_t s = 0; whole && s < form->parts[i].n_states; s++)
			whole = is_whole_units(form->parts[i].values[s]);
	}
	return whole && total <= MAX_TOTAL;
}

/* Adds factor x part to out, which has room. */
static bool add_part(struct walk *walk, struct form *out, const struct part *part, double factor)
{
	size_t i = 0;
	while (i < out->n && out->parts[i].slot != part->slot)
		i++;
	bool is_new = i == out->n;
	if (is_new)
		out->parts[out->n++] = *part;
	if (is_new && factor == 1)
		return true;
	/* Values are shared with other forms. */
	double *values = get(walk, part->n_states, sizeof *values);
	for (size_t s = 0; values && s < part->n_states; s++) {
		double product = factor * part->values[s];
		/* A product that was rounded may look whole. */
		if (fma(factor, part->values[s], -product) != 0 && !isnan(product))
			return false;
		values[s] = is_new ? product : out->parts[i].values[s] + product;
	}
	out->parts[i].values = values;
	return values != NULL;
}

/* out = a_factor x a + b_factor x b. */
static bool combine(struct walk *walk, const struct form *a, double a_factor, const struct form *b,
		    double b_factor, struct form *out)
{
	struct form sum = {.constant = a_factor * a->constant + b_factor * b->constant};
	if (a->is_truth || b->is_truth || a->n + b->n > MAX_PARTS || isnan(sum.constant) ||
	    !is_exact(a) || !is_exact(b))
		return false;
	sum.parts = get(walk, a->n + b->n, sizeof *sum.parts);
	bool fits = sum.parts && fma(a_factor, a->constant, -(a_factor * a->constant)) == 0;
	for (size_t i = 0; fits && i < a->n; i++)
		fits = add_part(walk, &sum, &a->parts[i], a_factor);
	for (size_t i = 0; fits && i < b->n; i++)
		fits = add_part(walk, &sum, &b->parts[i], b_factor);
	*out = sum;
	return fits && is_exact(&sum);
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static int64_t divide_down(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && a < 0);
}

/* A part in units above its smallest value, which goes to *base. */
static bool make_term(struct walk *walk, const struct part *part, struct cml_sum_term *term,
		      int64_t *base, int64_t *divisor)
{
	double least = INFINITY;
	*term = (struct cml_sum_term){
	    .slot = part->slot,
	    .by_state = get_from(walk, walk->arena, part->n_states, sizeof(int64_t))};
	for (size_t s = 0; s < part->n_states; s++)
		least = fmin(least, part->values[s]);
	if (!term->by_state || isinf(least))
		return false; /* a column that is always missing is for others */
	for (size_t s = 0; s < part->n_states; s++) {
		bool is_missing = isnan(part->values[s]);
		int64_t units = is_missing ? 0 : (int64_t)((part->values[s] - least) * UNITS);
		term->by_state[s] = is_missing ? CML_SUM_MISSING : units;
		term->may_miss = term->may_miss || is_missing;
		*divisor = common_divisor(*divisor, units);
	}
	*base += (int64_t)(least * UNITS);
	return true;
}

static void divide_terms(struct cml_sum *sum, const struct part *parts, int64_t divisor)
{
	for (size_t i = 0; i < sum->n_terms; i++) {
		struct cml_sum_term *term = &sum->terms[i];
		for (size_t s = 0; s < parts[i].n_states; s++) {
			if (term->by_state[s] == CML_SUM_MISSING)
				continue;
			term->by_state[s] /= divisor;
			if (term->by_state[s] > term->most)
				term->most = term->by_state[s];
		}
	}
}

/* divisor x total + base, compared with 0. */
static void set_limits(struct cml_sum *sum, enum cml_opcode op, int64_t base, int64_t divisor)
{
	bool is_even = base % divisor == 0;
	sum->lo = INT64_MIN / 2;
	if (op == CML_OP_LESS)
		sum->hi = divide_down(-base - 1, divisor);
	else
		sum->hi = divide_down(-base, divisor);
	if (op == CML_OP_EQUAL || op == CML_OP_NOT_EQUAL)
		sum->lo = is_even ? sum->hi : sum->hi + 1;
	sum->is_excluded = op == CML_OP_NOT_EQUAL;
}

static bool compare(struct walk *walk, enum cml_opcode op, const struct form *a,
		    const struct form *b, struct form *out)
{
	struct form difference;
	int64_t divisor = 0;
	if (!combine(walk, a, 1, b, -1, &difference))
		return false;
	struct cml_sum *sum = get(walk, 1, sizeof *sum);
	if (!sum)
		return false;
	sum->terms = get_from(walk, walk->arena, difference.n, sizeof *sum->terms);
	if (!sum->terms)
		return false;
	int64_t base = (int64_t)(difference.constant * UNITS);
	for (size_t i = 0; i < difference.n; i++)
		if (!make_term(walk, &difference.parts[i], &sum->terms[i], &base, &divisor))
			return false;
	sum->n_terms = difference.n;
	divisor = divisor > 0 ? divisor : 1;
	divide_terms(sum, difference.parts, divisor);
	set_limits(sum, op, base, divisor);
	*out = (struct form){.is_truth = true, .sums = sum, .n_sums = 1};
	return true;
}

static bool conjoin(struct walk *walk, struct form a, struct form b, struct form *out)
{
	const struct form zero = {0};
	if (!a.is_truth && !compare(walk, CML_OP_NOT_EQUAL, &a, &zero, &a))
		return false;
	if (!b.is_truth && !compare(walk, CML_OP_NOT_EQUAL, &b, &zero, &b))
		return false;
	struct cml_sum *sums = get(walk, a.n_sums + b.n_sums, sizeof *sums);
	if (!sums || a.n_sums + b.n_sums > MAX_PARTS)
		return false;
	memcpy(sums, a.sums, a.n_sums * sizeof *sums);
	memcpy(sums + a.n_sums, b.sums, b.n_sums * sizeof *sums);
	*out = (struct form){.is_truth = true, .sums = sums, .n_sums = a.n_sums + b.n_sums};
	return true;
}

/* Going through the code. A jump leaves out what does not matter; nothing is undefined here, so
 * all of it is gone through. */

static bool walk_code(struct walk *walk, const struct cml_expression *expression, struct form *out);

static bool load_column(struct walk *walk, size_t slot, struct form *out)
{
	struct cml_sum_column column = {0};
	if (!walk->scope->find(walk->scope->context, slot, &column))
		return false;
	if (column.expression)
		return walk_code(walk, column.expression, out);
	if (column.n_states == 1) {
		*out = (struct form){.constant = column.states[0]};
		return !isnan(out->constant);
	}
	struct part *part = get(walk, 1, sizeof *part);
	double *values = get(walk, column.n_states, sizeof *values);
	if (!part || !values)
		return false;
	memcpy(values, column.states, column.n_states * sizeof *values);
	*part = (struct part){slot, column.n_states, values};
	*out = (struct form){.parts = part, .n = 1};
	return true;
}

static bool load(struct walk *walk, const struct cml_expression *expression,
		 const struct form *registers, enum cml_bank bank, uint32_t index, struct form *out)
{
	if (bank == CML_BANK_VALUES)
		return load_column(walk, index, out);
	*out = bank == CML_BANK_REGISTERS ? registers[index]
					  : (struct form){.constant = expression->constants[index]};
	return true;
}

static bool apply(struct walk *walk, const struct cml_expression *expression,
		  const struct cml_instruction *at, const struct form *a, const struct form *b,
		  struct form *out)
{
	const struct form zero = {0};
	if (is_pointwise(a, b))
		return apply_pointwise(walk, expression, at, a, b, out);
	switch ((enum cml_opcode)at->op) {
	case CML_OP_ADD:
		return combine(walk, a, 1, b, 1, out);
	case CML_OP_SUBTRACT:
		return combine(walk, a, 1, b, -1, out);
	case CML_OP_NEGATE:
		return combine(walk, a, -1, &zero, 1, out);
	case CML_OP_MULTIPLY:
		if (a->n > 0 && b->n > 0)
			return false;
		return a->n == 0 ? combine(walk, b, a->constant, &zero, 1, out)
				 : combine(walk, a, b->constant, &zero, 1, out);
	case CML_OP_EQUAL:
	case CML_OP_NOT_EQUAL:
	case CML_OP_LESS:
	case CML_OP_LESS_EQUAL:
		return compare(walk, (enum cml_opcode)at->op, a, b, out);
	case CML_OP_AND:
		return conjoin(walk, *a, *b, out);
	default:
		return false;
	}
}

static bool walk_with(struct walk *walk, const struct cml_expression *expression,
		      struct form *registers, struct form *out)
{
	for (const struct cml_instruction *at = expression->code;; at++) {
		struct form a, b, made;
		if (walk->n_steps++ == MAX_STEPS ||
		    !load(walk, expression, registers, at->a_bank, at->a, &a))
			return false;
		if (at->op == CML_OP_RETURN) {
			*out = a;
			return true;
		}
		if (at->op == CML_OP_JUMP_IF_FALSE || at->op == CML_OP_JUMP_IF_TRUE) {
			registers[at->target] = a;
			continue;
		}
		if (!load(walk, expression, registers, at->b_bank, at->b, &b) ||
		    !apply(walk, expression, at, &a, &b, &made))
			return false;
		registers[at->target] = made;
	}
}

static bool walk_code(struct walk *walk, const struct cml_expression *expression, struct form *out)
{
	if (walk->depth == MAX_DERIVED_DEPTH)
		return false;
	struct form *registers = cml_array_new(CML_MAX_REGISTERS, sizeof *registers);
	walk->no_memory = walk->no_memory || !registers;
	walk->depth++;
	bool found = registers && walk_with(walk, expression, registers, out);
	walk->depth--;
	free(registers);
	return found;
}

enum cml_result cml_expression_sums(const struct cml_expression *expression,
				    const struct cml_sum_scope *scope, struct cml_arena *arena,
				    struct cml_sum **sums, size_t *n, bool *found,
				    struct cml_error *err)
{
	struct cml_arena scratch = {0};
	struct walk walk = {.scope = scope, .arena = arena, .scratch = &scratch};
	struct form form = {0};
	*n = 0;
	*sums = NULL;
	*found = walk_code(&walk, expression, &form);
	if (*found && form.n_sums > 0)
		*sums = get_from(&walk, arena, form.n_sums, sizeof **sums);
	if (*sums) {
		*n = form.n_sums;
		memcpy(*sums, form.sums, form.n_sums * sizeof **sums);
	}
	cml_arena_release(&scratch);
	return walk.no_memory ? cml_fail_memory(err) : CML_OK;
}
