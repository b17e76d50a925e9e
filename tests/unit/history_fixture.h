/* Histories in a directory of their own, for the tests of launch. */
#ifndef CML_TESTS_HISTORY_FIXTURE_H
#define CML_TESTS_HISTORY_FIXTURE_H

#include "launch/job_history.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Columns: batch,note,qps,cml_key,cml_status,cml_attempt,cml_job. */
extern const struct cml_slice history_columns[];
#define N_HISTORY_COLUMNS 7
#define HISTORY_HEADER "batch,note,qps,cml_key,cml_status,cml_attempt,cml_job\n"

void history_enter(void); /* for a suite's .init: a new working directory */
void history_leave(void); /* for its .fini */

/* With the columns above, widen and one_writer as given; fails the test on an error. */
struct cml_job_history *history_open(const char *path);
enum cml_status history_try(struct cml_job_history **history, const char *path,
			    struct cml_job_history_options options, struct cml_error *err);

/* A row of this key: batch is the key, status ok. */
enum cml_status history_add(struct cml_job_history *history, uint64_t key, uint32_t attempt,
			    const char *note, struct cml_error *err);
/* Adds and commits; fails the test on an error. */
void history_put(struct cml_job_history *history, uint64_t key, const char *note);

int history_has(const struct cml_job_history *history, uint64_t key);

/* fork, but the child never outlives a test that fails. */
pid_t history_fork(void);

/* Content of a file, terminated, or NULL; valid until the next call but three. */
const char *history_content(const char *path, size_t *size);
void history_write(const char *path, const char *content, size_t size);

#endif
