/* Following boosting: what the trees so far say of rows it never sees. */
#ifndef CML_MODEL_TREES_BOOST_WATCH_H
#define CML_MODEL_TREES_BOOST_WATCH_H

#include "base/error.h"
#include "model/predictor/predictor.h"
#include "model/trees/forest_nodes.h"

#include <stddef.h>

/* Zeroed is empty. */
struct cml_boost_watch {
	const struct cml_training_watch *given;
	size_t n_features;
	size_t member;
	double *predicted; /* given->n_rows */
};
enum cml_result cml_boost_watch_init(struct cml_boost_watch *watch,
				     const struct cml_training_watch *given, size_t n_features,
				     size_t member, struct cml_error *err);
void cml_boost_watch_release(struct cml_boost_watch *watch);

/* Adds the last tree of the forest, called after every one of them, and tells. The
 * losses are those after that tree. */
void cml_boost_watch_tree(struct cml_boost_watch *watch, const struct cml_forest *forest,
			  double training_loss, double held_out_loss);

#endif
