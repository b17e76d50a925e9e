#include "model/model.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static enum cml_support_role role_of(const struct cml_space_column *column)
{
	return column->role == CML_ROLE_CONTEXT ? CML_SUPPORT_CONTEXT
	       : column->role == CML_ROLE_PARAM ? CML_SUPPORT_PARAM
						: CML_SUPPORT_DERIVED;
}

/* Returns how many; there is room for one for each feature. */
static size_t list_columns(const struct cml_encoder *encoder, size_t n_features,
			   struct cml_support_column *columns)
{
	size_t n = 0;
	for (size_t f = 0; !encoder && f < n_features; f++)
		columns[n++] = (struct cml_support_column){CML_SUPPORT_PARAM, f, 0};
	for (size_t s = 0; encoder && s < encoder->space->n_columns; s++) {
		const struct cml_space_column *column = &encoder->space->columns[s];
		size_t n_own = encoder->n_of[s];
		bool is_onehot = column->encoding == CML_ENCODING_ONEHOT;
		if (n_own > 0 && encoder->first[s] < encoder->n_plain)
			columns[n++] = (struct cml_support_column){
			    role_of(column), encoder->first[s], is_onehot ? n_own : 0};
	}
	return n;
}

enum cml_result cml_model_support_train(struct cml_support **support,
					const struct cml_encoder *encoder, size_t n_features,
					const struct cml_dataset *data, struct cml_error *err)
{
	struct cml_support_column *columns = cml_array_new(n_features, sizeof *columns);
	if (!columns)
		return cml_fail_memory(err);
	size_t n = list_columns(encoder, n_features, columns);
	enum cml_result status = CML_OK;
	if (data)
		status = cml_support_train(support, data, columns, n, err);
	else if (!(*support = cml_support_new(columns, n)))
		status = cml_fail_memory(err);
	free(columns);
	return status;
}

/* Behind the plain features stand the terms, as the encoder has them, or the numbers of a packed
 * row: the model's own laws say which. */
static enum cml_result check_features(const struct cml_model *model, size_t n,
				      struct cml_error *err)
{
	const struct cml_encoder *encoder = &model->encoder;
	for (size_t i = 0; i < n || i < model->n_features; i++) {
		const char *own = i < model->n_features ? model->feature_names[i] : "none";
		const char *given = i < encoder->n_features ? encoder->features[i].name : "none";
		if ((i < n || i >= encoder->n_features) && strcmp(own, given) != 0)
			return cml_fail(err, CML_BAD_DATA,
					"feature %zu is '%s' where the space gives '%s'", i + 1,
					own, given);
	}
	return CML_OK;
}

enum cml_result cml_model_bind_space(struct cml_model *model, struct cml_error *err)
{
	if (cml_encoder_init(&model->encoder, model->space, err) != CML_OK)
		return err->status;
	return check_features(model, model->encoder.n_plain, err);
}

static bool is_encoded_open(const struct cml_space_column *column)
{
	return column->open && column->encoding == CML_ENCODING_ONEHOT;
}

/* The open column whose `name=` the feature's name starts with, the longest if
 * there are several; *level is what follows. */
static size_t column_of_feature(const struct cml_space *space, const char *feature,
				struct cml_slice *level)
{
	size_t found = CML_NO_COLUMN, found_size = 0;
	for (size_t i = 0; i < space->n_columns; i++) {
		if (!is_encoded_open(&space->columns[i]))
			continue;
		size_t size = strlen(space->columns[i].name);
		if (strncmp(feature, space->columns[i].name, size) != 0 || feature[size] != '=' ||
		    (found != CML_NO_COLUMN && size < found_size))
			continue;
		found = i;
		found_size = size;
		*level = cml_slice_of(feature + size + 1);
	}
	return found;
}

static enum cml_result learn_levels(struct cml_model *model, struct cml_error *err)
{
	struct cml_space *space = model->space;
	bool any = false;
	for (size_t i = 0; i < space->n_columns; i++)
		any = any || is_encoded_open(&space->columns[i]);
	if (!any)
		return CML_OK;
	for (size_t i = 0; i < model->n_features; i++) {
		struct cml_slice level;
		size_t column = column_of_feature(space, model->feature_names[i], &level);
		enum cml_result status = column == CML_NO_COLUMN
					     ? CML_OK
					     : cml_space_add_level(space, column, level, err);
		if (status != CML_OK)
			return status;
	}
	return cml_space_close(space, err);
}

static enum cml_result take_space(struct cml_model *model, const struct cml_space *space,
				  struct cml_error *err)
{
	if (cml_space_from_text(&model->space, cml_buffer_slice(&space->text), "the space", err) !=
		CML_OK ||
	    learn_levels(model, err) != CML_OK)
		return err->status;
	return cml_model_bind_space(model, err);
}

enum cml_result cml_model_take_space(struct cml_model *model, const struct cml_space *space,
				     struct cml_error *err)
{
	/* A table has the terms themselves. */
	enum cml_result status = take_space(model, space, err) == CML_OK
				     ? check_features(model, model->encoder.n_features, err)
				     : err->status;
	if (status != CML_BAD_DATA)
		return status;
	struct cml_error found = *err;
	cml_fail(err, CML_BAD_DATA, "%s: the table was encoded with another space", found.message);
	return cml_error_locate(err, NULL, 0, found.column);
}
