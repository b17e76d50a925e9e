#include "advise/why_cells.h"

#include "base/key.h"
#include "base/number.h"
#include "space/config.h"

#include <math.h>
#include <string.h>

/* What rounds to less than 0.05 is less than the noise of a chance. */
#define MIN_CHANCE_EFFECT 0.045
#define INDENT "    "
/* Digits in front of a point between which a comma stands. */
#define GROUP 3

void cml_text_number(double value, struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value)) {
		cml_buffer_append_string(text, "?");
		return;
	}
	cml_print_double(value, number);
	const char *digits = number + (number[0] == '-');
	size_t n = strspn(digits, "0123456789");
	cml_buffer_append(text, number, (size_t)(digits - number));
	for (size_t i = 0; i < n; i++)
		cml_buffer_printf(text, "%s%c", i > 0 && (n - i) % GROUP == 0 ? "," : "",
				  digits[i]);
	cml_buffer_append_string(text, digits + n);
}

static void print_told(double value, const struct cml_forecast *forecast, bool all_digits,
		       struct cml_buffer *text)
{
	cml_text_number(all_digits ? value : cml_round_known(value, cml_forecast_side(forecast)),
			text);
}

void cml_text_forecast(const struct cml_forecast *forecast, bool all_digits,
		       struct cml_buffer *text)
{
	print_told(forecast->mean, forecast, all_digits, text);
	if (isnan(forecast->lo))
		return;
	if (forecast->lo > 0 && forecast->hi >= CML_TEXT_NOT_KNOWN * forecast->lo) {
		cml_buffer_append_string(text, " (not known)");
		return;
	}
	cml_buffer_append_string(text, " (");
	print_told(forecast->lo, forecast, all_digits, text);
	cml_buffer_append_string(text, " to ");
	print_told(forecast->hi, forecast, all_digits, text);
	cml_buffer_append_string(text, ")");
}

static struct cml_slice name_of(const struct cml_model *model,
				const struct cml_setting_effect *reason)
{
	return cml_slice_of(model->space->columns[reason->at].name);
}

static void print_value(const struct cml_model *model, const struct cml_setting_effect *reason,
			double value, struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	struct cml_slice word = cml_value_text(model->space, reason->at, value, number);
	cml_text_word(word.size == 0 ? cml_slice_of("none") : word, text);
}

/* `8 -> 4`; a missing value is `none`. */
static void print_change(const struct cml_model *model, const struct cml_setting_effect *reason,
			 struct cml_buffer *text)
{
	print_value(model, reason, reason->before, text);
	cml_buffer_append_string(text, " -> ");
	print_value(model, reason, reason->after, text);
}

void cml_text_changes(const struct cml_model *model, const struct cml_explanation *why,
		      struct cml_slice outside, struct cml_buffer *text)
{
	for (size_t i = 0; i < why->n; i++) {
		cml_buffer_append_string(text, i > 0 ? ", " : "");
		cml_text_word(name_of(model, &why->reasons[i]), text);
		cml_buffer_append_string(text, " ");
		print_change(model, &why->reasons[i], text);
	}
	if (outside.size > 0)
		cml_buffer_append_string(text, why->n > 0 ? "; outside: " : "outside: ");
	cml_text_word(outside, text);
}

static void add_reason(const struct cml_model *model, const struct cml_explanation *why,
		       const struct cml_setting_effect *reason, struct cml_text_table *table)
{
	struct cml_buffer cells[3] = {{0}};
	cml_text_table_add(table, name_of(model, reason));
	print_change(model, reason, &cells[0]);
	cml_effect_print(why->is_log, reason->effect, false, &cells[1]);
	if (model->chance && fabs(reason->chance) >= MIN_CHANCE_EFFECT) {
		cml_buffer_append_string(&cells[2], "chance ");
		cml_chance_effect_print(reason->chance, false, &cells[2]);
	}
	for (size_t i = 0; i < 3; i++)
		cml_text_table_take(table, &cells[i]);
}

/* A line for each: name, change, effect, effect on the chance. */
static bool print_reasons(const struct cml_model *model, const struct cml_explanation *why,
			  struct cml_buffer *text)
{
	AUTO(cml_text_table) table = {
	    .n_columns = 4, .left = 1 << 0 | 1 << 1 | 1 << 3, .indent = sizeof INDENT - 1};
	for (size_t i = 0; i < 4; i++)
		cml_text_table_add(&table, (struct cml_slice){0});
	for (size_t i = 0; i < why->n; i++) {
		if (why->reasons[i].is_context && !table.title) {
			table.title = INDENT "in another context:\n";
			table.title_at = i + 1;
		}
		add_reason(model, why, &why->reasons[i], &table);
	}
	return cml_text_table_print(&table, text);
}

static void print_head(const struct cml_model *model, const struct cml_advice *item,
		       struct cml_buffer *text)
{
	const struct cml_explanation *why = item->why;
	if (item->rank > 0)
		cml_buffer_printf(text, "%2zu  predicted ", item->rank);
	else
		cml_buffer_append_string(text, INDENT "predicted ");
	cml_text_forecast(&why->after, item->all_digits, text);
	if (model->chance)
		cml_buffer_printf(text, "   chance to run %.2f", why->chance_after);
	if (item->aim && strcmp(item->aim, "best") != 0)
		cml_buffer_printf(text, "   aim: %s", item->aim);
	if (item->cost > 0) {
		cml_buffer_append_string(text, "   cost ");
		cml_text_number(item->cost, text);
	}
	cml_buffer_append_string(text, "\n");
}

/* `mem_gb 82.7 (<= 84)`; values: the configuration, of which an expression makes the bound. */
static void print_outcome(const struct cml_space_column *limit, const double *values,
			  double outcome, struct cml_buffer *text)
{
	double lo = limit->domain.lo, hi = limit->domain.hi;
	if (limit->bound) {
		hi = 1 / cml_limit_fraction(limit, values, 1);
		outcome *= hi;
	}
	if (isnan(hi))
		return;
	cml_buffer_printf(text, INDENT "%s %.4g (", limit->name, outcome);
	if (isinf(lo))
		cml_buffer_printf(text, "<= %g)\n", hi);
	else if (isinf(hi))
		cml_buffer_printf(text, ">= %g)\n", lo);
	else
		cml_buffer_printf(text, "%g to %g)\n", lo, hi);
}

/* The second metric, and what has a limit. */
static void print_others(const struct cml_model *model, const struct cml_advice *item,
			 struct cml_buffer *text)
{
	if (model->second) {
		const struct cml_forecast second = cml_second_forecast(model, item->x);
		cml_buffer_printf(text, INDENT "%s ",
				  model->space->columns[model->space->second].name);
		cml_text_forecast(&second, item->all_digits, text);
		cml_buffer_append_string(text, "\n");
	}
	for (size_t i = 0; i < model->n_limits; i++)
		print_outcome(cml_model_limit(model, i), item->values,
			      cml_outcome_predict(model, i, item->x, item->all_digits), text);
}

static void print_nearest(const struct cml_advice *item, struct cml_buffer *text)
{
	const struct cml_explanation *why = item->why;
	char key[CML_KEY_SIZE];
	cml_key_print(why->key, key);
	cml_buffer_printf(text, INDENT "%s %s (measured ",
			  why->n > 0 ? "nearest" : "nearest, the same settings:", key);
	cml_text_number(why->measured, text);
	if (why->n > 0) {
		cml_buffer_append_string(text, ", predicted ");
		print_told(why->before.mean, &why->before, item->all_digits, text);
	}
	cml_buffer_append_string(text, ")\n");
}

/* `settings tp=4 pp=2 ...`, wrapped. */
static void print_settings(const struct cml_space *space, const double *values,
			   struct cml_buffer *text)
{
	static const char head[] = INDENT "settings";
	size_t used = sizeof head - 1;
	AUTO(cml_buffer) word = {0};
	cml_buffer_append_string(text, head);
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		char number[CML_NUMBER_SIZE];
		if (!cml_is_config_role(space->columns[slot].role) || isnan(values[slot]))
			continue;
		cml_buffer_clear(&word);
		cml_text_word(cml_slice_of(space->columns[slot].name), &word);
		cml_buffer_append_string(&word, "=");
		cml_text_word(cml_value_text(space, slot, values[slot], number), &word);
		size_t width = 1 + cml_text_width_of(word.data, word.size);
		if (used + width > CML_TEXT_WIDTH) {
			used = sizeof head - 1;
			cml_buffer_printf(text, "\n%*s", (int)used, "");
		}
		cml_buffer_append_string(text, " ");
		cml_buffer_append(text, word.data, word.size);
		used += width;
		text->has_failed |= word.has_failed;
	}
	cml_buffer_append_string(text, "\n");
}

bool cml_advice_print(const struct cml_model *model, const struct cml_advice *item,
		      struct cml_buffer *text)
{
	print_head(model, item, text);
	print_others(model, item, text);
	if (!print_reasons(model, item->why, text))
		return false;
	if (item->why->is_near)
		print_nearest(item, text);
	if (item->outside.size > 0) {
		cml_buffer_append_string(text, INDENT "outside the log: ");
		cml_text_word(item->outside, text);
		cml_buffer_append_string(text, "\n");
	}
	print_settings(model->space, item->values, text);
	return cml_buffer_append_string(text, "\n");
}
