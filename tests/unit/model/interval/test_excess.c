#include "model/interval/excess.h"

#include "test.h"

static const char *const names[] = {"log2(gpus)", "batch", "fp8"};
enum { N_FEATURES = 3 };

static void add(struct cml_dataset *data, double gpus, double batch, double fp8, double y)
{
	const double features[] = {gpus, batch, fp8};
	assert_ok(cml_dataset_append(data, features, y, 1, data->n_rows, &err));
}

static struct cml_dataset empty(void)
{
	struct cml_dataset data = {0};
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	return data;
}

static struct cml_extent extent_of(const struct cml_dataset *data)
{
	struct cml_extent extent;
	assert_ok(cml_extent_init(&extent, data->feature_names, data->n_features, &err));
	cml_extent_find(&extent, data);
	return extent;
}

Test(excess, is_counted_in_units_of_each_feature)
{
	AUTO(cml_dataset) data = empty();
	add(&data, 3, 4, NAN, 1);
	add(&data, 5, 16, NAN, 1);
	add(&data, NAN, 8, NAN, 1);
	AUTO(cml_extent) extent = extent_of(&data);
	const struct cml_covered *covered = extent.features;
	cr_assert(!covered[0].is_log, "it is a logarithm already");
	cr_assert(covered[1].is_log);
	cr_assert_float_eq(covered[1].unit, sqrt(2.0 / 3), 1e-12);
	cr_assert(covered[0].is_number && covered[0].is_pair, "two logarithms are no flags");
	const float twice[] = {6, 8, NAN};
	cr_assert_eq(cml_excess_of(&extent, twice).numbers, 1);
	add(&data, 4, 8, NAN, 1);
	cml_extent_find(&extent, &data);
	cr_assert(covered[0].is_number && covered[1].is_number && !covered[2].is_number);
	cr_assert(!covered[0].is_pair && !covered[1].is_pair && !covered[2].is_pair);
	const double gpus = 1 / covered[0].unit, batch = 1 / covered[1].unit;
	const struct {
		float x[N_FEATURES];
		double numbers, levels;
	} cases[] = {
	    {{3, 4, NAN}, 0, 0},
	    {{5, 16, NAN}, 0, 0},
	    {{4, 8, NAN}, 0, 0},
	    {{NAN, NAN, NAN}, 0, 0},
	    {{NAN, 64, NAN}, 2 * batch, 0},
	    {{5, 4, NAN}, 0, 0}, /* each number is covered, if not both together */
	    {{7, 16, NAN}, 2 * gpus, 0},
	    {{2, 4, NAN}, gpus, 0},
	    {{3, 64, NAN}, 2 * batch, 0},
	    {{3, 2, NAN}, batch, 0},
	    {{3, 0, NAN}, batch, 0},
	    {{3, 4, 1}, 0, 1}, /* where there never was a value */
	    {{7, 64, 1}, 2 * gpus + 2 * batch, 1},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_excess found = cml_excess_of(&extent, cases[i].x);
		cr_assert_float_eq(found.numbers, cases[i].numbers, 1e-6, "%zu", i);
		cr_assert_eq(found.levels, cases[i].levels, "%zu", i);
	}
}

static const char *const level_names[] = {"gpus",  "gpu=a",  "gpu=b", "gpu=c",
					  "gpu=d", "gpu2=a", "tp"};
enum { N_LEVEL_FEATURES = 7 };

/* Jobs on devices a to `n_levels`; the device changes the speed, a logarithm, by steps. */
static struct cml_dataset jobs_on(size_t n, size_t n_levels, double step)
{
	struct cml_dataset data = {0};
	struct cml_random random = random_of(6, 0);
	assert_ok(cml_dataset_init(&data, N_LEVEL_FEATURES, level_names, &err));
	for (size_t i = 0; i < n; i++) {
		double x[N_LEVEL_FEATURES] = {0};
		size_t level = i % n_levels;
		x[0] = 8 << i / 4 % 4;
		x[1 + level] = 1;
		x[6] = 1 << i / 3 % 3;
		assert_ok(cml_dataset_append(
		    &data, x, log2(x[0]) + step * (double)level + 0.05 * cml_random_normal(&random),
		    1, i, &err));
	}
	return data;
}

Test(levels, of_few_configurations_are_counted)
{
	AUTO(cml_dataset) data = jobs_on(200, 3, 1);
	const double d[N_LEVEL_FEATURES] = {8, 0, 0, 0, 1, 0, 1};
	const float x[] = {8, 0, 0, 0, 1, 0, 1}, other[] = {8, 1, 0, 0, 0, 0, 1};
	/* Seven jobs, four configurations. */
	for (uint64_t i = 0; i < 7; i++)
		assert_ok(cml_dataset_append(&data, d, 1, 1, 1000 + i % 4, &err));
	AUTO(cml_extent) extent = extent_of(&data);
	cr_assert_eq(cml_excess_n_of(&extent, 0, x), 4);
	cr_assert_eq(cml_excess_n_of(&extent, 0, other), CML_MANY);
	/* One job of twenty and more is not few. */
	for (uint64_t i = 0; i < 4; i++)
		assert_ok(cml_dataset_append(&data, d, 1, 1, 1000 + i, &err));
	cml_extent_find(&extent, &data);
	cr_assert_eq(cml_excess_n_of(&extent, 0, x), CML_MANY);
}

Test(levels, are_met_or_not)
{
	AUTO(cml_dataset) data = jobs_on(24, 3, 1);
	AUTO(cml_extent) extent = extent_of(&data);
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
	for (size_t i = 0; i < COUNT(cases); i++) {
		float x[N_LEVEL_FEATURES] = {8, 0, 0, 0, 0, 0, 1};
		memcpy(x + 1, cases[i].gpu, sizeof cases[i].gpu);
		cr_assert_eq(cml_excess_is_unmet(&extent, 0, x), cases[i].is_unmet, "%zu", i);
		cr_assert_eq(cml_excess_of(&extent, x).levels, 0, "the column has many levels");
	}
	/* Where jobs have none, none is met. */
	const double none[N_LEVEL_FEATURES] = {8, 0, 0, 0, 0, 0, 1};
	const float same[N_LEVEL_FEATURES] = {8, 0, 0, 0, 0, 0, 1};
	assert_ok(cml_dataset_append(&data, none, 1, 1, 99, &err));
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
}
