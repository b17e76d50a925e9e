/* A trained predictor with all that is needed to use it: the space it was
 * trained for, the names of its features, how its target was transformed; and
 * what the same jobs say of a second question, whether a job runs at all. */
#ifndef CML_MODEL_MODEL_H
#define CML_MODEL_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"
#include "learn/predictor/hyper.h"
#include "learn/predictor/predictor.h"
#include "learn/predictor/worth.h"
#include "model/chance/chance.h"
#include "model/interval/interval.h"
#include "model/law/law.h"
#include "model/support/support.h"
#include "space/encode/encoder.h"
#include "space/space.h"
#include "table/output.h"

/* The metric as a predictor learns it: which rows, and on which scale. */

/* Whether log(target) is learned; predictions come back in the unit of the target. */
enum cml_log_target {
	CML_LOG_DEFAULT, /* where every target is above 0 but for placeholders */
	CML_LOG_YES,     /* any other target <= 0 is CML_BAD_DATA */
	CML_LOG_NO,
};

/* Rows whose metric is learned. */
struct cml_target_rows {
	const struct cml_dataset *data; /* kept, or what was given */
	struct cml_dataset kept;
	size_t n_left_out;
};

/* Leaves out placeholders (base/placeholder.h): a 0 of jobs of which all others have more, a
 * 1e20; with CML_LOG_NO none. data outlives rows. */
enum cml_result cml_target_rows_init(struct cml_target_rows *rows, enum cml_log_target log_target,
				     const struct cml_dataset *data, struct cml_error *err);
void cml_target_rows_release(struct cml_target_rows *rows);

/* Lines about them, and about the jobs of data that have no target. */
enum cml_result cml_target_summarize(const struct cml_target_rows *rows,
				     const struct cml_dataset *data, struct cml_buffer *summary,
				     struct cml_error *err);

/* Placeholders among measured limits become values that were not reported. */
enum cml_result cml_target_clear_limits(struct cml_dataset *data, struct cml_error *err);

/* *is_log: whether the logarithm of the metric is learned; *least: no prediction of the metric
 * itself is below. CML_BAD_DATA: too large to be squared. */
enum cml_result cml_target_choose(enum cml_log_target log_target, const struct cml_dataset *data,
				  bool *is_log, double *least, struct cml_error *err);

/* What to train. */
struct cml_model_spec {
	const struct cml_predictor_kind *kind;
	const struct cml_hyper *hyper; /* as set by the user; owned by the caller; the
					* model holds a resolved copy */
	uint64_t seed;
	enum cml_log_target log_target;
	bool maximize;             /* large values of the metric are good */
	bool ignore_failures;      /* learn no chance to run */
	bool leave_out_unreported; /* a limit that no job reports: of a part of a history */
	bool learn_interval;       /* train on folds too, for interval.h */
	bool has_times;            /* rows are in the order of time: later jobs are imitated too */
	bool keeps_support;        /* learn what the log covers */
	size_t n_learned;          /* without a space: features that the predictor reads; 0: all */
	size_t law_feature;        /* without a space: that of the law of the metric; 0: none */
};

/* An outcome that has to stay within the domain of its column, as memory has to. */
struct cml_limit {
	size_t slot;             /* in the space */
	size_t law;              /* in the laws of the model; CML_NO_LAW: none */
	double n_jobs;           /* that report it, or that its law knows; a whole number */
	struct cml_model *model; /* of what jobs report: as `second`, but for a law; NULL: none
				  * does, and jobs run by its law */
};

struct cml_model {
	const struct cml_predictor_kind *kind;
	void *state;
	struct cml_chance *chance;     /* NULL: not learned */
	struct cml_interval *interval; /* NULL: not learned */
	struct cml_support *support;   /* NULL: not learned */
	/* Of the second metric, learned in the same way from the jobs that report it: the same
	 * features, no space, no law and nothing but predictions and intervals. NULL: none. */
	struct cml_model *second;
	size_t n_limits; /* 0 without a chance */
	struct cml_limit *limits;
	/* Of the metric without what another program computed, where a law has that: for jobs of
	 * which it computed nothing, and beside the law. As `second`, but for a law; NULL: none. */
	struct cml_model *bare;
	struct cml_heard *heard; /* with bare: cml_model_hear */
	struct cml_hyper hyper;  /* resolved */
	uint64_t seed;
	bool log_target;
	double least; /* no prediction of a metric itself is below */
	double doubt; /* a variance of what is learned, added to the predictor's */
	/* What the terms of the space say. Where the metric has a law that is used, the logarithm
	 * of target over law was learned; log_target is set too. */
	struct cml_laws laws;
	/* What the law that is used, and a predictor of its share, missed of jobs held out of both.
	 * Not in a file. */
	struct cml_fold_misses *misses;
	size_t n_misses;
	size_t law_feature;             /* log2 of the metric by its law; CML_NO_LAW: none */
	double least_share, most_share; /* logarithms, of jobs by the law; infinite without it */
	size_t roof_feature; /* log2 of the best that the metric can be; CML_NO_LAW: not known */
	bool maximize;
	size_t n_features; /* of a packed row (law.h) */
	size_t n_learned;  /* of these, the first ones: what the predictor reads */
	size_t n_encoded;  /* of a row of the encoder */
	const char **feature_names;
	struct cml_space *space;    /* NULL when trained without one */
	struct cml_encoder encoder; /* over space */
	struct cml_buffer summary;  /* `name=value` lines of the training */
	struct cml_arena arena;
};

struct cml_training_hooks {
	struct cml_pool *pool;
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

/* Trains on data, whose rows are packed meanwhile (law.h): the predictor on the rows with
 * a target, the chance to run on them and on the failed ones. With a space, the directions of its
 * columns hold for the chance, and its limits must be exactly data's: CML_BAD_DATA names one that
 * is not. Without one there are no directions, and limits of data are not learned. space may
 * be NULL; when given, it is copied with the levels that the feature names
 * show, and its features must be exactly data's, in order: CML_BAD_DATA names
 * the first that differs. Terms of the space make laws, learned first (law.h); where the
 * metric has one that is used, the targets are divided by it, and their logarithm is learned; the
 * predictions are multiplied with it, and never better than the roof. Where the data has a second
 * metric, and the space (or the data is refused), a second model is trained on it, whose logarithm
 * is learned as CML_LOG_DEFAULT says unless it is CML_LOG_NO; CML_BAD_DATA when no job with a
 * target reports it. CML_BAD_DATA also for: no rows ("no job has a target"), CML_LOG_YES with a
 * target <= 0. One row, or a constant target, is allowed: the model predicts that constant, and
 * the summary has target_constant. */
enum cml_result cml_model_train(struct cml_model **model, const struct cml_model_spec *spec,
				struct cml_dataset *data, const struct cml_space *space,
				const struct cml_training_hooks *hooks, struct cml_error *err);
void cml_model_free(struct cml_model *model); /* NULL is allowed */
AUTOPTR_BY(cml_model, cml_model_free)

/* CML_BAD_DATA naming a limit that no job of data reports, failed ones included, and that has no
 * terms in the space. */
enum cml_result cml_model_require_limits(const struct cml_space *space,
					 const struct cml_dataset *data, struct cml_error *err);

/* Sets law_feature and roof_feature from the laws. For what trains models and reads their files. */
void cml_model_find_law(struct cml_model *model);

/* The law and the memory of model->bare, which is there. */
enum cml_result cml_model_take_bare(struct cml_model *model, struct cml_error *err);

/* Natural logarithm of the metric of packed features by its law, NaN where a term is missing that
 * another program computes; 0 for a model without one. */
double cml_model_log_law(const struct cml_model *model, const float *x);

/* Whether a packed row lacks what another program computes, of a model whose space has that. */
bool cml_model_is_silent(const struct cml_model *model, const float *x);

/* Of rows that are asked about together, how far the predictions of each scale (cml_laws_scale) are
 * off without what another program computes, by those with it: the median. From then on a row that
 * lacks it is predicted without, and by this, on the scale of the others; and one that has it as
 * that and laws.order of the difference. Scales that were heard stay. Predict nothing
 * meanwhile. */
enum cml_result cml_model_hear(const struct cml_model *model, size_t n, const float *x,
			       struct cml_error *err);

/* By how many times the predictions of the scale that is off most are, with what another program
 * computes, those without; 1: no scale was heard. */
double cml_model_heard(const struct cml_model *model);

/* features[n_encoded] of the encoder as the predictor reads them, in x[n_features]. CML_BAD_DATA
 * with the feature: too large for one, as in training. */
enum cml_result cml_model_round(const struct cml_model *model, const double *features, float *x,
				struct cml_error *err);

/* The same of a configuration (values, n_columns of the model's space); features is
 * scratch. Also the errors of cml_encoder_encode. */
enum cml_result cml_model_encode(const struct cml_model *model, const double *values,
				 double *features, float *x, struct cml_error *err);

/* x: n rows of n_features. mean[n] in the unit of the metric, sd[n]
 * NaN where the predictor has none. With log_target the mean is exp of the
 * predicted log (the median of the prediction), times the law if there is one, above 0 and
 * finite, and sd = mean * sd of the log (first-order error propagation). Allocates nothing. */
void cml_model_predict(const struct cml_model *model, size_t n, const float *x, double *mean,
		       double *sd);

/* x as above; log_chance[n]: natural logarithm of the chance that such a job runs and keeps its
 * limits, at most 0; zeros for a model without one. Allocates nothing. */
void cml_model_chance(const struct cml_model *model, size_t n, const float *x, double *log_chance);

/* The column of a limit; what is predicted of it, in its unit, of a job of features x (one row),
 * and what it may be off by. */
const struct cml_space_column *cml_model_limit(const struct cml_model *model, size_t limit);
double cml_model_outcome(const struct cml_model *model, size_t limit, const float *x, double *side);
/* For people: its bounds, and how many jobs say something of it. False: out of memory. */
bool cml_model_put_limit(const struct cml_model *model, const struct cml_limit *limit,
			 struct cml_buffer *text);

/* Predicting many rows with all threads. */

/* As cml_model_predict, and cml_model_chance unless log_chance is NULL, block by block on the
 * pool; the same numbers for every number of threads. */
void cml_batch_predict(const struct cml_model *model, struct cml_pool *pool, size_t n,
		       const float *x, double *mean, double *sd, double *log_chance);

/* Intervals of predictions in the unit of the metric. */

/* The value of the metric's domain that is nearest to a value: an accuracy of 1 for 1.03. */
double cml_model_possible(const struct cml_model *model, double value);

/* Whether cml_model_interval knows anything. */
bool cml_model_has_interval(const struct cml_model *model);

/* Whether a number (the code of a column of the support) is so many times the largest of the log,
 * or, where logarithms are learned, so small a part of the smallest: nothing is known there. */
#define CML_BEYOND 1000
bool cml_model_is_beyond(const struct cml_model *model, size_t column, float code);

/* The interval that holds CML_INTERVAL_COVERAGE of new jobs such as these: x, n rows of n_features;
 * mean[n] and sd[n] as cml_model_predict gave them. lo[n] and hi[n] in the unit of the metric,
 * above 0 where every metric learned from was, in the metric's domain, both finite; NaN where
 * nothing is known, as far outside all that the log has, and with a model without one. Allocates
 * nothing. */
void cml_model_interval(const struct cml_model *model, size_t n, const float *x, const double *mean,
			const double *sd, double *lo, double *hi);

/* The space inside a model, and whether it gives the model's features. */

/* What jobs of data cover of the columns of a model; data NULL: a support that is to be read. With
 * the encoder of the model's space, columns are the params, contexts and derived columns that have
 * features; without one (NULL), each of the n_features is a param. */
enum cml_result cml_model_support_train(struct cml_support **support,
					const struct cml_encoder *encoder, size_t n_features,
					const struct cml_dataset *data, struct cml_error *err);

/* Makes the encoder over the model's space, which must give the features of the model, in order,
 * up to the terms of laws: CML_BAD_DATA names the first that differs. */
enum cml_result cml_model_bind_space(struct cml_model *model, struct cml_error *err);

/* Copies space into the model, with the levels of open columns that the names
 * of its features show, and binds it: to a table, which has all terms of laws, too. An open column
 * that is not encoded stays open where it is the only kind of open column. */
enum cml_result cml_model_take_space(struct cml_model *model, const struct cml_space *space,
				     struct cml_error *err);

/* How a model orders launches: by prediction and by the chance that the job runs. */

/* How failures count. */
struct cml_failures {
	bool are_ignored;  /* order by prediction alone */
	bool has_floor;    /* min_chance was given */
	double min_chance; /* leave out what runs with less; 0: nothing */
};

/* The worth of launches under acquisition: with the chance, unless failures are ignored or the
 * model has none; per cost a logarithm all the same, from which that of the cost is taken.
 * CML_BAD_USAGE: an acquisition that does not go with the model (see cml_acquisition_check), a
 * min_chance where failures are ignored or not known, per cost where they are ignored.
 * CML_BAD_DATA: a summary without the range of the targets. */
enum cml_result cml_model_worth(const struct cml_model *model,
				const struct cml_acquisition *acquisition,
				const struct cml_failures *failures, struct cml_worth *worth,
				struct cml_error *err);

/* The number of a line of the summary, such as "rows"; NaN where there is none. */
double cml_model_fact(const struct cml_model *model, const char *name);

#endif
