#include "learn/gp/gp_tables.h"

#include "base/memory.h"
#include "learn/gp/gp_fit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define MAX_TABLE_BYTES ((size_t)1 << 30)

/* The norm of the inverse factor of so many rows is worked out, for n^3 / 6 operations. */
#define MAX_INVERTED 128

/* A chance is better the higher it is, whatever is looked for. */
static bool is_maximized(const struct cml_gp_tables *tables)
{
	return tables->is_chance || tables->acquisition.maximize;
}

void cml_gp_tables_free(void *own)
{
	struct cml_gp_tables *tables = own;
	if (!tables)
		return;
	for (size_t b = 0; tables->distance && b < tables->n_blocks; b++)
		free(tables->distance[b]);
	free(tables->distance);
	free(tables->n_states);
	free(tables->is_outside);
	free(tables->reach);
	free(tables->group);
	free(tables);
}

void cml_gp_add_distances(const struct cml_gp *gp, size_t k, float value, double *distances)
{
	double at = cml_gp_coordinate(&gp->input.coordinates[k], value) / gp->lengths[k];
	const double *x = gp->x + k * gp->n;
	for (size_t i = 0; i < gp->n; i++)
		distances[i] += (x[i] - at) * (x[i] - at);
}

/* The distances of the states of a block; its coordinates are not outside. */
static enum cml_result tabulate(struct cml_gp_tables *tables, size_t b,
				const struct cml_bound_block *block, struct cml_error *err)
{
	const struct cml_gp *gp = tables->gp;
	tables->n_states[b] = block->n_states;
	tables->distance[b] = cml_array_new(block->n_states, gp->n * sizeof(double));
	if (!tables->distance[b])
		return cml_fail_memory(err);
	for (size_t k = 0; k < gp->input.n; k++) {
		size_t feature = gp->input.coordinates[k].feature;
		if (feature < block->first || feature >= block->first + block->n_features)
			continue;
		tables->is_outside[k] = false;
		for (size_t s = 0; s < block->n_states; s++)
			cml_gp_add_distances(
			    gp, k, block->x[s * block->n_features + feature - block->first],
			    tables->distance[b] + s * gp->n);
	}
	return CML_OK;
}

/* The distance from a job that is best for a mean that is good: the least where its weight is good
 * too, else the most. */
static enum cml_result fill_reach(struct cml_gp_tables *tables, struct cml_error *err)
{
	size_t n = tables->gp->n;
	double sign = is_maximized(tables) ? 1 : -1;
	tables->reach = cml_array_new(tables->n_blocks + 1, n * sizeof *tables->reach);
	if (!tables->reach)
		return cml_fail_memory(err);
	for (size_t b = tables->n_blocks; b-- > 0;)
		for (size_t i = 0; i < n; i++) {
			double best = tables->distance[b][i];
			for (size_t s = 1; s < tables->n_states[b]; s++) {
				double added = tables->distance[b][s * n + i];
				best = sign * tables->gp->alpha[i] > 0 ? fmin(best, added)
								       : fmax(best, added);
			}
			tables->reach[b * n + i] = tables->reach[(b + 1) * n + i] + best;
		}
	return CML_OK;
}

/* The blocks at the end, as many as there is room for, and what their completions add. */
static enum cml_result fill_group(struct cml_gp_tables *tables, struct cml_error *err)
{
	size_t n = tables->gp->n;
	tables->n_group = 1;
	for (tables->first_group = tables->n_blocks; tables->first_group > 0;
	     tables->first_group--) {
		size_t n_states = tables->n_states[tables->first_group - 1];
		if (n_states > CML_GP_MAX_GROUP / tables->n_group)
			break;
		tables->n_group *= n_states;
	}
	tables->group = cml_array_new(tables->n_group, n * sizeof *tables->group);
	if (!tables->group)
		return cml_fail_memory(err);
	for (size_t c = 0; c < tables->n_group; c++)
		for (size_t b = tables->n_blocks, digits = c; b-- > tables->first_group;) {
			size_t n_states = tables->n_states[b];
			const double *added = tables->distance[b] + digits % n_states * n;
			for (size_t i = 0; i < n; i++)
				tables->group[c * n + i] += added[i];
			digits /= n_states;
		}
	return CML_OK;
}

/* The Frobenius norm of L^-1: of few rows as it is, of many that of the least variance of a job. */
static double inverse_norm(const struct cml_gp *gp)
{
	double column[MAX_INVERTED], squares = 0;
	if (gp->n > MAX_INVERTED)
		return sqrt(1 / CML_GP_JITTER);
	for (size_t c = 0; c < gp->n; c++)
		for (size_t i = c; i < gp->n; i++) {
			const double *row = gp->factor + i * (i + 1) / 2;
			column[i] = ((i == c) - cml_gp_dot(i - c, row + c, column + c)) / row[i];
			squares += column[i] * column[i];
		}
	return sqrt(squares);
}

/* Sums of n products, and correlations of distances that are sums of d squares. Substitution with
 * a factor L solves (L + E) v = k exactly, with |E| <= n DBL_EPSILON |L| (N. Higham, "Accuracy and
 * Stability of Numerical Algorithms", SIAM 2002, theorem 8.5). */
static void find_slack(struct cml_gp_tables *tables)
{
	const struct cml_gp *gp = tables->gp;
	double size = 0, squares = 0, n = (double)gp->n;
	tables->unit = 4 * (n + (double)gp->input.n + 64) * DBL_EPSILON;
	for (size_t i = 0; i < gp->n; i++)
		size += fabs(gp->alpha[i]);
	for (size_t i = 0; i < gp->n * (gp->n + 1) / 2; i++)
		squares += gp->factor[i] * gp->factor[i];
	tables->mean_slack = tables->unit * (fabs(gp->y_mean) + gp->y_sd * gp->amplitude * size);
	tables->noise_slack =
	    tables->unit * (gp->amplitude + gp->noise) * (1 + sqrt(squares) * inverse_norm(gp));
}

static bool is_too_large(const struct cml_gp *gp, const struct cml_bound_problem *problem)
{
	size_t n_rows = problem->n_blocks + 2 * CML_GP_MAX_GROUP + 4, n_bytes;
	for (size_t b = 0; b < problem->n_blocks; b++)
		if (__builtin_add_overflow(n_rows, problem->blocks[b].n_states, &n_rows))
			return true;
	return __builtin_mul_overflow(n_rows, gp->n * sizeof(double), &n_bytes) ||
	       n_bytes > MAX_TABLE_BYTES;
}

enum cml_result cml_gp_tables_new(struct cml_gp_tables **tables, bool is_chance,
				  const struct cml_gp *gp, const struct cml_bound_problem *problem,
				  struct cml_error *err)
{
	size_t n_blocks = problem->n_blocks;
	if (!(gp->y_sd > 0) || is_too_large(gp, problem))
		return cml_fail(err, CML_NOTHING,
				"no bounds of a process of equal jobs, or of so many values");
	struct cml_gp_tables *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	*made = (struct cml_gp_tables){.gp = gp,
				       .acquisition = problem->acquisition,
				       .is_chance = is_chance,
				       .log_target = problem->log_target,
				       .n_blocks = n_blocks};
	made->n_states = cml_array_new(n_blocks, sizeof *made->n_states);
	made->distance = cml_array_new(n_blocks, sizeof *made->distance);
	made->is_outside = cml_array_new(gp->input.n, sizeof *made->is_outside);
	enum cml_result status =
	    made->n_states && made->distance && made->is_outside ? CML_OK : cml_fail_memory(err);
	for (size_t k = 0; status == CML_OK && k < gp->input.n; k++)
		made->is_outside[k] = true;
	for (size_t b = 0; status == CML_OK && b < n_blocks; b++)
		status = tabulate(made, b, &problem->blocks[b], err);
	if (status == CML_OK)
		status = fill_reach(made, err);
	if (status == CML_OK)
		status = fill_group(made, err);
	if (status != CML_OK) {
		cml_gp_tables_free(made);
		return status;
	}
	find_slack(made);
	*tables = made;
	return CML_OK;
}
