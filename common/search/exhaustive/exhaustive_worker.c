#include "search/exhaustive/exhaustive_worker.h"

#include "base/memory.h"
#include "search/exhaustive/exhaustive_coverage.h"

#include <math.h>
#include <stdlib.h>

/* The fraction of the whole that is done. */
static double find_done(const struct cml_exhaustive_run *run)
{
	double done = (double)atomic_load(&run->n_done);
	for (unsigned i = 0; run->workers && i < run->n_workers; i++)
		done += atomic_load(&run->workers[i].done);
	return fmin(done / CML_EXHAUSTIVE_TASKS, 1);
}

bool cml_exhaustive_go_on(void *context, double done)
{
	struct cml_exhaustive_worker *worker = context;
	struct cml_exhaustive_run *run = worker->run;
	struct cml_exhaustive *exhaustive = run->exhaustive;
	atomic_store(&worker->done, done);
	if (atomic_load(&run->stopped) || !exhaustive->go_on ||
	    pthread_mutex_trylock(&run->asking) != 0)
		return !atomic_load(&run->stopped);
	exhaustive->done = find_done(run);
	if (!exhaustive->go_on(exhaustive->context, exhaustive->done)) {
		exhaustive->is_stopped = true;
		atomic_store(&run->stopped, true);
	}
	pthread_mutex_unlock(&run->asking);
	return !atomic_load(&run->stopped);
}

/* In the explored sample nothing is done yet. */
static bool explore_on(void *context, double done)
{
	(void)done;
	return cml_exhaustive_go_on(context, 0);
}

void cml_exhaustive_worker_release(struct cml_exhaustive_worker *worker)
{
	cml_enumerator_release(&worker->enumerator);
	cml_worth_walk_release(&worker->walk);
	cml_coverage_release(&worker->coverage);
	free(worker->covered);
	free(worker->first_state);
	free(worker->features);
	free(worker->x);
	free(worker->values);
}

enum cml_result cml_exhaustive_worker_init(struct cml_exhaustive_run *run,
					   struct cml_exhaustive_worker *worker,
					   const size_t *order, struct cml_error *err)
{
	const struct cml_model *model = run->model;
	worker->run = run;
	worker->features = cml_array_new(model->n_features, sizeof *worker->features);
	worker->x = cml_aligned_new(model->n_features, CML_EXHAUSTIVE_BATCH * sizeof *worker->x);
	worker->values =
	    cml_array_new(model->space->n_columns, CML_EXHAUSTIVE_BATCH * sizeof *worker->values);
	if (!worker->features || !worker->x || !worker->values)
		return cml_fail_memory(err);
	worker->stale = CML_NO_POSITION;
	if (cml_enumerator_init(&worker->enumerator, model->space, run->fixed, order, err) !=
	    CML_OK)
		return err->status;
	cml_enumerator_watch(&worker->enumerator, run->workers ? cml_exhaustive_go_on : explore_on,
			     worker);
	return cml_exhaustive_init_coverage(run, worker, err);
}
