/* Correlates two columns in memory: bench_correlation NAME RUNS PREFIX
 *
 * NAME is kendall, pearson or spearman; PREFIX.a and PREFIX.b hold doubles. A
 * run of few pairs is not timed, RUNS of all are. Prints `seconds=... value=...`. */
#include "bench_support.h"

#include "base/memory.h"
#include "math/correlation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_WARM_UP 100000 /* pairs */

static double correlate(const char *name, size_t n, const double *a, const double *b)
{
	struct cml_error err = {0};
	double value = 0;
	if (strcmp(name, "kendall") == 0)
		bench_check(cml_kendall_tau_b(n, a, b, &value, &err), &err);
	else if (strcmp(name, "spearman") == 0)
		bench_check(cml_spearman(n, a, b, &value, &err), &err);
	else if (strcmp(name, "pearson") == 0)
		value = cml_pearson(n, a, b);
	else
		bench_fail("no such correlation: %s", name);
	return value;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		bench_fail("usage: bench_correlation kendall|pearson|spearman RUNS PREFIX");
	size_t n, n_b, n_runs = bench_count(argv[2]);
	AUTOFREE double *a = bench_read(argv[3], ".a", sizeof *a, &n);
	AUTOFREE double *b = bench_read(argv[3], ".b", sizeof *b, &n_b);
	AUTOFREE double *seconds = cml_array_new(n_runs, sizeof *seconds);
	if (n != n_b || n_runs == 0 || !seconds)
		bench_fail("%s: the columns differ in length, or there is nothing to run", argv[3]);
	double value = correlate(argv[1], n < N_WARM_UP ? n : N_WARM_UP, a, b);
	for (size_t run = 0; run < n_runs; run++) {
		double start = bench_seconds();
		value = correlate(argv[1], n, a, b);
		seconds[run] = bench_seconds() - start;
	}
	printf("seconds=%.9f value=%.17g\n", bench_median(seconds, n_runs), value);
	return 0;
}
