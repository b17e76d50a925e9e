/* On which side of a split the jobs that failed stand. */
#ifndef CML_EVAL_SPLIT_FAILED_H
#define CML_EVAL_SPLIT_FAILED_H

#include "eval/split.h"

/* Adds the failed rows to a split that cml_split_make made of the same arguments. They go by its
 * rule. random, key: to the side of the rows of their configuration; where these are on both sides
 * or there are none, all failures of a configuration together, by a draw of their own with the same
 * fraction. time: before the first row to test on, or not; without a time to no side. scale: as
 * rows. Only what cml_validation_set_failed says to have failed is tested. CML_BAD_DATA: times that
 * cannot be ordered. On failure what was added is released with the split. */
enum cml_result cml_split_add_failed(struct cml_split *split, const struct cml_split_spec *spec,
				     const struct cml_validation_set *set, uint64_t seed,
				     size_t repeat, struct cml_error *err);

#endif
