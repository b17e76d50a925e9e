#include "learn/gp/gp_classes.h"

#include "base/memory.h"
#include "learn/gp/gp_held_out.h"
#include "math/cholesky.h"
#include "math/lbfgs.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The logarithm of a variance of 7, give or take a factor of 4. */
#define AMPLITUDE_MEAN 2.0
#define AMPLITUDE_SD 1.5

/* Newton's method converges with the square of the error: steps that gain less are at the mode. */
#define MAX_NEWTON_STEPS 100
#define NEWTON_TOLERANCE 1e-12
#define MAX_HALVINGS 20

enum { ROOT, STEP, NEXT, PRODUCT, N_SCRATCH };

static double *scratch(const struct cml_gp_laplace *laplace, size_t i)
{
	return laplace->scratch + i * laplace->fit.rows.n;
}

enum cml_result cml_gp_laplace_init(struct cml_gp_laplace *laplace, const struct cml_gp_rows *rows,
				    const double *weight, struct cml_error *err)
{
	*laplace = (struct cml_gp_laplace){.weight = weight};
	if (cml_gp_fit_init(&laplace->fit, rows, err) != CML_OK)
		return err->status;
	return CML_NEW(&laplace->latent, rows->n) && CML_NEW(&laplace->alpha, rows->n) &&
		       CML_NEW(&laplace->curvature, rows->n) &&
		       CML_NEW(&laplace->scratch, N_SCRATCH * rows->n)
		   ? CML_OK
		   : cml_fail_memory(err);
}

void cml_gp_laplace_release(struct cml_gp_laplace *laplace)
{
	cml_gp_fit_release(&laplace->fit);
	free(laplace->latent);
	free(laplace->alpha);
	free(laplace->curvature);
	free(laplace->scratch);
	*laplace = (struct cml_gp_laplace){0};
}

void cml_gp_laplace_start(const struct cml_gp_laplace *laplace, double *theta)
{
	cml_gp_fit_start(&laplace->fit, theta);
	theta[laplace->fit.rows.d] = AMPLITUDE_MEAN;
}

/* Log likelihood less half of alpha' f: what the mode maximises. */
static double objective(const struct cml_gp_laplace *laplace, const double *alpha,
			const double *latent)
{
	const double *y = laplace->fit.rows.y;
	double sum = 0;
	for (size_t i = 0; i < laplace->fit.rows.n; i++) {
		sum -= laplace->weight[i] * cml_softplus(y[i] > 0 ? -latent[i] : latent[i]) +
		       alpha[i] * latent[i] / 2;
	}
	return sum;
}

static double chance_of(const struct cml_gp_laplace *laplace, size_t i)
{
	return cml_logistic(laplace->latent[i]);
}

/* Curvature, its root and the factor of B at the latent function. */
static bool factorize(struct cml_gp_laplace *laplace, double amplitude)
{
	size_t n = laplace->fit.rows.n;
	double *root = scratch(laplace, ROOT);
	for (size_t i = 0; i < n; i++) {
		double chance = chance_of(laplace, i);
		laplace->curvature[i] =
		    fmax(laplace->weight[i] * chance * (1 - chance), CML_GP_MIN_CURVATURE);
		root[i] = sqrt(laplace->curvature[i]);
	}
	for (size_t i = 0; i < n; i++) {
		double *row = laplace->fit.factor + i * n;
		for (size_t j = 0; j <= i; j++)
			row[j] =
			    root[i] * amplitude * laplace->fit.correlation[i * n + j] * root[j];
		row[i] += 1;
	}
	return cml_cholesky(n, laplace->fit.factor);
}

/* The alpha and the latent function that a whole step of Newton's leads to. */
static void find_step(struct cml_gp_laplace *laplace, double amplitude)
{
	size_t n = laplace->fit.rows.n;
	const double *y = laplace->fit.rows.y, *root = scratch(laplace, ROOT);
	double *step = scratch(laplace, STEP), *next = scratch(laplace, NEXT);
	double *product = scratch(laplace, PRODUCT);
	for (size_t i = 0; i < n; i++)
		step[i] = laplace->curvature[i] * laplace->latent[i] +
			  laplace->weight[i] * (y[i] - chance_of(laplace, i));
	cml_symmetric_multiply(n, laplace->fit.correlation, amplitude, step, product);
	for (size_t i = 0; i < n; i++)
		product[i] *= root[i];
	cml_cholesky_solve(n, laplace->fit.factor, product);
	for (size_t i = 0; i < n; i++)
		step[i] -= root[i] * product[i];
	cml_symmetric_multiply(n, laplace->fit.correlation, amplitude, step, next);
}

/* Goes there, or part of the way where that loses more than rounding. Returns what it gains. */
static double take_step(struct cml_gp_laplace *laplace, double before)
{
	size_t n = laplace->fit.rows.n;
	double *step = scratch(laplace, STEP), *next = scratch(laplace, NEXT);
	for (size_t halvings = 0; halvings <= MAX_HALVINGS; halvings++) {
		double gained = objective(laplace, step, next) - before;
		if (gained >= -NEWTON_TOLERANCE * (1 + fabs(before))) {
			memcpy(laplace->alpha, step, n * sizeof *step);
			memcpy(laplace->latent, next, n * sizeof *next);
			return gained;
		}
		for (size_t i = 0; i < n; i++) {
			step[i] = (step[i] + laplace->alpha[i]) / 2;
			next[i] = (next[i] + laplace->latent[i]) / 2;
		}
	}
	return 0;
}

/* The mode, from the alpha of before or from 0, whichever is better. */
static bool find_mode(struct cml_gp_laplace *laplace, double amplitude)
{
	size_t n = laplace->fit.rows.n;
	double *zero = scratch(laplace, NEXT);
	memset(zero, 0, n * sizeof *zero);
	double at_zero = objective(laplace, zero, zero);
	cml_symmetric_multiply(n, laplace->fit.correlation, amplitude, laplace->alpha,
			       laplace->latent);
	double value = objective(laplace, laplace->alpha, laplace->latent);
	if (!(value > at_zero)) {
		memset(laplace->alpha, 0, n * sizeof *laplace->alpha);
		memset(laplace->latent, 0, n * sizeof *laplace->latent);
		value = at_zero;
	}
	for (size_t steps = 0; steps < MAX_NEWTON_STEPS; steps++) {
		if (!factorize(laplace, amplitude))
			return false;
		find_step(laplace, amplitude);
		double gained = take_step(laplace, value);
		value += gained;
		if (!(gained > NEWTON_TOLERANCE * (1 + fabs(value))))
			break;
	}
	return isfinite(value) && factorize(laplace, amplitude);
}

/* Adds the gradient of minus the log likelihood; spoils the factor. The mode moves with theta: q is
 * how that counts. */
static void add_gradient(struct cml_gp_laplace *laplace, double amplitude, double *gradient)
{
	struct cml_gp_fit *fit = &laplace->fit;
	size_t n = fit->rows.n;
	const double *root = scratch(laplace, ROOT), *alpha = laplace->alpha;
	double *shift = scratch(laplace, STEP), *q = scratch(laplace, NEXT);
	double *product = scratch(laplace, PRODUCT);
	cml_cholesky_invert(n, fit->factor);
	for (size_t i = 0; i < n; i++)
		shift[i] = -(1 - fit->factor[i * n + i]) * (1 - 2 * chance_of(laplace, i)) / 2;
	cml_symmetric_multiply(n, fit->correlation, amplitude, shift, product);
	for (size_t i = 0; i < n; i++)
		product[i] *= root[i];
	cml_symmetric_multiply(n, fit->factor, 1, product, q);
	for (size_t i = 0; i < n; i++)
		q[i] = shift[i] - root[i] * q[i];
	for (size_t i = 0; i < n; i++) {
		const double *inverse = fit->factor + i * n;
		for (size_t j = 0; j <= i; j++)
			fit->weights[j] = alpha[i] * alpha[j] + q[i] * alpha[j] + alpha[i] * q[j] -
					  root[i] * inverse[j] * root[j];
		gradient[fit->rows.d] += cml_gp_fit_add_row(fit, i, amplitude, gradient);
	}
}

double cml_gp_laplace_value(void *context, const double *theta, double *gradient)
{
	struct cml_gp_laplace *laplace = context;
	size_t n = laplace->fit.rows.n, d = laplace->fit.rows.d;
	if (!cml_gp_fit_is_sensible(theta, d + 1))
		return INFINITY;
	double amplitude = exp(theta[d]);
	cml_gp_fit_correlate(&laplace->fit, theta);
	if (!find_mode(laplace, amplitude))
		return INFINITY;
	double value = cml_cholesky_log_determinant(n, laplace->fit.factor) / 2 -
		       objective(laplace, laplace->alpha, laplace->latent);
	memset(gradient, 0, (d + 1) * sizeof *gradient);
	value += cml_gp_fit_length_prior(&laplace->fit, theta, gradient);
	value += cml_gp_fit_prior(theta[d], AMPLITUDE_MEAN, AMPLITUDE_SD, &gradient[d]);
	add_gradient(laplace, amplitude, gradient);
	return value;
}

enum cml_result cml_gp_laplace_posterior(struct cml_gp_laplace *laplace, const double *theta,
					 struct cml_error *err)
{
	cml_gp_fit_correlate(&laplace->fit, theta);
	return find_mode(laplace, exp(theta[laplace->fit.rows.d]))
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA,
			      "the covariance of the jobs is not positive definite");
}

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
