/* Where good jobs are dense and other jobs are not: a second opinion beside a model, that sees what
 * single values and their combinations did and assumes nothing of what lies between.
 *
 * The density of the good jobs is a mixture: a kernel around each of them, and one uniform over
 * all configurations. A kernel is a product over the params; that of a param has a part for the
 * very value of the job, one for the values near it where the param is ordered, and one for all
 * values. The density of all others (jobs that are worse, failed, or pending) is made in the same
 * way. The ratio of the two rises with the expected improvement over the best of the jobs that are
 * not good. Source: J. Bergstra, R. Bardenet, Y. Bengio, B. Kegl, "Algorithms for hyper-parameter
 * optimization", NeurIPS 2011, section 4; products over all params: S. Falkner, A. Klein, F.
 * Hutter, "BOHB: robust and efficient hyperparameter optimization at scale", ICML 2018. */
#ifndef CML_SEARCH_PORTFOLIO_DENSITY_RATIO_H
#define CML_SEARCH_PORTFOLIO_DENSITY_RATIO_H

#include "base/error.h"
#include "search/portfolio/level_table.h"
#include "search/portfolio/tried_jobs.h"

#include <stddef.h>
#include <stdint.h>

/* Zeroed is empty. */
struct cml_density_ratio {
	const struct cml_level_table *table; /* configurations asked about */
	struct cml_level_pairs kernels;      /* as multiples of the uniform density */
	double *good, *bad;                  /* by configuration: sums of kernels */
	size_t n_good, n_bad;
};

/* The table must outlive it. Good is a tenth of the jobs, at most 25, of those that are ok the
 * best; equal ones: those tried first. Cost: configurations times jobs times params. Without an ok
 * job there is nothing good: all ratios are those of the others. */
enum cml_result cml_density_ratio_init(struct cml_density_ratio *ratio,
				       const struct cml_level_table *table,
				       const struct cml_tried_jobs *jobs, struct cml_error *err);
void cml_density_ratio_release(struct cml_density_ratio *ratio);

/* Another job, at these levels, is pending. */
void cml_density_ratio_add_pending(struct cml_density_ratio *ratio, const uint16_t *levels);

/* Log ratio of the densities of the good and of the others at configuration i. */
double cml_log_density_ratio(const struct cml_density_ratio *ratio, size_t i);

#endif
