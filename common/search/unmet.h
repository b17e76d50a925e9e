/* Pairs of params that jobs changed from what is usual, but never both, though by chance one job or
 * more should have: nothing says whether they go together, as gradient caching and accumulation.
 * Ten proposals that all change both are one bet. */
#ifndef CML_SEARCH_UNMET_H
#define CML_SEARCH_UNMET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_support;

/* Zeroed: there is none. */
struct cml_unmet {
	float *usual; /* by column, of params: the code that most jobs have */
	struct cml_unmet_pair {
		size_t columns[2];
		size_t n_spent; /* configurations of the batch that change both */
	} * pairs;
	size_t n;
};

/* Of the jobs that support keeps; none where it has too many columns to look at in pairs. */
enum cml_result cml_unmet_init(struct cml_unmet *unmet, const struct cml_support *support,
			       struct cml_error *err);
void cml_unmet_release(struct cml_unmet *unmet);

/* Counts a configuration, by its codes (cml_support_encode), to each pair of which it changes both.
 * True: one of them has max since this. */
bool cml_unmet_spend(struct cml_unmet *unmet, const float *codes, size_t max);
/* Whether it changes both of a pair that has max. */
bool cml_unmet_has_spent(const struct cml_unmet *unmet, const float *codes, size_t max);

#endif
