#include "model/chance/trend.h"

#include "base/memory.h"
#include "math/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of what a feature adds over a standard deviation, and of the intercept: 1 / 2^2. */
#define PRECISION 0.25
#define MAX_SWEEPS 200
#define TOLERANCE 1e-6

/* Row i has the coordinates z + i * d, of which the last is 1: its coefficient is the intercept. */
struct regression {
	size_t n, d;
	const double *y;
	double *z, *weight, *log_odds;           /* n x d, n, n */
	double *coefficients, *curvature, *sign; /* d each; sign 0: any, and not kept */
};

static void release(struct regression *regression)
{
	free(regression->z);
	free(regression->weight);
	free(regression->coefficients);
}

static enum cml_result init(struct regression *regression, const struct cml_trend_task *task,
			    const struct cml_linear_input *input, struct cml_error *err)
{
	const struct cml_dataset *rows = task->rows;
	size_t n = rows->n_rows, d = input->n + 1;
	*regression = (struct regression){.n = n, .d = d, .y = rows->y};
	regression->z = cml_array_new(n, d * sizeof *regression->z);
	regression->weight = cml_array_new(n, 2 * sizeof *regression->weight);
	regression->coefficients = cml_array_new(d, 3 * sizeof *regression->coefficients);
	if (!regression->z || !regression->weight || !regression->coefficients)
		return cml_fail_memory(err);
	regression->log_odds = regression->weight + n;
	regression->curvature = regression->coefficients + d;
	regression->sign = regression->curvature + d;
	for (size_t i = 0; i < n; i++) {
		double *z = regression->z + i * d;
		cml_linear_input_row(input, rows->x + i * rows->n_features, z);
		z[d - 1] = 1;
	}
	for (size_t k = 0; k < input->n; k++)
		if (input->coordinates[k].as != CML_LINEAR_MISSING)
			regression->sign[k] = (double)task->monotone[input->coordinates[k].feature];
	return CML_OK;
}

/* Moves coefficient k to where a parabola that is nowhere above the objective has its top. Returns
 * how far that is. */
static double step(struct regression *regression, size_t k)
{
	const double *z = regression->z + k;
	size_t n = regression->n, d = regression->d;
	double before = regression->coefficients[k], slope = -PRECISION * before;
	for (size_t i = 0; i < n; i++)
		slope += regression->weight[i] * z[i * d] *
			 (regression->y[i] - cml_logistic(regression->log_odds[i]));
	double after = before + slope / regression->curvature[k];
	if (regression->sign[k] * after < 0)
		after = 0;
	for (size_t i = 0; i < n && after != before; i++)
		regression->log_odds[i] += (after - before) * z[i * d];
	regression->coefficients[k] = after;
	return fabs(after - before);
}

static void fit(struct regression *regression)
{
	size_t n = regression->n, d = regression->d;
	double moved = INFINITY;
	for (size_t k = 0; k < d; k++) {
		regression->coefficients[k] = 0;
		regression->curvature[k] = PRECISION;
		for (size_t i = 0; i < n; i++)
			regression->curvature[k] += regression->weight[i] *
						    regression->z[i * d + k] *
						    regression->z[i * d + k] / 4;
	}
	memset(regression->log_odds, 0, n * sizeof *regression->log_odds);
	for (size_t sweep = 0; sweep < MAX_SWEEPS && moved > TOLERANCE; sweep++) {
		moved = 0;
		for (size_t k = 0; k < d; k++)
			moved = fmax(moved, step(regression, k));
	}
}

/* Learns from rows of other folds than left_out; said[i] becomes what is kept says of row i, if it
 * is of that fold, or of each where there is no such fold. */
static void learn(struct regression *regression, const struct cml_trend_task *task, size_t left_out,
		  double *said)
{
	size_t d = regression->d;
	for (size_t i = 0; i < regression->n; i++)
		regression->weight[i] =
		    task->fold[i] == left_out ? 0 : task->rows->weight[i] / task->unit;
	fit(regression);
	for (size_t i = 0; i < regression->n; i++) {
		if (left_out < task->n_folds && task->fold[i] != left_out)
			continue;
		said[i] = regression->coefficients[d - 1];
		for (size_t k = 0; k < d - 1; k++)
			if (regression->sign[k] != 0)
				said[i] += regression->coefficients[k] * regression->z[i * d + k];
	}
}

/* Whether anything counts. */
static bool keep(const struct regression *regression, struct cml_linear *trend)
{
	bool counts = false;
	size_t d = regression->d;
	trend->intercept = regression->coefficients[d - 1];
	for (size_t k = 0; k < d - 1; k++) {
		bool is_kept = regression->sign[k] != 0;
		trend->coefficients[k] = is_kept ? regression->coefficients[k] : 0;
		counts |= trend->coefficients[k] != 0;
	}
	return counts;
}

enum cml_result cml_trend_train(struct cml_linear **trend, const struct cml_trend_task *task,
				double *offset, double *unseen, struct cml_error *err)
{
	size_t n = task->rows->n_rows;
	struct cml_linear_input input;
	struct cml_linear *made;
	struct regression regression;
	*trend = NULL;
	if (cml_linear_input_fit(&input, task->rows, err) != CML_OK ||
	    cml_linear_new(&made, &input, err) != CML_OK)
		return err->status;
	enum cml_result status = init(&regression, task, &made->input, err);
	for (size_t fold = 0; status == CML_OK && fold < task->n_folds; fold++)
		learn(&regression, task, fold, unseen);
	if (status == CML_OK)
		learn(&regression, task, task->n_folds, offset);
	if (status == CML_OK && keep(&regression, made)) {
		*trend = made;
		made = NULL;
	} else if (status == CML_OK) {
		memset(offset, 0, n * sizeof *offset);
		memset(unseen, 0, n * sizeof *unseen);
	}
	cml_linear_free(made);
	release(&regression);
	return status;
}
