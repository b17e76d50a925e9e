/* Bounds of linear models: each open param adds at most what its best state adds. */
#ifndef CML_LEARN_LINEAR_LINEAR_BOUNDS_H
#define CML_LEARN_LINEAR_LINEAR_BOUNDS_H

#include "base/error.h"
#include "learn/linear/linear_model.h"
#include "learn/predictor/bounds.h"

#include <stddef.h>

/* What the states of blocks add to the mean: state s of block b is terms[first[b] + s]. Zeroed is
 * empty. */
struct cml_linear_terms {
	size_t n_blocks;
	size_t *first;    /* n_blocks + 1 */
	double *terms;    /* of all states */
	bool *is_outside; /* by coordinate: of a feature of no block */
	double size;      /* the most that the mean is, up or down */
	double slack;     /* sums of them and of the rest are off by less */
};

enum cml_result cml_linear_terms_init(struct cml_linear_terms *terms,
				      const struct cml_linear *linear,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err);
void cml_linear_terms_release(struct cml_linear_terms *terms);

/* The intercept, and what the features of x outside of the blocks add. */
double cml_linear_terms_outside(const struct cml_linear_terms *terms,
				const struct cml_linear *linear, const float *x);

/* Of struct cml_linear. None unless ranking by the mean. */
extern const struct cml_bounds_kind cml_linear_bounds;

#endif
