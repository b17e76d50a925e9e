/* What columns of job logs are called, and what such columns usually are. Names are compared in
 * lower case, by whole words (`tok_s`, `Tok/s`). */
#ifndef CML_INFER_NAMES_NAMES_H
#define CML_INFER_NAMES_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define CML_WORDS_SIZE 128

/* `Tok/s (GPU)` becomes `_tok_s_gpu_`; what does not fit is cut. */
void cml_words_normalise(const char *name, char words[CML_WORDS_SIZE]);

/* Takes the next word off a list with blanks between them; false: there is none. */
bool cml_words_next(const char **list, const char **word, size_t *size);

/* Whether words have some part of the list, which is separated by blanks (`tok_s mfu`); whether
 * they are one, end in one. */
bool cml_words_have(const char *words, const char *parts);
bool cml_words_are(const char *words, const char *parts);
bool cml_words_end_in(const char *words, const char *parts);

/* A name in two spellings, as above and without a unit in brackets at the end and with a word begun
 * at each capital after a small letter or before one, and at a time and its unit: `_seq_len_` of
 * `SeqLen [tok]`, `_n_gpus_` of `nGPUs`, `_gpu_type_` of `GPUType`, `_step_time_ms_` of
 * `steptimems`; and the same of the words of one of them. */
struct cml_spelling {
	char words[2][CML_WORDS_SIZE];
};
struct cml_spelling cml_spell(const char *name);
/* What comes in a time. */
#define CML_COUNTED_WORDS                                                                          \
	"tok toks token tokens ktok ktokens mtok mtokens samples pairs img imgs images seqs "      \
	"steps sequences it its iters examples iterations requests reqs queries words frames "     \
	"records rows items bytes batches "                                                        \
	"ops episodes prompts flops gflops tflops pflops"
/* Of what is made or read beside texts, in names of metrics. */
#define CML_IMAGE_WORDS "img imgs image images video videos frame frames fps"

/* With a word for a sign of money, and one for a slash. A `/min` is the smallest of several, but
 * behind what is counted. */
struct cml_spelling cml_spell_with(const char *name, const char *slash);
bool cml_spelling_has(const struct cml_spelling *spelling, const char *parts);
bool cml_name_has(const char *name, const char *parts);
bool cml_name_ends_in(const char *name, const char *parts);
bool cml_name_is(const char *name, const char *parts);

/* What the words of a name tell: name_table.c has them. */
enum cml_name_class {
	CML_NAME_STATUS,
	CML_NAME_PLAIN_STATUS, /* and nothing else */
	CML_NAME_EXIT_CODE,
	CML_NAME_TIME, /* when something was */
	CML_NAME_END,  /* how a job ended, not when: `end_state` */
	CML_NAME_ID,   /* of a job, a run, a row */
	CML_NAME_NAME,
	CML_NAME_INDEX,         /* which of many: `algo_id`, `solidx` */
	CML_NAME_MAYBE_SETTING, /* of ids and of what is beside, names of settings too: `retry` */
	CML_NAME_PLACE,         /* of a job or a queue: `JobName`, `Partition` */
	CML_NAME_BESIDE,        /* who, where, from which line, notes: no setting */
	CML_NAME_FAILURE, /* how a job went, not what is done about it: `has_nan`, `n_errors` */
	CML_NAME_SEEN_FAILURE,
	CML_NAME_HANDLING, /* what is done about failures: `fail_on_recompile` */
	CML_NAME_VERDICT,  /* of flags, whether the result counts: `is_valid`, `valid_padding` */
	CML_NAME_SURE_VERDICT,  /* surely: `is_valid`, `valid_sla` */
	CML_NAME_LEARNING,      /* how well a run learns, not how fast it is: a learning rate */
	CML_NAME_TUNED,         /* a setting that is searched: degrees, batches, sizes of blocks */
	CML_NAME_KNOWN_SETTING, /* whatever its values: `random_page_cost` */
	CML_NAME_BATCH,
	CML_NAME_VERSION,  /* of software: 1.10 is not 1.1 */
	CML_NAME_CODE,     /* numbers may stand for names: a method */
	CML_NAME_DEVICE,   /* which accelerator a job runs on */
	CML_NAME_REPLICAS, /* devices, where no other column has these */
	CML_NAME_MEMORY,   /* measured unless its values say otherwise */
	CML_NAME_MEMORY_PART,
	CML_NAME_USED_MEMORY,   /* whatever its values: `mem_used`, `peak_gb` */
	CML_NAME_READING,       /* a rate, a pace, a time of a job */
	CML_NAME_GIVEN_READING, /* by words that no setting has */
	CML_NAME_RATE,          /* `tok_sec`, `GB/hour` */
	CML_NAME_PACE,          /* `sec/iter` */
	CML_NAME_DURATION,      /* `wall_clock_h` */
	CML_NAME_SET_TIME,
	CML_NAME_MEASURED, /* surely an outcome of a job, metric or not */
	CML_NAME_MEASURED_TIME,
	CML_NAME_METRIC,    /* something people optimise */
	CML_NAME_OBJECTIVE, /* of a study */
	CML_NAME_SPEED,     /* a rate or a time, not how well training went */
	CML_NAME_STEP_RATE, /* steps in a time */
	CML_NAME_OF_STEP,   /* that, or a time of a batch */
	CML_NAME_LATENCY,   /* of a request, whatever else is served */
	CML_NAME_WEAK_METRIC,
	CML_NAME_WHOLE_JOB,
	CML_NAME_LESSER,
	CML_NAME_RATE_UNIT,  /* `MBps`, of a result or of what it ran on */
	CML_NAME_NEGATED,    /* a reading with another sign */
	CML_NAME_INVERSE,    /* of a reading */
	CML_NAME_SCALED,     /* its sign says nothing */
	CML_NAME_COMPUTED,   /* of a reading, if its values do not say otherwise: a tier, a rank */
	CML_NAME_IN_SECONDS, /* `Laufzeit (s)` */
};
bool cml_name_is_a(const char *name, enum cml_name_class class);

/* metric_name.c: which of several is the metric, and what more of it means. */

/* How likely such a name is the metric rather than another reading of it: the objective of a study
 * over a rate, a rate over a time, a time over a duration, all of them over a utilization or a
 * loss; a statistic (`_median`) below. */
int cml_name_metric_rank(const char *name);
/* Whether a name has all words of the other at its front, and more: `tok_s_gpu`, `tok_s`. */
bool cml_name_extends(const char *name, const char *other);
/* Whether a name is that of a statistic of many readings, and stem the words of what was read:
 * `_time_s_` of `min_time_s`. Settings have bounds, too. */
enum cml_statistic { CML_STATISTIC_NONE, CML_STATISTIC_BOUND, CML_STATISTIC_OTHER };
enum cml_statistic cml_name_statistic(const char *name, char stem[CML_WORDS_SIZE]);
/* Less is better, as of a time; not of what comes in a time (`hours_per_s`), but for costs and
 * errors. */
bool cml_name_is_minimized(const char *name);
/* A time or a cost, of which less work needs less. */
bool cml_name_costs_work(const char *name);
/* More or less, by a sign at its end, too (`recall+`): not of `performance` or `value`, nor of
 * costs and errors in a time, of which there may be more because more was done. */
bool cml_name_tells_goal(const char *name);
/* How many of the unit in a name of memory are a GB: 1024 of `peak_mib`; 0 without a unit. GB and
 * GiB, by whose names people mean either, are the same here. */
double cml_name_units_per_gb(const char *name);
bool cml_name_is_percent(const char *name);

/* context_name.c: where a job runs, what it trains or serves, how much of it, and what stands
 * before such names. Of a path, as nested configurations have, the last part counts, too:
 * `hidden_size` of `cfg/model.hidden_size`, not `gpu` of `batch/gpu`. */
bool cml_name_is_place_or_work(const char *name);
bool cml_name_is_hardware(const char *name);    /* of these, what a job runs on */
bool cml_name_counts_devices(const char *name); /* gpus, num_devices, world_size; not per node */
bool cml_name_counts_nodes(const char *name);
bool cml_name_counts_work(const char *name); /* rows, iterations, total_tokens */

/* What a quantity is to a training job; some are several. */
enum cml_quantity_kind {
	CML_KIND_OTHER,
	CML_KIND_LAYOUT = 1, /* how it is laid out on devices */
	CML_KIND_BATCH = 2 | CML_KIND_LAYOUT,
	CML_KIND_DEGREE = 4 | CML_KIND_LAYOUT, /* of what is done at once */
	CML_KIND_MICRO = CML_KIND_DEGREE | CML_KIND_BATCH,
	CML_KIND_COUNTED = 64, /* by what may be beside its name, as the next two: `num_` */
	CML_KIND_SWITCH = 128,
	CML_KIND_WORK = 512, /* what a job is, whatever its settings */
	CML_KIND_LENGTH = 256 | CML_KIND_WORK,
	CML_KIND_SHAPE = CML_KIND_COUNTED | CML_KIND_WORK, /* of a model */
	CML_KIND_STAGES = CML_KIND_COUNTED | CML_KIND_DEGREE,
	CML_KIND_RANKS = 8 | CML_KIND_STAGES,
	CML_KIND_CUTS_MODEL = 16 | CML_KIND_RANKS, /* each rank has a part of the model */
	CML_KIND_WITH_UNIT = 32 | CML_KIND_WORK,   /* its name may end in one: `params_b` */
};

/* quantity_name.c: what a column of training jobs counts, for laws of time and memory: its kind,
 * and what formulas call it. */
#define CML_QUANTITIES(Q)                                                                          \
	Q(DEVICES, LAYOUT, "devices")                                                              \
	Q(NODES, LAYOUT, "nodes")                                                                  \
	Q(PER_NODE, LAYOUT, "node") /* devices of a node */                                        \
	Q(TENSOR, CUTS_MODEL, "tp") /* ranks of tensor parallelism, as the next ones */            \
	Q(PIPELINE, CUTS_MODEL, "pp")                                                              \
	Q(CONTEXT, CUTS_MODEL, "cp")                                                               \
	Q(EXPERT, RANKS, "ep")                                                                     \
	Q(DATA, RANKS, "dp")                                                                       \
	Q(FSDP, RANKS, "fsdp")                  /* that share what a copy of the model keeps */    \
	Q(REPLICAS, RANKS, "replicas")          /* groups of these */                              \
	Q(CHUNKS, STAGES, "chunks")             /* of an interleaved stage */                      \
	Q(CHUNK_LAYERS, STAGES, "chunk_layers") /* layers of one of these */                       \
	Q(ZERO, DEGREE, "zero")                 /* stage of ZeRO */                                \
	Q(SHARDING, DEGREE, NULL)               /* words of FSDP */                                \
	Q(MICRO_BATCH, MICRO, "micro")          /* sequences */                                    \
	Q(GLOBAL_BATCH, BATCH, "global")                                                           \
	Q(MINI_BATCH, OTHER, "mini") /* of a step's, in reinforcement learning */                  \
	Q(PART, OTHER, "part")       /* devices of those of a job that generate */                 \
	Q(ACCUMULATION, MICRO, "acc")                                                              \
	Q(SEQUENCE, LENGTH, "seq")                                                                 \
	Q(RESOLUTION, WORK, "pixels") /* pixels of a side */                                       \
	Q(FRAMES, SHAPE, "frames")    /* of a video */                                             \
	Q(RECOMPUTE, SWITCH, "full")                                                               \
	Q(OVERLAP, SWITCH, NULL) /* of what ranks of tensors exchange */                           \
	Q(SEQUENCE_PARALLEL, SWITCH, NULL)                                                         \
	Q(OFFLOAD, SWITCH, NULL) /* of the optimizer */                                            \
	Q(PARAM_OFFLOAD, SWITCH, NULL)                                                             \
	Q(BITS, OTHER, NULL) /* of parameters that are not trained */                              \
	Q(OPTIMIZER, SWITCH, NULL)                                                                 \
	Q(FUSED, SWITCH, NULL)   /* loss, which keeps no logits */                                 \
	Q(ADAPTER, SWITCH, NULL) /* rank of one, or whether one is trained alone */                \
	Q(LAYERS, SHAPE, "layers")                                                                 \
	Q(WIDTH, WORK, "width")                                                                    \
	Q(HEADS, SHAPE, "heads")                                                                   \
	Q(VOCABULARY, SHAPE, "vocab")                                                              \
	Q(EXPERTS, SHAPE, "experts")          /* of a block, in a mixture of experts */            \
	Q(EXPERT_WIDTH, WORK, "expert_width") /* of the hidden layer of one */                     \
	Q(ROUTED, SHAPE, "routed")            /* experts of a token */                             \
	Q(PARAMETERS, WITH_UNIT, "params")                                                         \
	Q(ACTIVE, WITH_UNIT, "active") /* parameters that a token meets */
/* What is from several columns, or from their words. */
#define CML_LAW_QUANTITIES(Q)                                                                      \
	Q(TRAINED, "trained")       /* 0 where an adapter is trained alone; 1 */                   \
	Q(STORED, "stored")         /* bytes of a parameter, of two */                             \
	Q(ABOARD, "aboard")         /* 0 where the optimizer is in the memory of the host; 1 */    \
	Q(HOSTED, "hosted")         /* 1 where the parameters are there, too */                    \
	Q(MOMENTS, "moments")       /* bytes of the optimizer, of twelve */                        \
	Q(WHOLE, "whole")           /* share of the logits that is kept */                         \
	Q(OVERLAPPED, "overlapped") /* 1 where their exchange is */                                \
	Q(GROUPED, "grouped")       /* 1 where the copies of a node share, not all */              \
	Q(SHARED, "shared")         /* how many copies share */                                    \
	Q(SHARERS, "sharers")       /* copies that share the optimizer, where no column says so */ \
	Q(FREED, "freed")           /* part of what a layer makes that is not kept */              \
	Q(KEPT, "kept")     /* 1 where nothing is recomputed, where selective is a choice, too */  \
	Q(NORMS, "norms")   /* 1 where ranks of tensors keep norms whole */                        \
	Q(MODELS, "models") /* names of models, of which most have a size */                       \
	Q(SIZED, "sized")   /* the same, where all have and no column counts parameters */         \
	Q(MIXED, "mixed")   /* where some have none, or meet a part of what a column counts */     \
	Q(SHAPED, "shaped") /* where some have layers that are known */                            \
	Q(BLOCKS, "blocks") /* layers, of some models at least */                                  \
	Q(SHARD, "shard")   /* parameters of a device, before data parallel ranks share them */    \
	Q(FLOPS, "flops")   /* of a token */                                                       \
	Q(ONCE, "once")     /* tokens at once, of one micro-batch of all copies */                 \
	Q(STEP, "step") /* tokens of a step; 1: not known, and taken to be the same in all jobs */ \
	Q(WAIT, "wait") /* time of a step by that without stages that wait for others */           \
	Q(PEAK, "peak") /* TFLOP/s of a device */                                                  \
	Q(RATE, "rate") /* FLOP/s of a device */                                                   \
	Q(DEVICE, "device") /* names of devices, of most of which the peak is known */             \
	Q(MEMORY, "memory") /* GB of a device */                                                   \
	Q(ICI, "ici")       /* the axes of a mesh within a slice */                                \
	Q(DCN, "dcn")       /* those across slices */                                              \
	Q(EACH, "each")     /* sequences of a step by device, whatever the ranks of a copy */      \
	Q(BANDWIDTH,                                                                               \
	  "bandwidth")      /* of the memory of a device, TB/s; this and the next of serving */    \
	Q(RANKS, "ranks")   /* devices of a copy of the model */                                   \
	Q(SPREAD, "spread") /* these, where the metric is not by device, */                        \
	Q(OWN, "own")       /* or where it is */                                                   \
	Q(BATCH, "batch")   /* sequences of a step */                                              \
	Q(LENGTH, "length") /* tokens of a sequence, */                                            \
	Q(OUTPUT, "output") /* those that are made, */                                             \
	Q(PROMPT, "prompt") /* and all by those */                                                 \
	Q(PIECE, "piece")   /* tokens of a step, at most */                                        \
	Q(TEXTS, "texts")   /* 1 of a model of texts; of images layers may be of another kind */   \
	/* As devices, tp and ep, where some jobs, not all, have more of it than a node devices,   \
	 */                                                                                        \
	Q(DEVICES_ACROSS, "devices_across")                                                        \
	Q(TENSOR_ACROSS, "tp_across")                                                              \
	Q(EXPERT_ACROSS, "ep_across")                                                              \
	Q(MIXTURE, "mixture") /* active, where some model has more, */                             \
	Q(STAGE_3, "zero_3")  /* and zero, where that is 3 in some job */                          \
	/* 1 where numbers have more than 8 bits, or 4; and how much faster numbers of few bits    \
	 * are than those of 16, at most */                                                        \
	Q(OVER_8, "over_8")                                                                        \
	Q(OVER_4, "over_4")                                                                        \
	Q(ONE_WAY, "one_way")   /* whether at most one of two columns shares a model's states */   \
	Q(ONE_TYPE, "one_type") /* likewise of 16 bits, */                                         \
	Q(ONE_LOAD, "one_load") /* and of fewer */                                                 \
	Q(SPEEDUP, "speedup")                                                                      \
	Q(IT, "it") /* the column that is read at the moment */
enum cml_quantity {
#define CML_QUANTITY(name, ...) CML_QUANTITY_##name,
	CML_QUANTITIES(CML_QUANTITY) CML_N_QUANTITIES, /* none of them */
	CML_LAW_QUANTITIES(CML_QUANTITY) CML_N_LAW_QUANTITIES
#undef CML_QUANTITY
};
enum cml_quantity cml_name_quantity(const char *name);
bool cml_quantity_is(enum cml_quantity quantity, enum cml_quantity_kind kind);
/* What an axis of MaxText's mesh of slices counts, `ici_tensor_parallelism`, and whether it is one
 * within a slice; CML_N_QUANTITIES: it is none. Source: mesh_axes of MaxText's base.yml. */
enum cml_quantity cml_name_axis(const char *name, bool *is_in_slice);
/* Hardware, model, workload: also by a quantity. */
bool cml_name_is_context(const char *name);
bool cml_name_is_batch(const char *name); /* what a step does: a batch, gradient accumulation */

/* What a metric is a rate of; a time is of all or of a step. */
enum cml_work {
	CML_WORK_TOKENS,
	CML_WORK_TOKENS_EACH, /* by device, as the others called so */
	CML_WORK_SAMPLES,
	CML_WORK_SAMPLES_EACH,
	CML_WORK_FLOPS,
	CML_WORK_FLOPS_EACH,
	CML_WORK_UTILIZATION,
	CML_WORK_STEPS,
	CML_WORK_ALL,
};
enum cml_work cml_name_work(const char *name);
/* Whether a name is that of what another program predicts of a metric: `sim_tok_s` of `wps`, not of
 * `step_time_s`. */
bool cml_name_predicts(const char *name, const char *metric);

/* What a column is to a run, by that prefix. */
enum cml_origin {
	CML_ORIGIN_UNKNOWN,
	CML_ORIGIN_SETTING, /* the run was started with it: `params.tp` */
	CML_ORIGIN_RESULT,  /* the run reported it: `metrics.tok_s` */
	CML_ORIGIN_TRACKER, /* the tracker's own: `tags.mlflow.user` */
};

/* The origin of a column, and *plain set to its name without the prefix: a part of name. Prefixes
 * of unknown origin are cut off, too: `user_attrs_gpu` is a `gpu`. `params_b`, a size of models,
 * has none. Source: MLflow's search_runs (params., metrics., tags.), Optuna's trials_dataframe
 * (params_, user_attrs_, system_attrs_, values_), Ray Tune's results (config/), Neptune's
 * namespaces (sys/, monitoring/, and by habit parameters/, metrics/), ClearML's Args/, SageMaker's
 * HyperParameters, and the columns config and summary of W&B's documented export and sacct's
 * Comment, expanded; LLMSys-HPOBench (cfg-, obj-). */
enum cml_origin cml_name_origin(const char *name, const char **plain);

#endif
