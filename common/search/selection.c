#include "search/selection.h"

#include "base/memory.h"
#include "learn/predictor/ensemble.h"
#include "math/top_n.h"
#include "search/selecting.h"

#include <math.h>
#include <stdlib.h>

/* Part of the params that makes up the length of the correlation. */
#define LENGTH_FRACTION 0.25
/* One in a thousand by so much. */
#define POOR_DEVIATIONS 3

static bool shrinks(const struct selecting *selecting)
{
	enum cml_selection_by by = selecting->problem->selection->by;
	return by == CML_SELECT_SHRINK || by == CML_SELECT_TURNS;
}

/* Whether the jobs that were tried count in the choice, and how. */
static bool asks_portfolio(const struct selecting *selecting, enum cml_portfolio_by *by)
{
	const struct cml_selection_problem *problem = selecting->problem;
	bool spreads = problem->selection->by == CML_SELECT_SPREAD;
	*by = spreads ? CML_PORTFOLIO_SPREAD : CML_PORTFOLIO_VALUES;
	return spreads || (problem->selection->by == CML_SELECT_TURNS && !problem->front);
}

bool cml_selection_needs_all(const struct cml_selection *selection)
{
	return selection->by != CML_SELECT_BEST || selection->skips_similar ||
	       selection->keeps_apart;
}

static double prediction_of(const struct cml_proposal *proposal, size_t metric)
{
	return metric == 0 ? proposal->pred : proposal->second;
}

/* The best prediction of a metric. */
static double mean_score(const struct selecting *selecting, size_t i, size_t metric)
{
	const struct cml_proposal *proposal = &selecting->pool[i];
	return cml_worth_predicted(&selecting->mean_worth[metric], prediction_of(proposal, metric),
				   0, selecting->pool[i].log_chance) -
	       cml_proposal_price(proposal);
}

/* What the process of values promises of configuration i, as of its last look. */
static double value_score(const struct selecting *selecting, size_t i)
{
	const struct cml_value_process *process = &selecting->portfolio.process;
	double improvement =
	    cml_log_expected_improvement(cml_value_gain(process, i), cml_value_sd(process, i));
	return cml_worth(&selecting->problem->worth, improvement, selecting->pool[i].log_chance) -
	       cml_proposal_price(&selecting->pool[i]);
}

/* Whether others come first: those that are not similar to one chosen, and that may turn out to be
 * as good as the first one. */
static bool comes_last(const struct selecting *selecting, size_t i)
{
	const struct cml_proposal *item = &selecting->pool[i];
	if (!selecting->problem->selection->skips_similar || selecting->n_chosen == 0)
		return false;
	double best = selecting->pool[selecting->chosen[0]].pred,
	       room = CML_CALIBRATION_DEVIATIONS * item->sd;
	bool may_be_best = selecting->problem->worth.acquisition.maximize
			       ? item->pred + room >= best
			       : item->pred - room <= best;
	return selecting->states[i].is_similar || !may_be_best;
}

/* What the next one is chosen by. The first ones take turns. */
enum turn {
	TURN_IMPROVEMENT,
	TURN_MEAN,
	TURN_VALUES,
	N_TURNS,
	TURN_SECOND,    /* the prediction of the second metric, in the turn of values */
	TURN_NEIGHBOUR, /* one setting from the best job, in the turn of values */
	TURN_ARM,       /* an alternative that is not shown to be behind, every second time */
	TURN_SPREAD,
	TURN_ORDER
};

/* The improvement on the best job of an arm. */
static double arm_score(const struct selecting *selecting, size_t i)
{
	const struct cml_proposal *item = &selecting->pool[i];
	const struct cml_tried_job *best = selecting->arms.items[selecting->states[i].arm].best;
	struct cml_worth worth = selecting->problem->worth;
	if (best)
		worth.acquisition.best = selecting->maximize ? best->reward : -best->reward;
	return cml_worth_predicted(&worth, item->pred, item->sd, item->log_chance) -
	       cml_proposal_price(item);
}

/* NaN: not to be chosen in this turn. */
static double score_of(const struct selecting *selecting, size_t i, enum turn turn)
{
	const struct state *state = &selecting->states[i];
	switch (turn) {
	case TURN_SPREAD:
		return cml_portfolio_distance(&selecting->portfolio, i);
	case TURN_ORDER:
		return comes_last(selecting, i) ? -INFINITY : -(double)i;
	case TURN_ARM:
		return state->arm == selecting->arm ? arm_score(selecting, i) : NAN;
	case TURN_NEIGHBOUR:
		return state->is_neighbour ? selecting->pool[i].reward : NAN;
	default:
		return mean_score(selecting, i, turn == TURN_SECOND);
	}
}

/* The best of those left, or n_pool: all are looked at. */
static size_t find_best(const struct selecting *selecting, enum turn turn)
{
	size_t best = selecting->n_pool;
	double best_score = -INFINITY;
	for (size_t i = 0; i < selecting->n_pool; i++) {
		double score = selecting->is_out[i] ? NAN : score_of(selecting, i, turn);
		if (isnan(score) || (best < selecting->n_pool && score <= best_score))
			continue;
		best = i;
		best_score = score;
	}
	return best;
}

/* The best by the process of values, or n_pool. What it promises only falls as others are chosen,
 * so that those alone are looked at again that come first by what it promised before. */
static size_t find_by_values(struct selecting *selecting)
{
	struct cml_score_heap *heap = &selecting->by_values;
	while (heap->n > 0) {
		size_t first = heap->items[0];
		if (selecting->is_out[first]) {
			cml_score_heap_drop(heap);
			continue;
		}
		double promised = heap->scores[first];
		cml_value_look(&selecting->portfolio.process, first);
		heap->scores[first] = fmin(value_score(selecting, first), promised);
		if (heap->scores[first] == promised)
			return first;
		cml_score_heap_sink(heap);
	}
	return selecting->n_pool;
}

/* Whose turn it is. Batches that are too small for all go on where the one before ended. */
static enum turn turn_of(struct selecting *selecting)
{
	const struct cml_selection_problem *problem = selecting->problem;
	const struct cml_tried_jobs *tried = problem->tried;
	size_t n = selecting->n_chosen + (tried && problem->n < N_TURNS ? tried->n : 0);
	enum turn turn = n % N_TURNS;
	switch (problem->selection->by) {
	case CML_SELECT_BEST:
		return TURN_ORDER;
	case CML_SELECT_SPREAD:
		return TURN_SPREAD;
	case CML_SELECT_SHRINK:
		return TURN_IMPROVEMENT;
	case CML_SELECT_TURNS:
		break;
	}
	selecting->arm = n % 2 == 1 ? cml_arms_turn(&selecting->arms) : CML_MAX_ARMS;
	if (selecting->arm < CML_MAX_ARMS)
		return TURN_ARM;
	if (turn != TURN_VALUES)
		return turn;
	if (problem->front)
		return TURN_SECOND;
	if (selecting->arms.is_stalled)
		return TURN_NEIGHBOUR;
	return selecting->portfolio.process.n > 0 ? TURN_VALUES : TURN_IMPROVEMENT;
}

static enum cml_result find_in_turn(struct selecting *selecting, enum turn turn, size_t *next,
				    struct cml_error *err)
{
	if (turn == TURN_IMPROVEMENT)
		return cml_shrinking_next(&selecting->shrinking, selecting->is_out, next, err);
	*next = turn == TURN_VALUES ? find_by_values(selecting) : find_best(selecting, turn);
	selecting->is_by_mean[selecting->n_chosen] = turn == TURN_MEAN || turn == TURN_SECOND;
	return CML_OK;
}

/* The next one, or n_pool: an anchor; whose turn it is; where nothing else is left one that is poor
 * or near to another, and then one that is risky. */
static enum cml_result find_next(struct selecting *selecting, size_t *next, struct cml_error *err)
{
	enum cml_selection_by by = selecting->problem->selection->by;
	enum turn turn = turn_of(selecting);
	bool may_miss = turn == TURN_ARM || turn == TURN_NEIGHBOUR;
	*next = selecting->n_pool;
	if (cml_selecting_is_anchor(selecting, selecting->n_chosen) &&
	    cml_selecting_find_anchor(selecting, next, err) != CML_OK)
		return err->status;
	if (*next == selecting->n_pool && find_in_turn(selecting, turn, next, err) != CML_OK)
		return err->status;
	if (*next == selecting->n_pool && may_miss &&
	    find_in_turn(selecting, TURN_IMPROVEMENT, next, err) != CML_OK)
		return err->status;
	turn = by == CML_SELECT_TURNS    ? TURN_MEAN
	       : by == CML_SELECT_SPREAD ? TURN_SPREAD
					 : TURN_ORDER;
	while (*next == selecting->n_pool) {
		selecting->is_by_mean[selecting->n_chosen] = true;
		*next = find_best(selecting, turn);
		if (*next < selecting->n_pool || selecting->tier == 3)
			break;
		selecting->tier++;
		for (size_t i = 0; i < selecting->n_pool; i++)
			cml_selecting_put_off(selecting, i);
	}
	return CML_OK;
}

static bool is_below_floor(const struct selecting *selecting, size_t i)
{
	const struct cml_worth *worth = &selecting->problem->worth;
	return worth->scale != CML_WORTH_REWARD &&
	       exp(selecting->pool[i].log_chance) < worth->floor;
}

/* Whether a job there is not worth its launch: even POOR_DEVIATIONS above its prediction it is
 * behind the best job, and predicted at less than half of its speed. Where metrics may be below
 * 0 there is no half. */
static bool is_poor(const struct selecting *selecting, size_t i, double incumbent)
{
	const struct cml_proposal *item = &selecting->pool[i];
	double room = POOR_DEVIATIONS * item->sd;
	if (selecting->problem->worth.acquisition.maximize)
		return incumbent > 0 && fmax(item->pred + room, 2 * item->pred) < incumbent;
	return incumbent < 0 && fmin(item->pred - room, item->pred / 2) > -incumbent;
}

/* Where a configuration stands to the best job, of its arm if there are several. */
static void compare_with_best(struct selecting *selecting, size_t i)
{
	const struct cml_arms *arms = &selecting->arms;
	const struct cml_tried_job *best = arms->best;
	struct state *state = &selecting->states[i];
	const double *values = selecting->pool[i].values;
	const struct cml_space *space = selecting->problem->space;
	state->arm = cml_arms_find(&selecting->arms, space, values);
	if (arms->n > 1 && !arms->are_many)
		best = arms->items[state->arm].best;
	state->is_poor = is_poor(selecting, i, cml_reward_of(best));
	state->is_neighbour =
	    arms->is_stalled && cml_params_differing(space, values, arms->best->values) == 1;
}

/* Number c runs: it is taken, and so is what is near to it. */
static void take(struct selecting *selecting, size_t c)
{
	const struct cml_selection *selection = selecting->problem->selection;
	const struct cml_space *space = selecting->problem->space;
	const struct cml_proposal *taken = &selecting->pool[c];
	selecting->states[c].is_taken = true;
	for (size_t i = 0; i < selecting->n_pool; i++) {
		const struct cml_proposal *item = &selecting->pool[i];
		struct state *state = &selecting->states[i];
		if (state->is_taken)
			continue;
		if (selection->keeps_apart && !state->is_near)
			state->is_near = !cml_configs_are_apart(space, item->values, taken->values);
		if (selection->skips_similar && !state->is_similar)
			state->is_similar = cml_proposals_are_similar(space, item, taken);
		cml_selecting_put_off(selecting, i);
	}
	cml_selecting_put_off(selecting, c);
}

static enum cml_result choose(struct selecting *selecting, size_t c, struct cml_error *err)
{
	selecting->n_near += selecting->states[c].is_near;
	take(selecting, c);
	if (selecting->arms.n > 1 && selecting->states[c].arm < CML_MAX_ARMS)
		selecting->arms.items[selecting->states[c].arm].n++;
	if (selecting->portfolio.levels)
		cml_portfolio_take(&selecting->portfolio, c);
	selecting->chosen[selecting->n_chosen++] = c;
	if (cml_selecting_be_cautious(selecting, c, err) != CML_OK)
		return err->status;
	return shrinks(selecting) ? cml_shrinking_choose(&selecting->shrinking, c, err) : CML_OK;
}

static enum cml_result ask_portfolio(struct selecting *selecting, enum cml_portfolio_by by,
				     struct cml_error *err)
{
	const struct cml_selection_problem *problem = selecting->problem;
	const double **values = cml_array_new(selecting->n_pool, sizeof *values);
	if (!values)
		return cml_fail_memory(err);
	for (size_t i = 0; i < selecting->n_pool; i++)
		values[i] = selecting->pool[i].values;
	struct cml_portfolio_task task = {.by = by,
					  .space = problem->space,
					  .tried = problem->tried,
					  .n = selecting->n_pool,
					  .values = values,
					  .is_log = problem->worth.acquisition.is_log};
	enum cml_result status = cml_portfolio_init(&selecting->portfolio, &task, err);
	free(values);
	if (status != CML_OK)
		return status;
	if (problem->first)
		cml_portfolio_take_other(&selecting->portfolio, problem->first);
	return CML_OK;
}

static void take_mean_worth(struct selecting *selecting, size_t metric, bool maximize)
{
	const struct cml_worth *worth = &selecting->problem->worth;
	struct cml_acquisition by_mean = worth->acquisition;
	double low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < selecting->n_pool; i++) {
		low = fmin(low, prediction_of(&selecting->pool[i], metric));
		high = fmax(high, prediction_of(&selecting->pool[i], metric));
	}
	by_mean.by = CML_RANK_BY_MEAN;
	by_mean.maximize = maximize;
	selecting->mean_worth[metric] = cml_worth_of(&by_mean, low, high, worth->min_chance);
	selecting->mean_worth[metric].floor = worth->floor;
	if (metric == 0 && !selecting->problem->front && !isnan(worth->acquisition.best))
		cml_worth_over_best(&selecting->mean_worth[metric], worth->acquisition.best);
	if (worth->scale == CML_WORTH_REWARD)
		selecting->mean_worth[metric].scale = CML_WORTH_REWARD;
}

static enum cml_result prepare_turns(struct selecting *selecting, struct cml_error *err)
{
	const struct cml_worth *worth = &selecting->problem->worth;
	const struct cml_front *front = selecting->problem->front;
	bool knows = selecting->portfolio.process.n > 0;
	if (knows && cml_score_heap_init(&selecting->by_values, selecting->n_pool, err) != CML_OK)
		return err->status;
	for (size_t i = 0; knows && i < selecting->n_pool; i++)
		selecting->by_values.scores[i] = value_score(selecting, i);
	if (knows)
		cml_score_heap_order(&selecting->by_values, selecting->n_pool);
	take_mean_worth(selecting, 0, worth->acquisition.maximize);
	if (front)
		take_mean_worth(selecting, 1, front->axes[1].maximize);
	return CML_OK;
}

static enum cml_result allocate(struct selecting *selecting, struct cml_error *err)
{
	const struct cml_selection_problem *problem = selecting->problem;
	size_t n_pool = selecting->n_pool;
	enum cml_portfolio_by by;
	if (!CML_NEW(&selecting->states, n_pool) || !CML_NEW(&selecting->is_out, n_pool) ||
	    !CML_NEW(&selecting->chosen, problem->n) ||
	    !CML_NEW(&selecting->is_by_mean, problem->n))
		return cml_fail_memory(err);
	if (asks_portfolio(selecting, &by) && ask_portfolio(selecting, by, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n_pool; i++) {
		if (shrinks(selecting))
			compare_with_best(selecting, i);
		selecting->states[i].is_risky = is_below_floor(selecting, i);
		cml_selecting_put_off(selecting, i);
	}
	if (problem->selection->by == CML_SELECT_TURNS && prepare_turns(selecting, err) != CML_OK)
		return err->status;
	if (!shrinks(selecting))
		return CML_OK;
	double length = 0;
	for (size_t slot = 0; slot < problem->space->n_columns; slot++)
		length += LENGTH_FRACTION * (problem->space->columns[slot].role == CML_ROLE_PARAM);
	struct cml_shrinking_pool pool = {.space = problem->space,
					  .model = problem->model,
					  .worth = problem->worth,
					  .front = problem->front,
					  .n_max = problem->n_pending + problem->n,
					  .n = n_pool,
					  .proposals = selecting->pool,
					  .length = length};
	return cml_shrinking_init(&selecting->shrinking, &pool, err);
}

/* The prediction from which on a proposal is one of the best, larger is better: that of the best
 * job, and within what repeats differ by of the worst chosen for its prediction; where none was, of
 * the best that is not risky. */
static double find_good(const struct selecting *selecting, double sign)
{
	double worst = INFINITY, best = -INFINITY;
	for (size_t k = 0; k < selecting->n_chosen; k++)
		if (selecting->is_by_mean[k])
			worst = fmin(worst, sign * selecting->pool[selecting->chosen[k]].pred);
	for (size_t i = selecting->problem->n_pending; i < selecting->n_pool; i++)
		if (!selecting->states[i].is_risky)
			best = fmax(best, sign * selecting->pool[i].pred);
	best = isinf(worst) ? best : worst;
	best -= fabs(best) * CML_SIMILAR_PERCENT / 100;
	return fmax(best, cml_reward_of(selecting->arms.best));
}

static enum cml_result keep_chosen(const struct selecting *selecting,
				   struct cml_proposals *proposals, struct cml_error *err)
{
	struct cml_proposal *kept = cml_array_new(selecting->n_chosen, sizeof *kept);
	if (!kept)
		return cml_fail_memory(err);
	double sign = selecting->problem->worth.acquisition.maximize ? 1 : -1;
	double good = shrinks(selecting) ? find_good(selecting, sign) : -INFINITY;
	double incumbent = cml_reward_of(selecting->arms.best);
	proposals->best_job = isfinite(incumbent) ? sign * incumbent : NAN;
	for (size_t i = 0; i < selecting->n_chosen; i++) {
		kept[i] = selecting->pool[selecting->chosen[i]];
		kept[i].learns = sign * kept[i].pred < good;
		kept[i].is_anchor = cml_selecting_is_anchor(selecting, i);
	}
	proposals->n_near = selecting->n_near;
	for (size_t i = 0; i < selecting->n_pool && selecting->n_chosen < selecting->problem->n;
	     i++)
		proposals->are_cautious |= selecting->states[i].is_failing;
	free(proposals->items);
	proposals->items = kept;
	proposals->are_a_batch = selecting->problem->selection->by != CML_SELECT_BEST;
	proposals->n = selecting->n_chosen;
	return CML_OK;
}

static enum cml_result choose_all(struct selecting *selecting, struct cml_error *err)
{
	const struct cml_selection_problem *problem = selecting->problem;
	if (allocate(selecting, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < problem->n_pending; i++) {
		take(selecting, i);
		if (shrinks(selecting) &&
		    cml_shrinking_choose(&selecting->shrinking, i, err) != CML_OK)
			return err->status;
	}
	while (selecting->n_chosen < problem->n) {
		size_t next;
		if (find_next(selecting, &next, err) != CML_OK)
			return err->status;
		if (next == selecting->n_pool)
			break;
		if (choose(selecting, next, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_select(const struct cml_selection_problem *problem,
			   struct cml_proposals *proposals, struct cml_error *err)
{
	struct selecting selecting = {.problem = problem,
				      .caution = problem->caution,
				      .maximize = problem->worth.acquisition.maximize,
				      .are_twins_put_off =
					  problem->selection->by == CML_SELECT_TURNS,
				      .pool = proposals->items,
				      .n_pool = proposals->n};
	cml_arms_init(&selecting.arms, problem->space, problem->tried);
	enum cml_result status = choose_all(&selecting, err);
	if (status != CML_OK)
		goto out;
	status = keep_chosen(&selecting, proposals, err);
out:
	cml_portfolio_release(&selecting.portfolio);
	cml_shrinking_release(&selecting.shrinking);
	cml_score_heap_release(&selecting.by_values);
	free(selecting.states);
	free(selecting.is_out);
	free(selecting.chosen);
	free(selecting.is_by_mean);
	return status;
}
