#include "learn/predictor/ensemble.h"

#include "base/key.h"
#include "learn/predictor/model_bytes.h"
#include "math/summary.h"

#include <stdatomic.h>
#include <stdlib.h>

enum cml_result cml_bagging_init(struct cml_bagging *bagging, const struct cml_dataset *data,
				 size_t n_members, struct cml_error *err)
{
	size_t n_words = (data->n_rows + 63) / 64, row_size;
	*bagging = (struct cml_bagging){
	    .n_rows = data->n_rows, .n_members = n_members, .n_words = n_words};
	if (__builtin_mul_overflow(n_words, sizeof *bagging->is_unseen, &row_size))
		return cml_fail_memory(err);
	bagging->is_unseen = cml_array_new(n_members, row_size);
	if (!bagging->is_unseen || !CML_NEW(&bagging->group, data->n_rows))
		return cml_fail_memory(err);
	return cml_key_number_groups(data->n_rows, data->keys, bagging->group, &bagging->n_groups,
				     err);
}

enum cml_result cml_bagging_init_folds(struct cml_bagging *bagging, const struct cml_dataset *data,
				       size_t n_members, size_t n_folds, uint64_t seed,
				       struct cml_error *err)
{
	struct cml_random random;
	if (cml_bagging_init(bagging, data, n_members, err) != CML_OK)
		return err->status;
	AUTOFREE size_t *order = cml_array_new(bagging->n_groups, sizeof *order);
	if (!order || !CML_NEW(&bagging->fold, bagging->n_groups))
		return cml_fail_memory(err);
	bagging->n_folds = n_folds;
	for (size_t g = 0; g < bagging->n_groups; g++)
		order[g] = g;
	cml_random_init(&random, seed, 0);
	cml_random_shuffle(&random, order, bagging->n_groups);
	for (size_t i = 0; i < bagging->n_groups; i++)
		bagging->fold[order[i]] = (uint32_t)(i % n_folds);
	return CML_OK;
}

void cml_bagging_release(struct cml_bagging *bagging)
{
	free(bagging->fold);
	free(bagging->group);
	free(bagging->is_unseen);
	*bagging = (struct cml_bagging){0};
}

/* Takes rows that never came off the list, and multiplies the weights of the
 * others. */
static void apply(struct cml_bagging *bagging, size_t member, const uint32_t *counts,
		  struct cml_bag *bag)
{
	uint64_t *is_unseen = bagging->is_unseen + member * bagging->n_words;
	size_t n = 0;
	for (size_t i = 0; i < bag->n_rows; i++) {
		uint32_t row = bag->rows[i];
		uint32_t count = counts[bagging->group[row]];
		bag->weight[row] *= (double)count;
		if (count > 0)
			bag->rows[n++] = row;
		else
			is_unseen[row / 64] |= UINT64_C(1) << row % 64;
	}
	bag->n_rows = n;
}

static bool is_left_out(const struct cml_bagging *bagging, size_t member, size_t row)
{
	const uint64_t of[] = {bagging->keys[row], bagging->seed, member};
	return (double)cml_hash(0, of, sizeof of) < bagging->left_out * (double)UINT64_MAX;
}

enum cml_result cml_bagging_draw(struct cml_bagging *bagging, size_t member,
				 struct cml_random *random, struct cml_bag *bag,
				 struct cml_error *err)
{
	AUTOFREE uint32_t *counts = cml_array_new(bagging->n_groups, sizeof *counts);
	AUTOFREE uint32_t *drawn_from = cml_array_new(bagging->n_groups, sizeof *drawn_from);
	size_t n = 0;
	if (!counts || !drawn_from)
		return cml_fail_memory(err);
	if (bagging->n_folds > 0) {
		for (size_t g = 0; g < bagging->n_groups; g++)
			counts[g] =
			    bagging->n_groups < 2 || bagging->fold[g] != member % bagging->n_folds;
	} else if (bagging->left_out > 0) {
		for (size_t i = 0; i < bag->n_rows; i++)
			counts[bagging->group[bag->rows[i]]] =
			    !is_left_out(bagging, member, bag->rows[i]);
	} else {
		for (size_t i = 0; i < bag->n_rows; i++)
			if (counts[bagging->group[bag->rows[i]]]++ == 0)
				drawn_from[n++] = bagging->group[bag->rows[i]];
		for (size_t i = 0; i < n; i++)
			counts[drawn_from[i]] = 0;
		for (size_t i = 0; i < n; i++)
			counts[drawn_from[cml_random_below(random, n)]]++;
	}
	apply(bagging, member, counts, bag);
	return CML_OK;
}

struct run {
	const struct cml_ensemble *ensemble;
	const struct cml_training *training;
	struct cml_pool *member_pool;
	atomic_size_t n_steps_done;
};

/* Progress is for the training thread alone, which is thread 0. */
struct listener {
	struct run *run;
	unsigned thread;
};

static void note_step(void *context)
{
	struct listener *listener = context;
	struct run *run = listener->run;
	size_t n_done = atomic_fetch_add(&run->n_steps_done, 1) + 1;
	if (run->training->progress && listener->thread == 0)
		run->training->progress(run->training->progress_context, n_done,
					run->ensemble->n_steps * run->ensemble->n_members);
}

static enum cml_result train_member(void *context, size_t number, unsigned thread,
				    struct cml_error *err)
{
	struct run *run = context;
	struct listener listener = {run, thread};
	struct cml_ensemble_member member = {number, run->member_pool, note_step, &listener};
	return run->ensemble->train(run->ensemble->context, &member, err);
}

enum cml_result cml_ensemble_run(const struct cml_ensemble *ensemble,
				 const struct cml_training *training, struct cml_error *err)
{
	struct run run = {.ensemble = ensemble, .training = training};
	struct cml_pool *pool = training->pool;
	if (ensemble->shares_pool && ensemble->n_members < cml_pool_n_threads(pool)) {
		run.member_pool = pool;
		pool = NULL;
	}
	return cml_pool_try(pool, ensemble->n_members, train_member, &run, err);
}

/* Noise is looked for from MAX_NOISE times the mean squared error (members may
 * say too much as well as too little) down by halves, so many times. */
#define MAX_NOISE 16
#define N_HALVES 20

/* A row that at least two members never saw. */
struct unseen_row {
	double square;   /* of its error */
	double variance; /* of the prediction: of the members, and of having so few */
	double weight;
};

struct fit {
	struct unseen_row *rows;
	size_t n;
	double weight;  /* of all */
	double squares; /* weighted mean of their squares */
};

static double error_of(const struct cml_unseen *unseen, size_t row)
{
	double away = unseen->target[row] - unseen->mean[row];
	return unseen->is_log ? expm1(away) : away;
}

/* Variances of few members are poor ones, and errors in units of them have long
 * tails. Which members see a row does not depend on the row, so those that many
 * did not see represent all. */
static size_t members_asked(const struct cml_unseen *unseen)
{
	size_t n_rows[CML_CALIBRATION_MEMBERS + 1] = {0}; /* that so many did not see */
	for (size_t i = 0; i < unseen->n_rows; i++)
		n_rows[unseen->n_members[i] < CML_CALIBRATION_MEMBERS ? unseen->n_members[i]
								      : CML_CALIBRATION_MEMBERS]++;
	size_t min = CML_CALIBRATION_MEMBERS;
	for (size_t n = n_rows[min]; min > 2 && n < CML_CALIBRATION_ROWS; n += n_rows[min])
		min--;
	return min;
}

static void collect(struct fit *fit, const struct cml_unseen *unseen)
{
	size_t min_members = members_asked(unseen);
	for (size_t i = 0; i < unseen->n_rows; i++) {
		size_t n = unseen->n_members[i];
		if (n < min_members)
			continue;
		double error = error_of(unseen, i);
		double variance = cml_ensemble_variance(n, unseen->squares[i]);
		fit->rows[fit->n++] = (struct unseen_row){
		    error * error, variance + variance / (double)n, unseen->weight[i]};
		fit->weight += unseen->weight[i];
		fit->squares += unseen->weight[i] * error * error;
	}
	fit->squares /= fit->n > 0 ? fit->weight : 1;
}

/* Mean of squared errors in units of noise + variance. */
static double relative_squares(const struct fit *fit, double noise)
{
	double sum = 0;
	for (size_t i = 0; i < fit->n; i++)
		sum += fit->rows[i].weight * fit->rows[i].square / (noise + fit->rows[i].variance);
	return sum / fit->weight;
}

/* Minus twice the mean log-likelihood under the best factor for all deviations,
 * less what does not depend on noise. */
static double unlikeliness(const struct fit *fit, double noise)
{
	double sum = 0;
	for (size_t i = 0; i < fit->n; i++)
		sum += fit->rows[i].weight * log(noise + fit->rows[i].variance);
	return sum / fit->weight + log(relative_squares(fit, noise));
}

static double likeliest_noise(const struct fit *fit)
{
	double noise = MAX_NOISE * fit->squares;
	double best = noise;
	double min = unlikeliness(fit, best);
	for (size_t k = 0; k < N_HALVES; k++) {
		noise /= 2;
		double unlikely = unlikeliness(fit, noise);
		if (unlikely < min) {
			min = unlikely;
			best = noise;
		}
	}
	return best;
}

static enum cml_result fit_scale(struct cml_calibration *calibration, const struct fit *fit,
				 struct cml_error *err)
{
	AUTOFREE struct cml_weighted *sizes = cml_array_new(fit->n, sizeof *sizes);
	if (!sizes)
		return cml_fail_memory(err);
	for (size_t i = 0; i < fit->n; i++)
		sizes[i] = (struct cml_weighted){
		    sqrt(fit->rows[i].square / (calibration->noise + fit->rows[i].variance)),
		    fit->rows[i].weight};
	double fraction = CML_CALIBRATION_COVERAGE * (1 + 1 / (double)fit->n);
	calibration->scale =
	    cml_weighted_quantile(sizes, fit->n, fmin(fraction, 1)) / CML_CALIBRATION_DEVIATIONS;
	return CML_OK;
}

enum cml_result cml_calibration_fit(struct cml_calibration *calibration,
				    const struct cml_unseen *unseen, struct cml_error *err)
{
	struct fit fit = {.rows = cml_array_new(unseen->n_rows, sizeof *fit.rows)};
	enum cml_result status = CML_OK;
	*calibration = (struct cml_calibration){0};
	if (!fit.rows)
		return cml_fail_memory(err);
	collect(&fit, unseen);
	if (fit.n > 0)
		*calibration = (struct cml_calibration){true, fit.squares, 1};
	/* A mean of squares past the range of a double leaves nothing to fit. */
	if (!isfinite(fit.squares))
		*calibration = (struct cml_calibration){0};
	else if (fit.n >= CML_CALIBRATION_MIN_ROWS && fit.squares > 0) {
		calibration->noise = likeliest_noise(&fit);
		status = fit_scale(calibration, &fit, err);
	}
	free(fit.rows);
	return status;
}

double cml_calibration_sd(const struct cml_calibration *calibration, size_t n, double variance)
{
	if (!calibration->is_fitted)
		return sqrt(variance);
	return calibration->scale * sqrt(calibration->noise + variance + variance / (double)n);
}

void cml_calibration_fields(struct cml_fields *fields, void *state)
{
	struct cml_calibration *calibration = state;
	cml_field_flag(fields, "whether it is calibrated", &calibration->is_fitted);
	cml_field_double(fields, "the noise of the calibration", &calibration->noise, CML_FROM_0);
	cml_field_double(fields, "the scale of the calibration", &calibration->scale, CML_FROM_0);
}
