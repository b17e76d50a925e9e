#include "learn/predictor/ensemble.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

struct run {
	const struct cml_ensemble *ensemble;
	const struct cml_training *training;
	struct cml_pool *member_pool;
	struct cml_error *errors; /* n_members */
	atomic_size_t n_steps_done;
};

/* Progress is for the training thread alone, which is thread 0. */
struct listener {
	struct run *run;
	unsigned thread;
};

static void note_step(void *context)
{
	struct listener *listener = context;
	struct run *run = listener->run;
	size_t n_done = atomic_fetch_add(&run->n_steps_done, 1) + 1;
	if (run->training->progress && listener->thread == 0)
		run->training->progress(run->training->progress_context, n_done,
					run->ensemble->n_steps * run->ensemble->n_members);
}

static void train_member(void *context, size_t number, unsigned thread)
{
	struct run *run = context;
	struct listener listener = {run, thread};
	struct cml_ensemble_member member = {number, run->member_pool, note_step, &listener};
	run->ensemble->train(run->ensemble->context, &member, &run->errors[number]);
}

enum cml_result cml_ensemble_run(const struct cml_ensemble *ensemble,
				 const struct cml_training *training, struct cml_error *err)
{
	struct run run = {.ensemble = ensemble, .training = training};
	struct cml_pool *pool = training->pool;
	if (!CML_NEW(&run.errors, ensemble->n_members))
		return cml_fail_memory(err);
	if (ensemble->shares_pool && ensemble->n_members < cml_pool_n_threads(pool)) {
		run.member_pool = pool;
		pool = NULL;
	}
	cml_pool_run(pool, ensemble->n_members, train_member, &run);
	enum cml_result status = CML_OK;
	for (size_t m = 0; m < ensemble->n_members; m++) {
		if (!run.errors[m].status)
			continue;
		*err = run.errors[m];
		status = err->status;
		break;
	}
	free(run.errors);
	return status;
}
