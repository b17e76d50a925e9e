/* A process of single values. Part of portfolio.h. */
#include "search/portfolio/portfolio.h"

#include "math/cholesky.h"

#include <math.h>
#include <string.h>

/* Room for jobs that are pending or taken. */
#define MAX_TAKEN 256
/* What is tried: lengths in parts of the number of settings that vary, from MIN_LENGTH, each by
 * LENGTH_STEP longer than the one before; w; noise, the first one while lengths are compared. */
#define N_LENGTHS 9
#define MIN_LENGTH 0.05
#define LENGTH_STEP 1.6
static const double nearest[] = {0, 0.5, 1};
static const double noises[] = {1e-2, 1e-3, 1e-1};
/* Less is none: dividing by it would only spread rounding. */
#define MIN_VARIANCE 1e-9

/* Rewards to learn from, and where. */
struct rows {
	size_t n;
	double *y;        /* standardised */
	uint16_t *levels; /* n x settings */
	double *matrix;   /* n x n */
	double *alpha;    /* n */
	double amplitude; /* as of the last factor */
};

/* near: w. */
static void fill_gaps(struct cml_value_process *process, double near)
{
	const struct cml_settings *settings = &process->table->settings;
	for (size_t p = 0; p < settings->n; p++) {
		const struct cml_setting *setting = &settings->items[p];
		for (size_t a = 0; a <= setting->n; a++)
			for (size_t b = 0; b <= setting->n; b++)
				process->gaps[p][a * (setting->n + 1) + b] =
				    a == b ? 0 : near + (1 - near) * cml_setting_gap(setting, a, b);
	}
}

static double correlate(const struct cml_value_process *process, const uint16_t *a,
			const uint16_t *b)
{
	const struct cml_settings *settings = &process->table->settings;
	double gap = 0;
	for (size_t p = 0; p < settings->n; p++)
		gap += process->gaps[p][a[p] * (settings->items[p].n + 1) + b[p]];
	return exp(-gap / process->length);
}

/* The factor into matrix, and covariance^-1 y into alpha; returns the logarithm of the likelihood
 * under the best amplitude, but for a constant; -INFINITY: there is no factor. */
static double factorise(const struct cml_value_process *process, struct rows *rows)
{
	size_t n = rows->n, n_settings = process->table->settings.n;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j <= i; j++)
			rows->matrix[i * n + j] = correlate(process, rows->levels + i * n_settings,
							    rows->levels + j * n_settings) +
						  (i == j ? process->noise : 0);
		rows->alpha[i] = rows->y[i];
	}
	if (!cml_cholesky(n, rows->matrix))
		return -INFINITY;
	cml_cholesky_solve(n, rows->matrix, rows->alpha);
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += rows->y[i] * rows->alpha[i];
	rows->amplitude = fmax(sum / (double)n, MIN_VARIANCE);
	return -(double)n / 2 * log(rows->amplitude) -
	       cml_cholesky_log_determinant(n, rows->matrix) / 2;
}

/* The most likely w and length, then noise; false: none has a factor. */
static bool fit(struct cml_value_process *process, struct rows *rows)
{
	const struct cml_settings *settings = &process->table->settings;
	double n_vary = 0, likelihood, best = -INFINITY, length = 1, near = 0, noise = noises[0];
	for (size_t p = 0; p < settings->n; p++)
		n_vary += settings->items[p].n > 1;
	process->noise = noise;
	for (size_t w = 0; w < sizeof nearest / sizeof *nearest; w++) {
		fill_gaps(process, nearest[w]);
		process->length = fmax(n_vary, 1) * MIN_LENGTH;
		for (size_t l = 0; l < N_LENGTHS; l++, process->length *= LENGTH_STEP)
			if ((likelihood = factorise(process, rows)) > best) {
				best = likelihood;
				length = process->length;
				near = nearest[w];
			}
	}
	fill_gaps(process, near);
	process->length = length;
	for (size_t k = 1; k < sizeof noises / sizeof *noises; k++) {
		process->noise = noises[k];
		if ((likelihood = factorise(process, rows)) > best) {
			best = likelihood;
			noise = noises[k];
		}
	}
	process->noise = noise;
	return !isinf(factorise(process, rows));
}

/* Rows of ok jobs, standardised; none where they say nothing. */
static void read_rows(struct cml_value_process *process, const struct cml_tried_jobs *jobs,
		      bool is_log, struct rows *rows)
{
	const struct cml_settings *settings = &process->table->settings;
	double mean = 0, variance = 0;
	for (size_t i = 0; i < jobs->n; i++) {
		double reward = jobs->items[i].reward;
		double y = !is_log ? reward : reward < 0 ? -log(-reward) : log(reward);
		if (jobs->items[i].state != CML_TRIED_OK || !isfinite(y))
			continue;
		cml_settings_levels(settings, jobs->items[i].values,
				    rows->levels + rows->n * settings->n);
		rows->y[rows->n++] = y;
		mean += y;
	}
	mean /= (double)rows->n;
	for (size_t i = 0; i < rows->n; i++)
		variance += (rows->y[i] - mean) * (rows->y[i] - mean) / (double)rows->n;
	process->sd = sqrt(variance);
	process->best = -INFINITY;
	for (size_t i = 0; i < rows->n; i++) {
		rows->y[i] = (rows->y[i] - mean) / process->sd;
		process->best = fmax(process->best, rows->y[i]);
	}
	if (!(process->sd > 0))
		rows->n = 0;
}

/* Row i of the factor. */
static double *factor_row(const struct cml_value_process *process, size_t i)
{
	return process->factor + i * (i + 1) / 2;
}

static enum cml_result learn(struct cml_value_process *process, struct rows *rows,
			     struct cml_error *err)
{
	const struct cml_level_table *table = process->table;
	size_t n = rows->n, n_settings = table->settings.n;
	if (!fit(process, rows))
		return CML_OK; /* stays empty */
	process->n_max = n + MAX_TAKEN;
	struct cml_arena *arena = &process->table->settings.arena;
	if (!CML_ARENA_NEW(arena, &process->levels, process->n_max * n_settings) ||
	    !CML_ARENA_NEW(arena, &process->factor, process->n_max * (process->n_max + 1) / 2) ||
	    !CML_ARENA_NEW(arena, &process->row, process->n_max) ||
	    !CML_ARENA_NEW(arena, &process->mean, table->n) ||
	    !CML_ARENA_NEW(arena, &process->variance, table->n))
		return cml_fail_memory(err);
	memcpy(process->levels, rows->levels, n * n_settings * sizeof *process->levels);
	for (size_t i = 0; i < n; i++) {
		memcpy(factor_row(process, i), rows->matrix + i * n,
		       (i + 1) * sizeof *process->factor);
		cml_level_sums(table, process->gaps, rows->levels + i * n_settings, table->sums);
		for (size_t c = 0; c < table->n; c++) {
			double correlation = exp(-table->sums[c] / process->length);
			process->mean[c] += rows->alpha[i] * correlation;
			process->variance[c] = fmax(process->variance[c], correlation);
		}
	}
	/* One job alone leaves so much: all of them leave less. */
	for (size_t i = 0; i < table->n; i++)
		process->variance[i] =
		    1 - process->variance[i] * process->variance[i] / (1 + process->noise);
	process->amplitude = rows->amplitude;
	process->n = n;
	return CML_OK;
}

/* The room of the last job, which none is given. */
static uint16_t *spare_levels(const struct cml_value_process *process)
{
	return process->levels + (process->n_max - 1) * process->table->settings.n;
}

/* The jobs that say nothing yet, at most half of the room. */
static void take_pending(struct cml_value_process *process, const struct cml_tried_jobs *jobs)
{
	for (size_t i = jobs->n; i-- > 0 && 2 * (process->n_max - process->n) > MAX_TAKEN;)
		if (jobs->items[i].state == CML_TRIED_PENDING) {
			cml_settings_levels(&process->table->settings, jobs->items[i].values,
					    spare_levels(process));
			cml_value_take_other(process, spare_levels(process));
		}
}

enum cml_result cml_value_process_init(struct cml_value_process *process,
				       struct cml_level_table *table,
				       const struct cml_tried_jobs *jobs, bool is_log,
				       struct cml_error *err)
{
	size_t n = 0;
	*process = (struct cml_value_process){.table = table};
	for (size_t i = 0; i < jobs->n; i++)
		n += jobs->items[i].state == CML_TRIED_OK;
	if (n < 2 || n > CML_VALUE_MAX_JOBS)
		return CML_OK;
	if (cml_cholesky_find(err) != CML_OK)
		return err->status;
	AUTO(cml_arena) arena = {0};
	struct rows rows = {0};
	if (!CML_ARENA_NEW(&arena, &rows.y, n) || !CML_ARENA_NEW(&arena, &rows.alpha, n) ||
	    !CML_ARENA_NEW(&arena, &rows.matrix, n * n) ||
	    !CML_ARENA_NEW(&arena, &rows.levels, n * table->settings.n))
		return cml_fail_memory(err);
	if (cml_level_pairs_init(&process->gaps, &table->settings, err) != CML_OK)
		return err->status;
	read_rows(process, jobs, is_log, &rows);
	if (rows.n >= 2 && learn(process, &rows, err) != CML_OK)
		return err->status;
	if (process->n > 0)
		take_pending(process, jobs);
	return CML_OK;
}

double cml_value_gain(const struct cml_value_process *process, size_t i)
{
	return process->sd * (process->mean[i] - process->best);
}

double cml_value_sd(const struct cml_value_process *process, size_t i)
{
	return process->sd * sqrt(process->amplitude * (process->variance[i] + process->noise));
}

/* Sums of LANES numbers each, side by side: one after the other waits for each addition. */
#define LANES 8
static double dot(size_t n, const double *restrict a, const double *restrict b)
{
	double sums[LANES] = {0}, sum = 0;
	size_t i = 0;
	for (; i + LANES <= n; i += LANES)
		for (size_t lane = 0; lane < LANES; lane++)
			sums[lane] += a[i + lane] * b[i + lane];
	for (size_t lane = 0; lane < LANES; lane++)
		sum += sums[lane];
	for (; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

/* The solution v of L v = correlations with these levels; returns the sum of its squares. */
static double solve(const struct cml_value_process *process, const uint16_t *levels, double *v)
{
	const struct cml_settings *settings = &process->table->settings;
	double sum = 0;
	for (size_t i = 0; i < process->n; i++) {
		const double *row = factor_row(process, i);
		v[i] = correlate(process, levels, process->levels + i * settings->n);
		v[i] = (v[i] - dot(i, row, v)) / row[i];
		sum += v[i] * v[i];
	}
	return sum;
}

/* Anew each time: few are looked at often, and a row for each of them takes far more than all else.
 */
void cml_value_look(struct cml_value_process *process, size_t i)
{
	uint16_t *levels = spare_levels(process);
	cml_level_table_row(process->table, i, levels);
	process->variance[i] = fmax(1 - solve(process, levels, process->row), MIN_VARIANCE);
}

void cml_value_take_other(struct cml_value_process *process, const uint16_t *levels)
{
	size_t n = process->n, n_settings = process->table->settings.n;
	if (n + 1 >= process->n_max)
		return;
	memmove(process->levels + n * n_settings, levels, n_settings * sizeof *levels);
	double *row = factor_row(process, n);
	row[n] = sqrt(fmax(1 - solve(process, levels, row), MIN_VARIANCE) + process->noise);
	process->n++;
}

void cml_value_take(struct cml_value_process *process, size_t i)
{
	if (process->n == 0)
		return;
	uint16_t *levels = spare_levels(process);
	process->best = fmax(process->best, process->mean[i]);
	cml_level_table_row(process->table, i, levels);
	cml_value_take_other(process, levels);
}
