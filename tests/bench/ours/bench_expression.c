/* Evaluates an expression over and over: bench_expression SPACE EXPRESSION RUNS
 * EVALUATIONS
 *
 * Each column of the space holds its default, but for the first, which takes the
 * values 1 to 8 in turn. Prints `seconds=... value=...`: the median time of
 * RUNS times EVALUATIONS evaluations, and the sum of the results. */
#include "bench_support.h"

#include "base/memory.h"
#include "space/expression/expression.h"
#include "space/space.h"

#include <stdio.h>
#include <stdlib.h>

static double evaluate(const struct cml_expression *expression, double *values, size_t n)
{
	double sum = 0, result;
	for (size_t i = 0; i < n; i++) {
		values[0] = (double)(i % 8 + 1);
		if (cml_expression_evaluate(expression, values, &result) != CML_OUTCOME_VALUE)
			bench_fail("the expression has no value");
		sum += result;
	}
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 5)
		bench_fail("usage: bench_expression SPACE EXPRESSION RUNS EVALUATIONS");
	struct cml_error err = {0};
	AUTOPTR(cml_space) space = NULL;
	struct cml_space_scope scope;
	AUTOPTR(cml_expression) expression = NULL;
	size_t n_runs = bench_count(argv[3]), n = bench_count(argv[4]);
	bench_check(cml_space_open(&space, argv[1], &err), &err);
	cml_space_scope_init(&scope, space, space->n_columns);
	bench_check(cml_expression_compile(&expression, cml_slice_of(argv[2]), &scope.scope,
					   CML_VALUE_TRUTH, &err),
		    &err);
	AUTOFREE double *values = cml_array_new(space->n_columns, sizeof *values);
	AUTOFREE double *seconds = cml_array_new(n_runs, sizeof *seconds);
	if (!values || !seconds || n_runs == 0)
		bench_fail("out of memory, or nothing to run");
	for (size_t i = 0; i < space->n_columns; i++)
		values[i] = space->columns[i].default_value;
	double sum = evaluate(expression, values, n / 10);
	for (size_t run = 0; run < n_runs; run++) {
		double start = bench_seconds();
		sum = evaluate(expression, values, n);
		seconds[run] = bench_seconds() - start;
	}
	printf("seconds=%.9f value=%.17g\n", bench_median(seconds, n_runs), sum);
	return 0;
}
