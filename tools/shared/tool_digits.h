/* How predictions are written. */
#ifndef CML_TOOL_DIGITS_H
#define CML_TOOL_DIGITS_H

#include "tool.h"

/* --digits; input: a bool, true for all of them. */
extern const struct argp tool_digits_argp;

#endif
