#include "search/what_if/what_if.h"

#include "advise/why_cells.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAP 2
/* Where the settings stand, if not beside the rest. */
#define INDENT 4
/* The heading of those that differ in more than one. */
#define SEVERAL "    more than one change, as the rules need it\n"

enum { CELL_RANK, CELL_CHANGE, CELL_CHANCE, CELL_FORECAST, N_CELLS };

/* A proposal: its cells, and what stands behind them, part by part. */
struct line {
	struct cml_buffer cells[N_CELLS];
	struct cml_buffer parts; /* each with a zero byte behind it */
};

struct printing {
	const struct cml_model *model;
	const struct cml_proposals *proposals;
	struct cml_outside_tally *tally;
	struct cml_config_view beside;
	float *beside_x, *x, *codes;
	double *features;
	struct cml_support_probe probe;
	struct cml_buffer outside;
	struct line *lines; /* a heading, then one for each proposal, those of one change first */
	size_t n_single;    /* of one change */
	size_t width[N_CELLS];
	size_t longest; /* part */
	struct cml_buffer text;
};

static enum cml_result init(struct printing *printing, struct cml_error *err)
{
	const struct cml_model *model = printing->model;
	size_t n_codes = cml_support_n_columns(model->support);
	if (!CML_NEW_ALIGNED(&printing->beside_x, model->n_features) ||
	    !CML_NEW_ALIGNED(&printing->x, model->n_features) ||
	    !CML_NEW(&printing->codes, n_codes) ||
	    !CML_NEW(&printing->features, model->n_features) ||
	    !CML_NEW(&printing->lines, printing->proposals->n + 1))
		return cml_fail_memory(err);
	printing->beside =
	    (struct cml_config_view){printing->proposals->beside, printing->beside_x};
	if (cml_support_probe_init(&printing->probe, model->support, err) != CML_OK)
		return err->status;
	return cml_model_encode(model, printing->beside.values, printing->features,
				printing->beside_x, err);
}

static void release(struct printing *printing)
{
	for (size_t i = 0; printing->lines && i <= printing->proposals->n; i++) {
		for (size_t c = 0; c < N_CELLS; c++)
			cml_buffer_release(&printing->lines[i].cells[c]);
		cml_buffer_release(&printing->lines[i].parts);
	}
	free(printing->lines);
	free(printing->beside_x);
	free(printing->x);
	free(printing->codes);
	free(printing->features);
	cml_support_probe_release(&printing->probe);
	cml_buffer_release(&printing->outside);
	cml_buffer_release(&printing->text);
}

/* Where a configuration leaves the log. */
static bool find_outside(struct printing *printing, const float *x, bool counts)
{
	const struct cml_model *model = printing->model;
	cml_support_encode(model->support, x, printing->codes);
	cml_support_covers(&printing->probe, printing->codes);
	if (counts)
		cml_outside_tally_add(printing->tally, &printing->probe);
	cml_buffer_clear(&printing->outside);
	return cml_model_outside_print(model, &printing->probe, &printing->outside);
}

/* The configuration itself. */
static enum cml_result print_beside(struct printing *printing, struct cml_error *err)
{
	struct cml_why_item item = {.values = printing->beside.values,
				    .x = printing->beside_x,
				    .all_digits = printing->proposals->all_digits};
	if (cml_explain_beside(printing->proposals->explainer, &printing->beside, &printing->beside,
			       &item.why, err) != CML_OK)
		return err->status;
	bool ok = find_outside(printing, printing->beside_x, false);
	item.outside = cml_buffer_slice(&printing->outside);
	return ok && cml_why_item_print(printing->model, &item, &printing->text)
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* Ends a part: the settings that change, one by one; then where it leaves the log. */
static bool end_part(struct cml_buffer *parts, const char *separator)
{
	return cml_buffer_append_string(parts, separator) && cml_buffer_append(parts, "", 1);
}

static bool fill_parts(struct printing *printing, const struct cml_explanation *why,
		       struct cml_buffer *parts)
{
	bool is_covered = printing->outside.size == 0, ok = true;
	for (size_t i = 0; ok && i < why->n; i++)
		ok = cml_text_word(cml_effect_name(printing->model, &why->reasons[i]), parts) &&
		     cml_buffer_append_string(parts, " ") &&
		     cml_text_change(printing->model, &why->reasons[i], parts) &&
		     end_part(parts, i + 1 < why->n ? ","
				     : is_covered   ? ""
						    : ";");
	if (!is_covered)
		ok = ok && cml_buffer_append_string(parts, "outside:") && end_part(parts, "");
	struct cml_slice rest = cml_buffer_slice(&printing->outside), name;
	for (bool started = false;
	     ok && !is_covered && cml_slice_split(&rest, ' ', &started, &name);)
		ok = cml_text_word(name, parts) && end_part(parts, "");
	return ok;
}

static bool fill_line(struct printing *printing, const struct cml_explanation *why, size_t rank,
		      struct line *line)
{
	bool all_digits = printing->proposals->all_digits;
	return cml_buffer_printf(&line->cells[CELL_RANK], "%zu", rank) &&
	       cml_effect_print(why->is_log, cml_explanation_change(why), false,
				&line->cells[CELL_CHANGE]) &&
	       (!printing->model->chance ||
		cml_buffer_printf(&line->cells[CELL_CHANCE], "%.2f", why->chance_after)) &&
	       cml_text_forecast(&why->after, all_digits, &line->cells[CELL_FORECAST]) &&
	       fill_parts(printing, why, &line->parts);
}

static bool fill_heading(struct printing *printing)
{
	struct line *line = &printing->lines[0];
	return cml_buffer_append_string(&line->cells[CELL_CHANGE], "change") &&
	       (!printing->model->chance ||
		cml_buffer_append_string(&line->cells[CELL_CHANCE], "chance")) &&
	       cml_buffer_append_string(&line->cells[CELL_FORECAST], "predicted") &&
	       cml_buffer_append_string(&line->parts, "with") && end_part(&line->parts, "");
}

/* Whether one setting alone differs. What is inactive in one of them follows from another. */
static bool is_single(const struct printing *printing, const double *values)
{
	const struct cml_space *space = printing->model->space;
	const double *beside = printing->beside.values;
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += space->columns[slot].role == CML_ROLE_PARAM && !isnan(values[slot]) &&
		     !isnan(beside[slot]) && values[slot] != beside[slot];
	return n <= 1;
}

static enum cml_result fill_proposal(struct printing *printing, const double *values, size_t rank,
				     struct cml_error *err)
{
	const struct cml_config_view view = {values, printing->x};
	const struct cml_explanation *why;
	if (cml_model_encode(printing->model, view.values, printing->features, printing->x, err) !=
		CML_OK ||
	    cml_explain_beside(printing->proposals->explainer, &printing->beside, &view, &why,
			       err) != CML_OK)
		return err->status;
	return find_outside(printing, printing->x, true) &&
		       fill_line(printing, why, rank, &printing->lines[rank])
		   ? CML_OK
		   : cml_fail_memory(err);
}

static enum cml_result fill(struct printing *printing, struct cml_error *err)
{
	const struct cml_proposals *proposals = printing->proposals;
	size_t rank = 0;
	if (!fill_heading(printing))
		return cml_fail_memory(err);
	for (int several = 0; several <= 1; several++) {
		for (size_t i = 0; i < proposals->n; i++) {
			const double *values = proposals->items[i].values;
			if (is_single(printing, values) != several &&
			    fill_proposal(printing, values, ++rank, err) != CML_OK)
				return err->status;
		}
		printing->n_single = several ? printing->n_single : rank;
	}
	return CML_OK;
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void measure(struct printing *printing)
{
	for (size_t i = 0; i <= printing->proposals->n; i++) {
		const struct line *line = &printing->lines[i];
		for (size_t c = 0; c < N_CELLS; c++)
			printing->width[c] =
			    larger(printing->width[c], cml_text_width(&line->cells[c]));
		const char *part = line->parts.data, *end = part + line->parts.size;
		for (; part < end; part += strlen(part) + 1)
			printing->longest =
			    larger(printing->longest, cml_text_width_of(part, strlen(part)));
	}
}

static bool print_cells(const struct printing *printing, const struct line *line,
			struct cml_buffer *text)
{
	bool ok = true;
	for (size_t c = 0; ok && c < N_CELLS; c++) {
		const struct cml_buffer *cell = &line->cells[c];
		size_t room = printing->width[c] - cml_text_width(cell);
		if (printing->width[c] == 0)
			continue;
		bool is_right = c != CELL_FORECAST;
		ok = cml_buffer_printf(text, "%*s", (int)(is_right ? room : 0), "") &&
		     cml_buffer_append(text, cell->data, cell->size) &&
		     cml_buffer_printf(text, "%*s", (int)(is_right ? GAP : room + GAP), "");
	}
	return ok;
}

/* Parts from column at on, which the text has reached, within the width. */
static bool print_parts(const struct line *line, size_t at, struct cml_buffer *text)
{
	const char *part = line->parts.data, *end = part + line->parts.size;
	bool ok = true;
	for (size_t used = at; ok && part < end; part += strlen(part) + 1) {
		size_t width = cml_text_width_of(part, strlen(part));
		bool is_first = part == line->parts.data;
		if (!is_first && used + 1 + width > CML_TEXT_WIDTH) {
			ok = cml_buffer_printf(text, "\n%*s", (int)at, "");
			used = at;
		} else if (!is_first) {
			ok = cml_buffer_append_string(text, " ");
			used++;
		}
		ok = ok && cml_buffer_append_string(text, part);
		used += width;
	}
	return ok && cml_buffer_append_string(text, "\n");
}

static void trim(struct cml_buffer *text)
{
	while (text->size > 0 && text->data[text->size - 1] == ' ')
		text->size--;
}

static bool print_lines(struct printing *printing)
{
	struct cml_buffer *text = &printing->text;
	size_t at = 0;
	measure(printing);
	for (size_t c = 0; c < N_CELLS; c++)
		at += printing->width[c] > 0 ? printing->width[c] + GAP : 0;
	bool is_beside = at + printing->longest <= CML_TEXT_WIDTH, ok = true;
	for (size_t i = 0; ok && i <= printing->proposals->n; i++) {
		const struct line *line = &printing->lines[i];
		ok = (i != printing->n_single + 1 || cml_buffer_append_string(text, SEVERAL)) &&
		     print_cells(printing, line, text);
		if (!is_beside && i == 0) {
			trim(text);
			ok = ok && cml_buffer_append_string(text, "\n");
			continue;
		}
		if (!is_beside) {
			trim(text);
			ok = ok && cml_buffer_printf(text, "\n%*s", INDENT, "");
		}
		ok = ok && print_parts(line, is_beside ? at : INDENT, text);
	}
	return ok;
}

enum cml_result cml_what_if_print(const struct cml_model *model,
				  const struct cml_proposals *proposals,
				  struct cml_outside_tally *tally, struct cml_output *output,
				  struct cml_error *err)
{
	struct printing printing = {.model = model, .proposals = proposals, .tally = tally};
	enum cml_result status = init(&printing, err);
	if (status != CML_OK || (status = print_beside(&printing, err)) != CML_OK ||
	    (status = fill(&printing, err)) != CML_OK)
		goto out;
	status = print_lines(&printing)
		     ? cml_output_write(output, printing.text.data, printing.text.size, err)
		     : cml_fail_memory(err);
out:
	release(&printing);
	return status;
}
