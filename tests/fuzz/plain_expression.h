/* Expressions evaluated straight from their text, by the grammar and the meaning
 * that space/expression/expression.h states, without the library's lexer, parser or code:
 * what the compiled ones are compared with. */
#ifndef CML_TEST_PLAIN_EXPRESSION_H
#define CML_TEST_PLAIN_EXPRESSION_H

#include "base/text.h"
#include "space/expression/expression.h"
#include "space/space.h"

/* text: one that compiles over all columns of space. *result as
 * cml_expression_evaluate gives it. Ends the program when the text is none. */
enum cml_outcome plain_expression(const struct cml_space *space, struct cml_slice text,
				  const double *values, double *result);

#endif
