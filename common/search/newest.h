/* What contexts have in the newest jobs of a history, for those that nobody fixes. */
#ifndef CML_SEARCH_NEWEST_H
#define CML_SEARCH_NEWEST_H

#include "base/error.h"
#include "search/configs.h"
#include "space/space.h"

/* Zeroed is empty. */
struct cml_newest {
	const struct cml_known_jobs *jobs; /* outlive it */
	size_t *order;                     /* jobs->n: from the oldest to the newest */
	bool by_time; /* all have one that base/date.h reads; otherwise as they were added */
};
enum cml_result cml_newest_init(struct cml_newest *newest, const struct cml_known_jobs *jobs,
				struct cml_error *err);
void cml_newest_release(struct cml_newest *newest);

/* The value that a context has in the newest of the jobs that differ in the fewest contexts from
 * what is given (by slot, NaN: nothing). Without times rows show what is new only where equal
 * values stand together: tables are sorted by what people compare, too. False: no value.
 * O(jobs x values). */
bool cml_newest_find(const struct cml_newest *newest, const struct cml_space *space,
		     const double *given, size_t slot, double *value);

/* Whether some job has, but for contexts that are asked for, those given and the defaults of the
 * others together. Both by slot, NaN: nothing. */
bool cml_newest_has_together(const struct cml_newest *newest, const struct cml_space *space,
			     const double *asked, const double *given);

#endif
