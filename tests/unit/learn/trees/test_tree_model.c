#include "learn/trees/tree_ensemble.h"

#include "damage_fixture.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const tree = &cml_tree_predictor;
Test(tree_model, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(60, 6, 0.1, 6);
	AUTO(fixture_boosted) made = fixture_train(tree, &data, "depth 4", 1, NULL);
	fixture_damage_predictor(tree, made.state, cml_buffer_slice(&made.bytes), &data);
}

Test(tree_model, the_tree_in_words)
{
	static const char *const names[] = {"gpus", "fsdp_1=FULL_SHARD",
					    "a_parameter_with_a_name_that_takes_up_more"};
	AUTO(cml_dataset) data = fixture_dataset(12, 3);
	for (size_t i = 0; i < 12; i++) {
		float *x = data.x + 3 * i;
		x[0] = i < 6 ? 8.0f : i < 10 ? 96.0f : NAN;
		x[1] = (float)(i % 2);
		x[2] = (float)(1 + i % 4 / 2);
		data.y[i] = (i < 6    ? 100
			     : i < 10 ? 1000
				      : 5000) +
			    (i % 2 ? 20 : 0) + (i >= 6 && i < 10 && i % 4 < 2 ? 300.5 : 0);
	}
	AUTO(fixture_boosted) made = fixture_train(tree, &data, "min-leaf 1", 1, NULL);
	AUTO(cml_buffer) text = {0};
	assert_ok(tree->describe(made.state, names, &text, &err));
	cr_assert(cml_buffer_append(&text, "", 1));
	static const char *const expected =
	    "leaves 8, deepest leaf 4\n"
	    "                                                rows          mean            sd\n"
	    "all                                               12       1276.75       1813.78\n"
	    "gpus given                                        10         530.1        551.62\n"
	    "  gpus <= 52                                       6           110       10.9545\n"
	    "    fsdp_1 != FULL_SHARD or missing                3           100             0\n"
	    "    fsdp_1 = FULL_SHARD                            3           120             0\n"
	    "  gpus > 52                                        4       1160.25       173.878\n"
	    "    a_parameter_with_a_name_that_takes_up_more <= 1.5 or missing\n"
	    "                                                   2        1310.5       14.1421\n"
	    "      fsdp_1 != FULL_SHARD or missing              1        1300.5             -\n"
	    "      fsdp_1 = FULL_SHARD                          1        1320.5             -\n"
	    "    a_parameter_with_a_name_that_takes_up_more > 1.5\n"
	    "                                                   2          1010       14.1421\n"
	    "      fsdp_1 != FULL_SHARD or missing              1          1000             -\n"
	    "      fsdp_1 = FULL_SHARD                          1          1020             -\n"
	    "gpus missing                                       2          5010       14.1421\n"
	    "  fsdp_1 != FULL_SHARD or missing                  1          5000             -\n"
	    "  fsdp_1 = FULL_SHARD                              1          5020             -\n";
	cr_expect_str_eq(text.data, expected);
}
