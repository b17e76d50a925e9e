/* Which rows of a dataset teach what: a dataset for each of the things to learn. */
#ifndef CML_MODEL_CHANCE_CHANCE_ROWS_H
#define CML_MODEL_CHANCE_CHANCE_ROWS_H

#include "base/error.h"
#include "base/job_status.h"
#include "learn/data/dataset.h"

/* All of them empty datasets to begin with, for the caller to release. */

/* Jobs that ran, y = 1, and those that failed, y = 0. */
enum cml_result cml_chance_rows_run(const struct cml_dataset *data, struct cml_dataset *rows,
				    struct cml_error *err);

/* Jobs that report the limit, y being what they report. */
enum cml_result cml_chance_rows_limit(const struct cml_dataset *data, size_t limit,
				      struct cml_dataset *rows, struct cml_error *err);

/* Whether there is one. */
bool cml_chance_reports_limit(const struct cml_dataset *data, size_t limit);

/* Jobs of data->failed that ended as status. */
size_t cml_chance_count(const struct cml_dataset *data, enum cml_job_status status);

/* Failing jobs that are missing in the log, because users avoid what they know will fail.
 *
 * Of configurations drawn at random among the legal ones in the contexts of the jobs, a fraction q
 * fails by the model. Launched like the others they would be n_ran q / (1 - q) failed jobs beside
 * the n_ran that ran. Where the log has fewer, by more than two standard deviations of such a
 * count, the difference is what users avoided: the drawn configurations join the log as failed
 * jobs, with that total weight, each in proportion to its chance to fail. Source: B. Zadrozny,
 * "Learning and evaluating classifiers under sample selection bias", ICML 2004; random points as
 * the comparison: G. Ward et al., "Presence-only data and the EM algorithm", Biometrics 65, 2009.
 */

/* jobs: y is 1 where a job ran, else 0. drawn_chance[n_drawn]: of the drawn ones, to run. weight
 * [n_drawn]: how many jobs of mean weight each counts for, 0 where none are missing. Returns the
 * failed jobs of the log per expected one: 1 where none are missing, else in (0, 1). */
double cml_missing_failures(const struct cml_dataset *jobs, size_t n_drawn,
			    const double *drawn_chance, double *weight);

#endif
