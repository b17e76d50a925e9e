#include "learn/trees/tree_ensemble.h"

#include "damage_fixture.h"
#include "learn/predictor/model_bytes.h"
#include "predictor_bytes.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const gbt = &cml_gbt_predictor;
Test(tree_ensemble, plain_sd_is_the_sample_deviation_over_members)
{
	/* Three members without trees: what they predict is their base. */
	static const double bases[] = {1, 4, 2.5};
	struct cml_tree_ensemble *ensemble = cml_tree_ensemble_new(1, 3);
	AUTO(cml_buffer) bytes = {0};
	void *state;
	double mean[70], sd[70];
	static const float x[70];
	for (size_t m = 0; m < 3; m++)
		ensemble->members[m].base = bases[m];
	assert_ok(cml_fields_save(gbt->fields, ensemble, &bytes, &err));
	cml_tree_ensemble_free(ensemble);
	assert_ok(fixture_predictor_load(gbt, &state, cml_buffer_slice(&bytes), 1, &err));
	gbt->predict(state, 70, x, mean, sd);
	for (size_t i = 0; i < 70; i++) {
		cr_expect_eq(mean[i], 2.5);
		cr_expect_eq(sd[i], 1.5);
	}
	gbt->free(state);
}

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

Test(tree_ensemble, describes_fifteen_features_at_most)
{
	const char *names[20];
	char letters[20][2];
	size_t n_lines = 0;
	AUTO(cml_dataset) data = fixture_dataset(400, 20);
	struct cml_random random = random_of(2, 2);
	for (size_t f = 0; f < 20; f++) {
		letters[f][0] = (char)('a' + f);
		letters[f][1] = 0;
		names[f] = letters[f];
	}
	for (size_t i = 0; i < 8000; i++) {
		data.x[i] = (float)cml_random_normal(&random);
		data.y[i / 20] += (double)data.x[i] * (double)(1 + i % 20);
	}
	AUTO(fixture_boosted) made = fixture_boost(&data, "depth 5");
	AUTO(cml_buffer) text = {0};
	assert_ok(gbt->describe(made.state, names, &text, &err));
	for (size_t i = 0; i < text.size; i++)
		n_lines += text.data[i] == '\n';
	cr_expect_eq(n_lines, 2 + 15);
}
