#include "learn/gp/gp_bounds.h"

#include "base/memory.h"
#include "learn/gp/gp_classes.h"
#include "learn/gp/gp_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct walk {
	const struct cml_gp_tables *bounds;
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

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	struct cml_gp_tables *tables = NULL;
	enum cml_result status = cml_gp_tables_new(&tables, false, state, problem, err);
	*shared = tables;
	return status;
}

static enum cml_result prepare_chance(void **shared, const void *state,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err)
{
	struct cml_gp_tables *tables = NULL;
	enum cml_result status = cml_gp_tables_new(&tables, true, state, problem, err);
	*shared = tables;
	return status;
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
static bool new_ranges(struct walk *walk, const struct cml_gp_tables *bounds)
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
	const struct cml_gp_tables *bounds = shared;
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
	const struct cml_gp_tables *bounds = walk->bounds;
	const struct cml_gp *gp = bounds->gp;
	memset(walk->distances, 0, gp->n * sizeof *walk->distances);
	for (size_t k = 0; k < gp->input.n; k++)
		if (bounds->is_outside[k])
			cml_gp_add_distances(gp, k, x[gp->input.coordinates[k].feature],
					     walk->distances);
	walk->knows_group = false;
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	const struct cml_gp_tables *bounds = walk->bounds;
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
static void set_range(const struct cml_gp_tables *bounds, double mean,
		      const struct spread *variance, struct cml_prediction_range *range)
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
	const struct cml_gp_tables *bounds = walk->bounds;
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
static bool needs_variance(const struct cml_gp_tables *bounds)
{
	return !bounds->is_chance && bounds->acquisition.by != CML_RANK_BY_MEAN;
}

/* Bounds what the completions of a node are predicted; then all that begin like it. depth: levels
 * below first_group. */
static void find_ranges(struct walk *walk, size_t depth, size_t node)
{
	const struct cml_gp_tables *bounds = walk->bounds;
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
	const struct cml_gp_tables *bounds = walk->bounds;
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

/* Before the last params are worked out: as if each job were as far as is best. */
static double upper_before(struct walk *walk, size_t level)
{
	const struct cml_gp_tables *bounds = walk->bounds;
	const struct cml_gp *gp = bounds->gp;
	const struct spread any = {gp->noise, gp->amplitude + gp->noise};
	struct cml_prediction_range range;
	size_t n = gp->n;
	for (size_t i = 0; i < n; i++)
		walk->correlations[i] =
		    walk->distances[level * n + i] + bounds->reach[level * n + i];
	cml_gp_correlate(gp->kernel, n, walk->correlations, NULL);
	walk->knows_group = false;
	double mean = gp->amplitude * cml_gp_dot(n, gp->alpha, walk->correlations);
	if (bounds->is_chance)
		return cml_gp_classes_chance(mean, mean > 0 ? 0 : sqrt(gp->amplitude)) +
		       bounds->mean_slack + (1 + fabs(mean)) * bounds->noise_slack;
	set_range(bounds, mean, &any, &range);
	return cml_acquisition_upper(&bounds->acquisition, bounds->log_target, &range);
}

static double upper(void *own, size_t level)
{
	struct walk *walk = own;
	const struct cml_gp_tables *bounds = walk->bounds;
	if (level < bounds->first_group ||
	    (level == bounds->first_group && level < bounds->n_blocks && !needs_variance(bounds)))
		return upper_before(walk, level);
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

double cml_gp_bounds_told(void *own, double *slack)
{
	struct walk *walk = own;
	const struct cml_gp_tables *bounds = walk->bounds;
	size_t n_blocks = bounds->n_blocks, n = bounds->gp->n;
	size_t node = n_blocks > bounds->first_group ? walk->node[n_blocks] : 0;
	if (!walk->knows_group)
		complete(walk);
	*slack = bounds->noise_slack / bounds->gp->amplitude;
	return explained_by(walk, walk->correlations + node * n) / bounds->gp->amplitude;
}

const struct cml_bounds_kind cml_gp_bounds = {.prepare = prepare,
					      .free = cml_gp_tables_free,
					      .walk_new = walk_new,
					      .walk_free = walk_free,
					      .enter = enter,
					      .fix = fix,
					      .upper = upper};

const struct cml_bounds_kind cml_gp_class_bounds = {.prepare = prepare_chance,
						    .free = cml_gp_tables_free,
						    .walk_new = walk_new,
						    .walk_free = walk_free,
						    .enter = enter,
						    .fix = fix,
						    .upper = upper};
