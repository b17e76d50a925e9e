/* Contexts that follow from others in the log: eight devices for each node, one hidden size for
 * each number of layers. */
#ifndef CML_MODEL_MODEL_CONTEXTS_H
#define CML_MODEL_MODEL_CONTEXTS_H

#include "base/error.h"
#include "model/model.h"

/* What a context follows from. */
struct cml_followed {
	double value;
	size_t by;     /* slot of a given context; CML_NO_COLUMN: several together */
	double factor; /* value / that of by in every job; NaN: the jobs with by's value have one */
	bool is_outside; /* the domain lacks value, which a factor gives */
	bool is_usual;   /* it is that of most jobs alone */
};

/* The measured jobs that model->support keeps are asked. given: by slot of the model's space, NaN:
 * not given. Context `slot` follows, *found, in this order:
 *  - a number: where it is a given number times one factor in every job, and jobs have two values
 * of that one or more;
 *  - where the jobs with all the given values that the log has at all have one value; where no job
 *    has these together, the jobs with that of the given context on which it depends most (jobs
 *    with one value of it have one value of the context: of all, or the most; names before
 *    numbers), unless another on which it depends as much says otherwise.
 * The value may be none of the domain where a factor gives it, and no other given number gives one
 * of the domain; otherwise never, and never one that float cannot tell from another of the domain.
 * is_usual, for one that does not follow: what most of these jobs have, where the default is one of
 * other jobs alone: that of another model would describe no job.
 * Not for a model without a space or support, and not for contexts without a feature. CML_NO_MEMORY
 * only. O(contexts x jobs kept + values of the domain). */
enum cml_result cml_model_follow_context(const struct cml_model *model, const double *given,
					 size_t slot, bool is_usual, bool *found,
					 struct cml_followed *followed, struct cml_error *err);

/* Whether nothing in the log says what context `slot` is: a given context has a value that no job
 * has, *by, and in the jobs `slot` has one value for each value of that, as sizes have for each
 * name of a model. CML_NO_COLUMN: there is none, or `slot` is given. That this is no accident: with
 * n jobs, v values of by, and a share p of the jobs with the most frequent value of slot, jobs with
 * the same value of by would agree with a chance of at most p^(n - v); it is below 0.05. Or no job
 * has what is given, and the context depends as much on *by as on *other, which say two things.
 * CML_NO_MEMORY only. O(contexts x jobs kept^2), where each job has a value of its own. */
enum cml_result cml_model_find_unknown(const struct cml_model *model, const double *given,
				       size_t slot, size_t *by, size_t *other,
				       struct cml_error *err);

#endif
