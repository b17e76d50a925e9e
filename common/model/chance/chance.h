/* Whether a job runs: the chance that a configuration neither fails by itself nor
 * leaves a measured limit, learned from jobs that ran and jobs that did not.
 *
 *   trees -> Platt scaling --+
 *                            +--> pool --+
 *   Gaussian process --------+           +--> Platt scaling --> chance to run --+
 *   logistic line -----------------------+                                      +--> the lowest
 *   auto on each limit, normal errors --> chance inside ------------------------+
 *
 * Rows are jobs that ran against jobs that ended as oom, timeout or failed; infra and cancelled
 * depend on no configuration, and are not in the data. Failing jobs that users avoided are missing
 * in the log: random legal configurations stand in for them (chance_rows.h). Jobs that ran out of
 * memory are failures and would leave its limit, for one reason: chances are not multiplied.
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
#include "model/interval/level_sizes.h"

/* An outcome that must stay in [lower, upper]; one of them may be infinite. */
struct cml_limit {
	const char *name; /* the column of the space; NULL: no limit, but a second metric */
	double lower, upper;
};

/* Random legal configurations, to find failing jobs that are missing in the log (chance_rows.h). */
struct cml_chance_untried {
	/* Appends to drawn, which has the features of jobs and no row, n configurations drawn at
	 * random among the legal ones in the contexts of jobs, spread evenly over these. Fewer,
	 * or none, where that cannot be. */
	enum cml_result (*draw)(void *context, const struct cml_dataset *jobs, size_t n,
				struct cml_dataset *drawn, struct cml_error *err);
	void *context;
};

struct cml_chance_training {
	/* Jobs that ran: data's rows. Jobs that failed: data->failed, which may be NULL or
	 * empty. Limits of both: n_limits values a row. */
	const struct cml_dataset *data;
	/* n_features: -1 where the trees' chance never rises with the feature, 1 where it never
	 * falls, 0 free; NULL: all free. A missing value is not part of the order. The process is
	 * not bound by it. */
	const int8_t *monotone;
	const struct cml_limit *limits; /* data->n_limits, in the order of the data */
	/* A limit that no job reports is left out: of a part of a history that reports it. */
	bool leave_out_unreported;
	const struct cml_chance_untried *untried; /* NULL: none are missing */
	uint64_t seed;
	struct cml_pool *pool; /* NULL: this thread alone */
};

struct cml_chance;

/* Learns; the same bytes for every number of threads. Needs a row that ran. Without a
 * failure, the chance to run of n jobs that ran is (n + 1) / (n + 2) everywhere (the
 * rule of succession). A limit that no job reports is CML_BAD_DATA naming it, unless left out; one
 * that every job breaks, or none, is learned like any other. Lines `name=value` about it
 * (ok_failed, ok_auc, ok_brier out of fold; ok_launched where failing jobs are missing; for each
 * limit its out-of-fold error) are appended to summary. */
enum cml_result cml_chance_train(struct cml_chance **chance,
				 const struct cml_chance_training *training,
				 struct cml_buffer *summary, struct cml_error *err);
void cml_chance_free(struct cml_chance *chance); /* NULL is allowed */

/* Limits it was taught, and the name of one. */
size_t cml_chance_n_limits(const struct cml_chance *chance);
const char *cml_chance_limit_name(const struct cml_chance *chance, size_t limit);

/* Fewer failed jobs say nothing of what would fail elsewhere: a regression wants ten events. */
#define CML_CHANCE_MIN_FAILED 10

/* The jobs that it learned from that ran and that failed by themselves. With no failed job and no
 * limit all chances are one number. */
struct cml_chance_jobs {
	double n_ran, n_failed;
	double auc; /* of the chance on configurations unseen; NaN: not known */
};
struct cml_chance_jobs cml_chance_jobs(const struct cml_chance *chance);

/* Whether so few failed that what fails elsewhere is not known. */
bool cml_chance_is_blind(const struct cml_chance_jobs *jobs);

/* Whether the chance predicts no better than one constant: the AUC is within two standard errors of
 * that of a guess, which are those of the statistic of Mann and Whitney. False where it is not
 * known. */
bool cml_chance_is_guess(const struct cml_chance_jobs *jobs);

/* Failing jobs in the log per expected one; 1 where none are missing (chance_rows.h). */
double cml_chance_launched(const struct cml_chance *chance);

/* CML_BAD_DATA naming a limit that no job reports, failed ones included. */
enum cml_result cml_chance_require_limits(const struct cml_dataset *data, struct cml_error *err);

/* What is known of jobs outside the log. */
struct cml_chance_outside {
	const struct cml_level_sizes *sizes; /* of levels that no job had, failed ones included */
	/* Of a metric whose logarithms were learned: limits of which this is so, too, are as much
	 * less sure outside as the metric is. NULL: not known. */
	const struct cml_interval *interval;
};

/* x: n rows of features; log_chance[n], each finite and at most 0. outside NULL: nothing is known.
 * Thread-safe; allocates for new levels alone. */
void cml_chance_predict(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			size_t n, const float *x, double *log_chance);

/* What is predicted of a limit's outcome, in the unit of its column, of a job of features x (one
 * row); *side: what it may be off by. */
double cml_chance_outcome(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			  size_t limit, const float *x, double *side);

/* Parameters as bytes, little-endian, and back; load checks everything that it will
 * rely on: a hostile file is CML_BAD_DATA. */
enum cml_result cml_chance_save(const struct cml_chance *chance, struct cml_buffer *out,
				struct cml_error *err);
enum cml_result cml_chance_load(struct cml_chance **chance, struct cml_slice bytes,
				size_t n_features, struct cml_error *err);

/* Lines of text for people, for --describe. */
enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err);

#endif
