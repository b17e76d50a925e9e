#include "model/interval/excess.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"

static const char *const names[] = {"log2(gpus)", "batch", "fp8"};
enum { N_FEATURES = 3 };

static struct cml_error err;

static void add(struct cml_dataset *data, double gpus, double batch, double fp8, double y)
{
	const double features[] = {gpus, batch, fp8};
	cr_assert_eq(cml_dataset_append(data, features, y, 1, data->n_rows, &err), CML_OK);
}

static struct cml_dataset empty(void)
{
	struct cml_dataset data = {0};
	cr_assert_eq(cml_dataset_init(&data, N_FEATURES, names, &err), CML_OK);
	return data;
}

static struct cml_extent extent_of(const struct cml_dataset *data)
{
	struct cml_extent extent;
	cr_assert_eq(cml_extent_init(&extent, data->feature_names, data->n_features, &err), CML_OK);
	extent.products = (struct cml_products){.n_features = 2, .features = {0, 1}};
	cml_extent_find(&extent, data);
	return extent;
}

Test(excess, is_counted_in_units_of_each_feature)
{
	struct cml_dataset data = empty();
	add(&data, 3, 4, NAN, 1);
	add(&data, 5, 16, NAN, 1);
	add(&data, NAN, 8, NAN, 1);
	struct cml_extent extent = extent_of(&data);
	const struct cml_covered *covered = extent.features;
	cr_assert(!covered[0].is_log, "it is a logarithm already");
	cr_assert(covered[1].is_log);
	cr_assert_float_eq(covered[1].unit, sqrt(2.0 / 3), 1e-12);
	cr_assert(covered[0].is_number && covered[0].is_pair, "two logarithms are no flags");
	const float twice[] = {6, 8, NAN};
	cr_assert_eq(cml_excess_of(&extent, twice).two_valued, 1);
	cr_assert_eq(cml_excess_of(&extent, twice).numbers, 1);
	add(&data, 4, 8, NAN, 1);
	cml_extent_find(&extent, &data);
	cr_assert(covered[0].is_number && covered[1].is_number && !covered[2].is_number);
	cr_assert(!covered[0].is_pair && !covered[1].is_pair && !covered[2].is_pair);
	const double gpus = 1 / covered[0].unit, batch = 1 / covered[1].unit;
	const double product = 1 / hypot(covered[0].unit, covered[1].unit);
	const struct {
		float x[N_FEATURES];
		double numbers, products, levels;
	} cases[] = {
	    {{3, 4, NAN}, 0, 0, 0},
	    {{5, 16, NAN}, 0, 0, 0},
	    {{4, 8, NAN}, 0, 0, 0},
	    {{NAN, NAN, NAN}, 0, 0, 0},
	    {{NAN, 64, NAN}, 2 * batch, 0, 0},
	    /* Jobs have devices and batch on one line: their ratio hardly changes. */
	    {{5, 4, NAN}, 0, 2 * product, 0},
	    {{3, 16, NAN}, 0, 2 * product, 0},
	    {{7, 16, NAN}, 2 * gpus, 2 * product, 0},
	    {{2, 4, NAN}, gpus, product, 0},
	    {{3, 64, NAN}, 2 * batch, 4 * product, 0},
	    {{3, 2, NAN}, batch, product, 0},
	    {{3, 0, NAN}, batch, product, 0},
	    {{3, 4, 1}, 0, 0, 1}, /* where there never was a value */
	    {{7, 64, 1}, 2 * gpus + 2 * batch, 4 * product, 1},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cml_excess found = cml_excess_of(&extent, cases[i].x);
		cr_assert_float_eq(found.numbers, cases[i].numbers, 1e-6, "%zu", i);
		cr_assert_float_eq(found.products, cases[i].products, 1e-6, "%zu: %g", i,
				   found.products);
		cr_assert_eq(found.levels, cases[i].levels, "%zu", i);
	}
	cml_extent_release(&extent);
	cml_dataset_release(&data);
}

Test(products, are_those_of_each_pair)
{
	const struct cml_products products = {.n_features = 3, .features = {7, 2, 5}};
	const struct cml_product expected[] = {{7, 2, 1},  {7, 2, -1}, {7, 5, 1},
					       {7, 5, -1}, {2, 5, 1},  {2, 5, -1}};
	cr_assert_eq(cml_products_n(&products), 6);
	for (size_t i = 0; i < 6; i++) {
		struct cml_product found = cml_products_at(&products, i);
		cr_assert(found.a == expected[i].a && found.b == expected[i].b &&
			      found.sign == expected[i].sign,
			  "%zu", i);
	}
	const struct cml_products one = {.n_features = 1};
	cr_assert_eq(cml_products_n(&one), 0);
}

static const char *const level_names[] = {"gpus",  "gpu=a",  "gpu=b", "gpu=c",
					  "gpu=d", "gpu2=a", "tp"};
enum { N_LEVEL_FEATURES = 7 };

Test(levels, of_a_column_are_adjacent)
{
	struct cml_level_column columns[N_LEVEL_FEATURES];
	cr_assert_eq(cml_levels_find(level_names, N_LEVEL_FEATURES, columns), 1,
		     "one level alone is no column");
	cr_assert(columns[0].first == 1 && columns[0].n == 4);
}

/* Jobs on devices a to `n_levels`; the device changes the speed, a logarithm, by steps. */
static struct cml_dataset jobs_on(size_t n, size_t n_levels, double step)
{
	struct cml_dataset data = {0};
	struct cml_random random;
	cml_random_init(&random, 6, 0);
	cr_assert_eq(cml_dataset_init(&data, N_LEVEL_FEATURES, level_names, &err), CML_OK);
	for (size_t i = 0; i < n; i++) {
		double x[N_LEVEL_FEATURES] = {0};
		size_t level = i % n_levels;
		x[0] = 8 << i / 4 % 4;
		x[1 + level] = 1;
		x[6] = 1 << i / 3 % 3;
		cr_assert_eq(cml_dataset_append(&data, x,
						log2(x[0]) + step * (double)level +
						    0.05 * cml_random_normal(&random),
						1, i, &err),
			     CML_OK);
	}
	return data;
}

Test(levels, are_met_or_not)
{
	struct cml_dataset data = jobs_on(24, 3, 1);
	struct cml_extent extent = extent_of(&data);
	const struct {
		float gpu[4];
		bool is_unmet;
	} cases[] = {{{1, 0, 0, 0}, false},
		     {{0, 0, 1, 0}, false},
		     {{0, 0, 0, 1}, true},
		     {{0, 0, 0, 0}, true}, /* a level that the space does not know */
		     {{NAN, NAN, NAN, NAN}, false}};
	cr_assert(extent.n_columns == 1 && extent.columns[0].n_met == 3 &&
		  !extent.columns[0].may_be_none);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		float x[N_LEVEL_FEATURES] = {8, 0, 0, 0, 0, 0, 1};
		memcpy(x + 1, cases[i].gpu, sizeof cases[i].gpu);
		cr_assert_eq(cml_excess_is_unmet(&extent, 0, x), cases[i].is_unmet, "%zu", i);
		cr_assert_eq(cml_excess_of(&extent, x).levels, 0, "the column has many levels");
	}
	/* Where jobs have none, none is met. */
	const double none[N_LEVEL_FEATURES] = {8, 0, 0, 0, 0, 0, 1};
	const float same[N_LEVEL_FEATURES] = {8, 0, 0, 0, 0, 0, 1};
	cr_assert_eq(cml_dataset_append(&data, none, 1, 1, 99, &err), CML_OK);
	cml_extent_find(&extent, &data);
	cr_assert(!cml_excess_is_unmet(&extent, 0, same));
	cml_extent_release(&extent);
	cml_dataset_release(&data);
	/* Of two levels a third counts as what never varied does. */
	data = jobs_on(24, 2, 1);
	extent = extent_of(&data);
	const float third[N_LEVEL_FEATURES] = {8, 0, 0, 1, 0, 0, 1};
	cr_assert(!cml_excess_is_unmet(&extent, 0, third));
	cr_assert_eq(cml_excess_of(&extent, third).levels, 1);
	cml_extent_release(&extent);
	cml_dataset_release(&data);
}

/* Of sixty configurations three have a number that the others end a doubling before; of a seventh
 * of them, which random folds show, nothing is said. */
Test(excess, an_end_that_few_configurations_reach_is_half_outside)
{
	struct cml_dataset data = empty();
	for (size_t i = 0; i < 57; i++)
		add(&data, 3 + (double)(i % 3), i % 7 ? 4 : 64, 0, 1);
	for (size_t i = 0; i < 3; i++)
		add(&data, 6, 4, 0, 1);
	struct cml_extent extent = extent_of(&data);
	const float inside[] = {5, 64, 0}, end[] = {6, 4, 0}, outside[] = {7, 4, 0};
	cr_expect_eq(cml_excess_of(&extent, end).thin_numbers, 0, "not looked at");
	cr_assert_eq(cml_extent_find_ends(&extent, &data, &err), CML_OK);
	cr_expect_eq(cml_excess_of(&extent, inside).thin_numbers, 0);
	struct cml_excess excess = cml_excess_of(&extent, end);
	cr_expect_eq(excess.numbers, 0);
	cr_expect_float_eq(excess.thin_numbers, 1 / extent.features[0].unit / sqrt(4), 1e-6);
	excess = cml_excess_of(&extent, outside);
	cr_expect_float_eq(excess.thin_numbers, excess.numbers, 1e-6);
	cml_extent_release(&extent);
	cml_dataset_release(&data);
}

Test(excess, a_level_that_few_configurations_have_is_counted)
{
	static const char *const levels[] = {"gpu=a", "gpu=b", "gpu=c"};
	struct cml_dataset data = {0};
	struct cml_extent extent;
	cr_assert_eq(cml_dataset_init(&data, 3, levels, &err), CML_OK);
	for (size_t i = 0; i < 70; i++)
		add(&data, i < 63, i >= 63 && i < 67, i >= 67, 1);
	add(&data, 0, 0, 1, 1);
	data.keys[70] = data.keys[69]; /* run again */
	cr_assert_eq(cml_extent_init(&extent, levels, 3, &err), CML_OK);
	cml_extent_find(&extent, &data);
	cr_assert_eq(cml_extent_find_ends(&extent, &data, &err), CML_OK);
	cr_expect_eq(extent.ends[0].n, 0);
	cr_expect_eq(extent.ends[1].n, 0, "one in twenty has it");
	cr_expect_eq(extent.ends[2].n, 3);
	cml_extent_release(&extent);
	cml_dataset_release(&data);
}
