#include "math/lbfgs.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fraction of the decrease the gradient promises that a step must bring. */
#define ENOUGH 1e-4
#define MAX_HALVINGS 40
/* Less curvature along a step than this, relative to its lengths, is rounding. */
#define MIN_CURVATURE 1e-10

struct minimising {
	const struct cml_lbfgs *problem;
	size_t n;
	double value;
	double *gradient;  /* n */
	double *direction; /* n */
	double *next;      /* n */
	double *next_gradient;
	double *steps;   /* CML_LBFGS_MEMORY x n, a ring */
	double *changes; /* CML_LBFGS_MEMORY x n: of the gradient along them */
	double curvature[CML_LBFGS_MEMORY];
	size_t n_pairs; /* ever kept */
};

static double dot(size_t n, const double *a, const double *b)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static void add_scaled(size_t n, double *a, double factor, const double *b)
{
	for (size_t i = 0; i < n; i++)
		a[i] += factor * b[i];
}

static double largest_part(size_t n, const double *a)
{
	double largest = 0;
	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, fabs(a[i]));
	return largest;
}

/* direction = - H gradient, H the inverse Hessian as the pairs know it. */
static void find_direction(struct minimising *state)
{
	size_t n = state->n;
	size_t first = state->n_pairs > CML_LBFGS_MEMORY ? state->n_pairs - CML_LBFGS_MEMORY : 0;
	double weights[CML_LBFGS_MEMORY];
	double *d = state->direction;
	for (size_t i = 0; i < n; i++)
		d[i] = -state->gradient[i];
	if (state->n_pairs == 0) {
		/* Nothing is known of the scale: a step of at most 1. */
		double scale = 1 / fmax(1, largest_part(n, d));
		for (size_t i = 0; i < n; i++)
			d[i] *= scale;
		return;
	}
	for (size_t p = state->n_pairs; p-- > first;) {
		size_t slot = p % CML_LBFGS_MEMORY;
		weights[slot] = dot(n, state->steps + slot * n, d) / state->curvature[slot];
		add_scaled(n, d, -weights[slot], state->changes + slot * n);
	}
	size_t last = (state->n_pairs - 1) % CML_LBFGS_MEMORY;
	const double *change = state->changes + last * n;
	double scale = state->curvature[last] / dot(n, change, change);
	for (size_t i = 0; i < n; i++)
		d[i] *= scale;
	for (size_t p = first; p < state->n_pairs; p++) {
		size_t slot = p % CML_LBFGS_MEMORY;
		double weight = dot(n, state->changes + slot * n, d) / state->curvature[slot];
		add_scaled(n, d, weights[slot] - weight, state->steps + slot * n);
	}
}

/* The value at the end of a step that is short enough, in next and next_gradient; NaN
 * when there is none. */
static double search_line(struct minimising *state, const double *x)
{
	const struct cml_lbfgs *problem = state->problem;
	double slope = dot(state->n, state->gradient, state->direction);
	double length = 1;
	for (int i = 0; i < MAX_HALVINGS && slope < 0; i++, length /= 2) {
		memcpy(state->next, x, state->n * sizeof *x);
		add_scaled(state->n, state->next, length, state->direction);
		double value = problem->value(problem->context, state->next, state->next_gradient);
		if (value <= state->value + ENOUGH * length * slope)
			return value;
	}
	return NAN;
}

static void keep_pair(struct minimising *state, const double *x)
{
	size_t n = state->n;
	size_t slot = state->n_pairs % CML_LBFGS_MEMORY;
	double *step = state->steps + slot * n, *change = state->changes + slot * n;
	for (size_t i = 0; i < n; i++) {
		step[i] = state->next[i] - x[i];
		change[i] = state->next_gradient[i] - state->gradient[i];
	}
	double curvature = dot(n, step, change);
	double scale = sqrt(dot(n, step, step) * dot(n, change, change));
	if (!(curvature > MIN_CURVATURE * scale))
		return;
	state->curvature[slot] = curvature;
	state->n_pairs++;
}

static bool allocate(struct minimising *state, struct cml_arena *arena)
{
	size_t n = state->n;

	return CML_ARENA_NEW(arena, &state->gradient, n) &&
	       CML_ARENA_NEW(arena, &state->direction, n) &&
	       CML_ARENA_NEW(arena, &state->next, n) &&
	       CML_ARENA_NEW(arena, &state->next_gradient, n) &&
	       CML_ARENA_NEW(arena, &state->steps, CML_LBFGS_MEMORY * n) &&
	       CML_ARENA_NEW(arena, &state->changes, CML_LBFGS_MEMORY * n);
}

/* Whether there was a step to take. */
static bool step(struct minimising *state, double *x)
{
	double tolerance = state->problem->tolerance;
	if (largest_part(state->n, state->gradient) <= tolerance)
		return false;
	find_direction(state);
	double value = search_line(state, x);
	if (isnan(value) && state->n_pairs > 0) {
		/* What was remembered misleads: once more along the gradient. */
		state->n_pairs = 0;
		find_direction(state);
		value = search_line(state, x);
	}
	if (isnan(value))
		return false;
	double gain = state->value - value;
	keep_pair(state, x);
	memcpy(x, state->next, state->n * sizeof *x);
	memcpy(state->gradient, state->next_gradient, state->n * sizeof *x);
	state->value = value;
	return gain > tolerance * tolerance * fabs(value);
}

enum cml_result cml_lbfgs_minimise(const struct cml_lbfgs *problem, double *x, double *value,
				   size_t *n_steps, struct cml_error *err)
{
	AUTO(cml_arena) arena = {0};
	struct minimising state = {.problem = problem, .n = problem->n};
	size_t n = 0;
	if (!allocate(&state, &arena))
		return cml_fail_memory(err);
	state.value = problem->value(problem->context, x, state.gradient);
	if (!isfinite(state.value))
		return cml_fail(err, CML_BAD_DATA,
				"the function has no value where the minimisation starts");
	while (n < problem->max_steps && step(&state, x)) {
		n++;
		if (problem->progress)
			problem->progress(problem->progress_context, n, problem->max_steps);
	}
	*value = state.value;
	if (n_steps)
		*n_steps = n;
	return CML_OK;
}
