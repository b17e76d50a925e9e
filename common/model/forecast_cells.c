#include "model/forecast_cells.h"

#include "base/number.h"
#include "learn/predictor/ensemble.h"

#include <math.h>

/* Of the mean: a smaller deviation is what rounding left of 0. */
#define ROUNDING_SD 1e-12

struct cml_forecast cml_forecast_of(const struct cml_model *model, const float *x, double mean,
				    double sd)
{
	struct cml_forecast forecast = {cml_model_possible(model, mean), sd, NAN, NAN};
	cml_model_interval(model, 1, x, &mean, &sd, &forecast.lo, &forecast.hi);
	return forecast;
}

double cml_forecast_sd(const struct cml_forecast *forecast)
{
	double most = (forecast->hi - forecast->lo) / 2 / CML_CALIBRATION_DEVIATIONS;
	double sd = forecast->sd > most ? most : forecast->sd;
	return sd > 0 && !(sd <= ROUNDING_SD * fabs(forecast->mean)) ? sd : (double)NAN;
}

double cml_forecast_side(const struct cml_forecast *forecast)
{
	if (isnan(forecast->lo))
		return CML_CALIBRATION_DEVIATIONS * cml_forecast_sd(forecast);
	double below = forecast->mean - forecast->lo, above = forecast->hi - forecast->mean;
	return fmin(below, above) > 0 ? fmin(below, above) : fmax(below, above);
}

/* Of the cells of a forecast: without intervals the first two. */
static const char *const columns[] = {"cml_pred", "cml_sd", "cml_lo", "cml_hi"};

static size_t n_columns(const struct cml_model *model)
{
	return cml_model_has_interval(model) ? 4 : 2;
}

void cml_forecast_write_header(const struct cml_model *model, const char *name,
			       struct cml_table_writer *writer)
{
	for (size_t i = 0; i < n_columns(model); i++)
		cml_write_format(writer, "%s%s%s", columns[i], name ? "_" : "", name ? name : "");
}

void cml_forecast_write(const struct cml_forecast *forecast, const struct cml_model *model,
			bool all_digits, struct cml_table_writer *writer)
{
	const double numbers[] = {cml_model_possible(model, forecast->mean),
				  cml_forecast_sd(forecast), forecast->lo, forecast->hi};
	double side = cml_forecast_side(forecast);
	for (size_t i = 0; i < n_columns(model); i++)
		cml_write_number(writer,
				 all_digits ? numbers[i] : cml_round_known(numbers[i], side));
}

double cml_chance_round(double log_chance)
{
	double chance = exp(log_chance);
	double smaller = fmin(chance, -expm1(log_chance));
	if (!(smaller > 0))
		return chance;
	double power = floor(log10(smaller)) + 1 - CML_CHANCE_DIGITS;
	return cml_round_to_power(chance, power);
}

void cml_outcomes_write_header(const struct cml_model *model, struct cml_table_writer *writer)
{
	for (size_t i = 0; i < model->n_limits; i++) {
		const struct cml_space_column *limit = cml_model_limit(model, i);
		/* One whose bound is an expression is learned as its fraction. */
		cml_write_format(writer, "cml_%s_%s", limit->bound ? "fraction" : "pred",
				 limit->name);
	}
}

double cml_outcome_predict(const struct cml_model *model, size_t limit, const float *x,
			   bool all_digits)
{
	double side, outcome = cml_model_outcome(model, limit, x, &side);
	return all_digits ? outcome : cml_round_known(outcome, side);
}

bool cml_forecast_is_column(struct cml_slice name)
{
	bool is_one = cml_slice_skip(&name, "cml_fraction_");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
		struct cml_slice rest = name;
		is_one =
		    is_one || (cml_slice_skip(&rest, columns[i]) && cml_slice_skip(&rest, "_"));
	}
	return is_one;
}

struct cml_forecast cml_second_forecast(const struct cml_model *model, const float *x)
{
	double mean, sd;
	cml_model_predict(model->second, 1, x, &mean, &sd);
	return cml_forecast_of(model->second, x, mean, sd);
}
