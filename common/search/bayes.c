/* Bayesian optimisation: what is worth knowing next, under the predictor's mean and
 * uncertainty; and, with the same search, `auto`, for users who do not choose a method. */
#include "base/key.h"
#include "base/memory.h"
#include "math/top_n.h"
#include "search/search.h"
#include "space/config.h"
#include "space/feasible/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Part of the samples that start local search. */
#define START_FRACTION 4
/* So many of the best are expanded before the next ones are looked up, or one for each
 * EXPANDED_FRACTION samples where that is more, which keeps looking them up cheap. */
#define N_EXPANDED 4
#define EXPANDED_FRACTION 500
/* So many configurations met are remembered, the best ones: far more than are expanded. */
#define MAX_MET ((size_t)1 << 17)
/* More neighbours than this are not all asked for, but this number drawn. */
#define MAX_NEIGHBOURS 128

struct bayes_state {
	struct cml_uniform_draws draws;
	const struct cml_configs *starts; /* NULL: none */
	size_t n_columns;
	size_t n_first; /* samples that start the search */
	size_t n_told;
	size_t n_asked;    /* since the last tell */
	bool is_elsewhere; /* draws until then: everything near what was met was met */
	size_t n_expanded; /* at a time */
	bool draws_neighbours;
	const struct cml_key_set *seen; /* of all that have their rewards */
	struct cml_key_set asked;       /* neighbours since then */
	struct cml_top_n top;           /* of configurations met: slots of those remembered */
	double *values;                 /* by slot: top.n x n_columns */
	size_t values_capacity;
	struct met {
		double reward;
		bool is_expanded;
	} * met; /* by slot */
	size_t met_capacity;
	struct cml_top_n best;            /* slots of those to expand */
	size_t next;                      /* of these */
	struct cml_neighbours neighbours; /* of `centre`, being asked for */
	double *centre;
	double *neighbour;
	size_t n_left; /* neighbours still to draw; where they are not drawn, whether any are */
};

static void release(void *state)
{
	struct bayes_state *bayes = state;
	cml_key_set_release(&bayes->asked);
	cml_top_n_release(&bayes->top);
	free(bayes->values);
	free(bayes->met);
	cml_top_n_release(&bayes->best);
	free(bayes->centre);
	free(bayes->neighbour);
}

static bool has_many_neighbours(const struct cml_constraints *constraints)
{
	size_t n = 0;
	for (size_t v = 0; v < constraints->n_variables; v++) {
		size_t n_values = constraints->variables[v].n_values;
		if (n_values == 0 || n_values > MAX_NEIGHBOURS)
			return true;
		n += n_values - 1;
	}
	return n > MAX_NEIGHBOURS;
}

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct bayes_state *made = state;
	made->draws.sampler = from->sampler;
	made->starts = from->search->starts;
	made->seen = from->seen;
	made->n_columns = from->search->space->n_columns;
	made->draws.max_tries = from->max_tries;
	/* Where there is no model to search with, all are drawn. */
	made->n_first = from->search->n_samples / (from->search->model ? START_FRACTION : 1) + 1;
	made->n_expanded = from->search->n_samples / EXPANDED_FRACTION;
	if (made->n_expanded < N_EXPANDED)
		made->n_expanded = N_EXPANDED;
	made->draws_neighbours = has_many_neighbours(&from->sampler->constraints);
	cml_random_init(&made->draws.random, from->search->seed, 0);
	return CML_NEW(&made->centre, made->n_columns) && CML_NEW(&made->neighbour, made->n_columns)
		   ? cml_top_n_init(&made->top, MAX_MET, err)
		   : cml_fail_memory(err);
}

/* The best of those that were not expanded yet. */
static enum cml_result look_up_best(struct bayes_state *bayes, struct cml_error *err)
{
	size_t slot;
	cml_top_n_release(&bayes->best);
	if (cml_top_n_init(&bayes->best, bayes->n_expanded, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < bayes->top.n; i++)
		if (!bayes->met[i].is_expanded)
			cml_top_n_offer(&bayes->best, bayes->met[i].reward, i, &slot);
	cml_top_n_sort(&bayes->best);
	bayes->next = 0;
	return CML_OK;
}

/* The next neighbour of the best into bayes->neighbour; false at the end. */
static bool next_neighbour(struct bayes_state *bayes)
{
	const struct cml_constraints *constraints = &bayes->draws.sampler->constraints;
	for (;;) {
		if (bayes->n_left > 0 && bayes->draws_neighbours) {
			bayes->n_left--;
			if (cml_neighbour_draw(constraints, &bayes->draws.random, bayes->centre,
					       bayes->neighbour))
				return true;
		} else if (bayes->n_left > 0 &&
			   cml_neighbours_next(&bayes->neighbours, bayes->neighbour))
			return true;
		bayes->n_left = 0;
		if (bayes->next == bayes->best.n)
			return false;
		size_t i = bayes->best.items[bayes->next++].sequence;
		bayes->met[i].is_expanded = true;
		memcpy(bayes->centre, bayes->values + i * bayes->n_columns,
		       bayes->n_columns * sizeof *bayes->centre);
		cml_neighbours_start(&bayes->neighbours, constraints, bayes->centre);
		bayes->n_left = bayes->draws_neighbours ? MAX_NEIGHBOURS : 1;
	}
}

/* A neighbour that was not asked for before; CML_END: the best have no new ones. */
static enum cml_result ask_neighbour(struct bayes_state *bayes, double *values,
				     struct cml_error *err)
{
	while (next_neighbour(bayes)) {
		uint64_t key = cml_config_key(bayes->draws.sampler->space, bayes->neighbour);
		bool added;
		if (cml_key_set_has(bayes->seen, key))
			continue;
		if (cml_key_set_add(&bayes->asked, key, &added, err) != CML_OK)
			return err->status;
		if (!added)
			continue;
		memcpy(values, bayes->neighbour, bayes->n_columns * sizeof *values);
		return CML_OK;
	}
	return CML_END;
}

static enum cml_result ask_first(struct bayes_state *bayes, double *values, struct cml_error *err)
{
	if (bayes->n_told > 0 || !bayes->starts || bayes->n_asked >= bayes->starts->n)
		return cml_draw_uniform(&bayes->draws, values, err);
	memcpy(values, bayes->starts->values + bayes->n_asked * bayes->n_columns,
	       bayes->n_columns * sizeof *values);
	return CML_OK;
}

static enum cml_result ask_any(struct bayes_state *bayes, double *values, struct cml_error *err)
{
	enum cml_result status = CML_END;
	if (bayes->n_told < bayes->n_first)
		return bayes->n_told + bayes->n_asked == bayes->n_first
			   ? CML_END
			   : ask_first(bayes, values, err);
	while (!bayes->is_elsewhere && (status = ask_neighbour(bayes, values, err)) == CML_END &&
	       bayes->n_asked == 0) {
		if (look_up_best(bayes, err) != CML_OK)
			return err->status;
		bayes->is_elsewhere = bayes->best.n == 0;
	}
	return bayes->is_elsewhere ? ask_first(bayes, values, err) : status;
}

static enum cml_result ask(void *state, double *values, struct cml_error *err)
{
	struct bayes_state *bayes = state;
	enum cml_result status = ask_any(bayes, values, err);
	bayes->n_asked += status == CML_OK;
	return status;
}

static enum cml_result tell(void *state, size_t n, const double *values, const double *rewards,
			    struct cml_error *err)
{
	struct bayes_state *bayes = state;
	size_t slot, row_size = bayes->n_columns * sizeof *values;
	bayes->n_asked = 0;
	bayes->is_elsewhere = false;
	cml_key_set_release(&bayes->asked);
	for (size_t i = 0; i < n; i++) {
		if (!cml_top_n_offer(&bayes->top, rewards[i], bayes->n_told++, &slot))
			continue;
		if (!cml_array_reserve((void **)&bayes->values, &bayes->values_capacity,
				       bayes->top.n, row_size) ||
		    !CML_RESERVE(&bayes->met, &bayes->met_capacity, bayes->top.n))
			return cml_fail_memory(err);
		memcpy(bayes->values + slot * bayes->n_columns, values + i * bayes->n_columns,
		       row_size);
		bayes->met[slot] = (struct met){.reward = rewards[i]};
	}
	return CML_OK;
}

/* In the order of the table below. */
enum { BY_UCB, BY_EI };

static const struct cml_hyper_spec hyper[] = {
    CML_CHOICE_PARAM("acquisition", "ucb", "ucb|ei", "confidence bound, or expected improvement"),
};

static void plan(const struct cml_search *search, struct cml_acquisition *acquisition,
		 struct cml_selection *selection)
{
	size_t choice = cml_hyper_choice(search->hyper, "acquisition");
	acquisition->by = choice == BY_EI         ? CML_RANK_BY_EI
			  : acquisition->maximize ? CML_RANK_BY_UCB
						  : CML_RANK_BY_LCB;
	selection->by = CML_SELECT_SHRINK;
}

/* Looks for configurations of large acquisition: the confidence bound on the hopeful
 * side (ucb where the metric is to be large, lcb where it is to be small), or the
 * expected improvement. A quarter of the samples are where jobs of the history did
 * best and uniform draws. From then on it asks for all neighbours of the few best
 * configurations it met whose neighbours were not asked for yet, so that it goes on
 * elsewhere by itself when nothing near is better.
 * Where there are very many neighbours, or continuous params, a random part of them
 * takes their place.
 *
 * What is proposed together is then chosen one after the other, each shrinking the uncertainty
 * around it (see cml_select).
 * Source: J. Snoek, H. Larochelle, R. Adams, "Practical Bayesian optimization of
 * machine learning algorithms", NeurIPS 2012; local search over configurations: F.
 * Hutter, H. Hoos, K. Leyton-Brown, "Sequential model-based optimization for general
 * algorithm configuration", LION 2011, section 4.3. */
const struct cml_searcher_kind cml_bayes = {
    .name = "bayes",
    .doc = "Bayesian optimization, with a model that has an uncertainty",
    .hyper = hyper,
    .n_hyper = sizeof hyper / sizeof *hyper,
    .state_size = sizeof(struct bayes_state),
    .start = start,
    .ask = ask,
    .tell = tell,
    .release = release,
    .plan = plan,
    .ranks = true,
    .needs_model = true,
    .has_kappa = true,
};

static bool has_ok(const struct cml_tried_jobs *jobs)
{
	for (size_t i = 0; jobs && i < jobs->n; i++)
		if (jobs->items[i].state == CML_TRIED_OK)
			return true;
	return false;
}

static void plan_turns(const struct cml_search *search, struct cml_acquisition *acquisition,
		       struct cml_selection *selection)
{
	const struct cml_model *model = search->model;
	bool chooses = search->n < CML_SEARCH_SAMPLES; /* else all that is drawn is proposed */
	selection->by = chooses ? CML_SELECT_SPREAD : CML_SELECT_BEST;
	if (!model)
		return;
	bool improves =
	    model->kind->has_sd(model->state) && !isnan(acquisition->best) && has_ok(search->tried);
	acquisition->by = improves ? CML_RANK_BY_EI : CML_RANK_BY_MEAN;
	selection->by = improves && chooses ? CML_SELECT_TURNS : CML_SELECT_BEST;
	selection->skips_similar = chooses;
}

/* Without a model: uniform draws, of which those are proposed that lie as far from each other, and
 * from the jobs that ran, as can be (portfolio.h).
 *
 * With a model: among what the local search of bayes meets, in turns, the expected improvement
 * times the chance to run; the best predicted gain, likewise; and the improvement that a process
 * expects for which every value is another one and no param matters most (portfolio.h). Where
 * no job of these contexts is ok, but those of others taught the model: the best predictions, those
 * that are one idea written twice last, as what others reached is no mark to improve on. A model
 * without an uncertainty has nothing but predictions, either. For a front the expected improvement
 * alone, or where its metrics agree also the best predictions of both (selection.h). Source: of
 * bayes.c; M. Hoffman, E. Brochu, N. de Freitas, "Portfolio allocation for Bayesian optimization",
 * UAI 2011 (several acquisitions in one search). */
const struct cml_searcher_kind cml_auto_search = {
    .name = "auto",
    .doc = "a design that fills the space; with a model, in turns: expected improvement, the best "
	   "predicted gain, expected improvement by a process of single values",
    .state_size = sizeof(struct bayes_state),
    .start = start,
    .ask = ask,
    .tell = tell,
    .release = release,
    .plan = plan_turns,
    .ranks = true,
};
