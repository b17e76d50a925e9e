#include "advise/explanation.h"

#include "advise/model_outside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Mixtures predicted at a time. */
#define BATCH 1024

enum cml_result cml_explainer_check(const struct cml_model *model, struct cml_error *err)
{
	return model->space && model->support
		   ? CML_OK
		   : cml_fail(err, CML_BAD_DATA,
			      "the model has no space, or no measured jobs, to explain predictions "
			      "by: train it again, with -s SPACE");
}

enum cml_result cml_explainer_init(struct cml_explainer *explainer, const struct cml_model *model,
				   struct cml_pool *pool, struct cml_error *err)
{
	*explainer = (struct cml_explainer){.model = model, .pool = pool};
	if (cml_explainer_check(model, err) != CML_OK ||
	    cml_support_probe_init(&explainer->probe, model->support, err) != CML_OK ||
	    cml_mixture_init(&explainer->mixture, model, &explainer->arena, err) != CML_OK)
		return err->status;
	size_t n = explainer->mixture.n_values;
	struct cml_arena *arena = &explainer->arena;
	return CML_NEW_ALIGNED(&explainer->x, BATCH * model->n_features) &&
		       CML_ARENA_NEW(arena, &explainer->effects, n) &&
		       CML_ARENA_NEW(arena, &explainer->chances, n) &&
		       CML_ARENA_NEW(arena, &explainer->errors, n) &&
		       CML_ARENA_NEW(arena, &explainer->unused, n) &&
		       CML_ARENA_NEW(arena, &explainer->is_to, n) &&
		       CML_ARENA_NEW(arena, &explainer->last.reasons, n)
		   ? CML_OK
		   : cml_fail_memory(err);
}

void cml_explainer_release(struct cml_explainer *explainer)
{
	cml_support_probe_release(&explainer->probe);
	free(explainer->x);
	free(explainer->worth);
	free(explainer->odds);
	cml_arena_release(&explainer->arena);
	*explainer = (struct cml_explainer){0};
}

static void predict_batch(struct cml_explainer *explainer)
{
	double sd[BATCH];
	double *worth = explainer->worth + explainer->n_worth;
	double *chance = explainer->odds + explainer->n_worth;
	size_t n = explainer->n_batch;
	cml_batch_predict(explainer->model, explainer->pool, n, explainer->x, worth, sd, chance);
	for (size_t i = 0; i < n; i++) {
		worth[i] = explainer->model->log_target ? log(worth[i]) : worth[i];
		chance[i] = exp(chance[i]);
	}
	explainer->n_worth += n;
	explainer->n_batch = 0;
}

/* The mixture of is_to; predictions come when a batch is full. */
static void ask(struct cml_explainer *explainer)
{
	cml_mixture_encode(&explainer->mixture, explainer->is_to,
			   explainer->x + explainer->n_batch * explainer->model->n_features);
	if (++explainer->n_batch == BATCH)
		predict_batch(explainer);
}

static enum cml_result expect(struct cml_explainer *explainer, size_t n_worth,
			      struct cml_error *err)
{
	explainer->n_worth = explainer->n_batch = 0;
	if (n_worth <= explainer->capacity)
		return CML_OK;
	free(explainer->worth);
	free(explainer->odds);
	explainer->worth = cml_array_new(n_worth, sizeof *explainer->worth);
	explainer->odds = cml_array_new(n_worth, sizeof *explainer->odds);
	explainer->capacity = explainer->worth && explainer->odds ? n_worth : 0;
	return explainer->capacity > 0 ? CML_OK : cml_fail_memory(err);
}

static enum cml_result share_exactly(struct cml_explainer *explainer, size_t n,
				     struct cml_error *err)
{
	size_t n_sets = (size_t)1 << n;
	if (expect(explainer, n_sets, err) != CML_OK)
		return err->status;
	for (size_t set = 0; set < n_sets; set++) {
		for (size_t i = 0; i < n; i++)
			explainer->is_to[i] = set >> i & 1;
		ask(explainer);
	}
	predict_batch(explainer);
	cml_shapley_exact(n, explainer->worth, explainer->effects);
	cml_shapley_exact(n, explainer->odds, explainer->chances);
	return CML_OK;
}

static enum cml_result share_by_orders(struct cml_explainer *explainer, size_t n,
				       struct cml_error *err)
{
	size_t n_orders = cml_shapley_n_orders(n);
	AUTOFREE size_t *orders = cml_array_new(n_orders, n * sizeof *orders);
	if (!orders)
		return cml_fail_memory(err);
	if (expect(explainer, n_orders * (n + 1), err) != CML_OK)
		return err->status;
	cml_shapley_draw(n, n_orders, orders);
	for (size_t o = 0; o < n_orders; o++) {
		memset(explainer->is_to, 0, n * sizeof *explainer->is_to);
		ask(explainer);
		for (size_t k = 0; k < n; k++) {
			explainer->is_to[orders[o * n + k]] = true;
			ask(explainer);
		}
	}
	predict_batch(explainer);
	cml_shapley_sampled(n, n_orders, orders, explainer->odds, explainer->chances,
			    explainer->unused);
	cml_shapley_sampled(n, n_orders, orders, explainer->worth, explainer->effects,
			    explainer->errors);
	explainer->n_sampled++;
	for (size_t i = 0; i < n; i++)
		explainer->last.error = fmax(explainer->last.error, explainer->errors[i]);
	explainer->max_error = fmax(explainer->max_error, explainer->last.error);
	return CML_OK;
}

static int by_effect(const void *a, const void *b)
{
	const struct cml_setting_effect *x = a, *y = b;
	double left = fabs(x->effect), right = fabs(y->effect);
	if (x->is_context != y->is_context)
		return x->is_context ? 1 : -1;
	return left != right ? (left < right) - (left > right) : (x->at > y->at) - (x->at < y->at);
}

/* Whether the context at it leaves the log: a model to which it makes no difference has not seen
 * one. */
static bool is_unmet(const struct cml_explainer *explainer, size_t at)
{
	const struct cml_model *model = explainer->model;
	for (size_t i = 0; i < explainer->probe.n_found; i++) {
		const struct cml_support_finding *found = &explainer->probe.found[i];
		if (found->other == CML_SUPPORT_NONE &&
		    cml_support_slot(model, found->column) == at)
			return true;
	}
	return false;
}

static void list_reasons(struct cml_explainer *explainer)
{
	const struct cml_mixture *mixture = &explainer->mixture;
	const struct cml_space *space = explainer->model->space;
	struct cml_explanation *last = &explainer->last;
	last->n = mixture->n_settings;
	for (size_t i = 0; i < last->n; i++) {
		size_t at = mixture->settings[i];
		last->reasons[i] = (struct cml_setting_effect){
		    .at = at,
		    .is_context = space->columns[at].role == CML_ROLE_CONTEXT,
		    .before = mixture->from[at],
		    .after = mixture->to[at],
		    .effect = explainer->effects[i],
		    .chance = explainer->chances[i]};
	}
	qsort(last->reasons, last->n, sizeof *last->reasons, by_effect);
	for (size_t i = 0; i < last->n; i++)
		if (last->reasons[i].is_context && last->reasons[i].effect == 0 &&
		    is_unmet(explainer, last->reasons[i].at))
			last->reasons[i].effect = NAN;
}

static void forecast(const struct cml_model *model, const float *x, struct cml_forecast *cells,
		     double *chance)
{
	double mean, sd;
	cml_batch_predict(model, NULL, 1, x, &mean, &sd, chance);
	*cells = cml_forecast_of(model, x, mean, sd);
	*chance = exp(*chance);
}

enum cml_result cml_explain(struct cml_explainer *explainer, const struct cml_config_view *from,
			    const struct cml_config_view *to,
			    const struct cml_explanation **explanation, struct cml_error *err)
{
	struct cml_explanation *last = &explainer->last;
	struct cml_support_probe *probe = &explainer->probe;
	const struct cml_mixture *mixture = &explainer->mixture;
	last->is_near = !from;
	probe->n_found = 0;
	if (!from) {
		cml_support_covers(probe, to->x);
		cml_support_near(probe, &last->key, &last->measured);
	}
	cml_mixture_take(&explainer->mixture, probe->near, from, to);
	size_t n = mixture->n_settings;
	last->is_log = explainer->model->log_target;
	last->error = 0;
	if ((n <= CML_SHAPLEY_EXACT ? share_exactly : share_by_orders)(explainer, n, err) != CML_OK)
		return err->status;
	forecast(explainer->model, mixture->from_x, &last->before, &last->chance_before);
	forecast(explainer->model, mixture->to_x, &last->after, &last->chance_after);
	list_reasons(explainer);
	explainer->n_explained++;
	*explanation = last;
	return CML_OK;
}
