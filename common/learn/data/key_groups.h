/* Rows of the same key, put together. */
#ifndef CML_LEARN_DATA_KEY_GROUPS_H
#define CML_LEARN_DATA_KEY_GROUPS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Groups in order of their first row; rows of group g, ascending, are
 * rows[first[g]] to rows[first[g + 1] - 1]. Zeroed is empty. */
struct cml_key_groups {
	size_t n;
	size_t *first; /* n + 1 */
	size_t *rows;
};

/* O(n_rows). */
enum cml_result cml_key_groups_init(struct cml_key_groups *groups, size_t n_rows,
				    const uint64_t *keys, struct cml_error *err);
void cml_key_groups_release(struct cml_key_groups *groups);

#endif
