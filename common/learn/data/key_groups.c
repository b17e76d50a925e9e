#include "learn/data/key_groups.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

/* Number of each row's group, by an open-addressing table of first rows that
 * is at most half full. */
static enum cml_result number_groups(size_t n_rows, const uint64_t *keys, size_t *group,
				     size_t *n_groups, struct cml_error *err)
{
	size_t n_slots = 2;
	while (n_slots / 2 < n_rows)
		if (__builtin_mul_overflow(n_slots, (size_t)2, &n_slots))
			return cml_fail_memory(err);
	size_t *slots = cml_array_new(n_slots, sizeof *slots); /* row + 1; 0 is free */
	if (!slots)
		return cml_fail_memory(err);
	*n_groups = 0;
	for (size_t row = 0; row < n_rows; row++) {
		/* Keys are hashes as a rule, but a table may hold any. */
		size_t slot = cml_hash(CML_HASH_SEED, &keys[row], sizeof keys[row]) & (n_slots - 1);
		while (slots[slot] != 0 && keys[slots[slot] - 1] != keys[row])
			slot = (slot + 1) & (n_slots - 1);
		if (slots[slot] == 0) {
			slots[slot] = row + 1;
			group[row] = (*n_groups)++;
		} else {
			group[row] = group[slots[slot] - 1];
		}
	}
	free(slots);
	return CML_OK;
}

/* A counting sort by group. */
static enum cml_result collect(struct cml_key_groups *groups, size_t n_rows, const size_t *group,
			       struct cml_error *err)
{
	size_t *next = cml_array_new(groups->n + 1, sizeof *next);
	groups->first = cml_array_new(groups->n + 1, sizeof *groups->first);
	groups->rows = cml_array_new(n_rows, sizeof *groups->rows);
	if (!next || !groups->first || !groups->rows) {
		free(next);
		return cml_fail_memory(err);
	}
	for (size_t row = 0; row < n_rows; row++)
		groups->first[group[row] + 1]++;
	for (size_t g = 0; g < groups->n; g++) {
		groups->first[g + 1] += groups->first[g];
		next[g] = groups->first[g];
	}
	for (size_t row = 0; row < n_rows; row++)
		groups->rows[next[group[row]]++] = row;
	free(next);
	return CML_OK;
}

enum cml_result cml_key_groups_init(struct cml_key_groups *groups, size_t n_rows,
				    const uint64_t *keys, struct cml_error *err)
{
	*groups = (struct cml_key_groups){0};
	size_t *group = cml_array_new(n_rows, sizeof *group);
	if (!group)
		return cml_fail_memory(err);
	enum cml_result status = number_groups(n_rows, keys, group, &groups->n, err);
	if (status != CML_OK)
		goto out;
	status = collect(groups, n_rows, group, err);
out:
	free(group);
	return status;
}

void cml_key_groups_release(struct cml_key_groups *groups)
{
	free(groups->first);
	free(groups->rows);
	*groups = (struct cml_key_groups){0};
}
