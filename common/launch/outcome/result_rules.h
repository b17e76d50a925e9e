/* The options of a run that decide the result of a job: where its metric and its limits are read,
 * and which patterns in its output say why it ended. */
#ifndef CML_LAUNCH_OUTCOME_RESULT_RULES_H
#define CML_LAUNCH_OUTCOME_RESULT_RULES_H

#include "base/error.h"
#include "launch/metric/metric_spec.h"
#include "launch/metric/readings.h"
#include "launch/outcome/outcome.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_result_rules_options {
	const char *metric_spec; /* NULL: no metric, exit 0 is ok */
	size_t warmup;           /* readings dropped */
	/* NAME=SPEC, at most one for a limit. Without one the readings are those of the limit's
	 * name. Without a reduction they are reduced by `max` where there is an upper bound, else
	 * by `min`: what comes nearest to the bound, of all readings, the first included. */
	const char *const *limits;
	size_t n_limits;
	struct cml_end_patterns patterns;
};

/* How a measured limit of the space is read. */
struct cml_limit_rule {
	const char *name;  /* the space's */
	const char *given; /* SPEC of its option; NULL: none */
	/* As of --metric, with its reduction. */
	struct cml_metric_spec spec;
	struct cml_readings *readings;
};

struct cml_limit_rules {
	struct cml_limit_rule *rules; /* in the order of space->limits */
	size_t n;                     /* 0: a space without limits, or none */
};

/* Zeroed is empty. */
struct cml_result_rules {
	struct cml_metric_spec metric;
	struct cml_readings *readings; /* NULL: no metric */
	struct cml_limit_rules limits;
	struct cml_end_patterns patterns;
};

/* space: whose limits are read; NULL: none. CML_BAD_USAGE: a metric that cannot be read; of limits,
 * a name that is none of the space, or twice, a specification that cannot be read, or is a
 * reduction and nothing else. */
enum cml_result cml_result_rules_init(struct cml_result_rules *rules,
				      const struct cml_result_rules_options *options,
				      const struct cml_space *space, struct cml_error *err);
void cml_result_rules_release(struct cml_result_rules *rules); /* safe on a zeroed one */

/* Reads all limits of a job that ended, well or not, from the files of its directory: values[n],
 * NaN where there is no reading, or a doubtful one; whole numbers alone for a limit of type int.
 * Errors are the machine's. */
enum cml_result cml_limit_rules_read(const struct cml_limit_rules *rules,
				     const struct cml_space *space,
				     const struct cml_metric_source *source, double *values,
				     struct cml_missing_limit *missing, struct cml_error *err);

#endif
