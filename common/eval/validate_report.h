/* Handing over what a validation found: scores, points, importance. */
#ifndef CML_EVAL_VALIDATE_REPORT_H
#define CML_EVAL_VALIDATE_REPORT_H

#include "base/error.h"
#include "base/memory.h"
#include "eval/scoring.h"
#include "eval/split.h"
#include "space/space.h"

/* One line of the long table. */
struct cml_validation_row {
	size_t repeat;  /* from 0; CML_MEAN_REPEAT on the summary rows */
	size_t size;    /* of the learning curve, from 0 */
	size_t n_train; /* jobs that ran, before repeats are merged; for scores of launches also
			 * those that failed */
	size_t n_test;  /* likewise; both: on summary rows the rounded mean over the repeats (the
			 * sides of a key split vary) */
	double failed;  /* fraction of the n_test jobs that failed or broke a limit, for scores of
			 * launches; otherwise 0 */
	const char *score;
	double value;  /* NaN: undefined; summary: mean of the repeats where it is defined */
	double lo, hi; /* a repeat: bootstrap interval over its test rows; summary of two
			* or more repeats: mean -+ 2 standard deviations over them, as the
			* bands of the paper's figure 4; of repeats that test the same jobs, the
			* mean of their intervals, if any; of one repeat: that interval */
};
#define CML_MEAN_REPEAT SIZE_MAX

/* One tested job, for scatter plots. */
struct cml_validation_point {
	size_t repeat;
	size_t n_train;
	bool failed;                  /* row is one of data.failed */
	size_t row;                   /* in the history */
	double actual, predicted, sd; /* actual: NaN of a failed one */
	double lo, hi;                /* the interval of the prediction; NaN: none */
	double chance;                /* that it runs; NaN: not learned */
};

/* What a score loses when a column is shuffled; of a repeat with the interval of
 * cml_importance_measure, of several as struct cml_validation_row has it. */
struct cml_validation_drop {
	size_t repeat; /* CML_MEAN_REPEAT on the summary rows */
	size_t n_train, n_test;
	const char *column;
	const char *score;
	struct cml_scored drop;
};

/* Functions that are NULL are not wanted, and nothing is computed for them; all but
 * row may be. */
struct cml_validation_sink {
	void *context;
	enum cml_result (*row)(void *context, const struct cml_validation_row *row,
			       struct cml_error *err);
	enum cml_result (*point)(void *context, const struct cml_validation_point *point,
				 struct cml_error *err);
	enum cml_result (*drop)(void *context, const struct cml_validation_drop *drop,
				struct cml_error *err);
	/* After the scores of a repeat and size, where scores inside contexts are wanted: those of
	 * the predictions, and those of the chance to run where it is learned. */
	enum cml_result (*contexts)(void *context, size_t size, enum cml_context_question question,
				    const struct cml_context_scores *, struct cml_error *err);
	/* In n trainings, n > 0, no job reports a limit that others report: there it was left
	 * out. */
	void (*lack)(void *context, size_t n);
};

/* What came of one size and repeat. */
struct cml_validation_outcome {
	size_t n_train;
	size_t n_failed_train;
	size_t n_wasteful; /* of the tested jobs: failed or broke a limit */
	bool lacks_limits; /* of jobs to train on none reports a limit that others report */
	/* Of the n_test jobs that ran, then of the n_failed_test that failed; kept after scoring
	 * only for a sink that takes points. */
	struct cml_arena predictions; /* these: */
	double *actual, *predicted, *sd, *lo, *hi;
	double *worth;  /* as launches; set where launches are scored, and so is ... */
	double *chance; /* ... this; NaN: not learned */
	struct cml_context_scores by_context[CML_CONTEXT_N_QUESTIONS];
	bool with_interval;        /* every tested job that ran has one */
	struct cml_scored *scored; /* by score */
	struct cml_scored *drops;  /* by column, then score of importance; NULL: not wanted */
	struct cml_arena arena;
};

struct cml_validation_results {
	const struct cml_space *space;
	const struct cml_scoring *scoring;
	const struct cml_scoring *importance;
	bool scores_launches; /* failed jobs are in the set, and their scores wanted */
	bool learns_chance;   /* and the chance to run was learned */
	bool scores_contexts;
	bool tests_the_same; /* in every repeat: a split by time or scale */
	size_t n_sizes;
	size_t n_repeats;
	struct cml_split *splits;                /* by repeat */
	struct cml_validation_outcome *outcomes; /* item size * n_repeats + repeat: one training */
};

/* Hands everything over, in the order that cml_validate promises. */
enum cml_result cml_validation_report(const struct cml_validation_results *results,
				      const struct cml_validation_sink *sink,
				      struct cml_error *err);

#endif
