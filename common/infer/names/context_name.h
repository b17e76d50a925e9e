/* Names of contexts: where a job runs, what it trains or serves, and how much of it; and what
 * stands before such names. */
#ifndef CML_INFER_NAMES_CONTEXT_NAME_H
#define CML_INFER_NAMES_CONTEXT_NAME_H

#include <stdbool.h>

/* Names are read as those of column_name.h. Of a path, as nested configurations have, the last part
 * counts, too: `hidden_size` of `cfg/model.hidden_size`, not `gpu` of `batch/gpu`. */
bool cml_name_is_context(const char *name);     /* hardware, model, workload */
bool cml_name_counts_devices(const char *name); /* gpus, num_devices, world_size; not per node */
bool cml_name_counts_nodes(const char *name);

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
 * user_attrs_, system_attrs_, values_), Ray Tune's results (config/), Neptune's namespaces (sys/,
 * monitoring/, and by habit parameters/, metrics/), ClearML's Args/, SageMaker's HyperParameters,
 * and the columns config and summary of W&B's documented export and sacct's Comment, expanded. */
enum cml_origin cml_name_origin(const char *name, const char **plain);

#endif
