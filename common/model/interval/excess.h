/* How far a job leaves what the jobs learned from cover: their numbers, products of two of them,
 * and levels. */
#ifndef CML_MODEL_INTERVAL_EXCESS_H
#define CML_MODEL_INTERVAL_EXCESS_H

#include "base/error.h"
#include "learn/data/dataset.h"

/* Columns of one-hot features, and whether a job has a level that the log never had. */

/* From so many levels the error of a further one is estimated. */
#define CML_MIN_LEVELS 3

/* The features `name=level` of one column, one after the other; 1 where a job has the level. */
struct cml_level_column {
	size_t first, n;
	size_t n_met;     /* levels that jobs had */
	bool may_be_none; /* a job had no level */
};

/* Columns by the names of features, two or more with the same text before '=': columns[n_features].
 * Returns how many. first and n are set. */
size_t cml_levels_find(const char *const *feature_names, size_t n_features,
		       struct cml_level_column *columns);

/* The level of a job, below column->n; column->n: none, or missing. x: one row. */
size_t cml_level_of(const struct cml_level_column *column, const float *x);

/* The range of a feature that the jobs learned from cover. */

/* What a feature covers. On a scale of logarithms (base 2) where all its values are above 0 and it
 * is none itself, which its name log2(...) tells: a batch of 30,000 where there were 4 to 12 is
 * eleven doublings away, not thousands of standard deviations. */
struct cml_covered {
	double low, high; /* low > high: it never had a value */
	double unit;      /* standard deviation; 1 where it is constant: a doubling, or a level */
	bool is_log;
	bool is_number; /* three distinct values or more, or two of a logarithm: a flag is none */
	bool is_pair;   /* two distinct values */
};

/* A value on the scale of its feature; NaN of NaN. */
double cml_covered_place(const struct cml_covered *covered, double value);

/* Configurations at both ends of what a feature covers, on its scale: an end that few have is half
 * known. */
#define CML_ENDS 16
struct cml_covered_ends {
	size_t n; /* of a level: how many configurations have it, if they are so few; else 0 */
	float high[CML_ENDS], low[CML_ENDS]; /* n: the largest first; the smallest first */
};

/* How far a job leaves the products and ratios of two numbers that the log covers: tiles of 128
 * rows and of 128 columns may both be known, but never together. */

/* Numbers of which products are looked at; each pair has a product and a ratio. */
#define CML_PRODUCT_NUMBERS 8
#define CML_MAX_PRODUCTS (CML_PRODUCT_NUMBERS * (CML_PRODUCT_NUMBERS - 1))

/* A sum of two logarithms, or their difference. */
struct cml_product {
	size_t a, b; /* features */
	double sign; /* of b: 1 or -1 */
};

struct cml_products {
	size_t n_features;
	size_t features[CML_PRODUCT_NUMBERS];
	/* In the order of cml_products_at; low > high: no job has both numbers. */
	struct cml_product_range {
		double low, high;
	} ranges[CML_MAX_PRODUCTS];
};

/* Whether a feature is a number on a scale of logarithms, which alone have products. */
bool cml_products_take(const struct cml_dataset *data, const struct cml_covered *covered,
		       size_t feature);

size_t cml_products_n(const struct cml_products *products);
/* Number i < cml_products_n: for each pair of features its product, then its ratio. */
struct cml_product cml_products_at(const struct cml_products *products, size_t i);

/* On the scale of logarithms; NaN where one of both is missing. x: one row; covered: of its
 * features. */
double cml_product_value(const struct cml_product *product, const struct cml_covered *covered,
			 const float *x);

/* What jobs cover. Zeroed is empty. */
struct cml_extent {
	size_t n_features;
	struct cml_covered *features; /* n_features */
	struct cml_products products;
	size_t n_columns;
	struct cml_level_column *columns; /* n_columns, in the order of features */
	bool *is_met;                     /* n_features: of those of columns */
	struct cml_covered_ends *ends;    /* n_features; NULL: not looked at */
};

/* How far a job is outside. */
struct cml_excess {
	double numbers; /* sum over numbers */
	/* The same, where a number that but m configurations of the log reach is outside what the
	 * others cover, by 1 / sqrt(1 + m) of that: at least numbers. */
	double thin_numbers;
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

/* After it, of the same data. O(rows * (features * CML_ENDS)). */
enum cml_result cml_extent_find_ends(struct cml_extent *extent, const struct cml_dataset *data,
				     struct cml_error *err);

/* In units of the features: 0 inside. A missing value is inside; a value where there never was one
 * counts 1. x: one row. */
struct cml_excess cml_excess_of(const struct cml_extent *extent, const float *x);

/* Whether column number `column`, of CML_MIN_LEVELS levels or more, has one that was never met. */
bool cml_excess_is_unmet(const struct cml_extent *extent, size_t column, const float *x);
/* Whether it has one that was never met, however many were. */
bool cml_excess_is_new(const struct cml_extent *extent, size_t column, const float *x);

#endif
