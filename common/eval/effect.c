#include "eval/effect.h"

#include "base/memory.h"
#include "base/number.h"
#include "eval/mixed_job.h"
#include "math/summary.h"
#include "model/batch_predict.h"
#include "model/forecast_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DECILES 10
/* Quantiles of the effects on individual jobs. */
#define LOW 0.1
#define HIGH 0.9

struct measuring {
	const struct cml_effect_question *question;
	const struct cml_space *space;
	struct cml_effect *effect;
	double *sorted; /* values of the log, ascending */
	size_t n_sorted;
	size_t *jobs; /* n_jobs: rows of the set that are predicted */
	struct cml_mixed_job mixed;
	float *x; /* n_jobs x n_features */
	double *sd, *chance;
	double *worth;   /* n values x n_jobs: predictions, on the scale that is averaged */
	double *centre;  /* n_jobs: mean over values */
	double *of_jobs; /* n_jobs */
};

static const double *values_of(const struct cml_validation_set *set, size_t row)
{
	return set->rows.kept + row * set->encoder->space->n_columns;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The values that jobs have; and which jobs are predicted. */
static enum cml_result list_jobs(struct measuring *measuring, struct cml_error *err)
{
	const struct cml_validation_set *set = measuring->question->set;
	size_t slot = measuring->question->slot, n_rows = set->data.n_rows, n = 0;
	measuring->sorted = cml_array_new(n_rows, sizeof *measuring->sorted);
	measuring->jobs = cml_array_new(n_rows, sizeof *measuring->jobs);
	if (!measuring->sorted || !measuring->jobs)
		return cml_fail_memory(err);
	for (size_t row = 0; row < n_rows; row++) {
		double value = values_of(set, row)[slot];
		if (isnan(value))
			continue;
		measuring->sorted[n] = value;
		measuring->jobs[n++] = row;
	}
	if (n == 0)
		return cml_fail(err, CML_NOTHING, "no job has a value of '%s'",
				measuring->space->columns[slot].name);
	qsort(measuring->sorted, n, sizeof *measuring->sorted, ascending);
	measuring->n_sorted = n;
	measuring->effect->n_jobs = n < CML_EFFECT_JOBS ? n : CML_EFFECT_JOBS;
	for (size_t i = 0; i < measuring->effect->n_jobs; i++)
		measuring->jobs[i] = measuring->jobs[i * n / measuring->effect->n_jobs];
	return CML_OK;
}

/* How many jobs have a value. */
static size_t count(const struct measuring *measuring, double value)
{
	size_t n = 0;
	for (size_t i = 0; i < measuring->n_sorted; i++)
		n += measuring->sorted[i] == value;
	return n;
}

static size_t count_distinct(const struct measuring *measuring)
{
	size_t n = 0;
	for (size_t i = 0; i < measuring->n_sorted; i++)
		n += i == 0 || measuring->sorted[i] != measuring->sorted[i - 1];
	return n;
}

static void add_point(struct measuring *measuring, double value, bool is_text)
{
	struct cml_effect *effect = measuring->effect;
	size_t n_jobs = count(measuring, value);
	bool is_extrapolated =
	    value < measuring->sorted[0] || value > measuring->sorted[measuring->n_sorted - 1];
	if (effect->n > 0 && effect->points[effect->n - 1].value == value)
		return;
	effect->points[effect->n++] =
	    (struct cml_effect_point){.value = value,
				      .n_jobs = n_jobs,
				      .is_outside = is_text ? n_jobs == 0 : is_extrapolated};
}

static enum cml_result list_values(struct measuring *measuring, struct cml_error *err)
{
	const struct cml_space_column *column =
	    &measuring->space->columns[measuring->question->slot];
	size_t n_listed = column->domain.n_values, n_distinct = count_distinct(measuring);
	bool is_text = column->type == CML_TYPE_CATEGORICAL || column->type == CML_TYPE_ORDINAL;
	bool takes_domain = n_listed > 0 && (is_text || n_listed <= CML_EFFECT_VALUES);
	size_t n_max = n_distinct + n_listed + DECILES + 1;
	measuring->effect->points = cml_array_new(n_max, sizeof *measuring->effect->points);
	if (!measuring->effect->points)
		return cml_fail_memory(err);
	for (size_t i = 0; takes_domain && i < n_listed; i++) {
		double value = cml_domain_value(&column->domain, i);
		if (n_listed <= CML_EFFECT_VALUES || count(measuring, value) > 0)
			add_point(measuring, value, is_text);
	}
	for (size_t i = 0;
	     !takes_domain && n_distinct <= CML_EFFECT_VALUES && i < measuring->n_sorted; i++)
		add_point(measuring, measuring->sorted[i], is_text);
	for (size_t d = 0; !takes_domain && n_distinct > CML_EFFECT_VALUES && d <= DECILES; d++)
		add_point(measuring, measuring->sorted[d * (measuring->n_sorted - 1) / DECILES],
			  is_text);
	return CML_OK;
}

static enum cml_result allocate(struct measuring *measuring, struct cml_error *err)
{
	const struct cml_encoder *encoder = measuring->question->set->encoder;
	size_t n = measuring->effect->n_jobs, n_worth;
	if (__builtin_mul_overflow(n, measuring->effect->n, &n_worth))
		return cml_fail_memory(err);
	measuring->mixed.values =
	    cml_array_new(encoder->space->n_columns, sizeof *measuring->mixed.values);
	measuring->mixed.features =
	    cml_array_new(encoder->n_features, sizeof *measuring->mixed.features);
	measuring->x = cml_aligned_new(n * encoder->n_features, sizeof *measuring->x);
	measuring->sd = cml_array_new(n, sizeof *measuring->sd);
	measuring->chance = cml_array_new(n, sizeof *measuring->chance);
	measuring->worth = cml_array_new(n_worth, sizeof *measuring->worth);
	measuring->centre = cml_array_new(n, sizeof *measuring->centre);
	measuring->of_jobs = cml_array_new(n, sizeof *measuring->of_jobs);
	return measuring->mixed.values && measuring->mixed.features && measuring->x &&
		       measuring->sd && measuring->chance && measuring->worth &&
		       measuring->centre && measuring->of_jobs
		   ? CML_OK
		   : cml_fail_memory(err);
}

static void release(struct measuring *measuring)
{
	free(measuring->sorted);
	free(measuring->jobs);
	free(measuring->mixed.values);
	free(measuring->mixed.features);
	free(measuring->x);
	free(measuring->sd);
	free(measuring->chance);
	free(measuring->worth);
	free(measuring->centre);
	free(measuring->of_jobs);
}

/* All jobs with one value. */
static enum cml_result predict_point(struct measuring *measuring, size_t p, struct cml_error *err)
{
	const struct cml_effect_question *question = measuring->question;
	const struct cml_validation_set *set = question->set;
	struct cml_effect_point *point = &measuring->effect->points[p];
	size_t n = measuring->effect->n_jobs, n_features = set->data.n_features;
	double *worth = measuring->worth + p * n;
	for (size_t i = 0; i < n; i++) {
		size_t row = measuring->jobs[i];
		float *x = measuring->x + i * n_features;
		memcpy(x, set->data.x + row * n_features, n_features * sizeof *x);
		cml_mixed_job_encode(&measuring->mixed, set->encoder, values_of(set, row),
				     question->slot, point->value, x);
		point->n_feasible += measuring->mixed.is_feasible;
	}
	cml_batch_predict(question->model, question->pool, n, measuring->x, worth, measuring->sd,
			  measuring->chance);
	for (size_t i = 0; i < n; i++) {
		worth[i] = question->model->log_target ? log(worth[i]) : worth[i];
		measuring->chance[i] = exp(measuring->chance[i]);
		if (!isfinite(worth[i]))
			return cml_fail(err, CML_BAD_DATA, "a prediction is not a finite number");
	}
	point->chance = cml_mean(n, measuring->chance);
	return CML_OK;
}

static double to_unit(const struct cml_model *model, double worth)
{
	return model->log_target ? exp(worth) : worth;
}

static void summarize(struct measuring *measuring)
{
	const struct cml_model *model = measuring->question->model;
	struct cml_effect *effect = measuring->effect;
	size_t n = effect->n_jobs;
	for (size_t i = 0; i < n; i++) {
		measuring->centre[i] = 0;
		for (size_t p = 0; p < effect->n; p++)
			measuring->centre[i] += measuring->worth[p * n + i] / (double)effect->n;
	}
	double centre = cml_mean(n, measuring->centre);
	for (size_t p = 0; p < effect->n; p++) {
		struct cml_effect_point *point = &effect->points[p];
		const double *worth = measuring->worth + p * n;
		point->mean = to_unit(model, cml_mean(n, worth));
		for (size_t i = 0; i < n; i++)
			measuring->of_jobs[i] = worth[i] - measuring->centre[i];
		point->lo = to_unit(model, centre + cml_quantile(n, measuring->of_jobs, LOW));
		point->hi = to_unit(model, centre + cml_quantile(n, measuring->of_jobs, HIGH));
	}
}

enum cml_result cml_effect_measure(const struct cml_effect_question *question,
				   struct cml_effect *effect, struct cml_error *err)
{
	struct measuring measuring = {
	    .question = question, .space = question->set->encoder->space, .effect = effect};
	*effect = (struct cml_effect){0};
	enum cml_result status = list_jobs(&measuring, err);
	if (status != CML_OK || (status = list_values(&measuring, err)) != CML_OK ||
	    (status = allocate(&measuring, err)) != CML_OK)
		goto out;
	for (size_t p = 0; p < effect->n; p++)
		if ((status = predict_point(&measuring, p, err)) != CML_OK)
			goto out;
	summarize(&measuring);
out:
	release(&measuring);
	if (status != CML_OK)
		cml_effect_release(effect);
	return status;
}

void cml_effect_release(struct cml_effect *effect)
{
	free(effect->points);
	*effect = (struct cml_effect){0};
}

enum cml_result cml_effect_write_header(const struct cml_model *model,
					struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_column",     "cml_value", "cml_n_jobs",
					    "cml_n_feasible", "cml_pred",  "cml_lo",
					    "cml_hi",         "cml_ok",    "cml_outside"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((i != 7 || model->chance) && cml_write_string(writer, names[i], err) != CML_OK)
			return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_effect_write(const struct cml_effect *effect, const struct cml_model *model,
				 size_t slot, bool all_digits, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	const char *name = model->space->columns[slot].name;
	char number[CML_NUMBER_SIZE];
	for (size_t p = 0; p < effect->n; p++) {
		const struct cml_effect_point *point = &effect->points[p];
		const double counts[] = {(double)point->n_jobs, (double)point->n_feasible},
			     predicted[] = {point->mean, point->lo, point->hi};
		double side = fmin(point->mean - point->lo, point->hi - point->mean);
		if (cml_write_string(writer, name, err) != CML_OK ||
		    cml_write_cell(writer, cml_value_text(model->space, slot, point->value, number),
				   err) != CML_OK)
			return err->status;
		for (size_t i = 0; i < 2; i++)
			if (cml_write_number(writer, counts[i], err) != CML_OK)
				return err->status;
		for (size_t i = 0; i < 3; i++)
			if (cml_write_number(writer,
					     all_digits ? predicted[i]
							: cml_round_known(predicted[i], side),
					     err) != CML_OK)
				return err->status;
		if ((model->chance &&
		     cml_chance_write(log(point->chance), all_digits, writer, err) != CML_OK) ||
		    cml_write_string(writer, point->is_outside ? name : "", err) != CML_OK ||
		    cml_write_end_row(writer, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
