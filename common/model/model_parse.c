/* Reading model files from memory. Part of model_file.h. */
#include "base/number.h"
#include "model/model_file.h"
#include "model/model_space.h"
#include "table/input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define CRC_WORD "crc32 "
#define CRC_DIGITS 8
#define CRC_LINE_SIZE (sizeof CRC_WORD - 1 + CRC_DIGITS + 1)

/* What is left of the file, and the model that grows out of it. */
struct parser {
	struct cml_slice rest;
	struct cml_model *model;
};

static struct cml_slice front(struct cml_slice text, size_t size)
{
	return (struct cml_slice){text.data, size < text.size ? size : text.size};
}

static void drop(struct cml_slice *text, size_t size)
{
	text->data += size;
	text->size -= size;
}

static bool starts_with(struct cml_slice text, const char *word)
{
	return cml_slice_is(front(text, strlen(word)), word);
}

/* Takes `WORD VALUE` and its newline off the front; value may be any text
 * without a NUL. */
static enum cml_result take_line(struct parser *parser, const char *word, struct cml_slice *value,
				 struct cml_error *err)
{
	struct cml_slice *rest = &parser->rest;
	const char *end = rest->size > 0 ? memchr(rest->data, '\n', rest->size) : NULL;
	struct cml_slice line = {rest->data, end ? (size_t)(end - rest->data) : rest->size};
	char quoted[CML_QUOTE_SIZE];
	if (!end || !starts_with(line, word) || memchr(line.data, '\0', line.size))
		return cml_fail(err, CML_BAD_DATA, "damaged: expected a line '%s', found %s", word,
				cml_text_quote(front(line, CML_QUOTE_SIZE), quoted, sizeof quoted));
	drop(rest, line.size + 1);
	drop(&line, strlen(word));
	*value = line;
	return CML_OK;
}

/* A line whose value is one of two words; *second: which. */
static enum cml_result take_choice(struct parser *parser, const char *word,
				   const char *const words[2], bool *second, struct cml_error *err)
{
	struct cml_slice value;
	char quoted[CML_QUOTE_SIZE];
	if (take_line(parser, word, &value, err) != CML_OK)
		return err->status;
	*second = cml_slice_is(value, words[1]);
	if (*second || cml_slice_is(value, words[0]))
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "damaged: expected %s or %s after '%s', found %s",
			words[0], words[1], word, cml_text_quote(value, quoted, sizeof quoted));
}

/* A line whose value is a number of things that take size bytes each at least,
 * which the rest of the file must be able to hold. */
static enum cml_result take_size(struct parser *parser, const char *word, size_t size, size_t *n,
				 struct cml_error *err)
{
	struct cml_slice value;
	uint64_t number;
	if (take_line(parser, word, &value, err) != CML_OK)
		return err->status;
	if (!cml_parse_uint64(value, &number) || number > parser->rest.size / size)
		return cml_fail(err, CML_BAD_DATA,
				"damaged: the number after '%s' is more than the file holds", word);
	*n = (size_t)number;
	return CML_OK;
}

/* BYTES of a block and the newline after it; empty: `WORD 0`, and nothing after its line. */
static enum cml_result take_block(struct parser *parser, const char *word, struct cml_slice *block,
				  struct cml_error *err)
{
	size_t size;
	if (take_size(parser, word, 1, &size, err) != CML_OK)
		return err->status;
	*block = front(parser->rest, size);
	if (size == 0)
		return CML_OK;
	drop(&parser->rest, size);
	if (!starts_with(parser->rest, "\n"))
		return cml_fail(err, CML_BAD_DATA, "damaged: no line ends after the bytes of '%s'",
				word);
	drop(&parser->rest, 1);
	return CML_OK;
}

static enum cml_result take_predictor(struct parser *parser, struct cml_error *err)
{
	struct cml_slice name;
	char quoted[CML_QUOTE_SIZE];
	if (take_line(parser, "predictor ", &name, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < cml_n_predictor_kinds; i++)
		if (cml_slice_is(name, cml_predictor_kinds[i]->name))
			parser->model->kind = cml_predictor_kinds[i];
	if (!parser->model->kind)
		return cml_fail(err, CML_BAD_DATA, "unknown predictor %s",
				cml_text_quote(name, quoted, sizeof quoted));
	return CML_OK;
}

static enum cml_result take_seed(struct parser *parser, struct cml_error *err)
{
	struct cml_slice value;
	if (take_line(parser, "seed ", &value, err) != CML_OK)
		return err->status;
	return cml_parse_uint64(value, &parser->model->seed)
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "damaged: the seed is not a number");
}

static enum cml_result take_options(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	while (starts_with(parser->rest, "option ")) {
		struct cml_slice value, name;
		bool started = false;
		if (take_line(parser, "option ", &value, err) != CML_OK)
			return err->status;
		cml_slice_split(&value, ' ', &started, &name);
		const char *name_copy = cml_arena_copy(&model->arena, name);
		const char *value_copy = cml_arena_copy(&model->arena, value);
		if (!name_copy || !value_copy)
			return cml_fail_memory(err);
		if (cml_hyper_set(&model->hyper, name_copy, value_copy, err) != CML_OK)
			return err->status;
	}
	enum cml_result status = cml_predictor_resolve(model->kind, &model->hyper, err);
	/* What is a wrong option to a user is a wrong file here. */
	return status == CML_BAD_USAGE
		   ? cml_fail(err, CML_BAD_DATA, "damaged options: %s", err->message)
		   : status;
}

static enum cml_result take_summary(struct parser *parser, struct cml_error *err)
{
	struct cml_buffer *summary = &parser->model->summary;
	while (starts_with(parser->rest, "summary ")) {
		struct cml_slice value, name;
		bool started = false;
		if (take_line(parser, "summary ", &value, err) != CML_OK)
			return err->status;
		cml_slice_split(&value, ' ', &started, &name);
		if (!cml_buffer_append(summary, name.data, name.size) ||
		    !cml_buffer_append(summary, "=", 1) ||
		    !cml_buffer_append(summary, value.data, value.size) ||
		    !cml_buffer_append(summary, "\n", 1))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

static enum cml_result unescape(char *name, struct cml_error *err)
{
	char *to = name;
	for (const char *from = name; *from; from++, to++) {
		*to = *from;
		if (*from != '\\')
			continue;
		from++;
		if (*from != '\\' && *from != 'n' && *from != 'r')
			return cml_fail(err, CML_BAD_DATA,
					"damaged: a lone backslash in the name of a feature");
		*to = *from == 'n' ? '\n' : *from == 'r' ? '\r' : '\\';
	}
	*to = '\0';
	return CML_OK;
}

static enum cml_result take_features(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	size_t n;
	/* A name and its newline take two bytes or more. */
	enum cml_result status = take_size(parser, "learned ", 2, &model->n_learned, err);
	if (status != CML_OK || (status = take_size(parser, "features ", 2, &n, err)) != CML_OK)
		return status;
	if (n == 0 || model->n_learned == 0 || model->n_learned > n)
		return cml_fail(err, CML_BAD_DATA, "damaged: a model without features");
	if (!CML_NEW(&model->feature_names, n))
		return cml_fail_memory(err);
	model->n_features = n;
	for (size_t i = 0; i < n; i++) {
		struct cml_slice line;
		status = take_line(parser, "", &line, err);
		if (status != CML_OK)
			return status;
		char *name = cml_arena_copy(&model->arena, line);
		status = name ? unescape(name, err) : cml_fail_memory(err);
		if (status != CML_OK)
			return status;
		model->feature_names[i] = name;
	}
	return CML_OK;
}

static enum cml_result bind_space(struct cml_model *model, struct cml_slice text,
				  struct cml_error *err)
{
	if (cml_space_from_text(&model->space, text, "its space", err) != CML_OK)
		return err->status;
	cml_space_set_place(model->space, "the space file and train again");
	return cml_model_bind_space(model, err);
}

/* A part of the file that is wrong makes the file a damaged one. */
static enum cml_result fail_part(enum cml_result status, struct cml_error *err)
{
	char place[CML_ERROR_TEXT_SIZE];
	return status == CML_BAD_DATA ? cml_fail(err, CML_BAD_DATA, "damaged: %s",
						 cml_error_format(err, place, sizeof place))
				      : status;
}

static enum cml_result take_space(struct parser *parser, struct cml_error *err)
{
	struct cml_slice text;
	if (take_block(parser, "space ", &text, err) != CML_OK)
		return err->status;
	return text.size > 0 ? fail_part(bind_space(parser->model, text, err), err) : CML_OK;
}

static enum cml_result load_laws(struct cml_model *model, struct cml_slice bytes,
				 struct cml_error *err)
{
	if (cml_laws_init(&model->laws, &model->encoder, err) != CML_OK)
		return err->status;
	model->n_encoded = model->encoder.n_features;
	if (cml_laws_pack_rows(&model->laws) &&
	    cml_fields_load(cml_laws_fields, "laws", &model->laws, bytes, model->n_features, err) !=
		CML_OK)
		return err->status;
	return cml_laws_n_packed(&model->laws) == model->n_features
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "its features are not those of its laws");
}

static enum cml_result take_laws(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	struct cml_slice bytes;
	bool is_share = model->law_feature != CML_NO_LAW;
	model->n_encoded = model->n_features;
	if (take_block(parser, "laws ", &bytes, err) != CML_OK ||
	    (model->space && fail_part(load_laws(model, bytes, err), err) != CML_OK))
		return err->status;
	/* A model beside another has no space, and no law of its own. */
	cml_model_find_law(model);
	return !model->space || (model->law_feature != CML_NO_LAW) == is_share
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "damaged: its target is not what its laws say");
}

static enum cml_result take_parameters(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	struct cml_slice bytes;
	if (take_block(parser, "parameters ", &bytes, err) != CML_OK)
		return err->status;
	return cml_predictor_load(model->kind, &model->state, bytes, model->n_learned, err);
}

/* A model beside this one, of the same features; is_wanted: it may be there. */
static enum cml_result load_beside(struct cml_model *model, struct cml_model **beside,
				   bool is_wanted, struct cml_slice bytes, struct cml_error *err)
{
	enum cml_result status = cml_model_parse(beside, bytes, "its second model", err);
	if (status != CML_OK)
		return fail_part(status, err);
	if ((*beside)->n_features != model->n_features || (*beside)->space || (*beside)->second ||
	    (*beside)->bare || (*beside)->chance || !is_wanted)
		return cml_fail(err, CML_BAD_DATA,
				"damaged: its second model is not of the second metric");
	return CML_OK;
}

/* Of a struct cml_model. */
static void support_fields(struct cml_fields *fields, void *state)
{
	struct cml_model *model = state;
	if (!fields->out)
		fields->status =
		    cml_model_support_train(&model->support, model->space ? &model->encoder : NULL,
					    model->n_features, NULL, fields->err);
	if (model->support)
		cml_support_fields(fields, model->support);
}

const struct cml_model_block cml_model_blocks[CML_MODEL_N_BLOCKS] = {
    {"chance ", "chance to run", cml_chance_fields, offsetof(struct cml_model, chance), false},
    {"interval ", "interval", cml_interval_fields, offsetof(struct cml_model, interval), true},
    {"sizes ", "sizes of levels", cml_level_sizes_fields, offsetof(struct cml_model, sizes), true},
    {"support ", "support", support_fields, 0, false},
};

static enum cml_result take_blocks(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	for (size_t i = 0; i < CML_MODEL_N_BLOCKS; i++) {
		const struct cml_model_block *block = &cml_model_blocks[i];
		struct cml_slice bytes;
		if (take_block(parser, block->word, &bytes, err) != CML_OK ||
		    (bytes.size > 0 &&
		     cml_fields_load(block->walk, block->of, (char *)model + block->offset, bytes,
				     block->is_learned ? model->n_learned : model->n_features,
				     err) != CML_OK))
			return err->status;
	}
	return CML_OK;
}

/* A model beside this one, which may be missing; is_wanted: it may be there. */
static enum cml_result take_beside(struct parser *parser, const char *word, bool is_wanted,
				   struct cml_model **beside, struct cml_error *err)
{
	struct cml_slice bytes;
	if (take_block(parser, word, &bytes, err) != CML_OK)
		return err->status;
	return bytes.size > 0 ? load_beside(parser->model, beside, is_wanted, bytes, err) : CML_OK;
}

/* A limit of which no job reports anything has a law. */
static enum cml_result take_limit(struct parser *parser, struct cml_limit *limit,
				  struct cml_error *err)
{
	struct cml_model *model = parser->model;
	struct cml_slice value;
	uint64_t n_jobs;
	if (take_line(parser, "limit ", &value, err) != CML_OK)
		return err->status;
	limit->law = CML_NO_LAW;
	limit->slot = model->space ? cml_space_find(model->space, value) : CML_NO_COLUMN;
	if (limit->slot == CML_NO_COLUMN ||
	    model->space->columns[limit->slot].role != CML_ROLE_LIMIT)
		return cml_fail(err, CML_BAD_DATA, "damaged: a limit that its space lacks");
	if (take_line(parser, "jobs ", &value, err) != CML_OK)
		return err->status;
	if (!cml_parse_uint64(value, &n_jobs))
		return cml_fail(err, CML_BAD_DATA, "damaged: the jobs of a limit are no number");
	limit->n_jobs = (double)n_jobs;
	if (take_beside(parser, "model ", true, &limit->model, err) != CML_OK)
		return err->status;
	limit->law = cml_laws_find(&model->laws, limit->slot);
	size_t feature =
	    limit->law == CML_NO_LAW ? CML_NO_LAW : cml_laws_feature(&model->laws, limit->law);
	bool is_share = limit->model && isfinite(limit->model->least_share);
	if (is_share)
		limit->model->law_feature = feature;
	if (limit->model ? !is_share || feature != CML_NO_LAW
			 : feature != CML_NO_LAW && model->laws.items[limit->law].steepness > 0)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "damaged: a limit without a law");
}

static enum cml_result take_limits(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	size_t n;
	/* Three lines each. */
	if (!model->chance)
		return CML_OK;
	if (take_size(parser, "limits ", 3, &n, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&model->limits, n))
		return cml_fail_memory(err);
	while (model->n_limits < n)
		if (take_limit(parser, &model->limits[model->n_limits++], err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result take_others(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	const struct cml_space *space = model->space;
	if (take_limits(parser, err) != CML_OK ||
	    take_beside(parser, "second ", space && space->second != CML_NO_COLUMN, &model->second,
			err) != CML_OK)
		return err->status;
	if (!space || model->laws.given == CML_NO_LAW ||
	    !model->laws.items[model->laws.given].is_used)
		return CML_OK;
	if (take_beside(parser, "bare ", true, &model->bare, err) != CML_OK)
		return err->status;
	return model->bare ? cml_model_take_bare(model, err)
			   : cml_fail(err, CML_BAD_DATA, "damaged: a part of it is missing");
}

static enum cml_result take_target(struct parser *parser, struct cml_error *err)
{
	static const char *const targets[2] = {"identity", "log"};
	struct cml_slice value;
	struct cml_model *model = parser->model;
	model->law_feature = CML_NO_LAW;
	if (!starts_with(parser->rest, "target share\n"))
		return take_choice(parser, "target ", targets, &model->log_target, err);
	model->log_target = true;
	model->law_feature = 0; /* until the laws are known */
	return take_line(parser, "target ", &value, err);
}

static enum cml_result take_least(struct parser *parser, struct cml_error *err)
{
	struct cml_slice value;
	if (take_line(parser, "least ", &value, err) != CML_OK)
		return err->status;
	return cml_parse_double(value, &parser->model->least)
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "damaged: the least metric is not a number");
}

/* Of any model without a law no share is looked at. */
static enum cml_result take_shares(struct parser *parser, struct cml_error *err)
{
	struct cml_model *model = parser->model;
	struct cml_slice value, least, most;
	bool started = false, is_share = model->law_feature != CML_NO_LAW;
	if (take_line(parser, "shares ", &value, err) != CML_OK)
		return err->status;
	if (!cml_slice_split(&value, ' ', &started, &least) ||
	    !cml_slice_split(&value, ' ', &started, &most) ||
	    !cml_parse_double(least, &model->least_share) ||
	    !cml_parse_double(most, &model->most_share) || model->least_share > model->most_share)
		return cml_fail(err, CML_BAD_DATA, "damaged: its shares of a law are none");
	model->least_share = is_share ? model->least_share : -INFINITY;
	model->most_share = is_share ? model->most_share : INFINITY;
	return CML_OK;
}

/* Of a model of a few jobs. */
static enum cml_result take_doubt(struct parser *parser, struct cml_error *err)
{
	struct cml_slice value;
	if (!starts_with(parser->rest, "doubt "))
		return CML_OK;
	if (take_line(parser, "doubt ", &value, err) != CML_OK)
		return err->status;
	return cml_parse_double(value, &parser->model->doubt) && parser->model->doubt >= 0
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "damaged: its doubt is no variance");
}

static enum cml_result take_head(struct parser *parser, struct cml_error *err)
{
	static const char *const goals[2] = {"min", "max"};
	struct cml_model *model = parser->model;
	if (take_predictor(parser, err) != CML_OK || take_seed(parser, err) != CML_OK ||
	    take_target(parser, err) != CML_OK ||
	    take_choice(parser, "goal ", goals, &model->maximize, err) != CML_OK ||
	    take_least(parser, err) != CML_OK || take_shares(parser, err) != CML_OK ||
	    take_doubt(parser, err) != CML_OK || take_options(parser, err) != CML_OK)
		return err->status;
	return CML_OK;
}

static enum cml_result take_all(struct parser *parser, struct cml_error *err)
{
	if (take_head(parser, err) != CML_OK || take_summary(parser, err) != CML_OK ||
	    take_features(parser, err) != CML_OK || take_space(parser, err) != CML_OK)
		return err->status;
	if (take_laws(parser, err) != CML_OK || take_parameters(parser, err) != CML_OK ||
	    take_blocks(parser, err) != CML_OK || take_others(parser, err) != CML_OK)
		return err->status;
	return parser->rest.size == 0
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA, "damaged: bytes before the checksum");
}

static enum cml_result take_version(struct parser *parser, struct cml_error *err)
{
	struct cml_slice value;
	char quoted[CML_QUOTE_SIZE];
	if (parser->rest.size == 0)
		return cml_fail(err, CML_BAD_DATA, "not a model file: it is empty");
	if (!starts_with(parser->rest, CML_MODEL_MAGIC)) {
		const char *foreign = cml_foreign_file(parser->rest);
		return cml_fail(err, CML_BAD_DATA, "not a model file%s%s", foreign ? ", but " : "",
				foreign ? foreign : ": cml-train writes one");
	}
	if (take_line(parser, CML_MODEL_MAGIC, &value, err) != CML_OK)
		return cml_fail(err, CML_BAD_DATA, "truncated in its first line");
	if (cml_slice_is(value, CML_MODEL_VERSION))
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA,
			"a model file of version %s, made by another release: this one reads "
			"version " CML_MODEL_VERSION,
			cml_text_quote(value, quoted, sizeof quoted));
}

/* Checks the last line and cuts it off. */
static enum cml_result check_crc(struct parser *parser, struct cml_slice bytes,
				 struct cml_error *err)
{
	struct cml_slice *rest = &parser->rest;
	char expected[CRC_LINE_SIZE + 1];
	if (rest->size < CRC_LINE_SIZE ||
	    !starts_with((struct cml_slice){rest->data + rest->size - CRC_LINE_SIZE, CRC_LINE_SIZE},
			 CRC_WORD) ||
	    rest->data[rest->size - 1] != '\n')
		return cml_fail(err, CML_BAD_DATA, "truncated: the checksum at the end is missing");
	rest->size -= CRC_LINE_SIZE;
	snprintf(expected, sizeof expected, CRC_WORD "%08lx\n",
		 crc32_z(0, (const unsigned char *)bytes.data, bytes.size - CRC_LINE_SIZE));
	if (memcmp(expected, rest->data + rest->size, CRC_LINE_SIZE) != 0)
		return cml_fail(err, CML_BAD_DATA, "damaged: its checksum does not match");
	return CML_OK;
}

enum cml_result cml_model_parse(struct cml_model **model, struct cml_slice bytes, const char *name,
				struct cml_error *err)
{
	struct parser parser = {.rest = bytes, .model = cml_array_new(1, sizeof *parser.model)};
	if (!parser.model)
		return cml_fail_memory(err);
	if (take_version(&parser, err) == CML_OK && check_crc(&parser, bytes, err) == CML_OK &&
	    take_all(&parser, err) == CML_OK) {
		*model = parser.model;
		return CML_OK;
	}
	cml_error_locate(err, name, 0, NULL);
	cml_model_free(parser.model);
	return err->status;
}
