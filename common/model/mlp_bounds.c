#include "model/mlp_bounds.h"

#include "base/memory.h"
#include "base/target.h"
#include "model/mlp_model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 8
/* Vectors summed in float before they join a sum in double. */
#define CHUNK 16
#define MAX_TABLE_BYTES ((size_t)1 << 30)

typedef float floats __attribute__((vector_size(4 * WIDTH)));
typedef int32_t ints __attribute__((vector_size(4 * WIDTH)));

/* Units of all members side by side, those that raise what is bounded first. Each
 * is scaled by the size of its effect, so that it counts as +-max(0, z). */
struct bounds {
	const struct cml_mlp_model *mlp;
	struct cml_bound_problem problem; /* owned */
	size_t n_raising;                 /* units, a multiple of WIDTH, as the next */
	size_t n_units;                   /* with those that lower it */
	struct unit {
		size_t member, unit;
		double factor; /* size of its effect; 0: padding */
	} * units;
	float sign;      /* bounded is sign * score */
	double constant; /* of sign * score */
	float **inputs;  /* by block: n_states x n_units, what a state adds to z */
	float *least;    /* (n_blocks + 1) x n_units: what the blocks from one on add, */
	float *most;     /* at least and at most */
	double *sizes;   /* n_units: the same of absolute values, from block 0 on */
	size_t n_terms;  /* entries of a row, at most, in blocks */
};

struct walk {
	const struct bounds *bounds;
	float *z; /* (n_blocks + 1) x n_units: with so many blocks fixed */
	float *slope;
	struct cml_mlp_entry *entries; /* n_features */
	double slack;
};

static inline __attribute__((always_inline)) float sum_of(const floats *x)
{
	return (((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3])) +
	       (((*x)[4] + (*x)[5]) + ((*x)[6] + (*x)[7]));
}

static inline __attribute__((always_inline)) void take_positive(floats *x)
{
	*x = (floats)((ints)*x & (*x > 0));
}

CML_TARGET_CLONES
static void add(size_t n, const float *a, const float *b, float *sum)
{
	for (size_t i = 0; i < n; i += WIDTH)
		*(floats *)(sum + i) = *(const floats *)(a + i) + *(const floats *)(b + i);
}

CML_TARGET_CLONES
static double dot(size_t n, const float *a, const float *b)
{
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH)
			part += *(const floats *)(a + i) * *(const floats *)(b + i);
		sum += (double)sum_of(&part);
	}
	return sum;
}

CML_TARGET_CLONES
static double sum_positive(size_t n, const float *z)
{
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH) {
			floats at = *(const floats *)(z + i);
			take_positive(&at);
			part += at;
		}
		sum += (double)sum_of(&part);
	}
	return sum;
}

/* The line above max(0, z + d) for d from least to most: its slope, and the sum of
 * its values at d = 0. */
CML_TARGET_CLONES
static double relax_raising(size_t n, const float *z, const float *least, const float *most,
			    float *slope)
{
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH) {
			floats at = *(const floats *)(z + i);
			floats high = at + *(const floats *)(most + i);
			floats below = -(at + *(const floats *)(least + i));
			take_positive(&high);
			take_positive(&below);
			floats steep = high / (high + below + FLT_MIN);
			*(floats *)(slope + i) = steep;
			part += steep * (at + below);
		}
		sum += (double)sum_of(&part);
	}
	return sum;
}

/* As above of -max(0, z + d): it is at most 0, and at most -(z + d). */
CML_TARGET_CLONES
static double relax_lowering(size_t n, const float *z, const float *least, const float *most,
			     float *slope)
{
	static const float one = 1;
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH) {
			floats at = *(const floats *)(z + i);
			floats high = at + *(const floats *)(most + i);
			floats low = at + *(const floats *)(least + i);
			ints taken = high > -low;
			floats minus = -(one + (floats){0});
			*(floats *)(slope + i) = (floats)((ints)minus & taken);
			part -= (floats)((ints)at & taken);
		}
		sum += (double)sum_of(&part);
	}
	return sum;
}

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	for (size_t b = 0; bounds->inputs && b < bounds->problem.n_blocks; b++)
		free(bounds->inputs[b]);
	free(bounds->inputs);
	cml_bound_problem_release(&bounds->problem);
	free(bounds->units);
	free(bounds->least);
	free(bounds->most);
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
	return (n + WIDTH - 1) / WIDTH * WIDTH;
}

/* Lists the units of either sign and works the constant out. */
static enum cml_status list_units(struct bounds *bounds, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = bounds->mlp;
	size_t width = mlp->members[0].net.shape.widths[0], counts[2] = {0};
	for (int listing = 0; listing < 2; listing++) {
		size_t next[2] = {0, bounds->n_raising};
		for (size_t m = 0; m < mlp->n_members; m++) {
			const struct cml_mlp_member *member = &mlp->members[m];
			double share =
			    (double)bounds->sign * member->factor / (double)mlp->n_members;
			for (size_t u = 0; u < width; u++) {
				double effect = share * (double)member->net.out_weight[u];
				size_t lowers = effect < 0;
				if (listing)
					bounds->units[next[lowers]++] =
					    (struct unit){m, u, fabs(effect)};
				else
					counts[lowers]++;
			}
			if (listing)
				bounds->constant +=
				    share * ((double)*member->net.out_bias - member->offset);
		}
		if (listing)
			return CML_OK;
		bounds->n_raising = round_up(counts[0]);
		bounds->n_units = bounds->n_raising + round_up(counts[1]);
		bounds->units = cml_array_new(bounds->n_units, sizeof *bounds->units);
		if (!bounds->units)
			return cml_fail_memory(err);
	}
	return CML_OK;
}

/* What the states of a block add to each z. */
static enum cml_status tabulate(struct bounds *bounds, size_t b, float *row,
				struct cml_mlp_entry *entries, struct cml_error *err)
{
	const struct cml_bound_block *block = &bounds->problem.blocks[b];
	size_t most_terms = 0;
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
		most_terms = n > most_terms ? n : most_terms;
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
	bounds->n_terms += most_terms;
	free(largest);
	return CML_OK;
}

/* What blocks add together from each one on. */
static void span(struct bounds *bounds)
{
	size_t n = bounds->n_units;
	for (size_t b = bounds->problem.n_blocks; b-- > 0;)
		for (size_t i = 0; i < n; i++) {
			float least = INFINITY, most = -INFINITY;
			for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++) {
				float input = bounds->inputs[b][s * n + i];
				least = input < least ? input : least;
				most = input > most ? input : most;
			}
			bounds->least[b * n + i] = bounds->least[(b + 1) * n + i] + least;
			bounds->most[b * n + i] = bounds->most[(b + 1) * n + i] + most;
		}
}

static enum cml_status fill(struct bounds *bounds, const struct cml_bound_problem *problem,
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
	bounds->least = cml_aligned_new(n_levels, row_size);
	bounds->most = cml_aligned_new(n_levels, row_size);
	bounds->sizes = cml_array_new(bounds->n_units, sizeof *bounds->sizes);
	enum cml_status status = row && entries && bounds->least && bounds->most && bounds->sizes
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

static enum cml_status prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	size_t n_states = 2 * (problem->n_blocks + 1), n_floats;
	for (size_t b = 0; b < problem->n_blocks; b++)
		n_states += problem->blocks[b].n_states;
	if (shape->n_layers > 1 ||
	    __builtin_mul_overflow(n_states, mlp->n_members * shape->widths[0], &n_floats) ||
	    n_floats > MAX_TABLE_BYTES / sizeof(float))
		return cml_fail(err, CML_NOTHING,
				shape->n_layers > 1
				    ? "nets of several hidden layers have no bounds"
				    : "tables of the bounds would take more than 1 GB");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->mlp = mlp;
	bounds->sign = problem->maximize != mlp->minimize ? 1 : -1;
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
	free(walk->slope);
	free(walk->entries);
	free(walk);
}

static enum cml_status walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	walk->bounds = bounds;
	walk->z = cml_aligned_new(bounds->problem.n_blocks + 1, bounds->n_units * sizeof *walk->z);
	walk->slope = cml_aligned_new(bounds->n_units, sizeof *walk->slope);
	walk->entries = cml_array_new(bounds->problem.n_features, sizeof *walk->entries);
	if (!walk->z || !walk->slope || !walk->entries) {
		walk_free(walk);
		return cml_fail_memory(err);
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
	double sizes = fabs(bounds->constant);
	for (size_t i = 0; i < bounds->n_units; i++) {
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
	double n_terms = (double)(n + bounds->n_terms + 2 + net->layers[0].n_strips + 8 +
				  2 * bounds->problem.n_blocks + CHUNK + 16);
	walk->slack = 1.1 * n_terms * (double)FLT_EPSILON / 2 * sizes;
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	size_t n = walk->bounds->n_units;
	add(n, walk->z + level * n, walk->bounds->inputs[level] + state * n,
	    walk->z + (level + 1) * n);
}

/* sign * score, at most. */
static double upper_score(struct walk *walk, size_t level)
{
	const struct bounds *bounds = walk->bounds;
	size_t n = bounds->n_units, n_up = bounds->n_raising;
	const float *z = walk->z + level * n;
	if (level == bounds->problem.n_blocks)
		return bounds->constant + sum_positive(n_up, z) - sum_positive(n - n_up, z + n_up);
	const float *least = bounds->least + level * n, *most = bounds->most + level * n;
	double sum =
	    bounds->constant + relax_raising(n_up, z, least, most, walk->slope) +
	    relax_lowering(n - n_up, z + n_up, least + n_up, most + n_up, walk->slope + n_up);
	for (size_t b = level; b < bounds->problem.n_blocks; b++) {
		double best = -INFINITY;
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++) {
			double gain = dot(n, walk->slope, bounds->inputs[b] + s * n);
			best = gain > best ? gain : best;
		}
		sum += best;
	}
	return sum;
}

static double upper(void *own, size_t level)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	double score = (double)bounds->sign * (upper_score(walk, level) + walk->slack), slope;
	double value = cml_mlp_scale_at(&bounds->mlp->scale, score, &slope);
	value = bounds->sign > 0 ? value : -value;
	return value + 1e-12 * fabs(value);
}

const struct cml_bounds_kind cml_mlp_bounds = {.prepare = prepare,
					       .free = bounds_free,
					       .walk_new = walk_new,
					       .walk_free = walk_free,
					       .enter = enter,
					       .fix = fix,
					       .upper = upper};
