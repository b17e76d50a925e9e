#include "base/memory.h"
#include "learn/auto/auto_model.h"
#include "learn/gp/gp_bounds.h"
#include "learn/linear/linear_bounds.h"
#include "learn/trees/tree_bounds.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Of a process with more weight the line is bounded apart: so little is left of the members that
 * they would have to take it many times. */
#define MAX_WEIGHT 0.9
/* What mixing the bounds of the parts is off by, relative to them, at most. */
#define MIX_SLACK (64 * DBL_EPSILON)

/* The members, the line counting so many times in those that have it. */
struct part {
	const struct cml_linear *linear;
	struct cml_linear_terms terms; /* times line */
	double line;
	void *bounds; /* of cml_tree_bounds */
};

struct bounds {
	const struct cml_auto *made;
	struct cml_acquisition acquisition;
	bool log_target;
	size_t n_blocks;
	struct part trees;
	struct part members; /* with a process: by themselves */
	void *process;       /* of cml_gp_bounds; NULL: none takes part */
	void *apart;         /* of cml_linear_bounds; NULL: the trees have the line */
	double max_process;  /* what the process says is good at most, anywhere */
};

/* Without a process the walk of the trees is all. */
struct walk {
	const struct bounds *bounds;
	void *trees;
	void *members;
	void *process;
	void *apart;
	float coordinates[CML_LINEAR_MAX_COORDINATES];
};

static void release_part(struct part *part)
{
	cml_tree_bounds.free(part->bounds);
	cml_linear_terms_release(&part->terms);
}

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	release_part(&bounds->trees);
	release_part(&bounds->members);
	cml_gp_bounds.free(bounds->process);
	cml_linear_bounds.free(bounds->apart);
	free(bounds);
}

static double outside(const void *context, const float *x)
{
	const struct part *part = context;
	return part->line * cml_linear_terms_outside(&part->terms, part->linear, x);
}

static bool takes_line_apart(const struct cml_auto *made)
{
	return made->process.gp &&
	       (made->process.weight > MAX_WEIGHT || made->first_rest >= made->trees->n_members);
}

/* The prediction is between members and (1 - w) members + w (line + process): the line that comes
 * with the process is bounded with the trees, as so much more of it in the members that have it. */
static double count_line(const struct cml_auto *made)
{
	double w = made->process.weight;
	double n_with = (double)(made->trees->n_members - made->first_rest);
	return made->process.gp && !takes_line_apart(made)
		   ? 1 + w / (1 - w) * (double)made->trees->n_members / n_with
		   : 1;
}

static enum cml_result prepare_part(struct part *part, const struct cml_auto *made, double line,
				    const struct cml_bound_problem *problem, struct cml_error *err)
{
	struct cml_linear_terms *terms = &part->terms;
	part->linear = made->linear;
	part->line = line;
	if (cml_linear_terms_init(terms, made->linear, problem, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < terms->first[terms->n_blocks]; i++)
		terms->terms[i] *= line;
	terms->size *= line;
	terms->slack *= line;
	struct cml_bound_addend addend = {.first_member = made->first_rest,
					  .first = terms->first,
					  .terms = terms->terms,
					  .outside = outside,
					  .context = part,
					  .size = terms->size,
					  .slack = terms->slack};
	return cml_tree_bounds_prepare(&part->bounds, made->trees, &addend, problem, err);
}

/* The block of coordinates that the features of a block become; x is newly allocated. */
static bool map_block(const struct cml_linear *linear, const struct cml_bound_block *block,
		      struct cml_bound_block *mapped)
{
	const struct cml_linear_coordinate *coordinates = linear->input.coordinates;
	size_t first = 0, end;
	while (first < linear->input.n && coordinates[first].feature < block->first)
		first++;
	for (end = first;
	     end < linear->input.n && coordinates[end].feature < block->first + block->n_features;)
		end++;
	size_t n = end - first;
	float *x = cml_array_new(block->n_states * n + 1, sizeof *x);
	*mapped = (struct cml_bound_block){first, n, block->n_states, x};
	for (size_t s = 0; x && s < block->n_states; s++)
		for (size_t k = 0; k < n; k++)
			x[s * n + k] = (float)cml_linear_coordinate(
			    &coordinates[first + k],
			    block->x[s * block->n_features + coordinates[first + k].feature -
				     block->first]);
	return x;
}

/* The same problem over the coordinates of the line, which the process learned from. */
static enum cml_result prepare_process(struct bounds *bounds,
				       const struct cml_bound_problem *problem,
				       struct cml_error *err)
{
	const struct cml_gp *gp = bounds->made->process.gp;
	struct cml_bound_block *blocks = cml_array_new(problem->n_blocks, sizeof *blocks);
	struct cml_bound_problem mapped = *problem;
	bool ok = blocks;
	double sum = 0;
	for (size_t b = 0; ok && b < problem->n_blocks; b++)
		ok = map_block(bounds->made->linear, &problem->blocks[b], &blocks[b]);
	mapped.n_features = bounds->made->linear->input.n;
	mapped.blocks = blocks;
	enum cml_result status =
	    ok ? cml_gp_bounds.prepare(&bounds->process, gp, &mapped, err) : cml_fail_memory(err);
	for (size_t b = 0; blocks && b < problem->n_blocks; b++)
		free((float *)blocks[b].x);
	free(blocks);
	/* Correlations are between 0 and 1. */
	double sign = problem->acquisition.maximize ? 1 : -1;
	for (size_t i = 0; i < gp->n; i++)
		sum += fmax(sign * gp->alpha[i], 0);
	bounds->max_process = sign * gp->y_mean + gp->y_sd * gp->amplitude * sum;
	bounds->max_process += 1e-9 * (fabs(bounds->max_process) + fabs(gp->y_mean));
	return status;
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	const struct cml_auto *made = state;
	struct cml_bound_problem part = *problem;
	if (made->process.gp && problem->acquisition.by != CML_RANK_BY_MEAN)
		return cml_fail(err, CML_NOTHING, "no bounds of the deviation of a mixture");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->made = made;
	bounds->acquisition = problem->acquisition;
	bounds->log_target = problem->log_target;
	bounds->n_blocks = problem->n_blocks;
	/* Parts are mixed in the unit that they learned. */
	part.log_target = problem->log_target && !made->process.gp;
	enum cml_result status = prepare_part(&bounds->trees, made, count_line(made), &part, err);
	if (status == CML_OK && made->process.gp)
		status = prepare_part(&bounds->members, made, 1, &part, err);
	if (status == CML_OK && made->process.gp)
		status = prepare_process(bounds, &part, err);
	if (status == CML_OK && takes_line_apart(made))
		status = cml_linear_bounds.prepare(&bounds->apart, made->linear, &part, err);
	if (status == CML_OK)
		*shared = bounds;
	else
		bounds_free(bounds);
	return status;
}

static void walk_free(void *own)
{
	struct walk *walk = own;
	if (!walk)
		return;
	cml_tree_bounds.walk_free(walk->trees);
	cml_tree_bounds.walk_free(walk->members);
	cml_gp_bounds.walk_free(walk->process);
	cml_linear_bounds.walk_free(walk->apart);
	free(walk);
}

static enum cml_result walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	walk->bounds = bounds;
	enum cml_result status = cml_tree_bounds.walk_new(&walk->trees, bounds->trees.bounds, err);
	if (status == CML_OK && bounds->process)
		status = cml_tree_bounds.walk_new(&walk->members, bounds->members.bounds, err);
	if (status == CML_OK && bounds->process)
		status = cml_gp_bounds.walk_new(&walk->process, bounds->process, err);
	if (status == CML_OK && bounds->apart)
		status = cml_linear_bounds.walk_new(&walk->apart, bounds->apart, err);
	if (status == CML_OK)
		*own = walk;
	else
		walk_free(walk);
	return status;
}

static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	const struct cml_linear_input *input = &walk->bounds->made->linear->input;
	cml_tree_bounds.enter(walk->trees, x);
	if (!walk->process)
		return;
	for (size_t k = 0; k < input->n; k++)
		walk->coordinates[k] = (float)cml_linear_coordinate(
		    &input->coordinates[k], x[input->coordinates[k].feature]);
	cml_tree_bounds.enter(walk->members, x);
	cml_gp_bounds.enter(walk->process, walk->coordinates);
	if (walk->apart)
		cml_linear_bounds.enter(walk->apart, x);
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	cml_tree_bounds.fix(walk->trees, level, state);
	if (walk->process) {
		cml_tree_bounds.fix(walk->members, level, state);
		cml_gp_bounds.fix(walk->process, level, state);
	}
	if (walk->apart)
		cml_linear_bounds.fix(walk->apart, level, state);
}

/* Of the members, and of all parts, with what the process knows of the row: it counts for its
 * weight at most, and for nothing at least. */
static double mix(struct walk *walk, size_t level, double members, double all)
{
	double slack;
	if (level < walk->bounds->n_blocks)
		return fmax(members, all);
	double told = cml_gp_bounds_told(walk->process, &slack);
	told += all > members ? slack : -slack;
	return members + fmin(fmax(told, 0), 1) * (all - members);
}

static double upper(void *own, size_t level)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	double trees = cml_tree_bounds.upper(walk->trees, level);
	if (!walk->process)
		return trees;
	double w = bounds->made->process.weight;
	double members = cml_tree_bounds.upper(walk->members, level);
	double process = fmin(cml_gp_bounds.upper(walk->process, level), bounds->max_process);
	double line = walk->apart ? cml_linear_bounds.upper(walk->apart, level) : 0;
	double good = mix(walk, level, members, (1 - w) * trees + w * (line + process));
	good +=
	    MIX_SLACK * (fabs(trees) + fabs(members) + fabs(process) + bounds->trees.terms.size);
	const struct cml_prediction_range range = {.min_good = good, .max_good = good};
	return cml_acquisition_upper(&bounds->acquisition, bounds->log_target, &range);
}

const struct cml_bounds_kind cml_auto_bounds = {.prepare = prepare,
						.free = bounds_free,
						.walk_new = walk_new,
						.walk_free = walk_free,
						.enter = enter,
						.fix = fix,
						.upper = upper};
