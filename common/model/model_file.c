#include "model/model_file.h"

#include "table/input.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE 65536

enum cml_result cml_model_write(const struct cml_model *model, struct cml_output *output,
				struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_result status = cml_model_unpack(model, &text, err);
	if (status != CML_OK)
		goto out;
	if (text.size > CML_MODEL_MAX_SIZE)
		status = cml_fail(err, CML_BAD_DATA,
				  "the model takes %zu bytes, more than could be read back (%zu)",
				  text.size, CML_MODEL_MAX_SIZE);
	else if ((status = cml_output_pack(output, err)) == CML_OK)
		status = cml_output_write(output, text.data, text.size, err);
out:
	cml_buffer_release(&text);
	return status;
}

/* Whether a file that starts like this can be a model. */
static bool may_be_model(const struct cml_buffer *start)
{
	size_t size = sizeof CML_MODEL_MAGIC - 1;
	return memcmp(start->data, CML_MODEL_MAGIC, start->size < size ? start->size : size) == 0;
}

/* Reads all there is, but stops early on what cannot be a model. */
static enum cml_result read_all(struct cml_input *input, struct cml_buffer *bytes,
				struct cml_error *err)
{
	char chunk[CHUNK_SIZE];
	size_t n_read;
	do {
		if (cml_input_read(input, chunk, sizeof chunk, &n_read, err) != CML_OK)
			return err->status;
		if (!cml_buffer_append(bytes, chunk, n_read))
			return cml_fail_memory(err);
		if (bytes->size > CML_MODEL_MAX_SIZE)
			return cml_fail(err, CML_BAD_DATA,
					"too large for a model file: more than %zu bytes",
					CML_MODEL_MAX_SIZE);
	} while (n_read > 0 && may_be_model(bytes));
	return CML_OK;
}

enum cml_result cml_model_read(struct cml_model **model, const char *path, struct cml_error *err)
{
	AUTOPTR(cml_input) input = NULL;
	AUTO(cml_buffer) bytes = {0};
	if (cml_input_open(&input, path, err) != CML_OK)
		return err->status;
	if (read_all(input, &bytes, err) != CML_OK)
		return cml_error_locate(err, cml_input_name(input), 0, NULL);
	return cml_model_parse(model, cml_buffer_slice(&bytes), cml_input_name(input), err);
}

enum cml_result cml_model_describe(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err)
{
	if (cml_model_put_head(model, text, err) != CML_OK)
		return err->status;
	if (!cml_buffer_printf(text, "features %zu\n", model->n_features) ||
	    !cml_buffer_printf(text, "space %s\nchance %s\n", model->space ? "yes" : "no",
			       model->chance ? "yes" : "no"))
		return cml_fail_memory(err);
	if (model->space && !cml_laws_describe(&model->laws, &model->encoder, text))
		return cml_fail_memory(err);
	if (model->kind->describe(model->state, model->feature_names, text, err) != CML_OK ||
	    (model->chance &&
	     cml_chance_describe(model->chance, model->feature_names, text, err) != CML_OK))
		return err->status;
	for (size_t l = 0; l < model->n_limits; l++)
		if (!cml_model_put_limit(model, &model->limits[l], text))
			return cml_fail_memory(err);
		else if (model->limits[l].model &&
			 cml_model_describe(model->limits[l].model, text, err) != CML_OK)
			return err->status;
	if (!model->second)
		return CML_OK;
	if (!cml_buffer_printf(text, "second %s\n",
			       model->space->columns[model->space->second].name))
		return cml_fail_memory(err);
	return cml_model_describe(model->second, text, err);
}
