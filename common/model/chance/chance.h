/* Whether a job runs: the chance that a configuration neither fails by itself nor leaves a limit,
 * learned from jobs that ran and jobs that did not.
 *
 *   trees, by one Platt scaling ------------+
 *   each limit that jobs report: its errors +--> the lowest
 *   each limit that has a law alone --------+
 *
 * Rows are jobs that ran against jobs that ended as oom, timeout or failed; infra and cancelled
 * depend on no configuration, and are not in the data. Jobs that ran out of memory are failures and
 * would leave its limit, for one reason: chances are not multiplied.
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
#include "model/interval/interval.h"

/* An outcome that must stay in [lower, upper]; one of them may be infinite. */
struct cml_limit {
	const char *name; /* the column of the space; NULL: no limit, but a second metric */
	double lower, upper;
	size_t law;       /* the feature that is log2 of it by its law; SIZE_MAX: it has none */
	double steepness; /* of a law that is all that is known (law.h); 0: jobs report it */
};

struct cml_chance_training {
	/* Jobs that ran: data's rows. Jobs that failed: data->failed, which may be NULL or
	 * empty. Limits of both: n_limits values a row. */
	const struct cml_dataset *data;
	/* n_features: -1 where the trees' chance never rises with the feature, 1 where it never
	 * falls, 0 free; NULL: all free. A missing value is not part of the order. */
	const int8_t *monotone;
	/* data->n_limits, in the order of the data; NULL: none is learned */
	const struct cml_limit *limits;
	uint64_t seed;
	struct cml_pool *pool; /* NULL: this thread alone */
};

struct cml_chance;

/* Learns; the same bytes for every number of threads. Needs a row that ran. Without a
 * failure, the chance to run of n jobs that ran is (n + 1) / (n + 2) everywhere (the
 * rule of succession). A limit that no job reports and that has no law is left out. Lines
 * `name=value` about it (ok_failed; ok_auc and ok_brier by the forests that did not see a job;
 * for each limit that jobs report how many keep it, and its error out of fold) are appended to
 * summary. */
enum cml_result cml_chance_train(struct cml_chance **chance,
				 const struct cml_chance_training *training,
				 struct cml_buffer *summary, struct cml_error *err);
void cml_chance_free(struct cml_chance *chance); /* NULL is allowed */

/* Whether a job reports a limit of data, failed ones included. */
bool cml_chance_reports_limit(const struct cml_dataset *data, size_t limit);

/* Limits it was taught, and the name of one. */
size_t cml_chance_n_limits(const struct cml_chance *chance);
const char *cml_chance_limit_name(const struct cml_chance *chance, size_t limit);

/* The jobs that it learned from that ran and that failed by themselves. With no failed job and no
 * limit all chances are one number. */
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

/* x: n rows of features; log_chance[n], each finite and at most 0. interval: of a metric whose
 * logarithms were learned: limits of which this is so, too, are as much less sure outside the log
 * as the metric is, or for a new level as their law is wrong inside; NULL: not known. Thread-safe,
 * allocates nothing. */
void cml_chance_predict(const struct cml_chance *chance, const struct cml_interval *interval,
			size_t n, const float *x, double *log_chance);

/* What is predicted of a limit's outcome, in the unit of its column, of a job of features x (one
 * row); *side: what it may be off by, NaN: not known. */
double cml_chance_outcome(const struct cml_chance *chance, const struct cml_interval *interval,
			  size_t limit, const float *x, double *side);

/* Of a struct cml_chance *: NULL writes nothing, and becomes what is read. */
void cml_chance_fields(struct cml_fields *fields, void *state);

/* Lines of text for people, for --describe. */
enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err);

#endif
