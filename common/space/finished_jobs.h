/* The configurations that finished jobs ran, and what became of them: what may be named the best,
 * and repeated. */
#ifndef CML_SPACE_FINISHED_JOBS_H
#define CML_SPACE_FINISHED_JOBS_H

#include "base/error.h"
#include "base/key_set.h"
#include "space/config.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_finished_config {
	uint64_t key;
	size_t n_ok;      /* jobs with a metric */
	size_t n_failed;  /* oom, timeout, failed: infra and cancelled are not its fault */
	size_t n_outside; /* of those that were ok: outside a limit */
	double total;     /* of what those that were ok measured */
};

/* Distinct configurations in the order in which they first appeared. Zeroed is empty. */
struct cml_finished_jobs {
	struct cml_finished_config *configs;
	double *values; /* n x n_columns */
	size_t n, capacity, values_capacity;
	struct cml_key_set keys; /* the note beside each: its place */
};
void cml_finished_jobs_release(struct cml_finished_jobs *jobs);

/* values: n_columns, completed. is_kept: no limit was broken. *place: of the configuration. */
enum cml_result cml_finished_jobs_add(struct cml_finished_jobs *jobs, const struct cml_space *space,
				      const double *values, const struct cml_job *job, bool is_kept,
				      size_t *place, struct cml_error *err);

/* Counts a job of the configuration. */
void cml_finished_config_count(struct cml_finished_config *config, enum cml_job_status status,
			       bool is_kept);

/* Whether a configuration may be named the best: it ran more often than it failed, and never broke
 * a limit. */
bool cml_finished_config_counts(const struct cml_finished_config *config);

#endif
