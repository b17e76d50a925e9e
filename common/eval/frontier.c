#include "eval/frontier.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/placeholder.h"
#include "math/front.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_frontier_init(struct cml_frontier *frontier, const struct cml_binding *binding,
				  const double *fixed, const struct cml_header *header,
				  struct cml_error *err)
{
	struct cml_error why; /* no baseline */
	memset(frontier, 0, sizeof *frontier);
	frontier->binding = binding;
	frontier->fixed = fixed;
	frontier->round_column = cml_header_find(header, cml_slice_of("cml_round"));
	if (!CML_NEW(&frontier->values, binding->space->n_columns) ||
	    !CML_NEW(&frontier->limits, binding->space->n_measured))
		return cml_fail_memory(err);
	switch (cml_baseline_fill(binding->space, fixed, frontier->values, &why)) {
	case CML_OK:
		frontier->has_baseline = true;
		frontier->baseline_key = cml_config_key(binding->space, frontier->values);
		return CML_OK;
	case CML_BAD_DATA:
		return CML_OK;
	default:
		*err = why;
		return why.status;
	}
}

void cml_frontier_release(struct cml_frontier *frontier)
{
	cml_symbols_release(&frontier->rounds);
	free(frontier->jobs);
	free(frontier->values);
	free(frontier->limits);
	memset(frontier, 0, sizeof *frontier);
}

enum cml_result cml_frontier_append(struct cml_frontier *frontier, const struct cml_row *row,
				    struct cml_error *err)
{
	const struct cml_binding *binding = frontier->binding;
	struct cml_job job;
	if (cml_config_read(binding, row, frontier->values, err) != CML_OK ||
	    cml_job_read(binding, row, &job, err) != CML_OK ||
	    cml_job_read_limits(binding, row, frontier->values, &job, frontier->limits, err) !=
		CML_OK)
		return err->status;
	if (cml_fixes_differ(binding->space, frontier->fixed, frontier->values)) {
		frontier->n_different++;
		return CML_OK;
	}
	struct cml_slice round = {0};
	bool missing;
	if (frontier->round_column != CML_NO_COLUMN)
		round = cml_binding_cell(binding, row, frontier->round_column, &missing);
	size_t id = cml_symbols_intern(&frontier->rounds, round);
	if (id == CML_NO_SYMBOL ||
	    !CML_RESERVE(&frontier->jobs, &frontier->capacity, frontier->n + 1))
		return cml_fail_memory(err);
	bool is_kept =
	    job.status != CML_JOB_OK || cml_limits_are_kept(binding->space, frontier->limits);
	frontier->n_outside += !is_kept;
	frontier->jobs[frontier->n++] = (struct cml_frontier_job){
	    .key = cml_config_key(binding->space, frontier->values),
	    .actual = job.target,
	    .second = job.status == CML_JOB_OK && binding->space->second != CML_NO_COLUMN
			  ? frontier->limits[binding->space->n_limits]
			  : NAN,
	    .round = id,
	    .status = job.status,
	    .is_kept = is_kept,
	};
	return CML_OK;
}

enum cml_result cml_frontier_settle(struct cml_frontier *frontier, struct cml_error *err)
{
	struct cml_placeholders found;
	AUTOFREE double *actual = cml_array_new(frontier->n, sizeof *actual);
	if (!actual)
		return cml_fail_memory(err);
	for (size_t i = 0; i < frontier->n; i++)
		actual[i] = frontier->jobs[i].actual;
	if (cml_placeholders_find(frontier->n, actual, &found, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < frontier->n; i++)
		if (cml_placeholders_have(&found, actual[i]))
			frontier->jobs[i].actual = NAN;
	return CML_OK;
}

double cml_frontier_baseline(const struct cml_frontier *frontier)
{
	double total = 0;
	size_t n = 0;
	for (size_t i = 0; i < frontier->n && frontier->has_baseline; i++) {
		const struct cml_frontier_job *job = &frontier->jobs[i];
		if (job->key != frontier->baseline_key || isnan(job->actual))
			continue;
		total += job->actual;
		n++;
	}
	return n > 0 ? total / (double)n : (double)NAN;
}

/* The front of the two metrics: of the jobs that count. */
static enum cml_result find_front(const struct cml_frontier *frontier, struct cml_front *front,
				  struct cml_error *err)
{
	const struct cml_space *space = frontier->binding->space;
	front->axes[0].maximize = space->columns[space->metric].maximize;
	front->axes[1].maximize = space->columns[space->second].maximize;
	for (size_t i = 0; i < frontier->n; i++) {
		const struct cml_frontier_job *job = &frontier->jobs[i];
		if (job->is_kept &&
		    cml_front_add(front, (double[]){job->actual, job->second}, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* 1, 0, or NaN where a metric is missing. */
static double front_mark(const struct cml_front *front, const struct cml_frontier_job *job)
{
	double metrics[2] = {job->actual, job->second};
	if (isnan(metrics[0]) || isnan(metrics[1]))
		return NAN;
	return job->is_kept && cml_front_holds(front, metrics);
}

static enum cml_result write_frontier_header(const struct cml_frontier *frontier,
					     struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_job",    "cml_round", "cml_key",   "cml_status",
					    "cml_actual", "cml_best",  "cml_uplift"};
	static const char *const second_names[] = {"cml_second", "cml_front"};
	cml_write_strings(writer, names, 7);
	if (frontier->binding->space->n_limits > 0)
		cml_write_string(writer, "cml_kept");
	if (frontier->binding->space->second != CML_NO_COLUMN)
		cml_write_strings(writer, second_names, 2);
	return cml_write_end_row(writer, err);
}

/* results: the best so far, and its uplift. front NULL: of a space with one metric. */
static enum cml_result write_job(const struct cml_frontier *frontier, size_t i,
				 const double results[2], const struct cml_front *front,
				 struct cml_table_writer *writer, struct cml_error *err)
{
	const struct cml_frontier_job *job = &frontier->jobs[i];
	cml_write_number(writer, (double)(i + 1));
	cml_write_cell(writer, frontier->rounds.texts[job->round]);
	cml_write_key(writer, job->key);
	cml_write_string(writer, cml_job_status_name(job->status));
	cml_write_number(writer, job->actual);
	cml_write_number(writer, results[0]);
	cml_write_number(writer, isfinite(results[1]) ? cml_round_known(results[1], NAN) : NAN);
	if (frontier->binding->space->n_limits > 0)
		cml_write_number(writer, job->status == CML_JOB_OK ? job->is_kept : NAN);
	if (front) {
		cml_write_number(writer, job->second);
		cml_write_number(writer, front_mark(front, job));
	}
	return cml_write_end_row(writer, err);
}

enum cml_result cml_frontier_write(const struct cml_frontier *frontier, double baseline,
				   struct cml_table_writer *writer, struct cml_error *err)
{
	AUTO(cml_front) front = {0};
	const struct cml_space *space = frontier->binding->space;
	bool has_front = space->second != CML_NO_COLUMN;
	bool maximize = space->columns[space->metric].maximize;
	double best = NAN;
	if (frontier->n == 0)
		return cml_fail(err, CML_NOTHING, "%s",
				frontier->n_different == 0
				    ? "the history has no job"
				    : "no job of the history matches the fixed values; contexts "
				      "that are not fixed keep their default");
	if ((has_front && find_front(frontier, &front, err) != CML_OK) ||
	    write_frontier_header(frontier, writer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < frontier->n; i++) {
		double actual = frontier->jobs[i].actual;
		bool counts = !isnan(actual) && frontier->jobs[i].is_kept;
		if (counts && (isnan(best) || (maximize ? actual > best : actual < best)))
			best = actual;
		double gain = maximize ? best - baseline : baseline - best;
		if (write_job(frontier, i, (double[]){best, gain / fabs(baseline)},
			      has_front ? &front : NULL, writer, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
