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

static bool print_name(const struct cml_model *model, size_t column, struct cml_buffer *text)
{
	return cml_buffer_append_word(text, cml_slice_of(name_of(model, column)));
}

/* A column, or a pair: also of a context and another, for a value of which it is not covered. */
static bool print_finding(const struct cml_model *model, const struct cml_support_finding *finding,
			  struct cml_buffer *text)
{
	size_t a = finding->column, b = finding->other;
	if (b == CML_SUPPORT_NONE && finding->condition > 0 &&
	    cml_support_column(model->support, a)->role == CML_SUPPORT_CONTEXT) {
		struct cml_support_cover cover;
		cml_support_cover(model->support, finding->condition, a, &cover);
		b = a;
		a = cover.context;
	}
	return print_name(model, a, text) &&
	       (b == CML_SUPPORT_NONE ||
		(cml_buffer_append_string(text, "*") && print_name(model, b, text)));
}

bool cml_model_outside_print(const struct cml_model *model, const struct cml_support_probe *probe,
			     struct cml_buffer *text)
{
	bool ok = true;
	for (size_t i = 0; ok && i < probe->n_found; i++)
		ok = (i == 0 || cml_buffer_append_string(text, " ")) &&
		     print_finding(model, &probe->found[i], text);
	return ok;
}

static bool print_number(double number, bool is_whole, struct cml_buffer *text)
{
	if (is_whole && fabs(number) < MAX_WHOLE)
		return cml_buffer_printf(text, "%.0f", number);
	return cml_buffer_printf(text, "%.4g", number);
}

/* A level that the space lacks is known if it was asked about. */
static bool print_new_level(const struct cml_model *model, size_t column, struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	size_t slot = model->space ? cml_support_slot(model, column) : 0;
	if (!model->space || !model->space->columns[slot].admits)
		return cml_buffer_append_string(text, "no level");
	struct cml_slice level =
	    cml_value_text(model->space, slot, model->space->columns[slot].admitted, number);
	return cml_buffer_append(text, level.data, level.size);
}

/* The value that a code stands for, as in a job table. */
static bool print_value(const struct cml_model *model, size_t column, float code,
			struct cml_buffer *text)
{
	const struct cml_support_column *at = cml_support_column(model->support, column);
	char number[CML_NUMBER_SIZE];
	if (at->n_levels > 0 && !is_position(code, at->n_levels))
		return print_new_level(model, column, text);
	if (isnan(code))
		return cml_buffer_append_string(text, "no value");
	if (!model->space)
		return print_number((double)code, code == floorf(code), text);
	size_t slot = cml_support_slot(model, column);
	const struct cml_space_column *in_space = &model->space->columns[slot];
	if (at->n_levels == 0 &&
	    !(in_space->type == CML_TYPE_ORDINAL && is_position(code, in_space->domain.n_values))) {
		double value =
		    in_space->encoding == CML_ENCODING_LOG ? exp2((double)code) : (double)code;
		return print_number(value, in_space->type == CML_TYPE_INT || value == floor(value),
				    text);
	}
	struct cml_slice level =
	    cml_value_text(model->space, slot, cml_support_value(model, column, code), number);
	return cml_buffer_append(text, level.data, level.size);
}

/* The levels that a cover has: `a|b|c`, or the first and how many more. */
static bool print_levels(const struct cml_model *model, size_t column, const uint64_t *levels,
			 struct cml_buffer *text)
{
	size_t n_levels = cml_support_column(model->support, column)->n_levels, n = 0;
	bool ok = true;
	for (size_t level = 0; ok && level <= n_levels; level++) {
		if (!(levels[level / 64] >> level % 64 & 1) || n++ >= MAX_LEVELS)
			continue;
		ok = cml_buffer_append_string(text, n > 1 ? "|" : "") &&
		     print_value(model, column, (float)level, text);
	}
	if (ok && n > MAX_LEVELS)
		ok = cml_buffer_printf(text, " and %zu more", n - MAX_LEVELS);
	return ok;
}

static bool print_cover(const struct cml_model *model, size_t column,
			const struct cml_support_cover *cover, struct cml_buffer *text)
{
	if (cml_support_column(model->support, column)->n_levels > 0)
		return print_levels(model, column, cover->levels, text);
	if (isnan(cover->lo))
		return cml_buffer_append_string(text, "no value");
	if (cover->lo == cover->hi)
		return print_value(model, column, cover->lo, text);
	return print_value(model, column, cover->lo, text) &&
	       cml_buffer_append_string(text, " to ") &&
	       print_value(model, column, cover->hi, text);
}

/* `1 job with it failed`, behind what it follows, where jobs of these codes in n columns failed; no
 * other jobs have them. Nothing where there are none. */
static bool print_failed(const struct cml_model *model, const char *before, size_t n,
			 const size_t *columns, const float *codes, struct cml_buffer *text,
			 bool *is_any)
{
	bool is_all;
	size_t n_crashed;
	size_t n_jobs =
	    cml_support_count_failed(model->support, n, columns, codes, &n_crashed, &is_all);
	*is_any = n_jobs > 0;
	if (n_jobs == 0)
		return true;
	const char *them = *before ? "it" : "both";
	return is_all ? cml_buffer_printf(text, "%s%zu job%s with %s failed", before, n_jobs,
					  n_jobs == 1 ? "" : "s", them)
		      : cml_buffer_printf(text, "%sjobs with %s failed", before, them);
}

static bool print_pair(const struct cml_model *model, const struct cml_outside_example *example,
		       struct cml_buffer *text)
{
	size_t columns[] = {example->finding.column, example->finding.other};
	bool has_failed;
	return cml_buffer_printf(text, " with %s=", name_of(model, example->finding.other)) &&
	       print_value(model, example->finding.other, example->other, text) &&
	       cml_buffer_append_string(text, " (") &&
	       print_failed(model, "", 2, columns, (float[]){example->code, example->other}, text,
			    &has_failed) &&
	       cml_buffer_append_string(text, has_failed ? ")" : "never together)");
}

/* `gpus=1024 (8 to 512 in the log; 2 jobs with it failed)` */
static bool print_example(const struct cml_model *model, const struct cml_outside_example *example,
			  struct cml_buffer *text)
{
	const struct cml_support_finding *finding = &example->finding;
	struct cml_support_cover cover;
	if (!cml_buffer_printf(text, "%s=", name_of(model, finding->column)) ||
	    !print_value(model, finding->column, example->code, text))
		return false;
	if (finding->other != CML_SUPPORT_NONE)
		return print_pair(model, example, text);
	cml_support_cover(model->support, finding->condition, finding->column, &cover);
	if (!cml_buffer_append_string(text, " (") ||
	    !print_cover(model, finding->column, &cover, text))
		return false;
	bool is_context = cover.context != CML_SUPPORT_NONE, has_failed;
	if (!(is_context ? cml_buffer_printf(text, " for %s=", name_of(model, cover.context)) &&
			       print_value(model, cover.context, cover.at, text)
			 : cml_buffer_append_string(text, " in the log")))
		return false;
	return print_failed(model, "; ", is_context ? 2 : 1,
			    (size_t[]){finding->column, cover.context},
			    (float[]){example->code, cover.at}, text, &has_failed) &&
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
	bool ok = true;
	for (size_t c = find_next(tally, tally->n_columns); ok && c < tally->n_columns;
	     c = find_next(tally, c))
		if (n++ < MAX_NAMED)
			ok = cml_buffer_append_string(text, n > 1 ? ", " : "") &&
			     print_example(tally->model, &tally->columns[c], text);
	if (ok && n > MAX_NAMED)
		ok = cml_buffer_printf(text, " and %zu more column%s", n - MAX_NAMED,
				       n - MAX_NAMED == 1 ? "" : "s");
	return ok;
}
