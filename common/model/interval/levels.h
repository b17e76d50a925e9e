/* Columns of one-hot features, and whether a job has a level that the log never had. */
#ifndef CML_MODEL_INTERVAL_LEVELS_H
#define CML_MODEL_INTERVAL_LEVELS_H

#include "learn/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>

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

/* Which levels jobs had: is_met[column->n]; sets the rest of column. O(rows * levels). */
void cml_levels_cover(struct cml_level_column *column, const struct cml_dataset *data,
		      bool *is_met);

/* The level of a job, below column->n; column->n: none, or missing. x: one row. */
size_t cml_level_of(const struct cml_level_column *column, const float *x);

/* Whether a job has a level that no job had, or none where each had one. A missing level is met. */
bool cml_level_is_unmet(const struct cml_level_column *column, const bool *is_met, const float *x);

#endif
