/* What a measurement is called, and which of several is the metric. */
#ifndef CML_INFER_NAMES_METRIC_NAME_H
#define CML_INFER_NAMES_METRIC_NAME_H

#include <stdbool.h>

/* Names are compared as those of column_name.h. */
bool cml_name_is_metric(const char *name); /* something people optimise */
/* How likely such a name is the metric rather than another reading of it: the objective of a study
 * over a rate, a rate over a time, a time over a duration, all of them over a utilization or a
 * loss; a statistic (`_median`) below. */
int cml_name_metric_rank(const char *name);
/* Whether a name has all words of the other at its front, and more: `tok_s_gpu`, `tok_s`. */
bool cml_name_extends(const char *name, const char *other);
bool cml_name_is_measured(const char *name); /* surely an outcome of a job, metric or not */
/* Less is better, as of a time; not of what comes in a time (`hours_per_s`), but for costs and
 * errors. */
bool cml_name_is_minimized(const char *name);
/* More or less: not of `performance` or `value`, nor of costs and errors in a time, of which there
 * may be more because more was done. */
bool cml_name_tells_goal(const char *name);

#endif
