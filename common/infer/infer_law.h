/* Laws of time and memory of training jobs, as rows of a space file: made of what the columns count
 * by their names. For the files of this folder. */
#ifndef CML_INFER_INFER_LAW_H
#define CML_INFER_INFER_LAW_H

#include "infer/infer_state.h"
#include "infer/names/names.h"

/* What a law is written with, each as an expression; NULL: not known. Formulas name them in braces.
 */
enum cml_law_key {
	CML_KEY_DEVICES, /* devices of a job */
	CML_KEY_NODE,    /* devices that share the fast network */
	CML_KEY_TENSOR,
	CML_KEY_PIPELINE,
	CML_KEY_CONTEXT,
	CML_KEY_EXPERT,
	CML_KEY_DATA,
	CML_KEY_CHUNKS,
	CML_KEY_ZERO,   /* stage, 0 to 3; found: a job has 3 */
	CML_KEY_FULL,   /* 1 where all activations are computed again */
	CML_KEY_MICRO,  /* sequences */
	CML_KEY_GLOBAL, /* sequences */
	CML_KEY_ACCUMULATION,
	CML_KEY_SEQUENCE,
	CML_KEY_LAYERS,
	CML_KEY_WIDTH,
	CML_KEY_HEADS,
	CML_KEY_VOCABULARY,
	CML_KEY_PARAMS,
	CML_KEY_ACTIVE,
	CML_KEY_SHARD,  /* parameters of a device, before data parallel ranks share them */
	CML_KEY_FLOPS,  /* of a token */
	CML_KEY_ONCE,   /* tokens at once, of one micro-batch of all copies */
	CML_KEY_STEP,   /* tokens of a step; 1: not known, and taken to be the same in all jobs */
	CML_KEY_PEAK,   /* TFLOP/s of a device */
	CML_KEY_RATE,   /* FLOP/s of a device */
	CML_KEY_MEMORY, /* GB of a device */
	CML_N_KEYS
};

struct cml_infer_law {
	struct cml_inference *infer;
	struct cml_buffer *text; /* the space file */
	const char *known[CML_N_KEYS];
	bool is_found[CML_N_KEYS]; /* by a column or from others, not taken as usual */
	bool has_params;           /* the size of models is known */
	const struct cml_infer_column *columns[CML_N_KEYS]; /* by key; NULL: none */
};

/* Finds what the columns say, and writes derived rows for what follows from it. False when memory
 * is out. infer_law_columns.c. */
bool cml_infer_law_find(struct cml_infer_law *law, struct cml_inference *infer,
			struct cml_buffer *text);

/* By their names: parameters of models and peaks of devices, with a note of names without one.
 * infer_law_names.c. */
void cml_infer_law_names(struct cml_infer_law *law);

/* The column of the configuration that counts something by its name; NULL: none. */
const struct cml_infer_column *cml_infer_law_column(const struct cml_infer_law *law,
						    enum cml_quantity quantity, bool is_number);

/* Texts that last as long as the inference: the name of a column as expressions have it, and a
 * copy. NULL when memory is out. */
const char *cml_infer_law_column_name(struct cml_infer_law *law,
				      const struct cml_infer_column *column);
const char *cml_infer_law_keep(struct cml_infer_law *law, const char *text);

/* formula with `{key}` replaced, and what is 1 left out; `{!key}` must be found, `{#key}` be a
 * column. NULL: something is not known, or memory is out. */
const char *cml_infer_law_fill(struct cml_infer_law *law, const char *formula);

/* The number of a job that a key of a column stands for, or that follows from such; NaN: none. */
double cml_infer_law_value(const struct cml_infer_law *law, enum cml_law_key key, size_t row);

/* Appends the rules that trainers have and that no job which ran breaks, where some of the log's
 * values would; with a note each. infer_law_rules.c. False when memory is out. */
bool cml_infer_law_rules(struct cml_infer_law *law);

/* How the metric goes with the numbers of a column among jobs of the same other contexts, from 0,
 * the same for all, to 1, proportional: the slope of logarithms. NaN: they vary by less than four
 * times, or never there, or column is NULL. */
double cml_infer_law_slope(struct cml_infer_law *law, const struct cml_infer_column *column);

/* Whether an expression is the name of a column, and nothing else. */
bool cml_infer_law_is_name(const char *text);

/* The name, or another one where a column has it. */
const char *cml_infer_law_name(struct cml_infer_law *law, const char *name);

/* A row of the space file; false when memory is out. */
bool cml_infer_law_row(struct cml_infer_law *law, const char *name, enum cml_role role,
		       const char *type, const char *formula, const char *doc);

/* Appends the terms of time and memory, the roof and the rules that trainers have, where the log
 * has what they need. False when memory is out. */
bool cml_infer_write_laws(struct cml_inference *infer, struct cml_buffer *text);

#endif
