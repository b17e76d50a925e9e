/* What a column is called, and what such columns usually are. */
#ifndef CML_SPACE_INFER_INFER_NAME_H
#define CML_SPACE_INFER_INFER_NAME_H

#include <stdbool.h>

/* Names are compared in lower case, by whole words (`tok_s`, `Tok/s`). */
bool cml_name_is_metric(const char *name);    /* something people optimise */
bool cml_name_is_measured(const char *name);  /* surely an outcome of a job, metric or not */
bool cml_name_is_minimized(const char *name); /* less is better, as of a time */
bool cml_name_is_memory(const char *name);    /* memory, measured unless its values say otherwise */
bool cml_name_is_in_gb(const char *name);     /* has that unit in its name */
bool cml_name_is_device(const char *name);    /* which accelerator a job runs on */
bool cml_name_is_context(const char *name);   /* hardware, model, workload */
bool cml_name_is_setting(const char *name);   /* a continuous setting, such as a learning rate */
bool cml_name_is_status(const char *name);
bool cml_name_is_time(const char *name);
bool cml_name_is_id(const char *name);
bool cml_name_is_remark(const char *name); /* words beside a job, for people */

#endif
