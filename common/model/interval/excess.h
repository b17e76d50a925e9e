/* How far a job leaves what the jobs learned from cover: their numbers, and levels. */
#ifndef CML_MODEL_INTERVAL_EXCESS_H
#define CML_MODEL_INTERVAL_EXCESS_H

#include "base/error.h"
#include "learn/data/dataset.h"

/* Columns of one-hot features, and whether a job has a level that the log never had. */

/* From so many levels the error of a further one is estimated. */
#define CML_MIN_LEVELS 2

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

#define CML_MANY 16 /* configurations of a level: random folds show its error */

/* The range of a feature that the jobs learned from cover. */

/* What a feature covers. On a scale of logarithms (base 2) where all its values are above 0 and it
 * is none itself, which its name log2(...) tells: a batch of 30,000 where there were 4 to 12 is
 * eleven doublings away, not thousands of standard deviations. */
struct cml_covered {
	double low, high; /* low > high: it never had a value */
	double unit;      /* standard deviation; 1 where it is constant: a doubling, or a level */
	bool is_log;
	bool is_number; /* three distinct values or more, or two of a logarithm: a flag is none */
};

/* A value on the scale of its feature; NaN of NaN. */
double cml_covered_place(const struct cml_covered *covered, double value);

/* What jobs cover. Zeroed is empty. */
struct cml_extent {
	size_t n_features;
	struct cml_covered *features; /* n_features */
	size_t n_columns;
	struct cml_level_column *columns; /* n_columns, in the order of features */
	/* n_features, of those of columns: the configurations that have the level; of so many that
	 * random folds show its error, CML_MANY. */
	uint8_t *n_of;
};

/* How far a job is outside. */
struct cml_excess {
	double numbers; /* sum over numbers */
	double flags;   /* sum over features of which jobs had one or two values */
	/* How many of these, and of the columns of levels, had one value: up to 1 each, within half
	 * a doubling. */
	double singles;
};

/* For features of these names (NULL: of no levels); what is covered comes of cml_extent_find. */
enum cml_result cml_extent_init(struct cml_extent *extent, const char *const *feature_names,
				size_t n_features, struct cml_error *err);
void cml_extent_release(struct cml_extent *extent);

/* What the jobs of data cover. O(rows * features). */
void cml_extent_find(struct cml_extent *extent, const struct cml_dataset *data);

/* In units of the features: 0 inside. A missing value is inside; a value where there never was one
 * counts 1. x: one row. */
struct cml_excess cml_excess_of(const struct cml_extent *extent, const float *x);

/* Whether a job has a level of column number `column` that no job had, or none where each had one;
 * a missing level is met. */
bool cml_excess_is_new(const struct cml_extent *extent, size_t column, const float *x);
/* How many configurations have its level of the column, CML_MANY: many, or it has none. */
size_t cml_excess_n_of(const struct cml_extent *extent, size_t column, const float *x);

#endif
