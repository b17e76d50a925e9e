#include "eval/checks/unit_slip.h"

#include "base/memory.h"
#include "learn/predictor/hyper.h"
#include "learn/predictor/predictor.h"
#include "learn/trees/tree_kinds.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PART_BITS 2
#define N_PARTS (1 << PART_BITS)
/* 2^64 over the golden ratio: Fibonacci hashing, so that keys that count up are spread as well. */
#define SPREAD UINT64_C(0x9E3779B97F4A7C15)
#define MAX_LEARNED 3000 /* jobs for each part */
#define MIN_SD 0.02      /* a log without noise has none; slips are far above it */
#define MIN_DEVIATIONS 10
#define MIN_FACTOR 30
/* A small factor between units is believed where jobs agree with it. */
#define SMALL_UNIT 8
#define SMALL_DEVIATIONS 20
#define SMALL_ERROR 0.05
#define MIN_GAP 1.5    /* to the next job, as a ratio of what they leave over */
#define MAX_PERCENT 10 /* of the jobs */
#define MAX_OF_UNIT 20 /* percent, where jobs agree with a factor between units */
/* What is taken off before the next fit: a factor of 4.5 and three deviations at least. */
#define MIN_PERCENT 5 /* of the jobs: fewer do not bend the fit */
#define MAX_ROUNDS 4
#define MIN_TAKEN 1.5
#define TAKEN_DEVIATIONS 3
#define SAME_TAKEN 0.02 /* two per cent */
#define UNIT_ERROR 0.25 /* of the logarithm */

static const double units[] = {SMALL_UNIT, 60, 100, 1000, 3600, 1e6, 1e9};

struct part {
	struct cml_error err;
};

/* Many outliers have little influence on the second one, which is less exact. */
enum fit { FIT_EXACT, FIT_ROBUST, N_FITS };

struct run {
	struct cml_dataset *data;        /* y are logarithms */
	const struct cml_dataset *names; /* the data asked about, which outlives this */
	const struct cml_predictor_kind *kind;
	struct cml_hyper hyper[N_FITS];
	enum fit fit;     /* the one that is learned */
	double *measured; /* n_rows, logarithms; those of data without what is taken off */
	double *taken;    /* n_rows: what is taken off those in another unit, as it seems */
	size_t *part;     /* n_rows, by configuration */
	double *residual; /* n_rows */
	struct part parts[N_PARTS];
};

static enum cml_result set_up(struct run *run, struct cml_error *err)
{
	static const char *const options[][2] = {
	    {"loss", "huber"}, {"trees", "40"}, {"learning-rate", "0.15"}};
	run->kind = &cml_gbt_predictor;
	for (size_t fit = 0; fit < N_FITS; fit++) {
		struct cml_hyper *hyper = &run->hyper[fit];
		for (size_t i = 0; i < sizeof options / sizeof *options; i++)
			if (cml_hyper_set(hyper, options[i][0], options[i][1], err) != CML_OK)
				return err->status;
		if ((fit == FIT_ROBUST &&
		     cml_hyper_set(hyper, "huber-quantile", "0.5", err) != CML_OK) ||
		    cml_hyper_resolve(hyper, run->kind->hyper, run->kind->n_hyper, run->kind->name,
				      err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* Jobs of all parts but one, evenly thinned where they are many. */
static enum cml_result select_others(const struct run *run, size_t part, struct cml_dataset *others,
				     struct cml_error *err)
{
	size_t n_rows = run->data->n_rows, n = 0;
	size_t *rows = cml_array_new(n_rows, sizeof *rows);
	if (!rows)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_rows; i++)
		if (run->part[i] != part)
			rows[n++] = i;
	for (size_t i = 0; n > MAX_LEARNED && i < MAX_LEARNED; i++)
		rows[i] = rows[(size_t)((double)i / MAX_LEARNED * (double)n)];
	enum cml_result status =
	    cml_dataset_select(run->data, rows, n > MAX_LEARNED ? MAX_LEARNED : n, others, err);
	free(rows);
	return status;
}

/* What the jobs of a part leave over of a fit of the others. */
static void predict_part(const struct run *run, size_t part, const void *state)
{
	const struct cml_dataset *data = run->data;
	for (size_t i = 0; i < data->n_rows; i++) {
		double mean, sd;
		if (run->part[i] != part)
			continue;
		run->kind->predict(state, 1, data->x + i * data->n_features, &mean, &sd);
		run->residual[i] = run->measured[i] - mean;
	}
}

static void learn_part(void *context, size_t part, unsigned thread)
{
	(void)thread;
	struct run *run = context;
	struct cml_error *err = &run->parts[part].err;
	struct cml_dataset others = {0};
	struct cml_buffer summary = {0};
	void *state = NULL;
	struct cml_training training = {
	    .data = &others, .hyper = &run->hyper[run->fit], .seed = 1, .log_target = true};
	enum cml_result status = select_others(run, part, &others, err);
	if (status == CML_OK && others.n_rows > 0)
		status = run->kind->train(&training, &state, &summary, err);
	if (status == CML_OK && state)
		predict_part(run, part, state);
	run->kind->free(state);
	cml_buffer_release(&summary);
	cml_dataset_release(&others);
}

/* Median, and robust standard deviation; scratch: n numbers. */
static double find_scale(const double *residual, size_t n, double *scratch, double *median)
{
	memcpy(scratch, residual, n * sizeof *scratch);
	*median = cml_median(n, scratch);
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(residual[i] - *median);
	return fmax(MIN_SD, 1.4826 * cml_median(n, scratch));
}

/* The factor between units that a logarithm is near to; 0: none. */
static double find_unit(double log_factor, double error)
{
	double best = 0, least = error;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		double distance = fabs(log_factor - log(units[i]));
		if (distance <= least) {
			least = distance;
			best = units[i];
		}
	}
	return best;
}

/* Jobs that leave over far more than all others in their direction. */
struct group {
	size_t n;
	double least, middle; /* of what they leave over */
};

static int compare_descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x < y) - (x > y);
}

/* The group above the widest gap, on a scale of ratios, that begins at `from` or above; n 0: no gap
 * is wide enough. over[n]: what jobs leave over in a direction, descending. */
static struct group find_group(const double *over, size_t n, double from)
{
	struct group group = {0};
	double widest = MIN_GAP;
	for (size_t k = 1; k < n && 100 * k <= MAX_OF_UNIT * n && over[k - 1] >= from; k++) {
		double gap = over[k - 1] / fmax(over[k], MIN_SD);
		if (gap < widest)
			continue;
		widest = gap;
		group = (struct group){k, over[k - 1], over[k / 2]};
	}
	return group;
}

/* sign: 1 or -1, the direction; scratch: n numbers. */
static struct cml_unit_slip find_slip(const double *residual, size_t n, double sign,
				      double *scratch)
{
	double median, sd = find_scale(residual, n, scratch, &median);
	for (size_t i = 0; i < n; i++)
		scratch[i] = sign * (residual[i] - median);
	qsort(scratch, n, sizeof *scratch, compare_descending);
	struct group group = find_group(scratch, n, fmax(MIN_DEVIATIONS * sd, log(MIN_FACTOR)));
	double error = UNIT_ERROR;
	if (group.n == 0) {
		group = find_group(scratch, n, SMALL_DEVIATIONS * sd);
		error = SMALL_ERROR;
		if (fabs(group.middle - log(SMALL_UNIT)) > error)
			return (struct cml_unit_slip){0};
	}
	bool are_many = 100 * group.n > MAX_PERCENT * n;
	double unit = find_unit(group.middle, are_many ? SMALL_ERROR : error);
	if (are_many && unit == 0)
		return (struct cml_unit_slip){0};
	struct cml_unit_slip slip = {.n = group.n,
				     .factor = exp(sign * group.middle),
				     .unit = unit == 0  ? NAN
					     : sign > 0 ? unit
							: 1 / unit};
	size_t named = 0;
	for (size_t i = 0; i < n && named < CML_SLIP_NAMED && named < slip.n; i++)
		if (sign * (residual[i] - median) >= group.least)
			slip.rows[named++] = i;
	return slip;
}

/* The jobs that are off by what a feature counts. */
static void judge_counts(const struct run *run, double *scratch, struct cml_unit_slip slips[2])
{
	size_t n = run->data->n_rows;
	double median, sd = find_scale(run->residual, n, scratch, &median);
	for (size_t side = 0; side < 2; side++) {
		double sign = side == 0 ? 1 : -1;
		for (size_t i = 0; i < n; i++)
			scratch[i] = sign * (run->residual[i] - median);
		struct cml_counted_slip found =
		    cml_counted_slip_find(run->data, scratch, sd, scratch + n);
		if (found.n == 0)
			continue;
		slips[side] =
		    (struct cml_unit_slip){.n = found.n,
					   .factor = exp(sign * found.middle),
					   .unit = NAN,
					   .count = cml_count_name(run->names, found.feature)};
		memcpy(slips[side].rows, found.rows, sizeof found.rows);
		return;
	}
}

/* The jobs with a metric above 0, with its logarithm; rows[n]: where they are in data. */
static enum cml_result take_logarithms(const struct cml_dataset *data, size_t *rows,
				       struct cml_dataset *logs, struct cml_error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++)
		if (data->y[i] > 0)
			rows[n++] = i;
	if (n < CML_SLIP_MIN_JOBS || 100 * (data->n_rows - n) > MAX_PERCENT * data->n_rows)
		return CML_OK;
	if (cml_dataset_select(data, rows, n, logs, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++)
		logs->y[i] = log(logs->y[i]);
	return CML_OK;
}

static enum cml_result learn(struct run *run, enum fit fit, struct cml_pool *pool,
			     struct cml_error *err)
{
	run->fit = fit;
	cml_pool_run(pool, N_PARTS, learn_part, run);
	for (size_t part = 0; part < N_PARTS; part++)
		if (run->parts[part].err.status != CML_OK) {
			*err = run->parts[part].err;
			return err->status;
		}
	return CML_OK;
}

/* The median of what the jobs leave over that leave over much in a direction, which are counted. */
static double find_middle(const double *over, size_t n, double from, double *scratch,
			  size_t *n_members)
{
	*n_members = 0;
	for (size_t i = 0; i < n; i++)
		if (over[i] >= from)
			scratch[(*n_members)++] = over[i];
	return *n_members > 0 ? cml_median(*n_members, scratch) : 0;
}

/* Takes off what the jobs of another unit, as it seems, have too much, so that the next fit learns
 * from all jobs in one unit. Whether it is other than what was taken off before; scratch: 2 n. */
static bool take_off(struct run *run, double *scratch)
{
	size_t n = run->data->n_rows, n_members[2];
	double *over = scratch + n, middle[2], median;
	double sd = find_scale(run->residual, n, scratch, &median);
	double from = fmax(MIN_TAKEN, TAKEN_DEVIATIONS * sd);
	for (int side = 1; side >= 0; side--) {
		for (size_t i = 0; i < n; i++)
			over[i] = (side == 0 ? 1 : -1) * (run->residual[i] - median);
		middle[side] = find_middle(over, n, from, scratch, &n_members[side]);
	}
	int side = n_members[0] >= n_members[1] ? 0 : 1;
	double sign = side == 0 ? 1 : -1;
	bool changed = false;
	from = fmax(from, middle[side] / 2);
	for (size_t i = 0; i < n; i++) {
		bool is_member = sign * (run->residual[i] - median) >= from;
		double taken = is_member ? sign * middle[side] : 0;
		changed = changed || fabs(taken - run->taken[i]) > SAME_TAKEN;
		run->taken[i] = taken;
		run->data->y[i] = run->measured[i] - taken;
	}
	return changed;
}

static void judge(const struct run *run, double *scratch, struct cml_unit_slip slips[2])
{
	for (size_t i = 0; i < 2; i++)
		slips[i] = find_slip(run->residual, run->data->n_rows, i == 0 ? 1 : -1, scratch);
}

/* Whether so many jobs are far off in a direction that they may bend the exact fit. */
static bool has_many_far(const struct run *run)
{
	size_t n = run->data->n_rows, n_far[2] = {0};
	for (size_t i = 0; i < n; i++)
		if (fabs(run->residual[i]) >= MIN_TAKEN)
			n_far[run->residual[i] > 0 ? 0 : 1]++;
	return 100 * (n_far[0] > n_far[1] ? n_far[0] : n_far[1]) >= MIN_PERCENT * n;
}

/* What jobs in another unit have too much is taken off, as far as a robust fit shows them, before
 * exact fits. */
static enum cml_result learn_in_one_unit(struct run *run, struct cml_pool *pool, double *scratch,
					 struct cml_unit_slip slips[2], struct cml_error *err)
{
	enum cml_result status = learn(run, FIT_ROBUST, pool, err);
	for (size_t round = 0; status == CML_OK && round < MAX_ROUNDS && take_off(run, scratch);
	     round++)
		status = learn(run, FIT_EXACT, pool, err);
	if (status == CML_OK)
		judge(run, scratch, slips);
	return status;
}

/* Few outliers are found as they are. */
static enum cml_result search(struct run *run, struct cml_pool *pool, struct cml_unit_slip slips[2],
			      struct cml_error *err)
{
	double *scratch = run->residual + run->data->n_rows;
	enum cml_result status = learn(run, FIT_EXACT, pool, err);
	if (status != CML_OK)
		return status;
	judge(run, scratch, slips);
	if (slips[0].n + slips[1].n > 0)
		return CML_OK;
	if (has_many_far(run))
		status = learn_in_one_unit(run, pool, scratch, slips, err);
	if (status == CML_OK && slips[0].n + slips[1].n == 0)
		judge_counts(run, scratch, slips);
	return status;
}

static enum cml_result find_slips(struct run *run, struct cml_pool *pool,
				  struct cml_unit_slip slips[2], struct cml_error *err)
{
	size_t n = run->data->n_rows;
	run->part = cml_array_new(n, sizeof *run->part);
	run->residual = cml_array_new(n, 5 * sizeof *run->residual);
	run->measured = cml_array_new(n, 2 * sizeof *run->measured);
	bool has_memory = run->part && run->residual && run->measured;
	enum cml_result status = has_memory ? set_up(run, err) : cml_fail_memory(err);
	if (status == CML_OK) {
		run->taken = run->measured + n;
		for (size_t i = 0; i < n; i++) {
			run->part[i] = run->data->keys[i] * SPREAD >> (64 - PART_BITS);
			run->measured[i] = run->data->y[i];
		}
		status = search(run, pool, slips, err);
	}
	free(run->part);
	free(run->residual);
	free(run->measured);
	for (size_t fit = 0; fit < N_FITS; fit++)
		cml_hyper_release(&run->hyper[fit]);
	return status;
}

enum cml_result cml_unit_slips_find(const struct cml_dataset *data, struct cml_pool *pool,
				    struct cml_unit_slip slips[2], struct cml_error *err)
{
	struct cml_dataset logs = {0};
	struct run run = {.data = &logs, .names = data};
	memset(slips, 0, 2 * sizeof *slips);
	size_t *rows = cml_array_new(data->n_rows, sizeof *rows);
	enum cml_result status =
	    rows ? take_logarithms(data, rows, &logs, err) : cml_fail_memory(err);
	if (status == CML_OK && logs.n_rows > 0)
		status = find_slips(&run, pool, slips, err);
	for (size_t i = 0; i < 2 && status == CML_OK; i++)
		for (size_t k = 0; k < slips[i].n && k < CML_SLIP_NAMED; k++)
			slips[i].rows[k] = rows[slips[i].rows[k]];
	cml_dataset_release(&logs);
	free(rows);
	return status;
}
