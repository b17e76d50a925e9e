#include "space/finished_jobs.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void cml_finished_jobs_release(struct cml_finished_jobs *jobs)
{
	free(jobs->configs);
	free(jobs->values);
	cml_key_set_release(&jobs->keys);
	*jobs = (struct cml_finished_jobs){0};
}

/* Appends a configuration without jobs. */
static enum cml_result append(struct cml_finished_jobs *jobs, const struct cml_space *space,
			      uint64_t key, const double *values, struct cml_error *err)
{
	size_t row_size = space->n_columns * sizeof *values;
	if (!cml_array_reserve((void **)&jobs->configs, &jobs->capacity, jobs->n + 1,
			       sizeof *jobs->configs) ||
	    !cml_array_reserve((void **)&jobs->values, &jobs->values_capacity, jobs->n + 1,
			       row_size))
		return cml_fail_memory(err);
	if (cml_key_set_note(&jobs->keys, key, (uint32_t)jobs->n, err) != CML_OK)
		return err->status;
	memcpy(jobs->values + jobs->n * space->n_columns, values, row_size);
	jobs->configs[jobs->n++] = (struct cml_finished_config){.key = key};
	return CML_OK;
}

void cml_finished_config_count(struct cml_finished_config *config, enum cml_job_status status,
			       bool is_kept)
{
	config->n_ok += status == CML_JOB_OK;
	config->n_outside += status == CML_JOB_OK && !is_kept;
	config->n_failed +=
	    status == CML_JOB_OOM || status == CML_JOB_TIMEOUT || status == CML_JOB_FAILED;
}

enum cml_result cml_finished_jobs_add(struct cml_finished_jobs *jobs, const struct cml_space *space,
				      const double *values, const struct cml_job *job, bool is_kept,
				      size_t *place, struct cml_error *err)
{
	uint64_t key = cml_config_key(space, values);
	uint32_t note = (uint32_t)jobs->n;
	if (!cml_key_set_find(&jobs->keys, key, &note) &&
	    append(jobs, space, key, values, err) != CML_OK)
		return err->status;
	*place = note;
	cml_finished_config_count(&jobs->configs[note], job->status, is_kept);
	if (job->status == CML_JOB_OK)
		jobs->configs[note].total += job->target;
	return CML_OK;
}

bool cml_finished_config_counts(const struct cml_finished_config *config)
{
	return config->n_ok > config->n_failed && config->n_outside == 0;
}
