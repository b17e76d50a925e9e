#include "learn/data/dataset.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/data/key_groups.h"

static struct cml_dataset two_features(void)
{
	static const char *const names[] = {"batch", "log2(gpus)"};
	struct cml_dataset data = {0};
	struct cml_error err = {0};
	cr_assert_eq(cml_dataset_init(&data, 2, names, &err), CML_OK);
	return data;
}

static void append(struct cml_dataset *data, double a, double b, double target, double weight,
		   uint64_t key)
{
	double features[] = {a, b};
	struct cml_error err = {0};
	cr_assert_eq(cml_dataset_append(data, features, target, weight, key, &err), CML_OK, "%s",
		     err.message);
}

Test(repeats, keep_changes_nothing)
{
	struct cml_dataset data = two_features();
	struct cml_error err = {0};
	append(&data, 1, 2, 3, 1, 7);
	append(&data, 9, 9, 4, 1, 7);
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_KEEP, &err), CML_OK);
	cr_assert_eq(data.n_rows, 2);
	cml_dataset_release(&data);
}

Test(repeats, failed_jobs_stay_and_limits_are_the_mean_of_those_reported)
{
	struct cml_dataset data = two_features();
	struct cml_error err = {0};
	static const char *const limits[] = {"gb", "ms"};
	static const double reported[][2] = {{10, NAN}, {NAN, NAN}, {13, NAN}};
	cr_assert_eq(cml_dataset_set_limits(&data, 2, limits, &err), CML_OK);
	for (size_t i = 0; i < 6; i++) {
		struct cml_dataset_job job = {.status = i < 3 ? CML_JOB_OK : CML_JOB_OOM,
					      .target = i < 3 ? 1 : NAN,
					      .weight = 1,
					      .key = 7,
					      .features = (double[]){1, 2},
					      .limits = reported[i % 3]};
		cr_assert_eq(cml_dataset_append_job(&data, &job, &err), CML_OK);
	}
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_MEDIAN, &err), CML_OK);
	cr_assert_eq(data.n_rows, 1);
	cr_assert_eq(data.limits[0], 11.5);
	cr_assert(isnan(data.limits[1]));
	cr_assert_eq(data.failed->n_rows, 3);
	cml_dataset_release(&data);
}

/* Rows of three configurations, mixed; key 0 is a key like any other. */
static struct cml_dataset repeated(void)
{
	struct cml_dataset data = two_features();
	append(&data, 1, NAN, 10, 1, 5);
	append(&data, 2, 3, 0.1, 2, 0);
	append(&data, 1, NAN, 16, 2, 5);
	append(&data, 4, 4, -8, 0.5, 9);
	append(&data, 2, 3, 0.1, 1, 0);
	append(&data, 1, NAN, 1000, 3, 5);
	append(&data, 2, 3, 0.1, 4, 0);
	return data;
}

Test(repeats, mean_is_weighted_and_in_order_of_first_appearance)
{
	struct cml_dataset data = repeated();
	struct cml_error err = {0};
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_MEAN, &err), CML_OK);
	cr_assert_eq(data.n_rows, 3);
	cr_assert_float_eq(data.y[0], (10 + 2 * 16 + 3 * 1000) / 6.0, 1e-12);
	cr_assert_eq(data.weight[0], 6);
	cr_assert_eq(data.keys[0], 5);
	cr_assert_eq(data.x[0], 1);
	cr_assert(isnan(data.x[1]));
	cr_assert_eq(data.y[1], 0.1, "equal targets give exactly theirs");
	cr_assert_eq(data.weight[1], 7);
	cr_assert_eq(data.keys[1], 0);
	cr_assert_eq(data.x[2], 2);
	cr_assert_eq(data.x[3], 3);
	cr_assert_eq(data.y[2], -8);
	cr_assert_eq(data.weight[2], 0.5);
	cr_assert_eq(data.keys[2], 9);
	cml_dataset_release(&data);
}

Test(repeats, median_is_weighted)
{
	struct cml_dataset data = repeated();
	struct cml_error err = {0};
	append(&data, 1, NAN, 16, 2, 5);
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_MEDIAN, &err), CML_OK);
	cr_assert_eq(data.n_rows, 3);
	cr_assert_eq(data.y[0], 16);
	cr_assert_eq(data.weight[0], 8);
	cr_assert_eq(data.y[1], 0.1);
	cml_dataset_release(&data);
}

Test(repeats, refuses_one_key_for_two_configurations)
{
	struct cml_dataset data = two_features();
	struct cml_error err = {0};
	append(&data, 1, 2, 3, 1, 0xabc);
	append(&data, 1, NAN, 4, 1, 0xabc);
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_MEAN, &err), CML_BAD_DATA);
	cr_assert(strstr(err.message, "0000000000000abc"), "%s", err.message);
	cml_dataset_release(&data);
}

Test(repeats, refuses_sums_past_the_largest_number)
{
	struct cml_dataset data = two_features();
	struct cml_error err = {0};
	append(&data, 1, 2, 3, 1.5e308, 1);
	append(&data, 1, 2, 4, 1.5e308, 1);
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_MEDIAN, &err), CML_BAD_DATA);
	cml_dataset_release(&data);
}

Test(repeats, of_nothing)
{
	struct cml_dataset data = two_features();
	struct cml_error err = {0};
	cr_assert_eq(cml_dataset_merge_repeats(&data, CML_REPEATS_MEAN, &err), CML_OK);
	cr_assert_eq(data.n_rows, 0);
	cml_dataset_release(&data);
}

/* Held to all pairs. */
Test(key_groups, puts_equal_keys_together)
{
	enum { N = 500 };
	uint64_t keys[N];
	struct cml_key_groups groups;
	struct cml_error err = {0};
	for (uint64_t i = 0; i < N; i++)
		keys[i] = (i * i % 97) << (i % 97 % 2 ? 50 : 0);
	cr_assert_eq(cml_key_groups_init(&groups, N, keys, &err), CML_OK);
	size_t n_seen = 0;
	for (size_t g = 0; g < groups.n; g++) {
		size_t first = groups.rows[groups.first[g]];
		cr_assert(g == 0 || first > groups.rows[groups.first[g - 1]],
			  "order of first appearance");
		for (size_t row = 0, at = groups.first[g]; row < N; row++) {
			if (keys[row] != keys[first])
				continue;
			cr_assert_lt(at, groups.first[g + 1]);
			cr_assert_eq(groups.rows[at++], row);
			n_seen++;
		}
	}
	cr_assert_eq(n_seen, N);
	cml_key_groups_release(&groups);
}
