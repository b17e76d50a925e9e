#include "search/newest.h"

#include "base/date.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_newest_release(struct cml_newest *newest)
{
	free(newest->jobs);
	free(newest->order);
	cml_arena_release(&newest->arena);
	*newest = (struct cml_newest){0};
}

enum cml_result cml_newest_add(struct cml_newest *newest, const struct cml_space *space,
			       const double *values, struct cml_slice time, struct cml_error *err)
{
	size_t size = space->n_columns * sizeof *values;
	struct cml_newest_job job = {.values = cml_arena_new(&newest->arena, size)};
	const char *copy = cml_arena_copy(&newest->arena, time);
	if (!job.values || !copy ||
	    !cml_array_reserve((void **)&newest->jobs, &newest->capacity, newest->n + 1,
			       sizeof job))
		return cml_fail_memory(err);
	memcpy(job.values, values, size);
	job.time = (struct cml_slice){copy, time.size};
	newest->jobs[newest->n++] = job;
	return CML_OK;
}

enum cml_result cml_newest_order(struct cml_newest *newest, struct cml_error *err)
{
	struct cml_error why;
	struct cml_slice *times = cml_array_new(newest->n, sizeof *times);
	size_t odd;
	newest->order = cml_array_new(newest->n, sizeof *newest->order);
	newest->by_time = times && newest->order;
	for (size_t i = 0; newest->by_time && i < newest->n; i++) {
		times[i] = newest->jobs[i].time;
		if (times[i].size == 0)
			newest->by_time = false;
	}
	newest->by_time = newest->by_time &&
			  cml_time_order(newest->n, times, newest->order, &odd, &why) == CML_OK;
	for (size_t i = 0; newest->order && !newest->by_time && i < newest->n; i++)
		newest->order[i] = i;
	enum cml_result status = times && newest->order ? CML_OK : cml_fail_memory(err);
	free(times);
	return status;
}

/* Of those that match what is given, or of all. */
static bool find(const struct cml_newest *newest, const struct cml_space *space,
		 const double *given, size_t slot, double *value, double *seen, size_t *n_values)
{
	size_t n_runs = 0;
	*n_values = 0;
	*value = NAN;
	for (size_t i = 0; i < newest->n && *n_values < CML_NEWEST_VALUES; i++) {
		const double *values = newest->jobs[newest->order[i]].values;
		size_t k = 0;
		if (isnan(values[slot]) ||
		    (given && cml_fixes_differ_in_context(space, given, values)))
			continue;
		while (k < *n_values && seen[k] != values[slot])
			k++;
		if (k == *n_values)
			seen[(*n_values)++] = values[slot];
		n_runs += values[slot] != *value;
		*value = values[slot];
	}
	return !isnan(*value) && *n_values < CML_NEWEST_VALUES &&
	       (newest->by_time || n_runs == *n_values);
}

bool cml_newest_find(const struct cml_newest *newest, const struct cml_space *space,
		     const double *given, size_t slot, double *value,
		     double seen[CML_NEWEST_VALUES], size_t *n_values)
{
	return find(newest, space, given, slot, value, seen, n_values) ||
	       (*n_values == 0 && find(newest, space, NULL, slot, value, seen, n_values));
}
