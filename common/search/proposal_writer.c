#include "search/proposal_writer.h"

#include "advise/advice.h"
#include "advise/why_cells.h"
#include "base/memory.h"
#include "base/number.h"
#include "model/forecast_cells.h"
#include "search/encoded.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>

/* What the cells of a scored proposal are worked out with. */
struct scoring {
	struct cml_advice_writer advice;
	const struct cml_proposals *proposals;
	struct cml_config_view beside; /* reasons beside it */
	float *beside_x;
	struct cml_encoded at;
};

static enum cml_result scoring_init(struct scoring *scoring, const struct cml_model *model,
				    const struct cml_proposals *proposals,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	*scoring = (struct scoring){
	    .proposals = proposals,
	    .advice = {.model = model,
		       .writer = writer,
		       .explainer = proposals->explainer,
		       .as_text = proposals->as_text,
		       .all_digits = proposals->all_digits,
		       .has_cost = proposals->n > 0 && proposals->items[0].cost > 0,
		       .has_front = proposals->has_front,
		       .has_aim = proposals->has_aim,
		       .has_rank = true}};
	return cml_advice_init(&scoring->advice, err) == CML_OK
		   ? cml_encoded_init(&scoring->at, model, err)
		   : err->status;
}

static void scoring_release(struct scoring *scoring)
{
	cml_advice_release(&scoring->advice);
	cml_encoded_release(&scoring->at);
	free(scoring->beside_x);
}

/* Reasons will compare with these values. */
static enum cml_result take_beside(struct scoring *scoring, const double *values,
				   struct cml_error *err)
{
	const struct cml_model *model = scoring->advice.model;
	if (!CML_NEW_ALIGNED(&scoring->beside_x, model->n_features))
		return cml_fail_memory(err);
	scoring->beside = (struct cml_config_view){values, scoring->beside_x};
	scoring->advice.beside = &scoring->beside;
	return cml_model_encode(model, values, scoring->at.features, scoring->beside_x, err);
}

/* rank 0: it is the baseline, which has none, nor an aim. */
static enum cml_result take_advice(struct scoring *scoring, const struct cml_proposal *proposal,
				   size_t rank, struct cml_advice *advice, struct cml_error *err)
{
	const char *aim = proposal->is_anchor ? "anchor" : proposal->learns ? "learn" : "best";
	*advice = (struct cml_advice){.values = proposal->values,
				      .x = scoring->at.x,
				      .mean = proposal->pred,
				      .sd = proposal->sd,
				      .log_chance = proposal->log_chance,
				      .cost = proposal->cost,
				      .aim = rank > 0 && scoring->advice.has_aim ? aim : NULL,
				      .on_front = proposal->on_front,
				      .rank = rank};
	return cml_encoded_take(&scoring->at, proposal->values, err);
}

void cml_settings_write(const struct cml_space *space, const double *values, uint64_t key,
			struct cml_table_writer *writer)
{
	char number[CML_NUMBER_SIZE];
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_read(&space->columns[i]))
			cml_write_cell(writer, cml_value_text(space, i, values[i], number));
	cml_write_key(writer, key);
}

void cml_settings_write_header(const struct cml_space *space, struct cml_table_writer *writer)
{
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_read(&space->columns[i]))
			cml_write_string(writer, space->columns[i].name);
	cml_write_string(writer, "cml_key");
}

static enum cml_result write_proposal(struct scoring *scoring, const struct cml_proposal *proposal,
				      const struct cml_space *space, size_t rank,
				      struct cml_error *err)
{
	struct cml_advice_writer *writer = &scoring->advice;
	struct cml_advice advice;
	if (!writer->as_text)
		cml_settings_write(space, proposal->values, proposal->key, writer->writer);
	if (writer->model && (take_advice(scoring, proposal, rank, &advice, err) != CML_OK ||
			      cml_advice_write(writer, &advice, err) != CML_OK))
		return err->status;
	return writer->as_text ? CML_OK : cml_write_end_row(writer->writer, err);
}

/* The names, unless they are there, or there are none. */
static enum cml_result write_header(const struct scoring *scoring, const struct cml_space *space,
				    struct cml_error *err)
{
	const struct cml_advice_writer *advice = &scoring->advice;
	if (advice->as_text || scoring->proposals->continues)
		return CML_OK;
	cml_settings_write_header(space, advice->writer);
	if (advice->model)
		cml_advice_write_header(advice);
	return cml_write_end_row(advice->writer, err);
}

/* A line of the table of neighbours: rank, change, chance, prediction, what changes. */
static void add_neighbour(struct scoring *scoring, const struct cml_explanation *why, size_t rank,
			  struct cml_text_table *table)
{
	const struct cml_model *model = scoring->advice.model;
	struct cml_buffer cells[5] = {{0}};
	cml_buffer_printf(&cells[0], "%zu", rank);
	cml_effect_print(why->is_log, cml_explanation_change(why), false, &cells[1]);
	if (model->chance)
		cml_buffer_printf(&cells[2], "%.2f", why->chance_after);
	cml_text_forecast(&why->after, scoring->advice.all_digits, &cells[3]);
	cml_text_changes(model, why, cml_buffer_slice(&scoring->advice.outside), &cells[4]);
	for (size_t i = 0; i < 5; i++)
		cml_text_table_take(table, &cells[i]);
}

/* Whether one setting alone differs. What is inactive in one of them follows from another. */
static bool is_single(const struct cml_space *space, const double *beside, const double *values)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += space->columns[slot].role == CML_ROLE_PARAM && !isnan(values[slot]) &&
		     !isnan(beside[slot]) && values[slot] != beside[slot];
	return n <= 1;
}

/* What differs in one setting comes before what differs in several. */
static enum cml_result add_neighbours(const struct cml_proposals *proposals,
				      struct scoring *scoring, struct cml_text_table *table,
				      struct cml_error *err)
{
	struct cml_advice_writer *writer = &scoring->advice;
	const struct cml_explanation *why;
	struct cml_advice advice;
	size_t rank = 0;
	for (int several = 0; several <= 1; several++) {
		for (size_t i = 0; i < proposals->n; i++) {
			const struct cml_proposal *item = &proposals->items[i];
			if (is_single(writer->model->space, proposals->beside, item->values) ==
			    several)
				continue;
			if (take_advice(scoring, item, i + 1, &advice, err) != CML_OK ||
			    cml_advice_look(writer, advice.x, err) != CML_OK ||
			    cml_advice_explain(writer, &advice, &why, err) != CML_OK)
				return err->status;
			add_neighbour(scoring, why, ++rank, table);
		}
		table->title_at = several ? table->title_at : rank + 1;
	}
	return CML_OK;
}

static enum cml_result write_neighbours(const struct cml_proposals *proposals,
					struct scoring *scoring, struct cml_output *output,
					struct cml_error *err)
{
	static const char *const names[] = {"", "change", "chance", "predicted", "with"};
	AUTO(cml_text_table) table = {.n_columns = 5,
				      .left = 1 << 3 | 1 << 4,
				      .title = "    more than one change, as the rules need it\n"};
	AUTO(cml_buffer) text = {0};
	for (size_t i = 0; i < 5; i++)
		cml_text_table_add(&table, cml_slice_of(names[i]));
	if (add_neighbours(proposals, scoring, &table, err) != CML_OK)
		return err->status;
	return cml_text_table_print(&table, &text)
		   ? cml_output_write(output, text.data, text.size, err)
		   : cml_fail_memory(err);
}

enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, const struct cml_model *model,
				    struct cml_outside_tally *tally,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	AUTO(scoring) scoring;
	if (scoring_init(&scoring, model, proposals, writer, err) != CML_OK ||
	    (proposals->beside && take_beside(&scoring, proposals->beside, err) != CML_OK) ||
	    write_header(&scoring, space, err) != CML_OK ||
	    (proposals->baseline &&
	     write_proposal(&scoring, proposals->baseline, space, 0, err) != CML_OK))
		return err->status;
	scoring.advice.tally = tally;
	if (proposals->as_text && proposals->beside)
		return write_neighbours(proposals, &scoring, writer->output, err);
	for (size_t i = 0; i < proposals->n; i++)
		if (write_proposal(&scoring, &proposals->items[i], space, i + 1, err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* A line for people, or the one of the names. */
struct line {
	struct cml_text_table *table;
	bool of_names, all_digits;
};

static void add_text(const struct line *line, const char *name, struct cml_slice text)
{
	cml_text_table_add(line->table, line->of_names ? cml_slice_of(name) : text);
}

static void add_number(const struct line *line, const char *name, double value)
{
	add_text(line, name, cml_slice_of(isnan(value) ? "" : CML_PRINTED(value)));
}

static void add_forecast(const struct line *line, const char *name,
			 const struct cml_forecast *forecast)
{
	struct cml_buffer text = {0};
	if (line->of_names)
		cml_buffer_append_string(&text, name);
	else if (isnan(forecast->mean))
		cml_buffer_append_string(&text, "none");
	else
		cml_text_forecast(forecast, line->all_digits, &text);
	cml_text_table_take(line->table, &text);
}

/* The values of a role; NULL: names. */
static void add_settings(const struct line *line, const struct cml_space *space, enum cml_role role,
			 const double *values)
{
	char number[CML_NUMBER_SIZE];
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].role == role)
			add_text(line, space->columns[i].name,
				 cml_value_text(space, i, values ? values[i] : NAN, number));
}

/* What is predicted of a limit, in its own unit. */
static double limit_of(const struct cml_advice_writer *writer, size_t i,
		       const struct cml_space_column *limit, const struct cml_advice *advice)
{
	double outcome = cml_outcome_predict(writer->model, i, advice->x, writer->all_digits);
	if (!limit->bound)
		return outcome;
	outcome /= cml_limit_fraction(limit, advice->values, 1);
	return writer->all_digits ? outcome : cml_round_known(outcome, NAN);
}

/* Without a proposal `none`; without values names. rank: 0 of the baseline. */
static enum cml_result add_line(struct scoring *scoring, const struct cml_proposal *proposal,
				size_t rank, const double *values, struct cml_proposal_lines *lines,
				struct cml_error *err)
{
	struct cml_advice_writer *writer = &scoring->advice;
	const struct cml_model *model = writer->model;
	const struct cml_space *space = model->space;
	const struct line line = {&lines->table, !values, writer->all_digits};
	struct cml_forecast first = {.mean = NAN}, second = {.mean = NAN};
	struct cml_advice advice = {0};
	if (proposal && (take_advice(scoring, proposal, rank, &advice, err) != CML_OK ||
			 cml_advice_look(writer, advice.x, err) != CML_OK))
		return err->status;
	if (proposal)
		first = cml_forecast_of(model, advice.x, advice.mean, advice.sd);
	if (proposal && model->second)
		second = cml_second_forecast(model, advice.x);
	add_settings(&line, space, CML_ROLE_CONTEXT, values);
	add_forecast(&line, space->columns[space->metric].name, &first);
	if (lines->has_best_job)
		add_number(&line, "best job", lines->best_job);
	if (model->second)
		add_forecast(&line, space->columns[space->second].name, &second);
	if (model->chance)
		add_number(&line, "chance", proposal ? cml_chance_round(advice.log_chance) : NAN);
	if (writer->has_cost)
		add_number(&line, "cost", proposal ? cml_advice_cost(writer, &advice) : NAN);
	for (size_t i = 0; i < model->n_limits; i++) {
		const struct cml_space_column *limit = cml_model_limit(model, i);
		add_number(&line, limit->name,
			   proposal ? limit_of(writer, i, limit, &advice) : NAN);
	}
	add_settings(&line, space, CML_ROLE_PARAM, values);
	add_text(&line, "for", cml_slice_of(advice.aim));
	add_text(&line, "outside", cml_buffer_slice(&writer->outside));
	return CML_OK;
}

enum cml_result cml_proposals_tabulate(const struct cml_proposals *proposals,
				       const struct cml_model *model, const double *fixed,
				       struct cml_outside_tally *tally,
				       struct cml_proposal_lines *lines, struct cml_error *err)
{
	struct cml_text_table *table = &lines->table;
	AUTO(scoring) scoring;
	if (scoring_init(&scoring, model, proposals, NULL, err) != CML_OK)
		return err->status;
	scoring.advice.has_cost = lines->has_cost;
	if (table->n_cells == 0 && add_line(&scoring, NULL, 0, NULL, lines, err) != CML_OK)
		return err->status;
	table->n_columns = table->n_columns ? table->n_columns : table->n_cells;
	table->stays = table->n_columns - 1;
	const struct cml_proposal *baseline = proposals->baseline, *items = proposals->items;
	if ((baseline && add_line(&scoring, baseline, 0, baseline->values, lines, err) != CML_OK) ||
	    (proposals->n == 0 && add_line(&scoring, NULL, 0, fixed, lines, err) != CML_OK))
		return err->status;
	scoring.advice.tally = tally;
	for (size_t i = 0; i < proposals->n; i++)
		if (add_line(&scoring, &items[i], i + 1, items[i].values, lines, err) != CML_OK)
			return err->status;
	return CML_OK;
}
