/* Outcomes that limits bound, asked as a metric is; with them the chance of a job. Part of model.h.
 */
#include "model/model.h"

#include "math/normal.h"
#include "table/header.h"

#include <math.h>
#include <string.h>

const struct cml_space_column *cml_model_limit(const struct cml_model *model, size_t limit)
{
	return &model->space->columns[model->limits[limit].slot];
}

/* Of a limit that no job reports: the logarithm of the outcome by its law, and the log-odds to run.
 */
static double log_law(const struct cml_model *model, const struct cml_limit *limit, const float *x)
{
	return M_LN2 * (double)x[cml_laws_feature(&model->laws, limit->law)];
}

static double steepness_of(const struct cml_model *model, const struct cml_limit *limit)
{
	return model->laws.items[limit->law].steepness;
}

double cml_model_outcome(const struct cml_model *model, size_t number, const float *x, double *side)
{
	const struct cml_limit *limit = &model->limits[number];
	double outcome, sd, lo, hi;
	if (!limit->model) {
		outcome = exp(log_law(model, limit, x));
		*side = outcome * log((1 + CML_INTERVAL_COVERAGE) / (1 - CML_INTERVAL_COVERAGE)) /
			steepness_of(model, limit);
		return outcome;
	}
	cml_model_predict(limit->model, 1, x, &outcome, &sd);
	cml_model_interval(limit->model, 1, x, &outcome, &sd, &lo, &hi);
	*side = isnan(hi) ? cml_normal_central(CML_INTERVAL_COVERAGE) * sd : hi - outcome;
	return outcome;
}

/* The log chance that an outcome is inside its bounds, of which this is predicted. */
static double log_inside(const struct cml_limit *limit, const struct cml_domain *bounds,
			 double mean, double sd, double hi)
{
	bool is_log = limit->model->log_target;
	double lower = is_log ? log(fmax(bounds->lo, 0)) : bounds->lo;
	double upper = is_log ? log(fmax(bounds->hi, 0)) : bounds->hi;
	double at = is_log ? log(mean) : mean, inside;
	double spread = isnan(hi) ? (is_log ? sd / mean : sd)
				  : (is_log ? log(hi / mean) : hi - mean) /
					cml_normal_central(CML_INTERVAL_COVERAGE);
	if (spread > 0)
		inside = cml_normal_probability((upper - at) / spread) -
			 cml_normal_probability((lower - at) / spread);
	else
		inside = lower <= at && at <= upper;
	return cml_chance_clamp(inside > 0 ? log(inside) : -INFINITY, limit->n_jobs);
}

/* Rows whose outcomes are predicted together: they live on the stack. */
#define BLOCK 64

/* Where no job failed, the end of memory is halfway between what jobs needed and its bound. */
static double end_of(const struct cml_law *law, double bound)
{
	return law->proven < bound ? sqrt(law->proven * bound) : bound;
}

/* Of a block at most. */
static void keep_limit(const struct cml_model *model, const struct cml_limit *limit, size_t n,
		       const float *x, double *log_chance)
{
	const struct cml_domain *bounds = &model->space->columns[limit->slot].domain;
	double mean[BLOCK], sd[BLOCK], lo[BLOCK], hi[BLOCK];
	if (limit->model) {
		cml_model_predict(limit->model, n, x, mean, sd);
		cml_model_interval(limit->model, n, x, mean, sd, lo, hi);
	}
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * model->n_features;
		double own;
		if (limit->model) {
			own = log_inside(limit, bounds, mean[i], sd[i], hi[i]);
		} else {
			double end = end_of(&model->laws.items[limit->law], bounds->hi);
			double log_odds =
			    steepness_of(model, limit) * (log(end) - log_law(model, limit, row));
			own = cml_chance_clamp(-cml_softplus(-log_odds), limit->n_jobs);
		}
		log_chance[i] = fmin(log_chance[i], own);
	}
}

void cml_model_chance(const struct cml_model *model, size_t n, const float *x, double *log_chance)
{
	if (model->chance)
		cml_chance_predict(model->chance, n, x, log_chance);
	else
		memset(log_chance, 0, n * sizeof *log_chance);
	for (size_t first = 0; first < n; first += BLOCK)
		for (size_t l = 0; l < model->n_limits; l++)
			keep_limit(model, &model->limits[l], n - first < BLOCK ? n - first : BLOCK,
				   x + first * model->n_features, log_chance + first);
}

enum cml_result cml_model_require_limits(const struct cml_space *space,
					 const struct cml_dataset *data, struct cml_error *err)
{
	for (size_t l = 0; l + data->has_second < data->n_limits; l++) {
		const char *name = data->limit_names[l];
		if (cml_dataset_n_reports(data, l) > 0 ||
		    cml_law_has_terms(space, cml_space_find(space, cml_slice_of(name))))
			continue;
		const char *quote = strpbrk(name, " #") ? "'" : "";
		cml_fail(err, CML_BAD_DATA,
			 "no job reports it, so its limit cannot be learned: read it with "
			 "cml-submit --limit %s%s=NAME%s, or give it the role ignore in the space",
			 quote, name, quote);
		return cml_error_locate(err, NULL, 0, name);
	}
	return CML_OK;
}

/* Rows a thread predicts at a time. */
#define BATCH 128

struct batch {
	const struct cml_model *model;
	size_t n;
	const float *x;
	double *mean;
	double *sd;
	double *log_chance;
};

static void predict_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct batch *batch = context;
	size_t first = block * BATCH;
	size_t n = batch->n - first < BATCH ? batch->n - first : BATCH;
	const float *x = batch->x + first * batch->model->n_features;
	cml_model_predict(batch->model, n, x, batch->mean + first, batch->sd + first);
	if (batch->log_chance)
		cml_model_chance(batch->model, n, x, batch->log_chance + first);
}

void cml_batch_predict(const struct cml_model *model, struct cml_pool *pool, size_t n,
		       const float *x, double *mean, double *sd, double *log_chance)
{
	struct batch batch = {model, n, x, mean, sd, log_chance};
	cml_pool_run(pool, (n + BATCH - 1) / BATCH, predict_block, &batch);
}

/* A limit's ends, as people write them. */
static bool put_ends(const struct cml_space_column *column, struct cml_buffer *text)
{
	const struct cml_domain *bounds = &column->domain;
	if (isfinite(bounds->lo) && isfinite(bounds->hi))
		return cml_buffer_printf(text, "limit %g <= %s <= %g", bounds->lo, column->name,
					 bounds->hi);
	if (isfinite(bounds->lo))
		return cml_buffer_printf(text, "limit %s >= %g", column->name, bounds->lo);
	return cml_buffer_printf(text, "limit %s <= %g", column->name, bounds->hi);
}

bool cml_model_put_limit(const struct cml_model *model, const struct cml_limit *limit,
			 struct cml_buffer *text)
{
	const struct cml_space_column *column = &model->space->columns[limit->slot];
	bool ok = put_ends(column, text) &&
		  cml_buffer_printf(text,
				    limit->model ? ": %.0f jobs report it\n"
						 : ": from which of %.0f jobs ran out of it\n",
				    limit->n_jobs);
	if (column->bound)
		ok = ok && cml_buffer_printf(text, "%s is a fraction of %s\n", column->name,
					     cml_expression_text(column->bound));
	return ok;
}
