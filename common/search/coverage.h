/* Keeping a search to what the log of its model covers. */
#ifndef CML_SEARCH_COVERAGE_H
#define CML_SEARCH_COVERAGE_H

#include "advise/model_outside.h"
#include "base/error.h"
#include "model/model.h"
#include "search/encoded.h"
#include "space/space.h"

/* Of one thread. Zeroed allows everything, as without --within-log. */
struct cml_coverage {
	struct cml_encoded at; /* without a model everything is allowed */
	bool *is_given; /* by column of the support: contexts of --fix, which may leave the log */
	double *values; /* by slot: what is fixed, and the value asked about */
	struct cml_outside_tally tally; /* of configurations that were not allowed */
};

/* Whoever names a context in fixes (`name=value`) has chosen to leave the log there: params are
 * kept to what is covered in the other contexts, and where jobs have its value, in that one.
 * all_given: every context is chosen so.
 * CML_BAD_USAGE: the model has no support. */
enum cml_result cml_coverage_init(struct cml_coverage *coverage, const struct cml_model *model,
				  const char *const *fixes, size_t n_fixes, bool all_given,
				  struct cml_error *err);
void cml_coverage_release(struct cml_coverage *coverage);

/* Whether the log covers a configuration of features x; counted if not. */
bool cml_coverage_allows(struct cml_coverage *coverage, const float *x);

/* *narrowed: a copy of the model's space, the caller frees it, with what fixes admit and the same
 * slots, symbols and keys, in which every param that is not fixed has only the values that the log
 * covers in the contexts that are fixed. Combinations may still leave the log, and so may params of
 * more than a million values or without a domain. CML_NOTHING, as of cml_coverage_fail: a param has
 * no such value, or a context that is not given is not covered itself. */
enum cml_result cml_coverage_narrow(struct cml_coverage *coverage, const char *const *fixes,
				    size_t n_fixes, struct cml_space **narrowed,
				    struct cml_error *err);

/* CML_NOTHING: nothing is left, with the columns that configurations leave, if any was counted,
 * and what to do; context: the one whose default leaves it, NULL: none. */
enum cml_result cml_coverage_fail(const struct cml_coverage *coverage, const char *context,
				  struct cml_error *err);

#endif
