/* Writing evaluations: the long table of scores, and the tested jobs. Numbers have all digits, or
 * those that their intervals deserve, by cml_round_known: six at most, which do not depend on the
 * processor. */
#ifndef CML_EVAL_EVALUATION_WRITER_H
#define CML_EVAL_EVALUATION_WRITER_H

#include "base/error.h"
#include "eval/validate.h"
#include "eval/validation_set.h"
#include "table/table_writer.h"

/* cml_split, cml_repeat (from 1, or `mean`), cml_n_train (empty for 0: nothing
 * was trained), cml_n_test, cml_metric, cml_value, cml_lo, cml_hi. */
enum cml_result cml_write_score_header(struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_write_score_row(struct cml_table_writer *writer, const char *split,
				    const struct cml_validation_row *row, bool all_digits,
				    struct cml_error *err);

/* cml_split, cml_repeat, cml_n_train, cml_line (of the job table), cml_key,
 * cml_actual (empty of a job that failed), cml_pred, cml_sd, cml_lo, cml_hi, cml_ok (predicted
 * chance that it runs), cml_status. */
enum cml_result cml_write_point_header(struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_write_point_row(struct cml_table_writer *writer, const char *split,
				    const struct cml_validation_set *set,
				    const struct cml_validation_point *point, bool all_digits,
				    struct cml_error *err);

/* cml_split, cml_repeat, cml_n_train, cml_n_test, cml_column, cml_metric, cml_drop,
 * cml_lo, cml_hi. */
enum cml_result cml_write_drop_header(struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_write_drop_row(struct cml_table_writer *writer, const char *split,
				   const struct cml_validation_drop *drop, bool all_digits,
				   struct cml_error *err);

#endif
