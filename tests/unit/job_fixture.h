/* Attempts to be run, in the working directory of history_fixture.h. */
#ifndef CML_TESTS_JOB_FIXTURE_H
#define CML_TESTS_JOB_FIXTURE_H

#include "launch/command_file.h"
#include "launch/job_folder.h"

#include <stdint.h>
#include <sys/types.h>

/* h.jobs */
void job_fixture_open(struct cml_job_folder *folder);

/* Claims attempt KEY.1 of `sh -c script`, in the working directory, and returns the path of its
 * directory, until the next call; with: the rest of its command. Fails the test when somebody
 * has it. */
const char *job_fixture_claim(const struct cml_job_folder *folder, uint64_t key,
			      const char *keeper, const char *script,
			      const struct cml_command *with);

/* The guard that holds a lock of the folder, once a job of it runs: before, it has another
 * number. */
pid_t job_fixture_guard(const char *keeper);

/* Until a file is there, 20 s at most. */
void job_fixture_await(const char *path);

#endif
