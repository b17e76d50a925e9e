/* Lines `name=value` about how training went. */
#ifndef CML_LEARN_PREDICTOR_SUMMARY_LINE_H
#define CML_LEARN_PREDICTOR_SUMMARY_LINE_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends a line with value, whole or rounded to six significant digits; nothing when it is not
 * finite: what is not known is left out. False when memory is out. */
bool cml_summary_put(struct cml_buffer *summary, const char *name, double value);

/* Which features matter most, as lines for people. */

/* Appends heading as a line, and the features of the largest amounts with their
 * fraction of all: 15 at most, equal ones in order, none that are 0. amounts[n] are
 * finite and at least 0; nothing is appended when all are 0. False when memory
 * is out. */
bool cml_feature_fractions_put(struct cml_buffer *text, const char *heading, size_t n,
			       const double *amounts, const char *const *feature_names);

#endif
