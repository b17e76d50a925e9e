#include "space/expression/expression_parser.h"

#include "base/memory.h"

#include <stdbool.h>

static const char no_chain[] = "a comparison with 'in' cannot be chained; use parentheses";

struct comparison {
	enum cml_token_kind token;
	const char *spelling;
	enum cml_opcode op;
	bool swapped; /* a > b is b < a */
};

static const struct comparison comparisons[] = {
    {CML_TOKEN_EQUAL, "==", CML_OP_EQUAL, false},
    {CML_TOKEN_NOT_EQUAL, "!=", CML_OP_NOT_EQUAL, false},
    {CML_TOKEN_LESS, "<", CML_OP_LESS, false},
    {CML_TOKEN_LESS_EQUAL, "<=", CML_OP_LESS_EQUAL, false},
    {CML_TOKEN_GREATER, ">", CML_OP_LESS, true},
    {CML_TOKEN_GREATER_EQUAL, ">=", CML_OP_LESS_EQUAL, true},
};

/* The comparison that the next token is, or NULL. */
static const struct comparison *next_comparison(const struct cml_parser *parser)
{
	for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++) {
		if (comparisons[i].token == parser->lexer.token.kind)
			return &comparisons[i];
	}
	return NULL;
}

/* Makes numbers of an ordinal column and one of its levels: their ranks. */
static enum cml_result emit_ranks(struct cml_parser *parser, struct cml_operand *column,
				  struct cml_operand *level, uint32_t target, struct cml_error *err)
{
	const struct cml_domain *domain = column->column.domain;
	struct cml_operation operation = {.op = CML_OP_RANK,
					  .a = column,
					  .n = domain->n_values,
					  .target = target,
					  .type = CML_OPERAND_NUMBER};
	enum cml_result status;

	level->value = (double)cml_domain_index(domain, level->value);
	level->type = CML_OPERAND_NUMBER;
	status = cml_emit_constants(&parser->emitter, domain->levels, domain->n_values,
				    &operation.set, err);
	if (status != CML_OK)
		return status;
	return cml_emit(&parser->emitter, &operation, column, err);
}

/* Compares left and right, two copies; the result goes to register target, which
 * may be that of either. */
static enum cml_result compare(struct cml_parser *parser, const struct comparison *comparison,
			       struct cml_operand left, struct cml_operand right, uint32_t target,
			       struct cml_operand *out, struct cml_error *err)
{
	struct cml_slice needer = cml_slice_of(comparison->spelling);
	const struct cml_operand *ordinal = NULL;
	struct cml_operation operation = {.op = comparison->op,
					  .a = comparison->swapped ? &right : &left,
					  .b = comparison->swapped ? &left : &right,
					  .target = target,
					  .type = CML_OPERAND_TRUTH};
	enum cml_result status;

	if (comparison->op == CML_OP_EQUAL || comparison->op == CML_OP_NOT_EQUAL)
		status = cml_require_comparable(&parser->checker, &left, &right, needer, err);
	else
		status =
		    cml_require_ordered(&parser->checker, &left, &right, needer, &ordinal, err);
	if (status == CML_OK && ordinal == &left)
		status = emit_ranks(parser, &left, &right, target, err);
	else if (status == CML_OK && ordinal == &right)
		status = emit_ranks(parser, &right, &left, target, err);
	if (status == CML_OK)
		status = cml_emit(&parser->emitter, &operation, out, err);
	return status;
}

static bool at_membership(const struct cml_parser *parser)
{
	return parser->lexer.token.kind == CML_TOKEN_IN ||
	       parser->lexer.token.kind == CML_TOKEN_NOT;
}

/* a < b < c, from the first operator on, as a < b and b < c with b evaluated
 * once: the truth so far is kept above b, and what comes is put above both. */
static enum cml_result parse_chain(struct cml_parser *parser, uint32_t mark,
				   const struct comparison *comparison, struct cml_operand *out,
				   struct cml_error *err)
{
	struct cml_emitter *emitter = &parser->emitter;
	struct cml_operand left = *out;
	struct cml_operand right = *out;
	struct cml_operand held = {.kind = CML_OPERAND_REGISTER, .type = CML_OPERAND_TRUTH};
	struct cml_operand test;
	uint32_t jumps = CML_NO_JUMP;
	enum cml_result status = CML_OK;

	for (bool is_first = true; comparison; is_first = false) {
		const struct comparison *next;
		uint32_t unused;

		status = cml_lexer_next(&parser->lexer, err);
		if (status == CML_OK)
			status = cml_parse_sum(parser, &right, err);
		if (status != CML_OK)
			return status;
		if (at_membership(parser))
			return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err, "%s",
					      no_chain);
		next = next_comparison(parser);
		if (is_first && !next)
			return compare(parser, comparison, left, right, mark, out, err);
		if (is_first)
			held.index = emitter->next_register++;
		unused = emitter->next_register;
		status = compare(parser, comparison, left, right, unused, &test, err);
		if (status == CML_OK && !is_first)
			status = cml_emit(emitter,
					  &(struct cml_operation){.op = CML_OP_AND,
								  .a = &held,
								  .b = &test,
								  .target = held.index,
								  .type = CML_OPERAND_TRUTH},
					  &test, err);
		if (status == CML_OK && next)
			status = cml_emit_jump(emitter, CML_OP_JUMP_IF_FALSE, &test, held.index,
					       &jumps, err);
		if (status != CML_OK)
			return status;
		emitter->next_register = unused;
		left = right;
		comparison = next;
	}
	cml_emit_land(emitter, jumps);
	emitter->next_register = held.index + 1;
	held.start = out->start;
	held.end = right.end;
	*out = held;
	return CML_OK;
}

/* Joins test to those of the members before it. */
static enum cml_result join(struct cml_parser *parser, const struct cml_operand *test,
			    uint32_t target, bool *any, struct cml_operand *found,
			    struct cml_error *err)
{
	struct cml_operation operation = {
	    .op = CML_OP_OR, .a = found, .b = test, .target = target, .type = CML_OPERAND_TRUTH};

	if (*any)
		return cml_emit(&parser->emitter, &operation, found, err);
	*any = true;
	*found = *test;
	return CML_OK;
}

/* The members of `x in (...)`, from after the opening parenthesis to after the closing one;
 * constant ones are gathered in parser->members, others compared one by one. */
static enum cml_result parse_members(struct cml_parser *parser, const struct cml_operand *x,
				     uint32_t target, bool *any, struct cml_operand *found,
				     struct cml_error *err)
{
	struct cml_operand member;
	struct cml_operand test;
	enum cml_result status;

	do {
		status = cml_lexer_next(&parser->lexer, err);
		if (status == CML_OK)
			status = cml_parse_sum(parser, &member, err);
		if (status == CML_OK)
			status = cml_require_comparable(&parser->checker, x, &member,
							cml_slice_of("in"), err);
		if (status != CML_OK)
			return status;
		if (member.kind == CML_OPERAND_CONSTANT) {
			if (!cml_array_reserve((void **)&parser->members, &parser->members_capacity,
					       parser->n_members + 1, sizeof *parser->members))
				return cml_fail_memory(err);
			parser->members[parser->n_members++] = member.value;
			continue;
		}
		status = cml_emit(&parser->emitter,
				  &(struct cml_operation){.op = CML_OP_EQUAL,
							  .a = x,
							  .b = &member,
							  .target = target + *any,
							  .type = CML_OPERAND_TRUTH},
				  &test, err);
		if (status == CML_OK)
			status = join(parser, &test, target, any, found, err);
	} while (status == CML_OK && parser->lexer.token.kind == CML_TOKEN_COMMA);
	if (status == CML_OK)
		status = cml_parse_expect(parser, CML_TOKEN_CLOSE,
					  "expected an operator, ',' or ')'", err);
	return status;
}

static enum cml_result parse_list(struct cml_parser *parser, const struct cml_operand *x,
				  struct cml_operand *found, struct cml_error *err)
{
	uint32_t target = parser->emitter.next_register++;
	size_t n_before = parser->n_members;
	struct cml_operation operation = {
	    .op = CML_OP_IN, .a = x, .target = target, .type = CML_OPERAND_TRUTH};
	struct cml_operand test;
	bool any = false;
	enum cml_result status;

	status = parse_members(parser, x, target, &any, found, err);
	operation.n = parser->n_members - n_before;
	parser->n_members = n_before;
	if (status == CML_OK && operation.n > 0) {
		status = cml_emit_constants(&parser->emitter, parser->members + n_before,
					    operation.n, &operation.set, err);
		operation.target += any;
		if (status == CML_OK)
			status = cml_emit(&parser->emitter, &operation, &test, err);
		if (status == CML_OK)
			status = join(parser, &test, target, &any, found, err);
	}
	parser->emitter.next_register = target + 1;
	return status;
}

/* x in (...) and x not in (...), from the operator on. */
static enum cml_result parse_membership(struct cml_parser *parser, struct cml_operand *out,
					struct cml_error *err)
{
	bool negated = parser->lexer.token.kind == CML_TOKEN_NOT;
	uint32_t mark = parser->emitter.next_register;
	struct cml_operand x = *out;
	enum cml_result status = CML_OK;

	if (negated)
		status = cml_lexer_next(&parser->lexer, err);
	if (status == CML_OK)
		status = cml_parse_expect(parser, CML_TOKEN_IN, "expected 'in' after 'not'", err);
	if (status != CML_OK)
		return status;
	if (parser->lexer.token.kind != CML_TOKEN_OPEN)
		return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err,
				      "expected '(' and a list of values, as in (1, 2)");
	status = parse_list(parser, &x, out, err);
	if (status == CML_OK && negated)
		status = cml_emit(
		    &parser->emitter,
		    &(struct cml_operation){
			.op = CML_OP_NOT, .a = out, .target = mark, .type = CML_OPERAND_TRUTH},
		    out, err);
	if (status == CML_OK && (at_membership(parser) || next_comparison(parser)))
		return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err, "%s",
				      no_chain);
	out->start = x.start;
	out->end = parser->lexer.previous_end;
	return status;
}

enum cml_result cml_parse_comparison(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	enum cml_result status = cml_parse_sum(parser, out, err);

	if (status != CML_OK)
		return status;
	if (at_membership(parser))
		return parse_membership(parser, out, err);
	if (next_comparison(parser))
		return parse_chain(parser, mark, next_comparison(parser), out, err);
	return CML_OK;
}
