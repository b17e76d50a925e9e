/* What a column is called, and what such columns usually are. */
#ifndef CML_INFER_NAMES_COLUMN_NAME_H
#define CML_INFER_NAMES_COLUMN_NAME_H

#include <stdbool.h>

/* Names are compared in lower case, by whole words (`tok_s`, `Tok/s`). */
bool cml_name_is_memory(const char *name);  /* memory, measured unless its values say otherwise */
bool cml_name_is_host(const char *name);    /* of the host, not of a device */
bool cml_name_is_device(const char *name);  /* which accelerator a job runs on */
bool cml_name_is_setting(const char *name); /* a continuous setting, such as a learning rate */
bool cml_name_is_tuned(const char *name); /* a setting that is searched: degrees, batches, sizes of
					   * blocks */
bool cml_name_is_status(const char *name);
bool cml_name_is_plain_status(const char *name); /* and nothing else */
bool cml_name_is_exit_code(const char *name);
bool cml_name_is_time(const char *name);
bool cml_name_is_end(const char *name); /* how a job ended, not when: `end_state` */
bool cml_name_is_id(const char *name);
bool cml_name_is_beside(const char *name);  /* who, where, from which line, notes: no setting */
bool cml_name_is_version(const char *name); /* of software: 1.10 is not 1.1 */
bool cml_name_is_code(const char *name);    /* numbers may stand for names: a method */

/* How many of the unit in a name of memory are a GB: 1024 of `peak_mib`; 0 without a unit. GB and
 * GiB, by whose names people mean either, are the same here. */
double cml_name_units_per_gb(const char *name);

#endif
