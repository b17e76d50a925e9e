#include "search/selecting.h"

#include <math.h>

void cml_selecting_put_off(struct selecting *selecting, size_t i)
{
	const struct state *state = &selecting->states[i];
	bool is_twin = state->is_similar && selecting->are_twins_put_off;
	bool is_untried = state->novelty != CML_NOVELTY_NONE && selecting->has_untried;
	bool comes_later = state->is_poor || state->is_near || is_twin || is_untried;
	int put_off_by = comes_later + 2 * state->is_risky;
	selecting->is_out[i] = state->is_taken || state->is_failing || put_off_by > selecting->tier;
}

bool cml_selecting_is_anchor(const struct selecting *selecting, size_t k)
{
	return selecting->caution && k < selecting->caution->n_anchors;
}

static enum cml_result look_untried(struct selecting *selecting, struct cml_error *err)
{
	for (size_t i = 0; !selecting->knows_untried && i < selecting->n_pool; i++)
		if (!selecting->is_out[i] &&
		    cml_caution_look(selecting->caution, selecting->pool[i].values,
				     &selecting->states[i].novelty, err) != CML_OK)
			return err->status;
	selecting->knows_untried = true;
	return CML_OK;
}

/* Of those that are sure to run, the best predicted; or n_pool. */
static size_t find_surest(const struct selecting *selecting, enum cml_novelty most)
{
	bool maximize = selecting->maximize;
	double likeliest = -INFINITY, best_pred = -INFINITY;
	size_t best = selecting->n_pool;
	for (size_t i = 0; i < selecting->n_pool; i++)
		if (!selecting->is_out[i] && selecting->states[i].novelty <= most)
			likeliest = fmax(likeliest, selecting->pool[i].log_chance);
	double sure = fmin(log(CML_SURE), likeliest + log(CML_NEARLY_AS_SURE));
	for (size_t i = 0; i < selecting->n_pool; i++) {
		double pred = maximize ? selecting->pool[i].pred : -selecting->pool[i].pred;
		if (selecting->is_out[i] || selecting->pool[i].log_chance < sure ||
		    pred <= best_pred || selecting->states[i].novelty > most)
			continue;
		best_pred = pred;
		best = i;
	}
	return best;
}

/* The chance knows least of what no job had, whatever it says. */
enum cml_result cml_selecting_find_anchor(struct selecting *selecting, size_t *next,
					  struct cml_error *err)
{
	if (look_untried(selecting, err) != CML_OK)
		return err->status;
	*next = selecting->n_pool;
	for (int most = CML_NOVELTY_NONE; *next == selecting->n_pool && most <= CML_NOVELTY_VALUE;
	     most++)
		*next = find_surest(selecting, (enum cml_novelty)most);
	return CML_OK;
}

/* What fails of those that are left would be more than is allowed. */
static void put_off_failing(struct selecting *selecting)
{
	double left = selecting->caution->max_failing - selecting->failing;
	for (size_t i = 0; isfinite(left) && i < selecting->n_pool; i++)
		if (-expm1(selecting->pool[i].log_chance) > left) {
			selecting->states[i].is_failing = true;
			cml_selecting_put_off(selecting, i);
		}
}

/* As many hang on what no job had as may. */
static enum cml_result put_off_untried(struct selecting *selecting, struct cml_error *err)
{
	if (look_untried(selecting, err) != CML_OK)
		return err->status;
	selecting->has_untried = true;
	for (size_t i = 0; i < selecting->n_pool; i++)
		if (!selecting->is_out[i])
			cml_selecting_put_off(selecting, i);
	return CML_OK;
}

enum cml_result cml_selecting_be_cautious(struct selecting *selecting, size_t c,
					  struct cml_error *err)
{
	struct cml_caution *caution = selecting->caution;
	enum cml_novelty novelty;
	if (!caution)
		return CML_OK;
	selecting->failing += -expm1(selecting->pool[c].log_chance);
	put_off_failing(selecting);
	if (selecting->n_untried >= caution->max_untried)
		return CML_OK;
	if (cml_caution_look(caution, selecting->pool[c].values, &novelty, err) != CML_OK)
		return err->status;
	selecting->n_untried += novelty != CML_NOVELTY_NONE;
	return selecting->n_untried < caution->max_untried ? CML_OK
							   : put_off_untried(selecting, err);
}
