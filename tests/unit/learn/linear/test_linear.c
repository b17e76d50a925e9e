#include "learn/linear/linear_model.h"

#include "damage_fixture.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const kind = &cml_linear_predictor;

static double mean_at(const struct fixture_boosted *made, const float *x)
{
	double mean, sd;
	kind->predict(made->state, 1, x, &mean, &sd);
	return mean;
}

/* Three numbers without gaps, of which the second spans decades, a flag and a constant. */
enum { N_FEATURES = 5 };
static const char *names[N_FEATURES] = {"width", "batch", "log2(gpus)", "fp8", "same"};

static struct cml_dataset line(size_t n, double noise)
{
	struct cml_dataset data = fixture_random_dataset(n, N_FEATURES, 0, 7);
	data.feature_names = cml_array_new(N_FEATURES, sizeof *data.feature_names);
	cr_assert_not_null(data.feature_names);
	memcpy(data.feature_names, names, sizeof names);
	for (size_t i = 0; i < n; i++) {
		float *x = data.x + i * N_FEATURES;
		double random = data.y[i] - floor(data.y[i]);
		x[0] = (float)(i * 37 % 11) - 5.385F;
		x[1] = (float)pow(2, (double)(i * 5 % 7));
		x[2] = (float)(1 + i * 11 % 13);
		x[3] = i % 3 == 0;
		x[4] = 2.385F;
		data.y[i] = 3 - 0.25 * (double)x[0] + 1.5 * log2((double)x[1]) +
			    0.125 * (double)x[2] + (x[3] > 0 ? 2 : 0) + noise * (random - 0.5);
	}
	return data;
}

Test(linear, learns_a_line_and_follows_it_four_times_as_far)
{
	AUTO(cml_dataset) data = line(200, 0);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	const struct cml_linear *linear = made.state;
	const float inside[N_FEATURES] = {0.5F, 8, 4, 1, 2.385F};
	const float beyond[N_FEATURES] = {-10.385F, 2048, 20, 0, 9};
	const float further[N_FEATURES] = {-100, 1e12F, 4000, 0, 9};
	const float at_the_end[N_FEATURES] = {-46, 0x1p31F, 62, 0, 9};
	cr_assert_eq(linear->input.n, 4); /* nothing for the constant */
	cr_expect_eq(linear->input.coordinates[0].as, CML_LINEAR_VALUE);
	cr_expect_eq(linear->input.coordinates[1].as, CML_LINEAR_LOG);
	cr_expect_eq(linear->input.coordinates[2].as, CML_LINEAR_VALUE); /* a logarithm already */
	cr_expect_float_eq(mean_at(&made, inside), 3 - 0.125 + 4.5 + 0.5 + 2, 1e-3);
	cr_expect_float_eq(mean_at(&made, beyond), 3 + 0.25 * 10.385 + 16.5 + 2.5, 1e-2);
	cr_expect_eq(mean_at(&made, further), mean_at(&made, at_the_end));
}

/* The penalty that was chosen: a power of the square root of 10. */
static double penalty_of(const struct fixture_boosted *made)
{
	return pow(10, round(2 * log10(fixture_fact(made, "linear_penalty"))) / 2);
}

/* The answer of solving the normal equations, for the penalty that was chosen. */
Test(linear, one_coordinate_by_hand)
{
	AUTO(cml_dataset) data = fixture_dataset(4, 1);
	const float x[4] = {1, 2, 3, 6};
	const double y[4] = {2, 1, 4, 5};
	double mean, sd;
	memcpy(data.x, x, sizeof x);
	memcpy(data.y, y, sizeof y);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	/* mean 3, variance 3.5, sum of products 10 / 4, targets: mean 3, variance 2.5:
	 * b = (2.5 / sqrt(3.5)) / (1 + penalty) for a standardised coordinate. */
	double shrunk = 1 + penalty_of(&made);
	double b = 2.5 / sqrt(3.5) / shrunk, z = (6 - 3) / sqrt(3.5);
	double residual = 2.5 - 2 * b * 2.5 / sqrt(3.5) + b * b;
	double noise = residual * 4 / (4 - 1 - 1 / shrunk);
	kind->predict(made.state, 1, x + 3, &mean, &sd);
	cr_expect_float_eq(mean, 3 + b * z, 1e-12);
	cr_expect_float_eq(sd, sqrt(noise * (1 + 0.25 + z * z / shrunk / 4)), 1e-12);
	cr_expect_float_eq(cml_linear_leverage(made.state, x + 3), 0.25 + z * z / shrunk / 4,
			   1e-12);
}

/* More coordinates than rows, more than the maximum, and a value that nothing has seen. */
Test(linear, more_columns_than_rows)
{
	enum { WIDE = 300 };
	AUTO(cml_dataset) data = fixture_random_dataset(30, WIDE, 0.2, 9);
	for (size_t i = 0; i < 30; i++)
		data.y[i] = 5 + (double)(i % 5), data.x[i * WIDE + 271] = (float)(i % 5);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	const struct cml_linear *linear = made.state;
	float x[WIDE];
	cr_expect_eq(linear->input.n, CML_LINEAR_MAX_COORDINATES);
	memcpy(x, data.x, sizeof x);
	x[271] = 4;
	double high = mean_at(&made, x);
	x[271] = 0;
	cr_expect_gt(high, mean_at(&made, x));
	for (size_t f = 0; f < WIDE; f++)
		x[f] = f % 2 ? 3e38F : -3e38F;
	cr_expect(isfinite(mean_at(&made, x)));
}

Test(linear, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(9, 3, 0.2, 1);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	fixture_damage_predictor(kind, made.state, cml_buffer_slice(&made.bytes), &data);
}
