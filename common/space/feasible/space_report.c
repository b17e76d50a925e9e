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
	AUTO(cml_enumerator) enumerator = {0};
	const struct cml_constraints *constraints = diagram->constraints;
	if (cml_enumerator_init(&enumerator, constraints->space, constraints->fixed, err) != CML_OK)
		return err->status;
	size->count = 0;
	while (cml_enumerator_next(&enumerator))
		size->count++;
	size->n = (double)size->count;
	size->is_exact = true;
	return CML_OK;
}

/* From draws of a diagram: how many pass what it leaves. At least ten, if some do. */
static enum cml_result estimate(struct cml_space_size *size, const struct cml_diagram *diagram,
				struct cml_random *random, struct cml_error *err)
{
	const struct cml_constraints *constraints = diagram->constraints;
	AUTOFREE double *point = cml_array_new(diagram->n_levels, sizeof *point);
	AUTOFREE double *values = cml_array_new(constraints->space->n_columns, sizeof *values);
	size_t n = 0, n_passed = 0;
	if (!point || !values)
		return cml_fail_memory(err);
	for (; n < CML_SIZE_MAX_DRAWS && (n < CML_SIZE_DRAWS || n_passed < 10); n++) {
		for (size_t k = 0; k < diagram->n_levels; k++)
			point[k] = cml_random_uniform(random);
		cml_diagram_place(diagram, point, values);
		n_passed += cml_diagram_check_rest(diagram, values) == SIZE_MAX;
	}
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
	AUTO(cml_diagram) diagram = {0};
	if (cml_diagram_init(&diagram, &making->report->constraints, false, use, MAX_CHILDREN,
			     err) != CML_OK)
		return err->status;
	return cml_space_size_find(size, &diagram, &making->random, err);
}

/* Uses the conditions, and one constraint more (SIZE_MAX: none). */
static const bool *use_under(struct making *making, size_t constraint)
{
	const struct cml_constraints *constraints = &making->report->constraints;
	for (size_t c = 0; c < constraints->n; c++)
		making->use[c] = is_condition(constraints, c) || c == constraint;
	return making->use;
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
	for (size_t c = 0; c < report->constraints.n; c++) {
		if (!is_reported(&report->constraints, c))
			continue;
		struct cml_row_report *row = &report->rows[report->n_rows++];
		row->slot = report->constraints.items[c].slot;
		if (size_of(making, use_under(making, c), &row->left, err) != CML_OK)
			return err->status;
	}
	return size_of(making, NULL, &report->feasible, err);
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
	enum cml_result status = CML_NEW(&making.use, n) && CML_NEW(&report->rows, n)
				     ? count_rows(&making, err)
				     : cml_fail_memory(err);
	free(making.use);
	if (status != CML_OK)
		cml_space_report_release(report);
	return status;
}

void cml_space_report_release(struct cml_space_report *report)
{
	cml_constraints_release(&report->constraints);
	free(report->rows);
	*report = (struct cml_space_report){0};
}

/* Writing it. */

static void write_left(const struct cml_space_size *left, struct cml_table_writer *writer)
{
	char digits[CML_COUNT_SIZE];
	double n = left->n < 1 ? cml_round_known(left->n, left->error) : round(left->n);
	if (left->is_exact && left->count != CML_COUNT_MAX)
		cml_write_string(writer, cml_count_print(left->count, digits));
	else
		cml_write_number(writer, isfinite(n) ? n : (double)NAN);
}

static enum cml_result write_row(const struct cml_space_report *report, const char *const names[3],
				 const struct cml_space_size *left, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	const struct cml_space_size *all = &report->all;
	bool is_exact = all->is_exact && left->is_exact && all->count != CML_COUNT_MAX &&
			left->count != CML_COUNT_MAX;
	double n_refused =
	    is_exact ? (double)(all->count - left->count) : fmax(0, all->n - left->n);
	const double numbers[] = {round(n_refused),
				  all->n > 0 ? cml_round_known(n_refused / all->n, NAN) : 0,
				  left->error};
	cml_write_strings(writer, names, 3);
	write_left(left, writer);
	for (size_t i = 0; i < 3; i++)
		cml_write_number(writer, isfinite(numbers[i]) ? numbers[i] : (double)NAN);
	return cml_write_end_row(writer, err);
}

enum cml_result cml_space_report_write(const struct cml_space_report *report,
				       struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const header[] = {
	    "name", "role", "expression", "n_left", "n_refused", "share_refused", "standard_error"};
	cml_write_strings(writer, header, sizeof header / sizeof *header);
	if (cml_write_end_row(writer, err) != CML_OK ||
	    write_row(report, (const char *const[]){"", "all", ""}, &report->all, writer, err) !=
		CML_OK)
		return err->status;
	for (size_t i = 0; i < report->n_rows; i++) {
		const struct cml_space_column *column =
		    &report->constraints.space->columns[report->rows[i].slot];
		const char *const names[] = {
		    column->name, cml_role_name(column->role),
		    cml_expression_text(column->expression ? column->expression : column->when)};
		if (write_row(report, names, &report->rows[i].left, writer, err) != CML_OK)
			return err->status;
	}
	return write_row(report, (const char *const[]){"", "feasible", ""}, &report->feasible,
			 writer, err);
}

enum cml_result cml_space_report_verdict(const struct cml_space_report *report,
					 struct cml_error *err)
{
	if (report->feasible.n > 0)
		return CML_OK;
	return report->feasible.is_exact
		   ? cml_conflict_report(&report->constraints, err)
		   : cml_fail(err, CML_NOTHING,
			      "no configuration is feasible: none of 10,000,000 draws, so fewer "
			      "than 1 in 3,000,000, if any");
}
