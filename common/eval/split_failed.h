/* On which side of a split the jobs that failed stand. */
#ifndef CML_EVAL_SPLIT_FAILED_H
#define CML_EVAL_SPLIT_FAILED_H

#include "eval/split.h"

/* Fills in the failed rows of a split whose other rows stand already, as cml_split_make promises.
 * Takes no random number of theirs. */
enum cml_result cml_split_failed(struct cml_split *split, const struct cml_split_spec *spec,
				 const struct cml_validation_set *set, uint64_t seed, size_t repeat,
				 struct cml_error *err);

#endif
