/* Predicting many rows with all threads. */
#ifndef CML_MODEL_BATCH_PREDICT_H
#define CML_MODEL_BATCH_PREDICT_H

#include "base/parallel.h"
#include "model/model.h"

#include <stddef.h>

/* As cml_model_predict, and cml_model_chance unless log_chance is NULL, block by block on the
 * pool; the same numbers for every number of threads. */
void cml_batch_predict(const struct cml_model *model, struct cml_pool *pool, size_t n,
		       const float *x, double *mean, double *sd, double *log_chance);

#endif
