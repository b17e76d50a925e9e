#include "model/trees/boost_watch.h"

#include "base/memory.h"

#include <stdlib.h>

enum cml_result cml_boost_watch_init(struct cml_boost_watch *watch,
				     const struct cml_training_watch *given, size_t n_features,
				     size_t member, struct cml_error *err)
{
	*watch = (struct cml_boost_watch){given, n_features, member, NULL};
	watch->predicted = cml_array_new(given->n_rows, sizeof *watch->predicted);
	return watch->predicted ? CML_OK : cml_fail_memory(err);
}

void cml_boost_watch_release(struct cml_boost_watch *watch)
{
	free(watch->predicted);
	*watch = (struct cml_boost_watch){0};
}

void cml_boost_watch_tree(struct cml_boost_watch *watch, const struct cml_forest *forest,
			  double training_loss, double held_out_loss)
{
	const struct cml_training_watch *given = watch->given;
	size_t tree = forest->n_trees - 1;
	for (size_t i = 0; i < given->n_rows; i++) {
		if (tree == 0)
			watch->predicted[i] = forest->base;
		watch->predicted[i] +=
		    cml_forest_tree_value(forest, tree, given->x + i * watch->n_features);
	}
	struct cml_training_step step = {.member = watch->member,
					 .step = forest->n_trees,
					 .training_loss = training_loss,
					 .held_out_loss = held_out_loss,
					 .predicted = watch->predicted};
	given->step_done(given->context, &step);
}
