/* Features as the coordinates of a Gaussian process: every one standardised, flags
 * too, and a further one for `missing` where a value was missing in training. */
#ifndef CML_LEARN_GP_GP_INPUT_H
#define CML_LEARN_GP_GP_INPUT_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So that a row on its way through a process fits on a stack. */
#define CML_GP_MAX_COORDINATES 8192

/* Coordinates are of features with some spread in training, in their order. */
struct cml_gp_input {
	size_t n_features;
	size_t n;
	struct cml_gp_coordinate {
		uint32_t feature;
		bool tells_missing;   /* 1 for NaN, else 0, standardised like the others */
		double offset, scale; /* the coordinate is (x - offset) * scale */
	} * coordinates;
};

/* Means and standard deviations of the rows, weighted. CML_BAD_DATA for more than
 * CML_GP_MAX_COORDINATES. */
enum cml_result cml_gp_input_fit(struct cml_gp_input *input, const struct cml_dataset *data,
				 struct cml_error *err);
/* On failure the copy is empty. */
enum cml_result cml_gp_input_copy(struct cml_gp_input *copy, const struct cml_gp_input *input,
				  struct cml_error *err);
void cml_gp_input_release(struct cml_gp_input *input);

/* Of one value. A missing value is put at the mean; values past 1e6 standard deviations count as
 * that. */
double cml_gp_coordinate(const struct cml_gp_coordinate *coordinate, float x);

/* row[n] of the features x[n_features]. */
void cml_gp_input_row(const struct cml_gp_input *input, const float *x, double *row);

/* The same of all rows of data, by column: columns[n x n_rows], coordinate k of row i at
 * columns[k * n_rows + i]. */
enum cml_result cml_gp_input_columns(const struct cml_gp_input *input,
				     const struct cml_dataset *data, double *columns,
				     struct cml_error *err);

enum cml_result cml_gp_input_save(const struct cml_gp_input *input, struct cml_buffer *out,
				  struct cml_error *err);
/* Takes them off the front of *bytes. CML_BAD_DATA when truncated, name no
 * feature below n_features, or are not finite. */
enum cml_result cml_gp_input_load(struct cml_gp_input *input, struct cml_slice *bytes,
				  size_t n_features, struct cml_error *err);

#endif
