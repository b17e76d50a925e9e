#include "learn/trees/tree_kinds.h"

#include "base/number.h"

#include "learn/trees/tree_ensemble.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const gbt = &cml_gbt_predictor;
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

Test(gbt, a_weight_is_so_many_rows)
{
	AUTO(cml_dataset) weighted = fixture_random_dataset(40, 5, 0.1, 4);
	AUTO(cml_dataset) repeated = fixture_dataset(120, 5);
	size_t n = 0;
	for (size_t i = 0; i < 40; i++) {
		weighted.weight[i] = (double)(1 + i % 3);
		for (size_t copy = 0; copy <= i % 3; copy++, n++) {
			memcpy(repeated.x + 5 * n, weighted.x + 5 * i, 5 * sizeof *repeated.x);
			repeated.y[n] = weighted.y[i];
		}
	}
	repeated.n_rows = n;
	AUTO(fixture_boosted) a = fixture_boost(&weighted, "trees 30" PLAIN);
	AUTO(fixture_boosted) b = fixture_boost(&repeated, "trees 30" PLAIN);
	for (size_t i = 0; i < 40; i++)
		cr_expect_float_eq(fixture_predict_row(&a, weighted.x + 5 * i),
				   fixture_predict_row(&b, weighted.x + 5 * i), 1e-10);
	fixture_boosted_release(&a);
	fixture_boosted_release(&b);
	/* One weight for all rows is none, whatever it is. */
	for (size_t i = 0; i < 40; i++)
		weighted.weight[i] = 1;
	a = fixture_boost(&weighted, "trees 30" PLAIN);
	for (size_t i = 0; i < 40; i++)
		weighted.weight[i] = 0.3;
	b = fixture_boost(&weighted, "trees 30" PLAIN);
	for (size_t i = 0; i < 40; i++)
		cr_expect_float_eq(fixture_predict_row(&a, weighted.x + 5 * i),
				   fixture_predict_row(&b, weighted.x + 5 * i), 1e-10);
}

Test(gbt, training_loss_is_that_of_the_predictions)
{
	static const char *const options[] = {"trees 20", "trees 20 subsample 0.4",
					      "trees 20 subsample 0.4 depth 3 min-leaf 3"};
	AUTO(cml_dataset) data = fixture_random_dataset(200, 6, 0.1, 3);
	for (size_t i = 0; i < 200; i++)
		data.weight[i] = 1 + (double)(i % 4);
	for (size_t o = 0; o < COUNT(options); o++) {
		AUTO(fixture_boosted) made = fixture_boost(&data, options[o]);
		double total = 0, total_weight = 0;
		for (size_t i = 0; i < 200; i++) {
			double residual = data.y[i] - fixture_predict_row(&made, data.x + 6 * i);
			total += data.weight[i] * residual * residual / 2;
			total_weight += data.weight[i];
		}
		cr_expect_float_eq(fixture_fact(&made, "training_loss"),
				   cml_round_known(total / total_weight, NAN), 1e-12, "%s",
				   options[o]);
	}
}

Test(gbt, members_learn_from_bootstrap_samples)
{
	/* Without features a member predicts the mean of its sample, which deviates
	 * by the deviation of the targets over the root of their number. */
	static const float x[1];
	AUTO(cml_dataset) data = fixture_dataset(20, 1);
	double mean, sd, square = 0;
	for (size_t i = 0; i < 20; i++) {
		data.y[i] = (double)i - 9.5;
		square += data.y[i] * data.y[i] / 20;
	}
	AUTO(fixture_boosted) made = fixture_boost(&data, "ensemble 4000");
	gbt->predict(made.state, 1, x, &mean, &sd);
	cr_expect_float_eq(mean, 0, 0.1);
	/* The error of rank 0.9 (20 + 1): a target of 9.5, which those that did not
	 * see it take to be -0.5. */
	cr_expect_float_eq(sd * 1.645, 10, 0.3);
	((struct cml_tree_ensemble *)made.state)->calibration = (struct cml_calibration){0};
	gbt->predict(made.state, 1, x, &mean, &sd);
	cr_expect_float_eq(sd, sqrt(square / 20), 0.06);
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

Test(gbt, seeds_matter_only_where_something_is_drawn)
{
	static const struct {
		const char *options;
		bool drawn;
	} cases[] = {{"trees 5" PLAIN, false},
		     {"trees 5 subsample 0.5", true},
		     {"trees 5 ensemble 2" PLAIN, true}};
	AUTO(cml_dataset) data = fixture_random_dataset(100, 6, 0.1, 5);
	for (size_t c = 0; c < COUNT(cases); c++) {
		AUTO(fixture_boosted) first = fixture_boost(&data, cases[c].options);
		AUTO(fixture_boosted) other = fixture_boost_with(&data, cases[c].options, 2, NULL);
		cr_expect_eq(fixture_same_bytes(&first, &other), !cases[c].drawn, "%s",
			     cases[c].options);
	}
}

static size_t n_calls, last_done, last_total;

static void note_progress(void *context, size_t done, size_t total)
{
	cr_expect_eq(context, &n_calls);
	cr_expect_gt(done, last_done);
	n_calls++;
	last_done = done;
	last_total = total;
}

Test(gbt, progress_counts_trees)
{
	AUTO(cml_dataset) data = fixture_random_dataset(30, 3, 0, 1);
	AUTO(fixture_boosted) made = fixture_boost(&data, "trees 7 ensemble 2");
	void *state;
	struct cml_training training = {.data = &data,
					.hyper = &made.hyper,
					.progress = note_progress,
					.progress_context = &n_calls};
	assert_ok(gbt->train(&training, &state, &made.summary, &err));
	cr_expect_eq(n_calls, 14);
	cr_expect_eq(last_done, 14);
	cr_expect_eq(last_total, 14);
	gbt->free(state);
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

Test(gbt, is_found_by_name)
{
	const struct cml_predictor_kind *kind = NULL;
	assert_ok(cml_predictor_find("gbt", &kind, &err));
	cr_expect_eq(kind, gbt);
	cr_assert_eq(cml_predictor_find("gb", &kind, &err), CML_BAD_USAGE);
	cr_expect_not_null(
	    strstr(err.message, "unknown predictor \"gb\"; did you mean 'gbt'? (known: auto, gbt"));
}
