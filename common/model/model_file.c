#include "model/model_file.h"

#include "table/input.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* deflateInit2: the largest window, and a gzip wrapper instead of a zlib one. */
#define GZIP_WINDOW_BITS (15 + 16)
#define GZIP_LEVEL 6
#define GZIP_MEMORY_LEVEL 8
#define CHUNK_SIZE 65536

static void append_summary(const struct cml_model *model, struct cml_buffer *text)
{
	struct cml_slice rest = cml_buffer_slice(&model->summary), line;
	bool started = false;
	while (cml_slice_split(&rest, '\n', &started, &line)) {
		struct cml_slice value = line, name;
		bool name_started = false;
		cml_slice_split(&value, '=', &name_started, &name);
		if (line.size > 0)
			cml_buffer_printf(text, "summary %.*s %.*s\n", (int)name.size, name.data,
					  (int)value.size, value.data);
	}
}

/* The readable lines before `learned`. */
static enum cml_result append_head(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err)
{
	bool is_share = model->law_feature != CML_NO_LAW;
	cml_buffer_printf(text, CML_MODEL_MAGIC CML_MODEL_VERSION "\npredictor %s\nseed %llu\n",
			  model->kind->name, (unsigned long long)model->seed);
	cml_buffer_printf(text, "target %s\ngoal %s\n",
			  is_share            ? "share"
			  : model->log_target ? "log"
					      : "identity",
			  model->maximize ? "max" : "min");
	cml_buffer_printf(text, "least %.17g\nshares %.17g %.17g\n", model->least,
			  is_share ? model->least_share : -1, is_share ? model->most_share : 1);
	if (model->doubt > 0)
		cml_buffer_printf(text, "doubt %.17g\n", model->doubt);
	for (size_t i = 0; i < model->hyper.n; i++)
		cml_buffer_printf(text, "option %s %s\n", model->hyper.values[i].name,
				  model->hyper.values[i].text);
	append_summary(model, text);
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}

static void append_name(struct cml_buffer *text, const char *name)
{
	for (; *name; name++)
		if (*name == '\\')
			cml_buffer_append_string(text, "\\\\");
		else if (*name == '\n')
			cml_buffer_append_string(text, "\\n");
		else if (*name == '\r')
			cml_buffer_append_string(text, "\\r");
		else
			cml_buffer_append(text, name, 1);
	cml_buffer_append(text, "\n", 1);
}

/* `WORD 0` for no bytes, else their number and they, each with a newline. Releases them. */
static enum cml_result append_block(struct cml_buffer *text, const char *word,
				    enum cml_result status, struct cml_buffer *bytes)
{
	if (status != CML_OK)
		goto out;
	cml_buffer_printf(text, "%s%zu\n", word, bytes->size);
	cml_buffer_append(text, bytes->data, bytes->size);
	cml_buffer_append(text, "\n", bytes->size > 0);
out:
	cml_buffer_release(bytes);
	return status;
}

static enum cml_result unpacked(const struct cml_model *model, struct cml_buffer *text,
				struct cml_error *err);

static enum cml_result append_blocks(const struct cml_model *model, struct cml_buffer *text,
				     struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	for (size_t i = 0; i < CML_MODEL_N_BLOCKS; i++) {
		const struct cml_model_block *block = &cml_model_blocks[i];
		const char *at = (const char *)model + block->offset;
		if (append_block(text, block->word, cml_fields_save(block->walk, at, &bytes, err),
				 &bytes) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* A model beside another: NULL writes none. */
static enum cml_result append_beside(const struct cml_model *beside, const char *word,
				     struct cml_buffer *text, struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	return append_block(text, word, beside ? unpacked(beside, &bytes, err) : CML_OK, &bytes);
}

static enum cml_result append_limits(const struct cml_model *model, struct cml_buffer *text,
				     struct cml_error *err)
{
	if (model->chance)
		cml_buffer_printf(text, "limits %zu\n", model->n_limits);
	for (size_t l = 0; l < model->n_limits; l++) {
		const struct cml_limit *limit = &model->limits[l];
		cml_buffer_printf(text, "limit %s\njobs %.0f\n",
				  model->space->columns[limit->slot].name, limit->n_jobs);
		if (append_beside(limit->model, "model ", text, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result append_parameters(const struct cml_model *model, struct cml_buffer *text,
					 struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	enum cml_result status = CML_OK;
	if (cml_laws_pack_rows(&model->laws))
		status = cml_fields_save(cml_laws_fields, &model->laws, &bytes, err);
	if (append_block(text, "laws ", status, &bytes) != CML_OK)
		return status;
	status = cml_predictor_save(model->kind, model->state, &bytes, err);
	return append_block(text, "parameters ", status, &bytes);
}

static enum cml_result unpacked(const struct cml_model *model, struct cml_buffer *text,
				struct cml_error *err)
{
	struct cml_slice space =
	    model->space ? cml_buffer_slice(&model->space->text) : (struct cml_slice){0};
	if (append_head(model, text, err) != CML_OK)
		return err->status;
	cml_buffer_printf(text, "learned %zu\nfeatures %zu\n", model->n_learned, model->n_features);
	for (size_t i = 0; i < model->n_features; i++)
		append_name(text, model->feature_names[i]);
	cml_buffer_printf(text, "space %zu\n", space.size);
	cml_buffer_append(text, space.data, space.size);
	cml_buffer_append(text, "\n", space.size > 0);
	if (append_parameters(model, text, err) != CML_OK ||
	    append_blocks(model, text, err) != CML_OK ||
	    append_limits(model, text, err) != CML_OK ||
	    append_beside(model->second, "second ", text, err) != CML_OK ||
	    (model->bare && append_beside(model->bare, "bare ", text, err) != CML_OK))
		return err->status;
	cml_buffer_printf(text, "crc32 %08lx\n",
			  crc32_z(0, (const unsigned char *)text->data, text->size));
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}

static enum cml_result write_gzip(struct cml_slice bytes, struct cml_output *output,
				  struct cml_error *err)
{
	z_stream stream = {0};
	unsigned char packed[CHUNK_SIZE];
	enum cml_result status = CML_OK;
	int flush, result;
	/* zlib's own header carries no time stamp and no name. */
	if (deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return cml_fail_memory(err);
	do {
		if (stream.avail_in == 0) {
			/* next_in is not const in zlib's interface, but it only reads. */
			stream.next_in = (unsigned char *)(uintptr_t)bytes.data;
			stream.avail_in = bytes.size < UINT_MAX ? (uInt)bytes.size : UINT_MAX;
			bytes.data += stream.avail_in;
			bytes.size -= stream.avail_in;
		}
		flush = bytes.size == 0 ? Z_FINISH : Z_NO_FLUSH;
		stream.next_out = packed;
		stream.avail_out = sizeof packed;
		result = deflate(&stream, flush);
		assert(result != Z_STREAM_ERROR);
		status = cml_output_write(output, packed, sizeof packed - stream.avail_out, err);
		if (status != CML_OK)
			break;
	} while (result != Z_STREAM_END);
	deflateEnd(&stream);
	return status;
}

enum cml_result cml_model_write(const struct cml_model *model, struct cml_output *output,
				struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_result status = unpacked(model, &text, err);
	if (status != CML_OK)
		goto out;
	if (text.size > CML_MODEL_MAX_SIZE)
		status = cml_fail(err, CML_BAD_DATA,
				  "the model takes %zu bytes, more than could be read back (%zu)",
				  text.size, CML_MODEL_MAX_SIZE);
	else if (cml_output_packs(output))
		status = cml_output_write(output, text.data, text.size, err);
	else
		status = write_gzip(cml_buffer_slice(&text), output, err);
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
	struct cml_input *input = NULL;
	struct cml_buffer bytes = {0};
	if (cml_input_open(&input, path, err) != CML_OK)
		return err->status;
	enum cml_result status = read_all(input, &bytes, err);
	if (status != CML_OK) {
		cml_error_locate(err, cml_input_name(input), 0, NULL);
		goto out;
	}
	status = cml_model_parse(model, cml_buffer_slice(&bytes), cml_input_name(input), err);
out:
	cml_buffer_release(&bytes);
	cml_input_free(input);
	return status;
}

enum cml_result cml_model_describe(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err)
{
	if (append_head(model, text, err) != CML_OK)
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
