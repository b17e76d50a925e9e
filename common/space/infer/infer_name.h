/* What a column is called, and what such columns usually are. */
#ifndef CML_SPACE_INFER_INFER_NAME_H
#define CML_SPACE_INFER_INFER_NAME_H

#include <stdbool.h>

/* Names are compared in lower case, by whole words (`tok_s`, `Tok/s`). */
bool cml_name_is_memory(const char *name);  /* memory, measured unless its values say otherwise */
bool cml_name_is_host(const char *name);    /* of the host, not of a device */
bool cml_name_is_in_gb(const char *name);   /* has that unit in its name */
bool cml_name_is_device(const char *name);  /* which accelerator a job runs on */
bool cml_name_is_context(const char *name); /* hardware, model, workload */
bool cml_name_is_model(const char *name);   /* names what is trained */
bool cml_name_counts_devices(const char *name); /* gpus, num_devices, world_size; not per node */
bool cml_name_counts_nodes(const char *name);
bool cml_name_is_setting(const char *name); /* a continuous setting, such as a learning rate */
bool cml_name_is_tuned(const char *name); /* a setting that is searched: degrees, batches, sizes of
					   * blocks */
bool cml_name_is_status(const char *name);
bool cml_name_is_plain_status(const char *name); /* and nothing else */
bool cml_name_is_exit_code(const char *name);
bool cml_name_is_time(const char *name);
bool cml_name_is_end(const char *name); /* how a job ended, not when: `end_state` */
bool cml_name_is_id(const char *name);
bool cml_name_is_remark(const char *name);  /* words beside a job, for people */
bool cml_name_is_beside(const char *name);  /* who, where, from which line: no setting */
bool cml_name_is_version(const char *name); /* of software: 1.10 is not 1.1 */
bool cml_name_is_code(const char *name);    /* numbers may stand for names: a method */

/* What a column is to a run, by that prefix. */
enum cml_origin {
	CML_ORIGIN_UNKNOWN,
	CML_ORIGIN_SETTING, /* the run was started with it: `params.tp` */
	CML_ORIGIN_RESULT,  /* the run reported it: `metrics.tok_s` */
	CML_ORIGIN_TRACKER, /* the tracker's own: `tags.mlflow.user` */
};

/* The origin of a column, and *plain set to its name without the prefix: a part of name. Prefixes
 * of unknown origin are cut off, too: `user_attrs_gpu` is a `gpu`.
 * `params_b`, a size of models, has none.
 * Source: MLflow's search_runs (params., metrics., tags.), Optuna's trials_dataframe (params_,
 * user_attrs_, system_attrs_, values_), Ray Tune's results (config/), and the columns config and
 * summary of W&B's documented export and sacct's Comment, expanded. */
enum cml_origin cml_name_origin(const char *name, const char **plain);

#endif
