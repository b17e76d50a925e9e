#include "learn/trees/tree_ensemble.h"

#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const forest = &cml_forest_predictor;
Test(forest, the_same_bytes_for_every_number_of_threads)
{
	AUTO(cml_dataset) data = fixture_random_dataset(300, 12, 0.1, 4);
	AUTO(fixture_boosted) alone = fixture_train(forest, &data, "trees 7", 5, NULL);
	for (unsigned n = 2; n <= 8; n += 3) {
		AUTOPTR(cml_pool) pool = NULL;
		assert_ok(cml_pool_new(&pool, n, &err));
		AUTO(fixture_boosted) made = fixture_train(forest, &data, "trees 7", 5, pool);
		cr_expect(fixture_same_bytes(&alone, &made), "%u threads", n);
	}
}

Test(forest, out_of_bag_error_is_that_of_new_rows)
{
	AUTO(cml_dataset) data = fixture_random_dataset(1200, 12, 0, 21);
	struct cml_dataset new = data, old = data;
	old.n_rows = 600;
	new.n_rows = 600;
	new.x += 600 * 12;
	new.y += 600;
	AUTO(fixture_boosted) made = fixture_train(forest, &old, "trees 200", 1, NULL);
	double mean[600], sd[600], square = 0, n_held = 0;
	forest->predict(made.state, 600, new.x, mean, sd);
	for (size_t i = 0; i < 600; i++) {
		square += (new.y[i] - mean[i]) * (new.y[i] - mean[i]) / 600;
		n_held += fabs(new.y[i] - mean[i]) <= 1.645 * sd[i];
	}
	cr_expect_eq(fixture_fact(&made, "oob_rows"), 600);
	cr_expect_float_eq(fixture_fact(&made, "oob_rmse") / sqrt(square), 1, 0.08);
	/* Standard errors of 1.2 % from the new rows and as much from the old ones. */
	cr_expect_float_eq(n_held / 600, 0.9, 0.04, "%g", n_held / 600);
}
