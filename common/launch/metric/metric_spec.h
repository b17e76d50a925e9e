/* The option `--metric`: where the readings of a job are, and how they become one value. */
#ifndef CML_LAUNCH_METRIC_METRIC_SPEC_H
#define CML_LAUNCH_METRIC_METRIC_SPEC_H

#include "base/error.h"
#include "launch/metric/reduction.h"

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

enum cml_metric_form {
	CML_METRIC_NAMED, /* `name=1.5`, `name: 1.5`, `"name": 1.5` anywhere in a text */
	CML_METRIC_MATCH, /* what the first group of an expression matches, or all of it */
};

/* Zeroed is empty. */
struct cml_metric_spec {
	enum cml_metric_form form;
	char *name; /* of the readings. Owned */
	char *file; /* in the job directory; NULL: the job's output. Owned */
	regex_t match;
	struct cml_reduction reduction;
	size_t n_warmup; /* readings to drop at the start */
};

/* Reads `[file:PATH:]NAME[=REDUCTION]` or `[file:PATH:]NAME=REDUCTION:REGEX`, a POSIX
 * extended one. What follows the last `=` is the reduction, or the first that a `:` follows, so
 * that a name may hold one. CML_BAD_USAGE: an unknown reduction, an empty name or path, a path out
 * of the job's directory, no regular expression. */
enum cml_result cml_metric_spec_parse(struct cml_metric_spec *spec, const char *text,
				      size_t n_warmup, struct cml_error *err);
void cml_metric_spec_release(struct cml_metric_spec *spec); /* safe on a zeroed one */

#endif
