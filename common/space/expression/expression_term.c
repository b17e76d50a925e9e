#include "space/expression/expression_parser.h"

static cml_parse_function parse_unary;

/* min, max and first of one or more numbers, some of a text, the others of a number. */
static const struct {
	const char *name;
	enum cml_opcode op;
	bool variadic, of_text;
} functions[] = {
    {"min", CML_OP_MIN, true, false},
    {"max", CML_OP_MAX, true, false},
    {"abs", CML_OP_ABS, false, false},
    {"floor", CML_OP_FLOOR, false, false},
    {"ceil", CML_OP_CEIL, false, false},
    {"log2", CML_OP_LOG2, false, false},
    {"first", CML_OP_FIRST, true, false},
    {"size", CML_OP_SIZE, false, true},
    {"active", CML_OP_ACTIVE, false, true},
    {"peak", CML_OP_PEAK, false, true},
    {"bandwidth", CML_OP_BANDWIDTH, false, true},
    {"memory", CML_OP_MEMORY, false, true},
    {"chips", CML_OP_CHIPS, false, true}, /* of a slice of TPUs */
    {"experts", CML_OP_EXPERTS, false, true},
    {"layers", CML_OP_LAYERS, false, true},
    {"width", CML_OP_WIDTH, false, true},
    {"vocabulary", CML_OP_VOCABULARY, false, true},
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

/* The arguments of a function, from after its parenthesis on. */
static enum cml_result parse_arguments(struct cml_parser *parser, size_t function,
				       struct cml_slice name, struct cml_operand *out,
				       struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	struct cml_operand argument = {0};
	struct cml_operation operation = {.op = functions[function].op,
					  .a = out,
					  .b = functions[function].variadic ? &argument : NULL,
					  .target = mark};
	enum cml_operand_type type =
	    functions[function].of_text ? CML_OPERAND_TEXT : CML_OPERAND_NUMBER;
	if (parse_needed(parser, cml_parse_any, out, type, name, err) != CML_OK ||
	    (!functions[function].variadic &&
	     cml_emit(&parser->emitter, &operation, out, err) != CML_OK))
		return err->status;
	out->type = CML_OPERAND_NUMBER;
	while (parser->lexer.token.kind == CML_TOKEN_COMMA) {
		if (!functions[function].variadic)
			return cml_lexer_fail(&parser->lexer, parser->lexer.token.start, err,
					      "'%s' takes one %s", functions[function].name,
					      functions[function].of_text ? "text" : "number");
		if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    parse_needed(parser, cml_parse_any, &argument, CML_OPERAND_NUMBER, name, err) !=
			CML_OK ||
		    cml_emit(&parser->emitter, &operation, out, err) != CML_OK)
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
				      "log2, first, size, active, experts, layers, width, "
				      "vocabulary, peak, bandwidth, memory and chips");
	if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    parse_arguments(parser, function, name->text, out, err) != CML_OK ||
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
	const char *keyword = problem ? cml_keyword_meant(name.text) : NULL;
	if (keyword)
		return cml_lexer_fail(&parser->lexer, name.start, err,
				      "'%s' is written in small letters", keyword);
	if (problem)
		return cml_lexer_fail(&parser->lexer, name.start, err, "%s", problem);
	if (out->column.slot > UINT32_MAX)
		return cml_lexer_fail(&parser->lexer, name.start, err, "too many columns");
	out->index = (uint32_t)out->column.slot;
	out->type = cml_type_of_column(out->column.type);
	return CML_OK;
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
	uint32_t mark = parser->emitter.next_register;
	struct cml_operand right;
	enum cml_result status = parse_primary(parser, out, err);
	if (status != CML_OK || parser->lexer.token.kind != CML_TOKEN_POWER)
		return status;
	struct cml_slice needer = parser->lexer.token.text;
	if (cml_require(parser, out, CML_OPERAND_NUMBER, needer, err) != CML_OK ||
	    cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    parse_needed(parser, parse_unary, &right, CML_OPERAND_NUMBER, needer, err) != CML_OK)
		return err->status;
	return cml_emit(
	    &parser->emitter,
	    &(struct cml_operation){.op = CML_OP_POWER, .a = out, .b = &right, .target = mark}, out,
	    err);
}

/* Signs bind less than **: -2 ** 2 is -4. */
static enum cml_result parse_unary(struct cml_parser *parser, struct cml_operand *out,
				   struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	struct cml_token sign = parser->lexer.token;
	struct cml_operation negation = {.op = CML_OP_NEGATE, .a = out, .target = mark};
	if (sign.kind != CML_TOKEN_PLUS && sign.kind != CML_TOKEN_MINUS)
		return parse_power(parser, out, err);
	if (cml_lexer_next(&parser->lexer, err) != CML_OK ||
	    parse_needed(parser, parse_unary, out, CML_OPERAND_NUMBER, sign.text, err) != CML_OK ||
	    (sign.kind == CML_TOKEN_MINUS &&
	     cml_emit(&parser->emitter, &negation, out, err) != CML_OK))
		return err->status;
	out->type = CML_OPERAND_NUMBER;
	out->start = sign.start;
	return CML_OK;
}

struct arithmetic {
	enum cml_token_kind token;
	enum cml_opcode op;
};

static const struct arithmetic sums[] = {
    {CML_TOKEN_PLUS, CML_OP_ADD},
    {CML_TOKEN_MINUS, CML_OP_SUBTRACT},
};
static const struct arithmetic products[] = {
    {CML_TOKEN_TIMES, CML_OP_MULTIPLY},
    {CML_TOKEN_DIVIDE, CML_OP_DIVIDE},
    {CML_TOKEN_FLOOR_DIVIDE, CML_OP_FLOOR_DIVIDE},
    {CML_TOKEN_MODULO, CML_OP_MODULO},
};

/* One level of operators that group from the left; parse reads what they stand
 * between. */
static enum cml_result parse_left(struct cml_parser *parser, const struct arithmetic *level,
				  size_t n, cml_parse_function *parse, struct cml_operand *out,
				  struct cml_error *err)
{
	uint32_t mark = parser->emitter.next_register;
	if (parse(parser, out, err) != CML_OK)
		return err->status;
	for (;;) {
		struct cml_slice needer = parser->lexer.token.text;
		struct cml_operand right;
		struct cml_operation operation = {.a = out, .b = &right, .target = mark};
		size_t i = 0;
		while (i < n && level[i].token != parser->lexer.token.kind)
			i++;
		if (i == n)
			return CML_OK;
		operation.op = level[i].op;
		if (cml_require(parser, out, CML_OPERAND_NUMBER, needer, err) != CML_OK ||
		    cml_lexer_next(&parser->lexer, err) != CML_OK ||
		    parse(parser, &right, err) != CML_OK ||
		    cml_require(parser, &right, CML_OPERAND_NUMBER, needer, err) != CML_OK ||
		    cml_emit(&parser->emitter, &operation, out, err) != CML_OK)
			return err->status;
	}
}

static enum cml_result parse_product(struct cml_parser *parser, struct cml_operand *out,
				     struct cml_error *err)
{
	return parse_left(parser, products, sizeof products / sizeof products[0], parse_unary, out,
			  err);
}

enum cml_result cml_parse_sum(struct cml_parser *parser, struct cml_operand *out,
			      struct cml_error *err)
{
	return parse_left(parser, sums, sizeof sums / sizeof sums[0], parse_product, out, err);
}
