#include "model/chance/chance.h"

#include "chance_fixture.h"
#include "test.h"
#include "trials.h"

/* Loads what may be damaged; whatever is let in must be able to work. */
static enum cml_result try_bytes(const char *bytes, size_t size, size_t n_features)
{
	static const char *const names[] = {"batch", "stage", "rate", "flag"};
	static const float x[3 * FIXTURE_CHANCE_FEATURES] = {0.5f, -3, NAN, 1e30f, 0, 7};
	AUTO(cml_buffer) text = {0};
	AUTOPTR(cml_chance) loaded = NULL;
	double log_chance[3];
	/* A copy of just that size, so that reading on is seen. */
	char *copy = malloc(size ? size : 1);
	memcpy(copy, bytes, size);
	enum cml_result status = cml_fields_load(cml_chance_fields, "chance to run", &loaded,
						 (struct cml_slice){copy, size}, n_features, &err);
	free(copy);
	if (status != CML_OK)
		return status;
	cml_chance_predict(loaded, 3, x, log_chance);
	for (size_t i = 0; i < 3; i++)
		cr_expect(isfinite(log_chance[i]) && log_chance[i] <= 0, "%g", log_chance[i]);
	assert_ok(cml_chance_describe(loaded, names, &text, &err));
	return CML_OK;
}

static void make(struct cml_buffer *bytes)
{
	AUTO(fixture_chance_jobs) jobs;
	AUTO(cml_buffer) summary = {0};
	AUTOPTR(cml_chance) chance = NULL;
	fixture_chance_jobs_init(&jobs, 60, 6);
	struct cml_chance_training training = {.data = &jobs.data, .seed = 1};
	assert_ok(cml_chance_train(&chance, &training, &summary, &err));
	assert_ok(cml_fields_save(cml_chance_fields, &chance, bytes, &err));
}

Test(chance_bytes, truncated_or_longer_ones_are_refused)
{
	AUTO(cml_buffer) bytes = {0};
	make(&bytes);
	for (size_t size = 0; size < bytes.size; size += 7U * STRIDE)
		cr_assert_eq(try_bytes(bytes.data, size, FIXTURE_CHANCE_FEATURES), CML_BAD_DATA,
			     "%zu bytes", size);
	cr_expect_eq(try_bytes(bytes.data, bytes.size, FIXTURE_CHANCE_FEATURES), CML_OK);
	cr_expect_eq(try_bytes(bytes.data, bytes.size, FIXTURE_CHANCE_FEATURES - 1), CML_BAD_DATA);
	cr_assert(cml_buffer_append(&bytes, "", 1));
	cr_expect_eq(try_bytes(bytes.data, bytes.size, FIXTURE_CHANCE_FEATURES), CML_BAD_DATA);
}

Test(chance_bytes, damaged_ones_never_crash)
{
	AUTO(cml_buffer) bytes = {0};
	struct cml_random random = random_of(1, 0);
	size_t n_let_in = 0, n = 0;
	make(&bytes);
	for (size_t bit = 0; bit < 8 * bytes.size;
	     bit += 1 + cml_random_below(&random, 211 * STRIDE), n++) {
		bytes.data[bit / 8] = (char)(bytes.data[bit / 8] ^ 1 << bit % 8);
		n_let_in += try_bytes(bytes.data, bytes.size, FIXTURE_CHANCE_FEATURES) == CML_OK;
		bytes.data[bit / 8] = (char)(bytes.data[bit / 8] ^ 1 << bit % 8);
	}
	/* Flips in values and thresholds give another model, others none. */
	cr_expect_gt(n_let_in, 0);
	cr_expect_lt(n_let_in, n);
	for (size_t round = 0; round < TRIALS(200); round++) {
		AUTOFREE char *copy = malloc(bytes.size);
		memcpy(copy, bytes.data, bytes.size);
		for (size_t k = 0; k < 4; k++)
			copy[cml_random_below(&random, bytes.size)] =
			    (char)cml_random_next(&random);
		try_bytes(copy, bytes.size, FIXTURE_CHANCE_FEATURES);
	}
}
