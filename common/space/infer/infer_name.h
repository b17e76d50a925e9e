/* What a column is called, and what such columns usually are. */
#ifndef CML_SPACE_INFER_INFER_NAME_H
#define CML_SPACE_INFER_INFER_NAME_H

#include <stdbool.h>

/* Names are compared in lower case, by whole words (`tok_s`, `Tok/s`). */
bool cml_name_is_metric(const char *name); /* something people optimise */
/* How likely such a name is the metric rather than another reading of it: a rate over a time, a
 * time over a duration, all of them over a utilization or a loss; a statistic (`_median`) below. */
int cml_name_metric_rank(const char *name);
/* Whether a name has all words of the other at its front, and more: `tok_s_gpu`, `tok_s`. */
bool cml_name_extends(const char *name, const char *other);
bool cml_name_is_measured(const char *name);  /* surely an outcome of a job, metric or not */
bool cml_name_is_minimized(const char *name); /* less is better, as of a time */
bool cml_name_tells_goal(const char *name);   /* more or less: not of `performance` or `value` */
bool cml_name_is_memory(const char *name);    /* memory, measured unless its values say otherwise */
bool cml_name_is_in_gb(const char *name);     /* has that unit in its name */
bool cml_name_is_device(const char *name);    /* which accelerator a job runs on */
bool cml_name_is_context(const char *name);   /* hardware, model, workload */
bool cml_name_counts_devices(const char *name); /* gpus, num_devices, world_size; not per node */
bool cml_name_counts_nodes(const char *name);
bool cml_name_is_setting(const char *name); /* a continuous setting, such as a learning rate */
bool cml_name_is_status(const char *name);
bool cml_name_is_time(const char *name);
bool cml_name_is_id(const char *name);
bool cml_name_is_remark(const char *name);       /* words beside a job, for people */
bool cml_name_is_beside(const char *name);       /* who, where, from which line: no setting */
bool cml_name_is_device_count(const char *name); /* how many accelerators a job has */
/* Whether a column called so usually divides the other: micro-batches and data parallel ranks a
 * global batch, tensor parallel ranks heads, pipeline stages layers, all ranks devices. */
bool cml_name_divides(const char *name, const char *total);
bool cml_name_is_version(const char *name); /* of software: 1.10 is not 1.1 */
bool cml_name_is_code(const char *name);    /* numbers may stand for names: a method */

#endif
