#include "search/proposal_writer.h"

#include "advise/why_cells.h"
#include "base/memory.h"
#include "base/number.h"
#include "model/forecast_cells.h"
#include "model/model.h"
#include "search/encoded.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>

/* The rank of a proposal without one. */
#define NO_RANK SIZE_MAX

static bool has_cost(const struct cml_proposals *proposals)
{
	return proposals && proposals->n > 0 && proposals->items[0].cost > 0;
}

enum cml_result cml_proposals_write_header(const struct cml_space *space,
					   const struct cml_model *model,
					   const struct cml_proposals *proposals,
					   struct cml_table_writer *writer, struct cml_error *err)
{
	const struct {
		const char *name;
		bool is_there;
	} added[] = {{"cml_ok", model && model->chance},
		     {"cml_cost", has_cost(proposals)},
		     {"cml_outside", model && model->support},
		     {"cml_near", model && model->support},
		     {"cml_near_value", model && model->support}};
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_read(&space->columns[i]) &&
		    cml_write_string(writer, space->columns[i].name, err) != CML_OK)
			return err->status;
	if (cml_write_string(writer, "cml_key", err) != CML_OK ||
	    (model && cml_forecast_write_header(model, NULL, writer, err) != CML_OK))
		return err->status;
	for (size_t i = 0; i < sizeof added / sizeof *added; i++)
		if (added[i].is_there && cml_write_string(writer, added[i].name, err) != CML_OK)
			return err->status;
	bool explains = proposals && proposals->explainer;
	if ((model && cml_second_write_header(model, writer, err) != CML_OK) ||
	    (proposals && proposals->has_front &&
	     cml_write_string(writer, "cml_front", err) != CML_OK) ||
	    (explains && cml_why_write_header(model, !proposals->beside, writer, err) != CML_OK) ||
	    (proposals && proposals->has_aim &&
	     cml_write_string(writer, "cml_aim", err) != CML_OK) ||
	    (model && cml_outcomes_write_header(model, writer, err) != CML_OK) ||
	    (model && cml_write_string(writer, "cml_rank", err) != CML_OK))
		return err->status;
	return cml_write_end_row(writer, err);
}

/* What the cells of a scored proposal are worked out with. */
struct scoring {
	const struct cml_model *model;
	const struct cml_proposals *proposals;
	bool has_cost;
	struct cml_config_view beside; /* reasons beside it; values NULL: the nearest job */
	float *beside_x;
	struct cml_buffer why;
	struct cml_encoded at;
	struct cml_buffer outside;
	struct cml_outside_tally *tally; /* NULL: of no matter */
};

static enum cml_result scoring_init(struct scoring *scoring, const struct cml_model *model,
				    const struct cml_proposals *proposals, struct cml_error *err)
{
	*scoring = (struct scoring){
	    .model = model, .proposals = proposals, .has_cost = has_cost(proposals)};
	return cml_encoded_init(&scoring->at, model, err);
}

static void scoring_release(struct scoring *scoring)
{
	cml_encoded_release(&scoring->at);
	free(scoring->beside_x);
	cml_buffer_release(&scoring->outside);
	cml_buffer_release(&scoring->why);
}

/* Encodes a configuration, and says where it leaves the log, as text in scoring->outside. */
static enum cml_result look_at(struct scoring *scoring, const double *values, struct cml_error *err)
{
	struct cml_encoded *at = &scoring->at;
	if (cml_encoded_take(at, values, err) != CML_OK)
		return err->status;
	if (!at->model->support)
		return CML_OK;
	cml_encoded_is_covered(at, at->x);
	if (scoring->tally)
		cml_outside_tally_add(scoring->tally, &at->probe);
	cml_buffer_clear(&scoring->outside);
	return cml_model_outside_print(at->model, &at->probe, &scoring->outside)
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* cml_outside, cml_near, cml_near_value. */
static enum cml_result write_support(struct scoring *scoring, struct cml_table_writer *writer,
				     struct cml_error *err)
{
	char near[CML_KEY_SIZE];
	uint64_t key;
	double value;
	cml_support_near(&scoring->at.probe, &key, &value);
	cml_key_print(key, near);
	if (cml_write_cell(writer, cml_buffer_slice(&scoring->outside), err) != CML_OK ||
	    cml_write_string(writer, near, err) != CML_OK)
		return err->status;
	return cml_write_number(writer, value, err);
}

/* Reasons will compare with these values. */
static enum cml_result take_beside(struct scoring *scoring, const double *values,
				   struct cml_error *err)
{
	if (!CML_NEW_ALIGNED(&scoring->beside_x, scoring->model->n_features))
		return cml_fail_memory(err);
	scoring->beside = (struct cml_config_view){values, scoring->beside_x};
	return cml_model_encode(scoring->model, values, scoring->at.features, scoring->beside_x,
				err);
}

/* Why the configuration of scoring->at.x is predicted so. */
static enum cml_result explain(struct scoring *scoring, const struct cml_proposal *proposal,
			       const struct cml_explanation **why, struct cml_error *err)
{
	const struct cml_config_view view = {proposal->values, scoring->at.x};
	return scoring->beside.values ? cml_explain_beside(scoring->proposals->explainer,
							   &scoring->beside, &view, why, err)
				      : cml_explain(scoring->proposals->explainer, &view, why, err);
}

/* cml_near_pred, cml_why, cml_why_ok. */
static enum cml_result write_why(const struct cml_proposal *proposal, struct scoring *scoring,
				 struct cml_table_writer *writer, struct cml_error *err)
{
	const struct cml_explanation *why;
	return explain(scoring, proposal, &why, err) == CML_OK
		   ? cml_why_write(scoring->model, why, scoring->proposals->all_digits, writer,
				   &scoring->why, err)
		   : err->status;
}

/* A cost follows from the prediction, and is as certain. */
static double cost_to_tell(const struct cml_proposal *proposal, const struct scoring *scoring)
{
	double uncertainty = proposal->cost * fabs(proposal->sd / proposal->pred);
	return scoring->proposals->all_digits ? proposal->cost
					      : cml_round_known(proposal->cost, uncertainty);
}

/* What a proposal is to run for. */
static const char *aim_of(const struct cml_proposal *proposal)
{
	return proposal->is_anchor ? "anchor" : proposal->learns ? "learn" : "best";
}

static enum cml_result write_text(const struct cml_proposal *proposal, struct scoring *scoring,
				  size_t rank, struct cml_table_writer *writer,
				  struct cml_error *err)
{
	const struct cml_model *model = scoring->model;
	struct cml_why_item item = {.rank = rank == NO_RANK ? 0 : rank,
				    .values = proposal->values,
				    .cost = cost_to_tell(proposal, scoring),
				    .all_digits = scoring->proposals->all_digits};
	if (look_at(scoring, proposal->values, err) != CML_OK ||
	    explain(scoring, proposal, &item.why, err) != CML_OK)
		return err->status;
	if (scoring->proposals->has_aim && rank != NO_RANK)
		item.aim = aim_of(proposal);
	item.outside = cml_buffer_slice(&scoring->outside);
	item.x = scoring->at.x;
	cml_buffer_clear(&scoring->why);
	if (!cml_why_item_print(model, &item, &scoring->why))
		return cml_fail_memory(err);
	return cml_output_write(writer->output, scoring->why.data, scoring->why.size, err);
}

static enum cml_result write_second(const struct scoring *scoring, struct cml_table_writer *writer,
				    struct cml_error *err)
{
	struct cml_forecast forecast = cml_second_forecast(scoring->model, scoring->at.x);
	return cml_forecast_write(&forecast, scoring->model->second, scoring->proposals->all_digits,
				  writer, err);
}

static enum cml_result write_scores(const struct cml_proposal *proposal, struct scoring *scoring,
				    size_t rank, struct cml_table_writer *writer,
				    struct cml_error *err)
{
	const struct cml_model *model = scoring->model;
	if (look_at(scoring, proposal->values, err) != CML_OK)
		return err->status;
	struct cml_forecast forecast =
	    cml_forecast_of(model, scoring->at.x, proposal->pred, proposal->sd);
	if (cml_forecast_write(&forecast, model, scoring->proposals->all_digits, writer, err) !=
		CML_OK ||
	    (model->chance && cml_chance_write(proposal->log_chance, scoring->proposals->all_digits,
					       writer, err) != CML_OK) ||
	    (scoring->has_cost &&
	     cml_write_number(writer, cost_to_tell(proposal, scoring), err) != CML_OK) ||
	    (model->support && write_support(scoring, writer, err) != CML_OK) ||
	    (model->second && write_second(scoring, writer, err) != CML_OK) ||
	    (scoring->proposals->has_front &&
	     cml_write_number(writer, proposal->on_front, err) != CML_OK) ||
	    (scoring->proposals->explainer &&
	     write_why(proposal, scoring, writer, err) != CML_OK) ||
	    (scoring->proposals->has_aim &&
	     cml_write_string(writer, rank == NO_RANK ? "" : aim_of(proposal), err) != CML_OK))
		return err->status;
	for (size_t i = 0; i < model->n_limits; i++)
		if (cml_write_number(writer,
				     cml_outcome_predict(model, i, scoring->at.x,
							 scoring->proposals->all_digits),
				     err) != CML_OK)
			return err->status;
	return cml_write_number(writer, rank == NO_RANK ? NAN : (double)rank, err);
}

static enum cml_result write_proposal(const struct cml_proposal *proposal,
				      const struct cml_space *space, struct scoring *scoring,
				      size_t rank, struct cml_table_writer *writer,
				      struct cml_error *err)
{
	char number[CML_NUMBER_SIZE], key[CML_KEY_SIZE];
	if (scoring->proposals->as_text)
		return write_text(proposal, scoring, rank, writer, err);
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_read(&space->columns[i]) &&
		    cml_write_cell(writer, cml_value_text(space, i, proposal->values[i], number),
				   err) != CML_OK)
			return err->status;
	cml_key_print(proposal->key, key);
	if (cml_write_string(writer, key, err) != CML_OK ||
	    (scoring->model && write_scores(proposal, scoring, rank, writer, err) != CML_OK))
		return err->status;
	return cml_write_end_row(writer, err);
}

/* A line of the table of neighbours: rank, change, chance, prediction, what changes. */
static bool add_neighbour(struct scoring *scoring, const struct cml_explanation *why, size_t rank,
			  struct cml_text_table *table)
{
	struct cml_buffer cells[5] = {{0}};
	bool ok =
	    cml_buffer_printf(&cells[0], "%zu", rank) &&
	    cml_effect_print(why->is_log, cml_explanation_change(why), false, &cells[1]) &&
	    (!scoring->model->chance || cml_buffer_printf(&cells[2], "%.2f", why->chance_after)) &&
	    cml_text_forecast(&why->after, scoring->proposals->all_digits, &cells[3]) &&
	    cml_text_changes(scoring->model, why, cml_buffer_slice(&scoring->outside), &cells[4]);
	for (size_t i = 0; i < 5; i++) {
		ok = ok && cml_text_table_add(table, cml_buffer_slice(&cells[i]));
		cml_buffer_release(&cells[i]);
	}
	return ok;
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
	const struct cml_model *model = scoring->model;
	const struct cml_explanation *why;
	size_t rank = 0;
	for (int several = 0; several <= 1; several++) {
		for (size_t i = 0; i < proposals->n; i++) {
			const struct cml_proposal *item = &proposals->items[i];
			if (is_single(model->space, proposals->beside, item->values) == several)
				continue;
			if (look_at(scoring, item->values, err) != CML_OK ||
			    explain(scoring, item, &why, err) != CML_OK)
				return err->status;
			if (!add_neighbour(scoring, why, ++rank, table))
				return cml_fail_memory(err);
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
	struct cml_text_table table = {.n_columns = 5,
				       .left = 1 << 3 | 1 << 4,
				       .title = "    more than one change, as the rules need it\n"};
	struct cml_buffer text = {0};
	bool ok = true;
	for (size_t i = 0; ok && i < 5; i++)
		ok = cml_text_table_add(&table, cml_slice_of(names[i]));
	enum cml_result status =
	    ok ? add_neighbours(proposals, scoring, &table, err) : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	status = cml_text_table_print(&table, &text)
		     ? cml_output_write(output, text.data, text.size, err)
		     : cml_fail_memory(err);
out:
	cml_text_table_release(&table);
	cml_buffer_release(&text);
	return status;
}

enum cml_result cml_proposal_write(const struct cml_proposal *proposal,
				   const struct cml_space *space, struct cml_table_writer *writer,
				   struct cml_error *err)
{
	return write_proposal(proposal, space,
			      &(struct scoring){.proposals = &(struct cml_proposals){0}}, NO_RANK,
			      writer, err);
}

enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, const struct cml_model *model,
				    struct cml_outside_tally *tally,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	struct scoring scoring;
	enum cml_result status = scoring_init(&scoring, model, proposals, err);
	if (status != CML_OK)
		goto out;
	if (!proposals->as_text && !proposals->continues &&
	    (status = cml_proposals_write_header(space, model, proposals, writer, err)) != CML_OK)
		goto out;
	if (proposals->beside && (status = take_beside(&scoring, proposals->beside, err)) != CML_OK)
		goto out;
	if (proposals->baseline && (status = write_proposal(proposals->baseline, space, &scoring,
							    NO_RANK, writer, err)) != CML_OK)
		goto out;
	scoring.tally = tally;
	if (proposals->as_text && proposals->beside) {
		status = write_neighbours(proposals, &scoring, writer->output, err);
		goto out;
	}
	for (size_t i = 0; i < proposals->n; i++)
		if ((status = write_proposal(&proposals->items[i], space, &scoring, i + 1, writer,
					     err)) != CML_OK)
			goto out;
out:
	scoring_release(&scoring);
	return status;
}

/* A line for people, or the one of the names. */
struct line {
	struct cml_text_table *table;
	bool of_names, all_digits;
};

static bool add_text(const struct line *line, const char *name, struct cml_slice text)
{
	return cml_text_table_add(line->table, line->of_names ? cml_slice_of(name) : text);
}

static bool add_number(const struct line *line, const char *name, double value)
{
	char number[CML_NUMBER_SIZE] = "";
	if (!isnan(value))
		cml_print_double(value, number);
	return add_text(line, name, cml_slice_of(number));
}

static bool add_forecast(const struct line *line, const char *name,
			 const struct cml_forecast *forecast)
{
	struct cml_buffer text = {0};
	bool ok = isnan(forecast->mean) ? cml_buffer_append_string(&text, "none")
					: cml_text_forecast(forecast, line->all_digits, &text);
	ok = ok && add_text(line, name, cml_buffer_slice(&text));
	cml_buffer_release(&text);
	return ok;
}

/* The values of a role; NULL: names. */
static bool add_settings(const struct line *line, const struct cml_space *space, enum cml_role role,
			 const double *values)
{
	char number[CML_NUMBER_SIZE];
	bool ok = true;
	for (size_t i = 0; ok && i < space->n_columns; i++)
		if (space->columns[i].role == role)
			ok = add_text(line, space->columns[i].name,
				      cml_value_text(space, i, values ? values[i] : NAN, number));
	return ok;
}

/* What is predicted of a limit, in its own unit. */
static double limit_of(const struct scoring *scoring, size_t i,
		       const struct cml_space_column *limit, const double *values)
{
	double outcome =
	    cml_outcome_predict(scoring->model, i, scoring->at.x, scoring->proposals->all_digits);
	if (!limit->bound)
		return outcome;
	outcome /= cml_limit_fraction(limit, values, 1);
	return scoring->proposals->all_digits ? outcome : cml_round_known(outcome, NAN);
}

/* Without a proposal `none`; without values names. rank: NO_RANK of the baseline. */
static enum cml_result add_line(struct scoring *scoring, const struct cml_proposal *proposal,
				size_t rank, const double *values, struct cml_text_table *table,
				struct cml_error *err)
{
	const struct cml_model *model = scoring->model;
	const struct cml_space *space = model->space;
	const struct line line = {table, !values, scoring->proposals->all_digits};
	struct cml_forecast first = {.mean = NAN}, second = {.mean = NAN};
	if (proposal && look_at(scoring, values, err) != CML_OK)
		return err->status;
	first =
	    proposal ? cml_forecast_of(model, scoring->at.x, proposal->pred, proposal->sd) : first;
	if (proposal && model->second)
		second = cml_second_forecast(model, scoring->at.x);
	bool ok =
	    add_settings(&line, space, CML_ROLE_CONTEXT, values) &&
	    add_forecast(&line, space->columns[space->metric].name, &first) &&
	    (!model->second || add_forecast(&line, space->columns[space->second].name, &second)) &&
	    (!model->chance ||
	     add_number(&line, "chance",
			proposal ? cml_chance_round(proposal->log_chance) : NAN)) &&
	    (!scoring->has_cost ||
	     add_number(&line, "cost", proposal ? cost_to_tell(proposal, scoring) : NAN));
	for (size_t i = 0; ok && i < model->n_limits; i++) {
		const struct cml_space_column *limit = cml_model_limit(model, i);
		ok = add_number(&line, limit->name,
				proposal ? limit_of(scoring, i, limit, values) : NAN);
	}
	bool has_aim = proposal && scoring->proposals->has_aim && rank != NO_RANK;
	ok = ok && add_settings(&line, space, CML_ROLE_PARAM, values) &&
	     add_text(&line, "for", cml_slice_of(has_aim ? aim_of(proposal) : "")) &&
	     add_text(&line, "outside", cml_buffer_slice(&scoring->outside));
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_proposals_tabulate(const struct cml_proposals *proposals, bool has_cost,
				       const struct cml_model *model, const double *fixed,
				       struct cml_outside_tally *tally,
				       struct cml_text_table *table, struct cml_error *err)
{
	struct scoring scoring;
	enum cml_result status = scoring_init(&scoring, model, proposals, err);
	if (status != CML_OK)
		goto out;
	scoring.has_cost = has_cost;
	if (table->n_cells == 0 &&
	    (status = add_line(&scoring, NULL, NO_RANK, NULL, table, err)) != CML_OK)
		goto out;
	table->n_columns = table->n_columns ? table->n_columns : table->n_cells;
	table->stays = table->n_columns - 1;
	const struct cml_proposal *baseline = proposals->baseline, *items = proposals->items;
	if (baseline && (status = add_line(&scoring, baseline, NO_RANK, baseline->values, table,
					   err)) != CML_OK)
		goto out;
	if (proposals->n == 0 &&
	    (status = add_line(&scoring, NULL, NO_RANK, fixed, table, err)) != CML_OK)
		goto out;
	scoring.tally = tally;
	for (size_t i = 0; i < proposals->n; i++)
		if ((status = add_line(&scoring, &items[i], i + 1, items[i].values, table, err)) !=
		    CML_OK)
			goto out;
out:
	scoring_release(&scoring);
	return status;
}
