#include "learn/gp/gp_classes.h"

#include "base/memory.h"
#include "learn/gp/gp_held_out.h"
#include "learn/gp/gp_laplace.h"
#include "math/lbfgs.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 30
#define TOLERANCE 1e-3

/* Of the logarithms of length scales: together the variance of other processes, three quarters of
 * it shared. */
#define LENGTH_OWN_SD 0.9
#define LENGTH_SHARED_SD 1.4798648586948742

/* Inducing rows: more hardly change the chance. */
#define MAX_PIVOTS 64

/* While it is learned. */
struct learning {
	const struct cml_gp_classes *classes;
	struct cml_gp *gp;
	struct cml_gp_laplace laplace;
	double *x, *y, *weight, *theta, *sd;
};

static void release(struct learning *learning)
{
	cml_gp_laplace_release(&learning->laplace);
	free(learning->x);
	free(learning->y);
	free(learning->theta);
	cml_gp_free(learning->gp);
}

/* What the fit reads: coordinates by column, classes, how often each row counts. */
static enum cml_result prepare(struct learning *learning, struct cml_error *err)
{
	const struct cml_dataset *data = learning->classes->data;
	struct cml_gp_input input;
	size_t n = data->n_rows;
	if (cml_gp_input_fit(&input, data, err) != CML_OK ||
	    cml_gp_new(&learning->gp, &input, n, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&learning->x, learning->gp->input.n * n) || !CML_NEW(&learning->y, 3 * n) ||
	    !CML_NEW(&learning->theta, learning->gp->input.n + CML_GP_N_OTHER))
		return cml_fail_memory(err);
	learning->weight = learning->y + n;
	learning->sd = learning->weight + n;
	for (size_t i = 0; i < n; i++) {
		learning->y[i] = data->y[i];
		learning->weight[i] = data->weight[i] / learning->classes->unit;
	}
	return cml_gp_input_columns(&learning->gp->input, data, learning->x, err);
}

static enum cml_result fit(struct learning *learning, struct cml_error *err)
{
	struct cml_gp_rows rows = {.n = learning->gp->n,
				   .d = learning->gp->input.n,
				   .x = learning->x,
				   .y = learning->y,
				   .length_shared_sd = LENGTH_SHARED_SD,
				   .length_own_sd = LENGTH_OWN_SD};
	struct cml_lbfgs problem = {.n = rows.d + 1,
				    .value = cml_gp_laplace_value,
				    .context = &learning->laplace,
				    .max_steps = MAX_STEPS,
				    .tolerance = TOLERANCE};
	double loss;
	if (cml_gp_laplace_init(&learning->laplace, &rows, learning->weight, err) != CML_OK)
		return err->status;
	cml_gp_laplace_start(&learning->laplace, learning->theta);
	if (cml_lbfgs_minimise(&problem, learning->theta, &loss, NULL, err) != CML_OK)
		return err->status;
	return cml_gp_laplace_posterior(&learning->laplace, learning->theta, err);
}

/* The posterior as a process whose rows have noise of their own: K + W^-1 = W^-1/2 B W^-1/2. */
static void keep(struct learning *learning)
{
	struct cml_gp *gp = learning->gp;
	const struct cml_gp_laplace *laplace = &learning->laplace;
	size_t n = gp->n, d = gp->input.n;
	gp->y_sd = 1;
	gp->amplitude = exp(learning->theta[d]);
	for (size_t k = 0; k < d; k++)
		gp->lengths[k] = exp(learning->theta[k]);
	memcpy(gp->x, laplace->fit.scaled, d * n * sizeof *gp->x);
	memcpy(gp->alpha, laplace->alpha, n * sizeof *gp->alpha);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			gp->factor[i * (i + 1) / 2 + j] =
			    laplace->fit.factor[i * n + j] / sqrt(laplace->curvature[i]);
}

/* y becomes what the rows would have measured; what is left of the variance without their noise is
 * that of the log-odds. */
static enum cml_result hold_out(struct learning *learning, double *chance, struct cml_error *err)
{
	const struct cml_gp_classes *classes = learning->classes;
	const struct cml_gp_laplace *laplace = &learning->laplace;
	size_t n = learning->gp->n;
	for (size_t i = 0; i < n; i++)
		learning->y[i] = laplace->latent[i] + laplace->alpha[i] / laplace->curvature[i];
	if (cml_gp_held_out(learning->gp, learning->y, classes->fold, classes->n_folds, chance,
			    learning->sd, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++) {
		double variance = learning->sd[i] * learning->sd[i] - 1 / laplace->curvature[i];
		chance[i] = cml_gp_classes_chance(chance[i], sqrt(fmax(variance, 0)));
	}
	return CML_OK;
}

enum cml_result cml_gp_classes_learn(const struct cml_gp_classes *classes, struct cml_gp **gp,
				     double *chance, struct cml_error *err)
{
	struct learning learning = {.classes = classes};
	enum cml_result status = prepare(&learning, err);
	if (status != CML_OK || (status = fit(&learning, err)) != CML_OK)
		goto out;
	keep(&learning);
	status = hold_out(&learning, chance, err);
	if (status != CML_OK)
		goto out;
	status = cml_gp_pivots(learning.gp, &learning.laplace, MAX_PIVOTS, gp, err);
out:
	release(&learning);
	return status;
}

double cml_gp_classes_chance(double mean, double sd)
{
	double chance = cml_logistic_mean(mean, sd * sd);
	return isnan(chance) ? 0.5 : chance;
}
