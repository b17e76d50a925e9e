/* Contexts left out of learning, to see what is said of jobs where no job has run. */
#ifndef CML_MODEL_CHANCE_BEYOND_FOLDS_H
#define CML_MODEL_CHANCE_BEYOND_FOLDS_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "model/chance/chance_context.h"

#include <stdbool.h>
#include <stddef.h>

/* Each fold is a training: so many are made at most. */
#define CML_BEYOND_FOLDS 8

/* How a context leaves those of the log: a number larger or smaller than any that a job had, a
 * level (a feature of 0 and 1) that none had. */
enum cml_beyond_kind {
	CML_BEYOND_LARGER,
	CML_BEYOND_LEVEL,
	CML_BEYOND_SMALLER,
	CML_BEYOND_N_KINDS,
};

/* A question of new contexts, and the fold that asks it. */
struct cml_beyond_question {
	size_t feature;
	enum cml_beyond_kind kind;
	size_t fold; /* several questions have one where they leave out the same rows */
};

/* Zeroed is empty. */
struct cml_beyond_folds {
	bool *is_left_out[CML_BEYOND_FOLDS]; /* by row */
	size_t n;
	struct cml_beyond_question *questions;
	size_t n_questions;
};

/* Whether no row has another value of the feature than 0 and 1. */
bool cml_beyond_is_level(const struct cml_dataset *rows, size_t feature);

/* Of every feature of contexts[n_contexts]: the rows of its largest values, and of
 * its smallest, so many values that their rows are nearest to a fifth of all, between 2 and 60 %;
 * of a level those that have it. No fold leaves rows of one y alone. The kinds take turns, each in
 * the order of features, while there is room. O(features of contexts * rows * log rows). */
enum cml_result cml_beyond_folds_make(struct cml_beyond_folds *folds,
				      const struct cml_dataset *rows,
				      const struct cml_chance_context *contexts, size_t n_contexts,
				      struct cml_error *err);
void cml_beyond_folds_release(struct cml_beyond_folds *folds);

#endif
