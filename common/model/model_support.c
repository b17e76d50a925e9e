#include "model/model_support.h"

#include "base/memory.h"

#include <stdlib.h>

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
		size_t n_own = encoder->first[s + 1] - encoder->first[s];
		bool is_onehot = column->encoding == CML_ENCODING_ONEHOT;
		if (n_own > 0)
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
	enum cml_result status = cml_support_train(support, data, columns,
						   list_columns(encoder, n_features, columns), err);
	free(columns);
	return status;
}

enum cml_result cml_model_support_load(struct cml_support **support,
				       const struct cml_encoder *encoder, size_t n_features,
				       struct cml_slice bytes, struct cml_error *err)
{
	struct cml_support_column *columns = cml_array_new(n_features, sizeof *columns);
	if (!columns)
		return cml_fail_memory(err);
	enum cml_result status = cml_support_load(support, bytes, columns,
						  list_columns(encoder, n_features, columns), err);
	free(columns);
	return status;
}

enum cml_result cml_model_list_contexts(const struct cml_encoder *encoder,
					struct cml_context_span **contexts, size_t *n,
					struct cml_error *err)
{
	size_t n_columns = encoder ? encoder->space->n_columns : 0;
	*n = 0;
	if (!CML_NEW(contexts, n_columns))
		return cml_fail_memory(err);
	for (size_t slot = 0; slot < n_columns; slot++) {
		size_t n_own = encoder->first[slot + 1] - encoder->first[slot];
		if (encoder->space->columns[slot].role == CML_ROLE_CONTEXT && n_own > 0)
			(*contexts)[(*n)++] =
			    (struct cml_context_span){encoder->first[slot], n_own};
	}
	return CML_OK;
}
