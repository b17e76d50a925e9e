/* The best of the jobs that were tried, and their alternatives. Part of deciders.h. */
#include "search/deciders.h"

static struct cml_arm arm_of(const struct cml_space *space, const double *values)
{
	struct cml_arm arm = {0};
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (space->columns[slot].role == CML_ROLE_PARAM && space->columns[slot].when) {
			arm.present = arm.present * 31 + (isnan(values[slot]) ? 1 : 2);
			arm.has_own = arm.has_own || !isnan(values[slot]);
		}
	return arm;
}

size_t cml_arms_find(struct cml_arms *arms, const struct cml_space *space, const double *values)
{
	struct cml_arm arm = arm_of(space, values);
	for (size_t a = 0; a < arms->n; a++)
		if (arms->items[a].present == arm.present)
			return a;
	arms->are_many = arms->are_many || arms->n == CML_MAX_ARMS;
	if (arms->are_many)
		return CML_MAX_ARMS;
	arms->items[arms->n] = arm;
	return arms->n++;
}

/* Whether a job is the best so far; n_since counts those that are not. */
static void take(const struct cml_tried_job *job, const struct cml_tried_job **best,
		 size_t *n_since)
{
	bool is_better = job->state == CML_TRIED_OK && job->reward > cml_reward_of(*best);
	*n_since = is_better ? 0 : *n_since + 1;
	*best = is_better ? job : *best;
}

void cml_arms_init(struct cml_arms *arms, const struct cml_space *space,
		   const struct cml_tried_jobs *tried)
{
	*arms = (struct cml_arms){0};
	for (size_t i = 0; tried && i < tried->n; i++) {
		const struct cml_tried_job *job = &tried->items[i];
		take(job, &arms->best, &arms->n_since);
		size_t a = cml_arms_find(arms, space, job->values);
		if (a == CML_MAX_ARMS)
			continue;
		arms->items[a].n++;
		take(job, &arms->items[a].best, &arms->items[a].n_since);
	}
	arms->is_stalled = arms->best && arms->best != tried->items && arms->n_since >= CML_STALLED;
}

size_t cml_arms_turn(const struct cml_arms *arms)
{
	size_t turn = CML_MAX_ARMS;
	for (size_t a = 0; arms->n > 1 && !arms->are_many && a < arms->n; a++) {
		const struct cml_arm *arm = &arms->items[a];
		bool is_behind = arm->n_since >= CML_ARM_PATIENCE && arm->best != arms->best;
		if (arm->has_own && !is_behind &&
		    (turn == CML_MAX_ARMS || arm->n < arms->items[turn].n))
			turn = a;
	}
	return turn == CML_MAX_ARMS || arms->items[turn].best == arms->best ? CML_MAX_ARMS : turn;
}
