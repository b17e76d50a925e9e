/* What a launch costs. Part of search.h. */
#include "search/search.h"

#include "base/memory.h"
#include "base/number.h"
#include "space/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_cost_init(struct cml_cost *cost, struct cml_space *space, const char *text,
			      struct cml_error *err)
{
	struct cml_space_scope scope;
	struct cml_error found;
	size_t n_slots;
	*cost = (struct cml_cost){.space = space};
	cml_space_scope_init(&scope, space, space->n_columns);
	scope.has_metric = true;
	enum cml_result status = cml_space_compile(&cost->expression, cml_slice_of(text), &scope,
						   CML_VALUE_NUMBER, &found);
	if (status == CML_BAD_DATA)
		return cml_fail(err, CML_BAD_USAGE, "--cost: %s", found.message);
	if (status != CML_OK)
		return cml_fail_memory(err);
	const size_t *slots = cml_expression_slots(cost->expression, &n_slots);
	for (size_t i = 0; i < n_slots; i++) {
		cost->reads_first |= slots[i] == space->metric;
		cost->reads_second |= slots[i] == space->second;
	}
	if (n_slots == 0)
		return cml_fail(err, CML_BAD_USAGE,
				"--cost: '%s' names no column: it is the same for all jobs", text);
	return CML_NEW(&cost->row, space->n_columns) ? CML_OK : cml_fail_memory(err);
}

void cml_cost_release(struct cml_cost *cost)
{
	cml_expression_free(cost->expression);
	free(cost->row);
	*cost = (struct cml_cost){0};
}

enum cml_result cml_cost_check_once(const struct cml_cost *cost, struct cml_error *err)
{
	if (!cost->reads_first)
		return CML_OK;
	const struct cml_space_column *metric = &cost->space->columns[cost->space->metric];
	return cml_fail(
	    err, CML_BAD_USAGE,
	    "--cost: the metric is %s by the cost, so '%s' in it counts twice: leave "
	    "it out, as in gpus * 2.5 for the price of an hour; in searches by expected "
	    "improvement (--by ei) the cost of a launch may have it",
	    metric->maximize ? "divided" : "multiplied", metric->name);
}

static enum cml_result fail_amount(const struct cml_cost *cost, enum cml_outcome outcome,
				   double amount, struct cml_error *err)
{
	const char *number = outcome == CML_OUTCOME_VALUE ? CML_PRINTED(amount) : "missing";
	return cml_fail(err, CML_BAD_DATA,
			"--cost: '%s' is %s for a configuration: what a job costs must be above 0",
			cml_expression_text(cost->expression),
			outcome == CML_OUTCOME_UNDEFINED ? "undefined" : number);
}

enum cml_result cml_cost_of(struct cml_cost *cost, const double *values, const double pred[2],
			    double *amount, struct cml_error *err)
{
	const struct cml_space *space = cost->space;
	memcpy(cost->row, values, space->n_columns * sizeof *values);
	if (space->metric != CML_NO_COLUMN)
		cost->row[space->metric] = pred[0];
	if (space->second != CML_NO_COLUMN)
		cost->row[space->second] = pred[1];
	enum cml_outcome outcome = cml_expression_evaluate(cost->expression, cost->row, amount);
	if (outcome == CML_OUTCOME_VALUE && *amount > 0 && isfinite(*amount))
		return CML_OK;
	return fail_amount(cost, outcome, *amount, err);
}
