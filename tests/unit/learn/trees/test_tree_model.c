#include "learn/trees/tree_grow.h"

#include "base/random.h"
#include "learn/trees/tree_kinds.h"
#include "predictor_bytes.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const tree = &cml_tree_predictor;
static struct cml_error err;

Test(tree_model, saved_and_loaded_predicts_the_same)
{
	struct cml_dataset data = fixture_random_dataset(90, 6, 0.1, 6);
	struct fixture_boosted made = fixture_train(tree, &data, "min-leaf 1", 1, NULL);
	struct cml_buffer again = {0};
	void *loaded;
	double mean[90], sd[90], loaded_mean[90], loaded_sd[90];
	cr_assert_eq(fixture_predictor_load(tree, &loaded, cml_buffer_slice(&made.bytes), 6, &err),
		     CML_OK);
	tree->predict(made.state, 90, data.x, mean, sd);
	tree->predict(loaded, 90, data.x, loaded_mean, loaded_sd);
	cr_expect_arr_eq(mean, loaded_mean, sizeof mean);
	cr_expect_arr_eq(sd, loaded_sd, sizeof sd);
	cr_assert_eq(cml_fields_save(tree->fields, loaded, &again, &err), CML_OK);
	cr_expect(cml_slice_equal(cml_buffer_slice(&made.bytes), cml_buffer_slice(&again)));
	cml_buffer_release(&again);
	tree->free(loaded);
	tree->free(NULL);
	fixture_boosted_release(&made);
	cml_dataset_release(&data);
}

/* Loads what may be damaged; whatever is let in must be able to work. */
static enum cml_result try_bytes(const char *bytes, size_t size, size_t n_features)
{
	static const char *const names[] = {"a", "b", "c=d", "e", "f", "g"};
	static const float x[3 * 6] = {0.5f, -3, NAN, 1e30f, 0, 7};
	struct cml_buffer text = {0};
	double mean[3], sd[3];
	void *loaded;
	/* A copy of just that size, so that reading on is seen. */
	char *copy = malloc(size ? size : 1);
	memcpy(copy, bytes, size);
	enum cml_result status =
	    fixture_predictor_load(tree, &loaded, (struct cml_slice){copy, size}, n_features, &err);
	free(copy);
	if (status != CML_OK)
		return status;
	tree->predict(loaded, 3, x, mean, sd);
	cr_assert_eq(tree->describe(loaded, names, &text, &err), CML_OK);
	cml_buffer_release(&text);
	tree->free(loaded);
	return CML_OK;
}

Test(tree_model, damaged_bytes_never_crash)
{
	struct cml_dataset data = fixture_random_dataset(60, 6, 0.1, 6);
	struct fixture_boosted made = fixture_train(tree, &data, "depth 4", 1, NULL);
	size_t n_let_in = 0;
	for (size_t size = 0; size < made.bytes.size; size++)
		cr_assert_eq(try_bytes(made.bytes.data, size, 6), CML_BAD_DATA, "%zu bytes", size);
	cr_assert(cml_buffer_append(&made.bytes, "", 1));
	cr_expect_eq(try_bytes(made.bytes.data, made.bytes.size, 6), CML_BAD_DATA);
	made.bytes.size--;
	cr_expect_eq(try_bytes(made.bytes.data, made.bytes.size, 5), CML_BAD_DATA);
	cr_expect_eq(try_bytes(made.bytes.data, made.bytes.size, 6), CML_OK);
	for (size_t bit = 0; bit < 8 * made.bytes.size; bit++) {
		made.bytes.data[bit / 8] = (char)(made.bytes.data[bit / 8] ^ 1 << bit % 8);
		n_let_in += try_bytes(made.bytes.data, made.bytes.size, 6) == CML_OK;
		made.bytes.data[bit / 8] = (char)(made.bytes.data[bit / 8] ^ 1 << bit % 8);
	}
	/* Flips in values and thresholds give another model, others none. */
	cr_expect_gt(n_let_in, 0);
	cr_expect_lt(n_let_in, 8 * made.bytes.size);
	fixture_boosted_release(&made);
	cml_dataset_release(&data);
}

Test(tree_model, the_tree_in_words)
{
	static const char *const names[] = {"gpus", "fsdp_1=FULL_SHARD",
					    "a_parameter_with_a_name_that_takes_up_more"};
	struct cml_dataset data = fixture_dataset(12, 3);
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
	struct fixture_boosted made = fixture_train(tree, &data, "min-leaf 1", 1, NULL);
	struct cml_buffer text = {0};
	cr_assert_eq(tree->describe(made.state, names, &text, &err), CML_OK);
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
	cml_buffer_release(&text);
	fixture_boosted_release(&made);
	cml_dataset_release(&data);
}
