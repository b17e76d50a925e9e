/* Expressions over the columns of a space, with corrections of names in the errors. */
#ifndef CML_SPACE_SPACE_COMPILE_H
#define CML_SPACE_SPACE_COMPILE_H

#include "base/error.h"
#include "base/text.h"
#include "space/expression/expression.h"
#include "space/space.h"

/* cml_expression_compile in a scope of a space. Where that fails and the text has the name of a
 * row that needs backticks (`SeqLen [tok]`), or a level that needs quotes (`Qwen-32B`), in any case
 * of letters and outside of them, the error says that, with the position and what to write. A name
 * in ' or " counts too. Of several the longest. */
enum cml_result cml_space_compile(struct cml_expression **expression, struct cml_slice text,
				  const struct cml_space_scope *scope, enum cml_value_type want,
				  struct cml_error *err);

#endif
