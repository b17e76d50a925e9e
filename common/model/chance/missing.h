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
#ifndef CML_MODEL_CHANCE_MISSING_H
#define CML_MODEL_CHANCE_MISSING_H

#include "learn/data/dataset.h"

/* jobs: y is 1 where a job ran, else 0. drawn_chance[n_drawn]: of the drawn ones, to run. weight
 * [n_drawn]: how many jobs of mean weight each counts for, 0 where none are missing. Returns the
 * failed jobs of the log per expected one: 1 where none are missing, else in (0, 1). */
double cml_missing_failures(const struct cml_dataset *jobs, size_t n_drawn,
			    const double *drawn_chance, double *weight);

#endif
