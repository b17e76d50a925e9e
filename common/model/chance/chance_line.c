#include "model/chance/chance_line.h"

#include "base/memory.h"
#include "math/lbfgs.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 60
#define TOLERANCE 1e-6

/* Of squares of coefficients, in rows. */
static const double penalties[] = {10, 1, 0.1};

/* Of a row that no fold holds out. */
#define NO_FOLD UINT32_MAX

struct fit {
	size_t n, d;
	double *z;          /* n x d coordinates */
	double *y, *weight; /* n each; of mean 1 */
	uint32_t *fold;     /* n */
	uint32_t left_out;  /* of this fold nothing is learned */
	double penalty;
};

static void release(struct fit *fit)
{
	free(fit->z);
	free(fit->y);
	free(fit->weight);
	free(fit->fold);
}

static double log_odds(const struct fit *fit, size_t row, const double *line)
{
	double sum = line[fit->d];
	for (size_t k = 0; k < fit->d; k++)
		sum += line[k] * fit->z[row * fit->d + k];
	return sum;
}

/* line: coefficients, then the intercept. */
static double objective(void *context, const double *line, double *gradient)
{
	const struct fit *fit = context;
	double value = 0;
	for (size_t k = 0; k < fit->d; k++) {
		gradient[k] = fit->penalty * line[k];
		value += gradient[k] * line[k] / 2;
	}
	gradient[fit->d] = 0;
	for (size_t row = 0; row < fit->n; row++) {
		if (fit->fold[row] == fit->left_out)
			continue;
		double z = log_odds(fit, row, line), residual = cml_logistic(z) - fit->y[row];
		value += fit->weight[row] * (cml_softplus(z) - fit->y[row] * z);
		for (size_t k = 0; k < fit->d; k++)
			gradient[k] += fit->weight[row] * residual * fit->z[row * fit->d + k];
		gradient[fit->d] += fit->weight[row] * residual;
	}
	return value;
}

/* line[d + 1]: where to start, and then what is found without the rows of a fold. */
static enum cml_result learn(struct fit *fit, double penalty, uint32_t left_out, double *line,
			     struct cml_error *err)
{
	const struct cml_lbfgs problem = {.n = fit->d + 1,
					  .value = objective,
					  .context = fit,
					  .max_steps = MAX_STEPS,
					  .tolerance = TOLERANCE};
	double value;
	fit->penalty = penalty;
	fit->left_out = left_out;
	return cml_lbfgs_minimise(&problem, line, &value, NULL, err);
}

static enum cml_result prepare(struct fit *fit, const struct cml_linear_input *input,
			       const struct cml_dataset *rows, const struct cml_held_out *held_out,
			       struct cml_error *err)
{
	size_t most = CML_CHANCE_LINE_MAX_ROWS;
	double total = 0;
	fit->n = rows->n_rows < most ? rows->n_rows : most;
	fit->d = input->n;
	uint32_t *fold = cml_array_new(rows->n_rows, sizeof *fold);
	if (!fold || !CML_NEW(&fit->z, fit->n * fit->d) || !CML_NEW(&fit->y, fit->n) ||
	    !CML_NEW(&fit->weight, fit->n) || !CML_NEW(&fit->fold, fit->n)) {
		free(fold);
		return cml_fail_memory(err);
	}
	for (size_t row = 0; row < rows->n_rows; row++)
		fold[row] = NO_FOLD;
	for (size_t i = 0; i < held_out->n; i++)
		fold[held_out->rows[i]] = held_out->fold[i];
	for (size_t i = 0; i < fit->n; i++) {
		size_t row = i * rows->n_rows / fit->n;
		cml_linear_input_row(input, rows->x + row * rows->n_features, fit->z + i * fit->d);
		fit->y[i] = rows->y[row] > 0;
		fit->fold[i] = fold[row];
		total += fit->weight[i] = rows->weight[row];
	}
	for (size_t i = 0; i < fit->n; i++)
		fit->weight[i] *= (double)fit->n / total;
	free(fold);
	return CML_OK;
}

/* own[held_out->n] under rows of other folds; lines: (d + 1) x folds to start with. *likelihood: of
 * the rows held out. */
static enum cml_result hold_out(struct fit *fit, const struct cml_linear *of,
				const struct cml_dataset *rows, const struct cml_held_out *held_out,
				size_t n_folds, double penalty, double *lines, double *own,
				double *likelihood, struct cml_error *err)
{
	double z[CML_LINEAR_MAX_COORDINATES];
	*likelihood = 0;
	for (size_t f = 0; f < n_folds; f++)
		if (learn(fit, penalty, (uint32_t)f, lines + f * (fit->d + 1), err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < held_out->n; i++) {
		const double *line = lines + held_out->fold[i] * (fit->d + 1);
		cml_linear_input_row(&of->input, rows->x + held_out->rows[i] * rows->n_features, z);
		own[i] = line[fit->d];
		for (size_t k = 0; k < fit->d; k++)
			own[i] += line[k] * z[k];
		*likelihood -=
		    held_out->weight[i] * cml_softplus(held_out->y[i] > 0 ? -own[i] : own[i]);
	}
	return CML_OK;
}

static enum cml_result choose(struct fit *fit, struct cml_linear *line,
			      const struct cml_dataset *rows, const struct cml_held_out *held_out,
			      double *own, struct cml_error *err)
{
	size_t n_folds = 0, d = fit->d;
	double best = -INFINITY, penalty = penalties[0], likelihood;
	for (size_t i = 0; i < held_out->n; i++)
		n_folds = held_out->fold[i] < n_folds ? n_folds : held_out->fold[i] + 1;
	double *lines = cml_array_new(n_folds + 1, (d + 1) * sizeof *lines);
	double *tried = cml_array_new(held_out->n, sizeof *tried);
	enum cml_result status = CML_OK;
	if (!lines || !tried) {
		status = cml_fail_memory(err);
		goto out;
	}
	for (size_t p = 0; p < sizeof penalties / sizeof *penalties; p++) {
		status = hold_out(fit, line, rows, held_out, n_folds, penalties[p], lines, tried,
				  &likelihood, err);
		if (status != CML_OK)
			goto out;
		if (!(likelihood > best))
			continue;
		best = likelihood;
		penalty = penalties[p];
		memcpy(own, tried, held_out->n * sizeof *own);
	}
	double *whole = lines + n_folds * (d + 1);
	if ((status = learn(fit, penalty, NO_FOLD - 1, whole, err)) != CML_OK)
		goto out;
	memcpy(line->coefficients, whole, d * sizeof *whole);
	line->intercept = whole[d];
	line->widest = 1e300; /* no leverage, which bounds lines, is known */
out:
	free(lines);
	free(tried);
	return status;
}

/* Outside the range of the jobs slopes are worth less than what is known at its end. */
static void end_where_jobs_end(struct cml_linear_input *input)
{
	for (size_t k = 0; k < input->n; k++) {
		struct cml_linear_coordinate *at = &input->coordinates[k];
		double reach = (at->max - at->min) * CML_LINEAR_REACH / (2 * CML_LINEAR_REACH + 1);
		at->min += reach;
		at->max -= reach;
	}
}

enum cml_result cml_chance_line_train(struct cml_linear **line, const struct cml_dataset *rows,
				      const struct cml_held_out *held_out, double *own,
				      struct cml_error *err)
{
	struct cml_linear_input input = {0};
	struct fit fit = {0};
	*line = NULL;
	enum cml_result status = cml_linear_input_fit(&input, rows, err);
	if (status != CML_OK)
		return status;
	end_where_jobs_end(&input);
	if ((status = cml_linear_new(line, &input, err)) != CML_OK)
		return status;
	if ((status = prepare(&fit, &(*line)->input, rows, held_out, err)) == CML_OK)
		status = choose(&fit, *line, rows, held_out, own, err);
	release(&fit);
	return status;
}
