#include "search/search_log.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

void cml_search_log_release(struct cml_search_log *log)
{
	free(log->steps);
	*log = (struct cml_search_log){0};
}

enum cml_result cml_search_log_add(struct cml_search_log *log, const struct cml_search_step *step,
				   struct cml_error *err)
{
	if (!log)
		return CML_OK;
	if (!CML_RESERVE(&log->steps, &log->capacity, log->n + 1))
		return cml_fail_memory(err);
	log->steps[log->n++] = *step;
	return CML_OK;
}

static int by_place(const void *left, const void *right)
{
	const struct cml_search_step *a = left, *b = right;
	if (a->trial != b->trial)
		return a->trial < b->trial ? -1 : 1;
	return a->step < b->step ? -1 : a->step > b->step;
}

enum cml_result cml_search_log_write(struct cml_search_log *log, struct cml_table_writer *writer,
				     struct cml_error *err)
{
	static const char *const names[] = {"cml_trial", "cml_step", "cml_mean", "cml_best",
					    "cml_entropy"};
	const size_t n_columns = sizeof names / sizeof *names;
	for (size_t i = 0; i < n_columns; i++)
		if (cml_write_string(writer, names[i], err) != CML_OK)
			return err->status;
	if (cml_write_end_row(writer, err) != CML_OK)
		return err->status;
	if (log->n > 0)
		qsort(log->steps, log->n, sizeof *log->steps, by_place);
	for (size_t i = 0; i < log->n; i++) {
		const struct cml_search_step *step = &log->steps[i];
		const double cells[] = {(double)step->trial, (double)step->step,
					cml_worth_metric(&log->worth, step->mean),
					cml_worth_metric(&log->worth, step->best), step->entropy};
		for (size_t c = 0; c < n_columns; c++)
			if (cml_write_number(writer, cml_round_known(cells[c], NAN), err) != CML_OK)
				return err->status;
		if (cml_write_end_row(writer, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
