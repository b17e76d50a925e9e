/* What speaks for the role of a column, one function for each rule of the table in infer_role.c.
 * For the files of this folder. */
#ifndef CML_INFER_INFER_ROLE_H
#define CML_INFER_INFER_ROLE_H

#include "infer/infer_state.h"

/* Whether a column shows it, by itself. */
typedef bool cml_own_evidence(const struct cml_infer_column *column);

/* An inference whose earlier rules have decided. */
struct cml_look {
	struct cml_inference *infer;
	const struct cml_infer_rows *rows;
	char detail[CML_INFER_NOTE_SIZE]; /* in the words of the rule: of the evidence, else the
					     metric */
};

/* Whether the column shows it beside the others. */
typedef bool cml_evidence(struct cml_look *look, const struct cml_infer_column *column);

/* By name and cells, before the metric is known; infer_beside.c. */
cml_own_evidence cml_shows_key, cml_shows_our_prefix, cml_shows_tracker, cml_shows_status,
    cml_shows_ends, cml_shows_clear_time, cml_shows_either_order, cml_shows_time,
    cml_shows_short_years, cml_shows_id, cml_shows_unique_text, cml_shows_counter, cml_shows_index,
    cml_shows_beside, cml_shows_oom, cml_shows_exit_codes, cml_shows_exit_code,
    cml_shows_coded_status;
cml_evidence cml_shows_best_status, cml_shows_errors, cml_shows_reasons, cml_shows_unread_time;

/* Beside the metric and the jobs that failed; infer_outcome.c. */
cml_own_evidence cml_shows_result, cml_shows_statistic, cml_shows_reading, cml_shows_marked_memory;
cml_evidence cml_shows_prediction, cml_shows_copy, cml_shows_missing, cml_shows_failures,
    cml_shows_end, cml_shows_rank, cml_shows_reached, cml_shows_fractions;

/* Memory by its name, the same in all jobs of the same hardware; or of odd values, the same in all
 * jobs of the same settings; infer_computed.c. O(columns rows + rows log rows). */
cml_evidence cml_shows_machine_memory, cml_shows_followed_memory;

/* More values than a list has, nearly as many as rows, or odd ones, as people seldom choose;
 * infer_outcome.c. */
bool cml_infer_has_odd_values(const struct cml_infer_column *column);

/* The values of a column are ranges of the metric: each is of jobs between whose metrics no other
 * job is, with a chance below 1 in 1000 where its name says that it is computed. Else below 1 in a
 * million, where jobs that are alike otherwise have one value, and some of them, no further apart,
 * do not; or, of grades, no gap is between the ranges as a setting leaves that decides the metric
 * alone. infer_computed.c. O(columns rows + rows log rows). */
cml_evidence cml_shows_ranges;

/* Of what may be a setting; infer_setting.c. */
cml_own_evidence cml_shows_nothing, cml_shows_phase, cml_shows_sentences, cml_shows_prefix;
cml_evidence cml_shows_no_prefix, cml_shows_learning, cml_shows_no_levels, cml_shows_many_levels,
    cml_shows_few_rows, cml_shows_lacking_context, cml_shows_context, cml_shows_shape;

/* Whether settings have a prefix in this log: one column may be called so by chance. */
bool cml_infer_has_prefixes(const struct cml_infer_rows *rows);

/* Marks numbers that stand for names: methods, and those that are spelt as no numbers are. */
void cml_infer_find_codes(struct cml_infer_rows *rows);

/* Notes what a person should look at in a param or context: cells, levels, a typo. */
void cml_infer_remark(struct cml_inference *infer, struct cml_infer_column *column);

#endif
