#include "gbt_fixture.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"

struct cml_dataset fixture_dataset(size_t n_rows, size_t n_features)
{
	struct cml_dataset data = {.n_rows = n_rows, .n_features = n_features, .capacity = n_rows};
	data.x = cml_array_new(n_rows * n_features, sizeof *data.x);
	data.y = cml_array_new(n_rows, sizeof *data.y);
	data.weight = cml_array_new(n_rows, sizeof *data.weight);
	cr_assert(data.x && data.y && data.weight);
	for (size_t i = 0; i < n_rows; i++)
		data.weight[i] = 1;
	return data;
}

static double random_feature(struct cml_random *random, size_t f, size_t row)
{
	switch (f % 6) {
	case 0:
		return (double)cml_random_below(random, 7) * 2.385;
	case 1:
		return cml_random_normal(random);
	case 2: /* with the next: flags of two levels out of four */
		return row % 4 == 1;
	case 3:
		return row % 4 == 2;
	case 4:
		return (double)cml_random_below(random, 3) - 1e-3;
	default:
		return cml_random_uniform(random) < 0.1 ? -8.25 : 0;
	}
}

struct cml_dataset fixture_random_dataset(size_t n_rows, size_t n_features, double share_missing,
                                          uint64_t seed)
{
	struct cml_dataset data = fixture_dataset(n_rows, n_features);
	struct cml_random random;
	cml_random_init(&random, seed, 0);
	for (size_t row = 0; row < n_rows; row++) {
		float *x = data.x + row * n_features;
		data.y[row] = cml_random_normal(&random);
		for (size_t f = 0; f < n_features; f++) {
			x[f] = (float)random_feature(&random, f, row);
			data.y[row] += (double)(f + 1) * (double)x[f] / (double)n_features;
			if (f % 2 == 0 && cml_random_uniform(&random) < share_missing)
				x[f] = NAN;
		}
	}
	return data;
}
