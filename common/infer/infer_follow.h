/* Columns that have one value for each value of a context. */
#ifndef CML_INFER_INFER_FOLLOW_H
#define CML_INFER_INFER_FOLLOW_H

#include "base/error.h"
#include "infer/infer_state.h"

/* Looks at each param and context beside each context of three values or more that is no number of
 * devices or nodes. A column of two values or more follows the context when all rows with one value
 * of it have one value of the column, and this is no chance: were the column chosen anew for each
 * different configuration, from its values there, all would agree with a chance of less than 1 in
 * 1000, divided by the pairs of columns.
 *
 * A param of numbers that follows is a property of what is run (the tokens of a model), and becomes
 * a context, with a note: a search would otherwise propose what no job of that context had. Params
 * called like settings that people tune (cml_name_is_tuned), texts and switches stay params, with a
 * note: that somebody always set them so is no property. Contexts that follow stay contexts, and
 * their doc says so: numbers carry to a model that the log lacks, where a name does not; and a
 * search that fixes the other one takes their value from the log.
 * A context by its name that is a factor of the number of devices, with a param among the other
 * factors (`tp * replicas == n_gpu`), becomes a param: a search would otherwise keep it, and choose
 * that param by it.
 * A param of eight texts or more that a number of devices or nodes follows is a name of where jobs
 * ran, and ignored.
 * CML_NO_MEMORY only. O(contexts (rows log rows + columns)), and rows for each
 * pair that agrees long. */
enum cml_result cml_infer_follow(struct cml_inference *infer, struct cml_error *err);

#endif
