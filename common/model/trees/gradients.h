/* Gradients in fixed point: whole numbers held in doubles, so that every sum of
 * them is exact whatever its order (see gbt_histogram.h). */
#ifndef CML_MODEL_TREES_GRADIENTS_H
#define CML_MODEL_TREES_GRADIENTS_H

#include "base/error.h"
#include "base/parallel.h"
#include "model/trees/boost_loss.h"
#include "model/trees/grow.h"
#include "model/trees/histogram.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_gradient_maker {
	const struct cml_boost_loss *loss;
	struct cml_pool *pool;
	bool hessians_count; /* hessians are one weight that all rows share: they become 1 */
	const double *scores;
	cml_gradient_sum *sums;   /* by row number */
	cml_gradient_sum *totals; /* of absolute values, for each block of rows */
	double gradient_scale;
	double hessian_scale;
};

/* For datasets of n_rows rows, of which the loss's take part. */
enum cml_result cml_gradient_maker_init(struct cml_gradient_maker *maker,
					const struct cml_boost_loss *loss, size_t n_rows,
					struct cml_pool *pool, struct cml_error *err);
void cml_gradient_maker_release(struct cml_gradient_maker *maker);

/* The loss's gradients at scores (by row number). The steps are powers of two,
 * 2^-52 of the sum of absolute gradients or finer; *gradients is valid until
 * the next call. CML_BAD_DATA when a sum is not finite. */
enum cml_result cml_make_gradients(struct cml_gradient_maker *maker, const double *scores,
				   struct cml_gradients *gradients, struct cml_error *err);

#endif
