#include "space/expression/expression_parser.h"

#include <math.h>
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
	const char *keyword = token->kind == CML_TOKEN_NAME ? cml_keyword_meant(token->text) : NULL;
	if (token->kind != kind && keyword)
		return cml_lexer_fail(&parser->lexer, token->start, err,
				      "'%s' is written in small letters", keyword);
	if (token->kind != kind)
		return cml_lexer_fail(&parser->lexer, token->start, err, "%s", message);
	return cml_lexer_next(&parser->lexer, err);
}

static enum cml_result parse_not(struct cml_parser *parser, struct cml_operand *out,
				 struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	struct cml_token token = parser->lexer.token;
	struct cml_operation negation = {.op = CML_OP_NOT, .a = out, .target = mark};
	if (token.kind != CML_TOKEN_NOT)
		return cml_parse_comparison(parser, out, err);
	if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    cml_parse_deeper(parser, parse_not, out, err) != CML_OK ||
	    cml_require(parser, out, CML_OPERAND_TRUTH, token.text, err) != CML_OK ||
	    cml_emit(&parser->emitter, &negation, out, err) != CML_OK)
		return err->status;
	out->start = token.start;
	return CML_OK;
}

struct connective {
	enum cml_token_kind token;
	enum cml_opcode op;
	enum cml_opcode jump;
	double decided; /* the left truth that makes the right one irrelevant */
};

static const struct connective and_connective = {CML_TOKEN_AND, CML_OP_AND, CML_OP_JUMP_IF_FALSE,
						 0};
static const struct connective or_connective = {CML_TOKEN_OR, CML_OP_OR, CML_OP_JUMP_IF_TRUE, 1};

/* The right side of a connective whose left side, *out, is a constant, not a missing one. Code that
 * can never run is checked, and dropped. */
static enum cml_result parse_after_constant(struct cml_parser *parser,
					    const struct connective *connective,
					    cml_parse_function *parse, struct cml_operand *out,
					    struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	size_t n_code = parser->emitter.expression->n_code;
	struct cml_slice needer = cml_slice_of(connective->op == CML_OP_AND ? "and" : "or");
	struct cml_operand right;
	if (parse(parser, &right, err) != CML_OK ||
	    cml_require(parser, &right, CML_OPERAND_TRUTH, needer, err) != CML_OK)
		return err->status;
	if (out->value == connective->decided) {
		parser->emitter.expression->n_code = n_code;
		parser->emitter.next_register = mark;
		out->end = right.end;
		return CML_OK;
	}
	right.start = out->start;
	right.type = CML_OPERAND_TRUTH;
	*out = right;
	return CML_OK;
}

/* Operands that parse reads, joined by a connective; all jumps of a series go to
 * its end. */
static enum cml_result parse_connected(struct cml_parser *parser,
				       const struct connective *connective,
				       cml_parse_function *parse, struct cml_operand *out,
				       struct cml_error *err)
{
	struct cml_emitter *emitter = &parser->emitter;
	uint32_t mark = emitter->next_register;
	uint32_t jumps = CML_NO_JUMP;
	struct cml_operand right;
	if (parse(parser, out, err) != CML_OK)
		return err->status;
	while (parser->lexer.token.kind == connective->token) {
		struct cml_slice needer = parser->lexer.token.text;
		struct cml_operand held = *out;
		struct cml_operation operation = {
		    .op = connective->op, .a = &held, .b = &right, .target = mark};
		if (cml_require(parser, out, CML_OPERAND_TRUTH, needer, err) != CML_OK ||
		    cml_lexer_next(&parser->lexer, err) != CML_OK)
			return err->status;
		if (out->kind == CML_OPERAND_CONSTANT && !isnan(out->value)) {
			if (parse_after_constant(parser, connective, parse, out, err) != CML_OK)
				return err->status;
			continue;
		}
		held.kind = CML_OPERAND_REGISTER;
		held.index = mark;
		if (cml_emit_jump(emitter, connective->jump, out, mark, &jumps, err) != CML_OK ||
		    parse(parser, &right, err) != CML_OK ||
		    cml_require(parser, &right, CML_OPERAND_TRUTH, needer, err) != CML_OK ||
		    cml_emit(emitter, &operation, out, err) != CML_OK)
			return err->status;
	}
	cml_emit_land(emitter, jumps);
	return CML_OK;
}

static enum cml_result parse_and(struct cml_parser *parser, struct cml_operand *out,
				 struct cml_error *err)
{
	return parse_connected(parser, &and_connective, parse_not, out, err);
}

enum cml_result cml_parse_any(struct cml_parser *parser, struct cml_operand *out,
			      struct cml_error *err)
{
	return parse_connected(parser, &or_connective, parse_and, out, err);
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
	return cml_emit_finish(&parser->emitter, &result, err);
}

enum cml_result cml_expression_compile(struct cml_expression **expression, struct cml_slice text,
				       const struct cml_scope *scope, enum cml_value_type want,
				       struct cml_error *err)
{
	struct cml_parser parser = {.lexer = {.text = text}, .scope = scope};
	if (cml_emitter_init(&parser.emitter, err) != CML_OK)
		return err->status;
	struct cml_expression *made = parser.emitter.expression;
	made->symbols = scope->symbols;
	made->text = strndup(text.data ? text.data : "", text.size);
	enum cml_result status =
	    made->text ? parse_whole(&parser, want, err) : cml_fail_memory(err);
	free(parser.members);
	if (status != CML_OK)
		cml_expression_free(made);
	else
		*expression = made;
	return status;
}
