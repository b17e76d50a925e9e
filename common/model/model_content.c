/* What a model file holds: one walk writes and reads it. Part of model_file.h. */
#include "base/number.h"
#include "model/model.h"
#include "model/model_file.h"
#include "model/model_lines.h"
#include "table/input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define CRC_WORD "crc32 "
#define CRC_DIGITS 8
#define CRC_LINE_SIZE (sizeof CRC_WORD - 1 + CRC_DIGITS + 1)

static void predictor_line(struct cml_lines *lines, struct cml_model *model)
{
	struct cml_slice name = cml_slice_of(lines->out ? model->kind->name : NULL);
	cml_line(lines, "predictor ", &name);
	if (!cml_lines_are_read(lines))
		return;
	for (size_t i = 0; i < cml_n_predictor_kinds; i++)
		if (cml_slice_is(name, cml_predictor_kinds[i]->name))
			model->kind = cml_predictor_kinds[i];
	if (!model->kind)
		lines->status =
		    cml_fail(lines->err, CML_BAD_DATA, "unknown predictor %s", CML_QUOTED(name));
}

/* Until the laws are known, a share is one of number 0. */
static void target_line(struct cml_lines *lines, struct cml_model *model)
{
	static const char *const targets[] = {"identity", "share", "log"};
	size_t target = model->law_feature != CML_NO_LAW ? 1 : model->log_target ? 2 : 0;
	cml_line_choice(lines, "target ", targets, 3, &target);
	if (!cml_lines_are_read(lines))
		return;
	model->log_target = target > 0;
	model->law_feature = target == 1 ? 0 : CML_NO_LAW;
}

/* Of any model without a law no share is looked at. */
static void shares_line(struct cml_lines *lines, struct cml_model *model)
{
	bool is_share = model->law_feature != CML_NO_LAW;
	double *least = &model->least_share, *most = &model->most_share;
	struct cml_slice value, first, last;
	char text[64];
	value.data = text;
	value.size = !lines->out ? 0
				 : (size_t)snprintf(text, sizeof text, "%.17g %.17g",
						    is_share ? *least : -1, is_share ? *most : 1);
	cml_line(lines, "shares ", &value);
	if (!cml_lines_are_read(lines))
		return;
	cml_line_check(lines,
		       cml_slice_split(&value, ' ', &first) &&
			   cml_slice_split(&value, ' ', &last) && cml_parse_double(first, least) &&
			   cml_parse_double(last, most) && *least <= *most,
		       "its shares of a law are none");
	*least = is_share ? *least : -INFINITY;
	*most = is_share ? *most : INFINITY;
}

/* Takes `WORD NAME VALUE`, cut at the first blank. */
static bool take_pair(struct cml_lines *lines, const char *word, struct cml_slice *name,
		      struct cml_slice *value)
{
	if (!cml_line_is_next(lines, word))
		return false;
	cml_line(lines, word, value);
	return cml_lines_are_good(lines) && cml_slice_split(value, ' ', name);
}

static void option_lines(struct cml_lines *lines, struct cml_model *model)
{
	struct cml_slice name, value;
	for (size_t i = 0; lines->out && i < model->hyper.n; i++)
		cml_buffer_printf(lines->out, "option %s %s\n", model->hyper.values[i].name,
				  model->hyper.values[i].text);
	while (take_pair(lines, "option ", &name, &value)) {
		const char *name_copy = cml_arena_copy(&model->arena, name);
		const char *value_copy = cml_arena_copy(&model->arena, value);
		lines->status = name_copy && value_copy ? cml_hyper_set(&model->hyper, name_copy,
									value_copy, lines->err)
							: cml_fail_memory(lines->err);
	}
	if (cml_lines_are_read(lines))
		lines->status = cml_predictor_resolve(model->kind, &model->hyper, lines->err);
	/* What is a wrong option to a user is a wrong file here. */
	if (lines->status == CML_BAD_USAGE)
		lines->status =
		    cml_fail(lines->err, CML_BAD_DATA, "damaged options: %s", lines->err->message);
}

static void summary_lines(struct cml_lines *lines, struct cml_buffer *summary)
{
	struct cml_slice rest = cml_buffer_slice(summary), line, name, value;
	while (lines->out && cml_slice_line(&rest, &line)) {
		cml_slice_split(&line, '=', &name);
		cml_buffer_printf(lines->out, "summary %.*s %.*s\n", (int)name.size, name.data,
				  (int)line.size, line.data);
	}
	while (take_pair(lines, "summary ", &name, &value))
		if (!cml_buffer_printf(summary, "%.*s=%.*s\n", (int)name.size, name.data,
				       (int)value.size, value.data))
			lines->status = cml_fail_memory(lines->err);
}

/* The readable lines before `learned`. */
static void head_lines(struct cml_lines *lines, struct cml_model *model)
{
	static const char *const goals[] = {"min", "max"};
	predictor_line(lines, model);
	cml_line_uint64(lines, "seed ", &model->seed, "the seed is not a number");
	target_line(lines, model);
	cml_line_flag(lines, "goal ", goals, &model->maximize);
	cml_line_double(lines, "least ", &model->least, "the least metric is not a number");
	shares_line(lines, model);
	/* Of a model of a few jobs. */
	if (lines->out ? model->doubt > 0 : cml_line_is_next(lines, "doubt "))
		cml_line_double(lines, "doubt ", &model->doubt, "its doubt is no variance");
	cml_line_check(lines, model->doubt >= 0, "its doubt is no variance");
	option_lines(lines, model);
	summary_lines(lines, &model->summary);
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

static void take_name(struct cml_lines *lines, struct cml_model *model, size_t i)
{
	struct cml_slice line;
	cml_line(lines, "", &line);
	if (!cml_lines_are_read(lines))
		return;
	char *name = cml_arena_copy(&model->arena, line);
	lines->status = name ? unescape(name, lines->err) : cml_fail_memory(lines->err);
	model->feature_names[i] = name;
}

static void feature_lines(struct cml_lines *lines, struct cml_model *model)
{
	size_t n = model->n_features;
	/* A name and its newline take two bytes or more. */
	cml_line_size(lines, "learned ", 2, &model->n_learned);
	cml_line_size(lines, "features ", 2, &n);
	for (size_t i = 0; lines->out && i < n; i++)
		append_name(lines->out, model->feature_names[i]);
	cml_line_check(lines, n > 0 && model->n_learned > 0 && model->n_learned <= n,
		       "a model without features");
	if (!cml_lines_are_read(lines))
		return;
	if (!CML_NEW(&model->feature_names, n))
		lines->status = cml_fail_memory(lines->err);
	model->n_features = n;
	for (size_t i = 0; cml_lines_are_good(lines) && i < n; i++)
		take_name(lines, model, i);
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

static void space_block(struct cml_lines *lines, struct cml_model *model)
{
	struct cml_slice text = {0};
	if (lines->out && model->space)
		text = cml_buffer_slice(&model->space->text);
	cml_line_block(lines, "space ", &text);
	if (cml_lines_are_read(lines) && text.size > 0)
		lines->status = fail_part(bind_space(model, text, lines->err), lines->err);
}

static void laws_fields(struct cml_fields *fields, void *state)
{
	if (cml_laws_pack_rows(state))
		cml_laws_fields(fields, state);
}

static void laws_block(struct cml_lines *lines, struct cml_model *model)
{
	struct cml_laws *laws = &model->laws;
	bool is_share = model->law_feature != CML_NO_LAW;
	if (cml_lines_are_read(lines) && model->space)
		lines->status = cml_laws_init(laws, &model->encoder, lines->err);
	bool has_bytes =
	    cml_line_fields(lines, "laws ", "laws", laws_fields, laws, model->n_features);
	if (!cml_lines_are_read(lines))
		return;
	model->n_encoded = model->space ? model->encoder.n_features : model->n_features;
	cml_line_check(lines,
		       !model->space || (has_bytes == cml_laws_pack_rows(laws) &&
					 cml_laws_n_packed(laws) == model->n_features),
		       "its features are not those of its laws");
	/* A model beside another has no space, and no law of its own. */
	cml_model_find_law(model);
	cml_line_check(lines, !model->space || (model->law_feature != CML_NO_LAW) == is_share,
		       "its target is not what its laws say");
}

static void parameters_fields(struct cml_fields *fields, void *state)
{
	struct cml_model *model = state;
	fields->of = model->kind->name;
	if (!fields->out && !(model->state = cml_array_new(1, model->kind->state_size)))
		cml_field_fail_memory(fields);
	else
		model->kind->fields(fields, model->state);
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

/* The file of a model beside this one, of the same features; is_wanted: it may be there. */
static void beside_block(struct cml_lines *lines, const char *word, const struct cml_model *model,
			 struct cml_model **beside, bool is_wanted)
{
	struct cml_buffer made = {0};
	if (lines->out && cml_lines_are_good(lines) && *beside)
		lines->status = cml_model_unpack(*beside, &made, lines->err);
	struct cml_slice bytes = cml_buffer_slice(&made);
	static const char what[] = "its second model is not of the second metric";
	cml_line_block(lines, word, &bytes);
	cml_line_check(lines, is_wanted || bytes.size == 0, what);
	if (cml_lines_are_read(lines) && bytes.size > 0)
		lines->status = fail_part(
		    cml_model_parse(beside, bytes, "its second model", lines->err), lines->err);
	const struct cml_model *read = *beside;
	cml_line_check(lines,
		       !read || (read->n_features == model->n_features && !read->space &&
				 !read->second && !read->bare && !read->chance),
		       what);
	cml_buffer_release(&made);
}

/* A limit of which no job reports anything has a law. */
static void check_limit(struct cml_lines *lines, const struct cml_model *model,
			struct cml_limit *limit)
{
	const struct cml_space_column *column = &model->space->columns[limit->slot];
	limit->law = cml_laws_find(&model->laws, limit->slot);
	size_t feature =
	    limit->law == CML_NO_LAW ? CML_NO_LAW : cml_laws_feature(&model->laws, limit->law);
	bool is_share = limit->model && isfinite(limit->model->least_share);
	bool is_alone = feature != CML_NO_LAW && model->laws.items[limit->law].steepness > 0 &&
			column->domain.hi > 0;
	if (is_share)
		limit->model->law_feature = feature;
	cml_line_check(lines, limit->model ? !is_share || feature != CML_NO_LAW : is_alone,
		       "a limit without a law");
}

static void limit_lines(struct cml_lines *lines, struct cml_model *model, struct cml_limit *limit)
{
	struct cml_slice name = {0};
	uint64_t n_jobs = (uint64_t)limit->n_jobs;
	if (lines->out)
		name = cml_slice_of(model->space->columns[limit->slot].name);
	cml_line(lines, "limit ", &name);
	if (cml_lines_are_read(lines)) {
		limit->slot = model->space ? cml_space_find(model->space, name) : CML_NO_COLUMN;
		cml_line_check(lines,
			       limit->slot != CML_NO_COLUMN &&
				   model->space->columns[limit->slot].role == CML_ROLE_LIMIT,
			       "a limit that its space lacks");
	}
	cml_line_uint64(lines, "jobs ", &n_jobs, "the jobs of a limit are no number");
	beside_block(lines, "model ", model, &limit->model, true);
	if (!cml_lines_are_read(lines))
		return;
	limit->n_jobs = (double)n_jobs;
	check_limit(lines, model, limit);
}

/* Of a model that knows the chance to run. */
static void limits_lines(struct cml_lines *lines, struct cml_model *model)
{
	size_t n = model->n_limits;
	if (!model->chance)
		return;
	cml_line_size(lines, "limits ", sizeof "limit \njobs 1\nmodel 0", &n);
	if (cml_lines_are_read(lines) && !CML_NEW(&model->limits, n))
		lines->status = cml_fail_memory(lines->err);
	for (size_t l = 0; cml_lines_are_good(lines) && l < n; l++) {
		if (!lines->out)
			model->n_limits++;
		limit_lines(lines, model, &model->limits[l]);
	}
}

static void other_blocks(struct cml_lines *lines, struct cml_model *model)
{
	const struct cml_space *space = model->space;
	const struct cml_laws *laws = &model->laws;
	bool has_bare = space && laws->given != CML_NO_LAW && laws->items[laws->given].is_used;
	beside_block(lines, "second ", model, &model->second,
		     space && space->second != CML_NO_COLUMN);
	if (has_bare)
		beside_block(lines, "bare ", model, &model->bare, true);
	cml_line_check(lines, !has_bare || model->bare, "a part of it is missing");
	if (cml_lines_are_read(lines) && has_bare)
		lines->status = cml_model_take_bare(model, lines->err);
	cml_line_check(lines, lines->rest.size == 0, "bytes before the checksum");
}

static void known_blocks(struct cml_lines *lines, struct cml_model *model)
{
	cml_line_check(
	    lines,
	    cml_line_fields(lines, "parameters ", NULL, parameters_fields, model, model->n_learned),
	    "no parameters");
	cml_line_fields(lines, "chance ", "chance to run", cml_chance_fields, &model->chance,
			model->n_features);
	cml_line_fields(lines, "interval ", "interval", cml_interval_fields, &model->interval,
			model->n_learned);
	cml_line_fields(lines, "support ", "support", support_fields, model, model->n_features);
}

static void model_lines(struct cml_lines *lines, struct cml_model *model)
{
	static void (*const parts[])(struct cml_lines * lines, struct cml_model * model) = {
	    head_lines,   feature_lines, space_block, laws_block,
	    known_blocks, limits_lines,  other_blocks};
	for (size_t i = 0; cml_lines_are_good(lines) && i < sizeof parts / sizeof *parts; i++)
		parts[i](lines, model);
}

/* A walk that writes only reads what it walks over. */
static enum cml_result write_lines(const struct cml_model *model, struct cml_buffer *text,
				   void walk(struct cml_lines *lines, struct cml_model *model),
				   struct cml_error *err)
{
	struct cml_lines lines = {.out = text, .err = err};
	cml_buffer_append_string(text, CML_MODEL_MAGIC CML_MODEL_VERSION "\n");
	walk(&lines, (struct cml_model *)(uintptr_t)model);
	return text->has_failed ? cml_fail_memory(err) : lines.status;
}

enum cml_result cml_model_put_head(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err)
{
	return write_lines(model, text, head_lines, err);
}

enum cml_result cml_model_unpack(const struct cml_model *model, struct cml_buffer *text,
				 struct cml_error *err)
{
	enum cml_result status = write_lines(model, text, model_lines, err);
	if (status != CML_OK)
		return status;
	return cml_buffer_printf(text, CRC_WORD "%08lx\n",
				 crc32_z(0, (const unsigned char *)text->data, text->size))
		   ? CML_OK
		   : cml_fail_memory(err);
}

static void version_line(struct cml_lines *lines)
{
	struct cml_slice value;
	if (lines->rest.size == 0) {
		lines->status = cml_fail(lines->err, CML_BAD_DATA, "not a model file: it is empty");
		return;
	}
	if (!cml_line_is_next(lines, CML_MODEL_MAGIC)) {
		const char *foreign = cml_foreign_file(lines->rest);
		lines->status =
		    cml_fail(lines->err, CML_BAD_DATA, "not a model file%s%s",
			     foreign ? ", but " : "", foreign ? foreign : ": cml-train writes one");
		return;
	}
	cml_line(lines, CML_MODEL_MAGIC, &value);
	if (lines->status != CML_OK)
		cml_fail(lines->err, CML_BAD_DATA, "truncated in its first line");
	else if (!cml_slice_is(value, CML_MODEL_VERSION))
		lines->status =
		    cml_fail(lines->err, CML_BAD_DATA,
			     "a model file of version %s, made by another release: this one reads "
			     "version " CML_MODEL_VERSION,
			     CML_QUOTED(value));
}

/* Checks the last line and cuts it off. */
static void crc_line(struct cml_lines *lines, struct cml_slice bytes)
{
	struct cml_slice *rest = &lines->rest;
	size_t size = rest->size < CRC_LINE_SIZE ? 0 : rest->size - CRC_LINE_SIZE;
	struct cml_slice last = cml_slice_from(*rest, size);
	char expected[CRC_LINE_SIZE + 1];
	if (lines->status != CML_OK)
		return;
	if (last.size != CRC_LINE_SIZE || !cml_slice_skip(&last, CRC_WORD) ||
	    last.data[CRC_DIGITS] != '\n') {
		lines->status = cml_fail(lines->err, CML_BAD_DATA,
					 "truncated: the checksum at the end is missing");
		return;
	}
	rest->size = size;
	snprintf(expected, sizeof expected, "%08lx\n",
		 crc32_z(0, (const unsigned char *)bytes.data, bytes.size - CRC_LINE_SIZE));
	cml_line_check(lines, cml_slice_is(last, expected), "its checksum does not match");
}

enum cml_result cml_model_parse(struct cml_model **model, struct cml_slice bytes, const char *name,
				struct cml_error *err)
{
	struct cml_model *made = cml_array_new(1, sizeof *made);
	struct cml_lines lines = {.rest = bytes, .err = err};
	if (!made)
		return cml_fail_memory(err);
	version_line(&lines);
	crc_line(&lines, bytes);
	if (cml_lines_are_good(&lines))
		model_lines(&lines, made);
	if (cml_lines_are_good(&lines)) {
		*model = made;
		return CML_OK;
	}
	cml_error_locate(err, name, 0, NULL);
	cml_model_free(made);
	return lines.status;
}
