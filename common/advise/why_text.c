#include "advise/why_cells.h"

#include "base/key.h"
#include "base/number.h"
#include "space/config.h"

#include <math.h>
#include <string.h>

/* What rounds to less than 0.05 is less than the noise of a chance. */
#define MIN_CHANCE_EFFECT 0.045
#define INDENT 4
/* Digits in front of a point between which a comma stands. */
#define GROUP 3

static bool pad(size_t n, struct cml_buffer *text)
{
	return cml_buffer_printf(text, "%*s", (int)n, "");
}

bool cml_text_number(double value, struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value))
		return cml_buffer_append_string(text, "?");
	cml_print_double(value, number);
	const char *digits = number + (number[0] == '-');
	size_t n = strspn(digits, "0123456789");
	bool ok = cml_buffer_append(text, number, (size_t)(digits - number));
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_buffer_printf(text, "%s%c", i > 0 && (n - i) % GROUP == 0 ? "," : "",
				       digits[i]);
	return ok && cml_buffer_append_string(text, digits + n);
}

static double as_told(double value, const struct cml_forecast *forecast, bool all_digits)
{
	return all_digits ? value : cml_round_known(value, cml_forecast_side(forecast));
}

bool cml_text_forecast(const struct cml_forecast *forecast, bool all_digits,
		       struct cml_buffer *text)
{
	if (!cml_text_number(as_told(forecast->mean, forecast, all_digits), text))
		return false;
	if (isnan(forecast->lo))
		return true;
	if (forecast->lo > 0 && forecast->hi >= CML_TEXT_NOT_KNOWN * forecast->lo)
		return cml_buffer_append_string(text, " (not known)");
	return cml_buffer_append_string(text, " (") &&
	       cml_text_number(as_told(forecast->lo, forecast, all_digits), text) &&
	       cml_buffer_append_string(text, " to ") &&
	       cml_text_number(as_told(forecast->hi, forecast, all_digits), text) &&
	       cml_buffer_append_string(text, ")");
}

static bool print_value(const struct cml_model *model, const struct cml_setting_effect *reason,
			double value, struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	struct cml_slice word = cml_effect_value(model, reason, value, number);
	return word.size == 0 ? cml_buffer_append_string(text, "none") : cml_text_word(word, text);
}

/* `8 -> 4`; a missing value is `none`. */
static bool print_change(const struct cml_model *model, const struct cml_setting_effect *reason,
			 struct cml_buffer *text)
{
	return print_value(model, reason, reason->before, text) &&
	       cml_buffer_append_string(text, " -> ") &&
	       print_value(model, reason, reason->after, text);
}

bool cml_text_changes(const struct cml_model *model, const struct cml_explanation *why,
		      struct cml_slice outside, struct cml_buffer *text)
{
	bool ok = true;
	for (size_t i = 0; ok && i < why->n; i++)
		ok = cml_buffer_append_string(text, i > 0 ? ", " : "") &&
		     cml_text_word(cml_effect_name(model, &why->reasons[i]), text) &&
		     cml_buffer_append_string(text, " ") &&
		     print_change(model, &why->reasons[i], text);
	return ok && (outside.size == 0 ||
		      (cml_buffer_append_string(text, why->n > 0 ? "; outside: " : "outside: ") &&
		       cml_text_word(outside, text)));
}

static bool add_reason(const struct cml_model *model, const struct cml_explanation *why,
		       const struct cml_setting_effect *reason, struct cml_text_table *table)
{
	struct cml_buffer cells[3] = {{0}};
	bool is_small = !model->chance || fabs(reason->chance) < MIN_CHANCE_EFFECT;
	bool ok = cml_text_table_add(table, cml_effect_name(model, reason)) &&
		  print_change(model, reason, &cells[0]) &&
		  cml_effect_print(why->is_log, reason->effect, false, &cells[1]) &&
		  (is_small || (cml_buffer_append_string(&cells[2], "chance ") &&
				cml_chance_effect_print(reason->chance, false, &cells[2])));
	for (size_t i = 0; i < 3; i++) {
		ok = ok && cml_text_table_add(table, cml_buffer_slice(&cells[i]));
		cml_buffer_release(&cells[i]);
	}
	return ok;
}

/* A line for each: name, change, effect, effect on the chance. */
static bool print_reasons(const struct cml_model *model, const struct cml_explanation *why,
			  struct cml_buffer *text)
{
	struct cml_text_table table = {
	    .n_columns = 4, .left = 1 << 0 | 1 << 1 | 1 << 3, .indent = INDENT};
	bool ok = true;
	for (size_t i = 0; ok && i < 4; i++)
		ok = cml_text_table_add(&table, (struct cml_slice){0});
	for (size_t i = 0; ok && i < why->n; i++) {
		if (why->reasons[i].is_context && !table.title) {
			table.title = "    in another context:\n";
			table.title_at = i + 1;
		}
		ok = add_reason(model, why, &why->reasons[i], &table);
	}
	ok = ok && cml_text_table_print(&table, text);
	cml_text_table_release(&table);
	return ok;
}

static bool print_head(const struct cml_model *model, const struct cml_advice *item,
		       struct cml_buffer *text)
{
	const struct cml_explanation *why = item->why;
	bool ok = item->rank > 0 ? cml_buffer_printf(text, "%2zu  ", item->rank)
				 : cml_buffer_append_string(text, "    ");
	ok = ok && cml_buffer_append_string(text, "predicted ") &&
	     cml_text_forecast(&why->after, item->all_digits, text);
	if (model->chance)
		ok = ok && cml_buffer_printf(text, "   chance to run %.2f", why->chance_after);
	if (item->aim && strcmp(item->aim, "best") != 0)
		ok = ok && cml_buffer_printf(text, "   aim: %s", item->aim);
	if (item->cost > 0)
		ok = ok && cml_buffer_append_string(text, "   cost ") &&
		     cml_text_number(item->cost, text);
	return ok && cml_buffer_append_string(text, "\n");
}

/* `mem_gb 82.7 (<= 84)`; values: the configuration, of which an expression makes the bound. */
static bool print_outcome(const struct cml_space_column *limit, const double *values,
			  double outcome, struct cml_buffer *text)
{
	double lo = limit->domain.lo, hi = limit->domain.hi;
	if (limit->bound) {
		hi = 1 / cml_limit_fraction(limit, values, 1);
		outcome *= hi;
	}
	const char *name = limit->name;
	return isnan(hi)   ? true
	       : isinf(lo) ? cml_buffer_printf(text, "    %s %.4g (<= %g)\n", name, outcome, hi)
	       : isinf(hi)
		   ? cml_buffer_printf(text, "    %s %.4g (>= %g)\n", name, outcome, lo)
		   : cml_buffer_printf(text, "    %s %.4g (%g to %g)\n", name, outcome, lo, hi);
}

/* The second metric, and what has a limit. */
static bool print_others(const struct cml_model *model, const struct cml_advice *item,
			 struct cml_buffer *text)
{
	bool ok = true;
	if (model->second) {
		const struct cml_forecast second = cml_second_forecast(model, item->x);
		ok = cml_buffer_printf(text, "    %s ",
				       model->space->columns[model->space->second].name) &&
		     cml_text_forecast(&second, item->all_digits, text) &&
		     cml_buffer_append_string(text, "\n");
	}
	for (size_t i = 0; ok && i < model->n_limits; i++)
		ok = print_outcome(cml_model_limit(model, i), item->values,
				   cml_outcome_predict(model, i, item->x, item->all_digits), text);
	return ok;
}

static bool print_nearest(const struct cml_advice *item, struct cml_buffer *text)
{
	const struct cml_explanation *why = item->why;
	char key[CML_KEY_SIZE];
	cml_key_print(why->key, key);
	bool ok = pad(INDENT, text) &&
		  cml_buffer_printf(text, "%s %s (measured ",
				    why->n > 0 ? "nearest" : "nearest, the same settings:", key) &&
		  cml_text_number(why->measured, text);
	if (why->n > 0)
		ok = ok && cml_buffer_append_string(text, ", predicted ") &&
		     cml_text_number(as_told(why->before.mean, &why->before, item->all_digits),
				     text);
	return ok && cml_buffer_append_string(text, ")\n");
}

/* `settings tp=4 pp=2 ...`, wrapped. */
static bool print_settings(const struct cml_space *space, const double *values,
			   struct cml_buffer *text)
{
	static const char head[] = "settings";
	bool ok = pad(INDENT, text) && cml_buffer_append_string(text, head);
	size_t used = INDENT + strlen(head);
	for (size_t slot = 0; ok && slot < space->n_columns; slot++) {
		if (!cml_is_config_role(space->columns[slot].role) || isnan(values[slot]))
			continue;
		char number[CML_NUMBER_SIZE];
		struct cml_buffer word = {0};
		ok = cml_text_word(cml_slice_of(space->columns[slot].name), &word) &&
		     cml_buffer_append_string(&word, "=") &&
		     cml_text_word(cml_value_text(space, slot, values[slot], number), &word);
		size_t width = ok ? cml_text_width_of(word.data, word.size) : 0;
		bool breaks = used + 1 + width > CML_TEXT_WIDTH;
		if (breaks) {
			ok = ok && cml_buffer_append_string(text, "\n") &&
			     pad(INDENT + strlen(head), text);
			used = INDENT + strlen(head);
		}
		ok = ok && cml_buffer_append_string(text, " ") &&
		     cml_buffer_append(text, word.data, word.size);
		used += 1 + width;
		cml_buffer_release(&word);
	}
	return ok && cml_buffer_append_string(text, "\n");
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* A name of a cell of words as it was, in quotes where it was written otherwise. */
static bool print_word(struct cml_slice word, struct cml_buffer *text)
{
	struct cml_buffer plain = {0};
	bool ok = true, is_quoted = false;
	for (size_t i = 0; ok && i < word.size; i++) {
		bool is_coded = word.data[i] == '%' && i + 2 < word.size &&
				hex_digit(word.data[i + 1]) >= 0 &&
				hex_digit(word.data[i + 2]) >= 0;
		char byte = word.data[i];
		if (is_coded)
			byte =
			    (char)(16 * hex_digit(word.data[i + 1]) + hex_digit(word.data[i + 2]));
		i += is_coded ? 2 : 0;
		is_quoted = is_quoted || is_coded;
		ok = cml_buffer_append(&plain, &byte, 1);
	}
	const char *quote = is_quoted ? "'" : "";
	ok = ok && cml_buffer_append_string(text, quote) &&
	     cml_text_word(cml_buffer_slice(&plain), text) && cml_buffer_append_string(text, quote);
	cml_buffer_release(&plain);
	return ok;
}

/* `nGPU 'Base Model'*'GPU type'`: cml_outside for people. */
static bool print_outside(struct cml_slice outside, struct cml_buffer *text)
{
	bool ok = pad(INDENT, text) && cml_buffer_append_string(text, "outside the log: ");
	for (size_t i = 0, start = 0; ok && i <= outside.size; i++) {
		if (i < outside.size && outside.data[i] != ' ' && outside.data[i] != '*')
			continue;
		ok = print_word((struct cml_slice){outside.data + start, i - start}, text) &&
		     cml_buffer_append(text, i < outside.size ? &outside.data[i] : "\n", 1);
		start = i + 1;
	}
	return ok;
}

bool cml_advice_print(const struct cml_model *model, const struct cml_advice *item,
		      struct cml_buffer *text)
{
	bool ok = print_head(model, item, text) && print_others(model, item, text) &&
		  print_reasons(model, item->why, text) &&
		  (!item->why->is_near || print_nearest(item, text));
	if (ok && item->outside.size > 0)
		ok = print_outside(item->outside, text);
	return ok && (!item->values || print_settings(model->space, item->values, text)) &&
	       cml_buffer_append_string(text, "\n");
}
