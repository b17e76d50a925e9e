/* From the errors on folds to an interval. */
#ifndef CML_MODEL_INTERVAL_INTERVAL_FIT_H
#define CML_MODEL_INTERVAL_INTERVAL_FIT_H

#include "base/error.h"
#include "model/interval/excess.h"
#include "model/interval/interval.h"
#include "model/interval/interval_folds.h"
#include "model/interval/interval_model.h"

/* What a model that has not seen a job got wrong. */
struct cml_miss {
	double error; /* without its sign; not finite: not counted */
	double sd;
	struct cml_excess excess; /* from what the other jobs cover */
	const bool *unmet;        /* by column: it has a level that the other jobs have not */
};

/* The same of a job of a random fold whose level of a column was hidden: what a level that was
 * never met looks like. */
struct cml_level_miss {
	double error;
	size_t column;
	size_t feature; /* of the level that was hidden */
};

struct cml_fold_misses {
	enum cml_fold_kind kind;
	const struct cml_miss *items;
	size_t n;
	const struct cml_level_miss *hidden;
	size_t n_hidden;
};

/* What came of it. */
struct cml_interval_fit {
	size_t n_inside; /* misses of random folds inside what these cover */
	double half;     /* mean half width there */
};

/* Fills in all but what interval covers, its spread and single_cost, as interval.h says.
 * CML_NOTHING: fewer than CML_INTERVAL_MIN_ERRORS misses of random folds are inside what these
 * cover. */
enum cml_result cml_interval_fit(struct cml_interval *interval, const struct cml_fold_misses *folds,
				 size_t n_folds, bool may_use_sd, struct cml_interval_fit *fit,
				 struct cml_error *err);

#endif
