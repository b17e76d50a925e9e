#include "search/deciders.h"

#include "base/memory.h"
#include "learn/predictor/ensemble.h"
#include "math/top_n.h"

#include <math.h>
#include <stdlib.h>

/* One in a thousand by so much. */
#define POOR_DEVIATIONS 3

static bool shrinks(const struct cml_choice *choice)
{
	enum cml_selection_by by = choice->problem->selection->by;
	return by == CML_SELECT_SHRINK || by == CML_SELECT_TURNS;
}

static bool is_below_floor(const struct cml_choice *choice, size_t i)
{
	const struct cml_worth *worth = &choice->problem->worth;
	return worth->scale != CML_WORTH_REWARD && exp(choice->pool[i].log_chance) < worth->floor;
}

/* Whether a job there is not worth its launch: even POOR_DEVIATIONS above its prediction it is
 * behind the best job, and predicted at less than half of its speed. Where metrics may be below
 * 0 there is no half. */
static bool is_poor(const struct cml_choice *choice, size_t i, double incumbent)
{
	const struct cml_proposal *item = &choice->pool[i];
	double room = POOR_DEVIATIONS * item->sd;
	if (choice->sign > 0)
		return incumbent > 0 && fmax(item->pred + room, 2 * item->pred) < incumbent;
	return incumbent < 0 && fmin(item->pred - room, item->pred / 2) > -incumbent;
}

/* Where a configuration stands to the best job, of its arm if there are several. */
static void compare_with_best(struct cml_choice *choice, size_t i)
{
	const struct cml_arms *arms = &choice->arms;
	const struct cml_tried_job *best = arms->best;
	struct cml_choice_state *state = &choice->states[i];
	const double *values = choice->pool[i].values;
	const struct cml_space *space = choice->problem->space;
	state->arm = cml_arms_find(&choice->arms, space, values);
	if (arms->n > 1 && !arms->are_many)
		best = arms->items[state->arm].best;
	state->is_poor = is_poor(choice, i, cml_reward_of(best));
	state->is_neighbour =
	    arms->is_stalled && cml_params_differing(space, values, arms->best->values) == 1;
}

enum cml_result cml_choice_take(struct cml_choice *choice, size_t c, struct cml_error *err)
{
	const struct cml_selection *selection = choice->problem->selection;
	const struct cml_space *space = choice->problem->space;
	const struct cml_proposal *taken = &choice->pool[c];
	choice->states[c].is_taken = true;
	choice->is_out[c] = true;
	for (size_t i = 0; i < choice->n_pool; i++) {
		const struct cml_proposal *item = &choice->pool[i];
		struct cml_choice_state *state = &choice->states[i];
		if (state->is_taken)
			continue;
		if (selection->keeps_apart && !state->is_near)
			state->is_near = !cml_configs_are_apart(space, item->values, taken->values);
		if (selection->skips_similar && !state->is_similar)
			state->is_similar = cml_proposals_are_similar(space, item, taken) ||
					    cml_params_differing(space, item->values,
								 taken->values) < choice->n_apart;
		cml_choice_put_off(choice, i);
	}
	return shrinks(choice) ? cml_shrinking_choose(&choice->shrinking, c, err) : CML_OK;
}

/* Deciders. */

/* Of those that are surest to run the best predicted; the chance knows least of what no job had,
 * whatever it says. */
static enum cml_result find_surest(struct cml_choice *choice, size_t *next, struct cml_error *err)
{
	enum cml_novelty least = CML_NOVELTY_SEVERAL;
	double likeliest = -INFINITY, best_pred = -INFINITY;
	(void)err;
	for (size_t i = 0; i < choice->n_pool; i++)
		if (!choice->is_out[i] && choice->states[i].novelty < least)
			least = choice->states[i].novelty;
	for (size_t i = 0; i < choice->n_pool; i++)
		if (!choice->is_out[i] && choice->states[i].novelty <= least)
			likeliest = fmax(likeliest, choice->pool[i].log_chance);
	double sure = fmin(log(CML_SURE), likeliest + log(CML_NEARLY_AS_SURE));
	for (size_t i = 0; i < choice->n_pool; i++) {
		double pred = choice->sign * choice->pool[i].pred;
		if (choice->is_out[i] || choice->states[i].novelty > least ||
		    choice->pool[i].log_chance < sure || pred <= best_pred)
			continue;
		best_pred = pred;
		*next = i;
	}
	return CML_OK;
}

static enum cml_result find_improvement(struct cml_choice *choice, size_t *next,
					struct cml_error *err)
{
	return cml_shrinking_next(&choice->shrinking, choice->is_out, next, err);
}

static double prediction_of(const struct cml_proposal *proposal, size_t metric)
{
	return metric == 0 ? proposal->pred : proposal->second;
}

static double score_prediction(const struct cml_choice *choice, size_t i, size_t metric)
{
	const struct cml_proposal *item = &choice->pool[i];
	return cml_worth_predicted(&choice->mean_worth[metric], prediction_of(item, metric), 0,
				   item->log_chance) -
	       cml_proposal_price(item);
}

static double score_first(const struct cml_choice *choice, size_t i)
{
	return score_prediction(choice, i, 0);
}

static double score_second(const struct cml_choice *choice, size_t i)
{
	return score_prediction(choice, i, 1);
}

/* What the process of values promises of configuration i, as of its last look. */
static double score_values(const struct cml_choice *choice, size_t i)
{
	const struct cml_value_process *process = &choice->portfolio.process;
	double improvement =
	    cml_log_expected_improvement(cml_value_gain(process, i), cml_value_sd(process, i));
	return cml_worth(&choice->problem->worth, improvement, choice->pool[i].log_chance) -
	       cml_proposal_price(&choice->pool[i]);
}

/* What it promises only falls as others are chosen, so that those alone are looked at again that
 * come first by what it promised before. */
static enum cml_result find_values(struct cml_choice *choice, size_t *next, struct cml_error *err)
{
	double promised;
	(void)err;
	while (cml_score_heap_first(&choice->by_values, choice->is_out, next, &promised)) {
		cml_value_look(&choice->portfolio.process, *next);
		double score = score_values(choice, *next);
		if (!(score < promised))
			return CML_OK;
		cml_score_heap_lower(&choice->by_values, score);
	}
	*next = choice->n_pool;
	return CML_OK;
}

static double score_neighbour(const struct cml_choice *choice, size_t i)
{
	return choice->states[i].is_neighbour ? choice->pool[i].reward : (double)NAN;
}

static double score_arm(const struct cml_choice *choice, size_t i)
{
	const struct cml_proposal *item = &choice->pool[i];
	struct cml_worth worth = choice->problem->worth;
	if (choice->states[i].arm != choice->arm)
		return NAN;
	const struct cml_tried_job *best = choice->arms.items[choice->arm].best;
	if (best)
		worth.acquisition.best = choice->sign * best->reward;
	return cml_worth_predicted(&worth, item->pred, item->sd, item->log_chance) -
	       cml_proposal_price(item);
}

static double score_distance(const struct cml_choice *choice, size_t i)
{
	return choice->portfolio.nearest[i];
}

/* Others come first: those that are not similar to one chosen, and that may turn out to be as good
 * as the first one. */
static double score_order(const struct cml_choice *choice, size_t i)
{
	const struct cml_proposal *item = &choice->pool[i];
	if (!choice->problem->selection->skips_similar || choice->n_chosen == 0)
		return -(double)i;
	double best = choice->sign * choice->pool[choice->chosen[0]].pred;
	bool may_be_best =
	    choice->sign * item->pred + CML_CALIBRATION_DEVIATIONS * item->sd >= best;
	return choice->states[i].is_similar || !may_be_best ? -INFINITY : -(double)i;
}

const struct cml_decider cml_by_certainty = {.find = find_surest},
			 cml_by_improvement = {.find = find_improvement},
			 cml_by_prediction = {.score = score_first, .is_prediction = true},
			 cml_by_second = {.score = score_second, .is_prediction = true},
			 cml_by_values = {.find = find_values},
			 cml_by_neighbour = {.score = score_neighbour, .may_miss = true},
			 cml_by_arm = {.score = score_arm, .may_miss = true},
			 cml_by_distance = {.score = score_distance},
			 cml_by_order = {.score = score_order, .is_prediction = true};

enum cml_result cml_decide(const struct cml_decider *decider, struct cml_choice *choice,
			   size_t *next, struct cml_error *err)
{
	double best = -INFINITY;
	*next = choice->n_pool;
	if (decider->find)
		return decider->find(choice, next, err);
	for (size_t i = 0; i < choice->n_pool; i++) {
		double score = choice->is_out[i] ? NAN : decider->score(choice, i);
		if (isnan(score) || (*next < choice->n_pool && score <= best))
			continue;
		*next = i;
		best = score;
	}
	if (*next == choice->n_pool)
		return decider->may_miss ? find_improvement(choice, next, err) : CML_OK;
	choice->states[*next].is_predicted = decider->is_prediction;
	choice->states[*next].is_spread = choice->n_apart > 0 && decider == &cml_by_distance;
	return CML_OK;
}

/* Beginning and end. */

static void take_mean_worth(struct cml_choice *choice, size_t metric, bool maximize)
{
	const struct cml_worth *worth = &choice->problem->worth;
	struct cml_worth *mean_worth = &choice->mean_worth[metric];
	struct cml_acquisition by_mean = worth->acquisition;
	double low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < choice->n_pool; i++) {
		low = fmin(low, prediction_of(&choice->pool[i], metric));
		high = fmax(high, prediction_of(&choice->pool[i], metric));
	}
	by_mean.by = CML_RANK_BY_MEAN;
	by_mean.maximize = maximize;
	*mean_worth = cml_worth_of(&by_mean, low, high, worth->min_chance);
	mean_worth->floor = worth->floor;
	if (metric == 0 && !choice->problem->front && !isnan(worth->acquisition.best))
		cml_worth_over_best(mean_worth, worth->acquisition.best);
	if (worth->scale == CML_WORTH_REWARD)
		mean_worth->scale = CML_WORTH_REWARD;
}

/* In a foreign context half of the params: ten that share the rest are one hypothesis
 * (docs/ablation.md). */
static size_t count_apart(const struct cml_selection_problem *problem)
{
	size_t n = 0;
	if (!problem->caution || !problem->caution->is_foreign)
		return 0;
	for (size_t slot = 0; slot < problem->space->n_columns; slot++)
		n += problem->space->columns[slot].role == CML_ROLE_PARAM;
	return (n + 1) / 2;
}

/* What the first design and single values take from the jobs that were tried. */
static enum cml_result ask_portfolio(struct cml_choice *choice, struct cml_error *err)
{
	const struct cml_selection_problem *problem = choice->problem;
	struct cml_portfolio *portfolio = &choice->portfolio;
	if (cml_level_table_init(&portfolio->table, problem->space, problem->tried, choice->n_pool,
				 choice->pool, err) != CML_OK)
		return err->status;
	if (problem->selection->by == CML_SELECT_SPREAD || choice->n_apart > 0)
		return cml_portfolio_spread(portfolio, problem->tried, problem->first, err);
	if (cml_value_process_init(&portfolio->process, &portfolio->table, problem->tried,
				   problem->worth.acquisition.is_log, err) != CML_OK)
		return err->status;
	if (problem->first)
		cml_portfolio_take_other(portfolio, problem->first);
	if (portfolio->process.n == 0)
		return CML_OK;
	if (cml_top_n_init(&choice->by_values, choice->n_pool, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < choice->n_pool; i++)
		cml_score_heap_add(&choice->by_values, score_values(choice, i), i);
	return CML_OK;
}

enum cml_result cml_choice_init(struct cml_choice *choice,
				const struct cml_selection_problem *problem,
				const struct cml_proposals *proposals, struct cml_error *err)
{
	enum cml_selection_by by = problem->selection->by;
	*choice = (struct cml_choice){.problem = problem,
				      .sign = problem->worth.acquisition.maximize ? 1 : -1,
				      .pool = proposals->items,
				      .n_pool = proposals->n,
				      .n_apart = count_apart(problem)};
	cml_arms_init(&choice->arms, problem->space, problem->tried);
	if (!CML_NEW(&choice->states, choice->n_pool) ||
	    !CML_NEW(&choice->is_out, choice->n_pool) || !CML_NEW(&choice->chosen, problem->n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < choice->n_pool; i++) {
		if (shrinks(choice))
			compare_with_best(choice, i);
		choice->states[i].is_risky = is_below_floor(choice, i);
		if (problem->caution && cml_caution_look(problem->caution, choice->pool[i].values,
							 &choice->states[i].novelty, err) != CML_OK)
			return err->status;
	}
	cml_choice_put_off_all(choice);
	bool asks_values = by == CML_SELECT_TURNS && !problem->front && problem->tried;
	bool spreads = by == CML_SELECT_SPREAD || choice->n_apart > 0;
	if (by == CML_SELECT_TURNS)
		take_mean_worth(choice, 0, choice->sign > 0);
	if (by == CML_SELECT_TURNS && problem->front)
		take_mean_worth(choice, 1, problem->front->axes[1].maximize);
	if ((asks_values || spreads) && ask_portfolio(choice, err) != CML_OK)
		return err->status;
	return shrinks(choice) ? cml_shrinking_init(&choice->shrinking, problem, proposals, err)
			       : CML_OK;
}

void cml_choice_release(struct cml_choice *choice)
{
	cml_arena_release(&choice->portfolio.table.settings.arena);
	cml_shrinking_release(&choice->shrinking);
	cml_top_n_release(&choice->by_values);
	free(choice->states);
	free(choice->is_out);
	free(choice->chosen);
}

/* The prediction from which on a proposal is one of the best, larger is better: that of the best
 * job, and within what repeats differ by of the worst chosen for its prediction; where none was, of
 * the best that is not risky. */
static double find_good(const struct cml_choice *choice)
{
	double worst = INFINITY, best = -INFINITY;
	for (size_t i = choice->problem->n_pending; i < choice->n_pool; i++) {
		const struct cml_choice_state *state = &choice->states[i];
		double pred = choice->sign * choice->pool[i].pred;
		if (state->is_predicted)
			worst = fmin(worst, pred);
		if (!state->is_risky)
			best = fmax(best, pred);
	}
	best = isinf(worst) ? best : worst;
	best -= fabs(best) * CML_SIMILAR_PERCENT / 100;
	return fmax(best, cml_reward_of(choice->arms.best));
}

enum cml_result cml_choice_keep(const struct cml_choice *choice, struct cml_proposals *proposals,
				struct cml_error *err)
{
	struct cml_proposal *kept = cml_array_new(choice->n_chosen, sizeof *kept);
	if (!kept)
		return cml_fail_memory(err);
	double good = shrinks(choice) ? find_good(choice) : -INFINITY;
	double incumbent = cml_reward_of(choice->arms.best);
	proposals->best_job = isfinite(incumbent) ? choice->sign * incumbent : NAN;
	for (size_t k = 0; k < choice->n_chosen; k++) {
		bool is_spread = choice->states[choice->chosen[k]].is_spread;
		kept[k] = choice->pool[choice->chosen[k]];
		kept[k].learns = is_spread || choice->sign * kept[k].pred < good;
		kept[k].is_anchor = cml_choice_is_anchor(choice, k);
	}
	proposals->n_near = choice->n_near;
	for (size_t i = 0; i < choice->n_pool && choice->n_chosen < choice->problem->n; i++)
		proposals->are_cautious |= choice->states[i].is_failing;
	free(proposals->items);
	proposals->items = kept;
	proposals->are_a_batch = choice->problem->selection->by != CML_SELECT_BEST;
	proposals->n = choice->n_chosen;
	return CML_OK;
}
