#include "learn/auto/auto.h"

#include "base/number.h"

#include "base/parallel.h"
#include "damage_fixture.h"
#include "learn/gp/gp_model.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const kind = &cml_auto_predictor;
enum { N_FEATURES = 5, N_ROWS = 300 };

/* The mean of the members as their parts say it. */
Test(auto, is_the_mean_of_trees_and_of_trees_on_a_line)
{
	AUTO(cml_dataset) data = fixture_random_dataset(N_ROWS, N_FEATURES, 0.1, 3);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "trees 7 gp-rows 0", 1, NULL);
	const struct cml_auto *state = made.state;
	static double mean[N_ROWS], sd[N_ROWS];
	cr_assert_eq(state->trees->n_members, 8);
	cr_assert_eq(state->first_rest, 4);
	kind->predict(state, N_ROWS, data.x, mean, sd);
	for (size_t i = 0; i < N_ROWS; i++) {
		const float *x = data.x + i * N_FEATURES;
		double sum = 0;
		for (size_t m = 0; m < 8; m++) {
			const struct cml_forest *forest = &state->trees->members[m];
			sum += forest->base;
			for (size_t t = 0; t < forest->n_trees; t++)
				sum += fixture_tree_value(forest, t, x);
		}
		sum += 4 * cml_linear_mean(state->linear, x);
		cr_expect_float_eq(mean[i], sum / 8, 1e-9 * (1 + fabs(sum)));
		cr_expect(sd[i] > 0);
	}
}

/* Smooth in few jobs: line and steps of trees miss it. */
static struct cml_dataset waves(size_t n, size_t first)
{
	struct cml_dataset data = fixture_dataset(n, 2);
	for (size_t i = 0; i < n; i++) {
		float *x = data.x + i * 2;
		size_t at = first + i;
		x[0] = (float)(at * 2654435761u % 997) / 997;
		x[1] = (float)(at * 40503u % 991) / 991;
		data.y[i] = sin(4 * (double)x[0]) * (1 + (double)x[1]);
		data.keys[i] = at;
	}
	return data;
}

Test(auto, a_process_takes_part)
{
	enum { N = 60, N_FRESH = 200 };
	AUTO(cml_dataset) data = waves(N, 0), fresh = waves(N_FRESH, 5000);
	AUTO(fixture_boosted) with = fixture_train(kind, &data, "gp-rows 60", 1, NULL);
	AUTO(fixture_boosted) without = fixture_train(kind, &data, "gp-rows 0", 1, NULL);
	const struct cml_auto *state = with.state, *plain = without.state;
	static double mean[N_FRESH], sd[N_FRESH], plain_mean[N_FRESH], plain_sd[N_FRESH];
	double squares = 0, plain_squares = 0;
	cr_assert(state->process.gp);
	cr_assert_null(plain->process.gp);
	cr_expect(state->process.weight > 0.5 && state->process.weight <= 1);
	cr_expect_float_eq(fixture_fact(&with, "gp_weight"),
			   cml_round_known(state->process.weight, NAN), 1e-12);
	cr_expect(fixture_fact(&with, "gp_rmse") < fixture_fact(&with, "oob_rmse"));
	kind->predict(with.state, N_FRESH, fresh.x, mean, sd);
	kind->predict(without.state, N_FRESH, fresh.x, plain_mean, plain_sd);
	size_t n_inside = 0;
	for (size_t i = 0; i < N_FRESH; i++) {
		squares += pow(mean[i] - fresh.y[i], 2);
		plain_squares += pow(plain_mean[i] - fresh.y[i], 2);
		n_inside += fabs(fresh.y[i] - mean[i]) < 1.645 * sd[i];
	}
	cr_expect(squares < plain_squares / 4, "%g, %g", squares, plain_squares);
	cr_expect((double)n_inside > 0.8 * N_FRESH, "%zu", n_inside);
}

/* A log of one job more than a process learns: nothing changes much, beyond the jobs neither. Each
 * configuration came three times. */
Test(auto, a_process_learns_some_of_more_jobs)
{
	enum { N = 120, N_DISTINCT = 40, N_FRESH = 100 };
	AUTO(cml_dataset) data = waves(N, 0), fresh = waves(N_FRESH, 5000);
	double mean[N_FRESH], sd[N_FRESH], some_mean[N_FRESH], some_sd[N_FRESH];
	for (size_t i = N_DISTINCT; i < N; i++) {
		size_t first = i % N_DISTINCT;
		data.x[2 * i] = data.x[2 * first];
		data.x[2 * i + 1] = data.x[2 * first + 1];
		data.y[i] = data.y[first];
		data.keys[i] = data.keys[first];
	}
	for (size_t i = 0; i < N_FRESH; i++)
		fresh.x[2 * i + 1] += i % 2 ? 2.f : 0.f;
	AUTO(fixture_boosted) all = fixture_train(kind, &data, "gp-rows 120", 1, NULL);
	AUTO(fixture_boosted) some = fixture_train(kind, &data, "gp-rows 119", 1, NULL);
	AUTO(fixture_boosted) few = fixture_train(kind, &data, "gp-rows 40", 1, NULL);
	const struct cml_auto *state = some.state, *distinct = few.state;
	cr_assert(state->process.gp && distinct->process.gp);
	cr_expect_eq(state->process.gp->n, 119);
	cr_expect_eq(distinct->process.gp->n, 40);
	kind->predict(all.state, N_FRESH, fresh.x, mean, sd);
	kind->predict(some.state, N_FRESH, fresh.x, some_mean, some_sd);
	for (size_t i = 0; i < N_FRESH; i++) {
		cr_expect_float_eq(some_mean[i], mean[i], 0.05, "row %zu", i);
		cr_expect_float_eq(some_sd[i], sd[i], 0.1 * sd[i], "row %zu", i);
	}
	/* 40 rows are every configuration, if the repeats were left out. */
	cr_expect_float_eq(distinct->process.weight, state->process.weight, 0.1);
}

Test(auto, covariance_is_that_of_the_process)
{
	AUTO(cml_dataset) data = waves(40, 0);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "trees 5", 1, NULL);
	AUTO(fixture_boosted) without = fixture_train(kind, &data, "trees 5 gp-rows 0", 1, NULL);
	const struct cml_auto *state = made.state;
	double covariance[40], told[40], expected, mean, sd, a[2], z[2];
	cr_assert(kind->has_covariance(made.state));
	cr_expect_not(kind->has_covariance(without.state));
	double known[40 + 2 * 64];
	cr_assert_leq(kind->n_known_numbers(made.state), COUNT(known));
	kind->know(made.state, data.x, known);
	for (size_t i = 0; i < 40; i++)
		kind->covariance(made.state, 1, known, data.x + i * data.n_features,
				 &covariance[i]);
	for (size_t i = 0; i < 40; i++) {
		cml_linear_input_row(&state->linear->input, data.x + 2 * i, z);
		cml_gp_predict(state->process.gp, 1, (float[]){(float)z[0], (float)z[1]}, &mean,
			       &sd);
		told[i] = cml_gp_explained(state->process.gp, sd);
	}
	cml_linear_input_row(&state->linear->input, data.x, a);
	cml_gp_know(state->process.gp, (float[]){(float)a[0], (float)a[1]}, known);
	for (size_t i = 0; i < 40; i++) {
		cml_linear_input_row(&state->linear->input, data.x + 2 * i, z);
		cml_gp_covariance(state->process.gp, 1, known, (float[]){(float)z[0], (float)z[1]},
				  &expected);
		expected *=
		    state->process.weight * pow(state->process.scale, 2) * sqrt(told[0] * told[i]);
		cr_expect_float_eq(covariance[i], expected, 1e-12 * (1 + fabs(expected)));
	}
	kind->predict(made.state, 1, data.x, &mean, &sd);
	cr_expect(covariance[0] > 0 && covariance[0] < sd * sd);
}

/* A product of powers with a jump: a line has the powers, trees have the jump. */
static struct cml_dataset powers(size_t n, size_t first, double noise)
{
	struct cml_dataset data = fixture_dataset(n, 3);
	for (size_t i = 0; i < n; i++) {
		float *x = data.x + i * 3;
		size_t at = first + i * 7919;
		x[0] = (float)(8 << at % 4);
		x[1] = (float)(at / 4 % 5);
		x[2] = (float)(at / 20 % 2);
		double random = (double)(at * 2654435761u % 1000) / 1000 - 0.5;
		data.y[i] = log(3 * (double)x[0]) + 0.1 * (double)x[1] +
			    (x[1] == 2 && x[2] > 0 ? -1 : 0) + noise * random;
		data.keys[i] = at;
	}
	return data;
}

/* Four times further out than any job: trees alone would say what they said at the end. */
Test(auto, goes_on_beyond_the_jobs_and_knows_the_jump)
{
	AUTO(cml_dataset) data = powers(400, 0, 0.05);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	const float beyond[3] = {256, 1, 0}, jump[3] = {16, 2, 1};
	double mean, sd;
	kind->predict(made.state, 1, beyond, &mean, &sd);
	cr_expect(mean > log(3 * 64.0) + 0.5, "%g", mean - log(3 * 64.0));
	kind->predict(made.state, 1, jump, &mean, &sd);
	cr_expect(fabs(mean - log(48.0) - 0.2 + 1) < 0.1, "%g", mean);
}

Test(auto, its_deviation_holds_new_jobs)
{
	AUTO(cml_dataset) data = powers(400, 0, 0.4), fresh = powers(400, 12345, 0.4);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	static double mean[400], sd[400];
	size_t n_inside = 0;
	kind->predict(made.state, 400, fresh.x, mean, sd);
	for (size_t i = 0; i < 400; i++)
		n_inside += fabs(fresh.y[i] - mean[i]) < 1.645 * sd[i];
	cr_expect(n_inside > 340 && n_inside < 392, "%zu of 400", n_inside);
	cr_expect_eq(fixture_fact(&made, "oob_rows"), 400);
	/* Uniform noise of this width has a deviation of 0.115. */
	double error = fixture_fact(&made, "oob_rmse");
	cr_expect(error > 0.1 && error < 0.18, "%g", error);
}

Test(auto, the_same_for_any_number_of_threads)
{
	AUTO(cml_dataset) data = fixture_random_dataset(N_ROWS, N_FEATURES, 0.1, 5);
	AUTOPTR(cml_pool) pool = NULL;
	assert_ok(cml_pool_new(&pool, 3, &err));
	AUTO(fixture_boosted) alone = fixture_train(kind, &data, "trees 9", 1, NULL);
	AUTO(fixture_boosted) many = fixture_train(kind, &data, "trees 9", 1, pool);
	AUTO(fixture_boosted) other = fixture_train(kind, &data, "trees 9", 2, pool);
	cr_expect(fixture_same_bytes(&alone, &many));
	cr_expect_not(fixture_same_bytes(&alone, &other));
}

static size_t count_trees(const struct cml_dataset *data)
{
	AUTO(fixture_boosted) made = fixture_train(kind, data, "gp-rows 0", 1, NULL);
	const struct cml_auto *state = made.state;
	return state->trees->members[0].n_trees;
}

/* Of noise more trees learn nothing more. */
Test(auto, more_jobs_have_more_trees)
{
	AUTO(cml_dataset) few = waves(299, 0), many = waves(2000, 0);
	cr_expect_eq(count_trees(&few), 30);
	cr_expect_gt(count_trees(&many), 100);
	for (size_t i = 0; i < many.n_rows; i++)
		many.y[i] = (double)(i * 2654435761u % 1009);
	cr_expect_eq(count_trees(&many), 30);
}

Test(auto, few_jobs_and_equal_ones)
{
	for (size_t n = 1; n < 7; n++) {
		AUTO(cml_dataset) data = fixture_random_dataset(n, 3, 0.2, 1);
		double mean, sd;
		AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
		kind->predict(made.state, 1, data.x, &mean, &sd);
		cr_expect(isfinite(mean) && (isfinite(sd) || isnan(sd)));
		fixture_boosted_release(&made);
		for (size_t i = 0; i < n; i++)
			data.y[i] = 2.385;
		made = fixture_train(kind, &data, "", 1, NULL);
		kind->predict(made.state, 1, data.x, &mean, &sd);
		cr_expect_float_eq(mean, 2.385, 1e-15);
	}
}

Test(auto, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = waves(12, 0);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "trees 2 depth 2", 1, NULL);
	cr_assert(((struct cml_auto *)made.state)->process.gp);
	fixture_damage_predictor(kind, made.state, cml_buffer_slice(&made.bytes), &data);
}
