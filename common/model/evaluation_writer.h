/* Writing evaluations: the long table of scores, and the tested jobs. */
#ifndef CML_MODEL_EVALUATION_WRITER_H
#define CML_MODEL_EVALUATION_WRITER_H

#include "base/error.h"
#include "model/history.h"
#include "model/validate.h"
#include "table/table_writer.h"

/* cml_split, cml_repeat (from 1, or `mean`), cml_n_train (empty for 0: nothing
 * was trained), cml_n_test, cml_metric, cml_value, cml_lo, cml_hi. */
enum cml_status cml_write_score_header(struct cml_table_writer *writer, struct cml_error *err);
enum cml_status cml_write_score_row(struct cml_table_writer *writer, const char *split,
				    const struct cml_validation_row *row, struct cml_error *err);

/* cml_split, cml_repeat, cml_n_train, cml_line (of the job table), cml_key,
 * cml_actual, cml_pred, cml_sd. */
enum cml_status cml_write_point_header(struct cml_table_writer *writer, struct cml_error *err);
enum cml_status cml_write_point_row(struct cml_table_writer *writer, const char *split,
				    const struct cml_history *history,
				    const struct cml_validation_point *point,
				    struct cml_error *err);

#endif
