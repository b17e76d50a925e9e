/* The chance to run where no job has run: in a context with a value that no job had.
 *
 * The calibration of the chance is that of jobs like those of the log. In other contexts trees say
 * what they say of the nearest ones, and are surer of it than they can be. How sure they can be is
 * seen by leaving contexts out of learning (beyond_folds.h): those of the largest values of a
 * column, of the smallest, of a level. For each of these questions a line through the calibrated
 * log-odds of the jobs left out makes chances of them (rising_line.h), and of a configuration that
 * leaves the log's contexts in the same way; if it leaves them in several, their mean does.
 *
 * Jobs of one context fail together, so a question is known by its contexts, not by its jobs: of m
 * contexts left out the line counts m, and that of all questions of its kind one. A question that
 * no fold asks has the line of its kind, or that of the log, and is less certain: a shift of the
 * log-odds as those of the folds, of variance v (of which 1 is counted as one more fold), makes of
 * z the log-odds z / sqrt(1 + pi v / 8) in the mean. Source: the mean of a logistic function over a
 * normal, D. MacKay, "The evidence framework applied to classification networks", Neural
 * Computation 4, 1992; leaving groups out, D. Roberts et al., "Cross-validation strategies for data
 * with temporal, spatial, hierarchical, or phylogenetic structure", Ecography 40, 2017. */
#ifndef CML_MODEL_CHANCE_BEYOND_H
#define CML_MODEL_CHANCE_BEYOND_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "model/chance/beyond_folds.h"
#include "model/chance/rising_line.h"
#include "model/chance/validated_trees.h"

#include <stdbool.h>
#include <stddef.h>

/* What is beyond one end of a feature. */
struct cml_beyond_end {
	double slope, intercept; /* of calibrated log-odds; slope at least 0 */
	double n_jobs;           /* left out to learn it, a whole number; 0: no fold asked */
	double told, ran;        /* of these: the mean chance, and the fraction that ran */
};

/* What jobs cover of a feature of a context, or of the sum of its levels: 0 is none of them. */
struct cml_beyond_feature {
	size_t first, n;
	double low, high; /* low > high: it never had a value */
	struct cml_beyond_end below, above;
};

/* Zeroed is empty: every context is taken for known. */
struct cml_beyond {
	size_t n;
	struct cml_beyond_feature *features;
};

struct cml_beyond_training {
	const struct cml_dataset *rows; /* of cml_chance_rows_run, the first n_jobs of jobs */
	size_t n_jobs;
	const struct cml_chance_context *contexts;
	size_t n_contexts;
	const struct cml_beyond_folds *folds;
	const struct cml_held_out *left_out; /* by fold: calibrated log-odds of the rows left out */
};

/* O(rows left out). What beyond owns is the caller's to release, on failure too. */
enum cml_result cml_beyond_train(struct cml_beyond *beyond,
				 const struct cml_beyond_training *training, struct cml_error *err);
void cml_beyond_release(struct cml_beyond *beyond);

/* The end of features[i] that x, one row, is beyond; NULL: none, or its value is missing. */
const struct cml_beyond_end *cml_beyond_end_of(const struct cml_beyond *beyond, size_t i,
					       const float *x);

/* The line for x. False where its context is known: between what jobs had of every feature.
 * Allocates nothing. */
bool cml_beyond_find(const struct cml_beyond *beyond, const float *x, struct cml_rising_line *line);

#endif
