#include "learn/gp/gp_noise.h"

#include "base/memory.h"
#include "math/eigen.h"
#include "math/lbfgs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Between two noises of the grid, in the logarithm of their variance; about its standard deviation
 * with some tens of rows. */
#define STEP 0.5
/* To either side; what is less likely by a factor of e^-ENOUGH is left out, and all behind it. */
#define MAX_POINTS 12
#define ENOUGH 4.0
/* Of theta, between two gradients. */
#define DIFFERENCE 1e-4

struct grid {
	struct cml_gp_fit *fit;
	struct cml_lbfgs problem;
	size_t n;                                    /* of theta */
	double *gradient, *shifted, *theta;          /* n each */
	double *curvature, *vectors, *values, *work; /* n x n twice; n; 3 n */
	double density[2 * MAX_POINTS + 1], log_noise[2 * MAX_POINTS + 1], best;
	size_t n_points;
};

static void grid_release(struct grid *grid)
{
	free(grid->gradient);
	free(grid->shifted);
	free(grid->curvature);
	free(grid->vectors);
	free(grid->values);
	free(grid->work);
	free(grid->theta);
}

/* The value for length scales and amplitude: the noise stays where it is. */
static double value_of_others(void *context, const double *theta, double *gradient)
{
	struct cml_gp_fit *fit = context;
	double value = cml_gp_fit_value(fit, theta, gradient);
	if (isfinite(value))
		gradient[fit->rows.d] = 0;
	return value;
}

static enum cml_result grid_init(struct grid *grid, struct cml_gp_fit *fit, size_t max_steps,
				 double tolerance, struct cml_error *err)
{
	size_t n = fit->rows.d + CML_GP_N_OTHER, n_squared;
	*grid = (struct grid){.fit = fit,
			      .n = n,
			      .best = -INFINITY,
			      .problem = {.n = n,
					  .value = value_of_others,
					  .context = fit,
					  .max_steps = max_steps,
					  .tolerance = tolerance}};
	if (__builtin_mul_overflow(n, n, &n_squared))
		return cml_fail_memory(err);
	grid->gradient = cml_array_new(n, sizeof *grid->gradient);
	grid->shifted = cml_array_new(n, sizeof *grid->shifted);
	grid->curvature = cml_array_new(n_squared, sizeof *grid->curvature);
	grid->vectors = cml_array_new(n_squared, sizeof *grid->vectors);
	grid->values = cml_array_new(n, sizeof *grid->values);
	grid->work = cml_array_new(3 * n, sizeof *grid->work);
	grid->theta = cml_array_new(n, sizeof *grid->theta);
	return grid->gradient && grid->shifted && grid->curvature && grid->vectors &&
		       grid->values && grid->work && grid->theta
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* The second derivatives at grid->theta, 1 for the noise alone; false where there are none. */
static bool find_curvature(struct grid *grid)
{
	size_t n = grid->n, noise = grid->fit->rows.d;
	double *theta = grid->theta, *h = grid->curvature;
	if (!isfinite(value_of_others(grid->fit, theta, grid->gradient)))
		return false;
	for (size_t i = 0; i < n; i++) {
		double middle = theta[i];
		theta[i] += DIFFERENCE;
		double value = value_of_others(grid->fit, theta, grid->shifted);
		theta[i] = middle;
		if (!isfinite(value))
			return false;
		for (size_t j = 0; j < n; j++)
			h[i * n + j] = (grid->shifted[j] - grid->gradient[j]) / DIFFERENCE;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			h[i * n + j] = h[j * n + i] = (h[i * n + j] + h[j * n + i]) / 2;
	for (size_t i = 0; i < n; i++)
		h[noise * n + i] = h[i * n + noise] = i == noise;
	return true;
}

/* Half the log of their determinant. Two equal coordinates make a saddle: no direction counts as
 * less curved than before anything was measured. NaN where there is none. */
static double half_log_curvature(struct grid *grid)
{
	double least = cml_gp_fit_least_curvature(grid->fit), sum = 0;
	if (!find_curvature(grid) ||
	    !cml_eigen_symmetric(grid->n, grid->curvature, grid->values, grid->vectors, grid->work))
		return NAN;
	for (size_t i = 0; i < grid->n; i++)
		sum += log(fmax(least, grid->values[i])) / 2;
	return sum;
}

/* The others for the noise of grid->theta, from those there, and how likely that noise is. */
static enum cml_result visit(struct grid *grid, double *density, struct cml_error *err)
{
	double loss;
	size_t n_steps;
	enum cml_result status =
	    cml_lbfgs_minimise(&grid->problem, grid->theta, &loss, &n_steps, err);
	if (status != CML_OK)
		return status;
	*density = -loss - half_log_curvature(grid);
	if (isnan(*density))
		*density = -INFINITY;
	grid->density[grid->n_points] = *density;
	grid->log_noise[grid->n_points++] =
	    log(CML_GP_MIN_NOISE + exp(grid->theta[grid->fit->rows.d]));
	grid->best = fmax(grid->best, *density);
	return CML_OK;
}

/* To one side of theta, which has been visited. */
static enum cml_result walk(struct grid *grid, const double *theta, double step,
			    struct cml_error *err)
{
	double density = grid->best;
	enum cml_result status = CML_OK;
	memcpy(grid->theta, theta, grid->n * sizeof *grid->theta);
	for (size_t i = 0; i < MAX_POINTS && status == CML_OK && density > grid->best - ENOUGH;
	     i++) {
		grid->theta[grid->fit->rows.d] += step;
		status = visit(grid, &density, err);
	}
	return status;
}

static double mean_log_noise(const struct grid *grid)
{
	double weights = 0, sum = 0;
	for (size_t i = 0; i < grid->n_points; i++) {
		double weight = exp(grid->density[i] - grid->best);
		weights += weight;
		sum += weight * grid->log_noise[i];
	}
	return sum / weights;
}

enum cml_result cml_gp_noise_marginal(struct cml_gp_fit *fit, size_t max_steps, double tolerance,
				      double *theta, double *loss, struct cml_error *err)
{
	struct grid grid;
	size_t n_steps;
	double density;
	if (fit->rows.n > CML_GP_MARGINAL_MAX_ROWS)
		return CML_OK;
	enum cml_result status = grid_init(&grid, fit, max_steps, tolerance, err);
	if (status == CML_OK) {
		memcpy(grid.theta, theta, grid.n * sizeof *theta);
		status = visit(&grid, &density, err);
	}
	if (status == CML_OK)
		status = walk(&grid, theta, -STEP, err);
	if (status == CML_OK)
		status = walk(&grid, theta, STEP, err);
	if (status == CML_OK && isfinite(grid.best)) {
		double noise = exp(mean_log_noise(&grid)) - CML_GP_MIN_NOISE;
		theta[fit->rows.d] = log(fmax(noise, exp(theta[fit->rows.d] - STEP * MAX_POINTS)));
		status = cml_lbfgs_minimise(&grid.problem, theta, loss, &n_steps, err);
	}
	grid_release(&grid);
	return status;
}
