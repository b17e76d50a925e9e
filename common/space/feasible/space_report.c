#include "space/feasible/space_report.h"

#include "base/memory.h"
#include "base/number.h"
#include "space/feasible/constraints.h"
#include "space/feasible/enumerate.h"
#include "space/feasible/sampler.h"

#include <math.h>
#include <stdlib.h>

static enum cml_result count_all(struct cml_space_size *size, const struct cml_diagram *diagram,
				 struct cml_error *err)
{
	struct cml_enumerator enumerator;
	const struct cml_constraints *constraints = diagram->constraints;
	if (cml_enumerator_init(&enumerator, constraints->space, constraints->fixed, err) != CML_OK)
		return err->status;
	size->count = 0;
	while (cml_enumerator_next(&enumerator))
		size->count++;
	cml_enumerator_release(&enumerator);
	size->n = (double)size->count;
	size->is_exact = true;
	return CML_OK;
}

/* Of *n draws from a diagram, how many pass what it leaves: at least ten, if some do. With a
 * constraint: how many leave that undefined. */
static enum cml_result count_draws(const struct cml_diagram *diagram, struct cml_random *random,
				   const struct cml_constraint *undefined, size_t *n,
				   size_t *n_found, struct cml_error *err)
{
	const struct cml_constraints *constraints = diagram->constraints;
	double *point = cml_array_new(diagram->n_levels, sizeof *point);
	double *values = cml_array_new(constraints->space->n_columns, sizeof *values);
	size_t max = undefined ? CML_SIZE_DRAWS : CML_SIZE_MAX_DRAWS;
	bool ok = point && values;
	*n_found = 0;
	for (*n = 0; ok && *n < max && (*n < CML_SIZE_DRAWS || *n_found < 10); ++*n) {
		enum cml_verdict verdict;
		for (size_t k = 0; k < diagram->n_levels; k++)
			point[k] = cml_random_uniform(random);
		cml_diagram_place(diagram, point, values);
		*n_found += undefined
				? cml_constraint_judge(constraints, undefined, values) ==
				      CML_VERDICT_UNDEFINED
				: cml_diagram_check_rest(diagram, values, &verdict) == SIZE_MAX;
	}
	free(point);
	free(values);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result estimate(struct cml_space_size *size, const struct cml_diagram *diagram,
				struct cml_random *random, struct cml_error *err)
{
	size_t n, n_passed;
	if (count_draws(diagram, random, NULL, &n, &n_passed, err) != CML_OK)
		return err->status;
	double share = (double)n_passed / (double)n;
	size->error = size->n * sqrt(fmax(share * (1 - share), 1 / (double)n) / (double)n);
	size->n *= share;
	return CML_OK;
}

enum cml_result cml_space_size_find(struct cml_space_size *size, const struct cml_diagram *diagram,
				    struct cml_random *random, struct cml_error *err)
{
	const struct cml_constraints *constraints = diagram->constraints;
	*size = (struct cml_space_size){.n = diagram->levels[0].weight[0],
					.count = diagram->levels[0].count[0]};
	bool leaves = false, is_whole = true;
	for (size_t k = 0; k < diagram->n_levels; k++)
		size->n *= diagram->levels[k].unit;
	for (size_t v = 0; v < constraints->n_variables; v++)
		size->is_infinite = size->is_infinite || constraints->variables[v].n_values == 0;
	for (size_t c = 0; c < constraints->n; c++) {
		leaves = leaves || cml_diagram_leaves(diagram, c);
		is_whole = is_whole && (diagram->is_wanted[c] || constraints->items[c].is_trivial);
	}
	if (!leaves || size->count == 0) {
		size->is_exact = true;
		return CML_OK;
	}
	return is_whole && !size->is_infinite && size->count <= CML_MAX_COUNTED
		   ? count_all(size, diagram, err)
		   : estimate(size, diagram, random, err);
}

#define MAX_CHILDREN ((size_t)1 << 20)

/* Making a report. */
struct making {
	struct cml_space_report *report;
	bool *use; /* by constraint */
	struct cml_random random;
};

/* Conditions define a configuration, and always hold. */
static bool is_condition(const struct cml_constraints *constraints, size_t c)
{
	size_t slot = constraints->items[c].slot;
	return cml_is_config_role(constraints->space->columns[slot].role) &&
	       constraints->variable_of[slot] != CML_NO_VARIABLE;
}

/* The size under some of the constraints; use NULL: under all. */
static enum cml_result size_of(struct making *making, const bool *use, struct cml_space_size *size,
			       struct cml_error *err)
{
	struct cml_diagram diagram;
	if (cml_diagram_init(&diagram, &making->report->constraints, NULL, use, MAX_CHILDREN,
			     err) != CML_OK)
		return err->status;
	enum cml_result status = cml_space_size_find(size, &diagram, &making->random, err);
	cml_diagram_release(&diagram);
	return status;
}

/* Uses the conditions, and one constraint more (SIZE_MAX: none). */
static const bool *use_under(struct making *making, size_t constraint)
{
	const struct cml_constraints *constraints = &making->report->constraints;
	for (size_t c = 0; c < constraints->n; c++)
		making->use[c] = is_condition(constraints, c) || c == constraint;
	return making->use;
}

static double difference(const struct cml_space_size *all, const struct cml_space_size *left)
{
	bool is_exact = all->is_exact && left->is_exact && all->count != CML_COUNT_MAX &&
			left->count != CML_COUNT_MAX;
	return is_exact ? (double)(all->count - left->count) : fmax(0, all->n - left->n);
}

/* How many configurations a constraint with a table lets through if what is
 * undefined is refused and nothing else. */
static enum cml_result size_defined(struct making *making, size_t c, struct cml_space_size *size,
				    struct cml_error *err)
{
	struct cml_constraint *constraint = &making->report->constraints.items[c];
	uint8_t *table = constraint->table;
	uint8_t *defined = cml_array_new(constraint->n_combinations, sizeof *defined);
	if (!defined)
		return cml_fail_memory(err);
	for (size_t i = 0; i < constraint->n_combinations; i++)
		defined[i] =
		    table[i] == CML_VERDICT_UNDEFINED ? CML_VERDICT_UNDEFINED : CML_VERDICT_ALLOWED;
	constraint->table = defined;
	enum cml_result status = size_of(making, use_under(making, c), size, err);
	constraint->table = table;
	free(defined);
	return status;
}

/* Without a table: from draws among all configurations. */
static enum cml_result draw_undefined(struct making *making, size_t c, double *n_undefined,
				      struct cml_error *err)
{
	const struct cml_constraints *constraints = &making->report->constraints;
	struct cml_diagram diagram;
	size_t n, n_found;
	if (cml_diagram_init(&diagram, constraints, NULL, use_under(making, SIZE_MAX), MAX_CHILDREN,
			     err) != CML_OK)
		return err->status;
	enum cml_result status =
	    count_draws(&diagram, &making->random, &constraints->items[c], &n, &n_found, err);
	*n_undefined = making->report->all.n * (double)n_found / CML_SIZE_DRAWS;
	cml_diagram_release(&diagram);
	return status;
}

static enum cml_result count_row(struct making *making, size_t c, struct cml_row_report *row,
				 struct cml_error *err)
{
	struct cml_space_report *report = making->report;
	const struct cml_constraint *constraint = &report->constraints.items[c];
	struct cml_space_size defined = report->all;
	row->slot = constraint->slot;
	enum cml_result status = size_of(making, use_under(making, c), &row->left, err);
	if (status != CML_OK)
		return status;
	if (!constraint->table) {
		status = draw_undefined(making, c, &row->n_undefined, err);
	} else if (constraint->n_undefined > 0) {
		status = size_defined(making, c, &defined, err);
		row->n_undefined = difference(&report->all, &defined);
	}
	row->n_refused = fmax(0, difference(&report->all, &row->left) - row->n_undefined);
	if (!cml_is_rule(&report->constraints.space->columns[row->slot]))
		row->n_refused = 0;
	return status;
}

/* Rules always; other rows when they may be undefined. */
static bool is_reported(const struct cml_constraints *constraints, size_t c)
{
	const struct cml_constraint *constraint = &constraints->items[c];
	if (constraints->space->columns[constraint->slot].role == CML_ROLE_RULE)
		return true;
	return !is_condition(constraints, c) && !constraint->is_trivial;
}

static enum cml_result count_rows(struct making *making, struct cml_error *err)
{
	struct cml_space_report *report = making->report;
	if (size_of(making, use_under(making, SIZE_MAX), &report->all, err) != CML_OK)
		return err->status;
	for (size_t c = 0; c < report->constraints.n; c++)
		if (is_reported(&report->constraints, c) &&
		    count_row(making, c, &report->rows[report->n_rows++], err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result count_feasible(struct making *making, struct cml_error *err)
{
	struct cml_space_report *report = making->report;
	const struct cml_constraints *constraints = &report->constraints;
	enum cml_result status = size_of(making, NULL, &report->feasible, err);
	if (status != CML_OK || report->feasible.n > 0)
		return status;
	status = cml_conflict_find(constraints, report->in_conflict, &report->has_conflict, err);
	for (size_t i = 0; i < report->n_rows; i++)
		for (size_t c = 0; c < constraints->n; c++)
			if (constraints->items[c].slot == report->rows[i].slot)
				report->rows[i].in_conflict = report->in_conflict[c];
	return status;
}

enum cml_result cml_space_report_init(struct cml_space_report *report,
				      const struct cml_space *space, const double *fixed,
				      uint64_t seed, struct cml_error *err)
{
	*report = (struct cml_space_report){0};
	struct making making = {.report = report};
	cml_random_init(&making.random, seed, 0);
	if (cml_constraints_init(&report->constraints, space, fixed, CML_MAX_SAMPLED_STATES, err) !=
	    CML_OK)
		return err->status;
	size_t n = report->constraints.n;
	bool have_all = CML_NEW(&making.use, n) && CML_NEW(&report->in_conflict, n) &&
			CML_NEW(&report->rows, n);
	enum cml_result status = !have_all ? cml_fail_memory(err)
				 : count_rows(&making, err) != CML_OK
				     ? err->status
				     : count_feasible(&making, err);
	free(making.use);
	if (status != CML_OK)
		cml_space_report_release(report);
	return status;
}

void cml_space_report_release(struct cml_space_report *report)
{
	cml_constraints_release(&report->constraints);
	free(report->rows);
	free(report->in_conflict);
	*report = (struct cml_space_report){0};
}

/* Writing it. */

static enum cml_result write_left(const struct cml_space_size *left,
				  struct cml_table_writer *writer, struct cml_error *err)
{
	char digits[CML_COUNT_SIZE];
	if (left->is_exact && left->count != CML_COUNT_MAX)
		return cml_write_string(writer, cml_count_print(left->count, digits), err);
	double n = left->n < 1 ? cml_round_known(left->n, left->error) : round(left->n);
	return isfinite(n) ? cml_write_number(writer, n, err) : cml_write_string(writer, "", err);
}

static enum cml_result write_row(const struct cml_space_report *report, const char *const names[3],
				 const struct cml_row_report *row, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	if (cml_write_strings(writer, names, 3, err) != CML_OK ||
	    write_left(&row->left, writer, err) != CML_OK)
		return err->status;
	double gone = row->n_refused + row->n_undefined;
	const double numbers[] = {
	    round(row->n_refused), round(row->n_undefined),
	    report->all.n > 0 ? cml_round_known(gone / report->all.n, NAN) : 0, row->left.error};
	for (size_t i = 0; i < 4; i++)
		if (cml_write_number(writer, isfinite(numbers[i]) ? numbers[i] : (double)NAN,
				     err) != CML_OK)
			return err->status;
	if (cml_write_number(writer, row->in_conflict, err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_space_report_write(const struct cml_space_report *report,
				       struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const header[] = {"name",          "role",           "expression",
					     "n_left",        "n_refused",      "n_undefined",
					     "share_refused", "standard_error", "in_conflict"};
	if (cml_write_strings(writer, header, sizeof header / sizeof *header, err) != CML_OK ||
	    cml_write_end_row(writer, err) != CML_OK)
		return err->status;
	const struct cml_row_report all = {.left = report->all};
	const struct cml_row_report feasible = {
	    .left = report->feasible, .n_refused = difference(&report->all, &report->feasible)};
	if (write_row(report, (const char *const[]){"", "all", ""}, &all, writer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < report->n_rows; i++) {
		const struct cml_space_column *column =
		    &report->constraints.space->columns[report->rows[i].slot];
		const char *const names[] = {
		    column->name, cml_role_name(column->role),
		    cml_expression_text(column->expression ? column->expression : column->when)};
		if (write_row(report, names, &report->rows[i], writer, err) != CML_OK)
			return err->status;
	}
	return write_row(report, (const char *const[]){"", "feasible", ""}, &feasible, writer, err);
}

enum cml_result cml_space_report_verdict(const struct cml_space_report *report,
					 struct cml_error *err)
{
	if (report->feasible.n > 0)
		return CML_OK;
	if (report->has_conflict)
		return cml_conflict_report(&report->constraints, report->in_conflict, err);
	return cml_fail(err, CML_NOTHING, "no configuration is feasible%s",
			report->feasible.is_exact
			    ? ""
			    : ": none of 10,000,000 draws, so fewer than 1 in 3,000,000, if any");
}
