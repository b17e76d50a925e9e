#include "eval/frontier.h"

#include "base/memory.h"
#include "math/best_of.h"
#include "math/sort.h"
#include "math/summary.h"
#include "space/config.h"
#include "space/feasible/baseline.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_frontier_init(struct cml_frontier *frontier, const struct cml_binding *binding,
				  const double *fixed, const struct cml_header *header,
				  struct cml_error *err)
{
	memset(frontier, 0, sizeof *frontier);
	frontier->binding = binding;
	frontier->fixed = fixed;
	frontier->round_column = cml_header_find(header, cml_slice_of("cml_round"));
	frontier->values = cml_array_new(binding->space->n_columns, sizeof *frontier->values);
	frontier->limits = cml_array_new(binding->space->n_limits, sizeof *frontier->limits);
	return frontier->values && frontier->limits ? CML_OK : cml_fail_memory(err);
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
	    cml_job_read_limits(binding, row, &job, frontier->limits, err) != CML_OK)
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
	if (id == CML_NO_SYMBOL || !cml_array_reserve((void **)&frontier->jobs, &frontier->capacity,
						      frontier->n + 1, sizeof *frontier->jobs))
		return cml_fail_memory(err);
	bool is_kept =
	    job.status != CML_JOB_OK || cml_limits_are_kept(binding->space, frontier->limits);
	frontier->n_outside += !is_kept;
	frontier->jobs[frontier->n++] = (struct cml_frontier_job){
	    .key = cml_config_key(binding->space, frontier->values),
	    .actual = job.target,
	    .round = id,
	    .status = job.status,
	    .is_kept = is_kept,
	};
	return CML_OK;
}

/* What the ok jobs that have this key measured, or without one those within the limits; *actual is
 * the caller's to free. */
static enum cml_result collect_actual(const struct cml_frontier *frontier, const uint64_t *key,
				      double **actual, size_t *n, struct cml_error *err)
{
	*n = 0;
	*actual = cml_array_new(frontier->n, sizeof **actual);
	if (!*actual)
		return cml_fail_memory(err);
	for (size_t i = 0; i < frontier->n; i++) {
		const struct cml_frontier_job *job = &frontier->jobs[i];
		if (!isnan(job->actual) && (key ? job->key == *key : job->is_kept))
			(*actual)[(*n)++] = job->actual;
	}
	return CML_OK;
}

enum cml_result cml_frontier_baseline(const struct cml_frontier *frontier, double *baseline,
				      struct cml_error *err)
{
	const struct cml_space *space = frontier->binding->space;
	struct cml_error why;
	size_t n = 0;
	double *actual = NULL;
	double *values = cml_array_new(space->n_columns, sizeof *values);
	*baseline = NAN;
	if (!values)
		return cml_fail_memory(err);
	enum cml_result status = cml_baseline_fill(space, frontier->fixed, values, &why);
	if (status == CML_OK) {
		uint64_t key = cml_config_key(space, values);
		status = collect_actual(frontier, &key, &actual, &n, err);
	} else if (status == CML_BAD_DATA) {
		status = CML_OK;
	} else {
		*err = why;
	}
	if (status == CML_OK && n > 0)
		*baseline = cml_mean(n, actual);
	free(actual);
	free(values);
	return status;
}

static enum cml_result write_header(const char *const *names, size_t n,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (cml_write_string(writer, names[i], err) != CML_OK)
			return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result write_numbers(const double *numbers, size_t n,
				     struct cml_table_writer *writer, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (cml_write_number(writer, numbers[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result write_job(const struct cml_frontier *frontier, size_t i,
				 const double results[3], struct cml_table_writer *writer,
				 struct cml_error *err)
{
	const struct cml_frontier_job *job = &frontier->jobs[i];
	char key[CML_KEY_SIZE];
	cml_key_print(job->key, key);
	if (cml_write_number(writer, (double)(i + 1), err) != CML_OK ||
	    cml_write_cell(writer, frontier->rounds.texts[job->round], err) != CML_OK ||
	    cml_write_string(writer, key, err) != CML_OK ||
	    cml_write_string(writer, cml_job_status_name(job->status), err) != CML_OK ||
	    write_numbers(results, 3, writer, err) != CML_OK)
		return err->status;
	double is_kept = job->status == CML_JOB_OK ? job->is_kept : NAN;
	if (frontier->binding->space->n_limits > 0 &&
	    cml_write_number(writer, is_kept, err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_frontier_write(const struct cml_frontier *frontier, double baseline,
				   struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_job",    "cml_round", "cml_key",    "cml_status",
					    "cml_actual", "cml_best",  "cml_uplift", "cml_kept"};
	const struct cml_space *space = frontier->binding->space;
	bool maximize = space->columns[space->metric].maximize;
	double best = NAN;
	if (frontier->n == 0)
		return cml_fail(err, CML_NOTHING, "%s",
				frontier->n_different == 0
				    ? "the history has no job"
				    : "no job of the history matches the fixed values; contexts "
				      "that are not fixed keep their default");
	enum cml_result status = write_header(names, space->n_limits > 0 ? 8 : 7, writer, err);
	for (size_t i = 0; status == CML_OK && i < frontier->n; i++) {
		double actual = frontier->jobs[i].actual;
		bool counts = !isnan(actual) && frontier->jobs[i].is_kept;
		if (counts && (isnan(best) || (maximize ? actual > best : actual < best)))
			best = actual;
		double uplift = (maximize ? best - baseline : baseline - best) / fabs(baseline);
		double results[] = {actual, best, isfinite(uplift) ? uplift : NAN};
		status = write_job(frontier, i, results, writer, err);
	}
	return status;
}

static enum cml_result write_points(struct cml_best_of *best_of, struct cml_table_writer *writer,
				    struct cml_error *err)
{
	static const char *const names[] = {"cml_job", "cml_best", "cml_lo", "cml_hi", "cml_any"};
	enum cml_result status = write_header(names, 5, writer, err);
	while (status == CML_OK && best_of->k < best_of->n_jobs) {
		struct cml_best_of_point point = cml_best_of_next(best_of);
		double numbers[] = {(double)best_of->k, point.mean, point.lo, point.hi, point.any};
		status = write_numbers(numbers, 5, writer, err);
		if (status == CML_OK)
			status = cml_write_end_row(writer, err);
	}
	return status;
}

enum cml_result cml_frontier_write_expected(const struct cml_frontier *frontier,
					    struct cml_table_writer *writer, struct cml_error *err)
{
	const struct cml_space *space = frontier->binding->space;
	double *actual = NULL, *best_first = cml_array_new(frontier->n, sizeof *best_first);
	size_t n = 0, *order = cml_array_new(frontier->n, sizeof *order);
	enum cml_result status = best_first && order ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = collect_actual(frontier, NULL, &actual, &n, err);
	if (status == CML_OK && n == 0)
		status = cml_fail(err, CML_NOTHING, "the history has no job with a metric%s",
				  frontier->n_outside > 0 ? " within the limits" : "");
	if (status == CML_OK)
		status = cml_sort_order(n, actual, order, err);
	if (status == CML_OK) {
		struct cml_best_of best_of = {.n_jobs = frontier->n,
					      .n_values = n,
					      .values = best_first,
					      .maximize = space->columns[space->metric].maximize};
		for (size_t i = 0; i < n; i++)
			best_first[i] = actual[order[best_of.maximize ? n - 1 - i : i]];
		status = write_points(&best_of, writer, err);
	}
	free(actual);
	free(best_first);
	free(order);
	return status;
}
