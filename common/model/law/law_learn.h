/* Learning the weights of laws from jobs. */
#ifndef CML_MODEL_LAW_LAW_LEARN_H
#define CML_MODEL_LAW_LAW_LEARN_H

#include "model/law/law.h"

/* The weights of the law of a metric, from the jobs of data with the features of the encoder that
 * it was made of: those that make |ln(measured / law)| small, outliers counting less. first_alone:
 * all but the first term are left out. */
enum cml_result cml_law_learn_metric(struct cml_law *law, const struct cml_encoder *encoder,
				     const struct cml_dataset *data, bool first_alone,
				     struct cml_error *err);

/* Of a limit that CML_LAW_MIN_REPORTS jobs report, failed ones included, the same, with weights
 * near 1, as its terms have its unit. Of another limit: weights near 1 and a steepness that make it
 * likely that these jobs ran and those ran out of memory. Where none is known to have run out of
 * memory (oom), jobs that failed may have; timeouts never tell. */
enum cml_result cml_law_learn_limit(struct cml_law *law, const struct cml_encoder *encoder,
				    const struct cml_dataset *data, struct cml_error *err);
#define CML_LAW_MIN_REPORTS 5

/* Jobs better than the roof show that it is too low: roof_scale. */
void cml_laws_learn_roof(struct cml_laws *laws, bool maximize, const struct cml_dataset *data);

/* Rows that a law is fitted to. Rows of one group have a level of their own, which is what the
 * terms do not know of it: another model, another framework. */
struct cml_law_rows {
	size_t n, n_terms, n_groups;
	double *terms;  /* n x n_terms, at least 0 */
	double *logs;   /* n: ln of what was measured */
	double *weight; /* n */
	size_t *group;  /* n, below n_groups */
};

/* Of rows with a weight: w[n_terms], at least 0, from w as it is; prior_sd: how far weights are
 * likely to be from 1, 0: nothing is known. levels[n_groups]: of each group in logarithms, shrunk
 * to 0. Source: least squares of logarithms by Gauss and Newton, with Huber's weights (P. Huber,
 * "Robust statistics", 1981, 7.8), each step by cml_nnls. */
enum cml_result cml_law_fit(const struct cml_law_rows *rows, double prior_sd, double *w,
			    double *levels, struct cml_error *err);
/* ln of the law; -INFINITY where all terms are 0. */
double cml_law_rows_log(const struct cml_law_rows *rows, size_t row, const double *w);

/* How jobs ended, for a law of failures. */
enum cml_law_end { CML_LAW_RAN, CML_LAW_OOM, CML_LAW_MAYBE_OOM };

/* w[n_terms], near 1, and *steepness of the log-odds to run, steepness * (logs - ln of the law),
 * where logs are of the bound. ends[n]. */
enum cml_result cml_law_fit_ends(const struct cml_law_rows *rows, const enum cml_law_end *ends,
				 double *w, double *steepness, struct cml_error *err);

#endif
