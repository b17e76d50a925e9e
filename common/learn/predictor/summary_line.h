/* Lines `name=value` about how training went. */
#ifndef CML_LEARN_PREDICTOR_SUMMARY_LINE_H
#define CML_LEARN_PREDICTOR_SUMMARY_LINE_H

#include "base/memory.h"

#include <stdbool.h>

/* Appends a line with value, whole or rounded to six significant digits; nothing when it is not
 * finite: what is not known is left out. False when memory is out. */
bool cml_summary_put(struct cml_buffer *summary, const char *name, double value);

#endif
