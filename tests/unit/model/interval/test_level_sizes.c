#include "model/interval/level_sizes.h"

#include "damage_fixture.h"
#include "test.h"

/* Models of sizes 0, 1, 3 and 7 (two of them 1), their batch, and their size. */
static const char *const names[] = {"m=a", "m=b", "m=c", "m=d", "m=e", "m=new", "batch", "size"};
enum { N_FEATURES = 8, N_LEVELS = 6, BATCH = 6, SIZE = 7 };
static const double sizes_of[N_LEVELS] = {0, 1, 1, 3, 7, NAN};

static void row_of(size_t level, double size, double batch, float x[N_FEATURES])
{
	memset(x, 0, N_FEATURES * sizeof *x);
	if (level < N_LEVELS)
		x[level] = 1;
	x[BATCH] = (float)batch;
	x[SIZE] = (float)size;
}

static void add(struct cml_dataset *data, size_t level, double size, double batch)
{
	float x[N_FEATURES];
	double features[N_FEATURES];
	row_of(level, size, batch, x);
	for (size_t f = 0; f < N_FEATURES; f++)
		features[f] = (double)x[f];
	assert_ok(
	    cml_dataset_append(data, features, isnan(size) ? 0 : size, 1, data->n_rows, &err));
}

/* Two jobs of each model, of c six. */
static struct cml_dataset jobs(void)
{
	struct cml_dataset data = {0};
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	for (size_t level = 0; level < 5; level++)
		for (size_t i = 0; i < (level == 2 ? 6 : 2); i++)
			add(&data, level, sizes_of[level], (double)i);
	return data;
}

static struct cml_level_sizes found_in(const struct cml_dataset *data)
{
	struct cml_level_sizes sizes = {0};
	assert_ok(cml_level_sizes_find(&sizes, data, &err));
	return sizes;
}

/* What is predicted of a model, whatever its size says, and 100 for each batch; of none -1. */
static void predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const double *values = state;
	for (size_t i = 0; i < n; i++, x += N_FEATURES) {
		mean[i] = -1;
		sd[i] = 1;
		for (size_t l = 0; l < N_LEVELS; l++)
			if (x[l] == 1)
				mean[i] = values[l] + 100 * (double)x[BATCH];
	}
}
static const double values[N_LEVELS] = {10, 20, 24, 40, 90, -7};

static double predicted(const struct cml_level_sizes *sizes, const float *x, size_t hidden,
			double *sd)
{
	double mean;
	cml_level_sizes_predict(sizes, &hidden, predict, values, 1, x, &mean, sd);
	return mean;
}

static double of_size(const struct cml_level_sizes *sizes, size_t level, double size)
{
	float x[N_FEATURES];
	double sd;
	row_of(level, size, 2, x);
	return predicted(sizes, x, SIZE_MAX, &sd) - 200;
}

Test(level_sizes, a_new_level_lies_between_those_next_to_it)
{
	AUTO(cml_dataset) data = jobs();
	AUTO(cml_level_sizes) sizes = found_in(&data);
	cr_assert_eq(sizes.n, 1);
	cr_assert_eq(sizes.columns[0].feature, SIZE);
	/* A level that no job had, of the space or of none. */
	for (size_t level = 5; level <= 6; level++) {
		cr_assert_float_eq(of_size(&sizes, level, 2), (23 + 40) / 2.0, 1e-12,
				   "b and c count by their jobs: 20 and 24 are 23");
		cr_assert_float_eq(of_size(&sizes, level, 1), 23, 1e-12);
		cr_assert_float_eq(of_size(&sizes, level, 6), 77.5, 1e-12);
		cr_assert_float_eq(of_size(&sizes, level, 9), 90 + 2 * 50 / 4.0, 1e-12);
		cr_assert_float_eq(of_size(&sizes, level, -1), 10 - 30 / 3.0, 1e-12,
				   "through sizes that are a quarter of the range apart");
		cr_assert_float_eq(of_size(&sizes, level, 1e9), 90 + 7 * 50 / 4.0, 1e-12,
				   "no farther than the range");
	}
	cr_assert_float_eq(of_size(&sizes, 0, 6), 10, 0, "a level that is known");
}

Test(level_sizes, a_hidden_level_does_not_help_itself)
{
	AUTO(cml_dataset) data = jobs();
	AUTO(cml_level_sizes) sizes = found_in(&data);
	float x[N_FEATURES];
	double sd;
	row_of(6, 3, 0, x);
	cr_assert_float_eq(predicted(&sizes, x, 3, &sd), 23 + (90 - 23) / 3.0, 1e-12);
	cr_assert_float_eq(sd, 1, 1e-12);
	row_of(6, 7, 0, x);
	cr_assert_float_eq(predicted(&sizes, x, 4, &sd), 40 + 4 * 17 / 2.0 * 3 / 4.0, 1e-12,
			   "no farther than the range, which is 3 now");
	cr_assert_gt(sd, 1, "the deviation grows outside");
}

Test(level_sizes, are_none_where_jobs_say_more_or_less_of_a_level)
{
	AUTO(cml_dataset) data = jobs();
	/* Two jobs of a level of different sizes. */
	add(&data, 0, 5, 1);
	AUTO(cml_level_sizes) sizes = found_in(&data);
	cr_assert_eq(sizes.n, 0);
	cml_level_sizes_release(&sizes);
	cml_dataset_release(&data);
	/* The batch follows from the level, too. */
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	for (size_t level = 0; level < 5; level++)
		add(&data, level, sizes_of[level], (double)level);
	sizes = found_in(&data);
	cr_assert_eq(sizes.n, 0);
	cml_level_sizes_release(&sizes);
	cml_dataset_release(&data);
	/* One size. */
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	for (size_t level = 0; level < 5; level++)
		for (size_t i = 0; i < 3; i++)
			add(&data, level, 1, (double)i);
	sizes = found_in(&data);
	cr_assert_eq(sizes.n, 0);
}

static enum cml_result load(void *context, struct cml_slice bytes)
{
	AUTO(cml_level_sizes) sizes = {0};
	(void)context;
	enum cml_result status =
	    cml_fields_load(cml_level_sizes_fields, "sizes", &sizes, bytes, N_FEATURES, &err);
	cr_assert(status != CML_OK || isfinite(of_size(&sizes, 0, 2)));
	return status;
}

Test(level_sizes, come_back_from_bytes_and_hostile_ones_do_not)
{
	AUTO(cml_dataset) data = jobs();
	struct cml_level_sizes sizes = found_in(&data), back = {0};
	AUTO(cml_buffer) bytes = {0};
	assert_ok(cml_fields_save(cml_level_sizes_fields, &sizes, &bytes, &err));
	assert_ok(cml_fields_load(cml_level_sizes_fields, "sizes", &back, cml_buffer_slice(&bytes),
				  N_FEATURES, &err));
	for (double size = -3; size < 12; size += 0.5)
		cr_assert_eq(of_size(&back, 5, size), of_size(&sizes, 5, size));
	cml_level_sizes_release(&back);
	fixture_damage(cml_buffer_slice(&bytes), load, NULL, 1, 100);
	cml_level_sizes_release(&sizes);
}
