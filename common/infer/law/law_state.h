/* Laws of time and memory of training jobs, as rows of a space file. For the files of this folder.
 *
 * A quantity that a log has is known as an expression: the name of a column or of a derived row,
 * what the words of a column mean, or what is usual. Formulas of tables name quantities in braces;
 * filled in, they are rows of the space. What a law has to know of the jobs of the log, as for
 * evidence, rules and guesses, it asks by the same expressions: nothing else counts for a job. */
#ifndef CML_INFER_LAW_LAW_STATE_H
#define CML_INFER_LAW_LAW_STATE_H

#include "infer/infer_state.h"
#include "space/expression/expression.h"

/* What expressions name: the columns of the log, in slots of their own order, and behind them the
 * derived rows that laws wrote so far. A law has no other numbers of jobs than those that the
 * expressions of the space file give. */
#define CML_MAX_DERIVED 32
struct cml_infer_scope {
	struct cml_inference *infer;
	struct cml_symbols symbols; /* texts of cells */
	struct {
		const char *name, *formula;
	} derived[CML_MAX_DERIVED];
	size_t n_derived;
	double **numbers; /* by slot and job; NULL: no expression named it so far */
	double *job;      /* by slot, the numbers of one job */
};

/* What is known of a quantity. */
struct cml_infer_quantity {
	const char *text;                      /* an expression; NULL: nothing */
	const struct cml_infer_column *column; /* NULL: none */
	bool is_found;                         /* by a column or from others, not taken as usual */
};

struct cml_infer_law {
	struct cml_inference *infer;
	struct cml_infer_scope *scope;
	struct cml_infer_quantity of[CML_N_LAW_QUANTITIES];
	const char *stage;    /* of ZeRO, without the row that has its sum */
	bool has_params;      /* the size of models is known */
	bool has_usual_nodes; /* only nodes are counted; of 8 devices */
	bool serves;          /* a model, and does not train it */
};

/* What formulas call a quantity. */
const char *cml_infer_law_key(enum cml_quantity key);

/* Takes a text for a quantity, of a column if it is one's own; without text nothing is found. */
void cml_infer_law_know(struct cml_infer_law *law, enum cml_quantity key, const char *text,
			const struct cml_infer_column *column);

/* Finds what the columns say, and writes derived rows for what follows from it. Of law infer and
 * scope are set, the rest zeroed. law_columns.c */
void cml_infer_law_find(struct cml_infer_law *law);

/* formula with `{key}` replaced, and what is 1 left out; `{!key}` must be found, `{#key}` be a
 * column. NULL: something is not known. */
const char *cml_infer_law_fill(struct cml_infer_law *law, const char *formula);

/* Expressions of the space file over the jobs; law_numbers.c. */

bool cml_infer_scope_init(struct cml_infer_scope *scope, struct cml_inference *infer);
void cml_infer_scope_release(struct cml_infer_scope *scope);
/* NULL: memory is out, or the text is none: of all tables a test compiles the formulas. */
struct cml_expression *cml_infer_compile(struct cml_infer_scope *scope, const char *text,
					 enum cml_value_type want);
/* Puts what an expression names of a job into scope->job. */
void cml_infer_read_job(const struct cml_infer_scope *scope,
			const struct cml_expression *expression, size_t row);
/* The number that an expression has for each job, NaN where it is missing or undefined. */
void cml_infer_evaluate(struct cml_infer_scope *scope, const char *text, double *numbers);
/* For how many jobs, or jobs that ran, it is true; 0 of NULL. */
size_t cml_infer_count_jobs(struct cml_infer_scope *scope, const char *condition, bool that_ran);

/* A number that a name stands for; NaN: none. */
typedef double cml_in_name(struct cml_slice name);
/* The column of names of models, or of devices; NULL: none. number_in: that of which most have one,
 * half at least; NULL: of any. law_names.c, as the next. */
const struct cml_infer_column *cml_infer_law_named(const struct cml_infer_law *law,
						   bool are_devices, cml_in_name *number_in);
/* Finds parameters, layers and experts of models, peaks and memory of devices, how much faster
 * numbers of few bits are, and which devices have them. */
void cml_infer_law_names(struct cml_infer_law *law);

/* Appends the rules that trainers have and that no job which ran breaks, where some of the log's
 * values would; with a note each. law_rules.c. */
void cml_infer_law_rules(struct cml_infer_law *law);

/* How many jobs are as a formula says; 0: something is not known. */
size_t cml_infer_law_count(struct cml_infer_law *law, const char *formula);

/* The column of the configuration that counts something by its name; NULL: none. */
const struct cml_infer_column *cml_infer_law_column(const struct cml_infer_law *law,
						    enum cml_quantity quantity, bool is_number);

/* Ranks of a kind as an expression: 0 of them, and none, are one. */
const char *cml_infer_law_ranks(struct cml_infer_law *law, const struct cml_infer_column *column);

/* Whether a text stands for none: `-`, `[]`, `none`, nothing. law_words.c, as the next */
bool cml_infer_law_is_none(struct cml_slice text);

/* Finds the columns of ZeRO, recomputation and adapters, and what their words mean. */
void cml_infer_law_words(struct cml_infer_law *law);
/* What the bits of a model that is served mean, of settings and contexts with these names. */
void cml_infer_law_quantized(struct cml_infer_law *law, const char *names);
/* Whether a column of the configuration is called so, or the last part of its name. */
bool cml_infer_law_is_called(const struct cml_infer_column *column, const char *names);

/* The column of memory that jobs report; NULL: none. */
const struct cml_infer_column *cml_infer_law_limit(const struct cml_inference *infer);
/* What a GB is in the unit of a limit (NULL: of GB), as an expression; NULL: not known. */
const char *cml_infer_law_gb(struct cml_infer_law *law, const struct cml_infer_column *limit);

/* What jobs that ran or failed tell: whether copies share the optimizer, and which of those that
 * failed ran out of memory, where none says so; law_memory.c, as the next. */
void cml_infer_law_evidence(struct cml_infer_law *law);

/* How well a need of jobs, an expression, tells those that ran out of memory, or failed where none
 * did, from those that ran: the area under the curve; 0: fewer than three failed. */
double cml_infer_law_auc(struct cml_infer_law *law, const char *need);
/* Most users avoid what is clear. */
#define CML_INFER_LAW_MIN_AUC 0.6

/* A batch of a device or of all of them. Finds of which, where nothing else says so: of a device,
 * if jobs that failed had more of it than others rather than more of its part for each copy. Steps
 * in a second would need it for sure. */
#define CML_INFER_LAW_BATCH "bs bsz batch_size batchsize batch train_batch_size"
void cml_infer_law_batch(struct cml_infer_law *law);

/* Whether memory has a law: of a model whose size is known, or of one that jobs ran out of memory
 * with, where a column is of a language model's trainer. */
bool cml_infer_law_has_memory(const struct cml_infer_law *law);

/* Guesses what memory is made of and no column has, with a note and a row for each. */
void cml_infer_law_unknown(struct cml_infer_law *law);

/* GB of a device that a job needs, as an expression: the terms of memory, or the one of a name,
 * with the weights of textbooks. law_terms.c */
const char *cml_infer_law_need(const struct cml_infer_law *law, const char *name);

/* How the metric goes with the numbers of a column among jobs of the same other contexts, from 0,
 * the same for all, to 1, proportional: the slope of logarithms. NaN: they vary by less than four
 * times, or never there, or column is NULL. */
double cml_infer_law_slope(struct cml_infer_law *law, const struct cml_infer_column *column);

/* Whether an expression is the name of a column, and nothing else. */
bool cml_infer_law_is_name(const char *text);
/* A part of a law, or a rule. */
struct cml_infer_term {
	const char *name, *formula, *doc;
};
/* The tables, for a test, too, that compiles their formulas; behind the last row is one without. */
extern const struct cml_infer_term cml_time_terms[], cml_memory_terms[], cml_serving_memory_terms[],
    cml_trainer_rules[];
extern const struct cml_infer_step_term {
	struct cml_infer_term term;
	bool is_shared; /* among the sequences of a batch */
} cml_step_terms[];
/* What follows from others: of a key, and a row where it has a name. */
extern const struct cml_infer_derivation {
	enum cml_quantity key;
	struct cml_infer_term term;
} cml_derivations[];

/* Rows of terms with a factor, ` * gpus`, of the metric or of the limit that type names; of those
 * of one name the first that can be filled. */
void cml_infer_write_terms(struct cml_infer_law *law, const struct cml_infer_term *terms,
			   const char *factor, const char *type);

/* Rows of terms, law_terms.c: of the time of a job, its roof, the memory of a device, and a
 * limit of that where no job reports it. */
void cml_infer_write_times(struct cml_infer_law *law);
void cml_infer_write_roof(struct cml_infer_law *law);
void cml_infer_write_memory(struct cml_infer_law *law);
void cml_infer_write_limit(struct cml_infer_law *law);

/* A derived row, which formulas name from now on where they have the key. */
void cml_infer_law_derive(struct cml_infer_law *law, enum cml_quantity key, const char *name,
			  const char *formula, const char *doc);

/* Of serving, the terms of a step and of memory, where the log has what they need;
 * law_serving.c. */
void cml_infer_write_serving(struct cml_infer_law *law);

#endif
