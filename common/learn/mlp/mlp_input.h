/* Features as inputs of a net: numbers standardised, flags as they are, a
 * further input for `missing` where a value was missing in training. Rows come
 * as sparse rows: what is 0 takes no part. */
#ifndef CML_LEARN_MLP_MLP_INPUT_H
#define CML_LEARN_MLP_MLP_INPUT_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
#include "learn/mlp/mlp_kernels.h"
#include "learn/predictor/model_bytes.h"

#define CML_MLP_NO_INPUT UINT32_MAX

/* So that rows on their way through a net fit on a stack. */
#define CML_MLP_MAX_FEATURES 32768

struct cml_mlp_input {
	size_t n_features;
	size_t n_inputs; /* features, and then one for each that was missing */
	struct cml_mlp_feature {
		float offset; /* the input is (x - offset) * scale */
		float scale;
		uint32_t missing; /* input that is 1 for NaN; CML_MLP_NO_INPUT: none */
	} * features;
};

/* Weighted means and standard deviations of the rows. A feature of zeroes and
 * ones alone keeps them; one without spread is always 0.
 * CML_BAD_DATA for more than CML_MLP_MAX_FEATURES features. */
enum cml_result cml_mlp_input_fit(struct cml_mlp_input *input, const struct cml_dataset *data,
				  struct cml_error *err);
void cml_mlp_input_release(struct cml_mlp_input *input);

/* The inputs that the features of a row x[n_features] make, at most one each;
 * returns how many. A missing value never seen in training is as
 * the mean (a flag: 0); values past 1e6 standard deviations count as that. */
size_t cml_mlp_input_row(const struct cml_mlp_input *input, const float *x,
			 struct cml_mlp_entry *entries);

/* For each of n_features, which are known, offset and scale, and 1 or 0 for whether it can
 * be missing. */
void cml_mlp_input_fields(struct cml_fields *fields, void *state);

#endif
