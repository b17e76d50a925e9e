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
	cr_assert(covered[0].is_number, "two logarithms are no flags");
	const float twice[] = {6, 8, NAN};
	cr_assert_eq(cml_excess_of(&extent, twice).numbers, 1);
	add(&data, 4, 8, NAN, 1);
	cml_extent_find(&extent, &data);
	cr_assert(covered[0].is_number && covered[1].is_number && !covered[2].is_number);
	const double gpus = 1 / covered[0].unit, batch = 1 / covered[1].unit;
	const struct {
		float x[N_FEATURES];
		double numbers, flags;
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
		cr_assert_eq(found.flags, cases[i].flags, "%zu", i);
	}
}
