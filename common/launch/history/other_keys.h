/* Rows of a history whose keys are of other columns than those of a space. */
#ifndef CML_LAUNCH_HISTORY_OTHER_KEYS_H
#define CML_LAUNCH_HISTORY_OTHER_KEYS_H

#include "base/error.h"
#include "space/config.h"
#include "space/space.h"

#include <stddef.h>

/* *n: rows of the table at path (which need not exist), cut by delimiter, whose cml_key is not what
 * the space says of their configuration, as of a run without the space, or with another one: their
 * configurations run again. Rows without a key do not count, nor do those that the space refuses.
 */
enum cml_result cml_history_count_other_keys(const char *path, char delimiter,
					     const struct cml_space *space, const struct cml_na *na,
					     size_t *n, struct cml_error *err);

#endif
