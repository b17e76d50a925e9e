#include "space/expression/expression_parser.h"

static const char no_chain[] = "a comparison with 'in' cannot be chained; use parentheses";

static const struct comparison {
	enum cml_token_kind token;
	enum cml_opcode op;
} comparisons[] = {
    {CML_TOKEN_EQUAL, CML_OP_EQUAL},     {CML_TOKEN_NOT_EQUAL, CML_OP_NOT_EQUAL},
    {CML_TOKEN_LESS, CML_OP_LESS},       {CML_TOKEN_LESS_EQUAL, CML_OP_LESS_EQUAL},
    {CML_TOKEN_GREATER, CML_OP_GREATER}, {CML_TOKEN_GREATER_EQUAL, CML_OP_GREATER_EQUAL},
};

/* The comparison that the next token is, or NULL. */
static const struct comparison *next_comparison(const struct cml_parser *parser)
{
	for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
		if (comparisons[i].token == parser->lexer.token.kind)
			return &comparisons[i];
	return NULL;
}

static bool at_membership(const struct cml_parser *parser)
{
	return parser->lexer.token.kind == CML_TOKEN_IN ||
	       parser->lexer.token.kind == CML_TOKEN_NOT;
}

static enum cml_result refuse_chain(const struct cml_parser *parser, struct cml_error *err)
{
	return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err, "%s", no_chain);
}

/* Makes numbers of an ordinal column and one of its levels: their ranks. */
static enum cml_result add_ranks(struct cml_parser *parser, struct cml_operand *column,
				 struct cml_operand *level, struct cml_error *err)
{
	const struct cml_domain *domain = column->column.domain;
	struct cml_node node = {.op = CML_OP_RANK, .a = column->node};
	double place = (double)cml_domain_index(domain, level->value);
	for (size_t i = domain->n_values; i-- > 0;) {
		node.value = domain->levels[i];
		if (cml_node_add(parser, node, &column->node, err) != CML_OK)
			return err->status;
		node.next = column->node;
	}
	return cml_node_add(parser, (struct cml_node){.op = CML_OP_CONSTANT, .value = place},
			    &level->node, err);
}

/* Compares left and right, two copies. */
static enum cml_result compare(struct cml_parser *parser, enum cml_opcode op,
			       struct cml_operand left, struct cml_operand right,
			       struct cml_slice needer, struct cml_operand *out,
			       struct cml_error *err)
{
	const struct cml_operand *ordinal = NULL;
	bool is_equality = op == CML_OP_EQUAL || op == CML_OP_NOT_EQUAL;
	enum cml_result status =
	    is_equality ? cml_require_comparable(parser, &left, &right, needer, err)
			: cml_require_ordered(parser, &left, &right, needer, &ordinal, err);
	if (status != CML_OK)
		return status;
	if ((ordinal == &left && add_ranks(parser, &left, &right, err) != CML_OK) ||
	    (ordinal == &right && add_ranks(parser, &right, &left, err) != CML_OK))
		return err->status;
	return cml_node_operation(parser, op, &left, &right, NULL, out, err);
}

/* a < b < c, from the first operator on, as a < b and b < c with b evaluated once. */
static enum cml_result parse_chain(struct cml_parser *parser, struct cml_operand *out,
				   struct cml_error *err)
{
	struct cml_operand left = *out, right, test;
	uint32_t last = 0;
	for (const struct comparison *comparison; (comparison = next_comparison(parser));) {
		struct cml_slice needer = parser->lexer.token.text;
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    cml_parse_sum(parser, &right, err) != CML_OK)
			return err->status;
		if (at_membership(parser))
			return refuse_chain(parser, err);
		if (compare(parser, comparison->op, left, right, needer, &test, err) != CML_OK)
			return err->status;
		if (last == 0)
			*out = test;
		else
			parser->expression->nodes[last].next = test.node;
		out->end = test.end;
		last = test.node;
		left = right;
	}
	return CML_OK;
}

/* The members of `x in (...)`, from after the opening parenthesis to after the closing one. */
static enum cml_result parse_members(struct cml_parser *parser, const struct cml_operand *x,
				     struct cml_operand *found, struct cml_error *err)
{
	struct cml_operand member, list = *x;
	uint32_t last = 0;
	do {
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    cml_parse_sum(parser, &member, err) != CML_OK ||
		    cml_require_comparable(parser, x, &member, cml_slice_of("in"), err) != CML_OK ||
		    cml_node_operation(parser, CML_OP_IN, &list, &member, &last, &list, err) !=
			CML_OK)
			return err->status;
	} while (parser->lexer.token.kind == CML_TOKEN_COMMA);
	*found = list;
	return cml_parse_expect(parser, CML_TOKEN_CLOSE, "expected an operator, ',' or ')'", err);
}

/* x in (...) and x not in (...), from the operator on. */
static enum cml_result parse_membership(struct cml_parser *parser, struct cml_operand *out,
					struct cml_error *err)
{
	bool negated = parser->lexer.token.kind == CML_TOKEN_NOT;
	struct cml_operand x = *out;
	if ((negated && cml_lexer_next(&parser->lexer, err) != CML_OK) ||
	    cml_parse_expect(parser, CML_TOKEN_IN, "expected 'in' after 'not'", err) != CML_OK)
		return err->status;
	if (parser->lexer.token.kind != CML_TOKEN_OPEN)
		return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err,
				      "expected '(' and a list of values, as in (1, 2)");
	if (parse_members(parser, &x, out, err) != CML_OK ||
	    (negated &&
	     cml_node_operation(parser, CML_OP_NOT, out, NULL, NULL, out, err) != CML_OK))
		return err->status;
	if (at_membership(parser) || next_comparison(parser))
		return refuse_chain(parser, err);
	out->end = parser->lexer.previous_end;
	return CML_OK;
}

enum cml_result cml_parse_comparison(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	if (cml_parse_sum(parser, out, err) != CML_OK)
		return err->status;
	return at_membership(parser) ? parse_membership(parser, out, err)
				     : parse_chain(parser, out, err);
}
