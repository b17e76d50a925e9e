#include "model/gp/gp_bounds.h"

#include "base/memory.h"
#include "model/gp/gp_classes.h"
#include "model/gp/gp_fit.h"
#include "model/gp/gp_model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TABLE_BYTES ((size_t)1 << 30)
/* Completions of the last params that are worked out together. */
#define MAX_GROUP 256

struct bounds {
	const struct cml_gp *gp;
	struct cml_acquisition acquisition;
	bool is_chance; /* of classes: the chance is what is bounded */
	bool log_target;
	size_t n_blocks;
	size_t *n_states;   /* by block */
	bool *is_outside;   /* by coordinate: of a feature of no block */
	double **distance;  /* by block: n_states x n, what a state adds to the squared distances */
	size_t first_group; /* blocks from here on are completed in every way */
	size_t n_group;
	double *group;      /* n_group x n: what completions add, the last block fastest */
	double unit;        /* sums of n numbers of size 1 are off by less */
	double mean_slack;  /* means are */
	double noise_slack; /* variances of predictions are */
};

struct walk {
	const struct bounds *bounds;
	double *distances;    /* (n_blocks + 1) x n: with so many blocks fixed */
	size_t *node;         /* n_blocks + 1: of the completions, as digits of the fixed states */
	bool knows_group;     /* of the blocks fixed before it */
	double *correlations; /* n_group x n */
	double *mean;         /* n_group: the amplitude times the weighted sums */
	struct spread {
		double min, max;
	} * variance;                         /* n_group */
	double *weights;                      /* n: of the variance */
	struct cml_prediction_range **ranges; /* by level from first_group on: of each node */
};

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	for (size_t b = 0; bounds->distance && b < bounds->n_blocks; b++)
		free(bounds->distance[b]);
	free(bounds->distance);
	free(bounds->n_states);
	free(bounds->is_outside);
	free(bounds->group);
	free(bounds);
}

/* Adds the squared distances of a value from the coordinate k of all jobs. */
static void add_distances(const struct cml_gp *gp, size_t k, float value, double *distances)
{
	double at = cml_gp_coordinate(&gp->input.coordinates[k], value) / gp->lengths[k];
	const double *x = gp->x + k * gp->n;
	for (size_t i = 0; i < gp->n; i++)
		distances[i] += (x[i] - at) * (x[i] - at);
}

/* The distances of the states of a block; its coordinates are not outside. */
static enum cml_result tabulate(struct bounds *bounds, size_t b,
				const struct cml_bound_block *block, struct cml_error *err)
{
	const struct cml_gp *gp = bounds->gp;
	bounds->n_states[b] = block->n_states;
	bounds->distance[b] = cml_array_new(block->n_states, gp->n * sizeof(double));
	if (!bounds->distance[b])
		return cml_fail_memory(err);
	for (size_t k = 0; k < gp->input.n; k++) {
		size_t feature = gp->input.coordinates[k].feature;
		if (feature < block->first || feature >= block->first + block->n_features)
			continue;
		bounds->is_outside[k] = false;
		for (size_t s = 0; s < block->n_states; s++)
			add_distances(gp, k,
				      block->x[s * block->n_features + feature - block->first],
				      bounds->distance[b] + s * gp->n);
	}
	return CML_OK;
}

/* The blocks at the end, as many as there is room for, and what their completions add. */
static enum cml_result fill_group(struct bounds *bounds, struct cml_error *err)
{
	size_t n = bounds->gp->n;
	bounds->n_group = 1;
	for (bounds->first_group = bounds->n_blocks; bounds->first_group > 0;
	     bounds->first_group--) {
		size_t n_states = bounds->n_states[bounds->first_group - 1];
		if (n_states > MAX_GROUP / bounds->n_group)
			break;
		bounds->n_group *= n_states;
	}
	bounds->group = cml_array_new(bounds->n_group, n * sizeof *bounds->group);
	if (!bounds->group)
		return cml_fail_memory(err);
	for (size_t c = 0; c < bounds->n_group; c++)
		for (size_t b = bounds->n_blocks, digits = c; b-- > bounds->first_group;) {
			size_t n_states = bounds->n_states[b];
			const double *added = bounds->distance[b] + digits % n_states * n;
			for (size_t i = 0; i < n; i++)
				bounds->group[c * n + i] += added[i];
			digits /= n_states;
		}
	return CML_OK;
}

/* Sums of n products, and correlations of distances that are sums of d squares. Substitution with
 * a factor L solves (L + E) v = k exactly, with |E| <= n DBL_EPSILON |L| (N. Higham, "Accuracy and
 * Stability of Numerical Algorithms", SIAM 2002, theorem 8.5), and the norm of L^-1 is that of the
 * least variance of a job at most. */
static void find_slack(struct bounds *bounds)
{
	const struct cml_gp *gp = bounds->gp;
	double size = 0, squares = 0, n = (double)gp->n;
	bounds->unit = 4 * (n + (double)gp->input.n + 64) * DBL_EPSILON;
	for (size_t i = 0; i < gp->n; i++)
		size += fabs(gp->alpha[i]);
	for (size_t i = 0; i < gp->n * (gp->n + 1) / 2; i++)
		squares += gp->factor[i] * gp->factor[i];
	bounds->mean_slack = bounds->unit * (fabs(gp->y_mean) + gp->y_sd * gp->amplitude * size);
	bounds->noise_slack =
	    bounds->unit * (gp->amplitude + gp->noise) * (1 + sqrt(squares / CML_GP_JITTER));
}

static bool is_too_large(const struct cml_gp *gp, const struct cml_bound_problem *problem)
{
	size_t n_rows = problem->n_blocks + 2 * MAX_GROUP + 4, n_bytes;
	for (size_t b = 0; b < problem->n_blocks; b++)
		if (__builtin_add_overflow(n_rows, problem->blocks[b].n_states, &n_rows))
			return true;
	return __builtin_mul_overflow(n_rows, gp->n * sizeof(double), &n_bytes) ||
	       n_bytes > MAX_TABLE_BYTES;
}

static enum cml_result prepare_either(bool is_chance, void **shared, const void *state,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err)
{
	const struct cml_gp *gp = state;
	size_t n_blocks = problem->n_blocks;
	if (!(gp->y_sd > 0) || is_too_large(gp, problem))
		return cml_fail(err, CML_NOTHING,
				"no bounds of a process of equal jobs, or of so many values");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	*bounds = (struct bounds){.gp = gp,
				  .acquisition = problem->acquisition,
				  .is_chance = is_chance,
				  .log_target = problem->log_target,
				  .n_blocks = n_blocks};
	bounds->n_states = cml_array_new(n_blocks, sizeof *bounds->n_states);
	bounds->distance = cml_array_new(n_blocks, sizeof *bounds->distance);
	bounds->is_outside = cml_array_new(gp->input.n, sizeof *bounds->is_outside);
	enum cml_result status = bounds->n_states && bounds->distance && bounds->is_outside
				     ? CML_OK
				     : cml_fail_memory(err);
	for (size_t k = 0; status == CML_OK && k < gp->input.n; k++)
		bounds->is_outside[k] = true;
	for (size_t b = 0; status == CML_OK && b < n_blocks; b++)
		status = tabulate(bounds, b, &problem->blocks[b], err);
	if (status == CML_OK)
		status = fill_group(bounds, err);
	if (status != CML_OK) {
		bounds_free(bounds);
		return status;
	}
	find_slack(bounds);
	*shared = bounds;
	return CML_OK;
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	return prepare_either(false, shared, state, problem, err);
}

static enum cml_result prepare_chance(void **shared, const void *state,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err)
{
	return prepare_either(true, shared, state, problem, err);
}

static void walk_free(void *own)
{
	struct walk *walk = own;
	if (!walk)
		return;
	free(walk->distances);
	free(walk->node);
	free(walk->correlations);
	free(walk->mean);
	free(walk->variance);
	free(walk->weights);
	if (walk->ranges)
		free(walk->ranges[0]);
	free(walk->ranges);
	free(walk);
}

/* Levels of the group one after the other in one piece of memory. */
static bool new_ranges(struct walk *walk, const struct bounds *bounds)
{
	size_t n_levels = bounds->n_blocks - bounds->first_group + 1, n_nodes = 1, n_all = 1;
	for (size_t l = 1; l < n_levels; l++)
		n_all += n_nodes *= bounds->n_states[bounds->first_group + l - 1];
	walk->ranges = cml_array_new(n_levels, sizeof *walk->ranges);
	if (!walk->ranges)
		return false;
	walk->ranges[0] = cml_array_new(n_all, sizeof *walk->ranges[0]);
	n_nodes = 1;
	for (size_t l = 1; walk->ranges[0] && l < n_levels; l++) {
		walk->ranges[l] = walk->ranges[l - 1] + n_nodes;
		n_nodes *= bounds->n_states[bounds->first_group + l - 1];
	}
	return walk->ranges[0];
}

static enum cml_result walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	size_t n = bounds->gp->n;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	walk->bounds = bounds;
	walk->distances = cml_array_new(bounds->n_blocks + 1, n * sizeof(double));
	walk->node = cml_array_new(bounds->n_blocks + 1, sizeof *walk->node);
	walk->correlations = cml_array_new(bounds->n_group, n * sizeof(double));
	walk->mean = cml_array_new(bounds->n_group, sizeof *walk->mean);
	walk->variance = cml_array_new(bounds->n_group, sizeof *walk->variance);
	walk->weights = cml_array_new(n, sizeof *walk->weights);
	if (!walk->distances || !walk->node || !walk->correlations || !walk->mean ||
	    !walk->variance || !walk->weights || !new_ranges(walk, bounds)) {
		walk_free(walk);
		return cml_fail_memory(err);
	}
	*own = walk;
	return CML_OK;
}

static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	const struct cml_gp *gp = bounds->gp;
	memset(walk->distances, 0, gp->n * sizeof *walk->distances);
	for (size_t k = 0; k < gp->input.n; k++)
		if (bounds->is_outside[k])
			add_distances(gp, k, x[gp->input.coordinates[k].feature], walk->distances);
	walk->knows_group = false;
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	if (level >= bounds->first_group) {
		size_t above = level > bounds->first_group ? walk->node[level] : 0;
		walk->node[level + 1] = above * bounds->n_states[level] + state;
		return;
	}
	size_t n = bounds->gp->n;
	const double *added = bounds->distance[level] + state * n;
	double *before = walk->distances + level * n;
	for (size_t i = 0; i < n; i++)
		before[n + i] = before[i] + added[i];
	walk->knows_group = false;
}

/* A mean and what is known of a variance as a range of what is predicted. */
static void set_range(const struct bounds *bounds, double mean, const struct spread *variance,
		      struct cml_prediction_range *range)
{
	const struct cml_gp *gp = bounds->gp;
	double weight = cml_acquisition_sd_weight(&bounds->acquisition);
	double good = gp->y_mean + gp->y_sd * mean;
	good = bounds->acquisition.maximize ? good : -good;
	range->max_good = good + bounds->mean_slack;
	range->min_good = good - bounds->mean_slack;
	range->max_sd = gp->y_sd * sqrt(variance->max + bounds->noise_slack);
	range->min_sd = gp->y_sd * sqrt(fmax(variance->min - bounds->noise_slack, 0));
	range->max_sum = range->max_good + weight * (weight > 0 ? range->max_sd : range->min_sd);
}

/* The part of the variance that the rows explain, of the correlations with them. */
static double explained_by(struct walk *walk, const double *correlations)
{
	const struct cml_gp *gp = walk->bounds->gp;
	const double *row = gp->factor;
	double *v = walk->weights, explained = 0;
	for (size_t i = 0; i < gp->n; row += ++i) {
		double sum = gp->amplitude * correlations[i] - cml_gp_dot(i, row, v);
		v[i] = sum / row[i];
		explained += v[i] * v[i];
	}
	return explained;
}

/* The chance of a completion, of its mean and correlations. */
static void set_chance(struct walk *walk, double mean, const double *correlations,
		       struct cml_prediction_range *range)
{
	const struct bounds *bounds = walk->bounds;
	const struct cml_gp *gp = bounds->gp;
	double left = fmax(0, gp->amplitude - explained_by(walk, correlations));
	range->max_good = cml_gp_classes_chance(mean, sqrt(left)) + bounds->mean_slack +
			  (1 + fabs(mean)) * bounds->noise_slack;
}

/* What is known of either of two parts. */
static void join(struct cml_prediction_range *range, const struct cml_prediction_range *other)
{
	range->max_good = fmax(range->max_good, other->max_good);
	range->min_good = fmin(range->min_good, other->min_good);
	range->max_sd = fmax(range->max_sd, other->max_sd);
	range->min_sd = fmin(range->min_sd, other->min_sd);
	range->max_sum = fmax(range->max_sum, other->max_sum);
}

/* Weights of the variance: those that are best for the mean of the completions from first to
 * end. Returns what they add to it; variances are off by less than rounding. */
static double weigh(struct walk *walk, size_t first, size_t end, double *rounding)
{
	const struct cml_gp *gp = walk->bounds->gp;
	double *weights = walk->weights, size = 0;
	memset(weights, 0, gp->n * sizeof *weights);
	for (size_t c = first; c < end; c++)
		for (size_t i = 0; i < gp->n; i++)
			weights[i] += walk->correlations[c * gp->n + i];
	for (size_t i = 0; i < gp->n; i++)
		weights[i] *= gp->amplitude / (double)(end - first);
	double constant = cml_gp_solve(gp, weights);
	for (size_t i = 0; i < gp->n; i++)
		size += fabs(weights[i]);
	*rounding = walk->bounds->unit * (constant + 2 * gp->amplitude * size);
	return constant;
}

/* Bounds variances of the completions of a node; each keeps its best. Of a single one it is known.
 */
static void bound_variances(struct walk *walk, size_t first, size_t end)
{
	const struct cml_gp *gp = walk->bounds->gp;
	double rounding, constant = weigh(walk, first, end, &rounding);
	for (size_t c = first; c < end; c++) {
		double sum = cml_gp_dot(gp->n, walk->weights, walk->correlations + c * gp->n);
		double left = gp->amplitude + constant - 2 * gp->amplitude * sum;
		struct spread *variance = &walk->variance[c];
		variance->max = fmin(variance->max, gp->noise + fmax(left, 0) + rounding);
		if (end - first == 1)
			variance->min = gp->noise + fmax(left - rounding, 0);
	}
}

/* Whether the weights of a node make a difference. */
static bool needs_variance(const struct bounds *bounds)
{
	return !bounds->is_chance && bounds->acquisition.by != CML_RANK_BY_MEAN;
}

/* Bounds what the completions of a node are predicted; then all that begin like it. depth: levels
 * below first_group. */
static void find_ranges(struct walk *walk, size_t depth, size_t node)
{
	const struct bounds *bounds = walk->bounds;
	size_t d = bounds->n_blocks - bounds->first_group, n_below = 1;
	for (size_t l = depth; l < d; l++)
		n_below *= bounds->n_states[bounds->first_group + l];
	if (needs_variance(bounds))
		bound_variances(walk, node * n_below, (node + 1) * n_below);
	for (size_t c = node * n_below; c < (node + 1) * n_below; c++)
		if (bounds->is_chance)
			set_chance(walk, walk->mean[c], walk->correlations + c * bounds->gp->n,
				   &walk->ranges[d][c]);
		else
			set_range(bounds, walk->mean[c], &walk->variance[c], &walk->ranges[d][c]);
	for (; d-- > depth;) {
		size_t n_states = bounds->n_states[bounds->first_group + d];
		n_below /= n_states;
		for (size_t c = node * n_below; c < (node + 1) * n_below; c++) {
			const struct cml_prediction_range *below =
			    walk->ranges[d + 1] + c * n_states;
			walk->ranges[d][c] = below[0];
			for (size_t s = 1; s < n_states; s++)
				join(&walk->ranges[d][c], &below[s]);
		}
	}
}

static void complete(struct walk *walk)
{
	const struct bounds *bounds = walk->bounds;
	const struct cml_gp *gp = bounds->gp;
	size_t n = gp->n;
	const double *base = walk->distances + bounds->first_group * n;
	for (size_t c = 0; c < bounds->n_group; c++)
		for (size_t i = 0; i < n; i++)
			walk->correlations[c * n + i] = base[i] + bounds->group[c * n + i];
	cml_gp_correlate(gp->kernel, bounds->n_group * n, walk->correlations, NULL);
	for (size_t c = 0; c < bounds->n_group; c++) {
		walk->mean[c] =
		    gp->amplitude * cml_gp_dot(n, gp->alpha, walk->correlations + c * n);
		walk->variance[c] = (struct spread){gp->noise, gp->amplitude + gp->noise};
	}
	walk->knows_group = true;
}

static double upper(void *own, size_t level)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	if (level < bounds->first_group)
		return INFINITY;
	size_t depth = level - bounds->first_group, node = depth > 0 ? walk->node[level] : 0;
	bool is_new = !walk->knows_group;
	if (is_new)
		complete(walk);
	if (is_new && depth > 0)
		find_ranges(walk, 0, 0);
	if ((is_new && depth == 0) || needs_variance(bounds))
		find_ranges(walk, depth, node);
	if (bounds->is_chance)
		return walk->ranges[depth][node].max_good;
	return cml_acquisition_upper(&bounds->acquisition, bounds->log_target,
				     &walk->ranges[depth][node]);
}

const struct cml_bounds_kind cml_gp_bounds = {.prepare = prepare,
					      .free = bounds_free,
					      .walk_new = walk_new,
					      .walk_free = walk_free,
					      .enter = enter,
					      .fix = fix,
					      .upper = upper};

const struct cml_bounds_kind cml_gp_class_bounds = {.prepare = prepare_chance,
						    .free = bounds_free,
						    .walk_new = walk_new,
						    .walk_free = walk_free,
						    .enter = enter,
						    .fix = fix,
						    .upper = upper};
