/* The option `--metric`: where the readings of a job are, and how they become one value. */
#ifndef CML_LAUNCH_METRIC_METRIC_SPEC_H
#define CML_LAUNCH_METRIC_METRIC_SPEC_H

#include "base/error.h"
#include "launch/metric/reduction.h"

#include <stdbool.h>
#include <stddef.h>

enum cml_metric_form {
	CML_METRIC_NAMED,   /* `name=1.5`, `name: 1.5`, `"name": 1.5` anywhere in a text */
	CML_METRIC_CSV,     /* a column of a CSV table */
	CML_METRIC_NUMBERS, /* nothing but numbers, blanks and line ends between them */
};

/* Zeroed is empty. */
struct cml_metric_spec {
	enum cml_metric_form form;
	/* Of the readings or the column; of numbers, the file's without its folder and extension.
	 * Owned. */
	char *name;
	char *file; /* in the job directory unless absolute; NULL: the job's output. Owned */
	struct cml_reduction reduction;
	size_t n_warmup; /* readings to drop at the start */
	/* Readings in bytes, such as `25.1 GiB`, are converted to a unit of so many; 0: not. */
	double unit_bytes;
};

/* Reads `[file:PATH:][csv:]NAME[=REDUCTION]` or `file:PATH[=REDUCTION]`. What follows the last `=`
 * is the reduction, so that a name may hold one. CML_BAD_USAGE: an unknown reduction, an empty name
 * or path. */
enum cml_result cml_metric_spec_parse(struct cml_metric_spec *spec, const char *text,
				      size_t n_warmup, struct cml_error *err);
/* Whether all jobs write their readings to the same file: an absolute path, or one
 * that leaves the job's directory by `..`. */
bool cml_metric_spec_is_shared(const struct cml_metric_spec *spec);

void cml_metric_spec_release(struct cml_metric_spec *spec); /* safe on a zeroed one */

#endif
