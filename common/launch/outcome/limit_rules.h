/* How the measured limits of a space are read from the output of a job: the options `--limit
 * NAME=SPEC`, and what holds without one. */
#ifndef CML_LAUNCH_OUTCOME_LIMIT_RULES_H
#define CML_LAUNCH_OUTCOME_LIMIT_RULES_H

#include "base/error.h"
#include "launch/metric/readings.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* How one limit is read. */
struct cml_limit_rule {
	const char *name;  /* the space's */
	const char *given; /* SPEC of its option; NULL: none */
	char *text;        /* `NAME=SPEC` that holds */
	/* As of --metric, with its reduction. */
	struct cml_metric_spec spec;
	struct cml_readings *readings;
	bool is_other; /* than in the run before, where that left jobs */
};

/* Zeroed is empty: a space without limits, or none. */
struct cml_limit_rules {
	struct cml_limit_rule *rules; /* in the order of space->limits */
	size_t n;
};

/* texts[n]: NAME=SPEC, at most one for a limit. Without one the readings are those of the limit's
 * name. Without a reduction they are reduced by `max` where there is an upper bound, else by `min`:
 * what comes nearest to the bound, of all readings, the first included. space NULL: none.
 * CML_BAD_USAGE: a name that is no limit of the space, or twice; a specification that cannot be
 * read, or is a reduction and nothing else. */
enum cml_result cml_limit_rules_init(struct cml_limit_rules *rules, const struct cml_space *space,
				     const char *const *texts, size_t n, struct cml_error *err);
void cml_limit_rules_release(struct cml_limit_rules *rules); /* safe on a zeroed one */

/* Reads all limits of a job that ended, well or not, from the files of its directory: values[n],
 * NaN where there is no reading, or a doubtful one; whole numbers alone for a limit of type int.
 * Errors are the machine's. */
enum cml_result cml_limit_rules_read(const struct cml_limit_rules *rules,
				     const struct cml_space *space,
				     const struct cml_metric_source *source, double *values,
				     struct cml_missing_limit *missing, struct cml_error *err);

#endif
