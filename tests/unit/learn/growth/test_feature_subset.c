#include "learn/growth/feature_subset.h"

#include <criterion/criterion.h>

static struct cml_error err;
static struct cml_bundle_member members[] = {
    {.feature = 1}, {.feature = 4}, {.feature = 2}, {.feature = 6}, {.feature = 3}};
static const struct cml_binned_columns columns = {.members = members, .n_members = 5};

static size_t n_tried(const struct cml_feature_subset *subset)
{
	size_t n = 0;
	for (size_t f = 0; f < 8; f++)
		n += subset->is_tried[f];
	return n;
}

Test(feature_subset, every_feature_comes_once)
{
	struct cml_feature_subset subset;
	struct cml_random random;
	cml_random_init(&random, 1, 0);
	cr_assert_eq(cml_feature_subset_init(&subset, &columns, 8, &err), CML_OK);
	for (size_t round = 0; round < 50; round++) {
		size_t times[8] = {0};
		static const size_t sizes[] = {2, 2, 1};
		cml_feature_subset_begin(&subset, &columns, NULL);
		for (size_t k = 0; k < 3; k++) {
			cr_assert(cml_feature_subset_next(&subset, 2, &random));
			cr_expect_eq(n_tried(&subset), sizes[k]);
			for (size_t f = 0; f < 8; f++)
				times[f] += subset.is_tried[f];
		}
		cr_expect_not(cml_feature_subset_next(&subset, 2, &random));
		for (size_t f = 0; f < 8; f++)
			cr_expect_eq(times[f], f == 0 || f == 5 || f == 7 ? 0 : 1);
	}
	cml_feature_subset_release(&subset);
}

Test(feature_subset, only_what_the_tree_may_use)
{
	static const bool is_used[8] = {true, false, true, false, true};
	struct cml_feature_subset subset;
	struct cml_random random;
	cml_random_init(&random, 1, 0);
	cr_assert_eq(cml_feature_subset_init(&subset, &columns, 8, &err), CML_OK);
	cml_feature_subset_begin(&subset, &columns, is_used);
	cr_expect(cml_feature_subset_next(&subset, 5, &random));
	cr_expect_eq(n_tried(&subset), 2);
	cr_expect(subset.is_tried[2] && subset.is_tried[4]);
	cml_feature_subset_release(&subset);
}

Test(feature_subset, equally_often)
{
	struct cml_feature_subset subset;
	struct cml_random random;
	size_t times[8] = {0};
	cml_random_init(&random, 2, 0);
	cr_assert_eq(cml_feature_subset_init(&subset, &columns, 8, &err), CML_OK);
	for (size_t round = 0; round < 10000; round++) {
		cml_feature_subset_begin(&subset, &columns, NULL);
		cml_feature_subset_next(&subset, 2, &random);
		for (size_t f = 0; f < 8; f++)
			times[f] += subset.is_tried[f];
	}
	/* 4000 each, standard deviation 49. */
	for (size_t i = 0; i < 5; i++)
		cr_expect(times[members[i].feature] > 3800 && times[members[i].feature] < 4200,
			  "%zu", times[members[i].feature]);
	cml_feature_subset_release(&subset);
}
