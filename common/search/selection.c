#include "search/selection.h"

#include "base/memory.h"
#include "base/random.h"
#include "search/pareto/front_proposals.h"
#include "search/portfolio/portfolio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Part of the params that makes up the length of the correlation. */
#define LENGTH_FRACTION 0.25
/* Less variance than this is none: dividing by it would only spread rounding. */
#define MIN_VARIANCE 1e-9

struct selecting {
	const struct cml_selection_problem *problem;
	struct cml_worth worth; /* ei: over the best chosen too */
	const struct cml_proposal *pool;
	size_t n_pool;
	size_t n_params;
	bool *is_out;        /* chosen, or too near to one chosen */
	double *variance;    /* SHRINK: fraction of it that is left */
	double *factor;      /* SHRINK: n_pool x n; rows of a Cholesky factor of the correlations */
	double *correlation; /* SHRINK: n_pool, with the one chosen last */
	float *x;            /* n_pool x n_features where the model knows correlations; or NULL */
	size_t *chosen;      /* n */
	size_t n_chosen;
	size_t n_observed;              /* SHRINK: columns of the factor that are filled */
	struct cml_portfolio portfolio; /* what jobs that were tried say; zeroed: not asked */
	double *log_chance;             /* n_pool: with what they say */
};

/* Rows of the factor: what is pending and what will be chosen. */
static size_t factor_width(const struct selecting *selecting)
{
	return selecting->problem->n_pending + selecting->problem->n;
}

static bool shrinks(const struct selecting *selecting)
{
	enum cml_selection_by by = selecting->problem->selection->by;
	return by == CML_SELECT_SHRINK || by == CML_SELECT_TURNS;
}

/* Whether the jobs that were tried count in the choice, and how. */
static bool asks_portfolio(const struct selecting *selecting, enum cml_portfolio_by *by)
{
	const struct cml_selection_problem *problem = selecting->problem;
	*by = CML_PORTFOLIO_CHANCE;
	switch (problem->selection->by) {
	case CML_SELECT_SPREAD:
		*by = CML_PORTFOLIO_SPREAD;
		return true;
	case CML_SELECT_TURNS:
		*by = CML_PORTFOLIO_DENSITY;
		return true;
	case CML_SELECT_SHRINK:
	case CML_SELECT_DRAWS:
		return problem->tried && selecting->worth.scale != CML_WORTH_REWARD;
	case CML_SELECT_BEST:
		break;
	}
	return false;
}

bool cml_selection_needs_all(const struct cml_selection *selection)
{
	return selection->by != CML_SELECT_BEST || selection->diversity > 0;
}

static bool is_param(const struct cml_space *space, size_t slot)
{
	return space->columns[slot].role == CML_ROLE_PARAM;
}

size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += is_param(space, slot) && a[slot] != b[slot] &&
		     !(isnan(a[slot]) && isnan(b[slot]));
	return n;
}

/* A standard normal number of its own for each value of each param in each draw. */
static double deviate(const struct selecting *selecting, size_t slot, double value)
{
	uint64_t bits = 0, place = slot * 0x9e3779b97f4a7c15U + selecting->n_chosen;
	struct cml_random random;
	value += 0.0; /* no negative zero */
	if (isnan(value))
		bits = UINT64_MAX;
	else
		memcpy(&bits, &value, sizeof bits);
	cml_random_init(&random, selecting->problem->seed ^ place * 0xd1b54a32d192ed03U, bits);
	return cml_random_normal(&random);
}

static double draw_of(const struct selecting *selecting, const struct cml_proposal *proposal)
{
	const struct cml_space *space = selecting->problem->space;
	double sum = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (is_param(space, slot))
			sum += deviate(selecting, slot, proposal->values[slot]);
	double mean = selecting->worth.acquisition.maximize ? proposal->pred : -proposal->pred;
	double drawn = mean + proposal->sd * sum / sqrt((double)selecting->n_params);
	return cml_worth(&selecting->worth, isnan(drawn) ? -INFINITY : drawn,
			 proposal->log_chance) -
	       cml_proposal_price(proposal);
}

/* Where good jobs are dense, times the chance, per cost. */
static double density_score(const struct selecting *selecting, size_t i)
{
	const struct cml_proposal *proposal = &selecting->pool[i];
	bool ignores_failures = selecting->worth.scale == CML_WORTH_REWARD;
	return cml_portfolio_score(&selecting->portfolio, i) +
	       (ignores_failures ? 0 : selecting->log_chance[i]) - cml_proposal_price(proposal);
}

/* What is left to be gained of number i. */
static double shrunk_score(const struct selecting *selecting, size_t i)
{
	struct cml_proposal proposal = selecting->pool[i];
	proposal.log_chance = selecting->log_chance[i];
	return cml_proposal_worth(&proposal, &selecting->worth, selecting->problem->front,
				  selecting->variance[i]);
}

static double score_of(const struct selecting *selecting, size_t i)
{
	const struct cml_proposal *proposal = &selecting->pool[i];
	switch (selecting->problem->selection->by) {
	case CML_SELECT_SPREAD:
		return cml_portfolio_score(&selecting->portfolio, i);
	case CML_SELECT_TURNS:
		if (selecting->n_chosen % 2 == 1 && cml_portfolio_knows(&selecting->portfolio))
			return density_score(selecting, i);
		/* fall through */
	case CML_SELECT_SHRINK:
		return shrunk_score(selecting, i);
	case CML_SELECT_DRAWS:
		return draw_of(selecting, proposal);
	case CML_SELECT_BEST:
		break;
	}
	return proposal->reward;
}

/* The best of those left, or n_pool. */
static size_t find_next(const struct selecting *selecting)
{
	size_t best = selecting->n_pool;
	double best_score = -INFINITY;
	for (size_t i = 0; i < selecting->n_pool; i++) {
		if (selecting->is_out[i])
			continue;
		if (selecting->problem->selection->by == CML_SELECT_BEST)
			return i;
		double score = score_of(selecting, i);
		if (best == selecting->n_pool || score > best_score) {
			best = i;
			best_score = score;
		}
	}
	return best;
}

static void drop_near(struct selecting *selecting, const double *values)
{
	const struct cml_selection_problem *problem = selecting->problem;
	for (size_t i = 0; i < selecting->n_pool && problem->selection->diversity > 0; i++)
		if (!selecting->is_out[i])
			selecting->is_out[i] = cml_params_differing(problem->space, values,
								    selecting->pool[i].values) <
					       problem->selection->diversity;
}

/* Of a proposal in the unit the predictor learned in. */
static double learned_sd(const struct cml_model *model, const struct cml_proposal *proposal)
{
	return model->log_target ? proposal->sd / proposal->pred : proposal->sd;
}

/* Of the deviations of all proposals and that of number c. */
static void correlate(struct selecting *selecting, size_t c)
{
	const struct cml_selection_problem *problem = selecting->problem;
	const struct cml_model *model = problem->model;
	double length = LENGTH_FRACTION * (double)selecting->n_params;
	double *correlation = selecting->correlation;
	if (selecting->x) {
		model->kind->covariance(model->state, selecting->x + c * model->n_features,
					selecting->n_pool, selecting->x, correlation);
		double sd = learned_sd(model, &selecting->pool[c]);
		for (size_t i = 0; i < selecting->n_pool; i++)
			correlation[i] /= sd * learned_sd(model, &selecting->pool[i]);
		return;
	}
	for (size_t i = 0; i < selecting->n_pool; i++)
		correlation[i] =
		    exp(-(double)cml_params_differing(problem->space, selecting->pool[i].values,
						      selecting->pool[c].values) /
			length);
}

/* As good a job as predicted, where one that runs is likelier than not, is to be improved on. */
static enum cml_result believe(struct selecting *selecting, const struct cml_proposal *chosen,
			       struct cml_error *err)
{
	struct cml_front *front = selecting->problem->front;
	struct cml_acquisition *acquisition = &selecting->worth.acquisition;
	bool is_better = acquisition->maximize ? chosen->pred > acquisition->best
					       : chosen->pred < acquisition->best;
	bool runs = selecting->worth.scale == CML_WORTH_REWARD || chosen->log_chance > -M_LN2;
	if (is_better && runs)
		acquisition->best = chosen->pred;
	return front && runs ? cml_front_add(front, (double[]){chosen->pred, chosen->second}, err)
			     : CML_OK;
}

/* The next column of the Cholesky factor, and what it leaves of the variances. */
static enum cml_result observe(struct selecting *selecting, size_t c, struct cml_error *err)
{
	size_t n = factor_width(selecting), k = selecting->n_observed;
	double left = selecting->variance[c];
	const double *row_c = selecting->factor + c * n;
	if (believe(selecting, &selecting->pool[c], err) != CML_OK)
		return err->status;
	if (left < MIN_VARIANCE)
		return CML_OK;
	correlate(selecting, c);
	for (size_t i = 0; i < selecting->n_pool; i++) {
		double *row = selecting->factor + i * n;
		double covariance = selecting->correlation[i];
		for (size_t j = 0; j < k; j++)
			covariance -= row[j] * row_c[j];
		row[k] = covariance / sqrt(left);
		selecting->variance[i] = fmax(0, selecting->variance[i] - row[k] * row[k]);
	}
	selecting->n_observed++;
	return CML_OK;
}

/* Number c runs: what is known of the others from now on. */
static enum cml_result launch(struct selecting *selecting, size_t c, struct cml_error *err)
{
	selecting->is_out[c] = true;
	drop_near(selecting, selecting->pool[c].values);
	if (shrinks(selecting) && observe(selecting, c, err) != CML_OK)
		return err->status;
	if (selecting->portfolio.levels)
		cml_portfolio_take(&selecting->portfolio, c);
	return CML_OK;
}

static bool knows_covariance(const struct cml_model *model)
{
	const struct cml_predictor_kind *kind = model->kind;
	return kind->covariance && (!kind->has_covariance || kind->has_covariance(model->state));
}

/* Features of the pool, where the model knows the covariance of its deviations. */
static enum cml_result encode_pool(struct selecting *selecting, struct cml_error *err)
{
	const struct cml_model *model = selecting->problem->model;
	size_t n_pool = selecting->n_pool, n_cells;
	if (!model || !knows_covariance(model))
		return CML_OK;
	if (__builtin_mul_overflow(n_pool, model->n_features, &n_cells))
		return cml_fail_memory(err);
	double *features = cml_array_new(model->n_features, sizeof *features);
	selecting->x = cml_array_new(n_cells, sizeof *selecting->x);
	enum cml_result status = features && selecting->x ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n_pool; i++)
		status = cml_model_encode(model, selecting->pool[i].values, features,
					  selecting->x + i * model->n_features, err);
	free(features);
	return status;
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
					  .values = values};
	enum cml_result status = cml_portfolio_init(&selecting->portfolio, &task, err);
	if (status == CML_OK && problem->first)
		cml_portfolio_take_other(&selecting->portfolio, problem->first);
	free(values);
	return status;
}

static enum cml_result allocate(struct selecting *selecting, struct cml_error *err)
{
	size_t n_pool = selecting->n_pool, n = selecting->problem->n, n_factor;
	if (__builtin_mul_overflow(n_pool, factor_width(selecting), &n_factor))
		return cml_fail_memory(err);
	selecting->log_chance = cml_array_new(n_pool, sizeof *selecting->log_chance);
	selecting->is_out = cml_array_new(n_pool, sizeof *selecting->is_out);
	selecting->chosen = cml_array_new(n, sizeof *selecting->chosen);
	if (!selecting->log_chance || !selecting->is_out || !selecting->chosen)
		return cml_fail_memory(err);
	enum cml_portfolio_by by;
	if (asks_portfolio(selecting, &by) && ask_portfolio(selecting, by, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n_pool; i++)
		selecting->log_chance[i] = cml_portfolio_log_chance(&selecting->portfolio, i,
								    selecting->pool[i].log_chance);
	if (!shrinks(selecting))
		return CML_OK;
	selecting->variance = cml_array_new(n_pool, sizeof *selecting->variance);
	selecting->factor = cml_array_new(n_factor, sizeof *selecting->factor);
	selecting->correlation = cml_array_new(n_pool, sizeof *selecting->correlation);
	if (!selecting->variance || !selecting->factor || !selecting->correlation)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_pool; i++)
		selecting->variance[i] = 1;
	return encode_pool(selecting, err);
}

static enum cml_result keep_chosen(const struct selecting *selecting,
				   struct cml_proposals *proposals, struct cml_error *err)
{
	struct cml_proposal *kept = cml_array_new(selecting->n_chosen, sizeof *kept);
	if (!kept)
		return cml_fail_memory(err);
	for (size_t i = 0; i < selecting->n_chosen; i++)
		kept[i] = selecting->pool[selecting->chosen[i]];
	free(proposals->items);
	proposals->items = kept;
	proposals->n = selecting->n_chosen;
	return CML_OK;
}

enum cml_result cml_select(const struct cml_selection_problem *problem,
			   struct cml_proposals *proposals, struct cml_error *err)
{
	struct selecting selecting = {.problem = problem,
				      .worth = problem->worth,
				      .pool = proposals->items,
				      .n_pool = proposals->n};
	for (size_t slot = 0; slot < problem->space->n_columns; slot++)
		selecting.n_params += is_param(problem->space, slot);
	enum cml_result status = allocate(&selecting, err);
	if (status == CML_OK && problem->first)
		drop_near(&selecting, problem->first);
	for (size_t i = 0; status == CML_OK && i < problem->n_pending; i++) {
		selecting.is_out[i] = true;
		if (shrinks(&selecting))
			status = observe(&selecting, i, err);
	}
	while (status == CML_OK && selecting.n_chosen < problem->n) {
		size_t next = find_next(&selecting);
		if (next == selecting.n_pool)
			break;
		status = launch(&selecting, next, err);
		selecting.chosen[selecting.n_chosen++] = next;
	}
	if (status == CML_OK)
		status = keep_chosen(&selecting, proposals, err);
	cml_portfolio_release(&selecting.portfolio);
	free(selecting.log_chance);
	free(selecting.is_out);
	free(selecting.variance);
	free(selecting.factor);
	free(selecting.correlation);
	free(selecting.x);
	free(selecting.chosen);
	return status;
}
