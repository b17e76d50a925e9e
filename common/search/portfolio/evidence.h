/* What jobs nearby say of whether a configuration runs, beside a model that learned from jobs at
 * large, or before the last ones ended. Where one failed, its neighbours are less likely to run at
 * once; where one ran, more likely.
 *
 * The chance of the model counts as one job tried at the very place; any job counts by its
 * nearness, exp(-d^2 / (2 w^2)) at a distance d (the root of the summed squared gaps of its
 * settings, settings.h), w = 0.15. So a job of the same levels counts as much as the model, one
 * with another level of an unordered param next to nothing. Source: the mean of a beta distribution
 * whose prior is the model's chance, with jobs weighted by a kernel: C. Goetschalckx, P. Poupart,
 * J. Hoey, "Continuous correlated beta processes", IJCAI 2011. */
#ifndef CML_SEARCH_PORTFOLIO_EVIDENCE_H
#define CML_SEARCH_PORTFOLIO_EVIDENCE_H

#include "base/error.h"
#include "search/portfolio/level_table.h"
#include "search/portfolio/tried_jobs.h"

/* Zeroed is empty, and says what the model says. */
struct cml_evidence {
	double *ran, *all; /* by configuration: summed nearness of jobs that ran, and of those that
			    * ran or failed; NULL: no job failed */
};

/* Cost: configurations times jobs times params, nothing where no job failed. */
enum cml_result cml_evidence_init(struct cml_evidence *evidence,
				  const struct cml_level_table *table,
				  const struct cml_tried_jobs *jobs, struct cml_error *err);
void cml_evidence_release(struct cml_evidence *evidence);

/* Log chance of configuration i, of what the model says. */
double cml_evidence_log_chance(const struct cml_evidence *evidence, size_t i, double log_chance);

#endif
