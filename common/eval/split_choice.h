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
#ifndef CML_EVAL_SPLIT_CHOICE_H
#define CML_EVAL_SPLIT_CHOICE_H

#include "base/error.h"
#include "base/memory.h"
#include "eval/split.h"
#include "eval/validation_set.h"
#include "space/space.h"

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
