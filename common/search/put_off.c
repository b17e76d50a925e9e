/* What is put off as a batch is chosen, and what caution asks. Part of deciders.h. */
#include "search/deciders.h"

#include <math.h>

/* Jobs that crashed, and none that ran, after which a value, or a pair of values, is given up; what
 * ran out of memory may run with other settings. */
#define TRIED_ENOUGH 3
/* By how much the last of what is put off is. */
#define LAST_TIER 4

void cml_choice_put_off(struct cml_choice *choice, size_t i)
{
	const struct cml_choice_state *state = &choice->states[i];
	bool is_twin = state->is_similar &&
		       (choice->n_apart > 0 || choice->problem->selection->by == CML_SELECT_TURNS);
	bool is_untried = state->novelty != CML_NOVELTY_NONE &&
			  choice->n_untried >= choice->problem->caution->max_untried;
	bool comes_later =
	    state->is_poor || state->is_near || is_twin || is_untried || state->has_failed;
	bool is_far = is_untried && state->novelty > CML_NOVELTY_VALUE;
	int put_off_by = comes_later + is_far + 2 * state->is_risky;
	choice->is_out[i] = state->is_taken || state->is_failing || put_off_by > choice->tier;
}

void cml_choice_put_off_all(struct cml_choice *choice)
{
	for (size_t i = 0; i < choice->n_pool; i++)
		cml_choice_put_off(choice, i);
}

bool cml_choice_relent(struct cml_choice *choice)
{
	if (choice->tier == LAST_TIER)
		return false;
	choice->tier++;
	cml_choice_put_off_all(choice);
	return true;
}

bool cml_choice_is_anchor(const struct cml_choice *choice, size_t k)
{
	return choice->problem->caution && k < choice->problem->caution->n_anchors;
}

/* Puts off what makes a bet of c: a value, or a pair of values, that crashed so often, and never
 * ran; where c was chosen, also two params that no job changed together, once enough of the batch
 * do. */
static enum cml_result put_off_bets(struct cml_choice *choice, size_t c, size_t n_crashed,
				    struct cml_error *err)
{
	struct cml_caution *caution = choice->problem->caution;
	if (isinf(caution->max_failing))
		return CML_OK;
	if (cml_caution_find_bets(caution, choice->pool[c].values, n_crashed,
				  choice->states[c].is_taken, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < choice->n_pool; i++) {
		choice->states[i].has_failed |=
		    cml_bets_share(&caution->bets, choice->pool[i].values);
		cml_choice_put_off(choice, i);
	}
	return CML_OK;
}

enum cml_result cml_choice_refuse(struct cml_choice *choice, size_t c, bool *refuses,
				  struct cml_error *err)
{
	struct cml_choice_state *state = &choice->states[c];
	if (!choice->problem->caution || state->has_failed)
		return CML_OK;
	state->has_failed = state->novelty == CML_NOVELTY_FAR; /* as good as */
	enum cml_result status = put_off_bets(choice, c, TRIED_ENOUGH, err);
	*refuses = state->has_failed;
	return status;
}

enum cml_result cml_choice_be_cautious(struct cml_choice *choice, size_t c, struct cml_error *err)
{
	struct cml_caution *caution = choice->problem->caution;
	if (!caution)
		return CML_OK;
	/* One job of a batch tries again what only failed. */
	if (put_off_bets(choice, c, 0, err) != CML_OK)
		return err->status;
	choice->failing += -expm1(choice->pool[c].log_chance);
	double left = caution->max_failing - choice->failing;
	for (size_t i = 0; isfinite(left) && i < choice->n_pool; i++)
		if (-expm1(choice->pool[i].log_chance) > left)
			choice->states[i].is_failing = choice->is_out[i] = true;
	choice->n_untried += choice->states[c].novelty != CML_NOVELTY_NONE;
	if (choice->n_untried == caution->max_untried)
		cml_choice_put_off_all(choice);
	return CML_OK;
}
