#include "eval/training_log.h"

#include "base/memory.h"
#include "math/correlation.h"

#include <math.h>
#include <stdlib.h>

static enum cml_result find_kendall(const struct cml_training_log *log, const double *predicted,
				    double *kendall)
{
	struct cml_error err;
	*kendall = NAN;
	for (size_t i = 0; i < log->watch.n_rows; i++)
		if (!isfinite(predicted[i]))
			return CML_OK;
	return log->rows
		   ? cml_kendall_tau_b(log->rows->n_rows, log->targets, predicted, kendall, &err)
		   : CML_OK;
}

static void take_step(void *context, const struct cml_training_step *step)
{
	struct cml_training_log *log = context;
	struct cml_training_record record = {
	    .member = step->member, .step = step->step, .training_loss = step->training_loss};
	bool failed = find_kendall(log, step->predicted, &record.kendall) != CML_OK;
	pthread_mutex_lock(&log->lock);
	failed = failed || !cml_array_reserve((void **)&log->records, &log->capacity, log->n + 1,
					      sizeof *log->records);
	if (failed)
		log->status = CML_NO_MEMORY;
	else
		log->records[log->n++] = record;
	pthread_mutex_unlock(&log->lock);
}

void cml_training_log_init(struct cml_training_log *log, const struct cml_dataset *rows)
{
	*log = (struct cml_training_log){.watch = {.n_rows = rows ? rows->n_rows : 0,
						   .x = rows ? rows->x : NULL,
						   .step_done = take_step,
						   .context = log},
					 .rows = rows,
					 .targets = rows ? rows->y : NULL};
	pthread_mutex_init(&log->lock, NULL);
}

void cml_training_log_release(struct cml_training_log *log)
{
	if (log->watch.step_done)
		pthread_mutex_destroy(&log->lock);
	free(log->records);
	*log = (struct cml_training_log){0};
}

static int by_place(const void *left, const void *right)
{
	const struct cml_training_record *a = left, *b = right;
	if (a->member != b->member)
		return a->member < b->member ? -1 : 1;
	return a->step < b->step ? -1 : a->step > b->step;
}

enum cml_result cml_training_log_finish(struct cml_training_log *log, struct cml_error *err)
{
	if (log->status != CML_OK)
		return cml_fail_memory(err);
	if (log->n > 0)
		qsort(log->records, log->n, sizeof *log->records, by_place);
	log->rows = NULL;
	return CML_OK;
}
