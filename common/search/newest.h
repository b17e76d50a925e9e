/* What contexts have in the newest jobs of a history, for those that nobody fixes. */
#ifndef CML_SEARCH_NEWEST_H
#define CML_SEARCH_NEWEST_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "space/space.h"

/* Zeroed is empty. */
struct cml_newest {
	struct cml_newest_job {
		double *values; /* n_columns */
		struct cml_slice time;
	} * jobs;
	size_t n, capacity;
	size_t *order; /* n: from the oldest to the newest */
	bool by_time;  /* otherwise as they were added */
	struct cml_arena arena;
};
void cml_newest_release(struct cml_newest *newest);

/* Adds a job, both copied. time: a cell, or empty. */
enum cml_result cml_newest_add(struct cml_newest *newest, const struct cml_space *space,
			       const double *values, struct cml_slice time, struct cml_error *err);

/* After the last: orders them by time if all have one that base/date.h reads. */
enum cml_result cml_newest_order(struct cml_newest *newest, struct cml_error *err);

/* The value that a context has in the newest of the jobs that differ in the fewest contexts from
 * what is given (by slot, NaN: nothing). seen: the *n_values different ones that these have.
 * Without times rows show what is new only where equal values stand together: tables are sorted by
 * what people compare, too. False: no value, or too many. O(jobs x values). */
#define CML_NEWEST_VALUES 1000
bool cml_newest_find(const struct cml_newest *newest, const struct cml_space *space,
		     const double *given, size_t slot, double *value,
		     double seen[CML_NEWEST_VALUES], size_t *n_values);

/* Whether any job at all has another value of a context. */
bool cml_newest_has_other(const struct cml_newest *newest, size_t slot, double value);

/* Whether some job has, but for contexts that are asked for, those given and the defaults of the
 * others together. Both by slot, NaN: nothing. */
bool cml_newest_has_together(const struct cml_newest *newest, const struct cml_space *space,
			     const double *asked, const double *given);

#endif
