#include "learn/trees/boost_loss.h"

#include "base/memory.h"
#include "math/logistic.h"

#include <math.h>
#include <stdlib.h>

/* Minimum hessian of a pair, as a fraction of its weight. */
#define MIN_CURVATURE 0.01

/* Minimum hessian of a row of the logistic loss, as a fraction of its weight. */
#define MIN_LOGISTIC_CURVATURE 1e-6

/* Rows one thread turns into gradients at a time; totals are formed by block,
 * so that they do not depend on the number of threads. */
#define BLOCK ((size_t)8192)

/* Adding and taking away this rounds a number below 2^51 to a whole one. */
#define ROUNDER 0x1.8p52

static bool init_pairs(struct cml_boost_loss *loss, struct cml_random *random)
{
	size_t n = loss->n_rows;
	loss->order = cml_array_new(n, sizeof *loss->order);
	loss->place = cml_array_new(n, sizeof *loss->place);
	if (!loss->order || !loss->place)
		return false;
	for (size_t i = 0; i < n; i++)
		loss->order[i] = (uint32_t)i;
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)cml_random_below(random, i);
		uint32_t kept = loss->order[i - 1];
		loss->order[i - 1] = loss->order[j];
		loss->order[j] = kept;
	}
	for (size_t i = 0; i < n; i++)
		loss->place[loss->order[i]] = (uint32_t)i;
	return true;
}

enum cml_result cml_boost_loss_init(struct cml_boost_loss *loss, enum cml_boost_loss_kind kind,
				    struct cml_random *random, struct cml_error *err)
{
	bool done = true;
	double total = 0;
	loss->kind = kind;
	loss->delta = INFINITY;
	loss->order = NULL;
	loss->place = NULL;
	loss->scratch = NULL;
	loss->n_shifts = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		total += loss->weight[loss->rows[i]];
	loss->mean_weight = total / (double)loss->n_rows;
	if (kind == CML_LOSS_RANK)
		done = init_pairs(loss, random);
	if (kind == CML_LOSS_HUBER) {
		loss->scratch = cml_array_new(loss->n_rows, sizeof *loss->scratch);
		done = loss->scratch;
	}
	if (done)
		return CML_OK;
	cml_boost_loss_release(loss);
	return cml_fail_memory(err);
}

void cml_boost_loss_release(struct cml_boost_loss *loss)
{
	free(loss->order);
	free(loss->place);
	free(loss->scratch);
	*loss = (struct cml_boost_loss){0};
}

/* Halfway between the medians from below and from above. */
static double median_target(struct cml_boost_loss *loss)
{
	double medians[2];
	for (int side = 0; side < 2; side++) {
		double sign = side == 0 ? 1 : -1;
		for (size_t i = 0; i < loss->n_rows; i++) {
			uint32_t row = loss->rows[i];
			loss->scratch[i] =
			    (struct cml_weighted){sign * loss->y[row], loss->weight[row]};
		}
		medians[side] = sign * cml_weighted_quantile(loss->scratch, loss->n_rows, 0.5);
	}
	return medians[0] + 0.5 * (medians[1] - medians[0]);
}

/* Of a fraction of n rows. */
static double log_odds(double fraction, size_t n)
{
	double half_row = 0.5 / (double)n;
	fraction = fmin(fmax(fraction, half_row), 1 - half_row);
	return log(fraction) - log1p(-fraction);
}

double cml_boost_loss_start(struct cml_boost_loss *loss)
{
	if (loss->kind == CML_LOSS_RANK)
		return 0;
	if (loss->kind == CML_LOSS_HUBER)
		return median_target(loss);
	/* About the first row, so that targets far from 0 keep their digits. */
	double origin = loss->y[loss->rows[0]];
	double total = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		total += loss->weight[loss->rows[i]] * (loss->y[loss->rows[i]] - origin);
	double mean = origin + total / (loss->mean_weight * (double)loss->n_rows);
	return loss->kind == CML_LOSS_LOGISTIC ? log_odds(mean, loss->n_rows) : mean;
}

/* Distances d and n - d pair the same rows: those up to n / 2 are all. */
static void draw_shifts(struct cml_boost_loss *loss, struct cml_random *random)
{
	size_t farthest = loss->n_rows / 2;
	loss->n_shifts = farthest < CML_RANK_SHIFTS ? farthest : CML_RANK_SHIFTS;
	for (size_t s = 0; s < loss->n_shifts; s++)
		loss->shifts[s] = farthest <= CML_RANK_SHIFTS
				      ? s + 1
				      : 1 + (size_t)cml_random_below(random, farthest);
}

void cml_boost_loss_begin_round(struct cml_boost_loss *loss, const double *scores,
				struct cml_random *random)
{
	if (loss->kind == CML_LOSS_RANK)
		draw_shifts(loss, random);
	if (loss->kind != CML_LOSS_HUBER)
		return;
	for (size_t i = 0; i < loss->n_rows; i++) {
		uint32_t row = loss->rows[i];
		loss->scratch[i] =
		    (struct cml_weighted){fabs(loss->y[row] - scores[row]), loss->weight[row]};
	}
	loss->delta = cml_weighted_quantile(loss->scratch, loss->n_rows, loss->huber_quantile);
}

/* The weight of the pair of two rows: w1 w2 / mean, so that the gradients keep
 * the unit of weights. */
static double pair_weight(const struct cml_boost_loss *loss, uint32_t row, uint32_t other)
{
	return loss->weight[row] * loss->weight[other] / loss->mean_weight;
}

static cml_gradient_sum pair_gradient(const struct cml_boost_loss *loss, const double *scores,
				      uint32_t row, uint32_t other)
{
	double weight = pair_weight(loss, row, other);
	double sign = (loss->y[row] > loss->y[other]) - (loss->y[row] < loss->y[other]);
	double doubt = 1 / (1 + exp(sign * (scores[row] - scores[other])));
	return (cml_gradient_sum){sign * weight * doubt,
				  weight * fmax(MIN_CURVATURE, sign * sign * doubt * (1 - doubt))};
}

static cml_gradient_sum rank_gradient(const struct cml_boost_loss *loss, const double *scores,
				      size_t i)
{
	cml_gradient_sum sum = {0, loss->n_shifts == 0 ? loss->weight[loss->rows[i]] : 0};
	size_t n = loss->n_rows;
	size_t place = loss->place[i];
	for (size_t s = 0; s < loss->n_shifts; s++) {
		size_t after = place + loss->shifts[s];
		size_t before = place + n - loss->shifts[s];
		sum += pair_gradient(loss, scores, loss->rows[i],
				     loss->rows[loss->order[after < n ? after : after - n]]);
		sum += pair_gradient(loss, scores, loss->rows[i],
				     loss->rows[loss->order[before < n ? before : before - n]]);
	}
	return sum;
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
	double residual = loss->y[row] - score;
	if (fabs(residual) > loss->delta)
		residual = copysign(loss->delta, residual);
	return (cml_gradient_sum){loss->weight[row] * residual, loss->weight[row]};
}

void cml_boost_loss_gradients(const struct cml_boost_loss *loss, const double *scores, size_t first,
			      size_t end, cml_gradient_sum *sums)
{
	for (size_t i = first; i < end; i++) {
		uint32_t row = loss->rows[i];
		if (loss->kind == CML_LOSS_RANK)
			sums[row] = rank_gradient(loss, scores, i);
		else if (loss->kind == CML_LOSS_LOGISTIC)
			sums[row] = logistic_gradient(loss, scores[row], row);
		else
			sums[row] = residual_gradient(loss, scores[row], row);
	}
}

static double rank_value(const struct cml_boost_loss *loss, const double *scores)
{
	double total = 0;
	double total_weight = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		for (size_t s = 0; s < loss->n_shifts; s++) {
			size_t after = loss->place[i] + loss->shifts[s];
			uint32_t row = loss->rows[i];
			uint32_t other =
			    loss->rows[loss->order[after < loss->n_rows ? after
									: after - loss->n_rows]];
			double weight = pair_weight(loss, row, other);
			double lead = loss->y[row] > loss->y[other] ? scores[row] - scores[other]
								    : scores[other] - scores[row];
			if (loss->y[row] == loss->y[other])
				continue;
			total += weight * cml_softplus(-lead);
			total_weight += weight;
		}
	return total_weight > 0 ? total / total_weight : 0;
}

double cml_boost_loss_value(const struct cml_boost_loss *loss, const double *scores)
{
	double total = 0;
	if (loss->kind == CML_LOSS_RANK)
		return rank_value(loss, scores);
	for (size_t i = 0; i < loss->n_rows; i++) {
		uint32_t row = loss->rows[i];
		if (loss->kind == CML_LOSS_LOGISTIC) {
			total += loss->weight[row] *
				 (cml_softplus(scores[row]) - loss->y[row] * scores[row]);
			continue;
		}
		double residual = fabs(loss->y[row] - scores[row]);
		double cut = fmin(residual, loss->delta);
		total += loss->weight[row] * cut * (residual - cut / 2);
	}
	return total / (loss->mean_weight * (double)loss->n_rows);
}

double cml_boost_loss_huber_leaf(const struct cml_boost_loss *loss, const double *scores,
				 const uint32_t *rows, size_t n, double l2,
				 struct cml_weighted *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = (struct cml_weighted){loss->y[rows[i]] - scores[rows[i]],
						   loss->weight[rows[i]]};
	double median = cml_weighted_quantile(scratch, n, 0.5);
	double total = 0;
	double total_weight = 0;
	for (size_t i = 0; i < n; i++) {
		double around = scratch[i].value - median;
		if (fabs(around) > loss->delta)
			around = copysign(loss->delta, around);
		total += scratch[i].weight * around;
		total_weight += scratch[i].weight;
	}
	return (median + total / total_weight) * (total_weight / (total_weight + l2));
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
	return loss->kind != CML_LOSS_RANK && loss->kind != CML_LOSS_LOGISTIC;
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
