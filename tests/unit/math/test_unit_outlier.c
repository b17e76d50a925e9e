#include "math/unit_outlier.h"

#include "test.h"

#define MAX_ROWS 400

static float x[MAX_ROWS * 3];
static double y[MAX_ROWS];
static bool is_outlier[MAX_ROWS];

/* n jobs of three settings whose metric spans two decades, with 5 % of noise; those of rows[n_rows]
 * times a factor. */
static void make_jobs(size_t n, const size_t *rows, size_t n_rows, double factor)
{
	struct cml_random random = random_of(7, 0);
	for (size_t i = 0; i < n; i++) {
		x[3 * i] = exp2f((float)(i % 4));
		x[3 * i + 1] = (float)(i * 7 % 10);
		x[3 * i + 2] = (float)(i / 5 % 2);
		y[i] = 30 * (double)x[3 * i] * (1 + (double)x[3 * i + 1]) *
		       (1 + (double)x[3 * i + 2]) * exp(0.05 * cml_random_normal(&random));
	}
	for (size_t i = 0; i < n_rows; i++)
		y[rows[i]] *= factor;
}

static struct cml_unit_outliers find(size_t n)
{
	struct cml_unit_table table = {n, 3, x, 3, y};
	struct cml_unit_outliers found;
	assert_ok(cml_unit_outliers_find(&table, &found, is_outlier, &err));
	size_t n_marked = 0;
	for (size_t i = 0; i < n; i++)
		n_marked += is_outlier[i];
	cr_assert_eq(n_marked, found.n);
	return found;
}

Test(unit_outlier, many_rows_in_another_unit)
{
	static const double factors[] = {1000, 3600, 60, 1e6};
	static const size_t n_jobs[] = {189, 100}, n_rows[] = {19, 18};
	size_t rows[19];
	for (size_t k = 0; k < 19; k++)
		rows[k] = k * 5 + k % 3;
	for (size_t size = 0; size < 2; size++)
		for (size_t i = 0; i < 8; i++) {
			double factor = i < 4 ? factors[i] : 1 / factors[i - 4];
			make_jobs(n_jobs[size], rows, n_rows[size], factor);
			struct cml_unit_outliers found = find(n_jobs[size]);
			cr_assert_eq(found.n, n_rows[size], "%g", factor);
			cr_assert_float_eq(found.factor / factor, 1, 1e-9, "%g", factor);
		}
	make_jobs(189, rows, 19, 300);
	cr_assert_eq(find(189).n, 0, "no factor between units");
}
