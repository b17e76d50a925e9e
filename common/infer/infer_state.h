/* What is known while a space is inferred, and the steps that find it out, in their order; for the
 * files of this folder. */
#ifndef CML_INFER_INFER_STATE_H
#define CML_INFER_INFER_STATE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "infer/infer_column.h"
#include "infer/infer_relation.h"
#include "table/table_reader.h"

/* Lack of memory is reported once, at the end: what needs more than there is sets no_memory, and
 * goes on with nothing. */
struct cml_inference {
	const char *metric, *direction; /* as of struct cml_infer_options */
	const struct cml_na *na;
	size_t max_rows;
	struct cml_infer_rows rows; /* the columns, and the rows kept for comparison */
	size_t n_read;
	struct cml_random random;
	struct cml_relations relations;
	struct cml_arena names;
	const char *file;        /* that the last row came from */
	struct cml_buffer *text; /* the space file */
	struct cml_buffer *notes;
	bool no_memory;
};

/* Texts that last as long as the inference: as printed; what a buffer has, which is released; the
 * name of a column as expressions have it. Empty when memory is out. */
const char *cml_infer_keep(struct cml_inference *infer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *cml_infer_take(struct cml_inference *infer, struct cml_buffer *text);
const char *cml_infer_expression_name(struct cml_inference *infer,
				      const struct cml_infer_column *column);

#define CML_INFER_NOTE_SIZE 512

/* A line of notes about a column, and the reason that its doc cell gives. */
void cml_infer_note(struct cml_inference *infer, struct cml_infer_column *column,
		    const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A line of notes that is about no single column. */
void cml_infer_note_line(struct cml_inference *infer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first row of the sample that has a text, by its symbol; n_rows: none. */
size_t cml_infer_find_row(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
			  size_t symbol);

/* Whether less of the metric is better. */
bool cml_infer_is_minimized(const struct cml_inference *infer);
/* Why the metric is turned, if its goal is not that of its name: a speed that is negated or the
 * inverse of one; NULL: it is not. */
const char *cml_infer_turned(const struct cml_inference *infer);

bool cml_infer_has_name(const struct cml_inference *infer, const char *name); /* a column */
/* The name, or another one where a column has it. */
const char *cml_infer_free_name(struct cml_inference *infer, const char *name);

/* Appends a row to the space file, under that name if it is free. */
void cml_infer_write_row(struct cml_inference *infer, const char *name, enum cml_role role,
			 const char *type, const char *formula, const char *doc);
/* What to do where no job ran. */
#define CML_INFER_NO_JOB_RAN                                                                       \
	"speeds are learned from jobs that ran to the end; run one that surely fits, with a "      \
	"smaller batch or on more devices, and add its row"

/* Gives a column whose name means several things that of a quantity, where its values and other
 * columns say so: `acc` of whole numbers beside a batch accumulates. infer_alias.c */
void cml_infer_read_aliases(struct cml_inference *infer);

/* Decides all roles by the table of infer_role.c; that of memory that jobs used later. Errors as of
 * cml_inference_finish. */
enum cml_result cml_infer_decide(struct cml_inference *infer, struct cml_error *err);

/* Which column is the metric (infer_metric.c): the one asked for; else of the numeric ones whose
 * name is a metric's the one that cml_name_metric_rank prefers, of equals the last, and never a
 * reading for less than the job (`tok_s_gpu`) where the whole one is there; else the last numeric
 * one that is not called like a setting. CML_BAD_DATA when there is none. */
enum cml_result cml_infer_metric(struct cml_inference *infer, struct cml_error *err);
/* Whether a column was added by our own tools; whether most of its cells are numbers, but for words
 * that say how a job ended. */
bool cml_infer_is_ours(const struct cml_infer_column *column);
bool cml_infer_is_mostly_numbers(const struct cml_infer_column *column);

/* Sets is_statistic of numbers that are not few and whole, of which others are by their names other
 * statistics of the same readings, a mean or the like among them: two, or one where the readings
 * are called like a metric (infer_outcome.c). */
void cml_infer_find_statistics(struct cml_infer_rows *rows);

/* Which jobs ran (infer_jobs.c). */

/* Sets job_ok and failed of the rows by the words of the status: by job_status.h, else by what they
 * contain (status_guess.c), else failed; of exit codes 0 is ok. A note for each word that
 * job_status.h lacks: its status, why, how sure that is, and how many jobs have it. rows->metric is
 * known. */
void cml_infer_find_ok_jobs(struct cml_inference *infer);
bool cml_infer_says_ok(struct cml_slice word);    /* by itself, or what it contains */
double cml_infer_says_oom(struct cml_slice text); /* 1, or 0: as of what it contains */
/* Appends the domain of the status: words that are not known everywhere, with their meanings. */
void cml_infer_status_domain(const struct cml_infer_column *column, struct cml_buffer *domain);
/* Texts are no metric: they are missing in the sample, and where most jobs have one, those without
 * failed. Whether a job that no status calls failed has one; then a note names words that are read
 * as a status, and one of other texts. */
bool cml_infer_drop_texts(struct cml_infer_rows *rows);
void cml_infer_note_odd(struct cml_inference *infer);
/* Notes metrics that look like placeholders; their jobs are no ok ones from here on. */
void cml_infer_note_placeholders(struct cml_inference *infer);

/* CML_BAD_DATA for rows that are no jobs (infer_odd.c): a first one that has texts where most
 * columns have numbers in all others, as some sheets have units in a line of their own; a row for
 * each measurement (`run,metric,value`), or each value of one setting at a time (`sweep,value`, and
 * a metric). */
enum cml_result cml_infer_refuse_rows(const struct cml_inference *infer, struct cml_error *err);
/* A note on the first row with a metric that has a word such as `Total` among numbers, or lacks
 * half of the settings or more which nearly all others have: a mean or a total below the jobs of a
 * sheet, and no job to take defaults from. Roles are known. */
void cml_infer_note_summary(struct cml_inference *infer);

/* A note for each column of dicts (dict.h), which --expand makes columns of. Roles are known. Where
 * there are settings that have a prefix, what is beside them gets none, but for comments. Returns
 * the name of the first; NULL: there is none. */
const char *cml_infer_note_dicts(struct cml_inference *infer, bool has_settings);
bool cml_infer_holds_dicts(const struct cml_infer_column *column);

/* Rank correlation of a column with another, NULL: with the metric of jobs that ran; 0 for fewer
 * than 20. infer_outcome.c */
double cml_infer_correlate(struct cml_inference *infer, const struct cml_infer_column *column,
			   const struct cml_infer_column *other);

/* Makes contexts of params that are the size of the work, where the metric is a time or a cost that
 * rises with it, and of batches, where it is of a step: the search would find that less work takes
 * less time; with a batch of each copy, of ranks that leave fewer of them, too. Not of batches
 * whose product is a context. infer_follow.c */
void cml_infer_give_work(struct cml_inference *infer);

/* Of two params or contexts that are the same in all rows, or of two numbers of which one is the
 * other times a constant, one is ignored: a param before a context, else the later one; a number of
 * devices stays. Evidence: 20 rows, two values, three where they differ. infer_follow.c */
void cml_infer_drop_copies(struct cml_inference *infer);

/* Products that are called like one of their factors (`batch_t` is `batch * seq_t`) are
 * ignored, and a batch of a step that is one is a context; infer_write.c writes all other relations
 * as rules. */
void cml_infer_drop_products(struct cml_inference *infer);

/* A param that has one value for each value of a context, which is no number of devices or nodes,
 * is a property of what is run (the parameters of a model), and becomes a context, or is ignored
 * where it is missing in some rows: a search would otherwise propose what no job of that context
 * had. Params called like settings that people tune (cml_name_is_tuned) stay, with a note. Labels
 * of sizes (`1.3b`, `mpt-70B`) that follow a number are ignored, and so are names of where jobs
 * ran, which numbers of devices follow. O(columns rows log rows). */
void cml_infer_follow(struct cml_inference *infer);

/* Rows in the order of some columns, to see what follows from them. */

struct cml_infer_order_row {
	double key;
	uint64_t configuration; /* a hash */
	size_t row;
};

/* In the scratch of the rows. */
struct cml_infer_order {
	const struct cml_infer_rows *rows;
	const uint64_t *configurations;    /* by row */
	struct cml_infer_order_row *items; /* the n rows that have the leader's value */
	size_t n;
};

/* Configurations are those of the roles that columns have now. */
struct cml_infer_order cml_infer_order_of(const struct cml_infer_rows *rows);

/* Puts the rows that have a value of the leader in order of it, equal configurations side by side;
 * NULL: by the values of all marked columns, where missing is a value. O(n log n). */
void cml_infer_sort_by(struct cml_infer_order *order, const struct cml_infer_column *leader);

/* How many rows have the value of a column that the one before in the order has, which has the same
 * key, and how many another one; of those that have it, other configurations count. */
size_t cml_infer_count_agreeing(const struct cml_infer_order *order,
				const struct cml_infer_column *column, size_t *n_other);

/* Ignores texts that are made of the values of other columns, a param among them: those that have
 * these values in them, alone or of settings that people tune, or stand for most of their
 * combinations. So are contexts that name jobs, partitions and queues, where a context of texts
 * tells them, or their texts have the values of a column in them. infer_label.c */
void cml_infer_drop_labels(struct cml_inference *infer, struct cml_infer_order *order);

/* The role of memory that jobs used, when no other role changes any more: a bound may be an
 * expression of settings. infer_size.c */
void cml_infer_decide_memory(struct cml_inference *infer);

/* Sets condition and condition_on of each param that some rows miss, where a param or context of
 * few values, which may have a condition of its own, decides which: with each of its values all
 * rows have the param, or none. Rows that miss that column miss the param, too. Of numbers it is a
 * bound where one separates them: `tp > 1`. Of several columns the one of the fewest values, then
 * the first. Evidence: the C(n, m) choices of the m of n rows that miss it must be 1000 times what
 * was tried. Notes it, or that no search proposes a missing value. infer_condition.c */
void cml_infer_conditions(struct cml_inference *infer);
/* Whether a column of texts that is not decided yet says which rows have another: frames, of the
 * models of videos. */
bool cml_infer_is_conditional(const struct cml_infer_rows *rows,
			      const struct cml_infer_column *column);

/* Writes a derived column for each text column most of whose levels have a size in their name, of
 * two different ones, if no number of the configuration rises with it; infer_size.c. */
void cml_infer_write_sizes(struct cml_inference *infer);

/* Writes a rule that some rows break, or that a part of the rows was looked at for, with a note;
 * doc is how its doc cell begins. The expression allows its few broken rows, too: `dp * tp == gpus
 * or (dp == 3 and tp == 2 and gpus == 4)`. Where more are broken than are remembered, not all rows
 * were compared, or a value of theirs can be in no expression, it is a comment, which waits for a
 * person: without its first byte it is a row. */
void cml_infer_write_doubtful(struct cml_inference *infer, const struct cml_relation *relation,
			      const char *name, const char *expression, const char *doc);
/* Appends a value of the sample as expressions have it; false for a missing one, and for a text
 * that cannot stand between quotes. */
bool cml_infer_append_value(const struct cml_infer_column *column, double value,
			    struct cml_buffer *text);
/* Writes the terms of time and memory, the roof and the rules that trainers have, where the log
 * has what they need; law/law_write.c. */
void cml_infer_write_laws(struct cml_inference *infer);

/* Writes the space file; roles and relations are settled. infer_write.c */
enum cml_result cml_infer_write(struct cml_inference *infer, struct cml_error *err);

/* The constant by which a column is another one, or the product of two (by: NULL, or the second),
 * in all rows, of two contexts but for a few jobs without a result that lack one; 1 for equal
 * texts; 0: it is not. */
double cml_infer_ratio(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		       const struct cml_infer_column *other, const struct cml_infer_column *by);

#endif
