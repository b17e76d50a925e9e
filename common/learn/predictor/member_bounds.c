#include "learn/predictor/member_bounds.h"

#include "base/memory.h"
#include "base/target.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Better t, or directions, are looked for so many times. */
#define N_STEPS 4

enum cml_result cml_member_bounds_init(struct cml_member_bounds *bounds, size_t n_members,
				       const struct cml_bound_problem *problem,
				       const struct cml_member_deviation *deviation,
				       struct cml_error *err)
{
	size_t n_rows = 1;
	*bounds = (struct cml_member_bounds){
	    .n_members = n_members, .n_blocks = problem->n_blocks, .deviation = *deviation};
	bounds->first = cml_array_new(problem->n_blocks + 1, sizeof *bounds->first);
	for (size_t b = 0; bounds->first && b < problem->n_blocks; b++) {
		bounds->first[b] = n_rows;
		n_rows += problem->blocks[b].n_states;
	}
	bounds->center = cml_array_new(n_rows, n_members * sizeof *bounds->center);
	bounds->radius = cml_array_new(n_rows, n_members * sizeof *bounds->radius);
	bounds->away = cml_array_new(n_rows, n_members * sizeof *bounds->away);
	bounds->square = cml_array_new(n_rows, sizeof *bounds->square);
	bounds->middle = cml_array_new(n_members, sizeof *bounds->middle);
	bounds->mean = cml_array_new(n_rows, sizeof *bounds->mean);
	bounds->scratch = cml_array_new(n_members, 2 * sizeof *bounds->scratch);
	if (!bounds->first || !bounds->center || !bounds->radius || !bounds->away ||
	    !bounds->square || !bounds->mean || !bounds->middle || !bounds->scratch) {
		cml_member_bounds_release(bounds);
		return cml_fail_memory(err);
	}
	bounds->first[problem->n_blocks] = n_rows;
	return CML_OK;
}

void cml_member_bounds_release(struct cml_member_bounds *bounds)
{
	free(bounds->first);
	free(bounds->center);
	free(bounds->radius);
	free(bounds->away);
	free(bounds->square);
	free(bounds->middle);
	free(bounds->mean);
	free(bounds->scratch);
	*bounds = (struct cml_member_bounds){0};
}

CML_TARGET_CLONES
static double dot(size_t n, const double *a, const double *b)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static double mean_of(size_t n, const double *x)
{
	double mean = 0;
	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	return mean;
}

static void subtract_mean(size_t n, double *x)
{
	double mean = mean_of(n, x);
	for (size_t i = 0; i < n; i++)
		x[i] -= mean;
}

/* The middle, and how far each state is from that of its block. */
static void center_blocks(struct cml_member_bounds *bounds)
{
	size_t n = bounds->n_members;
	memcpy(bounds->middle, bounds->center, n * sizeof *bounds->middle);
	for (size_t b = bounds->level; b < bounds->n_blocks; b++) {
		size_t first = bounds->first[b], end = bounds->first[b + 1];
		for (size_t m = 0; m < n; m++) {
			double mean = 0;
			for (size_t r = first; r < end; r++)
				mean += bounds->center[r * n + m] / (double)(end - first);
			for (size_t r = first; r < end; r++)
				bounds->away[r * n + m] = bounds->center[r * n + m] - mean;
			bounds->middle[m] += mean;
		}
		for (size_t r = first; r < end; r++)
			subtract_mean(n, bounds->away + r * n);
	}
	subtract_mean(n, bounds->middle);
	bounds->middle_square = dot(n, bounds->middle, bounds->middle);
}

static double max_of_radius(const struct cml_member_bounds *bounds, size_t m)
{
	size_t n = bounds->n_members;
	double radius = bounds->radius[m];
	for (size_t b = bounds->level; b < bounds->n_blocks; b++) {
		double max = -INFINITY;
		for (size_t r = bounds->first[b]; r < bounds->first[b + 1]; r++)
			max = fmax(max, bounds->radius[r * n + m]);
		radius += max;
	}
	return radius;
}

/* From the products with the states of all other blocks, those that add most. */
static double partners_of(const struct cml_member_bounds *bounds, size_t block, size_t row)
{
	size_t n = bounds->n_members;
	double sum = 0;
	for (size_t b = bounds->level; b < bounds->n_blocks; b++) {
		double max = -INFINITY;
		for (size_t r = bounds->first[b]; b != block && r < bounds->first[b + 1]; r++)
			max = fmax(max, dot(n, bounds->away + r * n, bounds->away + row * n));
		sum += b == block ? 0 : max;
	}
	return sum;
}

void cml_member_bounds_settle(struct cml_member_bounds *bounds, size_t level)
{
	size_t n = bounds->n_members;
	bounds->level = level;
	center_blocks(bounds);
	bounds->mean[0] = mean_of(n, bounds->center);
	double squares = 0, size = sqrt(bounds->middle_square);
	for (size_t m = 0; m < n; m++)
		squares += pow(max_of_radius(bounds, m), 2);
	bounds->radius_norm = sqrt(squares);
	for (size_t b = level; b < bounds->n_blocks; b++) {
		double farthest = 0;
		for (size_t r = bounds->first[b]; r < bounds->first[b + 1]; r++) {
			const double *away = bounds->away + r * n;
			double square = dot(n, away, away);
			bounds->mean[r] = mean_of(n, bounds->center + r * n);
			bounds->square[r] =
			    2 * dot(n, bounds->middle, away) + square + partners_of(bounds, b, r);
			farthest = fmax(farthest, square);
		}
		size += sqrt(farthest);
	}
	/* Terms of |y|^2 may cancel; all together they are no larger than this. */
	bounds->middle_square +=
	    (double)(n + 4 * bounds->n_blocks + 16) * DBL_EPSILON * size * size;
}

/* Of one set of states, which blocks choose by what they add. */
struct choice {
	double value;  /* bounded */
	double square; /* |y|^2 at most */
};

/* mean_weight * mean of the centers + square_weight * |y|^2. */
static struct choice choose(const struct cml_member_bounds *bounds, double mean_weight,
			    double square_weight)
{
	struct choice choice = {mean_weight * bounds->mean[0] +
				    square_weight * bounds->middle_square,
				bounds->middle_square};
	for (size_t b = bounds->level; b < bounds->n_blocks; b++) {
		double max = -INFINITY, square = 0;
		for (size_t r = bounds->first[b]; r < bounds->first[b + 1]; r++) {
			double value =
			    mean_weight * bounds->mean[r] + square_weight * bounds->square[r];
			square = value > max ? bounds->square[r] : square;
			max = fmax(max, value);
		}
		choice.value += max;
		choice.square += square;
	}
	return choice;
}

/* With a deviation that counts for good; norm_weight is its weight beside |y|. What
 * radii add is linear in them for every direction of y, with weights of this length. */
static double upper_for(const struct cml_member_bounds *bounds, double mean_weight,
			double norm_weight, double noise)
{
	double length =
	    sqrt(mean_weight * mean_weight / (double)bounds->n_members + norm_weight * norm_weight);
	double square = noise + bounds->middle_square, best = INFINITY;
	for (size_t step = 0; step < N_STEPS; step++) {
		double t = sqrt(square);
		if (!(t > 0))
			t = bounds->radius_norm > 0 ? bounds->radius_norm : 1e-300;
		struct choice choice = choose(bounds, mean_weight, norm_weight / (2 * t));
		best = fmin(best, choice.value + norm_weight * (noise / t + t) / 2);
		square = noise + choice.square;
	}
	return best + length * bounds->radius_norm;
}

/* sum over m of weight[m] * member m, at most; at[n_members]: the centers less their
 * mean of the states that give it. */
static double upper_linear(const struct cml_member_bounds *bounds, const double *weight, double *at)
{
	size_t n = bounds->n_members;
	double sum = 0;
	memcpy(at, bounds->middle, n * sizeof *at);
	for (size_t b = bounds->level; b <= bounds->n_blocks; b++) {
		/* The constant comes last, as a block of one state. */
		bool is_constant = b == bounds->n_blocks;
		size_t first = is_constant ? 0 : bounds->first[b];
		size_t end = is_constant ? 1 : bounds->first[b + 1], best = first;
		double max = -INFINITY;
		for (size_t r = first; r < end; r++) {
			double value = 0;
			for (size_t m = 0; m < n; m++)
				value += weight[m] * bounds->center[r * n + m] +
					 fabs(weight[m]) * bounds->radius[r * n + m];
			best = value > max ? r : best;
			max = fmax(max, value);
		}
		sum += max;
		for (size_t m = 0; !is_constant && m < n; m++)
			at[m] += bounds->away[best * n + m];
	}
	return sum;
}

/* With a deviation that counts against good: it is at least that along any direction;
 * one that fits the current states is looked for. */
static double upper_against(struct cml_member_bounds *bounds, double mean_weight,
			    double norm_weight, double noise)
{
	size_t n = bounds->n_members;
	double *weight = bounds->scratch, *at = weight + n, best = INFINITY;
	memcpy(at, bounds->middle, n * sizeof *at);
	for (size_t step = 0; step < N_STEPS; step++) {
		double norm = sqrt(noise + dot(n, at, at));
		double along = norm > 0 ? norm_weight / norm : 0;
		for (size_t m = 0; m < n; m++)
			weight[m] = mean_weight / (double)n - along * at[m];
		best = fmin(best, upper_linear(bounds, weight, at) - along * noise);
	}
	return best;
}

double cml_member_bounds_upper(struct cml_member_bounds *bounds, double mean_weight,
			       double sd_weight)
{
	double n = (double)bounds->n_members;
	double norm_weight = fabs(sd_weight) * bounds->deviation.factor / sqrt(n - 1);
	double noise = bounds->deviation.noise * (n - 1);
	if (sd_weight > 0)
		return upper_for(bounds, mean_weight, norm_weight, noise);
	return upper_against(bounds, mean_weight, norm_weight, noise);
}

void cml_member_bounds_range(struct cml_member_bounds *bounds, double sd_weight,
			     struct cml_prediction_range *range)
{
	range->max_good = cml_member_bounds_upper(bounds, 1, 0);
	range->min_good = -cml_member_bounds_upper(bounds, -1, 0);
	range->max_sd = fmax(cml_member_bounds_upper(bounds, 0, 1), 0);
	range->min_sd = fmax(-cml_member_bounds_upper(bounds, 0, -1), 0);
	range->max_sum =
	    sd_weight == 0 ? range->max_good : cml_member_bounds_upper(bounds, 1, sd_weight);
}
