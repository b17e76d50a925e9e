/* Which rows to train on and which to test on: the questions a user has about
 * a predictor. */
#ifndef CML_EVAL_SPLIT_H
#define CML_EVAL_SPLIT_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "eval/validation_set.h"
#include "space/space.h"

enum cml_split_kind {
	CML_SPLIT_RANDOM, /* random:FRACTION - new jobs like the old ones */
	CML_SPLIT_KEY,    /* key:FRACTION - as random, but all jobs of one configuration on
			   * one side: configurations never tried before */
	CML_SPLIT_TIME,   /* time:COLUMN[:FRACTION] - older jobs train, newer ones test */
	CML_SPLIT_SCALE,  /* scale:EXPRESSION - jobs where it is true train, the others test */
};
extern const char *const cml_split_kinds[]; /* their names */
#define CML_SPLIT_DEFAULT_FRACTION 0.745    /* 423 of 568 jobs, as in the paper's section 3.2 */

struct cml_split_spec {
	enum cml_split_kind kind;
	double fraction;          /* of the rows that train, in (0, 1) */
	struct cml_slice subject; /* time: column name; scale: expression; a view into the text */
	double bound;             /* scale: jobs of numbers up to it train; 0 of an expression */
	size_t aspect;            /* time, scale: in the set; filled in by cml_split_bind */
};

/* Parses the forms above; the fraction may be left out. CML_BAD_USAGE. */
enum cml_result cml_split_parse(const char *text, struct cml_split_spec *spec,
				struct cml_error *err);

/* Makes the set keep what the split will ask of its rows; before the first
 * row is read. space: the set's, for the names in an expression; header:
 * of the table, for the column. CML_BAD_USAGE: an expression that does not
 * compile; CML_BAD_DATA: a column the table does not have. */
enum cml_result cml_split_bind(struct cml_split_spec *spec, struct cml_space *space,
			       const struct cml_header *header, struct cml_validation_set *set,
			       struct cml_error *err);

/* Rows of the set that are on no side: without a time in a split by time, without a value of the
 * expression in one by scale. 0 for the other kinds. */
size_t cml_split_n_missing(const struct cml_split_spec *spec, const struct cml_validation_set *set);

/* A time of a split by time that is no number and no date, so that texts are in their natural
 * order; empty: there is none. */
struct cml_slice cml_split_text_time(const struct cml_split_spec *spec,
				     const struct cml_validation_set *set);

/* Row numbers. The train side comes in random order, so that its first k rows
 * are a random sample of size k; the test side ascends. Likewise of data.failed, of which there may
 * be none. */
struct cml_split {
	size_t *train;
	size_t n_train;
	size_t *test;
	size_t n_test;
	size_t *failed_train;
	size_t n_failed_train;
	size_t *failed_test;
	size_t n_failed_test;
	struct cml_arena arena;
};
void cml_split_release(struct cml_split *split);

/* Splits a set. n_train is round(fraction * n) rows; for key as many whole
 * configurations as reach it, but never all of them. time: rows are ordered as
 * cml_time_order does. Random numbers come from stream `repeat` of seed; which
 * rows time and scale train on is the same for every repeat.
 * Failed rows go by the same rule. random, key: to the side of the rows of their configuration;
 * where these are on both sides or there are none, all failures of a configuration together, by a
 * draw of their own with the same fraction. time: before the first row to test on, or not. Without
 * a time or a scale a row is on no side. Only what cml_validation_set_failed says to have failed is
 * tested. CML_BAD_DATA when a side would be empty, fewer than two rows have a time, or times cannot
 * be ordered. */
enum cml_result cml_split_make(struct cml_split *split, const struct cml_split_spec *spec,
			       const struct cml_validation_set *set, uint64_t seed, size_t repeat,
			       struct cml_error *err);

/* The rows of data that train: the first n_train of the train side, and n_failed_train of the
 * failed ones. They ascend: the same rows give the same model, whatever order they were drawn in.
 */
enum cml_result cml_split_select_train(const struct cml_split *split,
				       const struct cml_dataset *data, size_t n_train,
				       size_t n_failed_train, struct cml_dataset *train,
				       struct cml_error *err);

/* The sizes of a learning curve. Parses `25,50,100` into *sizes[*n], to be freed by the caller.
 * CML_BAD_USAGE unless they are whole numbers from 1 that ascend. */
enum cml_result cml_curve_parse(const char *text, size_t **sizes, size_t *n, struct cml_error *err);

/* The splits of a validation for which the user named none: by configuration; by time, where
 * the space or the table has one; by scale, where a column counts devices.
 *
 * The time is the column of the space with that role, else cml_started, which cml-submit
 * writes. The scale is the number of the first param, context or derived column, in the order of
 * the space, that has the unit devices (or gpus); else of the first that is called a number of
 * devices (cml_name_counts_devices); else of nodes. Its bound is the value, neither the largest nor
 * the smallest of three or more, up to which the fraction of the jobs is nearest to
 * CML_SPLIT_DEFAULT_FRACTION.
 *
 * A split by time or scale needs CML_MIN_SIDE_JOBS on each side; others are not chosen. */

#define CML_MIN_SIDE_JOBS 5
#define CML_MAX_CHOSEN_SPLITS 3

/* Zeroed is empty. */
struct cml_split_choice {
	struct cml_split_spec specs[CML_MAX_CHOSEN_SPLITS];
	char *names[CML_MAX_CHOSEN_SPLITS]; /* as --split takes them; owned */
	size_t n;
	size_t n_train;         /* fewest jobs to train on */
	struct cml_buffer why;  /* which, and on what grounds: a line */
	struct cml_buffer left; /* of the others: lines; may be empty */
};

/* Before the first row: asks the set for what the choice needs. */
enum cml_result cml_split_choice_bind(struct cml_split_choice *choice,
				      const struct cml_space *space,
				      const struct cml_header *header,
				      struct cml_validation_set *set, struct cml_error *err);

/* After the last row: leaves the splits that can be made, one at least. n_train: jobs that a split
 * by time or scale must have to train on, if more than CML_MIN_SIDE_JOBS. */
enum cml_result cml_split_choice_settle(struct cml_split_choice *choice,
					const struct cml_space *space,
					const struct cml_validation_set *set, size_t n_train,
					struct cml_error *err);
void cml_split_choice_release(struct cml_split_choice *choice);

#endif
