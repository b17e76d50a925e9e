/* Gradients in fixed point: whole numbers held in doubles, so that every sum of
 * them is exact whatever its order (see gbt_histogram.h). */
#ifndef CML_MODEL_GBT_GRADIENTS_H
#define CML_MODEL_GBT_GRADIENTS_H

#include "base/error.h"
#include "base/parallel.h"
#include "model/gbt_grow.h"
#include "model/gbt_histogram.h"
#include "model/gbt_loss.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_gbt_gradient_maker {
	const struct cml_gbt_loss *loss;
	struct cml_pool *pool;
	bool hessians_count; /* hessians are one weight that all rows share: they become 1 */
	const double *scores;
	cml_gbt_sum *sums;   /* by row number */
	cml_gbt_sum *totals; /* of absolute values, for each block of rows */
	double gradient_scale;
	double hessian_scale;
};

/* For datasets of n_rows rows, of which the loss's take part. */
enum cml_status cml_gbt_gradient_maker_init(struct cml_gbt_gradient_maker *maker,
					    const struct cml_gbt_loss *loss, size_t n_rows,
					    struct cml_pool *pool, struct cml_error *err);
void cml_gbt_gradient_maker_release(struct cml_gbt_gradient_maker *maker);

/* The loss's gradients at scores (by row number). The steps are powers of two,
 * 2^-52 of the sum of absolute gradients or finer; *gradients is valid until
 * the next call. CML_BAD_DATA when a sum is not finite. */
enum cml_status cml_gbt_make_gradients(struct cml_gbt_gradient_maker *maker, const double *scores,
				       struct cml_gbt_gradients *gradients, struct cml_error *err);

#endif
