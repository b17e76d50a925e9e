/* How many processes the kernel has killed for lack of memory, so that one killed by
 * SIGKILL can be told from one that a user killed. */
#ifndef CML_LAUNCH_LOCAL_OOM_WATCH_H
#define CML_LAUNCH_LOCAL_OOM_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Counts of the supervisor's own cgroup (v2: memory.events, v1: memory.oom_control) where
 * there is one with such a file; else of the whole machine (/proc/vmstat). A count that
 * rose while a job ran is evidence, no proof: jobs may share the cgroup. */
struct cml_oom_watch {
	int fd; /* of the file; -1: none */
	int64_t count;
};

/* A watch that finds no file counts nothing. */
void cml_oom_watch_init(struct cml_oom_watch *watch);
void cml_oom_watch_release(struct cml_oom_watch *watch);

/* Whether the count rose since the last call, or since init. One read. */
bool cml_oom_watch_rose(struct cml_oom_watch *watch);

#endif
