/* Rows of a table as a model reads them. Part of ranker.h. */
#include "advise/ranker.h"

#include "base/number.h"
#include "base/text.h"
#include "space/cell.h"

#include <math.h>
#include <stdlib.h>

static enum cml_result bind_features(struct cml_row_features *rows, const struct cml_header *header,
				     struct cml_error *err)
{
	const struct cml_model *model = rows->model;
	if (!CML_NEW(&rows->columns, model->n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < model->n_features; i++) {
		struct cml_slice name = cml_slice_of(model->feature_names[i]);
		size_t at = cml_header_find(header, name);
		if (at == CML_NO_COLUMN)
			return cml_fail(err, CML_BAD_DATA,
					"no column '%s': the model carries no space, so it reads "
					"feature tables "
					"(cml-encode) with the features it was trained on",
					model->feature_names[i]);
		rows->columns[i] = at;
	}
	return CML_OK;
}

enum cml_result cml_row_features_init(struct cml_row_features *rows, const struct cml_model *model,
				      const struct cml_header *header, const struct cml_na *na,
				      struct cml_error *err)
{
	size_t n_values = model->space ? model->space->n_columns : 1;
	*rows = (struct cml_row_features){
	    .model = model,
	    .na = na,
	    .values = cml_array_new(n_values, sizeof *rows->values),
	    .features = cml_array_new(model->n_encoded, sizeof *rows->features)};
	if (!rows->values || !rows->features)
		return cml_fail_memory(err);
	return model->space
		   ? cml_binding_init(&rows->binding, model->space, header, na, false, false, err)
		   : bind_features(rows, header, err);
}

void cml_row_features_release(struct cml_row_features *rows)
{
	cml_binding_release(&rows->binding);
	free(rows->columns);
	free(rows->values);
	free(rows->features);
	*rows = (struct cml_row_features){0};
}

/* A feature table writes a missing feature as an empty cell, whatever else means
 * no value. */
static enum cml_result read_feature_cells(struct cml_row_features *rows, const struct cml_row *row,
					  struct cml_error *err)
{
	const struct cml_model *model = rows->model;
	for (size_t i = 0; i < model->n_features; i++) {
		struct cml_slice cell = row->cells[rows->columns[i]];
		if (cell.size == 0 || cml_na_has(rows->na, cell)) {
			rows->features[i] = NAN;
		} else if (!cml_parse_double(cell, &rows->features[i])) {
			char text[CML_QUOTE_SIZE];
			cml_fail(err, CML_BAD_DATA, "not a number: %s",
				 cml_text_quote(cell, text, sizeof text));
			cml_error_locate(err, NULL, 0, model->feature_names[i]);
			return err->status;
		}
	}
	return CML_OK;
}

enum cml_result cml_row_features_read(struct cml_row_features *rows, const struct cml_row *row,
				      float *x, struct cml_error *err)
{
	const struct cml_model *model = rows->model;
	const struct cml_space *space = model->space;
	bool ok = space ? cml_config_read_new(&rows->binding, model->space, row, rows->values,
					      err) == CML_OK &&
			      cml_encoder_encode(&model->encoder, rows->values, rows->features,
						 err) == CML_OK
			: read_feature_cells(rows, row, err) == CML_OK;
	rows->n_silent += ok && space && cml_space_lacks(space, rows->values) != CML_NO_COLUMN;
	if (ok && cml_model_round(model, rows->features, x, err) == CML_OK)
		return CML_OK;
	return err->status == CML_BAD_DATA ? cml_error_locate(err, NULL, row->line, NULL)
					   : err->status;
}
