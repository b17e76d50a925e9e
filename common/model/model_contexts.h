/* Contexts that follow from others in the log: eight devices for each node, one hidden size for
 * each number of layers. */
#ifndef CML_MODEL_MODEL_CONTEXTS_H
#define CML_MODEL_MODEL_CONTEXTS_H

#include "base/error.h"
#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

/* What a context follows from. */
struct cml_followed {
	double value;
	size_t by;     /* slot of a given context; CML_NO_COLUMN: several together */
	double factor; /* value / that of by in every job; NaN: the jobs with by's value have one */
};

/* The measured jobs that model->support keeps are asked. given: by slot of the model's space, NaN:
 * not given. Context `slot` follows, *found, in this order:
 *  - a number: where it is a given number times one factor in every job, and jobs have two values
 * of that one or more;
 *  - where the jobs with all the given values that the log has at all have one value;
 *  - where the jobs with the value of one given context do, and no other given context says
 *    otherwise.
 * Never to a value that the domain lacks, or that float cannot tell from another of the domain; not
 * for a model without a space or support, and not for contexts without a feature.
 * CML_NO_MEMORY only. O(contexts x jobs kept + values of the domain). */
enum cml_result cml_model_follow_context(const struct cml_model *model, const double *given,
					 size_t slot, bool *found, struct cml_followed *followed,
					 struct cml_error *err);

#endif
