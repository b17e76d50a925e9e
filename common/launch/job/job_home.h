/* One history, one folder of jobs, whatever they are called: with two, each job would run twice.
 * HISTORY.jobs is the folder, or a symbolic link to the one that was asked for, where HISTORY is
 * the name behind all links; FOLDER/history is a link to that. A link to what is there no more
 * (both were moved, one was removed) binds nobody, and is made anew. */
#ifndef CML_LAUNCH_JOB_JOB_HOME_H
#define CML_LAUNCH_JOB_JOB_HOME_H

#include "base/error.h"

#include <limits.h>

#define CML_JOB_FOLDER_SUFFIX ".jobs"
#define CML_HISTORY_LINK "history"

/* The absolute name behind all symbolic links; the last part may be missing. CML_IO_ERROR: it
 * is a symbolic link to nothing; its directory is missing. */
enum cml_result cml_real_path(const char *path, char real[PATH_MAX], struct cml_error *err);

/* Ties a history to its folder; both are there, and their names real; the history is owned
 * (owner_lock.h). CML_BAD_USAGE, with the name of the other: the history has another folder, the
 * folder another history. */
enum cml_result cml_job_home_tie(const char *history, const char *folder, struct cml_error *err);

#endif
