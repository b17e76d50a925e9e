#include "learn/gp/gp_model.h"

#include "damage_fixture.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const kind = &cml_gp_predictor;
/* Covariance of two rows under the model, noise apart, from the definition. */
static double covariance_of(const struct cml_gp *gp, const float *a, const float *b)
{
	double at_a[64], at_b[64], squared = 0;
	cml_gp_input_row(&gp->input, a, at_a);
	cml_gp_input_row(&gp->input, b, at_b);
	for (size_t k = 0; k < gp->input.n; k++)
		squared += pow((at_a[k] - at_b[k]) / gp->lengths[k], 2);
	double r = sqrt(5 * squared);
	return gp->amplitude * (1 + r + r * r / 3) * exp(-r);
}

/* b[n x m] becomes the solution of a x = b, by elimination with pivots. */
static void solve(size_t n, size_t m, double *a, double *b)
{
	for (size_t c = 0; c < n; c++) {
		size_t pivot = c;
		for (size_t r = c + 1; r < n; r++)
			if (fabs(a[r * n + c]) > fabs(a[pivot * n + c]))
				pivot = r;
		for (size_t k = 0; k < n; k++) {
			double swapped = a[c * n + k];
			a[c * n + k] = a[pivot * n + k];
			a[pivot * n + k] = swapped;
		}
		for (size_t k = 0; k < m; k++) {
			double swapped = b[c * m + k];
			b[c * m + k] = b[pivot * m + k];
			b[pivot * m + k] = swapped;
		}
		for (size_t r = 0; r < n; r++) {
			double factor = r == c ? 0 : a[r * n + c] / a[c * n + c];
			for (size_t k = 0; k < n; k++)
				a[r * n + k] -= factor * a[c * n + k];
			for (size_t k = 0; k < m; k++)
				b[r * m + k] -= factor * b[c * m + k];
		}
	}
	for (size_t r = 0; r < n; r++)
		for (size_t k = 0; k < m; k++)
			b[r * m + k] /= a[r * n + r];
}

enum { N_ROWS = 40, N_FEATURES = 5, N_NEW = 37 };

/* Mean, variance and covariance by the textbook: K (K + noise)^-1 and the rest, solved
 * without a factor of it. */
Test(gp, predicts_as_the_definition_says)
{
	AUTO(cml_dataset) data = fixture_random_dataset(N_ROWS, N_FEATURES, 0.1, 3);
	AUTO(cml_dataset) others = fixture_random_dataset(N_NEW, N_FEATURES, 0.1, 4);
	static double a[N_ROWS * N_ROWS], b[N_ROWS * (N_NEW + 1)];
	double mean[N_NEW], sd[N_NEW], covariance[N_NEW];
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	const struct cml_gp *gp = made.state;
	size_t m = N_NEW + 1;
	for (size_t i = 0; i < N_ROWS; i++) {
		const float *row = data.x + i * N_FEATURES;
		for (size_t j = 0; j < N_ROWS; j++)
			a[i * N_ROWS + j] = covariance_of(gp, row, data.x + j * N_FEATURES) +
					    (i == j ? gp->noise + 1e-6 : 0);
		for (size_t j = 0; j < N_NEW; j++)
			b[i * m + j] = covariance_of(gp, row, others.x + j * N_FEATURES);
		b[i * m + N_NEW] = (data.y[i] - gp->y_mean) / gp->y_sd;
	}
	solve(N_ROWS, m, a, b);
	kind->predict(gp, N_NEW, others.x, mean, sd);
	double known[N_ROWS + 2 * N_FEATURES];
	cr_assert_leq(kind->n_known_numbers(gp), COUNT(known));
	kind->know(gp, others.x, known);
	for (size_t j = 0; j < N_NEW; j++)
		kind->covariance(gp, 1, known, others.x + j * N_FEATURES, &covariance[j]);
	for (size_t j = 0; j < N_NEW; j++) {
		const float *x = others.x + j * N_FEATURES;
		double expected = 0, variance = gp->amplitude + gp->noise;
		double shared = covariance_of(gp, x, others.x);
		for (size_t i = 0; i < N_ROWS; i++) {
			const float *row = data.x + i * N_FEATURES;
			expected += covariance_of(gp, x, row) * b[i * m + N_NEW];
			variance -= covariance_of(gp, x, row) * b[i * m + j];
			shared -= covariance_of(gp, others.x, row) * b[i * m + j];
		}
		expected = gp->y_mean + gp->y_sd * expected;
		cr_assert(fabs(mean[j] - expected) < 1e-7 * gp->y_sd, "mean %zu: %.12g, not %.12g",
			  j, mean[j], expected);
		cr_assert(fabs(sd[j] - gp->y_sd * sqrt(variance)) < 1e-7 * gp->y_sd, "sd %zu", j);
		cr_assert(fabs(covariance[j] - gp->y_sd * gp->y_sd * shared) <
			      1e-7 * gp->y_sd * gp->y_sd,
			  "covariance %zu", j);
	}
}

Test(gp, correlations_are_those_of_the_formula)
{
	enum { N = 2003 };
	static double squared[N], values[N], slopes[N];
	for (size_t i = 0; i < N; i++)
		values[i] = squared[i] =
		    i == N - 1 ? 1e9 : pow(1.0137, (double)i) * 1e-9 * (double)i;
	cml_gp_correlate(N, values, slopes);
	for (size_t i = 0; i < N; i++) {
		double r = sqrt(5 * squared[i]), alone = squared[i];
		cr_expect_float_eq(values[i], (1 + r + r * r / 3) * exp(-r), 1e-15, "%g",
				   squared[i]);
		cr_expect_float_eq(slopes[i], -5.0 / 6 * (1 + r) * exp(-r), 2e-15, "%g",
				   squared[i]);
		cml_gp_correlate(1, &alone, NULL);
		cr_expect_eq(values[i], alone);
	}
}

Test(gp, squares_are_summed_for_every_length)
{
	double weights[50], slopes[50], x[50], sum = 0;
	for (size_t n = 0; n < 50; n++) {
		cr_expect_float_eq(cml_gp_sum_squares(n, weights, x, 0.77), sum, 1e-12);
		x[n] = cos(1.3 * (double)n);
		slopes[n] = -2.385 / (double)(n + 1);
		weights[n] = sin((double)n);
		cml_gp_weigh(n % 2, 3, slopes + n, weights + n);
		cml_gp_weigh(1, 0.5, slopes + n, weights + n);
		double weight = sin((double)n) * 0.5 * slopes[n];
		cr_expect_float_eq(weights[n], weight * (n % 2 == 1 ? 3 * slopes[n] : 1), 1e-14);
		sum += weights[n] * pow(x[n] - 0.77, 2);
	}
}

Test(gp, products_are_summed_for_every_length)
{
	double a[50], b[50], sum = 0;
	for (size_t n = 0; n < 50; n++) {
		cr_expect_float_eq(cml_gp_dot(n, a, b), sum, 1e-12);
		a[n] = sin((double)n);
		b[n] = 2.385 / (double)(n + 1);
		sum += a[n] * b[n];
	}
}

/* y = sin 3 x_0 with x_1 of no use. */
static struct cml_dataset wave(size_t n)
{
	struct cml_dataset data = fixture_dataset(n, 2);
	data.feature_names = calloc(2, sizeof *data.feature_names);
	cr_assert(data.feature_names);
	data.feature_names[0] = "x";
	data.feature_names[1] = "useless";
	for (size_t i = 0; i < n; i++) {
		data.x[2 * i] = (float)i / (float)n;
		data.x[2 * i + 1] = (float)(i * 7 % n);
		data.y[i] = 5 + sin(3 * (double)data.x[2 * i]);
	}
	return data;
}

Test(gp, draws_from_many_rows)
{
	AUTO(cml_dataset) data = wave(300);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "max-rows 25", 1, NULL);
	AUTO(fixture_boosted) again = fixture_train(kind, &data, "max-rows 25", 1, NULL);
	AUTO(fixture_boosted) other = fixture_train(kind, &data, "max-rows 25", 2, NULL);
	cr_expect_eq(fixture_fact(&made, "rows_learned"), 25);
	cr_expect(fixture_same_bytes(&made, &again));
	cr_expect_not(fixture_same_bytes(&made, &other));
}

Test(gp, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(9, 3, 0.2, 1);
	AUTO(fixture_boosted) made = fixture_train(kind, &data, "", 1, NULL);
	fixture_damage_predictor(kind, made.state, cml_buffer_slice(&made.bytes), &data);
}
