/* Which configurations of a batch run next: the order of decisions, from top to bottom. Each is the
 * best of those that are left, as the decider sees it whose turn it is (deciders.h).
 * What the log does not cover (coverage.h), or a least chance leaves out, is not scored or not kept
 * (search.c) and never gets here. A front (front_worth.h) changes what an improvement is, not the
 * order.
 */
#include "search/deciders.h"

/* Improvement, prediction, single values. */
#define N_TURNS 3

/* Who decides, and who does where that one finds none. */
static const struct {
	const struct cml_decider *first, *last;
} deciders[] = {
    [CML_SELECT_BEST] = {&cml_by_order, &cml_by_order},
    [CML_SELECT_SHRINK] = {&cml_by_improvement, &cml_by_order},
    [CML_SELECT_TURNS] = {NULL, &cml_by_prediction},
    [CML_SELECT_SPREAD] = {&cml_by_distance, &cml_by_distance},
};

/* Turns go on where the batch before ended, if batches are too small for all of them. */
static const struct cml_decider *whose_turn(struct cml_choice *choice)
{
	const struct cml_selection_problem *problem = choice->problem;
	const struct cml_tried_jobs *tried = problem->tried;
	size_t n = choice->n_chosen + (tried && problem->n < N_TURNS ? tried->n : 0);
	/* In a foreign context every second one is of a first design. */
	if (choice->n_apart > 0 && n % 2 == 1)
		return &cml_by_distance;
	if (deciders[problem->selection->by].first)
		return deciders[problem->selection->by].first;
	/* Every second one is of an alternative that is not shown to be behind. */
	choice->arm = n % 2 == 1 ? cml_arms_turn(&choice->arms) : CML_MAX_ARMS;
	if (choice->arm < CML_MAX_ARMS)
		return &cml_by_arm;
	if (n % N_TURNS == 0)
		return &cml_by_improvement;
	if (n % N_TURNS == 1)
		return &cml_by_prediction;
	if (problem->front)
		return &cml_by_second;
	/* Long without a better job: around the best one. */
	if (choice->arms.is_stalled)
		return &cml_by_neighbour;
	return choice->portfolio.process.n > 0 ? &cml_by_values : &cml_by_improvement;
}

/* The next one, or n_pool: none is left. */
static enum cml_result choose_next(struct cml_choice *choice, size_t *next, struct cml_error *err)
{
	const struct cml_decider *turn = whose_turn(choice);
	const struct cml_decider *last = deciders[choice->problem->selection->by].last;
	*next = choice->n_pool;
	/* First what makes a context known that the log barely has: what is surest to run. */
	if (cml_choice_is_anchor(choice, choice->n_chosen) &&
	    cml_decide(&cml_by_certainty, choice, next, err) != CML_OK)
		return err->status;
	/* Then whose turn it is. */
	if (*next == choice->n_pool && cml_decide(turn, choice, next, err) != CML_OK)
		return err->status;
	/* Last what was put off: what is poor, near or similar to another, or more untried than
	 * caution allows; then what is risky; then both. */
	do {
		if (*next == choice->n_pool && cml_decide(last, choice, next, err) != CML_OK)
			return err->status;
	} while (*next == choice->n_pool && cml_choice_relent(choice));
	return CML_OK;
}

/* What follows where c is to run. */
static enum cml_result settle(struct cml_choice *choice, size_t c, struct cml_error *err)
{
	choice->n_near += choice->states[c].is_near;
	choice->chosen[choice->n_chosen++] = c;
	/* It is out; what is near or similar to it is put off, and less uncertain. */
	if (cml_choice_take(choice, c, err) != CML_OK)
		return err->status;
	/* Its alternative had a job more. */
	if (choice->arms.n > 1 && choice->states[c].arm < CML_MAX_ARMS)
		choice->arms.items[choice->states[c].arm].n++;
	/* The first design and single values know of it. */
	cml_portfolio_take(&choice->portfolio, c);
	/* Caution takes back what would fail, or hang on what no job had, more than is allowed. */
	return cml_choice_be_cautious(choice, c, err);
}

static enum cml_result choose_all(struct cml_choice *choice, struct cml_error *err)
{
	const struct cml_selection_problem *problem = choice->problem;
	for (size_t i = 0; i < problem->n_pending; i++)
		if (cml_choice_take(choice, i, err) != CML_OK)
			return err->status;
	while (choice->n_chosen < problem->n) {
		size_t next;
		bool refuses = false;
		if (choose_next(choice, &next, err) != CML_OK)
			return err->status;
		if (next == choice->n_pool)
			break;
		/* Not what failed often enough. */
		if (cml_choice_refuse(choice, next, &refuses, err) != CML_OK)
			return err->status;
		if (refuses)
			continue;
		if (settle(choice, next, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_select(const struct cml_selection_problem *problem,
			   struct cml_proposals *proposals, struct cml_error *err)
{
	AUTO(cml_choice) choice = {0};
	if (cml_choice_init(&choice, problem, proposals, err) != CML_OK ||
	    choose_all(&choice, err) != CML_OK)
		return err->status;
	return cml_choice_keep(&choice, proposals, err);
}
