#include "advise/why_cells.h"

#include <math.h>
#include <stdio.h>

/* Below this a change of percents is written as 0. */
#define MIN_PERCENT 0.05
/* From here on a percentage is whole. */
#define MIN_WHOLE 9.95
#define FLOAT_DIGITS 9
#define MIN_CHANCE_EFFECT 0.005 /* below this it is 0 */

enum cml_result cml_why_write_header(const struct cml_model *model, bool is_near,
				     struct cml_table_writer *writer, struct cml_error *err)
{
	if (cml_write_string(writer, is_near ? "cml_near_pred" : "cml_change", err) != CML_OK ||
	    cml_write_string(writer, "cml_why", err) != CML_OK)
		return err->status;
	return model->chance ? cml_write_string(writer, "cml_why_ok", err) : CML_OK;
}

struct cml_slice cml_effect_name(const struct cml_model *model,
				 const struct cml_setting_effect *reason)
{
	return cml_slice_of(model->space ? model->space->columns[reason->at].name
					 : model->feature_names[reason->at]);
}

struct cml_slice cml_effect_value(const struct cml_model *model,
				  const struct cml_setting_effect *reason, double value,
				  char number[CML_NUMBER_SIZE])
{
	if (model->space)
		return cml_value_text(model->space, reason->at, value, number);
	if (!isfinite(value))
		return (struct cml_slice){number, 0};
	/* A feature is a float: as many digits as tell it from others. */
	for (int digits = 1; digits <= FLOAT_DIGITS; digits++) {
		double shorter;
		int size = snprintf(number, CML_NUMBER_SIZE, "%.*g", digits, value);
		if (cml_parse_double((struct cml_slice){number, (size_t)size}, &shorter) &&
		    (float)shorter == (float)value)
			return (struct cml_slice){number, cml_print_double(shorter, number)};
	}
	return (struct cml_slice){number, cml_print_double(value, number)};
}

static bool print_signed(double value, struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value))
		return cml_buffer_append_string(text, "?");
	cml_print_double(value, number);
	return cml_buffer_printf(text, "%s%s", value > 0 ? "+" : "", number);
}

static bool print_percent(double percent, bool all_digits, struct cml_buffer *text)
{
	bool ok;
	if (all_digits || !isfinite(percent))
		ok = print_signed(percent, text);
	else if (fabs(percent) < MIN_PERCENT)
		ok = cml_buffer_append_string(text, "0");
	else if (fabs(percent) < MIN_WHOLE)
		ok = print_signed(round(10 * percent) / 10, text);
	else
		ok = cml_buffer_printf(text, "%+.0f", percent);
	return ok && cml_buffer_append_string(text, " %");
}

bool cml_effect_print(bool is_log, double effect, bool all_digits, struct cml_buffer *text)
{
	if (isnan(effect))
		return cml_buffer_append_string(text, "not known");
	if (is_log)
		return print_percent(100 * expm1(effect), all_digits, text);
	return print_signed(all_digits ? effect : cml_round_known(effect, fabs(effect)), text);
}

bool cml_chance_effect_print(double effect, bool all_digits, struct cml_buffer *text)
{
	if (all_digits || !isfinite(effect))
		return print_signed(effect, text);
	return fabs(effect) < MIN_CHANCE_EFFECT ? cml_buffer_append_string(text, "0")
						: cml_buffer_printf(text, "%+.2f", effect);
}

static bool print_term(const struct cml_model *model, const struct cml_setting_effect *reason,
		       struct cml_buffer *text)
{
	char before[CML_NUMBER_SIZE], after[CML_NUMBER_SIZE];
	return cml_buffer_append_word(text, cml_effect_name(model, reason)) &&
	       cml_buffer_append_string(text, " ") &&
	       cml_buffer_append_word(text,
				      cml_effect_value(model, reason, reason->before, before)) &&
	       cml_buffer_append_string(text, "->") &&
	       cml_buffer_append_word(text,
				      cml_effect_value(model, reason, reason->after, after)) &&
	       cml_buffer_append_string(text, " ");
}

bool cml_why_print(const struct cml_model *model, const struct cml_explanation *why, bool of_chance,
		   bool all_digits, struct cml_buffer *text)
{
	bool ok = true, in_context = false;
	for (size_t i = 0; ok && i < why->n; i++) {
		const struct cml_setting_effect *reason = &why->reasons[i];
		if (reason->is_context && !in_context)
			ok = cml_buffer_append_string(text, i > 0 ? " | " : "| ");
		else if (i > 0)
			ok = cml_buffer_append_string(text, "; ");
		in_context = reason->is_context;
		ok = ok && print_term(model, reason, text) &&
		     (of_chance ? cml_chance_effect_print(reason->chance, all_digits, text)
				: cml_effect_print(why->is_log, reason->effect, all_digits, text));
	}
	return ok;
}

static enum cml_result write_near_pred(const struct cml_explanation *why, bool all_digits,
				       struct cml_table_writer *writer, struct cml_error *err)
{
	double near_pred = all_digits
			       ? why->before.mean
			       : cml_round_known(why->before.mean, cml_forecast_side(&why->before));
	return cml_write_number(writer, isfinite(near_pred) ? near_pred : NAN, err);
}

double cml_explanation_change(const struct cml_explanation *why)
{
	return why->is_log ? log(why->after.mean / why->before.mean)
			   : why->after.mean - why->before.mean;
}

static enum cml_result write_change(const struct cml_explanation *why, bool all_digits,
				    struct cml_table_writer *writer, struct cml_buffer *text,
				    struct cml_error *err)
{
	cml_buffer_clear(text);
	return cml_effect_print(why->is_log, cml_explanation_change(why), all_digits, text)
		   ? cml_write_cell(writer, cml_buffer_slice(text), err)
		   : cml_fail_memory(err);
}

enum cml_result cml_why_write(const struct cml_model *model, const struct cml_explanation *why,
			      bool all_digits, struct cml_table_writer *writer,
			      struct cml_buffer *text, struct cml_error *err)
{
	if ((why->is_near ? write_near_pred(why, all_digits, writer, err)
			  : write_change(why, all_digits, writer, text, err)) != CML_OK)
		return err->status;
	for (int of_chance = 0; of_chance <= (model->chance ? 1 : 0); of_chance++) {
		cml_buffer_clear(text);
		if (!cml_why_print(model, why, of_chance, all_digits, text))
			return cml_fail_memory(err);
		if (cml_write_cell(writer, cml_buffer_slice(text), err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
