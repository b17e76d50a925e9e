/* Which operands go with which operator, and the messages where they do not. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_TYPES_H
#define CML_SPACE_EXPRESSION_EXPRESSION_TYPES_H

#include "base/error.h"
#include "base/text.h"
#include "space/expression/expression_emit.h"
#include "space/expression/expression_lex.h"
#include "space/symbols.h"

/* What the messages are made of. */
struct cml_type_checker {
	const struct cml_lexer *lexer;
	const struct cml_symbols *symbols;
};

enum cml_operand_type cml_type_of_column(enum cml_type type);

/* What needer, an operator or function, calculates with: TEXT, TRUTH, or NUMBER, as which truths
 * count as 0 or 1. */
enum cml_result cml_require(const struct cml_type_checker *checker,
			    const struct cml_operand *operand, enum cml_operand_type type,
			    struct cml_slice needer, struct cml_error *err);

/* For == and in: both numbers, both truths, or both texts; a literal text must
 * be a level of a column that lists its levels. */
enum cml_result cml_require_comparable(const struct cml_type_checker *checker,
				       const struct cml_operand *left,
				       const struct cml_operand *right, struct cml_slice needer,
				       struct cml_error *err);

/* For < and its like: both numbers (*ordinal NULL), or an ordinal column
 * (*ordinal) and one of its levels. */
enum cml_result cml_require_ordered(const struct cml_type_checker *checker,
				    const struct cml_operand *left, const struct cml_operand *right,
				    struct cml_slice needer, const struct cml_operand **ordinal,
				    struct cml_error *err);

/* The whole expression. */
enum cml_result cml_require_result(const struct cml_type_checker *checker,
				   const struct cml_operand *operand, enum cml_value_type want,
				   struct cml_error *err);

#endif
