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
#ifndef CML_SEARCH_PORTFOLIO_VALUE_PROCESS_H
#define CML_SEARCH_PORTFOLIO_VALUE_PROCESS_H

#include "base/error.h"
#include "base/memory.h"
#include "search/portfolio/level_table.h"
#include "search/portfolio/tried_jobs.h"

/* Of more ok jobs nothing is learned: time rises with the square of them for each configuration
 * looked at, and a model of so many knows what matters. */
#define CML_VALUE_MAX_JOBS 256

/* Zeroed is empty. */
struct cml_value_process {
	struct cml_level_table *table; /* configurations asked about */
	struct cml_level_pairs gaps;
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

#endif
