/* The search for users who do not choose one. */
#include "search/search.h"

#include <math.h>
#include <stdint.h>

/* The samples that bayes starts from are a part of them: all, where there is nothing to learn. */
#define ALL_FIRST 4

static enum cml_result start(void **state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct cml_searcher_start start = *from;
	if (!from->has_model && from->n_samples < SIZE_MAX / ALL_FIRST)
		start.n_samples *= ALL_FIRST;
	return cml_bayes.start(state, &start, err);
}

static bool has_ok(const struct cml_tried_jobs *jobs)
{
	for (size_t i = 0; jobs && i < jobs->n; i++)
		if (jobs->items[i].state == CML_TRIED_OK)
			return true;
	return false;
}

static void plan(const struct cml_search *search, struct cml_acquisition *acquisition,
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
	selection->skips_similar = !improves && chooses;
}

/* Without a model: uniform draws, of which those are proposed that lie as far from each other, and
 * from the jobs that ran, as can be (maximin.c).
 *
 * With a model: among what the local search of bayes meets, in turns, the expected improvement
 * times the chance to run; the best predicted gain, likewise; and the improvement that a process
 * expects for which every value is another one and no param matters most (value_process.h). Where
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
    .start = start,
    .ask = cml_bayes_ask,
    .tell = cml_bayes_tell,
    .free = cml_bayes_free,
    .plan = plan,
    .ranks = true,
    .takes_lists = true,
};
