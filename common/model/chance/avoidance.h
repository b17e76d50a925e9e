/* How much of what would fail was never launched.
 *
 * People do not run what they know will fail: a log has few failures, and where they would be it
 * has no jobs at all. What tells is where jobs are missing. Settings drawn at random among all that
 * are legal, in the contexts of the jobs, are the comparison: jobs are as dense among them as
 *
 *     habit(x) * (launched + (1 - launched) * chance(x)),
 *
 * where habit is a factor for each value of each param (people have values they like), chance that
 * a job runs, of models that did not see it, and launched how often what fails is launched against
 * what runs: 1 where nothing is avoided. Habits and launched are the likeliest ones, habits about 1
 * with a deviation of 0.7 of their logarithm.
 *
 * What was drawn and is missing in the log is evidence: it counts in learning like failed jobs of
 * a weight, that by which the likelihood of the log would rise as their chance falls. One such step
 * is taken. Repeated, steps do not end: where jobs are is explained as well by a chance that is
 * smaller everywhere.
 * Source: selection of what is observed: B. Zadrozny, "Learning and evaluating classifiers under
 * sample selection bias", ICML 2004; density by random points: G. Ward et al., "Presence-only data
 * and the EM algorithm", Biometrics 65, 2009; BIC: G. Schwarz,
 * "Estimating the dimension of a model", Annals of Statistics 6, 1978. */
#ifndef CML_MODEL_CHANCE_AVOIDANCE_H
#define CML_MODEL_CHANCE_AVOIDANCE_H

#include "base/error.h"
#include "learn/data/dataset.h"

#include <stdbool.h>

struct cml_avoidance_task {
	const struct cml_dataset *jobs;  /* features and weights; one at least */
	const double *job_chance;        /* n_rows of jobs: that it runs, by models without it */
	const struct cml_dataset *drawn; /* features; one row at least */
	const double *drawn_chance;      /* n_rows of drawn */
	const bool *is_param;            /* by feature: whose values people like or not */
};

struct cml_avoidance {
	/* In (0, 1]. Below 1, what fails was avoided: that is likelier than 1 by more than one
	 * number more to fit explains of so many configurations (BIC, their mean job each). */
	double launched;
};

/* weight[n_rows of drawn]: jobs that each counts for, 0 where nothing was avoided. The more
 * settings are drawn, the less each counts. */
enum cml_result cml_avoidance_fit(struct cml_avoidance *avoidance,
				  const struct cml_avoidance_task *task, double *weight,
				  struct cml_error *err);

#endif
