#include "learn/trees/tree_ensemble.h"

#include "damage_fixture.h"
#include "learn/predictor/model_bytes.h"
#include "predictor_bytes.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const gbt = &cml_gbt_predictor;
Test(tree_ensemble, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(60, 6, 0.1, 6);
	AUTO(fixture_boosted) made = fixture_boost(&data, "trees 4 ensemble 2 depth 3");
	fixture_damage_predictor(gbt, made.state, cml_buffer_slice(&made.bytes), &data);
}

Test(tree_ensemble, describes_what_matters)
{
	static const char *const names[] = {"noise", "gpus", "constant"};
	AUTO(cml_dataset) data = fixture_dataset(64, 3);
	for (size_t i = 0; i < 64; i++) {
		data.x[3 * i] = (float)(i * 37 % 64);
		data.x[3 * i + 1] = (float)(i / 8);
		data.y[i] = 100 * (double)(i / 8) + 0.001 * (double)(i * 37 % 64);
	}
	AUTO(fixture_boosted) made =
	    fixture_boost(&data, "trees 3 depth 3 learning-rate 1 subsample 1 l2 0");
	AUTO(cml_buffer) text = {0};
	assert_ok(gbt->describe(made.state, names, &text, &err));
	cr_assert(cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, "members 1, trees 3, leaves 24, deepest leaf 3\n"
				    "fraction of the gain by feature:\n"
				    "  100.00 %  gpus\n"
				    "    0.00 %  noise\n");
}
