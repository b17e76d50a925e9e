/* Following boosting: what the trees so far say of rows it never sees. */
#ifndef CML_MODEL_GBT_WATCH_H
#define CML_MODEL_GBT_WATCH_H

#include "base/error.h"
#include "model/gbt_tree.h"
#include "model/predictor.h"

#include <stddef.h>

/* Zeroed is empty. */
struct cml_gbt_watch {
	const struct cml_training_watch *given;
	size_t n_features;
	size_t member;
	double *predicted; /* given->n_rows */
};
enum cml_status cml_gbt_watch_init(struct cml_gbt_watch *watch,
				   const struct cml_training_watch *given, size_t n_features,
				   size_t member, struct cml_error *err);
void cml_gbt_watch_release(struct cml_gbt_watch *watch);

/* Adds the last tree of the forest, called after every one of them, and tells. The
 * losses are those after that tree. */
void cml_gbt_watch_tree(struct cml_gbt_watch *watch, const struct cml_gbt_forest *forest,
			double training_loss, double held_out_loss);

#endif
