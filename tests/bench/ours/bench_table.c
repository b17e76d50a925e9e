/* Writes a table of made numbers: bench_table KIND ROWS FEATURES STREAM PREFIX
 *
 * numeric, onehot: PREFIX.x and PREFIX.y, see bench_support.h. Two streams give
 * independent rows of one law: one to learn from, and one held out.
 * pairs, ties: PREFIX.a and PREFIX.b, doubles; ties have FEATURES distinct
 * values, pairs have none alike.
 */
#include "bench_support.h"

#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 3 /* of each group of one-hot columns */

/* Source: J. H. Friedman, "Multivariate adaptive regression splines", Annals of
 * Statistics 19, 1991, equation 61; columns past the fifth say nothing. */
static double numeric_row(struct cml_random *random, size_t n, float *x)
{
	for (size_t i = 0; i < n; i++)
		x[i] = (float)cml_random_uniform(random);
	return 10 * sin(M_PI * (double)x[0] * (double)x[1]) + 20 * pow((double)x[2] - 0.5, 2) +
	       10 * (double)x[3] + 5 * (double)x[4] + cml_random_normal(random);
}

/* Each group of LEVELS columns holds one 1. Groups matter less and less, and
 * neighbours interact. */
static double onehot_row(struct cml_random *random, size_t n, float *x)
{
	double y = 0;
	size_t before = 0;
	memset(x, 0, n * sizeof *x);
	for (size_t group = 0; (group + 1) * LEVELS <= n; group++) {
		size_t level = cml_random_below(random, LEVELS);
		double weight = 4 / (1 + 0.5 * (double)group);
		x[group * LEVELS + level] = 1;
		y += weight * cos(1.7 * (double)level + 0.9 * (double)group);
		if (group > 0 && level == before)
			y += weight / 2;
		before = level;
	}
	return y + 0.5 * cml_random_normal(random);
}

static void write_table(const char *kind, size_t n_rows, size_t n_features,
			struct cml_random *random, const char *prefix)
{
	bool onehot = strcmp(kind, "onehot") == 0;
	if (n_features < 5)
		bench_fail("a table has 5 features at least");
	AUTOFREE float *x = cml_array_new(n_rows * n_features, sizeof *x);
	AUTOFREE double *y = cml_array_new(n_rows, sizeof *y);
	if (!x || !y)
		bench_fail("out of memory");
	for (size_t i = 0; i < n_rows; i++)
		y[i] = (onehot ? onehot_row : numeric_row)(random, n_features, x + i * n_features);
	bench_write(prefix, ".x", x, sizeof *x, n_rows * n_features);
	bench_write(prefix, ".y", y, sizeof *y, n_rows);
}

static void write_pairs(size_t n, size_t n_values, struct cml_random *random, const char *prefix)
{
	AUTOFREE double *a = cml_array_new(n, sizeof *a);
	AUTOFREE double *b = cml_array_new(n, sizeof *b);
	if (!a || !b)
		bench_fail("out of memory");
	for (size_t i = 0; i < n; i++) {
		a[i] = cml_random_uniform(random);
		b[i] = a[i] + cml_random_uniform(random);
		if (n_values > 0) {
			a[i] = floor(a[i] * (double)n_values);
			b[i] = floor(b[i] * (double)n_values / 2);
		}
	}
	bench_write(prefix, ".a", a, sizeof *a, n);
	bench_write(prefix, ".b", b, sizeof *b, n);
}

int main(int argc, char **argv)
{
	if (argc != 6)
		bench_fail("usage: bench_table KIND ROWS FEATURES STREAM PREFIX");
	size_t n_rows = bench_count(argv[2]), n_features = bench_count(argv[3]);
	struct cml_random random;
	cml_random_init(&random, 1, bench_count(argv[4]));
	if (strcmp(argv[1], "numeric") == 0 || strcmp(argv[1], "onehot") == 0)
		write_table(argv[1], n_rows, n_features, &random, argv[5]);
	else if (strcmp(argv[1], "pairs") == 0)
		write_pairs(n_rows, 0, &random, argv[5]);
	else if (strcmp(argv[1], "ties") == 0)
		write_pairs(n_rows, n_features, &random, argv[5]);
	else
		bench_fail("no such kind of table: %s", argv[1]);
	return 0;
}
