/* Intervals never get narrower as a configuration moves straight away from a job of the log:
 * numbers on their scale, for every slope, and levels once they are left. */
#include "base/random.h"
#include "model/interval/interval.h"
#include "model/interval/interval_model.h"
#include "test.h"

#define N_WORLDS 50
#define N_DIRECTIONS 20
#define N_STEPS 12
#define N_NUMBERS 5

static const char *const names[] = {"log2(a)", "b",     "c",     "log2(d)", "e",
				    "gpu=x",   "gpu=y", "gpu=z", "gpu=w",   "fp8"};
enum { N_FEATURES = 10, FIRST_LEVEL = N_NUMBERS, N_LEVELS = 4, FLAG = N_FEATURES - 1 };

/* b and c are above 0, e never is; in some worlds a number has two values, or one. */
static struct cml_dataset draw_jobs(struct cml_random *random)
{
	struct cml_dataset data = {0};
	size_t n = 5 + (size_t)cml_random_below(random, 40), n_values[N_NUMBERS];
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	for (size_t f = 0; f < N_NUMBERS; f++)
		n_values[f] = 1 + (size_t)cml_random_below(random, 6);
	for (size_t i = 0; i < n; i++) {
		double x[N_FEATURES] = {0};
		for (size_t f = 0; f < N_NUMBERS; f++) {
			double value = (double)cml_random_below(random, n_values[f]);
			x[f] = f == 1 || f == 2 ? exp2(value) : f == 4 ? -value : value;
		}
		x[FIRST_LEVEL + cml_random_below(random, N_LEVELS - 1)] = 1;
		assert_ok(cml_dataset_append(&data, x, 1, 1, i, &err));
	}
	return data;
}

static struct cml_interval *draw_interval(struct cml_random *random, const struct cml_dataset *data)
{
	struct cml_interval *interval;
	assert_ok(cml_interval_new(&interval, names, N_FEATURES, &err));
	cml_extent_find(&interval->extent, data);
	interval->quantile = 1;
	interval->spread = 1e9;
	interval->numbers_slope = cml_random_uniform(random);
	interval->levels_slope = cml_random_uniform(random);
	for (size_t c = 0; c < interval->extent.n_columns; c++)
		interval->level_costs[c] = cml_random_uniform(random);
	return interval;
}

Test(interval_law, never_get_narrower_on_the_way_out)
{
	struct cml_random random = random_of(14, 0);
	size_t n_wider = 0;
	for (size_t w = 0; w < N_WORLDS; w++) {
		AUTO(cml_dataset) data = draw_jobs(&random);
		AUTOPTR(cml_interval) interval = draw_interval(&random, &data);
		for (size_t d = 0; d < N_DIRECTIONS; d++) {
			float x[N_FEATURES];
			double way[N_NUMBERS], before = 0;
			const float *job =
			    data.x + cml_random_below(&random, data.n_rows) * N_FEATURES;
			for (size_t f = 0; f < N_NUMBERS; f++)
				way[f] = cml_random_normal(&random);
			memcpy(x, job, sizeof x);
			for (size_t step = 0; step < N_STEPS; step++) {
				for (size_t f = 0; f < N_NUMBERS; f++) {
					double moved = way[f] * (double)step;
					x[f] = f == 1 || f == 2 ? (float)(job[f] * exp2(moved))
								: (float)(job[f] + moved);
				}
				double half = cml_interval_half(interval, x, 0);
				cr_assert_geq(half, before * (1 - 1e-6), "%zu %zu %zu", w, d, step);
				n_wider += half > before && step > 0;
				before = half;
			}
			/* Then to a level, and a flag, that the log never had. */
			memset(x + FIRST_LEVEL, 0, N_LEVELS * sizeof *x);
			x[FIRST_LEVEL + N_LEVELS - 1] = 1;
			double half = cml_interval_half(interval, x, 0);
			cr_assert_gt(half, before);
			x[FLAG] = 1;
			double flagged = cml_interval_half(interval, x, 0);
			cr_assert_gt(flagged, half);
			/* At most what one says who knows the metric alone. */
			interval->spread = flagged / 2;
			cr_assert_eq(cml_interval_half(interval, x, 0), flagged / 2);
			interval->spread = 1e9;
		}
	}
	cr_assert_gt(n_wider, N_WORLDS * N_DIRECTIONS * N_STEPS / 2, "most steps lead out");
}
