#include "launch/metric/readings.h"

#include "test.h"

static struct cml_reduction parse(const char *word)
{
	struct cml_reduction reduction = {.kind = CML_REDUCE_FIRST, .percent = -1};
	cr_expect_eq(cml_reduction_parse(cml_slice_of(word), &reduction, &err), CML_OK, "%s: %s",
		     word, err.message);
	return reduction;
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
