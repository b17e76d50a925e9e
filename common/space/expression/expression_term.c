#include "space/expression/expression_parser.h"

#include "base/device.h"
#include "base/model_name.h"
#include "base/number.h"

/* What the names of devices and models tell, one by one. */
#define IN_NAME(kind, member)                                                                      \
	static double member##_in_name(struct cml_slice text)                                      \
	{                                                                                          \
		return cml_##kind##_in_name(text).member;                                          \
	}
IN_NAME(device, peak_tflops)
IN_NAME(device, bandwidth)
IN_NAME(device, memory_gb)
IN_NAME(device, least_bits)
IN_NAME(model, width)
IN_NAME(model, vocabulary)

/* min, max and first of one or more numbers, some of a text, the others of a number. */
static const struct function {
	const char *name;
	enum cml_opcode op;
	bool variadic;
	double (*of_text)(struct cml_slice text);
} functions[] = {
    {"min", CML_OP_MIN, true, NULL},
    {"max", CML_OP_MAX, true, NULL},
    {"abs", CML_OP_ABS, false, NULL},
    {"floor", CML_OP_FLOOR, false, NULL},
    {"ceil", CML_OP_CEIL, false, NULL},
    {"log2", CML_OP_LOG2, false, NULL},
    {"first", CML_OP_FIRST, true, NULL},
    {"count", CML_OP_TEXT, false, cml_count_in_text},
    {"size", CML_OP_TEXT, false, cml_size_in_name},
    {"active", CML_OP_TEXT, false, cml_active_in_name},
    {"experts", CML_OP_TEXT, false, cml_experts_in_name},
    {"layers", CML_OP_TEXT, false, cml_layers_in_name},
    {"width", CML_OP_TEXT, false, width_in_name},
    {"vocabulary", CML_OP_TEXT, false, vocabulary_in_name},
    {"peak", CML_OP_TEXT, false, peak_tflops_in_name},
    {"bandwidth", CML_OP_TEXT, false, bandwidth_in_name},
    {"memory", CML_OP_TEXT, false, memory_gb_in_name},
    {"bits", CML_OP_TEXT, false, least_bits_in_name},
    {"chips", CML_OP_TEXT, false, cml_chips_in_name}, /* of a slice of TPUs */
};
#define N_FUNCTIONS (sizeof functions / sizeof functions[0])

/* What needs a number or a text, one level deeper. */
static enum cml_result parse_needed(struct cml_parser *parser, cml_parse_function *parse,
				    struct cml_operand *out, enum cml_operand_type type,
				    struct cml_slice needer, struct cml_error *err)
{
	if (cml_parse_deeper(parser, parse, out, err) != CML_OK)
		return err->status;
	return cml_require(parser, out, type, needer, err);
}

/* What a function of one argument makes of it. */
static enum cml_result apply_function(struct cml_parser *parser, const struct function *function,
				      struct cml_operand *out, struct cml_error *err)
{
	const struct cml_operand argument = *out;
	if (!function->of_text)
		return cml_node_operation(parser, function->op, &argument, NULL, NULL, out, err);
	const struct cml_node node = {
	    .op = CML_OP_TEXT, .a = argument.node, .of_text = function->of_text};
	out->kind = CML_OPERAND_COMPUTED;
	return cml_node_add(parser, node, &out->node, err);
}

/* The arguments of a function, from after its parenthesis on. */
static enum cml_result parse_arguments(struct cml_parser *parser, const struct function *function,
				       struct cml_slice name, struct cml_operand *out,
				       struct cml_error *err)
{
	struct cml_operand argument;
	uint32_t last = 0;
	enum cml_operand_type type = function->of_text ? CML_OPERAND_TEXT : CML_OPERAND_NUMBER;
	if (parse_needed(parser, cml_parse_any, out, type, name, err) != CML_OK ||
	    (!function->variadic && apply_function(parser, function, out, err) != CML_OK))
		return err->status;
	out->type = CML_OPERAND_NUMBER;
	while (parser->lexer.token.kind == CML_TOKEN_COMMA) {
		if (!function->variadic)
			return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err,
					      "'%s' takes one %s", function->name,
					      function->of_text ? "text" : "number");
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    parse_needed(parser, cml_parse_any, &argument, CML_OPERAND_NUMBER, name, err) !=
			CML_OK ||
		    cml_node_operation(parser, function->op, out, &argument, &last, out, err) !=
			CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result parse_function(struct cml_parser *parser, const struct cml_token *name,
				      struct cml_operand *out, struct cml_error *err)
{
	size_t function = 0;
	while (function < N_FUNCTIONS && !cml_slice_is(name->text, functions[function].name))
		function++;
	if (function == N_FUNCTIONS)
		return cml_lexer_fail(&parser->lexer, name->start, err,
				      "no such function; there are min, max, abs, floor, ceil, "
				      "log2, first, count, size, active, experts, layers, width, "
				      "vocabulary, peak, bandwidth, memory, bits and chips");
	if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    parse_arguments(parser, &functions[function], name->text, out, err) != CML_OK ||
	    cml_parse_expect(parser, CML_TOKEN_CLOSE, "expected an operator, ',' or ')'", err) !=
		CML_OK)
		return err->status;
	out->start = name->start;
	out->end = parser->lexer.previous_end;
	return CML_OK;
}

static enum cml_result parse_name(struct cml_parser *parser, struct cml_operand *out,
				  struct cml_error *err)
{
	struct cml_token name = parser->lexer.token;
	if (cml_lexer_next(&parser->lexer, err) != CML_OK)
		return err->status;
	if (parser->lexer.token.kind == CML_TOKEN_OPEN &&
	    parser->lexer.text.data[name.start] != '`')
		return parse_function(parser, &name, out, err);
	*out = (struct cml_operand){
	    .kind = CML_OPERAND_COLUMN, .name = name.text, .start = name.start, .end = name.end};
	const char *problem = parser->scope->find(parser->scope->context, name.text, &out->column);
	if (problem)
		return cml_lexer_fail(&parser->lexer, name.start, err, "%s", problem);
	if (out->column.slot > UINT32_MAX)
		return cml_lexer_fail(&parser->lexer, name.start, err, "too many columns");
	out->type = cml_type_of_column(out->column.type);
	return cml_node_add(parser,
			    (struct cml_node){.op = CML_OP_COLUMN, .a = (uint32_t)out->column.slot},
			    &out->node, err);
}

static enum cml_result parse_literal(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	const struct cml_token *token = &parser->lexer.token;
	*out = (struct cml_operand){.kind = CML_OPERAND_CONSTANT,
				    .type = CML_OPERAND_TRUTH,
				    .start = token->start,
				    .end = token->end};
	if (token->kind == CML_TOKEN_NUMBER) {
		out->type = CML_OPERAND_NUMBER;
		out->value = token->number;
	} else if (token->kind == CML_TOKEN_TEXT) {
		size_t symbol = cml_symbols_intern(parser->scope->symbols, token->text);
		if (symbol == CML_NO_SYMBOL)
			return cml_fail_memory(err);
		out->type = CML_OPERAND_TEXT;
		out->value = (double)symbol;
		out->name = token->text;
	} else {
		out->value = token->kind == CML_TOKEN_TRUE;
	}
	if (cml_node_add(parser, (struct cml_node){.op = CML_OP_CONSTANT, .value = out->value},
			 &out->node, err) != CML_OK)
		return err->status;
	return cml_lexer_next(&parser->lexer, err);
}

static enum cml_result parse_primary(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	size_t start = parser->lexer.token.start;
	switch (parser->lexer.token.kind) {
	case CML_TOKEN_NUMBER:
	case CML_TOKEN_TEXT:
	case CML_TOKEN_TRUE:
	case CML_TOKEN_FALSE:
		return parse_literal(parser, out, err);
	case CML_TOKEN_NAME:
		return parse_name(parser, out, err);
	case CML_TOKEN_OPEN:
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    cml_parse_deeper(parser, cml_parse_any, out, err) != CML_OK ||
		    cml_parse_expect(parser, CML_TOKEN_CLOSE, "expected an operator or ')'", err) !=
			CML_OK)
			return err->status;
		out->start = start;
		out->end = parser->lexer.previous_end;
		return CML_OK;
	default:
		return cml_lexer_fail(&parser->lexer, start, err,
				      "expected a number, a text, a name or '('");
	}
}

/* The right operand of ** may have a sign: 2 ** -1. */
static enum cml_result parse_power(struct cml_parser *parser, struct cml_operand *out,
				   struct cml_error *err)
{
	struct cml_operand right;
	enum cml_result status = parse_primary(parser, out, err);
	if (status != CML_OK || parser->lexer.token.kind != CML_TOKEN_POWER)
		return status;
	struct cml_slice needer = parser->lexer.token.text;
	if (cml_require(parser, out, CML_OPERAND_NUMBER, needer, err) != CML_OK ||
	    cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    parse_needed(parser, cml_parse_unary, &right, CML_OPERAND_NUMBER, needer, err) !=
		CML_OK)
		return err->status;
	return cml_node_operation(parser, CML_OP_POWER, out, &right, NULL, out, err);
}

/* Signs bind less than **: -2 ** 2 is -4. */
enum cml_result cml_parse_unary(struct cml_parser *parser, struct cml_operand *out,
				struct cml_error *err)
{
	struct cml_token sign = parser->lexer.token;
	if (sign.kind != CML_TOKEN_PLUS && sign.kind != CML_TOKEN_MINUS)
		return parse_power(parser, out, err);
	if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    parse_needed(parser, cml_parse_unary, out, CML_OPERAND_NUMBER, sign.text, err) !=
		CML_OK ||
	    (sign.kind == CML_TOKEN_MINUS &&
	     cml_node_operation(parser, CML_OP_NEGATE, out, NULL, NULL, out, err) != CML_OK))
		return err->status;
	out->type = CML_OPERAND_NUMBER;
	out->start = sign.start;
	return CML_OK;
}
