/* Whether a job runs: the chance that a configuration does not fail by itself, learned from jobs
 * that ran and jobs that did not.
 *
 * Rows are jobs that ran against jobs that ended as oom, timeout or failed; infra and cancelled
 * depend on no configuration, and teach nothing.
 * Source: J. H. Friedman, T. Hastie, R. Tibshirani, "Additive logistic regression",
 * Annals of Statistics 28, 2000; J. Platt, "Probabilistic outputs for support vector
 * machines", 1999. */
#ifndef CML_MODEL_CHANCE_CHANCE_H
#define CML_MODEL_CHANCE_CHANCE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/predictor/model_bytes.h"

struct cml_chance_training {
	/* Jobs that ran: data's rows. Jobs that failed: data->failed, which may be NULL or
	 * empty. */
	const struct cml_dataset *data;
	/* n_features: -1 where the trees' chance never rises with the feature, 1 where it never
	 * falls, 0 free; NULL: all free. A missing value is not part of the order. */
	const int8_t *monotone;
	uint64_t seed;
	struct cml_pool *pool; /* NULL: this thread alone */
};

struct cml_chance;

/* Learns; the same bytes for every number of threads. Needs a row that ran. Without a
 * failure, the chance to run of n jobs that ran is (n + 1) / (n + 2) everywhere (the
 * rule of succession). Lines `name=value` about it (ok_failed; ok_auc and ok_brier by the forests
 * that did not see a job) are appended to summary. */
enum cml_result cml_chance_train(struct cml_chance **chance,
				 const struct cml_chance_training *training,
				 struct cml_buffer *summary, struct cml_error *err);
void cml_chance_free(struct cml_chance *chance); /* NULL is allowed */

/* The jobs that it learned from that ran and that failed by themselves. With no failed job all
 * chances are one number. */
struct cml_chance_jobs {
	double n_ran, n_failed;
	double auc; /* of the chance on configurations unseen; NaN: not known, or few failed */
};
struct cml_chance_jobs cml_chance_jobs(const struct cml_chance *chance);

/* Whether so few jobs failed, or ran, that the best AUC would be within two standard errors of a
 * guess. */
bool cml_chance_are_few(const struct cml_chance_jobs *jobs);

/* Whether the chance predicts no better than one constant: the AUC is within two standard errors of
 * that of a guess, which are those of the statistic of Mann and Whitney. False where it is not
 * known. */
bool cml_chance_is_guess(const struct cml_chance_jobs *jobs);

/* x: n rows of features; log_chance[n], each finite and at most 0. Thread-safe, allocates nothing.
 */
void cml_chance_predict(const struct cml_chance *chance, size_t n, const float *x,
			double *log_chance);

/* A log chance within what n jobs can vouch for: none that they teach is above (n + 1) / (n + 2),
 * or below 1 / (n + 2). Source: P.-S. Laplace, the rule of succession. */
double cml_chance_clamp(double log_chance, double n);

/* Of a struct cml_chance *: NULL writes nothing, and becomes what is read. */
void cml_chance_fields(struct cml_fields *fields, void *state);

/* Lines of text for people, for --describe. */
enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err);

#endif
