#include "model/trees/feature_subset.h"

#include <criterion/criterion.h>

static struct cml_error err;
static struct cml_bundle_member places[] = {
    {.feature = 1}, {.feature = 4}, {.feature = 2}, {.feature = 6}, {.feature = 3}};
static const struct cml_binned_columns columns = {.places = places, .n_members = 5};

static size_t n_tried(const struct cml_feature_subset *tries)
{
	size_t n = 0;
	for (size_t f = 0; f < 8; f++)
		n += tries->is_tried[f];
	return n;
}

Test(gbt_tries, every_feature_comes_once)
{
	struct cml_feature_subset tries;
	struct cml_random random;
	cml_random_init(&random, 1, 0);
	cr_assert_eq(cml_feature_subset_init(&tries, &columns, 8, &err), CML_OK);
	for (size_t round = 0; round < 50; round++) {
		size_t times[8] = {0};
		static const size_t sizes[] = {2, 2, 1};
		cml_feature_subset_begin(&tries, &columns, NULL);
		for (size_t k = 0; k < 3; k++) {
			cr_assert(cml_feature_subset_next(&tries, 2, &random));
			cr_expect_eq(n_tried(&tries), sizes[k]);
			for (size_t f = 0; f < 8; f++)
				times[f] += tries.is_tried[f];
		}
		cr_expect_not(cml_feature_subset_next(&tries, 2, &random));
		for (size_t f = 0; f < 8; f++)
			cr_expect_eq(times[f], f == 0 || f == 5 || f == 7 ? 0 : 1);
	}
	cml_feature_subset_release(&tries);
}

Test(gbt_tries, only_what_the_tree_may_use)
{
	static const bool is_used[8] = {true, false, true, false, true};
	struct cml_feature_subset tries;
	struct cml_random random;
	cml_random_init(&random, 1, 0);
	cr_assert_eq(cml_feature_subset_init(&tries, &columns, 8, &err), CML_OK);
	cml_feature_subset_begin(&tries, &columns, is_used);
	cr_expect(cml_feature_subset_next(&tries, 5, &random));
	cr_expect_eq(n_tried(&tries), 2);
	cr_expect(tries.is_tried[2] && tries.is_tried[4]);
	cml_feature_subset_release(&tries);
}

Test(gbt_tries, equally_often)
{
	struct cml_feature_subset tries;
	struct cml_random random;
	size_t times[8] = {0};
	cml_random_init(&random, 2, 0);
	cr_assert_eq(cml_feature_subset_init(&tries, &columns, 8, &err), CML_OK);
	for (size_t round = 0; round < 10000; round++) {
		cml_feature_subset_begin(&tries, &columns, NULL);
		cml_feature_subset_next(&tries, 2, &random);
		for (size_t f = 0; f < 8; f++)
			times[f] += tries.is_tried[f];
	}
	/* 4000 each, standard deviation 49. */
	for (size_t i = 0; i < 5; i++)
		cr_expect(times[places[i].feature] > 3800 && times[places[i].feature] < 4200, "%zu",
			  times[places[i].feature]);
	cml_feature_subset_release(&tries);
}
