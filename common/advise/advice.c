#include "advise/advice.h"

#include "base/number.h"
#include "model/forecast_cells.h"

#include <math.h>

enum cml_result cml_advice_init(struct cml_advice_writer *advice, struct cml_error *err)
{
	const struct cml_model *model = advice->model;
	return model && model->support ? cml_support_probe_init(&advice->probe, model->support, err)
				       : CML_OK;
}

void cml_advice_release(struct cml_advice_writer *advice)
{
	cml_support_probe_release(&advice->probe);
	cml_buffer_release(&advice->outside);
	cml_buffer_release(&advice->text);
	*advice = (struct cml_advice_writer){0};
}

static void write_name(const struct cml_advice_writer *advice, bool is_there, const char *name)
{
	if (is_there)
		cml_write_string(advice->writer, name);
}

void cml_advice_write_header(const struct cml_advice_writer *advice)
{
	const struct cml_model *model = advice->model;
	struct cml_table_writer *writer = advice->writer;
	if (advice->as_text)
		return;
	cml_forecast_write_header(model, NULL, writer);
	write_name(advice, model->chance, "cml_ok");
	write_name(advice, advice->has_cost, "cml_cost");
	write_name(advice, model->support, "cml_outside");
	write_name(advice, model->support, "cml_near");
	write_name(advice, model->support, "cml_near_value");
	if (model->second)
		cml_forecast_write_header(model->second,
					  model->space->columns[model->space->second].name, writer);
	write_name(advice, advice->has_front, "cml_front");
	if (advice->explainer)
		cml_why_write_header(model, !advice->beside, writer);
	write_name(advice, advice->has_aim, "cml_aim");
	cml_outcomes_write_header(model, writer);
	write_name(advice, advice->has_rank, "cml_rank");
}

enum cml_result cml_advice_look(struct cml_advice_writer *advice, const float *x,
				struct cml_error *err)
{
	const struct cml_model *model = advice->model;
	struct cml_support_probe *probe = &advice->probe;
	if (!model->support)
		return CML_OK;
	cml_support_covers(probe, x);
	if (advice->tally)
		cml_outside_tally_add(advice->tally, probe);
	cml_buffer_clear(&advice->outside);
	return cml_model_outside_print(model, probe, !advice->as_text, &advice->outside)
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* cml_outside, cml_near, cml_near_value. */
static void write_support(struct cml_advice_writer *advice)
{
	uint64_t key;
	double value;
	cml_support_near(&advice->probe, &key, &value);
	cml_write_buffer(advice->writer, &advice->outside);
	cml_write_key(advice->writer, key);
	cml_write_number(advice->writer, value);
}

enum cml_result cml_advice_explain(const struct cml_advice_writer *advice,
				   const struct cml_advice *one, const struct cml_explanation **why,
				   struct cml_error *err)
{
	const struct cml_config_view view = {one->values, one->x};
	return cml_explain(advice->explainer, advice->beside, &view, why, err);
}

double cml_advice_cost(const struct cml_advice_writer *advice, const struct cml_advice *one)
{
	return advice->all_digits
		   ? one->cost
		   : cml_round_known(one->cost, one->cost * fabs(one->sd / one->mean));
}

static enum cml_result write_why(struct cml_advice_writer *advice, const struct cml_advice *one,
				 struct cml_error *err)
{
	const struct cml_explanation *why;
	if (cml_advice_explain(advice, one, &why, err) != CML_OK)
		return err->status;
	cml_why_write(advice->model, why, advice->all_digits, advice->writer);
	return CML_OK;
}

static enum cml_result write_text(struct cml_advice_writer *advice, const struct cml_advice *one,
				  struct cml_error *err)
{
	struct cml_advice item = *one;
	item.outside = cml_buffer_slice(&advice->outside);
	item.cost = cml_advice_cost(advice, one);
	item.all_digits = advice->all_digits;
	if (cml_advice_explain(advice, one, &item.why, err) != CML_OK)
		return err->status;
	cml_buffer_clear(&advice->text);
	if (!cml_advice_print(advice->model, &item, &advice->text))
		return cml_fail_memory(err);
	return cml_output_write(advice->writer->output, advice->text.data, advice->text.size, err);
}

enum cml_result cml_advice_write(struct cml_advice_writer *advice, const struct cml_advice *one,
				 struct cml_error *err)
{
	const struct cml_model *model = advice->model;
	struct cml_table_writer *writer = advice->writer;
	bool all_digits = advice->all_digits;
	if (cml_advice_look(advice, one->x, err) != CML_OK)
		return err->status;
	if (advice->as_text)
		return write_text(advice, one, err);
	struct cml_forecast forecast = cml_forecast_of(model, one->x, one->mean, one->sd);
	cml_forecast_write(&forecast, model, all_digits, writer);
	if (model->chance)
		cml_write_number(writer, all_digits ? exp(one->log_chance)
						    : cml_chance_round(one->log_chance));
	if (advice->has_cost)
		cml_write_number(writer, cml_advice_cost(advice, one));
	if (model->support)
		write_support(advice);
	if (model->second) {
		forecast = cml_second_forecast(model, one->x);
		cml_forecast_write(&forecast, model->second, all_digits, writer);
	}
	if (advice->has_front)
		cml_write_number(writer, one->on_front);
	if (advice->explainer && write_why(advice, one, err) != CML_OK)
		return err->status;
	if (advice->has_aim)
		cml_write_string(writer, one->aim);
	for (size_t i = 0; i < model->n_limits; i++)
		cml_write_number(writer, cml_outcome_predict(model, i, one->x, all_digits));
	if (advice->has_rank)
		cml_write_number(writer, one->rank > 0 ? (double)one->rank : NAN);
	return CML_OK;
}
