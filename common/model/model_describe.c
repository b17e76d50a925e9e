#include "model/model_file.h"

/* What limits are fractions of, where their bounds are expressions. */
static bool put_bounds(const struct cml_model *model, struct cml_buffer *text)
{
	const struct cml_space *space = model->space;
	bool ok = true;
	for (size_t i = 0; ok && space && i < space->n_limits; i++) {
		const struct cml_space_column *column = &space->columns[space->limits[i]];
		if (column->bound)
			ok = cml_buffer_printf(text, "%s is a fraction of %s\n", column->name,
					       cml_expression_text(column->bound));
	}
	return ok;
}

enum cml_result cml_model_describe(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err)
{
	if (cml_model_head(model, text, err) != CML_OK)
		return err->status;
	if (!cml_buffer_printf(text, "features %zu\n", model->n_features) ||
	    !cml_buffer_printf(text, "space %s\nchance %s\n", model->space ? "yes" : "no",
			       model->chance ? "yes" : "no"))
		return cml_fail_memory(err);
	if (model->kind->describe(model->state, model->feature_names, text, err) != CML_OK ||
	    (model->chance &&
	     cml_chance_describe(model->chance, model->feature_names, text, err) != CML_OK))
		return err->status;
	if (model->chance && !put_bounds(model, text))
		return cml_fail_memory(err);
	if (!model->second)
		return CML_OK;
	if (!cml_buffer_printf(text, "second %s\n",
			       model->space->columns[model->space->second].name))
		return cml_fail_memory(err);
	return cml_model_describe(model->second, text, err);
}
