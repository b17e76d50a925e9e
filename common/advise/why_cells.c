#include "advise/why_cells.h"

#include <math.h>
#include <stdio.h>

/* Below this a change of percents is written as 0. */
#define MIN_PERCENT 0.05
/* From here on a percentage is whole. */
#define MIN_WHOLE 9.95
#define MIN_CHANCE_EFFECT 0.005 /* below this it is 0 */

void cml_why_write_header(const struct cml_model *model, bool is_near,
			  struct cml_table_writer *writer)
{
	cml_write_string(writer, is_near ? "cml_near_pred" : "cml_change");
	cml_write_string(writer, "cml_why");
	if (model->chance)
		cml_write_string(writer, "cml_why_ok");
}

static void print_signed(double value, struct cml_buffer *text)
{
	cml_buffer_printf(text, "%s%s", value > 0 && isfinite(value) ? "+" : "",
			  isfinite(value) ? CML_PRINTED(value) : "?");
}

static void print_percent(double percent, bool all_digits, struct cml_buffer *text)
{
	if (all_digits || !isfinite(percent))
		print_signed(percent, text);
	else if (fabs(percent) < MIN_PERCENT)
		cml_buffer_append_string(text, "0");
	else if (fabs(percent) < MIN_WHOLE)
		print_signed(round(10 * percent) / 10, text);
	else
		cml_buffer_printf(text, "%+.0f", percent);
	cml_buffer_append_string(text, " %");
}

void cml_effect_print(bool is_log, double effect, bool all_digits, struct cml_buffer *text)
{
	if (isnan(effect))
		cml_buffer_append_string(text, "not known");
	else if (is_log)
		print_percent(100 * expm1(effect), all_digits, text);
	else
		print_signed(all_digits ? effect : cml_round_known(effect, fabs(effect)), text);
}

void cml_chance_effect_print(double effect, bool all_digits, struct cml_buffer *text)
{
	if (all_digits || !isfinite(effect))
		print_signed(effect, text);
	else if (fabs(effect) < MIN_CHANCE_EFFECT)
		cml_buffer_append_string(text, "0");
	else
		cml_buffer_printf(text, "%+.2f", effect);
}

static void print_term(const struct cml_model *model, const struct cml_setting_effect *reason,
		       struct cml_buffer *text)
{
	const struct cml_space *space = model->space;
	char number[CML_NUMBER_SIZE];
	cml_buffer_append_word(text, cml_slice_of(space->columns[reason->at].name));
	cml_buffer_append_string(text, " ");
	cml_buffer_append_word(text, cml_value_text(space, reason->at, reason->before, number));
	cml_buffer_append_string(text, "->");
	cml_buffer_append_word(text, cml_value_text(space, reason->at, reason->after, number));
	cml_buffer_append_string(text, " ");
}

bool cml_why_print(const struct cml_model *model, const struct cml_explanation *why, bool of_chance,
		   bool all_digits, struct cml_buffer *text)
{
	bool in_context = false;
	for (size_t i = 0; i < why->n; i++) {
		const struct cml_setting_effect *reason = &why->reasons[i];
		if (reason->is_context && !in_context)
			cml_buffer_append_string(text, i > 0 ? " | " : "| ");
		else if (i > 0)
			cml_buffer_append_string(text, "; ");
		in_context = reason->is_context;
		print_term(model, reason, text);
		if (of_chance)
			cml_chance_effect_print(reason->chance, all_digits, text);
		else
			cml_effect_print(why->is_log, reason->effect, all_digits, text);
	}
	return !text->has_failed;
}

double cml_explanation_change(const struct cml_explanation *why)
{
	return why->is_log ? log(why->after.mean / why->before.mean)
			   : why->after.mean - why->before.mean;
}

void cml_why_write(const struct cml_model *model, const struct cml_explanation *why,
		   bool all_digits, struct cml_table_writer *writer)
{
	AUTO(cml_buffer) text = {0};
	double near = why->before.mean;
	if (!all_digits)
		near = cml_round_known(near, cml_forecast_side(&why->before));
	if (why->is_near) {
		cml_write_number(writer, isfinite(near) ? near : NAN);
	} else {
		cml_effect_print(why->is_log, cml_explanation_change(why), all_digits, &text);
		cml_write_buffer(writer, &text);
	}
	for (int of_chance = 0; of_chance <= (model->chance ? 1 : 0); of_chance++) {
		cml_buffer_clear(&text);
		cml_why_print(model, why, of_chance, all_digits, &text);
		cml_write_buffer(writer, &text);
	}
}
