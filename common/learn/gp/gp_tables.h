/* What bounds of a Gaussian process are worked out from, once for all walks. */
#ifndef CML_LEARN_GP_GP_TABLES_H
#define CML_LEARN_GP_GP_TABLES_H

#include "base/error.h"
#include "learn/gp/gp_model.h"
#include "learn/predictor/bounds.h"

#include <stdbool.h>
#include <stddef.h>

/* Completions of the last params that are worked out together. */
#define CML_GP_MAX_GROUP 256

struct cml_gp_tables {
	const struct cml_gp *gp;
	struct cml_acquisition acquisition;
	bool is_chance; /* of classes: the chance is what is bounded */
	bool log_target;
	size_t n_blocks;
	size_t *n_states;  /* by block */
	bool *is_outside;  /* by coordinate: of a feature of no block */
	double **distance; /* by block: n_states x n, what a state adds to the squared distances */
	double *reach;     /* (n_blocks + 1) x n: what blocks from each on add where each is best */
	size_t first_group; /* blocks from here on are completed in every way */
	size_t n_group;
	double *group;      /* n_group x n: what completions add, the last block fastest */
	double unit;        /* sums of n numbers of size 1 are off by less */
	double mean_slack;  /* means are */
	double noise_slack; /* variances of predictions are */
};

/* CML_NOTHING of a process whose jobs were all the same, and of so many values that the tables
 * would not fit. */
enum cml_result cml_gp_tables_new(struct cml_gp_tables **tables, bool is_chance,
				  const struct cml_gp *gp, const struct cml_bound_problem *problem,
				  struct cml_error *err);
void cml_gp_tables_free(void *tables); /* NULL is allowed */

/* Adds the squared distances of a value from the coordinate k of all jobs. */
void cml_gp_add_distances(const struct cml_gp *gp, size_t k, float value, double *distances);

#endif
