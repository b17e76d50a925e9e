#include "model/batch_predict.h"

/* Rows a thread predicts at a time. */
#define BLOCK 128

struct batch {
	const struct cml_model *model;
	size_t n;
	const float *x;
	double *mean;
	double *sd;
	double *log_chance;
};

static void predict_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct batch *batch = context;
	size_t first = block * BLOCK;
	size_t n = batch->n - first < BLOCK ? batch->n - first : BLOCK;
	const float *x = batch->x + first * batch->model->n_features;
	cml_model_predict(batch->model, n, x, batch->mean + first, batch->sd + first);
	if (batch->log_chance)
		cml_model_chance(batch->model, n, x, batch->log_chance + first);
}

void cml_batch_predict(const struct cml_model *model, struct cml_pool *pool, size_t n,
		       const float *x, double *mean, double *sd, double *log_chance)
{
	struct batch batch = {model, n, x, mean, sd, log_chance};
	cml_pool_run(pool, (n + BLOCK - 1) / BLOCK, predict_block, &batch);
}
