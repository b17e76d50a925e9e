/* Keeping a search to what the log of its model covers. */
#ifndef CML_SEARCH_COVERAGE_H
#define CML_SEARCH_COVERAGE_H

#include "base/error.h"
#include "model/model.h"
#include "model/model_outside.h"

#include <stdbool.h>
#include <stddef.h>

/* Of one thread. Zeroed allows everything. */
struct cml_coverage {
	const struct cml_model *model; /* NULL: everything is allowed */
	struct cml_support_probe probe;
	float *codes;
	struct cml_outside_tally tally; /* of configurations that were not allowed */
};

/* within_log false: allows everything. CML_BAD_USAGE: the model has no support. */
enum cml_result cml_coverage_init(struct cml_coverage *coverage, const struct cml_model *model,
				  bool within_log, struct cml_error *err);
void cml_coverage_release(struct cml_coverage *coverage);

/* Whether the log covers a configuration of features x; counted if not. */
bool cml_coverage_allows(struct cml_coverage *coverage, const float *x);

/* Whether it covers the features x of the column that has feature first, in the contexts of x;
 * the other features do not matter. Derived columns are not looked at. */
bool cml_coverage_allows_column(struct cml_coverage *coverage, const float *x, size_t first);

/* CML_NOTHING: nothing is left, with the columns that configurations leave, if any was counted,
 * and what to do. */
enum cml_result cml_coverage_fail(const struct cml_coverage *coverage, struct cml_error *err);

#endif
