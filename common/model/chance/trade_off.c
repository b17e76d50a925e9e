#include "model/chance/trade_off.h"

#include "base/memory.h"
#include "learn/linear/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Jobs that a regression learns from at most: as many tell a few dozen coefficients. */
#define MAX_RAN 10000

/* A job that a coefficient is all about has no prediction without it: this much is its own at
 * most. */
#define MAX_LEVERAGE 0.99

/* Work space. */
struct trade_off {
	const struct cml_chance_training *training;
	struct cml_held_out *held_out;
	struct cml_dataset rows; /* without ordered features; y of those that ran is their speed */
	size_t n_ran;            /* of rows, the first */
	size_t stride;           /* one in so many of these is learned from */
	double mean_weight;      /* of those that are */
	double *speed;           /* of rows held out: deviations from their mean */
	double mean, deviation;  /* of the speed before */
};

static bool is_ordered(const struct cml_chance_training *training, size_t feature)
{
	return training->monotone && training->monotone[feature] != CML_MONOTONE_FREE;
}

/* Speeds for targets, and ordered features constant. */
static void recast_rows(struct trade_off *trade_off)
{
	const struct cml_dataset *ran = trade_off->training->data;
	struct cml_dataset *rows = &trade_off->rows;
	bool has_logarithms = true;
	for (size_t row = 0; row < ran->n_rows; row++)
		has_logarithms &= ran->y[row] > 0;
	for (size_t row = 0; row < ran->n_rows; row++)
		rows->y[row] = has_logarithms ? log(ran->y[row]) : ran->y[row];
	for (size_t feature = 0; feature < rows->n_features; feature++)
		for (size_t row = 0; is_ordered(trade_off->training, feature) && row < rows->n_rows;
		     row++)
			rows->x[row * rows->n_features + feature] = 0;
}

static enum cml_result prepare(struct trade_off *trade_off, const struct cml_dataset *rows,
			       struct cml_error *err)
{
	size_t *all = cml_array_new(rows->n_rows, sizeof *all);
	trade_off->n_ran = trade_off->training->data->n_rows;
	trade_off->stride = (trade_off->n_ran + MAX_RAN - 1) / MAX_RAN;
	trade_off->speed = cml_array_new(trade_off->held_out->n, sizeof *trade_off->speed);
	if (!all || !trade_off->speed) {
		free(all);
		return cml_fail_memory(err);
	}
	for (size_t row = 0; row < rows->n_rows; row++)
		all[row] = row;
	enum cml_result status = cml_dataset_select(rows, all, rows->n_rows, &trade_off->rows, err);
	free(all);
	if (status == CML_OK)
		recast_rows(trade_off);
	return status;
}

static bool speeds_differ(const struct trade_off *trade_off)
{
	for (size_t row = 1; row < trade_off->n_ran; row++)
		if (trade_off->rows.y[row] != trade_off->rows.y[0])
			return true;
	return false;
}

static enum cml_result learn_speed(struct trade_off *trade_off, struct cml_linear **linear,
				   struct cml_error *err)
{
	struct cml_dataset ran = {0};
	struct cml_buffer summary = {0};
	size_t n = 0;
	double weight = 0;
	size_t *chosen = cml_array_new(trade_off->n_ran, sizeof *chosen);
	if (!chosen)
		return cml_fail_memory(err);
	for (size_t row = 0; row < trade_off->n_ran; row += trade_off->stride) {
		weight += trade_off->rows.weight[row];
		chosen[n++] = row;
	}
	trade_off->mean_weight = weight / (double)n;
	enum cml_result status = cml_dataset_select(&trade_off->rows, chosen, n, &ran, err);
	if (status == CML_OK)
		status = cml_linear_train(&ran, 0, linear, &summary, err);
	cml_buffer_release(&summary);
	cml_dataset_release(&ran);
	free(chosen);
	return status;
}

/* Of a row, beyond the mean of all. Without itself where it was learned from: a residual is
 * smaller than that by one less the leverage, which the variance of a prediction tells.
 * Source: D. Allen, "The relationship between variable selection and data augmentation and a
 * method for prediction", Technometrics 16, 1974. */
static double speed_of(const struct trade_off *trade_off, const struct cml_linear *linear,
		       size_t row)
{
	const struct cml_dataset *rows = &trade_off->rows;
	double speed, sd;
	cml_linear_predict(linear, 1, rows->x + row * rows->n_features, &speed, &sd);
	if (row < trade_off->n_ran && row % trade_off->stride == 0 && linear->noise > 0) {
		double leverage =
		    (sd * sd / linear->noise - 1) * rows->weight[row] / trade_off->mean_weight;
		double residual = rows->y[row] - speed;
		speed = rows->y[row] - residual / (1 - fmin(leverage, MAX_LEVERAGE));
	}
	return speed - linear->intercept;
}

/* False where all are equal. */
static bool predict_speeds(struct trade_off *trade_off, const struct cml_linear *linear)
{
	const struct cml_held_out *held_out = trade_off->held_out;
	double weight = 0, mean = 0, squares = 0;
	for (size_t i = 0; i < held_out->n; i++) {
		double speed = speed_of(trade_off, linear, held_out->rows[i]);
		double away = speed - mean;
		trade_off->speed[i] = speed;
		weight += held_out->weight[i];
		mean += held_out->weight[i] / weight * away;
		squares += held_out->weight[i] * away * (speed - mean);
	}
	trade_off->mean = mean;
	trade_off->deviation = sqrt(squares / weight);
	for (size_t i = 0; i < held_out->n; i++)
		trade_off->speed[i] = (trade_off->speed[i] - mean) / trade_off->deviation;
	return trade_off->deviation > 0 && isfinite(trade_off->deviation);
}

/* From a speed to what it adds; its uncertainty is asked for by none. */
static void rescale(const struct trade_off *trade_off, double of_speed, struct cml_linear *linear)
{
	double scale = of_speed / trade_off->deviation;
	size_t n = linear->input.n;
	linear->intercept = -trade_off->mean * scale;
	for (size_t k = 0; k < n; k++)
		linear->coefficients[k] *= scale;
	linear->noise = linear->of_mean = 0;
	memset(linear->root, 0, n * (n + 1) / 2 * sizeof *linear->root);
}

static enum cml_result fit(struct trade_off *trade_off, struct cml_rising_line *line,
			   struct cml_linear **linear, struct cml_error *err)
{
	struct cml_held_out *held_out = trade_off->held_out;
	if (trade_off->n_ran >= CML_TRADE_OFF_MIN_RAN && speeds_differ(trade_off) &&
	    learn_speed(trade_off, linear, err) != CML_OK)
		return err->status;
	if (*linear && (*linear)->input.n > 0 && predict_speeds(trade_off, *linear)) {
		if (cml_rising_line_fit(line, held_out->n, held_out->predicted, trade_off->speed,
					held_out->y, held_out->weight, err) != CML_OK)
			return err->status;
		rescale(trade_off, line->of_other, *linear);
	} else {
		cml_linear_free(*linear);
		*linear = NULL;
		if (cml_rising_line_fit(line, held_out->n, held_out->predicted, NULL, held_out->y,
					held_out->weight, err) != CML_OK)
			return err->status;
	}
	for (size_t i = 0; i < held_out->n; i++)
		held_out->predicted[i] = line->slope * held_out->predicted[i] + line->intercept +
					 (*linear ? line->of_other * trade_off->speed[i] : 0);
	return CML_OK;
}

enum cml_result cml_trade_off_train(const struct cml_chance_training *training,
				    const struct cml_dataset *rows, struct cml_held_out *held_out,
				    struct cml_rising_line *line, struct cml_linear **linear,
				    struct cml_error *err)
{
	struct trade_off trade_off = {.training = training, .held_out = held_out};
	*linear = NULL;
	enum cml_result status = prepare(&trade_off, rows, err);
	if (status == CML_OK)
		status = fit(&trade_off, line, linear, err);
	cml_dataset_release(&trade_off.rows);
	free(trade_off.speed);
	return status;
}
