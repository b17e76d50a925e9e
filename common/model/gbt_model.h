/* A trained ensemble of forests: predicting, the bytes of a model file, words
 * for people. The functions are those of struct cml_predictor_kind. */
#ifndef CML_MODEL_GBT_MODEL_H
#define CML_MODEL_GBT_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/gbt_tree.h"

#include <stddef.h>

struct cml_gbt_model {
	size_t n_features;
	size_t n_members;
	struct cml_gbt_forest *members; /* n_members */
	double *gains;                  /* n_features, of all trees */
};

/* Members are empty, gains 0; NULL when memory is out. */
struct cml_gbt_model *cml_gbt_model_new(size_t n_features, size_t n_members);
void cml_gbt_model_free(void *state); /* with its forests; NULL is allowed */

/* The mean over the members and their sample standard deviation, NaN for one
 * member. Blocks of rows; allocates nothing. */
void cml_gbt_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd);

/* Number of features, number of members, gains, then each forest (gbt_tree.h),
 * little-endian. */
enum cml_status cml_gbt_model_save(const void *state, struct cml_buffer *out,
				   struct cml_error *err);

/* CML_BAD_DATA for another number of features, no members, gains that are not
 * finite or below 0, bytes left over, and what cml_gbt_forest_load refuses. */
enum cml_status cml_gbt_model_load(void **state, struct cml_slice bytes, size_t n_features,
				   struct cml_error *err);

/* Sizes, and the features of the largest gains with their shares, 15 at most. */
enum cml_status cml_gbt_model_describe(const void *state, const char *const *feature_names,
				       struct cml_buffer *text, struct cml_error *err);

#endif
