/* The configurations of a run, each with where its job stands, and which comes next. */
#ifndef CML_LAUNCH_JOB_LIST_H
#define CML_LAUNCH_JOB_LIST_H

#include "base/error.h"
#include "base/key_set.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_job_entry {
	uint64_t key;
	const struct cml_slice *cells; /* n_cells of the list; in its arena */
	uint32_t attempt;              /* to claim next, or that runs; 0: not known yet */
	uint32_t n_infra;              /* attempts that were the machine's fault */
	uint32_t n_rows;               /* of the key, in the history and of this run */
	bool is_claimed;               /* the directory of `attempt` may be there */
	bool is_leftover; /* from a job directory, not from the input: never started again */
	bool is_handed;   /* taken out of the order of the input */
};

/* Zeroed, with n_cells set, is empty. Entries never move their cells. */
struct cml_job_list {
	struct cml_job_entry *entries;
	size_t n;
	size_t capacity;
	size_t n_cells;
	size_t next;      /* first entry that was never handed out */
	size_t n_waiting; /* not handed out, or delayed */
	struct cml_key_set keys;
	/* Entries that wait for a time, the latest first. */
	struct cml_job_delay {
		double due; /* CLOCK_MONOTONIC seconds */
		size_t entry;
	} * delays;
	size_t n_delays;
	size_t delay_capacity;
	size_t *turns; /* entries that come again, when all others have had their turn */
	size_t n_turns, next_turn, turn_capacity;
	struct cml_arena arena;
};

void cml_job_list_release(struct cml_job_list *list);

/* Copies the cells. *added: false for a key that is there already. */
enum cml_result cml_job_list_add(struct cml_job_list *list, uint64_t key,
				 const struct cml_slice *cells, bool is_leftover, bool *added,
				 struct cml_error *err);

/* The entry of a key. False: none. */
bool cml_job_list_find(const struct cml_job_list *list, uint64_t key, size_t *entry);

/* Takes an entry that was never handed out, and is no leftover, out of its turn. */
void cml_job_list_take(struct cml_job_list *list, size_t entry);

/* Puts an entry back until due. */
enum cml_result cml_job_list_delay(struct cml_job_list *list, size_t entry, double due,
				   struct cml_error *err);

/* Puts an entry behind all others. */
enum cml_result cml_job_list_repeat(struct cml_job_list *list, size_t entry, struct cml_error *err);

/* The entry to start now: one whose time has come, one that was never handed out, or a repeat.
 * False: none; *due is then when the next one comes, INFINITY for never. */
bool cml_job_list_next(struct cml_job_list *list, double now, size_t *entry, double *due);

#endif
