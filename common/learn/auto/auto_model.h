/* Trees and a line, trained together: the mean of members that are trees alone and of members that
 * are the line and trees of its residuals. */
#ifndef CML_LEARN_AUTO_AUTO_MODEL_H
#define CML_LEARN_AUTO_AUTO_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/auto/auto_process.h"
#include "learn/linear/linear_model.h"
#include "learn/trees/tree_ensemble.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_auto {
	struct cml_linear *linear;
	struct cml_tree_ensemble *trees; /* calibrated for what members say with the line */
	size_t first_rest;               /* members from here on add to the line */
	struct cml_auto_process process; /* may be none */
};

/* As struct cml_predictor_kind asks for. */
void cml_auto_predict(const void *state, size_t n, const float *x, double *mean, double *sd);
bool cml_auto_has_sd(const void *state);
/* Those of the process, by its part in the deviation; there are none without. */
size_t cml_auto_n_known_numbers(const void *state);
void cml_auto_know(const void *state, const float *a, double *known);
void cml_auto_covariance(const void *state, size_t n, const double *known, const float *x,
			 double *covariance);
bool cml_auto_has_covariance(const void *state);

/* Number of features, first_rest, size of the line's bytes and they (linear_model.h), the process
 * (auto_process.h) where the highest bit of first_rest is set, bytes of the trees
 * (tree_ensemble.h); little-endian. */
enum cml_result cml_auto_save(const void *state, struct cml_buffer *out, struct cml_error *err);
/* CML_BAD_DATA for another number of features, more members with the line than there are, and
 * what the parts refuse. */
enum cml_result cml_auto_load(void **state, struct cml_slice bytes, size_t n_features,
			      struct cml_error *err);
enum cml_result cml_auto_describe(const void *state, const char *const *feature_names,
				  struct cml_buffer *text, struct cml_error *err);
void cml_auto_free(void *state); /* NULL is allowed */

#endif
