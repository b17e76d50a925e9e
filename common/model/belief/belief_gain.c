/* What further jobs would tell. Part of belief.h. */
#include "model/belief/belief.h"

#include "base/memory.h"
#include "base/random.h"
#include "learn/predictor/acquisition.h"
#include "math/cholesky.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A gain of less than this part of the best is none. */
#define ROUNDING 1e-12

static int compare_lines(const void *a, const void *b)
{
	const struct cml_line *x = a, *y = b;
	if (x->slope != y->slope)
		return x->slope < y->slope ? -1 : 1;
	return x->mean < y->mean ? -1 : x->mean > y->mean;
}

/* Where line b overtakes a, whose slope is less. */
static double crossing(const struct cml_line *a, const struct cml_line *b)
{
	return (a->mean - b->mean) / (b->slope - a->slope);
}

/* Leaves the upper envelope, from left to right; how many lines it has. */
static size_t keep_envelope(size_t n, struct cml_line *lines)
{
	size_t n_kept = 0;
	qsort(lines, n, sizeof *lines, compare_lines);
	for (size_t i = 0; i < n; i++) {
		if (n_kept > 0 && lines[n_kept - 1].slope == lines[i].slope)
			n_kept--;
		while (n_kept > 1 && crossing(&lines[n_kept - 1], &lines[i]) <=
					 crossing(&lines[n_kept - 2], &lines[n_kept - 1]))
			n_kept--;
		lines[n_kept++] = lines[i];
	}
	return n_kept;
}

static double log_sum(double a, double b)
{
	double high = fmax(a, b), low = fmin(a, b);
	return isinf(low) ? high : high + log1p(exp(low - high));
}

double cml_log_expected_rise(size_t n, struct cml_line *lines)
{
	double rise = -INFINITY;
	n = keep_envelope(n, lines);
	for (size_t i = 0; i + 1 < n; i++)
		rise = log_sum(rise, log(lines[i + 1].slope - lines[i].slope) +
					 cml_log_expected_improvement(
					     -fabs(crossing(&lines[i], &lines[i + 1])), 1));
	return rise;
}

/* E[(mean + slope Z)^2] over Z from lo to hi, with the density of Z. */
static double square_between(const struct cml_line *line, double lo, double hi)
{
	double a = isinf(lo) ? 0 : cml_normal_density(lo),
	       b = isinf(hi) ? 0 : cml_normal_density(hi);
	double mass = lo > 0 ? cml_normal_probability(-lo) - cml_normal_probability(-hi)
			     : cml_normal_probability(hi) - cml_normal_probability(lo);
	double square = mass + (a > 0 ? lo * a : 0) - (b > 0 ? hi * b : 0);
	return line->mean * line->mean * mass + 2 * line->mean * line->slope * (a - b) +
	       line->slope * line->slope * square;
}

double cml_expected_square_rise(size_t n, struct cml_line *lines)
{
	double best = -INFINITY, sum = 0, lo = -INFINITY;
	for (size_t i = 0; i < n; i++)
		best = fmax(best, lines[i].mean);
	n = keep_envelope(n, lines);
	for (size_t i = 0; i < n; i++) {
		double hi = i + 1 < n ? crossing(&lines[i], &lines[i + 1]) : INFINITY;
		sum += square_between(&lines[i], lo, hi);
		lo = hi;
	}
	return sum - best * best;
}

/* Choosing repeats among the first n. */
struct choosing {
	const struct cml_belief *belief;
	size_t n, baseline;
	double *covariance; /* n x n: what the chosen ones leave of it */
	double *step;       /* n */
	struct cml_line *lines;
	bool *is_chosen;
};

/* How the means move with the result of configuration i, by standard deviation of it. */
static void fill_step(const struct choosing *choosing, size_t i)
{
	const double *row = choosing->covariance + i * choosing->n;
	double sd = sqrt(row[i] + choosing->belief->noise[i]);
	for (size_t j = 0; j < choosing->n; j++)
		choosing->step[j] = row[j] / sd;
}

/* Of one more job of configuration i, as a logarithm. */
static double log_worth(const struct choosing *choosing, size_t i)
{
	size_t n = choosing->n, baseline = choosing->baseline;
	struct cml_line from = {0};
	fill_step(choosing, i);
	if (baseline < n)
		from =
		    (struct cml_line){choosing->belief->mean[baseline], choosing->step[baseline]};
	for (size_t j = 0; j < n; j++)
		choosing->lines[j] = (struct cml_line){choosing->belief->mean[j] - from.mean,
						       choosing->step[j] - from.slope};
	double worth = baseline < n ? log(fmax(0, cml_expected_square_rise(n, choosing->lines)))
				    : cml_log_expected_rise(n, choosing->lines);
	return worth + choosing->belief->log_chance[i];
}

static size_t choose_next(const struct choosing *choosing)
{
	size_t best = choosing->n;
	double best_rise = -INFINITY;
	for (size_t i = 0; i < choosing->n; i++) {
		if (choosing->is_chosen[i])
			continue;
		double rise = log_worth(choosing, i);
		if (best == choosing->n || rise > best_rise) {
			best = i;
			best_rise = rise;
		}
	}
	return best;
}

static void observe(const struct choosing *choosing, size_t chosen)
{
	size_t n = choosing->n;
	fill_step(choosing, chosen);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			choosing->covariance[i * n + j] -= choosing->step[i] * choosing->step[j];
	for (size_t i = 0; i < n; i++)
		choosing->covariance[i * n + i] = fmax(0, choosing->covariance[i * n + i]);
}

enum cml_result cml_belief_choose_repeats(const struct cml_belief *belief, size_t n,
					  size_t baseline, size_t k, size_t *chosen,
					  size_t *n_chosen, struct cml_error *err)
{
	struct choosing choosing = {.belief = belief,
				    .n = n,
				    .baseline = baseline,
				    .covariance = cml_array_new(n * n, sizeof(double)),
				    .step = cml_array_new(n, sizeof(double)),
				    .lines = cml_array_new(n, sizeof(struct cml_line)),
				    .is_chosen = cml_array_new(n, sizeof(bool))};
	bool ready = choosing.covariance && choosing.step && choosing.lines && choosing.is_chosen;
	for (size_t i = 0; ready && i < n; i++)
		memcpy(choosing.covariance + i * n, belief->covariance + i * belief->n,
		       n * sizeof *choosing.covariance);
	for (*n_chosen = 0; ready && *n_chosen < k && *n_chosen < n; (*n_chosen)++) {
		size_t next = choose_next(&choosing);
		choosing.is_chosen[next] = true;
		observe(&choosing, next);
		chosen[*n_chosen] = next;
	}
	free(choosing.covariance);
	free(choosing.step);
	free(choosing.lines);
	free(choosing.is_chosen);
	return ready ? CML_OK : cml_fail_memory(err);
}

/* Drawing results of a batch of jobs. */
struct drawing {
	const struct cml_belief *belief;
	size_t n_finished, n_jobs;
	const size_t *jobs;
	size_t baseline; /* of the finished ones; others: none */
	double best;     /* now */
	double *gain;    /* n_jobs: sums of by how much the best rises */
	double square;   /* sum of the squares of the gain over the baseline, after all jobs */
	double *factor;  /* n_jobs x n_jobs: L of the covariance of their results */
	double *steps;   /* n_jobs x n: how the means move with each independent part of them */
	double *mean;    /* n: after the jobs of this draw so far */
	bool *is_named;  /* n: may be named best */
};

/* steps = L^-1 (covariance of the jobs with all), row by row. */
static bool fill_steps(struct drawing *drawing)
{
	const struct cml_belief *belief = drawing->belief;
	size_t n = belief->n, m = drawing->n_jobs;
	for (size_t a = 0; a < m; a++)
		for (size_t b = 0; b <= a; b++)
			drawing->factor[a * m + b] =
			    belief->covariance[drawing->jobs[a] * n + drawing->jobs[b]] +
			    (a == b ? belief->noise[drawing->jobs[a]] : 0);
	if (!cml_cholesky(m, drawing->factor))
		return false;
	for (size_t a = 0; a < m; a++) {
		double *step = drawing->steps + a * n;
		memcpy(step, belief->covariance + drawing->jobs[a] * n, n * sizeof *step);
		for (size_t b = 0; b < a; b++)
			for (size_t j = 0; j < n; j++)
				step[j] -= drawing->factor[a * m + b] * drawing->steps[b * n + j];
		for (size_t j = 0; j < n; j++)
			step[j] /= drawing->factor[a * m + a];
	}
	return true;
}

/* One draw, turned by sign. */
static void draw_once(struct drawing *drawing, struct cml_random random, double sign)
{
	const struct cml_belief *belief = drawing->belief;
	size_t n = belief->n;
	double highest = drawing->best;
	memcpy(drawing->mean, belief->mean, n * sizeof *drawing->mean);
	for (size_t i = 0; i < n; i++)
		drawing->is_named[i] = i < drawing->n_finished;
	for (size_t a = 0; a < drawing->n_jobs; a++) {
		double z = sign * cml_random_normal(&random);
		size_t job = drawing->jobs[a];
		if (log(1 - cml_random_uniform(&random)) < belief->log_chance[job]) {
			const double *step = drawing->steps + a * n;
			for (size_t j = 0; j < n; j++)
				drawing->mean[j] += z * step[j];
			drawing->is_named[job] = true;
		}
		highest = -INFINITY;
		for (size_t j = 0; j < n; j++)
			if (drawing->is_named[j] && drawing->mean[j] > highest)
				highest = drawing->mean[j];
		drawing->gain[a] += highest - drawing->best;
	}
	if (drawing->baseline < drawing->n_finished) {
		double over = highest - drawing->mean[drawing->baseline];
		drawing->square += over * over;
	}
}

/* Draws results of the jobs; drawing has what is asked, and gain. */
static enum cml_result draw_all(struct drawing *drawing, uint64_t seed, struct cml_error *err)
{
	const struct cml_belief *belief = drawing->belief;
	size_t n_jobs = drawing->n_jobs;
	struct cml_random random;
	enum cml_result status = CML_OK;
	drawing->best = belief->mean[cml_belief_best(belief, drawing->n_finished)];
	drawing->factor = cml_array_new(n_jobs * n_jobs, sizeof(double));
	drawing->steps = cml_array_new(n_jobs * belief->n, sizeof(double));
	drawing->mean = cml_array_new(belief->n, sizeof(double));
	drawing->is_named = cml_array_new(belief->n, sizeof(bool));
	if (!drawing->factor || !drawing->steps || !drawing->mean || !drawing->is_named)
		status = cml_fail_memory(err);
	else if (!fill_steps(drawing))
		status = cml_fail(err, CML_BAD_DATA,
				  "the model's covariances are not positive definite");
	memset(drawing->gain, 0, n_jobs * sizeof *drawing->gain);
	/* Each draw and its opposite: what moves all alike cancels out. */
	for (size_t i = 0; status == CML_OK && i < CML_BELIEF_DRAWS; i++) {
		cml_random_init(&random, seed, i / 2);
		draw_once(drawing, random, i % 2 ? -1 : 1);
	}
	free(drawing->factor);
	free(drawing->steps);
	free(drawing->mean);
	free(drawing->is_named);
	return status;
}

enum cml_result cml_belief_gain(const struct cml_belief *belief, size_t n_finished, size_t n_jobs,
				const size_t *jobs, uint64_t seed, double *gain,
				struct cml_error *err)
{
	struct drawing drawing = {.belief = belief,
				  .n_finished = n_finished,
				  .n_jobs = n_jobs,
				  .jobs = jobs,
				  .baseline = n_finished,
				  .gain = gain};
	enum cml_result status = draw_all(&drawing, seed, err);
	double least = 0; /* further jobs cannot bring less: what draws say of it is chance */
	for (size_t a = 0; status == CML_OK && a < n_jobs; a++) {
		double mean = gain[a] / CML_BELIEF_DRAWS;
		least = fmax(least, mean > ROUNDING * fabs(drawing.best) ? mean : 0);
		gain[a] = belief->is_log ? expm1(least) : least / fabs(drawing.best);
	}
	return status;
}

enum cml_result cml_belief_worth(const struct cml_belief *belief, size_t n_finished,
				 size_t baseline, size_t n_jobs, const size_t *jobs, uint64_t seed,
				 double *worth, struct cml_error *err)
{
	double *gain = cml_array_new(n_jobs, sizeof *gain);
	struct drawing drawing = {.belief = belief,
				  .n_finished = n_finished,
				  .n_jobs = n_jobs,
				  .jobs = jobs,
				  .baseline = baseline,
				  .gain = gain};
	enum cml_result status = gain ? draw_all(&drawing, seed, err) : cml_fail_memory(err);
	if (status == CML_OK)
		*worth = baseline < n_finished ? drawing.square : n_jobs > 0 ? gain[n_jobs - 1] : 0;
	free(gain);
	return status;
}
