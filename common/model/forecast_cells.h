/* What is predicted of a job, as cells of a table: cml_pred, cml_sd and, where the model has
 * intervals, cml_lo and cml_hi; cml_ok, the chance that it runs; what is predicted of outcomes that
 * have a limit. */
#ifndef CML_MODEL_FORECAST_CELLS_H
#define CML_MODEL_FORECAST_CELLS_H

#include "base/error.h"
#include "model/model.h"
#include "table/table_writer.h"

struct cml_forecast {
	double mean, sd; /* as cml_model_predict gives them; cml_forecast_of: mean as it can be */
	double lo, hi;   /* as cml_model_interval does */
};

/* Of the job of features x (one row). */
struct cml_forecast cml_forecast_of(const struct cml_model *model, const float *x, double mean,
				    double sd);

/* The uncertainty that says how many digits a prediction deserves: the shorter side of the
 * interval (the longer one where that is nothing), or 1.645 standard deviations without one. */
double cml_forecast_side(const struct cml_forecast *forecast);

/* The deviation printed: at most half the interval over 1.645. One of 0 (or of rounding alone),
 * of jobs that were all the same, tells nothing of others: it becomes NaN. */
double cml_forecast_sd(const struct cml_forecast *forecast);

/* The names of the cells: cml_pred, cml_sd and, with intervals, cml_lo and cml_hi; of the second
 * metric of a model (model->second) with its name behind, cml_pred_NAME. name: NULL: none. */
void cml_forecast_write_header(const struct cml_model *model, const char *name,
			       struct cml_table_writer *writer);
/* The cells, with all digits or with those that the uncertainty deserves. */
void cml_forecast_write(const struct cml_forecast *forecast, const struct cml_model *model,
			bool all_digits, struct cml_table_writer *writer);

/* exp(log_chance), rounded to so many significant digits of the chance to run or of that to fail,
 * whichever is smaller: 0.81, 0.951, 0.9996, 0.012. No chance but those of 0 and 1 becomes 0 or 1.
 */
#define CML_CHANCE_DIGITS 2
double cml_chance_round(double log_chance);

/* Columns cml_pred_NAME of the limits of a model (cml_fraction_NAME where its bound is an
 * expression, of which it is a fraction), and the number in one, of the job of features x (one
 * row), with all digits or those that it deserves. */
void cml_outcomes_write_header(const struct cml_model *model, struct cml_table_writer *writer);
double cml_outcome_predict(const struct cml_model *model, size_t limit, const float *x,
			   bool all_digits);

/* Whether a column is called as one of a limit or of a second metric, of this model or another. */
bool cml_forecast_is_column(struct cml_slice name);

/* As cml_forecast_of, of the second metric of a model that has one, for the job of features x (one
 * row); written with model->second. */
struct cml_forecast cml_second_forecast(const struct cml_model *model, const float *x);

#endif
