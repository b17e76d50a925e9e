/* What the choice of a batch takes from the jobs that were tried, beside what a model says. */
#ifndef CML_SEARCH_PORTFOLIO_PORTFOLIO_H
#define CML_SEARCH_PORTFOLIO_PORTFOLIO_H

#include "base/error.h"
#include "search/portfolio/level_table.h"
#include "search/portfolio/tried_jobs.h"
#include "search/portfolio/value_process.h"
#include "space/space.h"

/* Zeroed is empty; it must not move. */
struct cml_portfolio {
	struct cml_level_table table; /* the caller's to init: configurations to choose from; its
				       * arena holds all */
	/* A first design that fills the space: each as far from all before as can be. */
	struct cml_level_pairs gaps; /* squared */
	double *nearest; /* by configuration: squared distance to the nearest that was tried or
			  * taken; INFINITY: none is; NULL: not asked */
	struct cml_value_process process; /* the caller's to init, over the table */
};

/* Distances, from these jobs and from another configuration (NULL: none). */
enum cml_result cml_portfolio_spread(struct cml_portfolio *portfolio,
				     const struct cml_tried_jobs *tried, const double *first,
				     struct cml_error *err);

/* Configuration i is going to run, or another one is: its values. O(n) of distances. */
void cml_portfolio_take(struct cml_portfolio *portfolio, size_t i);
void cml_portfolio_take_other(struct cml_portfolio *portfolio, const double *values);

#endif
