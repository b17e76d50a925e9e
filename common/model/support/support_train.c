#include "model/support/support_model.h"

enum cml_result cml_support_train(struct cml_support **support, const struct cml_dataset *data,
				  const struct cml_support_column *columns, size_t n_columns,
				  struct cml_error *err)
{
	struct cml_support *made = cml_support_new(columns, n_columns);
	if (!made)
		return cml_fail_memory(err);
	made->n_jobs = data->n_rows;
	struct cml_context_span spans[CML_CONTEXT_COLUMNS];
	if (cml_context_pairs_learn(&made->contexts, data, spans,
				    cml_support_list_contexts(made, spans), err) != CML_OK ||
	    cml_support_learn_cover(made, data, err) != CML_OK ||
	    cml_support_learn_pairs(made, data, err) != CML_OK ||
	    cml_support_learn_near(made, data, err) != CML_OK ||
	    cml_support_learn_failed(made, data, err) != CML_OK) {
		cml_support_free(made);
		return err->status;
	}
	*support = made;
	return CML_OK;
}
