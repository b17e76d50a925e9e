#include "space/table_check.h"

#include "base/memory.h"
#include "table/header.h"

#include <math.h>
#include <stdlib.h>

/* Whether a table has nothing of jobs that ended, nor a column that the metric's may be, misspelt.
 */
static bool is_of_proposals(const struct cml_space *space, const struct cml_header *header)
{
	char near[CML_SUGGESTION_SIZE];
	if (space->metric == CML_NO_COLUMN ||
	    cml_header_find(header, cml_slice_of("cml_status")) != CML_NO_COLUMN)
		return false;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (cml_is_outcome_role(space->columns[slot].role) &&
		    cml_header_find(header, cml_slice_of(space->columns[slot].name)) !=
			CML_NO_COLUMN)
			return false;
	struct cml_slice metric = cml_slice_of(space->columns[space->metric].name);
	return !*cml_near_column(header, metric, near);
}

enum cml_result cml_table_check_init(struct cml_table_check *check, const struct cml_space *space,
				     const struct cml_header *header, const struct cml_na *na,
				     struct cml_error *err)
{
	*check = (struct cml_table_check){.space = space, .header = header};
	if (!CML_ARENA_NEW(&check->arena, &check->counts, space->n_columns) ||
	    !CML_ARENA_NEW(&check->arena, &check->values, space->n_columns) ||
	    !CML_ARENA_NEW(&check->arena, &check->limits, space->n_measured))
		return cml_fail_memory(err);
	check->is_of_proposals = is_of_proposals(space, header);
	/* Encoding reads a status and a weight without a metric too. */
	bool outcomes = space->metric != CML_NO_COLUMN || space->status != CML_NO_COLUMN ||
			space->weight != CML_NO_COLUMN || space->n_measured > 0;
	return cml_binding_init(&check->binding, space, header, na,
				outcomes && !check->is_of_proposals, false, err);
}

void cml_table_check_release(struct cml_table_check *check)
{
	cml_binding_release(&check->binding);
	cml_arena_release(&check->arena);
	*check = (struct cml_table_check){0};
}

/* Counts a problem of the row and keeps the sentence of the first one. */
static enum cml_result note_problem(struct cml_table_check *check, size_t slot, size_t line,
				    const char *problem, struct cml_error *err)
{
	struct cml_check_count *count = &check->counts[slot];
	check->row_is_bad = true;
	if (count->n_bad++ > 0)
		return CML_OK;
	count->first_line = line;
	count->first_problem = cml_arena_copy(&check->arena, cml_slice_of(problem));
	return count->first_problem ? CML_OK : cml_fail_memory(err);
}

static enum cml_result check_cell(struct cml_table_check *check, const struct cml_row *row,
				  size_t slot, struct cml_error *err)
{
	struct cml_error problem;
	if (cml_config_read_cell(&check->binding, row, slot, &check->values[slot], &problem) !=
	    CML_OK) {
		check->values[slot] = NAN;
		return note_problem(check, slot, row->line, problem.message, err);
	}
	struct cml_check_count *count = &check->counts[slot];
	*(isnan(check->values[slot]) ? &count->n_missing : &count->n_values) += 1;
	return CML_OK;
}

/* A derived column's value, or a rule's verdict. */
static enum cml_result check_expression(struct cml_table_check *check, size_t line, size_t slot,
					struct cml_error *err)
{
	const struct cml_expression *expression = check->space->columns[slot].expression;
	bool is_rule = cml_is_rule(&check->space->columns[slot]);
	/* Of a limit what is counted is what was measured. */
	bool is_counted = check->space->columns[slot].role != CML_ROLE_LIMIT;
	double result;
	enum cml_outcome outcome = cml_expression_evaluate(expression, check->values, &result);
	check->values[slot] = is_rule ? NAN : result;
	enum cml_role role = check->space->columns[slot].role;
	if (outcome == CML_OUTCOME_UNDEFINED && (role == CML_ROLE_TERM || role == CML_ROLE_ROOF))
		outcome = CML_OUTCOME_MISSING;
	if (outcome == CML_OUTCOME_MISSING) {
		check->counts[slot].n_missing += is_counted;
		return CML_OK;
	}
	if (outcome == CML_OUTCOME_VALUE && !(is_rule && result == 0)) {
		check->counts[slot].n_values += is_counted;
		return CML_OK;
	}
	const char *problem = outcome == CML_OUTCOME_VALUE
				  ? (is_counted ? "does not hold" : "the bound must be above 0")
				  : cml_expression_reason(expression, check->values);
	return note_problem(check, slot, line, problem, err);
}

static enum cml_result check_limits(struct cml_table_check *check, const struct cml_row *row,
				    const struct cml_job *job, struct cml_error *err)
{
	const struct cml_space *space = check->space;
	struct cml_error problem = {0};
	if (cml_job_read_limits(&check->binding, row, check->values, job, check->limits,
				&problem) != CML_OK)
		return note_problem(check, cml_space_find(space, cml_slice_of(problem.column)),
				    row->line, problem.message, err);
	for (size_t i = 0; i < space->n_measured; i++) {
		const struct cml_domain *bound = &space->columns[space->limits[i]].domain;
		struct cml_check_count *count = &check->counts[space->limits[i]];
		double limit = check->limits[i];
		*(isnan(limit) ? &count->n_missing : &count->n_values) += 1;
		count->n_outside += i < space->n_limits && (limit < bound->lo || limit > bound->hi);
	}
	return CML_OK;
}

static bool note_doubt(struct cml_table_check *check, const struct cml_row *row, size_t column)
{
	struct cml_check_doubt *doubt = &check->unread_status;
	if (doubt->n++ > 0)
		return true;
	doubt->first_line = row->line;
	doubt->column = check->header->names[column].data;
	doubt->text = cml_arena_copy(&check->arena, row->cells[column]);
	return doubt->text != NULL;
}

static bool is_read(const struct cml_table_check *check, size_t column)
{
	for (size_t slot = 0; slot < check->space->n_columns; slot++)
		if (check->binding.column_of[slot] == column)
			return true;
	return false;
}

/* Of a job that counts as failed for want of a metric. */
static bool find_doubts(struct cml_table_check *check, const struct cml_row *row)
{
	bool has_own = check->binding.own_status != CML_NO_COLUMN &&
		       row->cells[check->binding.own_status].size > 0;
	if (has_own || check->space->status != CML_NO_COLUMN)
		return true;
	for (size_t column = 0; column < check->header->n_columns; column++) {
		enum cml_job_status word;
		if (cml_job_status_parse(row->cells[column], &word) && word != CML_JOB_OK &&
		    word != CML_JOB_FAILED && !is_read(check, column))
			return note_doubt(check, row, column);
	}
	return true;
}

/* Metric, status and weight are valid or invalid together; the error has the column of
 * the one that is wrong. */
static enum cml_result check_outcome(struct cml_table_check *check, const struct cml_row *row,
				     struct cml_error *err)
{
	const struct cml_space *space = check->space;
	struct cml_error problem = {0};
	struct cml_job job;
	if (cml_job_read(&check->binding, row, &job, &problem) != CML_OK) {
		size_t slot = cml_space_find(space, cml_slice_of(problem.column));
		return note_problem(check, slot == CML_NO_COLUMN ? space->metric : slot, row->line,
				    problem.message, err);
	}
	if (check_limits(check, row, &job, err) != CML_OK)
		return err->status;
	if (space->metric == CML_NO_COLUMN)
		return CML_OK;
	check->n_statuses[job.status]++;
	if (job.status == CML_JOB_FAILED && !find_doubts(check, row))
		return cml_fail_memory(err);
	struct cml_check_count *metric = &check->counts[space->metric];
	*(isnan(job.target) ? &metric->n_missing : &metric->n_values) += 1;
	return CML_OK;
}

static enum cml_result check_slot(struct cml_table_check *check, const struct cml_row *row,
				  size_t slot, struct cml_error *err)
{
	if (cml_column_applies(&check->space->columns[slot], check->values) != 1) {
		check->counts[slot].n_inactive++;
		return CML_OK;
	}
	return cml_is_config_role(check->space->columns[slot].role)
		   ? check_cell(check, row, slot, err)
		   : check_expression(check, row->line, slot, err);
}

enum cml_result cml_table_check_row(struct cml_table_check *check, const struct cml_row *row,
				    struct cml_error *err)
{
	const struct cml_space *space = check->space;
	check->row_is_bad = false;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		check->values[slot] = NAN;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		if (cml_is_feature_role(space->columns[slot].role) &&
		    check_slot(check, row, slot, err) != CML_OK)
			return err->status;
	}
	struct cml_job job;
	struct cml_error unread;
	bool has_failed = check->binding.outcomes &&
			  cml_job_read(&check->binding, row, &job, &unread) == CML_OK &&
			  job.status != CML_JOB_OK;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (cml_is_rule(&space->columns[slot]) && !has_failed &&
		    check_slot(check, row, slot, err) != CML_OK)
			return err->status;
	if (check->binding.outcomes && check_outcome(check, row, err) != CML_OK)
		return err->status;
	check->n_rows++;
	check->n_bad_rows += check->row_is_bad;
	return CML_OK;
}

static enum cml_result write_counts(const struct cml_check_count *count, const char *name,
				    const char *role, struct cml_table_writer *writer,
				    struct cml_error *err)
{
	const size_t numbers[] = {count->n_values, count->n_missing, count->n_inactive,
				  count->n_bad};
	cml_write_string(writer, name);
	cml_write_string(writer, role);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		cml_write_number(writer, (double)numbers[i]);
	cml_write_number(writer, count->first_line > 0 ? (double)count->first_line : NAN);
	cml_write_string(writer, count->first_problem);
	return cml_write_end_row(writer, err);
}

static bool is_looked_at(const struct cml_table_check *check, size_t slot)
{
	enum cml_role role = check->space->columns[slot].role;
	return cml_is_feature_role(role) || role == CML_ROLE_RULE || role == CML_ROLE_METRIC ||
	       role == CML_ROLE_LIMIT || check->counts[slot].n_bad > 0;
}

enum cml_result cml_table_check_write(const struct cml_table_check *check,
				      struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const header[] = {"column",     "role",  "n_values",   "n_missing",
					     "n_inactive", "n_bad", "first_line", "first_problem"};
	const struct cml_space *space = check->space;
	cml_write_strings(writer, header, sizeof header / sizeof *header);
	if (cml_write_end_row(writer, err) != CML_OK)
		return err->status;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		struct cml_check_count outside = {.n_values = check->counts[slot].n_outside};
		if (!is_looked_at(check, slot))
			continue;
		if (write_counts(&check->counts[slot], column->name, cml_role_name(column->role),
				 writer, err) != CML_OK ||
		    (outside.n_values > 0 &&
		     write_counts(&outside, column->name, "outside", writer, err) != CML_OK))
			return err->status;
	}
	for (int i = 0; i < CML_N_JOB_STATUSES; i++) {
		struct cml_check_count jobs = {.n_values = check->n_statuses[i]};
		const char *name = cml_job_status_name((enum cml_job_status)i);
		if (jobs.n_values > 0 && write_counts(&jobs, name, "jobs", writer, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_table_check_verdict(const struct cml_table_check *check, struct cml_error *err)
{
	if (check->n_bad_rows == 0)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "%zu of %zu rows have something wrong: see n_bad",
			check->n_bad_rows, check->n_rows);
}
