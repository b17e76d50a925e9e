/* A whole evaluation: validation under several splits, or a comparison of two
 * columns; the scores it computes, the conditions they must meet, and the
 * tables it writes. */
#ifndef CML_EVAL_EVALUATION_H
#define CML_EVAL_EVALUATION_H

#include "base/error.h"
#include "eval/scoring.h"
#include "eval/validate.h"
#include "table/table_writer.h"

/* As the user typed it; all texts must outlive the evaluation. */
struct cml_evaluation_request {
	const char *metrics;           /* comma-separated */
	const char *importance;        /* scores that importance is measured by; NULL: none */
	const char *const *conditions; /* of struct cml_requirement */
	size_t n_conditions;
	bool all_digits; /* of what is written; false: as many as intervals deserve */
};

/* What conditions and notes are about: the summary row of a score, of the largest size. */
struct cml_evaluation_summary {
	struct cml_scored scored; /* value NaN: there is none */
	size_t n_test; /* jobs tested for it in a repeat, in the mean; 0: not asked for */
	double failed; /* as of struct cml_evaluation_place */
};

/* Zeroed is empty. */
struct cml_evaluation {
	struct cml_evaluation_request request;
	const char *const *splits; /* names for cml_split; not owned */
	size_t n_splits;
	struct cml_scoring scoring; /* the metrics, and those of conditions */
	struct cml_scoring importance;
	struct cml_requirement *requirements;     /* by condition */
	struct cml_evaluation_summary *summaries; /* by split, then score of scoring */
	size_t n_lacking; /* trainings, of all splits, in which no job reports a limit that others
			   * report: there it was left out */
	/* Tables, set by the caller before running; not owned. Scores: cml_split, cml_repeat (from
	 * 1, or `mean`), cml_n_train (empty for 0: nothing was trained), cml_n_test, cml_metric,
	 * cml_value, cml_lo, cml_hi. Points, NULL: not wanted: cml_split, cml_repeat, cml_n_train,
	 * cml_line (of the job table), cml_key, cml_actual (empty of a job that failed), cml_pred,
	 * cml_sd, cml_lo, cml_hi, cml_ok (predicted chance that it runs), cml_status. Drops, wanted
	 * only with importance: cml_split, cml_repeat, cml_n_train, cml_n_test, cml_column,
	 * cml_metric, cml_drop, cml_lo, cml_hi. */
	struct cml_table_writer *scores, *points, *drops;
	struct cml_arena arena;
};

/* CML_BAD_USAGE for a metric or condition that is none, and for importance by
 * metrics of which none has a better side. */
enum cml_result cml_evaluation_init(struct cml_evaluation *evaluation,
				    const struct cml_evaluation_request *request,
				    struct cml_error *err);
void cml_evaluation_release(struct cml_evaluation *evaluation);

/* Before a run, once: the names of its splits, one at least, which must outlive the evaluation. */
enum cml_result cml_evaluation_set_splits(struct cml_evaluation *evaluation,
					  const char *const *splits, size_t n_splits,
					  struct cml_error *err);

/* Validates under every split in turn and writes the tables, headers first.
 * specs: one for each name, bound to the set. how: everything but split,
 * scoring and importance, which are filled in here. Conditions are on the summary rows,
 * those of the largest size where there is a learning curve. */
enum cml_result cml_evaluation_validate(struct cml_evaluation *evaluation,
					const struct cml_split_spec *specs,
					const struct cml_validation *how,
					const struct cml_validation_set *set,
					struct cml_error *err);

/* After a run; of a score that was not asked for there is none. */
struct cml_evaluation_summary cml_evaluation_find(const struct cml_evaluation *evaluation,
						  size_t split, const char *score);

/* Scores pairs under the name of the first split and writes the table, as
 * summary rows without n_train. */
enum cml_result cml_evaluation_compare(struct cml_evaluation *evaluation,
				       const struct cml_score_pairs *pairs,
				       const struct cml_bootstrap *bootstrap, struct cml_pool *pool,
				       struct cml_error *err);

/* After a run: whether condition number i of n_splits * n_conditions was missed,
 * and in *miss (CML_NOTHING) the sentence that says so. */
bool cml_evaluation_missed(const struct cml_evaluation *evaluation, size_t i,
			   struct cml_error *miss);

/* Its tables. */

/* What a row is of. On summary rows n_train and n_test are the rounded mean over the repeats (the
 * sides of a key split vary). */
struct cml_evaluation_place {
	size_t split;
	size_t repeat;  /* from 0; CML_MEAN_REPEAT on the summary rows */
	size_t n_train; /* jobs that ran, before repeats are merged; for scores of launches also
			 * those that failed */
	size_t n_test;  /* likewise */
	double failed;  /* fraction of the n_test jobs that failed or broke a limit, for scores of
			 * launches; otherwise 0 */
};
#define CML_MEAN_REPEAT SIZE_MAX

enum cml_result cml_evaluation_write_headers(const struct cml_evaluation *evaluation,
					     struct cml_error *err);
/* is_last: of the largest size, whose summary rows conditions and notes are about. */
enum cml_result cml_evaluation_write_score(struct cml_evaluation *evaluation,
					   const struct cml_evaluation_place *place,
					   const struct cml_score *score,
					   const struct cml_scored *scored, bool is_last,
					   struct cml_error *err);

/* Writes what a validation under a split found: sizes, then repeats, then scores, the summary rows
 * of a size after its repeats. The interval of a repeat is a bootstrap over its test rows; that of
 * a summary of two or more repeats mean -+ 2 standard deviations over them, as the bands of the
 * paper's figure 4, or of repeats that test the same jobs the mean of theirs, if any. Scores that
 * do not apply are left out: those of intervals unless every tested job has one. Of importance,
 * those without a better side too. Points and drops come after the scores of their repeat, drops
 * also with the summary, by column, then score. */
enum cml_result cml_evaluation_report(struct cml_evaluation *evaluation, size_t split,
				      const struct cml_validation_results *results,
				      const struct cml_validation_set *set, struct cml_error *err);

#endif
