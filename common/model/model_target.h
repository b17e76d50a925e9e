/* The metric as a predictor learns it: which rows, and on which scale. */
#ifndef CML_MODEL_MODEL_TARGET_H
#define CML_MODEL_MODEL_TARGET_H

#include "base/error.h"
#include "learn/data/dataset.h"

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

/* Leaves out placeholders (math/unit_outlier.h): a 0 of jobs of which all others have more, a
 * 1e20; with CML_LOG_NO none. data outlives rows. */
enum cml_result cml_target_rows_init(struct cml_target_rows *rows, enum cml_log_target log_target,
				     const struct cml_dataset *data, struct cml_error *err);
void cml_target_rows_release(struct cml_target_rows *rows);

/* *is_log: whether the logarithm of the metric is learned; *least: no prediction of the metric
 * itself is below. CML_BAD_DATA: too large to be squared. */
enum cml_result cml_target_choose(enum cml_log_target log_target, const struct cml_dataset *data,
				  bool *is_log, double *least, struct cml_error *err);

#endif
