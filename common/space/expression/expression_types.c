#include "space/expression/expression_parser.h"

#include "space/domain.h"

#include <stdio.h>
#include <string.h>

/* Room for a part of the expression, or a name, in a message. */
#define PART_SIZE 48
#define SUBJECT_SIZE (PART_SIZE + 16)
#define LEVELS_SIZE 160

enum cml_operand_type cml_type_of_column(enum cml_type type)
{
	if (type == CML_TYPE_INT || type == CML_TYPE_FLOAT)
		return CML_OPERAND_NUMBER;
	return type == CML_TYPE_BOOL ? CML_OPERAND_BOOL : CML_OPERAND_TEXT;
}

static const char *const type_names[] = {[CML_OPERAND_NUMBER] = "a number",
					 [CML_OPERAND_TRUTH] = "a truth",
					 [CML_OPERAND_BOOL] = "a bool",
					 [CML_OPERAND_TEXT] = "text"};

/* Copies text, cut before a whole UTF-8 character and marked with `...`. */
static const char *clip(struct cml_slice text, char part[PART_SIZE])
{
	size_t size = text.size;
	if (size >= PART_SIZE) {
		size = PART_SIZE - sizeof "...";
		while (size > 0 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
			size--;
	}
	memcpy(part, text.data, size);
	strcpy(part + size, size < text.size ? "..." : "");
	return part;
}

/* `column 'gpu'`, or the part of the expression in single quotes. */
static const char *subject(const struct cml_parser *parser, const struct cml_operand *operand,
			   char text[SUBJECT_SIZE])
{
	struct cml_slice span = {parser->lexer.text.data + operand->start,
				 operand->end - operand->start};
	char part[PART_SIZE];
	/* `+flag` and `true and flag` are the column, too, but not as a bool. */
	if (operand->kind == CML_OPERAND_COLUMN &&
	    operand->type == cml_type_of_column(operand->column.type))
		snprintf(text, SUBJECT_SIZE, "column '%s'", clip(operand->name, part));
	else if (operand->type == CML_OPERAND_TEXT)
		snprintf(text, SUBJECT_SIZE, "'%s'", clip(operand->name, part));
	else
		snprintf(text, SUBJECT_SIZE, "'%s'", clip(span, part));
	return text;
}

static enum cml_result refuse(const struct cml_parser *parser, const struct cml_operand *operand,
			      struct cml_slice needer, const char *needs, struct cml_error *err)
{
	char text[SUBJECT_SIZE];
	return cml_lexer_fail(&parser->lexer, operand->start, err, "%s is %s, '%.*s' needs %s",
			      subject(parser, operand, text), type_names[operand->type],
			      (int)needer.size, needer.data, needs);
}

enum cml_result cml_require(const struct cml_parser *parser, const struct cml_operand *operand,
			    enum cml_operand_type type, struct cml_slice needer,
			    struct cml_error *err)
{
	static const char *const needs[] = {[CML_OPERAND_NUMBER] = "numbers",
					    [CML_OPERAND_TRUTH] = "truths",
					    [CML_OPERAND_TEXT] = "a text"};
	bool is_number = type == CML_OPERAND_NUMBER && operand->type != CML_OPERAND_TEXT;
	return is_number || (operand->type & type) != 0
		   ? CML_OK
		   : refuse(parser, operand, needer, needs[type], err);
}

/* `a100|h100`, cut after a whole level. */
static const char *list_levels(const struct cml_parser *parser, const struct cml_domain *domain,
			       char text[LEVELS_SIZE])
{
	size_t used = 0;
	text[0] = '\0';
	for (size_t i = 0; i < domain->n_values; i++) {
		struct cml_slice level = parser->scope->symbols->texts[(size_t)domain->levels[i]];
		if (used + level.size + sizeof "|" + sizeof "|..." > LEVELS_SIZE) {
			snprintf(text + used, LEVELS_SIZE - used, "%s...", i > 0 ? "|" : "");
			return text;
		}
		used += (size_t)snprintf(text + used, LEVELS_SIZE - used, "%s%.*s",
					 i > 0 ? "|" : "", (int)level.size, level.data);
	}
	return text;
}

/* A column without listed levels takes every text. */
static enum cml_result require_level(const struct cml_parser *parser,
				     const struct cml_operand *column,
				     const struct cml_operand *text, struct cml_error *err)
{
	const struct cml_domain *domain = column->column.domain;
	char part[PART_SIZE], name[PART_SIZE], levels[LEVELS_SIZE];
	if (column->kind != CML_OPERAND_COLUMN || text->kind != CML_OPERAND_CONSTANT || !domain ||
	    domain->kind != CML_DOMAIN_LEVELS ||
	    cml_domain_index(domain, text->value) != CML_NO_INDEX)
		return CML_OK;
	return cml_lexer_fail(&parser->lexer, text->start, err,
			      "'%s' is not a level of column '%s' (%s)", clip(text->name, part),
			      clip(column->name, name), list_levels(parser, domain, levels));
}

enum cml_result cml_require_comparable(const struct cml_parser *parser,
				       const struct cml_operand *left,
				       const struct cml_operand *right, struct cml_slice needer,
				       struct cml_error *err)
{
	char left_text[SUBJECT_SIZE], right_text[SUBJECT_SIZE];
	if (left->type == CML_OPERAND_TEXT && right->type == CML_OPERAND_TEXT) {
		if (require_level(parser, left, right, err) != CML_OK)
			return err->status;
		return require_level(parser, right, left, err);
	}
	if (left->type & right->type)
		return CML_OK;
	bool is_bool_and_text =
	    (left->type == CML_OPERAND_BOOL && right->type == CML_OPERAND_TEXT) ||
	    (left->type == CML_OPERAND_TEXT && right->type == CML_OPERAND_BOOL);
	return cml_lexer_fail(
	    &parser->lexer, left->start, err, "%s is %s and %s is %s, '%.*s' needs two of a kind%s",
	    subject(parser, left, left_text), type_names[left->type],
	    subject(parser, right, right_text), type_names[right->type], (int)needer.size,
	    needer.data, is_bool_and_text ? ": true or false, without quotes" : "");
}

static bool is_ordinal(const struct cml_operand *operand)
{
	return operand->kind == CML_OPERAND_COLUMN && operand->column.type == CML_TYPE_ORDINAL &&
	       operand->column.domain && operand->column.domain->kind == CML_DOMAIN_LEVELS;
}

static bool is_literal(const struct cml_operand *operand)
{
	return operand->kind == CML_OPERAND_CONSTANT && operand->type == CML_OPERAND_TEXT;
}

enum cml_result cml_require_ordered(const struct cml_parser *parser, const struct cml_operand *left,
				    const struct cml_operand *right, struct cml_slice needer,
				    const struct cml_operand **ordinal, struct cml_error *err)
{
	static const char needs[] = "numbers, or an ordinal column and one of its levels";
	*ordinal = NULL;
	if (is_ordinal(left) && is_literal(right)) {
		*ordinal = left;
		return require_level(parser, left, right, err);
	}
	if (is_literal(left) && is_ordinal(right)) {
		*ordinal = right;
		return require_level(parser, right, left, err);
	}
	if (left->type == CML_OPERAND_TEXT)
		return refuse(parser, left, needer, needs, err);
	if (right->type == CML_OPERAND_TEXT)
		return refuse(parser, right, needer, needs, err);
	if (!(left->type & CML_OPERAND_NUMBER))
		return refuse(parser, left, needer, "numbers", err);
	if (!(right->type & CML_OPERAND_NUMBER))
		return refuse(parser, right, needer, "numbers", err);
	return CML_OK;
}

enum cml_result cml_require_result(const struct cml_parser *parser,
				   const struct cml_operand *operand, enum cml_value_type want,
				   struct cml_error *err)
{
	static const enum cml_operand_type wanted[] = {
	    [CML_VALUE_NUMBER] = CML_OPERAND_NUMBER,
	    [CML_VALUE_TRUTH] = CML_OPERAND_TRUTH,
	    [CML_VALUE_TEXT] = CML_OPERAND_TEXT,
	};
	char text[SUBJECT_SIZE];
	if (operand->type & wanted[want])
		return CML_OK;
	return cml_lexer_fail(&parser->lexer, operand->start, err,
			      "%s is %s, but the result must be %s", subject(parser, operand, text),
			      type_names[operand->type], type_names[wanted[want]]);
}
