/* What readings there are in the output of a job, for a message about one that is not there. */
#ifndef CML_LAUNCH_METRIC_READING_NAMES_H
#define CML_LAUNCH_METRIC_READING_NAMES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* `'q'`, the name of a reading in text that is like the wanted one, else the first of all:
 * `'loss', 'step'`. False, with an empty list: there is no reading. size: of list, at least 2. */
bool cml_reading_names(struct cml_slice text, struct cml_slice wanted, char *list, size_t size);

#endif
