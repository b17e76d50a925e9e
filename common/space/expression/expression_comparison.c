#include "space/expression/expression_parser.h"

#include "base/memory.h"

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
	for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
		if (comparisons[i].token == parser->lexer.token.kind)
			return &comparisons[i];
	return NULL;
}

/* Makes numbers of an ordinal column and one of its levels: their ranks. */
static enum cml_result emit_ranks(struct cml_parser *parser, struct cml_operand *column,
				  struct cml_operand *level, uint32_t target, struct cml_error *err)
{
	const struct cml_domain *domain = column->column.domain;
	struct cml_operation operation = {
	    .op = CML_OP_RANK, .a = column, .n = domain->n_values, .target = target};
	level->value = (double)cml_domain_index(domain, level->value);
	level->type = CML_OPERAND_NUMBER;
	if (cml_emit_constants(&parser->emitter, domain->levels, domain->n_values, &operation.set,
			       err) != CML_OK)
		return err->status;
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
					  .target = target};
	bool is_equality = comparison->op == CML_OP_EQUAL || comparison->op == CML_OP_NOT_EQUAL;
	enum cml_result status =
	    is_equality ? cml_require_comparable(parser, &left, &right, needer, err)
			: cml_require_ordered(parser, &left, &right, needer, &ordinal, err);
	if (status != CML_OK)
		return status;
	if ((ordinal == &left && emit_ranks(parser, &left, &right, target, err) != CML_OK) ||
	    (ordinal == &right && emit_ranks(parser, &right, &left, target, err) != CML_OK))
		return err->status;
	return cml_emit(&parser->emitter, &operation, out, err);
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
	struct cml_operand left = *out, right = *out, test;
	struct cml_operand held = {.kind = CML_OPERAND_REGISTER, .type = CML_OPERAND_TRUTH};
	uint32_t jumps = CML_NO_JUMP;
	for (bool is_first = true; comparison; is_first = false) {
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    cml_parse_sum(parser, &right, err) != CML_OK)
			return err->status;
		if (at_membership(parser))
			return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err, "%s",
					      no_chain);
		const struct comparison *next = next_comparison(parser);
		if (is_first && !next)
			return compare(parser, comparison, left, right, mark, out, err);
		if (is_first)
			held.index = emitter->next_register++;
		uint32_t unused = emitter->next_register;
		struct cml_operation both = {
		    .op = CML_OP_AND, .a = &held, .b = &test, .target = held.index};
		if (compare(parser, comparison, left, right, unused, &test, err) != CML_OK ||
		    (!is_first && cml_emit(emitter, &both, &test, err) != CML_OK) ||
		    (next && cml_emit_jump(emitter, CML_OP_JUMP_IF_FALSE, &test, held.index, &jumps,
					   err) != CML_OK))
			return err->status;
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
	struct cml_operation operation = {.op = CML_OP_OR, .a = found, .b = test, .target = target};
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
	struct cml_operand member, test;
	do {
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    cml_parse_sum(parser, &member, err) != CML_OK ||
		    cml_require_comparable(parser, x, &member, cml_slice_of("in"), err) != CML_OK)
			return err->status;
		if (member.kind == CML_OPERAND_CONSTANT) {
			if (!CML_RESERVE(&parser->members, &parser->members_capacity,
					 parser->n_members + 1))
				return cml_fail_memory(err);
			parser->members[parser->n_members++] = member.value;
			continue;
		}
		struct cml_operation equal = {
		    .op = CML_OP_EQUAL, .a = x, .b = &member, .target = target + *any};
		if (cml_emit(&parser->emitter, &equal, &test, err) != CML_OK ||
		    join(parser, &test, target, any, found, err) != CML_OK)
			return err->status;
	} while (parser->lexer.token.kind == CML_TOKEN_COMMA);
	return cml_parse_expect(parser, CML_TOKEN_CLOSE, "expected an operator, ',' or ')'", err);
}

static enum cml_result parse_list(struct cml_parser *parser, const struct cml_operand *x,
				  struct cml_operand *found, struct cml_error *err)
{
	uint32_t target = parser->emitter.next_register++;
	size_t n_before = parser->n_members;
	struct cml_operation operation = {.op = CML_OP_IN, .a = x, .target = target};
	struct cml_operand test;
	bool any = false;
	if (parse_members(parser, x, target, &any, found, err) != CML_OK)
		return err->status;
	operation.n = parser->n_members - n_before;
	operation.target += any;
	parser->n_members = n_before;
	if (operation.n > 0 && (cml_emit_constants(&parser->emitter, parser->members + n_before,
						   operation.n, &operation.set, err) != CML_OK ||
				cml_emit(&parser->emitter, &operation, &test, err) != CML_OK ||
				join(parser, &test, target, &any, found, err) != CML_OK))
		return err->status;
	parser->emitter.next_register = target + 1;
	return CML_OK;
}

/* x in (...) and x not in (...), from the operator on. */
static enum cml_result parse_membership(struct cml_parser *parser, struct cml_operand *out,
					struct cml_error *err)
{
	bool negated = parser->lexer.token.kind == CML_TOKEN_NOT;
	uint32_t mark = parser->emitter.next_register;
	struct cml_operand x = *out;
	struct cml_operation negation = {.op = CML_OP_NOT, .a = out, .target = mark};
	if ((negated && cml_lexer_next(&parser->lexer, err) != CML_OK) ||
	    cml_parse_expect(parser, CML_TOKEN_IN, "expected 'in' after 'not'", err) != CML_OK)
		return err->status;
	if (parser->lexer.token.kind != CML_TOKEN_OPEN)
		return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err,
				      "expected '(' and a list of values, as in (1, 2)");
	if (parse_list(parser, &x, out, err) != CML_OK ||
	    (negated && cml_emit(&parser->emitter, &negation, out, err) != CML_OK))
		return err->status;
	if (at_membership(parser) || next_comparison(parser))
		return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err, "%s",
				      no_chain);
	out->start = x.start;
	out->end = parser->lexer.previous_end;
	return CML_OK;
}

enum cml_result cml_parse_comparison(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	if (cml_parse_sum(parser, out, err) != CML_OK)
		return err->status;
	if (at_membership(parser))
		return parse_membership(parser, out, err);
	if (next_comparison(parser))
		return parse_chain(parser, mark, next_comparison(parser), out, err);
	return CML_OK;
}
