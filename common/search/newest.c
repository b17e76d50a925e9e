/* The contexts of the newest jobs. Part of configs.h. */
#include "search/configs.h"

#include "base/date.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Without times one of more values does not count as standing together. */
#define MAX_VALUES 1000

void cml_newest_release(struct cml_newest *newest)
{
	free(newest->order);
	*newest = (struct cml_newest){0};
}

enum cml_result cml_newest_init(struct cml_newest *newest, const struct cml_known_jobs *jobs,
				struct cml_error *err)
{
	struct cml_error why;
	size_t odd, n = jobs->n;
	AUTOFREE struct cml_slice *times = cml_array_new(n, sizeof *times);
	*newest = (struct cml_newest){.jobs = jobs, .by_time = true};
	if (!CML_NEW(&newest->order, n) || !times)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		times[i] = jobs->items[i].time;
		newest->by_time = newest->by_time && times[i].size > 0;
	}
	newest->by_time =
	    newest->by_time && cml_time_order(n, times, newest->order, &odd, &why) == CML_OK;
	for (size_t i = 0; !newest->by_time && i < n; i++)
		newest->order[i] = i;
	return CML_OK;
}

/* How many contexts a job has otherwise than given. */
static size_t count_different(const struct cml_space *space, const double *given,
			      const double *values)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += space->columns[slot].role == CML_ROLE_CONTEXT && !isnan(given[slot]) &&
		     !isnan(values[slot]) && values[slot] != given[slot];
	return n;
}

/* That of the jobs that have a value of a context (CML_NO_COLUMN: of all) and are most like what is
 * given. */
static size_t find_least_different(const struct cml_newest *newest, const struct cml_space *space,
				   const double *given, size_t slot)
{
	size_t least = SIZE_MAX;
	for (size_t i = 0; i < newest->jobs->n && least > 0; i++) {
		const double *values = newest->jobs->items[i].values;
		size_t n = slot != CML_NO_COLUMN && isnan(values[slot])
			       ? SIZE_MAX
			       : count_different(space, given, values);
		least = n < least ? n : least;
	}
	return least;
}

bool cml_newest_find(const struct cml_newest *newest, const struct cml_space *space,
		     const double *given, size_t slot, bool any, double *value)
{
	double seen[MAX_VALUES];
	size_t n_runs = 0, n = 0, least = find_least_different(newest, space, given, slot);
	*value = NAN;
	for (size_t i = 0; i < newest->jobs->n; i++) {
		const double *values = newest->jobs->items[newest->order[i]].values;
		if (isnan(values[slot]) || values[slot] == *value ||
		    count_different(space, given, values) > least)
			continue;
		*value = values[slot];
		n_runs++;
		size_t k = 0;
		while (k < n && seen[k] != *value)
			k++;
		if (k == n && n < MAX_VALUES)
			seen[n++] = *value;
	}
	return !isnan(*value) && (any || newest->by_time || n_runs == n);
}

bool cml_newest_has_together(const struct cml_newest *newest, const struct cml_space *space,
			     const double *asked, const double *given)
{
	size_t least = find_least_different(newest, space, asked, CML_NO_COLUMN);
	for (size_t i = 0; i < newest->jobs->n; i++) {
		const double *values = newest->jobs->items[i].values;
		size_t n_other = count_different(space, asked, values) - least;
		for (size_t slot = 0; slot < space->n_columns; slot++) {
			const struct cml_space_column *column = &space->columns[slot];
			bool is_given = !isnan(given[slot]);
			if (column->role != CML_ROLE_CONTEXT || !isnan(asked[slot]) ||
			    isnan(values[slot]) || (!is_given && !column->has_default))
				continue;
			n_other += values[slot] != (is_given ? given[slot] : column->default_value);
		}
		if (n_other == 0)
			return true;
	}
	return false;
}
