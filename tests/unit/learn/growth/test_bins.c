#include "learn/growth/bins.h"

#include <float.h>

#include "base/parallel.h"
#include "test.h"
#include "trees_fixture.h"

static struct cml_bins bin(const struct cml_dataset *data, size_t max_bins)
{
	struct cml_bins bins;
	assert_ok(cml_bins_init(&bins, data, max_bins, NULL, &err));
	return bins;
}

/* What must hold for any data: bins in order, codes that agree with edges. */
static void expect_sound(const struct cml_bins *bins, const struct cml_dataset *data,
			 size_t max_bins)
{
	for (size_t f = 0; f < data->n_features; f++) {
		const struct cml_binned_feature *feature = &bins->features[f];
		cr_assert_leq(feature->n_bins, max_bins);
		for (size_t b = 0; b < feature->n_bins; b++) {
			cr_assert_leq(feature->lows[b], feature->highs[b]);
			cr_assert(b == 0 || feature->highs[b - 1] < feature->lows[b]);
		}
		for (size_t row = 0; row < data->n_rows; row++) {
			float x = data->x[row * data->n_features + f];
			uint8_t code = bins->codes[f * data->n_rows + row];
			if (isnan(x)) {
				cr_assert(feature->has_missing);
				cr_assert_eq(code, feature->n_bins);
			} else {
				cr_assert_lt(code, feature->n_bins);
				cr_assert(feature->lows[code] <= x && x <= feature->highs[code]);
			}
		}
	}
}

Test(bins, exact_up_to_the_limit_and_full_beyond)
{
	for (size_t n = 254; n <= 257; n++) {
		AUTO(cml_dataset) data = fixture_dataset(2 * n, 1);
		for (size_t i = 0; i < 2 * n; i++)
			data.x[i] = (float)(i % n) * 0.37f;
		AUTO(cml_bins) bins = bin(&data, 255);
		expect_sound(&bins, &data, 255);
		cr_expect_eq(bins.features[0].n_bins, n < 255 ? n : 255);
	}
}

Test(bins, bins_weigh_about_the_same)
{
	AUTO(cml_dataset) data = fixture_dataset(10000, 1);
	struct cml_random random = random_of(4, 0);
	double weights[16] = {0};
	double total = 0;
	for (size_t i = 0; i < data.n_rows; i++) {
		data.x[i] = (float)exp(cml_random_normal(&random));
		data.weight[i] = 0.1 + cml_random_uniform(&random);
	}
	AUTO(cml_bins) bins = bin(&data, 16);
	expect_sound(&bins, &data, 16);
	cr_assert_eq(bins.features[0].n_bins, 16);
	for (size_t i = 0; i < data.n_rows; i++) {
		weights[bins.codes[i]] += data.weight[i];
		total += data.weight[i];
	}
	for (size_t b = 0; b < 16; b++)
		cr_expect(fabs(weights[b] / total - 1.0 / 16) < 1e-3, "bin %zu: %g", b,
			  weights[b] / total);
}

Test(bins, sound_and_the_same_for_any_number_of_threads)
{
	AUTO(cml_dataset) data = fixture_random_dataset(20000, 7, 0.05, 9);
	AUTO(cml_bins) alone = bin(&data, 200);
	expect_sound(&alone, &data, 200);
	for (unsigned n_threads = 2; n_threads <= 3; n_threads++) {
		AUTOPTR(cml_pool) pool = NULL;
		AUTO(cml_bins) bins;
		assert_ok(cml_pool_new(&pool, n_threads, &err));
		assert_ok(cml_bins_init(&bins, &data, 200, pool, &err));
		cr_expect_arr_eq(bins.codes, alone.codes, data.n_rows * data.n_features);
	}
}

static void expect_between(float lo, float hi)
{
	float middle = cml_bin_midpoint(lo, hi);
	cr_expect(lo <= middle && middle < hi, "%a <= %a < %a", (double)lo, (double)middle,
		  (double)hi);
}

Test(bins, midpoints_part_their_neighbours)
{
	cr_expect_eq(cml_bin_midpoint(1, 2), 1.5f);
	cr_expect_eq(cml_bin_midpoint(-3, 3), 0);
	expect_between(1, nextafterf(1, 2));
	expect_between(nextafterf(1, 0), 1);
	expect_between(-FLT_MIN, nextafterf(-FLT_MIN, 0));
	expect_between(-FLT_TRUE_MIN, 0);
	expect_between(0, FLT_TRUE_MIN);
	expect_between(-FLT_MAX, FLT_MAX);
	expect_between(nextafterf(FLT_MAX, 0), FLT_MAX);
	expect_between(FLT_MAX, INFINITY);
	expect_between(-INFINITY, INFINITY);
	expect_between(-INFINITY, -FLT_MAX);
	expect_between(1e-30f, 1e30f);
}
