#include "learn/trees/boost_loss.h"

#include "base/memory.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>

/* Minimum hessian of a row of the logistic loss, as a fraction of its weight. */
#define MIN_LOGISTIC_CURVATURE 1e-6

/* Rows one thread turns into gradients at a time; totals are formed by block,
 * so that they do not depend on the number of threads. */
#define BLOCK ((size_t)8192)

/* Adding and taking away this rounds a number below 2^51 to a whole one. */
#define ROUNDER 0x1.8p52

void cml_boost_loss_init(struct cml_boost_loss *loss)
{
	double total = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		total += loss->weight[loss->rows[i]];
	loss->mean_weight = total / (double)loss->n_rows;
}

/* Of a fraction of n rows. */
static double log_odds(double fraction, size_t n)
{
	double half_row = 0.5 / (double)n;
	fraction = fmin(fmax(fraction, half_row), 1 - half_row);
	return log(fraction) - log1p(-fraction);
}

double cml_boost_loss_start(const struct cml_boost_loss *loss)
{
	/* About the first row, so that targets far from 0 keep their digits. */
	double origin = loss->y[loss->rows[0]];
	double total = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		total += loss->weight[loss->rows[i]] * (loss->y[loss->rows[i]] - origin);
	double mean = origin + total / (loss->mean_weight * (double)loss->n_rows);
	return loss->kind == CML_LOSS_LOGISTIC ? log_odds(mean, loss->n_rows) : mean;
}

static cml_gradient_sum logistic_gradient(const struct cml_boost_loss *loss, double score,
					  uint32_t row)
{
	double chance = cml_logistic(score);
	double curvature = fmax(chance * (1 - chance), MIN_LOGISTIC_CURVATURE);
	return (cml_gradient_sum){loss->weight[row] * (loss->y[row] - chance),
				  loss->weight[row] * curvature};
}

static cml_gradient_sum residual_gradient(const struct cml_boost_loss *loss, double score,
					  uint32_t row)
{
	return (cml_gradient_sum){loss->weight[row] * (loss->y[row] - score), loss->weight[row]};
}

void cml_boost_loss_gradients(const struct cml_boost_loss *loss, const double *scores, size_t first,
			      size_t end, cml_gradient_sum *sums)
{
	for (size_t i = first; i < end; i++) {
		uint32_t row = loss->rows[i];
		sums[row] = loss->kind == CML_LOSS_LOGISTIC
				? logistic_gradient(loss, scores[row], row)
				: residual_gradient(loss, scores[row], row);
	}
}

double cml_boost_loss_value(const struct cml_boost_loss *loss, const double *scores)
{
	double total = 0;
	for (size_t i = 0; i < loss->n_rows; i++) {
		uint32_t row = loss->rows[i];
		double residual = loss->y[row] - scores[row];
		double value = loss->kind == CML_LOSS_LOGISTIC
				   ? cml_softplus(scores[row]) - loss->y[row] * scores[row]
				   : residual * (residual / 2);
		total += loss->weight[row] * value;
	}
	return total / (loss->mean_weight * (double)loss->n_rows);
}

static size_t n_blocks(const struct cml_gradient_maker *maker)
{
	return (maker->loss->n_rows + BLOCK - 1) / BLOCK;
}

static bool shares_one_weight(const struct cml_boost_loss *loss)
{
	for (size_t i = 1; i < loss->n_rows; i++)
		if (loss->weight[loss->rows[i]] != loss->weight[loss->rows[0]])
			return false;
	return loss->kind != CML_LOSS_LOGISTIC;
}

enum cml_result cml_gradient_maker_init(struct cml_gradient_maker *maker,
					const struct cml_boost_loss *loss, size_t n_rows,
					struct cml_pool *pool, struct cml_error *err)
{
	*maker = (struct cml_gradient_maker){
	    .loss = loss, .pool = pool, .hessians_count = shares_one_weight(loss)};
	maker->sums = cml_aligned_new(n_rows, sizeof *maker->sums);
	maker->totals = cml_aligned_new(n_blocks(maker), sizeof *maker->totals);
	if (maker->sums && maker->totals)
		return CML_OK;
	cml_gradient_maker_release(maker);
	return cml_fail_memory(err);
}

void cml_gradient_maker_release(struct cml_gradient_maker *maker)
{
	free(maker->sums);
	free(maker->totals);
	*maker = (struct cml_gradient_maker){0};
}

static size_t block_end(const struct cml_gradient_maker *maker, size_t block)
{
	size_t first = block * BLOCK;
	return maker->loss->n_rows - first < BLOCK ? maker->loss->n_rows : first + BLOCK;
}

static void make_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct cml_gradient_maker *maker = context;
	size_t end = block_end(maker, block);
	double gradients = 0;
	double hessians = 0;
	cml_boost_loss_gradients(maker->loss, maker->scores, block * BLOCK, end, maker->sums);
	for (size_t i = block * BLOCK; i < end; i++) {
		cml_gradient_sum sum = maker->sums[maker->loss->rows[i]];
		gradients += fabs(sum[0]);
		hessians += sum[1];
	}
	maker->totals[block] = (cml_gradient_sum){gradients, hessians};
}

static void round_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct cml_gradient_maker *maker = context;
	size_t end = block_end(maker, block);
	cml_gradient_sum scales = {maker->gradient_scale, maker->hessian_scale};
	for (size_t i = block * BLOCK; i < end; i++) {
		cml_gradient_sum *sum = &maker->sums[maker->loss->rows[i]];
		cml_gradient_sum rounded = *sum * scales + ROUNDER - ROUNDER;
		/* 0 would look like a bin without rows. */
		if (maker->hessians_count || rounded[1] < 1)
			rounded[1] = 1;
		*sum = rounded;
	}
}

/* The power of two that brings a total just below 2^51. */
static double scale_for(double total)
{
	int exponent = 0;
	frexp(total, &exponent);
	return ldexp(1, 51 - exponent < 1000 ? 51 - exponent : 1000);
}

enum cml_result cml_make_gradients(struct cml_gradient_maker *maker, const double *scores,
				   struct cml_gradients *gradients, struct cml_error *err)
{
	cml_gradient_sum total = {0, 0};
	double first_weight = maker->loss->weight[maker->loss->rows[0]];
	maker->scores = scores;
	cml_pool_run(maker->pool, n_blocks(maker), make_block, maker);
	for (size_t block = 0; block < n_blocks(maker); block++)
		total += maker->totals[block];
	if (!isfinite(total[0] * total[0]) || !isfinite(total[1]))
		return cml_fail(err, CML_BAD_DATA,
				"the targets or their weights are too large to be summed");
	maker->gradient_scale = scale_for(total[0]);
	maker->hessian_scale = scale_for(total[1]);
	cml_pool_run(maker->pool, n_blocks(maker), round_block, maker);
	*gradients = (struct cml_gradients){
	    .sums = maker->sums,
	    .gradient_unit = 1 / maker->gradient_scale,
	    .hessian_unit = maker->hessians_count ? first_weight : 1 / maker->hessian_scale};
	return CML_OK;
}
