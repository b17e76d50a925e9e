/* Rows of a table as a model reads them: configurations of its space, or features by name where it
 * has none. */
#ifndef CML_ADVISE_ROW_FEATURES_H
#define CML_ADVISE_ROW_FEATURES_H

#include "base/error.h"
#include "model/model.h"
#include "space/config.h"
#include "table/table_reader.h"

/* Zeroed is empty. */
struct cml_row_features {
	const struct cml_model *model;
	const struct cml_na *na;
	struct cml_binding binding; /* a model with a space: raw configurations */
	size_t *columns;            /* a model without: columns named as its features */
	double *values;             /* by slot, of the last row; of a model with a space */
	double *features;           /* n_features, of the last row */
	uint64_t n_silent;          /* rows without what another program computes of others */
};

/* CML_BAD_DATA when the table lacks a column. model and na outlive it. */
enum cml_result cml_row_features_init(struct cml_row_features *row_features,
				      const struct cml_model *model,
				      const struct cml_header *header, const struct cml_na *na,
				      struct cml_error *err);
void cml_row_features_release(struct cml_row_features *row_features);

/* A row in the predictor's form, x[n_features]. A value of a context that its domain lacks is let
 * in (cml_cell_admit of the model's space). CML_BAD_DATA with line and column: not a
 * configuration of the space, not a number, or too large a feature, as in training. */
enum cml_result cml_row_features_read(struct cml_row_features *row_features,
				      const struct cml_row *row, float *x, struct cml_error *err);

#endif
