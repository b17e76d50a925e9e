/* Jobs of a log with the value of one column replaced. */
#ifndef CML_EVAL_MIXED_JOB_H
#define CML_EVAL_MIXED_JOB_H

#include "space/encode/encoder.h"

#include <stdbool.h>
#include <stddef.h>

/* Room for one: n_columns of the space, n_features. */
struct cml_mixed_job {
	double *values;
	double *features;
	bool is_feasible; /* of the last one: every rule holds */
};

/* Features x[n_features] of the job with these values (by slot) and another one in a column;
 * everything made of it follows: derived columns, and whether conditional columns are active. Rules
 * may break. False, and x as it was: it has no features, as an expression is undefined, or one is
 * too large for a float. */
bool cml_mixed_job_encode(struct cml_mixed_job *job, const struct cml_encoder *encoder,
			  const double *values, size_t slot, double value, float *x);

#endif
