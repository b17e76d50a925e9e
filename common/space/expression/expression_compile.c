#include "space/expression/expression_parser.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum cml_result cml_parse_deeper(struct cml_parser *parser, cml_parse_function *parse,
				 struct cml_operand *out, struct cml_error *err)
{
	if (parser->depth == CML_MAX_EXPRESSION_DEPTH)
		return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err,
				      "nested more than %d deep", CML_MAX_EXPRESSION_DEPTH);
	parser->depth++;
	enum cml_result status = parse(parser, out, err);
	parser->depth--;
	return status;
}

enum cml_result cml_parse_expect(struct cml_parser *parser, enum cml_token_kind kind,
				 const char *message, struct cml_error *err)
{
	const struct cml_token *token = &parser->lexer.token;
	if (token->kind != kind)
		return cml_lexer_fail(&parser->lexer, token->start, err, "%s", message);
	return cml_lexer_next(&parser->lexer, err);
}

/* Operators of one level of precedence, which group from the left: what they take, and who reads
 * what they stand between. */
struct level {
	enum cml_operand_type type;
	cml_parse_function *parse;
	size_t n;
	struct {
		enum cml_token_kind token;
		enum cml_opcode op;
	} operators[4];
};

static enum cml_result parse_level(struct cml_parser *parser, const struct level *level,
				   struct cml_operand *out, struct cml_error *err)
{
	uint32_t last = 0;
	if (level->parse(parser, out, err) != CML_OK)
		return err->status;
	for (;;) {
		struct cml_slice needer = parser->lexer.token.text;
		struct cml_operand right;
		size_t i = 0;
		while (i < level->n && level->operators[i].token != parser->lexer.token.kind)
			i++;
		if (i == level->n)
			return CML_OK;
		if (cml_require(parser, out, level->type, needer, err) != CML_OK ||
		    cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    level->parse(parser, &right, err) != CML_OK ||
		    cml_require(parser, &right, level->type, needer, err) != CML_OK ||
		    cml_node_operation(parser, level->operators[i].op, out, &right, &last, out,
				       err) != CML_OK)
			return err->status;
	}
}

static enum cml_result parse_product(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	static const struct level products = {CML_OPERAND_NUMBER,
					      cml_parse_unary,
					      4,
					      {{CML_TOKEN_TIMES, CML_OP_MULTIPLY},
					       {CML_TOKEN_DIVIDE, CML_OP_DIVIDE},
					       {CML_TOKEN_FLOOR_DIVIDE, CML_OP_FLOOR_DIVIDE},
					       {CML_TOKEN_MODULO, CML_OP_MODULO}}};
	return parse_level(parser, &products, out, err);
}

enum cml_result cml_parse_sum(struct cml_parser *parser, struct cml_operand *out,
			      struct cml_error *err)
{
	static const struct level sums = {
	    CML_OPERAND_NUMBER,
	    parse_product,
	    2,
	    {{CML_TOKEN_PLUS, CML_OP_ADD}, {CML_TOKEN_MINUS, CML_OP_SUBTRACT}}};
	return parse_level(parser, &sums, out, err);
}

static enum cml_result parse_not(struct cml_parser *parser, struct cml_operand *out,
				 struct cml_error *err)
{
	struct cml_token token = parser->lexer.token;
	if (token.kind != CML_TOKEN_NOT)
		return cml_parse_comparison(parser, out, err);
	if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    cml_parse_deeper(parser, parse_not, out, err) != CML_OK ||
	    cml_require(parser, out, CML_OPERAND_TRUTH, token.text, err) != CML_OK ||
	    cml_node_operation(parser, CML_OP_NOT, out, NULL, NULL, out, err) != CML_OK)
		return err->status;
	out->start = token.start;
	return CML_OK;
}

static enum cml_result parse_and(struct cml_parser *parser, struct cml_operand *out,
				 struct cml_error *err)
{
	static const struct level ands = {
	    CML_OPERAND_TRUTH, parse_not, 1, {{CML_TOKEN_AND, CML_OP_AND}}};
	return parse_level(parser, &ands, out, err);
}

enum cml_result cml_parse_any(struct cml_parser *parser, struct cml_operand *out,
			      struct cml_error *err)
{
	static const struct level ors = {
	    CML_OPERAND_TRUTH, parse_and, 1, {{CML_TOKEN_OR, CML_OP_OR}}};
	return parse_level(parser, &ors, out, err);
}

static enum cml_result parse_whole(struct cml_parser *parser, enum cml_value_type want,
				   struct cml_error *err)
{
	struct cml_operand result;
	if (cml_lexer_next(&parser->lexer, err) != CML_OK)
		return err->status;
	if (parser->lexer.token.kind == CML_TOKEN_END)
		return cml_fail(err, CML_BAD_DATA, "an empty expression");
	if (cml_parse_any(parser, &result, err) != CML_OK ||
	    cml_parse_expect(parser, CML_TOKEN_END, "expected an operator or the end", err) !=
		CML_OK ||
	    cml_require_result(parser, &result, want, err) != CML_OK)
		return err->status;
	parser->expression->root = result.node;
	return cml_node_list_slots(parser->expression, err);
}

enum cml_result cml_expression_compile(struct cml_expression **expression, struct cml_slice text,
				       const struct cml_scope *scope, enum cml_value_type want,
				       struct cml_error *err)
{
	struct cml_expression *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	struct cml_parser parser = {.lexer = {.text = text}, .expression = made, .scope = scope};
	made->symbols = scope->symbols;
	made->text = strndup(text.data ? text.data : "", text.size);
	enum cml_result status =
	    made->text ? parse_whole(&parser, want, err) : cml_fail_memory(err);
	if (status != CML_OK)
		cml_expression_free(made);
	else
		*expression = made;
	return status;
}
