#include "learn/mlp/mlp_bounds.h"

#include "base/memory.h"
#include "learn/mlp/mlp_curve.h"
#include "learn/mlp/mlp_model.h"
#include "learn/mlp/mlp_relax.h"
#include "learn/predictor/member_bounds.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TABLE_BYTES ((size_t)1 << 30)

/* Units of all members side by side, of each first those that raise what is bounded.
 * Each is scaled by the size of its effect on the score of its member, so that it
 * counts as +-max(0, z). */
struct bounds {
	const struct cml_mlp_model *mlp;
	struct cml_bound_problem problem; /* owned */
	struct part {
		size_t first;     /* unit; multiples of CML_MLP_RELAX_WIDTH, as the next */
		size_t n_raising; /* of units */
		size_t n_units;   /* with those that lower it */
		double constant;
	} * parts;      /* by member */
	size_t n_units; /* of all members */
	struct unit {
		size_t member, unit;
		double factor; /* size of its effect; 0: padding */
	} * units;
	float sign;     /* bounded are sign * scores */
	float **inputs; /* by block: n_states x n_units, what a state adds to z */
	float *min;     /* (n_blocks + 1) x n_units: what the blocks from one on add, */
	float *max;     /* at least and at most */
	double *sizes;  /* n_units: the same of absolute values, from block 0 on */
	size_t n_terms; /* entries of a row, at most, in blocks */
};

struct walk {
	const struct bounds *bounds;
	float *z;                         /* (n_blocks + 1) x n_units: with so many blocks fixed */
	float *above, *below;             /* n_units: slopes */
	struct cml_mlp_entry *entries;    /* n_features */
	double *slack;                    /* by member */
	struct cml_member_bounds members; /* empty when ranking by the mean */
};

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	for (size_t b = 0; bounds->inputs && b < bounds->problem.n_blocks; b++)
		free(bounds->inputs[b]);
	free(bounds->inputs);
	cml_bound_problem_release(&bounds->problem);
	free(bounds->parts);
	free(bounds->units);
	free(bounds->min);
	free(bounds->max);
	free(bounds->sizes);
	free(bounds);
}

/* The weight of an input in the z of a unit, scaled. */
static double weight_of(const struct bounds *bounds, size_t i, size_t input)
{
	const struct unit *unit = &bounds->units[i];
	const struct cml_mlp_layer *layer = &bounds->mlp->members[unit->member].net.layers[0];
	return unit->factor > 0 ? unit->factor * (double)*cml_mlp_weight(layer, input, unit->unit)
				: 0;
}

static size_t round_up(size_t n)
{
	return (n + CML_MLP_RELAX_WIDTH - 1) / CML_MLP_RELAX_WIDTH * CML_MLP_RELAX_WIDTH;
}

static double effect_of(const struct bounds *bounds, size_t member, size_t unit)
{
	const struct cml_mlp_member *from = &bounds->mlp->members[member];
	return (double)bounds->sign * from->factor * (double)from->net.out_weight[unit];
}

/* Gives each member its part of the units. */
static enum cml_result divide_units(struct bounds *bounds, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = bounds->mlp;
	size_t width = mlp->members[0].net.shape.widths[0];
	bounds->parts = cml_array_new(mlp->n_members, sizeof *bounds->parts);
	if (!bounds->parts)
		return cml_fail_memory(err);
	for (size_t m = 0; m < mlp->n_members; m++) {
		const struct cml_mlp_member *member = &mlp->members[m];
		struct part *part = &bounds->parts[m];
		size_t n_lowering = 0;
		for (size_t u = 0; u < width; u++)
			n_lowering += effect_of(bounds, m, u) < 0;
		part->first = bounds->n_units;
		part->n_raising = round_up(width - n_lowering);
		part->n_units = part->n_raising + round_up(n_lowering);
		part->constant = (double)bounds->sign * member->factor *
				 ((double)*member->net.out_bias - member->offset);
		bounds->n_units += part->n_units;
	}
	return CML_OK;
}

static enum cml_result list_units(struct bounds *bounds, struct cml_error *err)
{
	size_t width = bounds->mlp->members[0].net.shape.widths[0];
	if (divide_units(bounds, err) != CML_OK)
		return err->status;
	bounds->units = cml_array_new(bounds->n_units, sizeof *bounds->units);
	if (!bounds->units)
		return cml_fail_memory(err);
	for (size_t m = 0; m < bounds->mlp->n_members; m++) {
		size_t raising = bounds->parts[m].first;
		size_t lowering = raising + bounds->parts[m].n_raising;
		for (size_t u = 0; u < width; u++) {
			double effect = effect_of(bounds, m, u);
			bounds->units[effect < 0 ? lowering++ : raising++] =
			    (struct unit){m, u, fabs(effect)};
		}
	}
	return CML_OK;
}

/* What the states of a block add to each z. */
static enum cml_result tabulate(struct bounds *bounds, size_t b, float *row,
				struct cml_mlp_entry *entries, struct cml_error *err)
{
	const struct cml_bound_block *block = &bounds->problem.blocks[b];
	size_t max_terms = 0;
	double *largest = cml_array_new(bounds->n_units, sizeof *largest);
	bounds->inputs[b] = cml_aligned_new(block->n_states, bounds->n_units * sizeof(float));
	if (!largest || !bounds->inputs[b]) {
		free(largest);
		return cml_fail_memory(err);
	}
	for (size_t s = 0; s < block->n_states; s++) {
		memcpy(row + block->first, block->x + s * block->n_features,
		       block->n_features * sizeof *row);
		size_t n = cml_mlp_input_part(&bounds->mlp->input, row, block->first,
					      block->n_features, entries);
		max_terms = n > max_terms ? n : max_terms;
		for (size_t i = 0; i < bounds->n_units; i++) {
			double sum = 0, size = 0;
			for (size_t e = 0; e < n; e++) {
				double term = weight_of(bounds, i, entries[e].column) *
					      (double)entries[e].value;
				sum += term;
				size += fabs(term);
			}
			bounds->inputs[b][s * bounds->n_units + i] = (float)sum;
			largest[i] = size > largest[i] ? size : largest[i];
		}
	}
	for (size_t i = 0; i < bounds->n_units; i++)
		bounds->sizes[i] += largest[i];
	bounds->n_terms += max_terms;
	free(largest);
	return CML_OK;
}

/* What blocks add together from each one on. */
static void span(struct bounds *bounds)
{
	size_t n = bounds->n_units;
	for (size_t b = bounds->problem.n_blocks; b-- > 0;)
		for (size_t i = 0; i < n; i++) {
			float min = INFINITY, max = -INFINITY;
			for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++) {
				float input = bounds->inputs[b][s * n + i];
				min = input < min ? input : min;
				max = input > max ? input : max;
			}
			bounds->min[b * n + i] = bounds->min[(b + 1) * n + i] + min;
			bounds->max[b * n + i] = bounds->max[(b + 1) * n + i] + max;
		}
}

static enum cml_result fill(struct bounds *bounds, const struct cml_bound_problem *problem,
			    struct cml_error *err)
{
	bounds->inputs = cml_array_new(problem->n_blocks, sizeof *bounds->inputs);
	if (!bounds->inputs)
		return cml_fail_memory(err);
	if (cml_bound_problem_copy(&bounds->problem, problem, err) != CML_OK ||
	    list_units(bounds, err) != CML_OK)
		return err->status;
	size_t n_levels = problem->n_blocks + 1, row_size = bounds->n_units * sizeof(float);
	float *row = cml_array_new(problem->n_features, sizeof *row);
	struct cml_mlp_entry *entries = cml_array_new(problem->n_features, sizeof *entries);
	bounds->min = cml_aligned_new(n_levels, row_size);
	bounds->max = cml_aligned_new(n_levels, row_size);
	bounds->sizes = cml_array_new(bounds->n_units, sizeof *bounds->sizes);
	enum cml_result status = row && entries && bounds->min && bounds->max && bounds->sizes
				     ? CML_OK
				     : cml_fail_memory(err);
	for (size_t b = 0; status == CML_OK && b < problem->n_blocks; b++)
		status = tabulate(bounds, b, row, entries, err);
	if (status == CML_OK)
		span(bounds);
	free(row);
	free(entries);
	return status;
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	/* Padding makes members wider. */
	size_t width = shape->widths[0] + 2 * CML_MLP_RELAX_WIDTH;
	size_t n_states = 2 * (problem->n_blocks + 1), n_floats;
	for (size_t b = 0; b < problem->n_blocks; b++)
		n_states += problem->blocks[b].n_states;
	if (shape->n_layers > 1 ||
	    __builtin_mul_overflow(n_states, mlp->n_members * width, &n_floats) ||
	    n_floats > MAX_TABLE_BYTES / sizeof(float))
		return cml_fail(err, CML_NOTHING,
				shape->n_layers > 1
				    ? "nets of several hidden layers have no bounds"
				    : "tables of the bounds would take more than 1 GB");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->mlp = mlp;
	bounds->sign = problem->acquisition.maximize != mlp->minimize ? 1 : -1;
	if (fill(bounds, problem, err) != CML_OK) {
		bounds_free(bounds);
		return err->status;
	}
	*shared = bounds;
	return CML_OK;
}

static void walk_free(void *own)
{
	struct walk *walk = own;
	if (!walk)
		return;
	free(walk->z);
	free(walk->above);
	free(walk->below);
	free(walk->entries);
	free(walk->slack);
	cml_member_bounds_release(&walk->members);
	free(walk);
}

static enum cml_result fill_walk(struct walk *walk, const struct bounds *bounds,
				 struct cml_error *err)
{
	const struct cml_bound_problem *problem = &bounds->problem;
	size_t n_members = bounds->mlp->n_members, n_units = bounds->n_units;
	walk->bounds = bounds;
	walk->z = cml_aligned_new(problem->n_blocks + 1, n_units * sizeof *walk->z);
	walk->above = cml_aligned_new(n_units, sizeof *walk->above);
	walk->below = cml_aligned_new(n_units, sizeof *walk->below);
	walk->entries = cml_array_new(problem->n_features, sizeof *walk->entries);
	walk->slack = cml_array_new(n_members, sizeof *walk->slack);
	if (!walk->z || !walk->above || !walk->below || !walk->entries || !walk->slack)
		return cml_fail_memory(err);
	if (problem->acquisition.by == CML_RANK_BY_MEAN)
		return CML_OK;
	struct cml_member_deviation plain = {.factor = 1};
	return cml_member_bounds_init(&walk->members, n_members, problem, &plain, err);
}

static enum cml_result walk_new(void **own, const void *shared, struct cml_error *err)
{
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	if (fill_walk(walk, shared, err) != CML_OK) {
		walk_free(walk);
		return err->status;
	}
	*own = walk;
	return CML_OK;
}

/* Entries of the features outside of all blocks. */
static size_t load_rest(struct walk *walk, const float *x)
{
	const struct bounds *bounds = walk->bounds;
	size_t n = 0;
	for (size_t f = 0; f < bounds->problem.n_features; f++) {
		bool open = false;
		for (size_t b = 0; b < bounds->problem.n_blocks; b++)
			open = open || f - bounds->problem.blocks[b].first <
					   bounds->problem.blocks[b].n_features;
		if (!open)
			n += cml_mlp_input_part(&bounds->mlp->input, x, f, 1, walk->entries + n);
	}
	return n;
}

/* Slack: sums of t terms in float are off by less than t rounding errors of the sum
 * of their sizes (N. J. Higham, "Accuracy and stability of numerical algorithms",
 * 2002, section 3.1). Terms in a row: those of z, those of a score in its strips
 * and lanes, and on this side those of z again, of a chunk and of a relaxation. */
static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	const struct cml_mlp_net *net = &bounds->mlp->members[0].net;
	size_t n = load_rest(walk, x);
	double n_terms = (double)(n + bounds->n_terms + 2 + net->layers[0].n_strips + 8 +
				  2 * bounds->problem.n_blocks + CML_MLP_RELAX_CHUNK + 16);
	for (size_t m = 0; m < bounds->mlp->n_members; m++) {
		const struct part *part = &bounds->parts[m];
		double sizes = fabs(part->constant);
		for (size_t i = part->first; i < part->first + part->n_units; i++) {
			double z = weight_of(bounds, i, net->layers[0].n_in), size = fabs(z);
			for (size_t e = 0; e < n; e++) {
				double term = weight_of(bounds, i, walk->entries[e].column) *
					      (double)walk->entries[e].value;
				z += term;
				size += fabs(term);
			}
			walk->z[i] = (float)z;
			sizes += size + bounds->sizes[i];
		}
		walk->slack[m] = 1.1 * n_terms * (double)FLT_EPSILON / 2 * sizes;
	}
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	size_t n = walk->bounds->n_units;
	cml_mlp_relax_add(n, walk->z + level * n, walk->bounds->inputs[level] + state * n,
			  walk->z + (level + 1) * n);
}

/* What of the score of a member does not depend on open blocks, at most; slopes into
 * above. */
static double above_member(struct walk *walk, size_t level, const struct part *part)
{
	const struct bounds *bounds = walk->bounds;
	size_t at = level * bounds->n_units + part->first, up = part->n_raising;
	const float *z = walk->z + at, *min = bounds->min + at, *max = bounds->max + at;
	float *slope = walk->above + part->first;
	if (level == bounds->problem.n_blocks)
		return part->constant + cml_mlp_relax_sum_positive(up, z) -
		       cml_mlp_relax_sum_positive(part->n_units - up, z + up);
	return part->constant + cml_mlp_relax_above(up, z, min, max, slope) +
	       cml_mlp_relax_above_negative(part->n_units - up, z + up, min + up, max + up,
					    slope + up);
}

/* The same of minus the score; slopes into below. */
static double below_member(struct walk *walk, size_t level, const struct part *part)
{
	const struct bounds *bounds = walk->bounds;
	size_t at = level * bounds->n_units + part->first, up = part->n_raising;
	const float *z = walk->z + at, *min = bounds->min + at, *max = bounds->max + at;
	float *slope = walk->below + part->first;
	return -part->constant + cml_mlp_relax_above_negative(up, z, min, max, slope) +
	       cml_mlp_relax_above(part->n_units - up, z + up, min + up, max + up, slope + up);
}

/* sign * mean of the scores, at most. */
static double upper_mean(struct walk *walk, size_t level)
{
	const struct bounds *bounds = walk->bounds;
	size_t n = bounds->n_units;
	double sum = 0;
	for (size_t m = 0; m < bounds->mlp->n_members; m++)
		sum += above_member(walk, level, &bounds->parts[m]) + walk->slack[m];
	for (size_t b = level; b < bounds->problem.n_blocks; b++) {
		double best = -INFINITY;
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++) {
			double gain = cml_mlp_relax_dot(n, walk->above, bounds->inputs[b] + s * n);
			best = gain > best ? gain : best;
		}
		sum += best;
	}
	return sum / (double)bounds->mlp->n_members;
}

static void set_member(struct cml_member_bounds *members, size_t i, double above, double below)
{
	members->center[i] = (above - below) / 2;
	members->radius[i] = (above + below) / 2;
}

/* Fills in what each member is at most, and minus it. */
static void load_member(struct walk *walk, size_t level, size_t m)
{
	const struct bounds *bounds = walk->bounds;
	const struct part *part = &bounds->parts[m];
	struct cml_member_bounds *members = &walk->members;
	double above = above_member(walk, level, part);
	double below = level == bounds->problem.n_blocks ? -above : below_member(walk, level, part);
	set_member(members, m, above + walk->slack[m], below + walk->slack[m]);
	for (size_t b = level; b < bounds->problem.n_blocks; b++)
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++) {
			const float *inputs = bounds->inputs[b] + s * bounds->n_units + part->first;
			above = cml_mlp_relax_dot(part->n_units, walk->above + part->first, inputs);
			below = cml_mlp_relax_dot(part->n_units, walk->below + part->first, inputs);
			set_member(members, (members->first[b] + s) * members->n_members + m, above,
				   below);
		}
}

static double upper(void *own, size_t level)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	const struct cml_bound_problem *problem = &bounds->problem;
	struct cml_prediction_range scores = {0};
	if (problem->acquisition.by == CML_RANK_BY_MEAN) {
		scores.min_good = scores.max_good = upper_mean(walk, level);
	} else {
		for (size_t m = 0; m < bounds->mlp->n_members; m++)
			load_member(walk, level, m);
		cml_member_bounds_settle(&walk->members, level);
		cml_member_bounds_range(&walk->members,
					cml_acquisition_sd_weight(&problem->acquisition), &scores);
	}
	return cml_mlp_curve_upper(&bounds->mlp->curve, (double)bounds->sign, &scores, problem);
}

const struct cml_bounds_kind cml_mlp_bounds = {.prepare = prepare,
					       .free = bounds_free,
					       .walk_new = walk_new,
					       .walk_free = walk_free,
					       .enter = enter,
					       .fix = fix,
					       .upper = upper};
