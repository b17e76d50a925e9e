/* What the choice of a batch takes from the jobs that were tried, beside what a model says. */
#ifndef CML_SEARCH_PORTFOLIO_PORTFOLIO_H
#define CML_SEARCH_PORTFOLIO_PORTFOLIO_H

#include "base/error.h"
#include "search/portfolio/level_table.h"
#include "search/portfolio/tried_jobs.h"
#include "search/portfolio/value_process.h"
#include "space/space.h"

/* A first design that fills the space: each configuration as far from all before as can be. Zeroed
 * is empty. */
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

enum cml_portfolio_by {
	CML_PORTFOLIO_SPREAD, /* how far it is from all that was tried or taken */
	CML_PORTFOLIO_VALUES, /* what a process of single values expects (value_process.h) */
};

struct cml_portfolio_task {
	enum cml_portfolio_by by;
	const struct cml_space *space;
	const struct cml_tried_jobs *tried; /* NULL: none */
	size_t n;                           /* configurations to choose from */
	const double *const *values;        /* n, each n_columns */
	bool is_log;                        /* VALUES: logarithms of rewards count */
};

/* Zeroed is empty. */
struct cml_portfolio {
	enum cml_portfolio_by by;
	struct cml_settings settings;
	struct cml_level_table table;
	uint16_t *levels; /* scratch, of one configuration */
	struct cml_maximin maximin;
	struct cml_value_process process; /* VALUES */
};

/* What the task holds is not needed afterwards; the portfolio must not move. */
enum cml_result cml_portfolio_init(struct cml_portfolio *portfolio,
				   const struct cml_portfolio_task *task, struct cml_error *err);
void cml_portfolio_release(struct cml_portfolio *portfolio);

/* SPREAD: squared distance of configuration i from all that was tried or taken; INFINITY: there is
 * nothing to be far from. */
double cml_portfolio_distance(const struct cml_portfolio *portfolio, size_t i);

/* Configuration i is going to run, or another one is: its values. */
void cml_portfolio_take(struct cml_portfolio *portfolio, size_t i);
void cml_portfolio_take_other(struct cml_portfolio *portfolio, const double *values);

#endif
