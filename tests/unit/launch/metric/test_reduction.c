#include "launch/metric/readings.h"

#include "math/summary.h"
#include "test.h"

static struct cml_reduction parse(const char *word)
{
	struct cml_reduction reduction = {.kind = CML_REDUCE_FIRST, .percent = -1};
	cr_expect_eq(cml_reduction_parse(cml_slice_of(word), &reduction, &err), CML_OK, "%s: %s",
		     word, err.message);
	return reduction;
}

static void check_parse(const char *word, enum cml_reduction_kind kind, double percent)
{
	struct cml_reduction reduction = parse(word);
	cr_expect_eq(reduction.kind, kind, "%s", word);
	cr_expect_eq(reduction.percent, percent, "%s: %g", word, reduction.percent);
}

Test(reduction, words)
{
	check_parse("last", CML_REDUCE_LAST, 0);
	check_parse("first", CML_REDUCE_FIRST, 0);
	check_parse("min", CML_REDUCE_PERCENTILE, 0);
	check_parse("max", CML_REDUCE_PERCENTILE, 100);
	check_parse("mean", CML_REDUCE_MEAN, 0);
	check_parse("median", CML_REDUCE_PERCENTILE, 50);
	check_parse("p90", CML_REDUCE_PERCENTILE, 90);
	check_parse("p0", CML_REDUCE_PERCENTILE, 0);
	check_parse("p100", CML_REDUCE_PERCENTILE, 100);
	check_parse("p99.9", CML_REDUCE_PERCENTILE, 99.9);
}

Test(reduction, words_that_are_none)
{
	static const char *const texts[] = {"",     "p",   "p101",    "p-1",    "p90x",
					    "p 90", "P90", "average", "trimmed"};
	struct cml_reduction reduction;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		cr_expect_eq(cml_reduction_parse(cml_slice_of(texts[i]), &reduction, &err),
			     CML_BAD_USAGE, "%s", texts[i]);
	cml_reduction_parse(cml_slice_of("medan"), &reduction, &err);
	cr_expect_str_eq(err.message, "no reduction: \"medan\"; there are last, first, "
				      "min, max, mean, median, and p0 to p100");
}

/* The value of x[n], which stays as it is. */
static double reduce(const char *word, size_t n, const double *x)
{
	struct cml_reduction reduction = parse(word);
	double *copy = malloc((n + 1) * sizeof *copy), value;
	memcpy(copy, x, n * sizeof *copy);
	value = cml_reduce(&reduction, n, copy);
	free(copy);
	return value;
}

static const double x[] = {2.385, -1.5, 7.25, 7.25, 0.125, 100, 3, 4.75, 5.5, 6};

Test(reduction, values_of_ten_readings)
{
	cr_expect_eq(reduce("last", 10, x), 6);
	cr_expect_eq(reduce("first", 10, x), 2.385);
	cr_expect_eq(reduce("min", 10, x), -1.5);
	cr_expect_eq(reduce("max", 10, x), 100);
	cr_expect_float_eq(reduce("mean", 10, x), 13.476, 1e-14);  /* numpy.mean(x) */
	cr_expect_float_eq(reduce("median", 10, x), 5.125, 1e-14); /* numpy.median(x) */
	cr_expect_float_eq(reduce("p90", 10, x), 16.525, 1e-13);   /* numpy.quantile(x, 0.9) */
	cr_expect_eq(reduce("p0", 10, x), -1.5);
	cr_expect_eq(reduce("p100", 10, x), 100);
}

Test(reduction, percentiles_keep_the_decimals_of_the_readings)
{
	double y[17];
	for (int i = 0; i < 17; i++)
		y[i] = i == 14 ? 151.2 : i == 15 ? 151.3 : i < 14 ? 1.0 : 160.0;
	cr_expect_eq(reduce("p90", 17, y), 151.24, "14.4 in doubles is more than 14 and 4 / 10");
}

Test(reduction, digits_that_readings_deserve)
{
	static const double y[] = {617001.5, 618641.1, 620281.5666667};
	static const double alike[] = {0.123456781, 0.123456782, 0.123456782};
	static const double long_ones[] = {137438953472.125, 137438953472.125};
	cr_expect_eq(reduce("mean", 3, y), 618641);
	cr_expect_eq(reduce("p25", 3, y), 617821.3);
	cr_expect_eq(reduce("p75", 3, y), 619461.3333);
	cr_expect_eq(reduce("max", 3, y), 620281.5666667, "as it was printed");
	cr_expect_eq(reduce("mean", 3, alike), 0.1234567817);
	cr_expect_eq(reduce("mean", 2, long_ones), 137438953472.125);
	cr_expect_eq(reduce("median", 2, long_ones), 137438953472.125);
	cr_expect_eq(reduce("mean", 1, long_ones), 137438953472.125);
}

Test(reduction, few_readings)
{
	cr_expect(isnan(reduce("p90", 0, x)));
	cr_expect(isnan(reduce("mean", 0, x)));
	cr_expect_eq(reduce("p90", 1, x), 2.385);
}

Test(reduction, large_numbers)
{
	double large[] = {1.5e308, 1.5e308, 1.2e308};
	cr_expect_float_eq(reduce("mean", 3, large) / 1e308, 1.4, 1e-9);
	cr_expect_float_eq(reduce("p90", 3, large) / 1e308, 1.5, 1e-14);
}

/* Every quantile is the one that math/summary.h finds, whatever the number of readings and of
 * different ones among them. */
Test(reduction, quantiles_of_many_readings)
{
	static const size_t sizes[] = {2, 3, 4095, 4096, 4097, 20000};
	static const uint64_t distinct[] = {1, 3, 1000, UINT64_MAX};
	struct cml_random random = random_of(77, 0);
	AUTOFREE double *y = malloc(20000 * sizeof *y);
	for (size_t i = 0; i < 6; i++) {
		for (size_t j = 0; j < 4; j++) {
			for (size_t k = 0; k < sizes[i]; k++)
				y[k] = (double)cml_random_below(&random, distinct[j]) / 8 - 2.385;
			double p90 = reduce("p90", sizes[i], y), last = y[sizes[i] - 1];
			double p0 = reduce("p0", sizes[i], y), mean = reduce("mean", sizes[i], y);

			cr_expect_eq(reduce("last", sizes[i], y), last);
			cr_expect_float_eq(mean, cml_mean(sizes[i], y), fabs(mean) * 1e-5);
			cr_expect_float_eq(p90, cml_quantile(sizes[i], y, 0.9), fabs(p90) * 1e-9);
			cr_expect_eq(p0, cml_quantile(sizes[i], y, 0));
		}
	}
}
