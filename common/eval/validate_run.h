/* A validation on its way. Part of validate.h. */
#ifndef CML_EVAL_VALIDATE_RUN_H
#define CML_EVAL_VALIDATE_RUN_H

#include "eval/validate.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* What came of one size and repeat. */
struct cml_validation_outcome {
	enum cml_result status;
	struct cml_error err;
	size_t n_train;
	bool is_score;
	double *actual; /* n_test; kept after scoring only for a sink that takes points */
	double *predicted;
	double *sd;
	bool with_sd;              /* every tested job has one */
	struct cml_scored *scored; /* by score */
	struct cml_scored *drops;  /* by column, then score of importance; NULL: not wanted */
	struct cml_training_log log;
};

/* Item size * n_repeats + repeat is one training. */
struct cml_validation_run {
	const struct cml_validation *validation;
	const struct cml_validation_set *history;
	const struct cml_validation_sink *sink;
	struct cml_split *splits;                /* by repeat */
	struct cml_validation_outcome *outcomes; /* by item */
	size_t n_sizes;
	size_t n_items;
	struct cml_pool *inner; /* for each training; NULL when items run side by side */
	atomic_size_t first_failed;
	atomic_size_t n_done;
};

/* Hands everything over, in the order that cml_validate promises. */
enum cml_result cml_validation_report(const struct cml_validation_run *run, struct cml_error *err);

#endif
