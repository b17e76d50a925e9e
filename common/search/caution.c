#include "search/caution.h"

#include "advise/model_outside.h"
#include "base/memory.h"
#include "base/number.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a measured job has the codes of contexts that are wanted; NaN: any. */
static bool has_contexts(const struct cml_model *model, size_t job, const float *wanted)
{
	for (size_t c = 0; c < cml_support_n_columns(model->support); c++)
		if (!isnan(wanted[c]) && cml_support_near_code(model->support, job, c) != wanted[c])
			return false;
	return true;
}

/* Whether a level that is wanted is one that no job had. */
static bool is_new_level(const struct cml_model *model, const float *wanted)
{
	for (size_t c = 0; c < cml_support_n_columns(model->support); c++) {
		struct cml_support_cover cover;
		if (isnan(wanted[c]) || cml_support_column(model->support, c)->n_levels == 0)
			continue;
		size_t level = (size_t)wanted[c];
		cml_support_cover(model->support, 0, c, &cover);
		if (!(cover.levels[level / 64] >> level % 64 & 1))
			return true;
	}
	return false;
}

/* The codes of the contexts that are fixed, NaN elsewhere; how many they are. */
static enum cml_result find_contexts(struct cml_caution *caution, const char *const *fixes,
				     size_t n_fixes, float *wanted, size_t *n,
				     struct cml_error *err)
{
	const struct cml_model *model = caution->at.model;
	AUTOFREE double *values = cml_array_new(model->space->n_columns, sizeof *values);
	if (!values)
		return cml_fail_memory(err);
	if (cml_fixes_read(model->space, fixes, n_fixes, values, err) != CML_OK ||
	    cml_encoded_take(&caution->at, values, err) != CML_OK)
		return err->status;
	cml_support_encode(model->support, caution->at.x, wanted);
	for (size_t c = 0; c < cml_support_n_columns(model->support); c++) {
		bool is_fixed = cml_encoded_is_given(&caution->at, fixes, n_fixes, c);
		wanted[c] = is_fixed ? wanted[c] : NAN;
		*n += is_fixed;
	}
	return CML_OK;
}

/* How many times a number is that of the nearest job of a condition; 1 inside. */
static double stretch_of(const struct cml_model *model, size_t condition, size_t column, float code)
{
	struct cml_support_cover cover;
	size_t feature = cml_support_column(model->support, column)->first;
	cml_support_cover(model->support, condition, column, &cover);
	double at = (double)code, near = cml_within(at, (double)cover.lo, (double)cover.hi);
	bool is_log = model->encoder.features[feature].encoding == CML_ENCODING_LOG;
	double stretch = is_log ? exp2(at - near) : at / near;
	return stretch > 0 && isfinite(stretch) ? stretch : 1;
}

/* What rules tie to a context that is stretched goes with it. */
static void stretch_tied(struct cml_caution *caution, size_t slot)
{
	const struct cml_space *space = caution->at.model->space;
	for (size_t r = 0; r < space->n_columns; r++) {
		const struct cml_expression *rule = space->columns[r].expression;
		if (space->columns[r].role != CML_ROLE_RULE ||
		    !strstr(cml_expression_text(rule), " == ") ||
		    strchr(cml_expression_text(rule), '%'))
			continue;
		size_t n;
		bool reads = false;
		const size_t *slots = cml_expression_slots(rule, &n);
		for (size_t i = 0; i < n; i++)
			reads = reads || slots[i] == slot;
		for (size_t i = 0; reads && i < n; i++)
			if (space->columns[slots[i]].role == CML_ROLE_PARAM)
				caution->stretch[slots[i]] = caution->stretch[slot];
	}
}

/* wanted: codes of contexts, NaN: any. */
static void find_stretch(struct cml_caution *caution, const float *wanted)
{
	const struct cml_model *model = caution->at.model;
	for (size_t c = 0; c < cml_support_n_columns(model->support); c++) {
		size_t slot = cml_support_slot(model, c);
		if (isnan(wanted[c]) || cml_support_column(model->support, c)->n_levels > 0)
			continue;
		caution->stretch[slot] = stretch_of(model, 0, c, wanted[c]);
		if (caution->stretch[slot] != 1)
			stretch_tied(caution, slot);
	}
}

/* How many jobs are still to make the contexts known, and how far these are from the log. */
static enum cml_result look_at_contexts(struct cml_caution *caution, const char *const *fixes,
					size_t n_fixes, struct cml_error *err)
{
	const struct cml_model *model = caution->at.model;
	size_t n_contexts = 0, n_known = 0, n_jobs = cml_support_n_near(model->support);
	AUTOFREE float *wanted =
	    cml_array_new(cml_support_n_columns(model->support), sizeof *wanted);
	if (!wanted)
		return cml_fail_memory(err);
	if (find_contexts(caution, fixes, n_fixes, wanted, &n_contexts, err) != CML_OK)
		return err->status;
	for (size_t job = 0; job < n_jobs; job++)
		n_known += has_contexts(model, job, wanted);
	caution->is_foreign = model->law_feature == CML_NO_LAW && is_new_level(model, wanted);
	if (n_contexts > 0 && n_known < CML_ANCHORS)
		caution->n_anchors = caution->is_foreign ? 1 : CML_ANCHORS - n_known;
	find_stretch(caution, wanted);
	return CML_OK;
}

enum cml_result cml_caution_init(struct cml_caution *caution, const struct cml_model *model,
				 const char *const *fixes, size_t n_fixes,
				 const struct cml_failures *failures, size_t n,
				 struct cml_error *err)
{
	bool is_asked = failures->has_floor || failures->are_ignored;
	*caution = (struct cml_caution){
	    .max_untried = SIZE_MAX,
	    .max_failing =
		is_asked ? INFINITY : fmax(CML_FAILING_LEAST, CML_FAILING_SHARE * (double)n)};
	if (!model->support || !model->space)
		return CML_OK;
	caution->is_blind = model->law_feature == CML_NO_LAW && model->n_limits == 0 &&
			    !(model->chance && cml_chance_jobs(model->chance).n_failed > 0);
	caution->max_untried = (size_t)ceil(CML_UNTRIED_SHARE * (double)n);
	if (!CML_NEW(&caution->stretch, model->space->n_columns) ||
	    !CML_NEW(&caution->shrunk, model->space->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < model->space->n_columns; i++)
		caution->stretch[i] = 1;
	if (cml_encoded_init(&caution->at, model, err) != CML_OK ||
	    cml_bets_init(&caution->bets, model, err) != CML_OK)
		return err->status;
	return look_at_contexts(caution, fixes, n_fixes, err);
}

void cml_caution_release(struct cml_caution *caution)
{
	cml_encoded_release(&caution->at);
	cml_bets_release(&caution->bets);
	free(caution->stretch);
	free(caution->shrunk);
	*caution = (struct cml_caution){0};
}

static bool is_param(const struct cml_support *support, size_t column)
{
	return cml_support_column(support, column)->role == CML_SUPPORT_PARAM;
}

/* Times the last number that jobs of a context had, or the first: a step of most settings. */
#define FAR 2.01

static bool is_far(const struct cml_caution *caution, const struct cml_support_finding *found)
{
	const struct cml_support_probe *probe = &caution->at.probe;
	if (!caution->is_blind || found->other != CML_SUPPORT_NONE ||
	    cml_support_column(probe->support, found->column)->n_levels > 0)
		return false;
	double stretch = stretch_of(caution->at.model, found->condition, found->column,
				    probe->codes[found->column]);
	return stretch > FAR || stretch < 1. / FAR;
}

static enum cml_novelty novelty_of(const struct cml_caution *caution,
				   const struct cml_support_finding *found)
{
	const struct cml_support *support = caution->at.model->support;
	bool is_pair = found->other != CML_SUPPORT_NONE;
	if (!is_param(support, found->column) && !(is_pair && is_param(support, found->other)))
		return CML_NOVELTY_NONE;
	if (is_far(caution, found))
		return CML_NOVELTY_FAR;
	return is_pair || found->condition == 0 ? CML_NOVELTY_VALUE : CML_NOVELTY_CONTEXT;
}

static enum cml_result look(struct cml_caution *caution, const double *values,
			    enum cml_novelty *novelty, struct cml_error *err)
{
	struct cml_support_probe *probe = &caution->at.probe;
	*novelty = CML_NOVELTY_NONE;
	if (cml_encoded_take(&caution->at, values, err) != CML_OK)
		return err->status;
	cml_support_covers(probe, caution->at.x);
	for (size_t i = 0; i < probe->n_found; i++) {
		enum cml_novelty own = novelty_of(caution, &probe->found[i]);
		bool is_another = own != CML_NOVELTY_NONE && *novelty != CML_NOVELTY_NONE;
		own = is_another && own < CML_NOVELTY_SEVERAL ? CML_NOVELTY_SEVERAL : own;
		*novelty = own > *novelty ? own : *novelty;
	}
	return CML_OK;
}

enum cml_result cml_caution_look(struct cml_caution *caution, const double *values,
				 enum cml_novelty *novelty, struct cml_error *err)
{
	enum cml_novelty at_scale;
	*novelty = CML_NOVELTY_NONE;
	if (!caution->at.model)
		return CML_OK;
	if (look(caution, values, novelty, err) != CML_OK)
		return err->status;
	/* Of the params of a rule any one goes with the context. */
	size_t n = caution->at.model->space->n_columns;
	for (size_t i = 0; i < n && *novelty != CML_NOVELTY_NONE; i++) {
		if (caution->stretch[i] == 1)
			continue;
		memcpy(caution->shrunk, values, n * sizeof *values);
		caution->shrunk[i] /= caution->stretch[i];
		if (look(caution, caution->shrunk, &at_scale, err) != CML_OK)
			return err->status;
		*novelty = at_scale < *novelty ? at_scale : *novelty;
	}
	return CML_OK;
}

enum cml_result cml_caution_find_bets(struct cml_caution *caution, const double *values,
				      size_t min_crashed, bool is_chosen, struct cml_error *err)
{
	struct cml_encoded *at = &caution->at;
	if (!at->model)
		return CML_OK;
	if (cml_encoded_take(at, values, err) != CML_OK)
		return err->status;
	cml_support_encode(at->model->support, at->x, at->probe.codes);
	cml_bets_find(&caution->bets, at->model, values, at->probe.codes, min_crashed,
		      is_chosen ? caution->max_untried : 0);
	return CML_OK;
}
