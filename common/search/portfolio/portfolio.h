/* What the choice of a batch takes from the jobs that were tried, beside what a model says. */
#ifndef CML_SEARCH_PORTFOLIO_PORTFOLIO_H
#define CML_SEARCH_PORTFOLIO_PORTFOLIO_H

#include "base/error.h"
#include "base/memory.h"
#include "search/proposals.h"
#include "space/space.h"

/* Configurations as levels of their settings, param after param, so that what is known of a job
 * is added up over all of them quickly. */

/* The params of a space as a search compares configurations by them: each value is one of a few
 * levels, which have places on an axis where the space encodes the param as a number. */

/* So many values of a param are distinguished; further ones count as the nearest of these. */
#define CML_MAX_SETTING_LEVELS 256

struct cml_setting {
	size_t slot;
	bool is_ordered; /* encoded as its value or logarithm; else any two levels are as far apart
			  */
	bool is_continuous;
	size_t n;       /* levels that are values; level n: the param is absent */
	double *values; /* n, ascending */
	double *places; /* n, from 0 to 1; ordered ones only */
};

/* Params that have a feature, in file order. Zeroed is empty. The caller releases the arena, which
 * holds what is made of them, too: tables and pairs. */
struct cml_settings {
	size_t n;
	struct cml_setting *items;
	struct cml_arena arena;
};

/* levels[n] of a configuration: the nearest ones where it has others. */
void cml_settings_levels(const struct cml_settings *settings, const double *values,
			 uint16_t *levels);

/* How far apart two levels of a setting are: 0 to 1, an absent one 1 from all others. */
double cml_setting_gap(const struct cml_setting *setting, size_t a, size_t b);

/* Zeroed is empty. */
struct cml_level_table {
	struct cml_settings settings;
	size_t n;         /* configurations */
	uint16_t *levels; /* level of param p of configuration i at p * n + i */
	uint16_t *row;    /* scratch: levels of one configuration */
	double *sums;     /* n: scratch, of cml_level_sums */
};

/* Of n proposals, with the levels of the jobs that were tried (NULL: none) among them. */
enum cml_result cml_level_table_init(struct cml_level_table *table, const struct cml_space *space,
				     const struct cml_tried_jobs *tried, size_t n,
				     const struct cml_proposal *proposals, struct cml_error *err);

/* levels[settings.n] of configuration i. */
void cml_level_table_row(const struct cml_level_table *table, size_t i, uint16_t *levels);

/* For each setting a number for any two of its levels, absence among them: that of levels a and b
 * of setting p is pairs[p][a * (levels + 1) + b]. Zeros, in the arena of the settings. */
enum cml_result cml_level_pairs_init(double ***pairs, struct cml_settings *settings,
				     struct cml_error *err);

/* sums[n]: over the settings, of the numbers of the levels at[settings->n] and those of each
 * configuration. */
void cml_level_sums(const struct cml_level_table *table, double *const *pairs, const uint16_t *at,
		    double *sums);

/* A second opinion beside a model: a process that knows nothing of which params matter, and for
 * which another value is another value, however near.
 *
 * The metric is a draw of a Gaussian process over the levels of the settings. The correlation of
 * two configurations is a product over the settings, exp(-gap / length): the gap is 0 for equal
 * levels, 1 for unordered ones that differ and where one is absent, between w and 1 for ordered
 * ones, with their distance. Length, w and noise, the same for all settings, are the most likely
 * of a few; amplitude and mean follow from the jobs. Where a model has learned from few jobs that
 * a setting does not matter, or averages over values of which every second one is good, this one
 * is still curious.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT Press 2006,
 * algorithm 2.1 and section 5.4; F. Hutter, "Automated configuration of algorithms for solving hard
 * computational problems", 2009, section 10.2 (a kernel of how many settings differ). */

/* Of more ok jobs nothing is learned: time rises with the square of them for each configuration
 * looked at, and a model of so many knows what matters. */
#define CML_VALUE_MAX_JOBS 256

/* Zeroed is empty. */
struct cml_value_process {
	struct cml_level_table *table; /* configurations asked about */
	double **gaps;
	double length;    /* by how much of them correlations fall by a factor of e */
	size_t n, n_max;  /* jobs that ran, and others that are taken; room for so many */
	uint16_t *levels; /* n_max x settings */
	double *factor;   /* of the correlations, noise included: rows of a lower triangle */
	double *row;      /* n_max: scratch */
	double *mean;     /* by configuration: expected reward, as the next */
	double *variance; /* by configuration: what is left of 1 at most */
	double best;      /* of the jobs, and of what is expected of those taken: rewards less their
			   * mean, over their sd */
	double sd;        /* of rewards, or of their logarithms */
	double amplitude, noise; /* variances, in units of sd^2 */
};

/* The table must outlive it, and holds its memory. is_log: rewards are metrics above 0, or minus
 * such, and what counts is their logarithm. Pending jobs are taken, the last ones. It stays empty
 * (n = 0) with fewer than two ok jobs that differ, or more than CML_VALUE_MAX_JOBS. Cost:
 * configurations times jobs times settings. */
enum cml_result cml_value_process_init(struct cml_value_process *process,
				       struct cml_level_table *table,
				       const struct cml_tried_jobs *jobs, bool is_log,
				       struct cml_error *err);

/* How much better than the best configuration i is expected to be, in the unit of rewards (of their
 * logarithms), and the sd of a job there: as of its last look, and before it more than that. */
double cml_value_gain(const struct cml_value_process *process, size_t i);
double cml_value_sd(const struct cml_value_process *process, size_t i);

/* Looks at configuration i: its sd is then exact, until another is taken. O(n^2). */
void cml_value_look(struct cml_value_process *process, size_t i);

/* Configuration i, or another one at these levels, is going to run: as good as expected (i), or
 * as nobody knows. When there is no room, nothing changes. */
void cml_value_take(struct cml_value_process *process, size_t i);
void cml_value_take_other(struct cml_value_process *process, const uint16_t *levels);

/* Zeroed is empty; it must not move. */
struct cml_portfolio {
	struct cml_level_table table; /* the caller's to init: configurations to choose from; its
				       * arena holds all */
	/* A first design that fills the space: each as far from all before as can be. */
	double **gaps;   /* squared; NULL: not asked */
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
