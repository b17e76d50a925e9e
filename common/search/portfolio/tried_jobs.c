#include "search/portfolio/tried_jobs.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum cml_result cml_tried_jobs_add(struct cml_tried_jobs *jobs, const struct cml_tried_job *job,
				   size_t n_columns, struct cml_error *err)
{
	if (!CML_RESERVE(&jobs->items, &jobs->capacity, jobs->n + 1))
		return cml_fail_memory(err);
	double *values = cml_array_new(n_columns, sizeof *values);
	if (!values)
		return cml_fail_memory(err);
	memcpy(values, job->values, n_columns * sizeof *values);
	jobs->items[jobs->n] = *job;
	jobs->items[jobs->n++].values = values;
	return CML_OK;
}

void cml_tried_jobs_release(struct cml_tried_jobs *jobs)
{
	for (size_t i = 0; i < jobs->n; i++)
		free((double *)jobs->items[i].values);
	free(jobs->items);
	*jobs = (struct cml_tried_jobs){0};
}
