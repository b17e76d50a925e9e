/* How far a job leaves what the jobs learned from cover: their numbers, products of two of them,
 * and levels. */
#ifndef CML_MODEL_INTERVAL_EXCESS_H
#define CML_MODEL_INTERVAL_EXCESS_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "model/interval/covered.h"
#include "model/interval/levels.h"
#include "model/interval/products.h"

#include <stdbool.h>
#include <stddef.h>

/* What jobs cover. Zeroed is empty. */
struct cml_extent {
	size_t n_features;
	struct cml_covered *features; /* n_features */
	struct cml_products products;
	size_t n_columns;
	struct cml_level_column *columns; /* n_columns, in the order of features */
	bool *is_met;                     /* n_features: of those of columns */
};

/* How far a job is outside. */
struct cml_excess {
	double numbers;    /* sum over numbers */
	double two_valued; /* the part of it of numbers of which jobs had two values */
	double products;   /* the largest of products and ratios */
	/* Of what jobs had only one or two values of: sum over features, and the columns of fewer
	 * than CML_MIN_LEVELS levels that have one that was never met. */
	double levels;
	double singles; /* how many of those had one value: up to 1 each, within half a doubling */
};

/* For features of these names; nothing is covered so far. */
enum cml_result cml_extent_init(struct cml_extent *extent, const char *const *feature_names,
				size_t n_features, struct cml_error *err);
void cml_extent_release(struct cml_extent *extent);

/* What the jobs of data cover. extent->products has the numbers whose products are looked at (see
 * cml_folds_make). O(rows * (features + CML_MAX_PRODUCTS)). */
void cml_extent_find(struct cml_extent *extent, const struct cml_dataset *data);

/* In units of the features: 0 inside. A missing value is inside; a value where there never was one
 * counts 1. x: one row. */
struct cml_excess cml_excess_of(const struct cml_extent *extent, const float *x);

/* Whether column number `column`, of CML_MIN_LEVELS levels or more, has one that was never met. */
bool cml_excess_is_unmet(const struct cml_extent *extent, size_t column, const float *x);

#endif
