#include "space/config.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

/* The cell that feeds a slot, trimmed; empty when it is missing or the table
 * has no such column. */
static struct cml_slice outcome_cell(const struct cml_binding *binding, const struct cml_row *row,
				     size_t slot)
{
	size_t column = slot == CML_NO_COLUMN ? CML_NO_COLUMN : binding->column_of[slot];
	if (column == CML_NO_COLUMN)
		return (struct cml_slice){0};
	bool missing;
	return cml_binding_cell(binding, row, column, &missing);
}

/* With the text that would make it known. */
static enum cml_result fail_unknown_status(const struct cml_space_column *column,
					   struct cml_slice cell, struct cml_error *err)
{
	const char *part, *quoted = CML_QUOTED(cell);
	const char *meaning = cml_job_status_name(cml_job_status_guess(cell, &part));
	bool is_plain = strlen(quoted) == cell.size + 2;
	if (!is_plain || memchr(cell.data, '|', cell.size))
		return cml_fail(err, CML_BAD_DATA, "unknown status %s", quoted);
	return cml_fail(err, CML_BAD_DATA,
			"unknown status %s: %sadd what it means, such as %.*s=%s, to the domain in "
			"%.200s",
			quoted,
			cml_job_status_is_unfinished(cell)
			    ? "the job has not ended; leave the row out (--bad-rows skip), or "
			    : "",
			(int)cell.size, cell.data, meaning,
			column->place ? column->place : "the space");
}

static enum cml_result read_status(const struct cml_space *space, struct cml_slice cell,
				   enum cml_job_status *job_status, struct cml_error *err)
{
	const struct cml_space_column *column = &space->columns[space->status];
	size_t symbol =
	    column->n_words > 0 ? cml_symbols_find(&space->symbols, cell) : CML_NO_SYMBOL;
	for (size_t i = 0; symbol != CML_NO_SYMBOL && i < column->n_words; i++) {
		if (column->words[i] != symbol)
			continue;
		*job_status = column->word_statuses[i];
		return CML_OK;
	}
	if (cml_job_status_parse(cell, job_status))
		return CML_OK;
	return fail_unknown_status(column, cell, err);
}

static bool has_digit(struct cml_slice cell)
{
	for (size_t i = 0; i < cell.size; i++)
		if (cml_is_digit(cell.data[i]))
			return true;
	return false;
}

static enum cml_result fail_metric(struct cml_slice cell, bool says_ok, struct cml_error *err)
{
	enum cml_job_status word;
	if (says_ok && cml_job_status_parse(cell, &word))
		return cml_fail(err, CML_BAD_DATA, "not a number: %s, and the status says ok",
				CML_QUOTED(cell));
	if (has_digit(cell) && !cml_slice_contains(cell, "#")) /* 1.#QNAN */
		return cml_refuse_number(err, cell);
	return cml_fail(err, CML_BAD_DATA,
			"not a number: %s; if it stands for no value, add it to --na",
			CML_QUOTED(cell));
}

/* A number, or a time as schedulers and trainers print it, in seconds. */
static bool parse_measured(struct cml_slice cell, double *value)
{
	return cml_parse_double(cell, value) || cml_parse_clock(cell, value);
}

/* Of a job that may be ok: its metric, or the finding that it failed. Where no status says that it
 * is ok, `OOM` in the place of the metric says what became of it. */
static enum cml_result read_metric(const struct cml_space *space, struct cml_slice cell,
				   bool says_ok, struct cml_job *job, struct cml_error *err)
{
	if (cell.size == 0) {
		job->status = CML_JOB_FAILED;
		return CML_OK;
	}
	double value;
	enum cml_job_status word;
	if (!parse_measured(cell, &value)) {
		if (says_ok || !cml_job_status_of_metric(cell, &word) || word == CML_JOB_OK)
			return fail_metric(cell, says_ok, err);
		job->status = word;
		return CML_OK;
	}
	if (cml_domain_take(&space->columns[space->metric].domain, CML_TYPE_FLOAT, &value))
		job->target = value;
	else
		job->status = CML_JOB_FAILED;
	return CML_OK;
}

static enum cml_result read_weight(struct cml_slice cell, double *weight, struct cml_error *err)
{
	if (cml_parse_double(cell, weight) && *weight >= 0)
		return CML_OK;
	return cml_refuse_text(err, "not a weight (a number >= 0)", cell);
}

static enum cml_result located(enum cml_result status, const struct cml_space *space, size_t slot,
			       const struct cml_row *row, struct cml_error *err)
{
	if (status != CML_OK)
		cml_error_locate(err, NULL, row->line, space->columns[slot].name);
	return status;
}

/* A row that cml-submit added to a table with a status column of its own says what became of the
 * job in cml_status alone. Leaves job->status as it is where there is no word. */
static enum cml_result read_own_status(const struct cml_binding *binding, const struct cml_row *row,
				       struct cml_job *job, struct cml_error *err)
{
	bool missing = true;
	struct cml_slice word = {0};
	if (binding->own_status != CML_NO_COLUMN)
		word = cml_binding_cell(binding, row, binding->own_status, &missing);
	if (missing || word.size == 0 || cml_job_status_parse(word, &job->status))
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "unknown status %s", CML_QUOTED(word));
	return cml_error_locate(err, NULL, row->line, "cml_status");
}

/* No word says what became of a job. */
#define NO_STATUS CML_N_JOB_STATUSES

/* Leaves job->status as it is where there is no word. */
static enum cml_result settle_status(const struct cml_binding *binding, const struct cml_row *row,
				     struct cml_job *job, struct cml_error *err)
{
	size_t slot = binding->space->status;
	if (slot == CML_NO_COLUMN || binding->column_of[slot] == CML_NO_COLUMN)
		return read_own_status(binding, row, job, err);
	struct cml_slice cell = row->cells[binding->column_of[slot]];
	bool known;
	struct cml_cell_entry *entry = cml_cell_cache_find(binding->cache, slot, cell, &known);
	if (known) {
		job->status = (enum cml_job_status)entry->value;
		return CML_OK;
	}
	struct cml_slice word = outcome_cell(binding, row, slot);
	if (word.size == 0) /* not cached: another column decides */
		return read_own_status(binding, row, job, err);
	if (located(read_status(binding->space, word, &job->status, err), binding->space, slot, row,
		    err) != CML_OK)
		return err->status;
	if (entry)
		cml_cell_entry_set(entry, cell, job->status);
	return CML_OK;
}

/* Whether the reason of a job that failed says that memory ran out. */
static bool says_oom(const struct cml_binding *binding, const struct cml_row *row)
{
	const char *part;
	struct cml_slice reason = outcome_cell(binding, row, binding->space->reason);
	return reason.size > 0 && cml_job_status_guess(reason, &part) == CML_JOB_OOM;
}

enum cml_result cml_job_read(const struct cml_binding *binding, const struct cml_row *row,
			     struct cml_job *job, struct cml_error *err)
{
	const struct cml_space *space = binding->space;
	*job = (struct cml_job){.status = NO_STATUS, .target = NAN, .weight = 1};
	if (settle_status(binding, row, job, err) != CML_OK)
		return err->status;
	bool has_status = job->status != NO_STATUS;
	if (!has_status)
		job->status = CML_JOB_OK;
	bool has_weight =
	    space->weight != CML_NO_COLUMN && binding->column_of[space->weight] != CML_NO_COLUMN;
	if (has_weight &&
	    located(read_weight(outcome_cell(binding, row, space->weight), &job->weight, err),
		    space, space->weight, row, err) != CML_OK)
		return err->status;
	if (job->status == CML_JOB_OK &&
	    located(
		read_metric(space, outcome_cell(binding, row, space->metric), has_status, job, err),
		space, space->metric, row, err) != CML_OK)
		return err->status;
	if (job->status == CML_JOB_FAILED && says_oom(binding, row))
		job->status = CML_JOB_OOM;
	return CML_OK;
}

static enum cml_result read_limit(const struct cml_space_column *column, struct cml_slice cell,
				  double *limit, struct cml_error *err)
{
	double value;
	if (cell.size == 0)
		return CML_OK;
	if (!parse_measured(cell, &value))
		return cml_refuse_number(err, cell);
	if (column->type == CML_TYPE_INT && value != nearbyint(value))
		return cml_refuse_text(err, "not a whole number", cell);
	/* As the metric, it says nothing outside its domain. */
	bool is_metric = column->role == CML_ROLE_METRIC;
	if (!is_metric || cml_domain_take(&column->domain, CML_TYPE_FLOAT, &value))
		*limit = value;
	return CML_OK;
}

double cml_limit_fraction(const struct cml_space_column *limit, const double *values, double value)
{
	double bound;
	if (!limit->bound)
		return value;
	bool is_known =
	    cml_expression_evaluate(limit->bound, values, &bound) == CML_OUTCOME_VALUE && bound > 0;
	return is_known ? value / bound : NAN;
}

static bool is_inside(const struct cml_domain *bound, double value)
{
	return value >= bound->lo && value <= bound->hi;
}

enum cml_result cml_job_read_limits(const struct cml_binding *binding, const struct cml_row *row,
				    const double *values, const struct cml_job *job, double *limits,
				    struct cml_error *err)
{
	const struct cml_space *space = binding->space;
	for (size_t i = 0; i < space->n_measured; i++) {
		struct cml_error problem = {0};
		size_t slot = space->limits[i];
		limits[i] = NAN;
		enum cml_result status = read_limit(
		    &space->columns[slot], outcome_cell(binding, row, slot), &limits[i], &problem);
		if (status != CML_OK && job->status != CML_JOB_OK)
			continue;
		if (status != CML_OK) {
			*err = problem;
			return located(status, space, slot, row, err);
		}
		if (values)
			limits[i] = cml_limit_fraction(&space->columns[slot], values, limits[i]);
		/* What it was given, not what it needed. */
		if (values && i < space->n_limits && job->status == CML_JOB_OOM &&
		    isfinite(space->columns[slot].domain.hi) &&
		    is_inside(&space->columns[slot].domain, limits[i]))
			limits[i] = NAN;
	}
	return CML_OK;
}

bool cml_limits_are_kept(const struct cml_space *space, const double *limits)
{
	for (size_t i = 0; i < space->n_limits; i++) {
		const struct cml_domain *bound = &space->columns[space->limits[i]].domain;
		if (!isnan(limits[i]) && !is_inside(bound, limits[i]))
			return false;
	}
	return true;
}
