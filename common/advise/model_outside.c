#include "advise/model_outside.h"

#include "base/number.h"
#include "space/encode/encoder.h"

#include <math.h>
#include <stdlib.h>

/* Columns and levels that a sentence names. */
#define MAX_NAMED 3
#define MAX_LEVELS 4
/* Whole numbers are printed whole up to here. */
#define MAX_WHOLE 1e6

size_t cml_support_slot(const struct cml_model *model, size_t column)
{
	return model->encoder.features[cml_support_column(model->support, column)->first].column;
}

size_t cml_support_column_of(const struct cml_model *model, size_t slot)
{
	size_t c = 0;
	while (c < cml_support_n_columns(model->support) && cml_support_slot(model, c) != slot)
		c++;
	return c;
}

/* Whether a code is the position of one of n values; what a file holds may be none. */
static bool is_position(float code, size_t n)
{
	return code >= 0 && code < (float)n;
}

double cml_support_value(const struct cml_model *model, size_t column, float code)
{
	const struct cml_support_column *at = cml_support_column(model->support, column);
	const struct cml_space_column *in_space =
	    &model->space->columns[cml_support_slot(model, column)];
	bool is_ordinal = in_space->type == CML_TYPE_ORDINAL;
	size_t n = at->n_levels > 0 ? at->n_levels : is_ordinal ? in_space->domain.n_values : 0;
	if (isnan(code))
		return NAN;
	if (at->n_levels == 0 && !is_ordinal)
		return cml_decode_number(in_space, code);
	if (!is_position(code, n))
		return NAN;
	return at->n_levels > 0 ? model->encoder.features[at->first + (size_t)code].level
				: cml_domain_value(&in_space->domain, (size_t)code);
}

static const char *name_of(const struct cml_model *model, size_t column)
{
	return model->space
		   ? model->space->columns[cml_support_slot(model, column)].name
		   : model->feature_names[cml_support_column(model->support, column)->first];
}

enum cml_result cml_model_check_within_log(const struct cml_model *model, bool within_log,
					   struct cml_error *err)
{
	return !within_log || model->support
		   ? CML_OK
		   : cml_fail(err, CML_BAD_USAGE,
			      "--within-log: this model does not store what its log covers: train "
			      "it again");
}

/* A name for people stands in quotes where a cell has it otherwise. */
static void print_name(const struct cml_model *model, size_t column, bool is_cell,
		       struct cml_buffer *text)
{
	struct cml_slice name = cml_slice_of(name_of(model, column));
	size_t before = text->size;
	cml_buffer_append_word(text, name);
	if (is_cell || text->size == before + name.size)
		return;
	text->size = before;
	cml_buffer_printf(text, "'%s'", name.data);
}

/* A column, or a pair: also of a context and another, for a value of which it is not covered. */
static void print_finding(const struct cml_model *model, const struct cml_support_finding *finding,
			  bool is_cell, struct cml_buffer *text)
{
	size_t a = finding->column, b = finding->other;
	if (b == CML_SUPPORT_NONE && finding->condition > 0 &&
	    cml_support_column(model->support, a)->role == CML_SUPPORT_CONTEXT) {
		struct cml_support_cover cover;
		cml_support_cover(model->support, finding->condition, a, &cover);
		b = a;
		a = cover.context;
	}
	print_name(model, a, is_cell, text);
	if (b == CML_SUPPORT_NONE)
		return;
	cml_buffer_append_string(text, "*");
	print_name(model, b, is_cell, text);
}

bool cml_model_outside_print(const struct cml_model *model, const struct cml_support_probe *probe,
			     bool is_cell, struct cml_buffer *text)
{
	for (size_t i = 0; i < probe->n_found; i++) {
		cml_buffer_append_string(text, i > 0 ? " " : "");
		print_finding(model, &probe->found[i], is_cell, text);
	}
	return !text->has_failed;
}

/* A level that the space lacks is known if it was asked about. */
static struct cml_slice new_level(const struct cml_model *model, size_t column,
				  char number[CML_NUMBER_SIZE])
{
	size_t slot = model->space ? cml_support_slot(model, column) : 0;
	return model->space && model->space->columns[slot].admits
		   ? cml_value_text(model->space, slot, model->space->columns[slot].admitted,
				    number)
		   : cml_slice_of("no level");
}

/* The value that a code stands for, as in a job table. */
static void print_value(const struct cml_model *model, size_t column, float code,
			struct cml_buffer *text)
{
	const struct cml_support_column *at = cml_support_column(model->support, column);
	size_t slot = model->space ? cml_support_slot(model, column) : 0;
	const struct cml_space_column *own = model->space ? &model->space->columns[slot] : NULL;
	char number[CML_NUMBER_SIZE];
	struct cml_slice level;
	if (at->n_levels > 0 && !is_position(code, at->n_levels)) {
		level = new_level(model, column, number);
	} else if (isnan(code)) {
		level = cml_slice_of("no value");
	} else if (at->n_levels > 0 || (own && own->type == CML_TYPE_ORDINAL &&
					is_position(code, own->domain.n_values))) {
		level = cml_value_text(model->space, slot, cml_support_value(model, column, code),
				       number);
	} else {
		bool is_log = own && own->encoding == CML_ENCODING_LOG;
		double value = is_log ? exp2((double)code) : (double)code;
		bool is_whole = value == floor(value) || (own && own->type == CML_TYPE_INT);
		cml_buffer_printf(text, is_whole && fabs(value) < MAX_WHOLE ? "%.0f" : "%.4g",
				  value);
		return;
	}
	cml_buffer_append(text, level.data, level.size);
}

/* The levels that a cover has: `a|b|c`, or the first and how many more. */
static void print_levels(const struct cml_model *model, size_t column, const uint64_t *levels,
			 struct cml_buffer *text)
{
	size_t n_levels = cml_support_column(model->support, column)->n_levels, n = 0;
	for (size_t level = 0; level <= n_levels; level++) {
		if (!(levels[level / 64] >> level % 64 & 1) || n++ >= MAX_LEVELS)
			continue;
		cml_buffer_append_string(text, n > 1 ? "|" : "");
		print_value(model, column, (float)level, text);
	}
	if (n > MAX_LEVELS)
		cml_buffer_printf(text, " and %zu more", n - MAX_LEVELS);
}

static void print_cover(const struct cml_model *model, size_t column,
			const struct cml_support_cover *cover, struct cml_buffer *text)
{
	if (cml_support_column(model->support, column)->n_levels > 0) {
		print_levels(model, column, cover->levels, text);
		return;
	}
	print_value(model, column, cover->lo, text);
	if (isnan(cover->lo) || cover->lo == cover->hi)
		return;
	cml_buffer_append_string(text, " to ");
	print_value(model, column, cover->hi, text);
}

/* `1 job with it failed`, behind what it follows, where jobs of these codes in n columns failed; no
 * other jobs have them. False: there are none. */
static bool print_failed(const struct cml_model *model, const char *before, size_t n,
			 const size_t *columns, const float *codes, struct cml_buffer *text)
{
	bool is_all;
	size_t n_crashed;
	size_t n_jobs =
	    cml_support_count_failed(model->support, n, columns, codes, &n_crashed, &is_all);
	const char *them = *before ? "it" : "both";
	if (n_jobs > 0 && is_all)
		cml_buffer_printf(text, "%s%zu job%s with %s failed", before, n_jobs,
				  n_jobs == 1 ? "" : "s", them);
	else if (n_jobs > 0)
		cml_buffer_printf(text, "%sjobs with %s failed", before, them);
	return n_jobs > 0;
}

/* `gpus=1024 (8 to 512 in the log; 2 jobs with it failed)` */
static void print_example(const struct cml_model *model, const struct cml_outside_example *example,
			  struct cml_buffer *text)
{
	const struct cml_support_finding *finding = &example->finding;
	size_t columns[] = {finding->column, finding->other};
	float codes[] = {example->code, example->other};
	struct cml_support_cover cover;
	cml_buffer_printf(text, "%s=", name_of(model, finding->column));
	print_value(model, finding->column, example->code, text);
	if (finding->other != CML_SUPPORT_NONE) {
		cml_buffer_printf(text, " with %s=", name_of(model, finding->other));
		print_value(model, finding->other, example->other, text);
		cml_buffer_append_string(text, " (");
		if (!print_failed(model, "", 2, columns, codes, text))
			cml_buffer_append_string(text, "never together");
		cml_buffer_append_string(text, ")");
		return;
	}
	cml_support_cover(model->support, finding->condition, finding->column, &cover);
	cml_buffer_append_string(text, " (");
	print_cover(model, finding->column, &cover, text);
	bool is_context = cover.context != CML_SUPPORT_NONE;
	columns[1] = cover.context;
	codes[1] = cover.at;
	if (is_context) {
		cml_buffer_printf(text, " for %s=", name_of(model, cover.context));
		print_value(model, cover.context, cover.at, text);
	} else {
		cml_buffer_append_string(text, " in the log");
	}
	print_failed(model, "; ", is_context ? 2 : 1, columns, codes, text);
	cml_buffer_append_string(text, ")");
}

enum cml_result cml_outside_tally_init(struct cml_outside_tally *tally,
				       const struct cml_model *model, struct cml_error *err)
{
	size_t n = cml_support_n_columns(model->support);
	*tally = (struct cml_outside_tally){.model = model, .n_columns = n};
	return CML_NEW(&tally->columns, n) ? CML_OK : cml_fail_memory(err);
}

void cml_outside_tally_release(struct cml_outside_tally *tally)
{
	free(tally->columns);
	*tally = (struct cml_outside_tally){0};
}

void cml_outside_tally_add(struct cml_outside_tally *tally, const struct cml_support_probe *probe)
{
	tally->n_rows++;
	tally->n_outside += probe->n_found > 0;
	for (size_t i = 0; i < probe->n_found; i++) {
		const struct cml_support_finding *finding = &probe->found[i];
		struct cml_outside_example *column = &tally->columns[finding->column];
		if (column->n++ > 0)
			continue;
		column->finding = *finding;
		column->code = probe->codes[finding->column];
		if (finding->other != CML_SUPPORT_NONE)
			column->other = probe->codes[finding->other];
	}
}

/* The column that most rows leave, of those that fewer leave than before, or as many further
 * on; n_columns: there is none. */
static size_t find_next(const struct cml_outside_tally *tally, size_t before)
{
	size_t next = tally->n_columns;
	for (size_t c = 0; c < tally->n_columns; c++) {
		size_t n = tally->columns[c].n;
		bool is_later = before == tally->n_columns || n < tally->columns[before].n ||
				(n == tally->columns[before].n && c > before);
		if (n > 0 && is_later && (next == tally->n_columns || n > tally->columns[next].n))
			next = c;
	}
	return next;
}

bool cml_outside_tally_print(const struct cml_outside_tally *tally, struct cml_buffer *text)
{
	size_t n = 0;
	for (size_t c = find_next(tally, tally->n_columns); c < tally->n_columns;
	     c = find_next(tally, c)) {
		if (n++ >= MAX_NAMED)
			continue;
		cml_buffer_append_string(text, n > 1 ? ", " : "");
		print_example(tally->model, &tally->columns[c], text);
	}
	if (n > MAX_NAMED)
		cml_buffer_printf(text, " and %zu more column%s", n - MAX_NAMED,
				  n - MAX_NAMED == 1 ? "" : "s");
	return !text->has_failed;
}
