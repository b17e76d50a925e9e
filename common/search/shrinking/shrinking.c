#include "search/shrinking/shrinking.h"

#include "search/front_worth.h"

#include <math.h>
#include <stdlib.h>

/* Whether it is a param in which two configurations differ. */
static bool differs_in(const struct cml_space *space, size_t slot, const double *a, const double *b)
{
	return space->columns[slot].role == CML_ROLE_PARAM && a[slot] != b[slot] &&
	       !(isnan(a[slot]) && isnan(b[slot]));
}

size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += differs_in(space, slot, a, b);
	return n;
}

bool cml_proposals_are_similar(const struct cml_space *space, const struct cml_proposal *a,
			       const struct cml_proposal *b)
{
	return 100 * fabs(a->pred - b->pred) <= CML_SIMILAR_PERCENT * fabs(b->pred) &&
	       cml_params_differing(space, a->values, b->values) == 1;
}

/* Part of a domain that is a step. */
#define STEP 0.05

/* Whether two values that differ are a step apart. */
static bool is_step(const struct cml_space_column *column, double a, double b)
{
	const struct cml_domain *domain = &column->domain;
	double lo = domain->lo, hi = domain->hi, n = (double)domain->n_values;
	if (isnan(a) || isnan(b))
		return true;
	if (column->encoding == CML_ENCODING_ONEHOT || column->type > CML_TYPE_FLOAT ||
	    (n > 0 && STEP * (n - 1) <= 1))
		return a != b;
	if (domain->kind == CML_DOMAIN_LEVELS || domain->kind == CML_DOMAIN_POWERS) {
		a = (double)cml_domain_index(domain, a);
		b = (double)cml_domain_index(domain, b);
		lo = 0;
		hi = n - 1;
	} else if (column->encoding == CML_ENCODING_LOG && lo > 0) {
		a = log(a);
		b = log(b);
		lo = log(lo);
		hi = log(hi);
	}
	/* Of a range without an end, any two. */
	return isfinite(hi - lo) ? fabs(a - b) >= STEP * (hi - lo) : a != b;
}

bool cml_configs_are_apart(const struct cml_space *space, const double *a, const double *b)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (differs_in(space, slot, a, b) &&
		    is_step(&space->columns[slot], a[slot], b[slot]))
			return true;
	return false;
}

bool cml_similar_print(const struct cml_space *space, const struct cml_proposals *proposals,
		       size_t *n, struct cml_buffer *names)
{
	AUTOFREE bool *differs = cml_array_new(space->n_columns, sizeof *differs);
	bool ok = differs;
	size_t before = names->size;
	*n = 0;
	for (size_t i = 0; ok && i < proposals->n; i++) {
		const struct cml_proposal *item = &proposals->items[i];
		size_t k = 0;
		while (k < i && !cml_proposals_are_similar(space, item, &proposals->items[k]))
			k++;
		if (k == i)
			continue;
		++*n;
		size_t slot = 0;
		while (!differs_in(space, slot, item->values, proposals->items[k].values))
			slot++;
		differs[slot] = true;
	}
	for (size_t slot = 0; ok && slot < space->n_columns; slot++)
		if (differs[slot])
			ok = cml_buffer_printf(names, "%s%s", names->size > before ? ", " : "",
					       space->columns[slot].name);
	return ok;
}

/* Part of the params that makes up the length of the correlation. */
#define LENGTH_FRACTION 0.25
/* Less variance than this is none: dividing by it would only spread rounding. */
#define MIN_VARIANCE 1e-9

static double score_of(const struct cml_shrinking *shrinking, size_t i)
{
	return cml_proposal_worth(&shrinking->proposals[i], &shrinking->worth,
				  shrinking->problem->front, shrinking->states[i].variance);
}

static bool knows_covariance(const struct cml_model *model)
{
	const struct cml_predictor_kind *kind = model->kind;
	return kind->covariance && (!kind->has_covariance || kind->has_covariance(model->state));
}

static enum cml_result allocate(struct cml_shrinking *shrinking, struct cml_error *err)
{
	const struct cml_model *model = shrinking->problem->model;
	size_t n = shrinking->problem->n_pending + shrinking->problem->n, n_numbers;
	if (model && knows_covariance(model))
		shrinking->n_known_numbers = model->kind->n_known_numbers(model->state);
	if (__builtin_mul_overflow(n, shrinking->n_known_numbers, &n_numbers))
		return cml_fail_memory(err);
	return CML_NEW(&shrinking->states, shrinking->n) && CML_NEW(&shrinking->choices, n) &&
		       CML_NEW(&shrinking->covariance, n) && CML_NEW(&shrinking->known, n_numbers)
		   ? cml_encoded_init(&shrinking->at, model, err)
		   : cml_fail_memory(err);
}

enum cml_result cml_shrinking_init(struct cml_shrinking *shrinking,
				   const struct cml_selection_problem *problem,
				   const struct cml_proposals *proposals, struct cml_error *err)
{
	const struct cml_space *space = problem->space;
	*shrinking = (struct cml_shrinking){.problem = problem,
					    .worth = problem->worth,
					    .n = proposals->n,
					    .proposals = proposals->items};
	if (allocate(shrinking, err) != CML_OK ||
	    cml_top_n_init(&shrinking->heap, shrinking->n, err) != CML_OK)
		return err->status;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		shrinking->length +=
		    LENGTH_FRACTION * (space->columns[slot].role == CML_ROLE_PARAM);
	for (size_t i = 0; i < shrinking->n; i++) {
		shrinking->states[i].variance = 1;
		cml_score_heap_add(&shrinking->heap, score_of(shrinking, i), i);
	}
	return CML_OK;
}

void cml_shrinking_release(struct cml_shrinking *shrinking)
{
	for (size_t i = 0; shrinking->states && i < shrinking->n; i++)
		free(shrinking->states[i].row);
	free(shrinking->states);
	cml_top_n_release(&shrinking->heap);
	free(shrinking->choices);
	free(shrinking->covariance);
	free(shrinking->known);
	cml_encoded_release(&shrinking->at);
	*shrinking = (struct cml_shrinking){0};
}

/* Of a proposal in the unit the predictor learned in. */
static double learned_sd(const struct cml_shrinking *shrinking, size_t i)
{
	const struct cml_proposal *proposal = &shrinking->proposals[i];
	return shrinking->problem->model->log_target ? proposal->sd / proposal->pred : proposal->sd;
}

/* Correlations of the deviation of number i with those of the choices from `first` on. */
static enum cml_result correlate(struct cml_shrinking *shrinking, size_t i, size_t first,
				 struct cml_error *err)
{
	size_t n = shrinking->n_choices - first, size = shrinking->n_known_numbers;
	double *correlation = shrinking->covariance + first;
	const struct cml_shrinking_choice *choices = shrinking->choices + first;
	if (size > 0) {
		if (cml_encoded_take(&shrinking->at, shrinking->proposals[i].values, err) != CML_OK)
			return err->status;
		shrinking->problem->model->kind->covariance(shrinking->problem->model->state, n,
							    shrinking->known + first * size,
							    shrinking->at.x, correlation);
		double sd = learned_sd(shrinking, i);
		for (size_t k = 0; k < n; k++)
			correlation[k] /= learned_sd(shrinking, choices[k].proposal) * sd;
		return CML_OK;
	}
	for (size_t k = 0; k < n; k++)
		correlation[k] = exp(-(double)cml_params_differing(
					 shrinking->problem->space, shrinking->proposals[i].values,
					 shrinking->proposals[choices[k].proposal].values) /
				     shrinking->length);
	return CML_OK;
}

/* Room of a row of so many numbers: most are looked at when few are chosen, and never again. */
#define ROOM(n) (((n) + 7) / 8 * 8)

/* The next columns of its row of the factor, and what they leave of its variance. */
static enum cml_result look_again(struct cml_shrinking *shrinking, size_t i, struct cml_error *err)
{
	struct cml_shrinking_state *state = &shrinking->states[i];
	if (ROOM(shrinking->n_choices) > ROOM(state->n_seen)) {
		double *row = realloc(state->row, ROOM(shrinking->n_choices) * sizeof *row);
		if (!row)
			return cml_fail_memory(err);
		state->row = row;
	}
	if (correlate(shrinking, i, state->n_seen, err) != CML_OK)
		return err->status;
	for (size_t k = state->n_seen; k < shrinking->n_choices; k++) {
		const struct cml_shrinking_choice *choice = &shrinking->choices[k];
		const double *row = shrinking->states[choice->proposal].row;
		double covariance = shrinking->covariance[k];
		state->row[k] = 0;
		if (choice->variance == 0)
			continue;
		for (size_t j = 0; j < k; j++)
			covariance -= state->row[j] * row[j];
		state->row[k] = covariance / sqrt(choice->variance);
		state->variance = fmax(0, state->variance - state->row[k] * state->row[k]);
	}
	state->n_seen = shrinking->n_choices;
	return CML_OK;
}

enum cml_result cml_shrinking_next(struct cml_shrinking *shrinking, const bool *is_out,
				   size_t *next, struct cml_error *err)
{
	double score;
	while (cml_score_heap_first(&shrinking->heap, is_out, next, &score)) {
		if (shrinking->states[*next].n_seen == shrinking->n_choices)
			return CML_OK;
		if (look_again(shrinking, *next, err) != CML_OK)
			return err->status;
		cml_score_heap_lower(&shrinking->heap, score_of(shrinking, *next));
	}
	*next = shrinking->n;
	return CML_OK;
}

/* As good a job as predicted, where one that runs is likelier than not, is to be improved on. */
static enum cml_result believe(struct cml_shrinking *shrinking, const struct cml_proposal *chosen,
			       struct cml_error *err)
{
	struct cml_front *front = shrinking->problem->front;
	struct cml_acquisition *acquisition = &shrinking->worth.acquisition;
	bool is_better = acquisition->maximize ? chosen->pred > acquisition->best
					       : chosen->pred < acquisition->best;
	bool runs = shrinking->worth.scale == CML_WORTH_REWARD || chosen->log_chance > -M_LN2;
	if (is_better && runs)
		acquisition->best = chosen->pred;
	return front && runs ? cml_front_add(front, (double[]){chosen->pred, chosen->second}, err)
			     : CML_OK;
}

enum cml_result cml_shrinking_choose(struct cml_shrinking *shrinking, size_t next,
				     struct cml_error *err)
{
	const struct cml_model *model = shrinking->problem->model;
	if (look_again(shrinking, next, err) != CML_OK)
		return err->status;
	size_t k = shrinking->n_choices++;
	double left = shrinking->states[next].variance;
	shrinking->choices[k] = (struct cml_shrinking_choice){next, left < MIN_VARIANCE ? 0 : left};
	if (believe(shrinking, &shrinking->proposals[next], err) != CML_OK)
		return err->status;
	if (shrinking->n_known_numbers == 0)
		return CML_OK;
	if (cml_encoded_take(&shrinking->at, shrinking->proposals[next].values, err) != CML_OK)
		return err->status;
	model->kind->know(model->state, shrinking->at.x,
			  shrinking->known + k * shrinking->n_known_numbers);
	return CML_OK;
}
