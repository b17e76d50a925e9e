/* The options of a run that decide the result of a job: where its metric and its limits are read,
 * and which patterns in its output say why it ended. */
#ifndef CML_LAUNCH_OUTCOME_RESULT_RULES_H
#define CML_LAUNCH_OUTCOME_RESULT_RULES_H

#include "base/error.h"
#include "launch/metric/metric_spec.h"
#include "launch/metric/readings.h"
#include "launch/outcome/limit_rules.h"
#include "launch/outcome/outcome.h"

#include <stddef.h>

struct cml_result_rules_options {
	const char *metric_spec;   /* NULL: no metric, exit 0 is ok */
	size_t warmup;             /* readings dropped */
	const char *const *limits; /* as of cml_limit_rules_init */
	size_t n_limits;
	const char *const *oom_patterns;
	size_t n_oom_patterns;
	const char *const *infra_patterns;
	size_t n_infra_patterns;
};

/* Zeroed is empty. */
struct cml_result_rules {
	struct cml_metric_spec metric;
	struct cml_readings *readings; /* NULL: no metric */
	struct cml_limit_rules limits;
	struct cml_end_patterns patterns;
};

/* space: whose limits are read; NULL: none. CML_BAD_USAGE: a metric, a limit or a pattern that
 * cannot be read. */
enum cml_result cml_result_rules_init(struct cml_result_rules *rules,
				      const struct cml_result_rules_options *options,
				      const struct cml_space *space, struct cml_error *err);
void cml_result_rules_release(struct cml_result_rules *rules); /* safe on a zeroed one */

#endif
