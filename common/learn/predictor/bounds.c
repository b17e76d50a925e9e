#include "learn/predictor/bounds.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* One piece for the blocks, one for the states of them all, which the first block
 * points at. */
enum cml_result cml_bound_problem_copy(struct cml_bound_problem *copy,
				       const struct cml_bound_problem *problem,
				       struct cml_error *err)
{
	size_t n_values = 0;
	for (size_t b = 0; b < problem->n_blocks; b++)
		n_values += problem->blocks[b].n_states * problem->blocks[b].n_features;
	struct cml_bound_block *blocks = cml_array_new(problem->n_blocks, sizeof *blocks);
	float *x = cml_array_new(n_values, sizeof *x);
	*copy = (struct cml_bound_problem){0};
	if (!blocks || !x) {
		free(blocks);
		free(x);
		return cml_fail_memory(err);
	}
	*copy = *problem;
	copy->blocks = blocks;
	for (size_t b = 0; b < problem->n_blocks; b++) {
		size_t n = problem->blocks[b].n_states * problem->blocks[b].n_features;
		blocks[b] = problem->blocks[b];
		blocks[b].x = x;
		if (n > 0)
			memcpy(x, problem->blocks[b].x, n * sizeof *x);
		x += n;
	}
	if (problem->n_blocks == 0)
		free(x);
	return CML_OK;
}

void cml_bound_problem_release(struct cml_bound_problem *copy)
{
	if (copy->n_blocks > 0)
		free((float *)copy->blocks[0].x);
	free((struct cml_bound_block *)copy->blocks);
	*copy = (struct cml_bound_problem){0};
}
