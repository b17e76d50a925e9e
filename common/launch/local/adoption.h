/* Jobs of earlier runs on this machine that still run: watched until their records are
 * there, or their keepers have gone. */
#ifndef CML_LAUNCH_LOCAL_ADOPTION_H
#define CML_LAUNCH_LOCAL_ADOPTION_H

#include "launch/job/job_folder.h"
#include "launch/launcher.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_adoption {
	struct cml_launch *launch; /* NULL: the entry is free */
	int keeper;                /* pidfd */
	int watch;                 /* of inotify, on the job directory; -1: none */
};

/* Zeroed is empty. */
struct cml_adoptions {
	const struct cml_job_folder *folder;
	int epoll;  /* plus 1; of keepers and notify */
	int notify; /* plus 1; inotify */
	struct cml_adoption *entries;
	size_t n_entries;
	size_t capacity;
	size_t n; /* that are not free */
};

enum cml_result cml_adoptions_init(struct cml_adoptions *adoptions,
				   const struct cml_job_folder *folder, struct cml_error *err);
void cml_adoptions_release(struct cml_adoptions *adoptions); /* safe on a zeroed one */

size_t cml_adoptions_n(const struct cml_adoptions *adoptions);
/* Readable when something may have ended. */
int cml_adoptions_fd(const struct cml_adoptions *adoptions);

/* *running: watched from now on. *slot: the place its environment names, untouched when it
 * names none. */
enum cml_result cml_adoptions_add(struct cml_adoptions *adoptions, struct cml_launch *launch,
				  bool *running, size_t *slot, struct cml_error *err);

/* One that has ended, which is watched no more; CML_END: none. Looks at each. */
enum cml_result cml_adoptions_next(struct cml_adoptions *adoptions, struct cml_launch **launch,
				   struct cml_job_record *record, bool *has_record,
				   struct cml_error *err);

/* Asks its keeper to end the job; in vain when the tool that started it still lives. */
void cml_adoptions_end(struct cml_adoptions *adoptions, const struct cml_launch *launch,
		       enum cml_job_stop why);

#endif
