/* By what an attempt is judged: where its metric is read, and what in its output tells how it
 * ended. Options of the run that started it; they stand in its directory, so that it comes to
 * the same whoever writes its row. */
#ifndef CML_LAUNCH_OUTCOME_JUDGE_H
#define CML_LAUNCH_OUTCOME_JUDGE_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/metric/metric_spec.h"
#include "launch/metric/readings.h"
#include "launch/outcome/outcome.h"

#include <stddef.h>

struct cml_judge_options {
	const char *column;      /* of the metric in the row; NULL: as the specification calls it */
	const char *metric_spec; /* NULL: no metric, exit 0 is ok */
	size_t warmup;           /* readings dropped */
	const char *const *oom_patterns;
	size_t n_oom_patterns;
	const char *const *infra_patterns;
	size_t n_infra_patterns;
};

/* Zeroed is empty. */
struct cml_judge {
	struct cml_buffer text; /* the options as strings: the column, then --NAME=VALUE each */
	struct cml_metric_spec metric;
	struct cml_readings *readings; /* NULL: no metric */
	struct cml_outcome_rules *rules;
};

/* CML_BAD_USAGE: a metric or a pattern that cannot be read. */
enum cml_result cml_judge_init(struct cml_judge *judge, const struct cml_judge_options *options,
			       struct cml_error *err);
/* The same from the text of another one. CML_BAD_DATA, too: it is none. */
enum cml_result cml_judge_parse(struct cml_judge *judge, struct cml_slice text,
				struct cml_error *err);
/* Column of the metric in the row; empty: none. */
const char *cml_judge_column(const struct cml_judge *judge);
void cml_judge_release(struct cml_judge *judge); /* safe on a zeroed one */

#endif
