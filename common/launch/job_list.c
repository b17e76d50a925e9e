#include "launch/submission_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_job_list_release(struct cml_job_list *list)
{
	free(list->entries);
	free(list->delays);
	free(list->turns);
	cml_key_set_release(&list->keys);
	cml_arena_release(&list->arena);
	memset(list, 0, sizeof *list);
}

enum cml_result cml_job_list_add(struct cml_job_list *list, uint64_t key,
				 const struct cml_slice *cells, bool is_leftover, bool *added,
				 struct cml_error *err)
{
	*added = !cml_key_set_has(&list->keys, key);
	if (!*added)
		return CML_OK;
	if (list->n == UINT32_MAX)
		return cml_fail(err, CML_BAD_DATA, "more than %zu configurations", list->n);
	if (cml_key_set_note(&list->keys, key, (uint32_t)list->n, err) != CML_OK)
		return err->status;
	struct cml_job_entry entry = {.key = key,
				      .is_leftover = is_leftover,
				      .cells =
					  cml_arena_copy_all(&list->arena, cells, list->n_cells)};
	if (!entry.cells || !CML_RESERVE(&list->entries, &list->capacity, list->n + 1))
		return cml_fail_memory(err);
	list->entries[list->n++] = entry;
	return CML_OK;
}

bool cml_job_list_find(const struct cml_job_list *list, uint64_t key, size_t *entry)
{
	uint32_t note;
	bool found = cml_key_set_find(&list->keys, key, &note);

	*entry = found ? note : 0;
	return found;
}

enum cml_result cml_job_list_delay(struct cml_job_list *list, size_t entry, double due,
				   struct cml_error *err)
{
	size_t i = list->n_delays;

	if (!CML_RESERVE(&list->delays, &list->delay_capacity, i + 1))
		return cml_fail_memory(err);
	struct cml_job_delay *delays = list->delays;
	while (i > 0 && delays[i - 1].due < due)
		i--;
	memmove(&delays[i + 1], &delays[i], (list->n_delays - i) * sizeof *delays);
	delays[i] = (struct cml_job_delay){due, entry};
	list->n_delays++;
	return CML_OK;
}

enum cml_result cml_job_list_enqueue(struct cml_job_list *list, size_t entry, struct cml_error *err)
{
	if (!CML_RESERVE(&list->turns, &list->turn_capacity, list->n_turns + 1))
		return cml_fail_memory(err);
	list->turns[list->n_turns++] = entry;
	return CML_OK;
}

bool cml_job_list_next(struct cml_job_list *list, double now, size_t *entry, double *due)
{
	*due = INFINITY;
	if (list->n_delays > 0 && list->delays[list->n_delays - 1].due <= now) {
		*entry = list->delays[--list->n_delays].entry;
		return true;
	}
	if (list->next_turn < list->n_turns) {
		*entry = list->turns[list->next_turn++];
		return true;
	}
	if (list->n_delays > 0)
		*due = list->delays[list->n_delays - 1].due;
	return false;
}
