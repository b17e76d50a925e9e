/* A first design that fills the space: each configuration as far from all before as can be. */
#ifndef CML_SEARCH_PORTFOLIO_MAXIMIN_H
#define CML_SEARCH_PORTFOLIO_MAXIMIN_H

#include "base/error.h"
#include "search/portfolio/level_table.h"

#include <stddef.h>
#include <stdint.h>

/* Zeroed is empty. */
struct cml_maximin {
	const struct cml_level_table *table;
	struct cml_level_pairs gaps; /* squared */
	double *nearest; /* by configuration: squared distance to the nearest one taken; INFINITY:
			  * none is */
};

/* The table must outlive it. */
enum cml_result cml_maximin_init(struct cml_maximin *maximin, const struct cml_level_table *table,
				 struct cml_error *err);
void cml_maximin_release(struct cml_maximin *maximin);

/* A configuration (its levels) is taken: O(n). */
void cml_maximin_take(struct cml_maximin *maximin, const uint16_t *levels);

#endif
