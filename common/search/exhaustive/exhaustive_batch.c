#include "search/exhaustive/exhaustive_batch.h"

#include <string.h>

enum cml_result cml_exhaustive_encode(const struct cml_exhaustive_run *run,
				      struct cml_exhaustive_worker *worker, const double *values,
				      float *x, struct cml_error *err)
{
	return cml_model_encode(run->model, values, worker->features, x, err);
}

enum cml_result cml_exhaustive_flush(struct cml_exhaustive_run *run,
				     struct cml_exhaustive_worker *worker, struct cml_error *err)
{
	size_t n = worker->n_waiting, n_columns = run->model->space->n_columns;
	enum cml_result status = CML_OK;
	cml_model_forecast(run->model, n, worker->x, worker->mean, worker->sd, worker->log_chance);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		if (cml_coverage_allows(&worker->coverage, worker->x + i * run->model->n_features))
			status = cml_incumbents_offer(
			    &run->incumbents, worker->values + i * n_columns, worker->mean[i],
			    worker->sd[i], worker->log_chance[i], err);
	worker->n_predicted += n;
	worker->n_waiting = 0;
	return status;
}

enum cml_result cml_exhaustive_hold(struct cml_exhaustive_run *run,
				    struct cml_exhaustive_worker *worker, const double *values,
				    struct cml_error *err)
{
	size_t i = worker->n_waiting++, n_columns = run->model->space->n_columns;
	memcpy(worker->values + i * n_columns, values, n_columns * sizeof *values);
	return cml_exhaustive_encode(run, worker, values, worker->x + i * run->model->n_features,
				     err);
}

enum cml_result cml_exhaustive_add(struct cml_exhaustive_run *run,
				   struct cml_exhaustive_worker *worker, const double *values,
				   struct cml_error *err)
{
	enum cml_result status = cml_exhaustive_hold(run, worker, values, err);
	return status == CML_OK && worker->n_waiting == CML_EXHAUSTIVE_BATCH
		   ? cml_exhaustive_flush(run, worker, err)
		   : status;
}
