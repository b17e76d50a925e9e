/* Sizes of a learning curve. */
#ifndef CML_EVAL_CURVE_H
#define CML_EVAL_CURVE_H

#include "base/error.h"

#include <stddef.h>

/* Parses `25,50,100` into *sizes[*n], to be freed by the caller. CML_BAD_USAGE
 * unless they are whole numbers from 1 that ascend. */
enum cml_result cml_curve_parse(const char *text, size_t **sizes, size_t *n, struct cml_error *err);

#endif
