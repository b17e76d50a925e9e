#include "learn/growth/binned_columns.h"

#include "test.h"
#include "trees_fixture.h"

/* Bins, a copy of their codes (columns take them over), columns. */
struct laid_out {
	struct cml_bins bins;
	uint8_t *codes;
	struct cml_binned_columns columns;
};

static struct laid_out lay_out(const struct cml_dataset *data)
{
	struct laid_out made;
	size_t n = data->n_rows * data->n_features;
	assert_ok(cml_bins_init(&made.bins, data, 255, NULL, &err));
	made.codes = cml_array_new(n, 1);
	cr_assert(made.codes);
	memcpy(made.codes, made.bins.codes, n);
	assert_ok(cml_binned_columns_init(&made.columns, &made.bins, &err));
	return made;
}

static void laid_out_release(struct laid_out *made)
{
	cml_binned_columns_release(&made->columns);
	cml_bins_release(&made->bins);
	free(made->codes);
}

/* The bin of a feature, read back from its column. */
static uint32_t read_bin(const struct laid_out *made, size_t column, size_t p, size_t row)
{
	const struct cml_bundle_member *member = &made->columns.members[p];
	uint8_t code = made->columns.by_column[column * made->columns.n_rows + row];
	uint32_t n_codes = cml_binned_feature_n_codes(&made->bins.features[member->feature]);
	for (uint32_t bin = 0; bin < n_codes; bin++)
		if (bin != member->default_bin && cml_bundle_code(member, bin) == code)
			return bin;
	return member->default_bin;
}

static void expect_sound(const struct laid_out *made)
{
	const struct cml_binned_columns *columns = &made->columns;
	for (size_t c = 0; c < columns->n_columns; c++) {
		size_t n_codes = columns->first_bin[c + 1] - columns->first_bin[c];
		cr_assert_leq(n_codes, CML_MAX_BIN_CODES);
		for (size_t row = 0; row < columns->n_rows; row++) {
			uint8_t code = columns->by_column[c * columns->n_rows + row];
			cr_assert_lt(code, n_codes);
			cr_assert_eq(columns->by_row[row * columns->stride + c], code);
		}
		for (size_t p = columns->first_member[c]; p < columns->first_member[c + 1]; p++)
			for (size_t row = 0; row < columns->n_rows; row++)
				cr_assert_eq(
				    read_bin(made, c, p, row),
				    made->codes[columns->members[p].feature * columns->n_rows +
						row]);
	}
	cr_assert_eq(columns->first_member[columns->n_columns], columns->n_members);
}

Test(binned_columns, sound_for_random_features)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		size_t n_rows = 1 + 37 * seed;
		AUTO(cml_dataset) data =
		    fixture_random_dataset(n_rows, 1 + 9 * (seed % 10), 0.2, seed);
		AUTO(laid_out) made = lay_out(&data);
		expect_sound(&made);
	}
}
