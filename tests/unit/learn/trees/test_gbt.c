#include "learn/trees/tree_ensemble.h"

#include "test.h"
#include "trees_fixture.h"

/* The data of the reference values below, made there by
 *   i = np.arange(24)
 *   X = np.column_stack([i*7%24, i*5%11*0.5, i%3==0]).astype(float)
 *   y = np.round(0.37*X[:,0] + 2.385*np.sin(X[:,1]) + 1.7*X[:,2] + i*13%7*0.11, 6) */
static struct cml_dataset reference_data(void)
{
	struct cml_dataset data = fixture_dataset(24, 3);
	for (size_t i = 0; i < 24; i++) {
		float *x = data.x + 3 * i;
		x[0] = (float)(i * 7 % 24);
		x[1] = (float)(i * 5 % 11) * 0.5f;
		x[2] = i % 3 == 0;
		double y = 0.37 * (double)x[0] + 2.385 * sin((double)x[1]) + 1.7 * (double)x[2] +
			   (double)(i * 13 % 7) * 0.11;
		data.y[i] = round(1e6 * y) / 1e6;
	}
	return data;
}

/* scikit-learn 1.2.1, GradientBoostingRegressor(random_state=0, ...).fit(X, y)
 * .predict(X[[0, 5, 11, 23]]); other random states give the same. */
/* Trees of all rows, and leaves that are means. */
#define PLAIN " subsample 1 l2 0"

Test(gbt, agrees_with_scikit_learn)
{
	static const struct {
		const char *options;
		double wanted[4];
	} cases[] = {
	    /* n_estimators=20 */
	    {"trees 20 depth 3" PLAIN,
	     {2.543385166582281, 6.687582700726315, 2.753071789051407, 7.951248041078514}},
	    /* n_estimators=20, min_samples_leaf=4 */
	    {"trees 20 min-leaf 4 depth 3" PLAIN,
	     {2.927737548994695, 6.477973945658441, 2.6708205277064017, 8.12242308113254}},
	};
	static const size_t rows[] = {0, 5, 11, 23};
	AUTO(cml_dataset) data = reference_data();
	for (size_t c = 0; c < COUNT(cases); c++) {
		AUTO(fixture_boosted) made = fixture_boost(&data, cases[c].options);
		for (size_t i = 0; i < 4; i++)
			cr_expect_float_eq(fixture_predict_row(&made, data.x + 3 * rows[i]),
					   cases[c].wanted[i], 1e-12, "%s: row %zu",
					   cases[c].options, rows[i]);
	}
}

Test(gbt, one_tree_by_hand)
{
	/* Mean 4; residuals -3, -2, -1, 6; the split gains most before the last row;
	 * then the left leaf is -2, the right one 6, and half of each is added. */
	AUTO(cml_dataset) data = fixture_dataset(4, 1);
	for (size_t i = 0; i < 4; i++) {
		data.x[i] = (float)(2 * i);
		data.y[i] = i < 3 ? (double)i + 1 : 10;
	}
	AUTO(fixture_boosted) made =
	    fixture_boost(&data, "trees 1 depth 1 learning-rate 0.5" PLAIN);
	cr_expect_eq(fixture_predict_row(&made, (const float[]){5}), 3);
	cr_expect_eq(fixture_predict_row(&made, (const float[]){nextafterf(5, 6)}), 7);
	fixture_boosted_release(&made);
	/* With l2 1: -6 / (3 + 1) and 6 / (1 + 1). */
	made = fixture_boost(&data, "trees 1 depth 1 learning-rate 1 subsample 1 l2 1");
	cr_expect_eq(fixture_predict_row(&made, (const float[]){4}), 2.5);
	cr_expect_eq(fixture_predict_row(&made, (const float[]){6}), 7);
}

static void expect_same_for_all_threads(const struct cml_dataset *data, const char *options)
{
	AUTO(fixture_boosted) alone = fixture_boost(data, options);
	for (unsigned n_threads = 2; n_threads <= 3; n_threads++) {
		AUTOPTR(cml_pool) pool = NULL;
		assert_ok(cml_pool_new(&pool, n_threads, &err));
		AUTO(fixture_boosted) made = fixture_boost_with(data, options, 1, pool);
		cr_expect(fixture_same_bytes(&alone, &made), "%u threads: %s", n_threads, options);
		cr_expect_str_eq(alone.summary.data, made.summary.data);
	}
}

Test(gbt, the_same_bytes_for_any_number_of_threads)
{
	static const char *const options[] = {
	    "trees 5 depth 5",
	    "trees 5 depth 0 min-leaf 20",
	    "trees 3 ensemble 2 l2 0.3",
	    "trees 3 ensemble 4 min-leaf 3",
	};
	AUTO(cml_dataset) data = fixture_random_dataset(40000, 6, 0.05, 7);
	for (size_t i = 0; i < data.n_rows; i++)
		data.weight[i] = 0.1 + (double)(i % 7);
	for (size_t o = 0; o < COUNT(options); o++)
		expect_same_for_all_threads(&data, options[o]);
}

Test(gbt, targets_too_large_are_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(10, 2, 0, 1);
	AUTO(fixture_boosted) made;
	data.y[3] = 1e300;
	cr_expect_eq(fixture_try_boost(&made, &data, "trees 2", 1, NULL, &err), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "the targets or their weights are too large to be summed");
	fixture_boosted_release(&made);
	data.y[3] = 1e100;
	made = fixture_boost(&data, "trees 2");
	cr_expect(isfinite(fixture_predict_row(&made, data.x)));
	fixture_boosted_release(&made);
	for (size_t i = 0; i < 10; i++)
		data.y[i] = 1e-310 * (double)i;
	made = fixture_boost(&data, "trees 2");
	cr_expect(isfinite(fixture_predict_row(&made, data.x)));
}
