#include "model/model.h"

#include "base/number.h"
#include "learn/predictor/model_bytes.h"
#include "model/law/law.h"
#include "table/header.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of one scale. */
struct scale {
	uint64_t key;
	double off; /* logarithm of predictions with what another program computes over without */
};

struct cml_heard {
	struct scale *items; /* by key */
	size_t n, capacity;
};

void cml_model_free(struct cml_model *model)
{
	if (!model)
		return;
	if (model->kind)
		model->kind->free(model->state);
	cml_chance_free(model->chance);
	cml_interval_free(model->interval);
	cml_laws_release(&model->laws);
	for (size_t i = 0; i < model->n_misses; i++)
		free(model->misses[i].items);
	free(model->misses);
	cml_support_free(model->support);
	cml_model_free(model->second);
	for (size_t l = 0; l < model->n_limits; l++)
		cml_model_free(model->limits[l].model);
	free(model->limits);
	cml_model_free(model->bare);
	if (model->heard)
		free(model->heard->items);
	free(model->heard);
	cml_hyper_release(&model->hyper);
	cml_encoder_release(&model->encoder);
	cml_space_free(model->space);
	cml_buffer_release(&model->summary);
	free(model->feature_names);
	cml_arena_release(&model->arena);
	free(model);
}

void cml_model_find_law(struct cml_model *model)
{
	size_t law = model->space ? cml_laws_find(&model->laws, model->space->metric) : CML_NO_LAW;
	if (law != CML_NO_LAW && law == model->laws.given && !model->laws.items[law].is_used)
		law = model->laws.bare;
	model->law_feature = law == CML_NO_LAW ? CML_NO_LAW : cml_laws_feature(&model->laws, law);
	model->roof_feature = model->space ? cml_laws_roof_feature(&model->laws) : CML_NO_LAW;
}

enum cml_result cml_model_round(const struct cml_model *model, const double *features, float *x,
				struct cml_error *err)
{
	bool is_packed = cml_laws_pack_rows(&model->laws);
	size_t n = is_packed ? model->laws.n_plain : model->n_features;
	for (size_t f = 0; f < n; f++) {
		x[f] = (float)features[f];
		if (isinf(x[f])) {
			cml_fail(err, CML_BAD_DATA, "too large for a feature: %g", features[f]);
			cml_error_locate(err, NULL, 0, model->feature_names[f]);
			return CML_BAD_DATA;
		}
	}
	if (is_packed)
		cml_laws_pack(&model->laws, features, x);
	return CML_OK;
}

enum cml_result cml_model_encode(const struct cml_model *model, const double *values,
				 double *features, float *x, struct cml_error *err)
{
	if (cml_encoder_encode(&model->encoder, values, features, err) != CML_OK)
		return err->status;
	return cml_model_round(model, features, x, err);
}

double cml_model_log_law(const struct cml_model *model, const float *x)
{
	return model->law_feature != CML_NO_LAW ? M_LN2 * (double)x[model->law_feature] : 0;
}

bool cml_model_is_silent(const struct cml_model *model, const float *x)
{
	return isnan(cml_model_log_law(model, x));
}

/* What predicts a job. */
static const struct cml_model *model_of(const struct cml_model *model, const float *x)
{
	return model->bare && cml_model_is_silent(model, x) ? model->bare : model;
}

/* A value of the metric, or what the roof lets it be; none stays none. */
static double below_roof(const struct cml_model *model, const float *x, double value)
{
	if (isnan(value) || model->roof_feature == CML_NO_LAW || isnan(x[model->roof_feature]))
		return value;
	double roof = exp2((double)x[model->roof_feature]);
	return model->maximize ? fmin(value, roof * model->laws.roof_scale)
			       : fmax(value, roof / model->laws.roof_scale);
}

/* Numbers of rows that are put one behind the other, without what the predictor does not read. */
#define MOVED 4096

static void predict_packed(const struct cml_model *model, size_t n, const float *x, double *mean,
			   double *sd)
{
	float moved[MOVED];
	size_t n_own = model->n_learned, n_together = MOVED / n_own > 0 ? MOVED / n_own : 1;
	if (n_own == model->n_features) {
		model->kind->predict(model->state, n, x, mean, sd);
		return;
	}
	for (size_t first = 0; first < n; first += n_together) {
		size_t n_now = n - first < n_together ? n - first : n_together;
		const float *rows = x + first * model->n_features;
		for (size_t i = 0; n_now > 1 && i < n_now; i++)
			memcpy(moved + i * n_own, rows + i * model->n_features,
			       n_own * sizeof *moved);
		model->kind->predict(model->state, n_now, n_now > 1 ? moved : rows, mean + first,
				     sd + first);
	}
}

/* From what the predictor says to the metric. */
static void finish(const struct cml_model *model, const float *row, double *mean, double *sd)
{
	*sd = sqrt(*sd * *sd + model->doubt);
	if (!model->log_target) {
		*mean = below_roof(model, row, cml_within(*mean, model->least, DBL_MAX));
		return;
	}
	double log_mean = cml_within(*mean, model->least_share, model->most_share) +
			  cml_model_log_law(model, row);
	*mean = cml_within(below_roof(model, row, exp(log_mean)), DBL_TRUE_MIN, DBL_MAX);
	*sd = cml_within(*sd * *mean, 0, DBL_MAX);
}

static int compare_keys(const void *a, const void *b)
{
	const struct scale *x = a, *y = b;
	return (x->key > y->key) - (x->key < y->key);
}

static int compare_scales(const void *a, const void *b)
{
	const struct scale *x = a, *y = b;
	return x->key != y->key ? compare_keys(a, b) : (x->off > y->off) - (x->off < y->off);
}

/* The scale of a row, if it was heard. */
static const struct scale *find_scale(const struct cml_model *model, const float *row)
{
	const struct cml_heard *heard = model->heard;
	struct scale asked = {cml_laws_scale(&model->laws, &model->encoder, row), 0};
	return heard->n > 0 ? bsearch(&asked, heard->items, heard->n, sizeof asked, compare_keys)
			    : NULL;
}

/* As cml_model_hear says; mean and sd as they are with what another program computes. */
static void listen(const struct cml_model *model, const float *row, double *mean, double *sd)
{
	bool is_silent = cml_model_is_silent(model, row);
	const struct scale *scale = find_scale(model, row);
	double bare, bare_sd, share = is_silent ? 0 : model->laws.order;
	if (share == 1 || !(scale || is_silent))
		return;
	cml_model_predict(model->bare, 1, row, &bare, &bare_sd);
	double log_mean = log(bare) + (scale ? scale->off : 0), own_sd = bare_sd / bare;
	if (!is_silent) {
		own_sd = share * *sd / *mean + (1 - share) * own_sd;
		log_mean += share * (log(*mean) - log_mean);
	}
	*mean = cml_within(below_roof(model, row, exp(log_mean)), DBL_TRUE_MIN, DBL_MAX);
	*sd = cml_within(own_sd * *mean, 0, DBL_MAX);
}

void cml_model_predict(const struct cml_model *model, size_t n, const float *x, double *mean,
		       double *sd)
{
	predict_packed(model, n, x, mean, sd);
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * model->n_features;
		finish(model, row, mean + i, sd + i);
		if (model->bare)
			listen(model, row, mean + i, sd + i);
	}
}

/* Of each scale that is among said[n], in order: the median. */
static enum cml_result keep_medians(struct cml_heard *heard, const struct scale *said, size_t n,
				    struct cml_error *err)
{
	for (size_t first = 0, end; first < n; first = end) {
		end = first;
		while (end < n && said[end].key == said[first].key)
			end++;
		size_t middle = (end - first) / 2, other = (end - first - 1) / 2;
		if (!CML_RESERVE(&heard->items, &heard->capacity, heard->n + 1))
			return cml_fail_memory(err);
		heard->items[heard->n++] = (struct scale){
		    said[first].key, (said[first + middle].off + said[first + other].off) / 2};
	}
	qsort(heard->items, heard->n, sizeof *heard->items, compare_scales);
	return CML_OK;
}

enum cml_result cml_model_hear(const struct cml_model *model, size_t n, const float *x,
			       struct cml_error *err)
{
	if (!model->bare)
		return CML_OK;
	struct scale *said = cml_array_new(n + 1, sizeof *said);
	size_t n_said = 0;
	if (!said)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * model->n_features;
		double with, without, sd;
		if (cml_model_is_silent(model, row) || find_scale(model, row))
			continue;
		cml_model_predict(model, 1, row, &with, &sd);
		cml_model_predict(model->bare, 1, row, &without, &sd);
		said[n_said++] = (struct scale){cml_laws_scale(&model->laws, &model->encoder, row),
						log(with / without)};
	}
	qsort(said, n_said, sizeof *said, compare_scales);
	enum cml_result status =
	    n_said > 0 ? keep_medians(model->heard, said, n_said, err) : CML_OK;
	free(said);
	return status;
}

double cml_model_heard(const struct cml_model *model)
{
	double most = 0;
	for (size_t i = 0; model->heard && i < model->heard->n; i++)
		most = fabs(model->heard->items[i].off) > fabs(most) ? model->heard->items[i].off
								     : most;
	return exp(most);
}

enum cml_result cml_model_take_bare(struct cml_model *model, struct cml_error *err)
{
	size_t law = model->laws.bare;
	if (law != CML_NO_LAW)
		model->bare->law_feature = cml_laws_feature(&model->laws, law);
	return CML_NEW(&model->heard, 1) ? CML_OK : cml_fail_memory(err);
}

bool cml_model_has_interval(const struct cml_model *model)
{
	return model->interval;
}

double cml_model_possible(const struct cml_model *model, double value)
{
	const struct cml_space *space = model->space;
	if (!space || isnan(value))
		return value;
	const struct cml_domain *domain = &space->columns[space->metric].domain;
	return domain->kind == CML_DOMAIN_RANGE ? fmin(fmax(value, domain->lo), domain->hi) : value;
}

bool cml_model_is_beyond(const struct cml_model *model, size_t column, float code)
{
	const struct cml_support_column *own = cml_support_column(model->support, column);
	struct cml_support_cover cover;
	if (!model->space || own->n_levels > 0 || own->role == CML_SUPPORT_DERIVED)
		return false;
	cml_support_cover(model->support, 0, column, &cover);
	double most = CML_BEYOND, hi = (double)cover.hi, at = (double)code;
	if (model->encoder.features[own->first].encoding == CML_ENCODING_LOG)
		return at > hi + log2(most) || at < (double)cover.lo - log2(most);
	return hi > 0 && at > most * hi;
}

static bool is_beyond(const struct cml_model *model, const float *x)
{
	for (size_t c = 0; model->support && c < cml_support_n_columns(model->support); c++)
		if (cml_model_is_beyond(model, c, x[cml_support_column(model->support, c)->first]))
			return true;
	return false;
}

void cml_model_interval(const struct cml_model *model, size_t n, const float *x, const double *mean,
			const double *sd, double *lo, double *hi)
{
	for (size_t i = 0; i < n; i++) {
		lo[i] = hi[i] = NAN;
		if (!cml_model_has_interval(model) || isnan(mean[i]))
			continue;
		const float *row = x + i * model->n_features;
		if (is_beyond(model, row))
			continue;
		double own = model->log_target ? sd[i] / mean[i] : sd[i];
		own = sqrt(fmax(own * own - model->doubt, 0)); /* what the folds were compared by */
		double half = cml_interval_half(model_of(model, row)->interval, row, own);
		if (model->log_target) {
			lo[i] = cml_within(mean[i] * exp(-half), DBL_TRUE_MIN, DBL_MAX);
			hi[i] = cml_within(mean[i] * exp(half), 0, DBL_MAX);
		} else {
			lo[i] = cml_within(mean[i] - half, model->least, DBL_MAX);
			hi[i] = cml_within(mean[i] + half, -DBL_MAX, DBL_MAX);
		}
		lo[i] = cml_model_possible(model, below_roof(model, row, lo[i]));
		hi[i] = cml_model_possible(model, below_roof(model, row, hi[i]));
	}
}
