/* Levels with a size: columns of levels of which a job's features say one number more, as the size
 * in the name of a model, and nothing else. What a level that no job had is predicted by.
 *
 * Such a job is predicted as jobs of the levels whose sizes are next to its own on both sides: on
 * the line through both, in the unit that the predictor learned; of several levels of a size the
 * mean, where each counts as often as jobs had it. Outside all sizes the line goes through the
 * nearest size and the nearest one that is a quarter of the range of sizes farther, and goes on for
 * as much as that range. Of a level of which features say more (layers, heads), the predictor
 * itself knows more. */
#ifndef CML_MODEL_INTERVAL_LEVEL_SIZES_H
#define CML_MODEL_INTERVAL_LEVEL_SIZES_H

#include "base/error.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/predictor/predictor.h"
#include "model/interval/excess.h"

/* Two are a line. */
#define CML_MIN_SIZES 2

/* Of more features there are none, so that a row of them fits on a stack. */
#define CML_MAX_SIZED_FEATURES 16384

struct cml_sized_level {
	double size;   /* NaN: no job had the level, or it has no size */
	uint32_t jobs; /* with a target, that had it */
};

struct cml_sized_column {
	struct cml_level_column at;
	size_t feature;                 /* the size of the level */
	struct cml_sized_level *levels; /* at.n */
};

/* Zeroed is empty. */
struct cml_level_sizes {
	size_t n_features;
	size_t n;
	struct cml_sized_column *columns;
};

/* Columns of CML_MIN_SIZES levels or more, of as many sizes, in the jobs of data.
 * O(columns * features * rows), and mostly far less. What sizes owns is the caller's to release,
 * on failure too. */
enum cml_result cml_level_sizes_find(struct cml_level_sizes *sizes, const struct cml_dataset *data,
				     struct cml_error *err);
void cml_level_sizes_release(struct cml_level_sizes *sizes);

/* As predict of a predictor kind, of its state. */
typedef void cml_predict_rows(const void *state, size_t n, const float *x, double *mean,
			      double *sd);

/* mean[n] and sd[n] of rows x by predict; of those with a level that no job had, as said above.
 * hidden[n]: the feature of the level that was taken from a row, and is not to be used for it;
 * NULL: none was. Allocates nothing. */
void cml_level_sizes_predict(const struct cml_level_sizes *sizes, const size_t *hidden,
			     cml_predict_rows *predict, const void *state, size_t n, const float *x,
			     double *mean, double *sd);

/* Nothing is written where there are none. */
void cml_level_sizes_fields(struct cml_fields *fields, void *state);

#endif
