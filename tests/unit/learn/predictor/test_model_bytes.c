#include "learn/predictor/model_bytes.h"

#include "test.h"

/* Every kind of field. */
struct state {
	size_t n_features, n;
	uint32_t feature, number;
	bool flag;
	uint64_t key;
	float share;
	double jobs, known, unknown;
	double *weights; /* n */
	double in_part;
};

static void walk(struct cml_fields *fields, void *of)
{
	struct state *state = of;
	struct cml_field_part part;
	cml_field_features(fields, &state->n_features);
	cml_field_feature(fields, &state->feature);
	cml_field_u32(fields, "the number", &state->number, 9);
	cml_field_flag(fields, "the flag", &state->flag);
	cml_field_u64s(fields, &state->key, 1);
	cml_field_floats(fields, "the share", &state->share, 1, CML_FROM_0);
	cml_field_jobs(fields, "the number of jobs", &state->jobs, 1);
	cml_field_known(fields, "what is known", &state->known);
	cml_field_known(fields, "what is not", &state->unknown);
	cml_field_count(fields, "the count", &state->n, 1, 4);
	cml_field_new_doubles(fields, "a weight", &state->weights, state->n, CML_ABOVE_0);
	cml_field_part_begin(fields, sizeof(uint32_t), &part);
	cml_field_u32(fields, "the number", &state->number, 9);
	cml_field_double(fields, "the part", &state->in_part, CML_FINITE);
	cml_field_part_end(fields, &part);
}

static struct state good(void)
{
	static double weights[] = {2.385, 1e-300};
	return (struct state){3, 2, 2, 7, true, UINT64_MAX - 1, 0.75F, 12, 0.5, NAN, weights, -1.5};
}

/* What was read is released. */
static enum cml_result load(struct state *state, const char *bytes, size_t size)
{
	/* A copy of just that size, so that reading on is seen. */
	char *copy = malloc(size ? size : 1);
	memcpy(copy, bytes, size);
	*state = (struct state){0};
	enum cml_result status =
	    cml_fields_load(walk, "state", state, (struct cml_slice){copy, size}, 3, &err);
	free(copy);
	cr_expect(status != CML_OK || (state->weights[0] == 2.385 && state->weights[1] == 1e-300));
	free(state->weights);
	return status;
}

Test(model_bytes, are_little_endian_and_come_back)
{
	struct state state = good(), loaded;
	AUTO(cml_buffer) bytes = {0};
	assert_ok(cml_fields_save(walk, &state, &bytes, &err));
	cr_assert_eq(bytes.size, 16 + 8 + 4 + 3 * 8 + 4 + 2 * 8 + 4 + 4 + 8);
	cr_expect_arr_eq(bytes.data, "\3\0\0\0\2\0\0\0\7\0\0\0\1\0\0\0\376\377", 18);
	assert_ok(load(&loaded, bytes.data, bytes.size));
	cr_expect(loaded.n_features == 3 && loaded.n == 2 && loaded.feature == 2);
	cr_expect(loaded.number == 7 && loaded.flag && loaded.key == UINT64_MAX - 1);
	cr_expect(loaded.share == 0.75F && loaded.jobs == 12 && loaded.known == 0.5);
	cr_expect(isnan(loaded.unknown) && loaded.in_part == -1.5);
	for (size_t size = 0; size < bytes.size; size++) {
		cr_expect_eq(load(&loaded, bytes.data, size), CML_BAD_DATA, "%zu bytes", size);
		cr_expect_str_eq(err.message, "inconsistent state: truncated");
	}
	cr_assert(cml_buffer_append(&bytes, "", 1));
	cr_expect_eq(load(&loaded, bytes.data, bytes.size), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "inconsistent state: extra bytes at the end");
}

Test(model_bytes, what_is_out_of_bounds_is_named)
{
	static const struct {
		size_t at;
		const char *bytes;
		size_t size;
		const char *message;
	} cases[] = {
	    {0, "\4", 1, "made for another number of features"},
	    {4, "\3", 1, "a feature that does not exist"},
	    {8, "\12", 1, "the number is out of range"},
	    {12, "\2", 1, "the flag is out of range"},
	    {24, "\0\0\200\277", 4, "the share is out of range"},                 /* -1 */
	    {24, "\0\0\300\177", 4, "the share is out of range"},                 /* NaN */
	    {28, "\0\0\0\0\0\0\340\77", 8, "the number of jobs is out of range"}, /* 0.5 */
	    {28, "\0\0\0\0\0\0\371\77", 8, "the number of jobs is not whole"},    /* 1.5625 */
	    {36, "\0\0\0\0\0\0\360\177", 8, "what is known is out of range"},     /* infinite */
	    {52, "\0", 1, "the count is out of range"},
	    {52, "\5", 1, "the count is out of range"},
	    {56, "\0\0\0\0\0\0\0\0", 8, "a weight is out of range"},
	    {72, "\7", 1, "truncated"},
	    {72, "\11", 1, "truncated"},
	};
	struct state state = good(), loaded;
	AUTO(cml_buffer) bytes = {0};
	char expected[128];
	for (size_t i = 0; i < COUNT(cases); i++) {
		cml_buffer_clear(&bytes);
		assert_ok(cml_fields_save(walk, &state, &bytes, &err));
		memcpy(bytes.data + cases[i].at, cases[i].bytes, cases[i].size);
		cr_expect_eq(load(&loaded, bytes.data, bytes.size), CML_BAD_DATA, "case %zu", i);
		snprintf(expected, sizeof expected, "inconsistent state: %s", cases[i].message);
		cr_expect_str_eq(err.message, expected);
	}
	cml_buffer_clear(&bytes);
	assert_ok(cml_fields_save(walk, &state, &bytes, &err));
	cr_assert(cml_buffer_append(&bytes, "", 1));
	bytes.data[72]++;
	cr_expect_eq(load(&loaded, bytes.data, bytes.size), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "inconsistent state: extra bytes at the end of a part");
}
