#include "learn/predictor/model_bytes.h"

#include "test.h"

Test(feature_fractions, largest_first_and_none_of_nothing)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	static const double amounts[] = {1, 0, 2, 1};
	static const double nothing[4];
	AUTO(cml_buffer) text = {0};
	cr_assert(cml_feature_fractions_put(&text, "share:", 4, nothing, names));
	cr_expect_eq(text.size, 0);
	cr_assert(cml_feature_fractions_put(&text, "share:", 4, amounts, names));
	cr_assert(cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, "share:\n   50.00 %  c\n   25.00 %  a\n   25.00 %  d\n");
}
