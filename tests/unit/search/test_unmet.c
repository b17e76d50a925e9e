#include "search/unmet.h"

#include "advise/model_outside.h"
#include "test.h"

/* Three params: of 40 jobs ten change a, ten b and two c, of which one changes b, too. */
Test(unmet, is_what_no_job_changed_together)
{
	static const char *const names[] = {"a", "b", "c"};
	static const struct cml_support_column params[] = {
	    {CML_SUPPORT_PARAM, 0, 0}, {CML_SUPPORT_PARAM, 1, 0}, {CML_SUPPORT_PARAM, 2, 0}};
	AUTO(cml_dataset) data = {0};
	struct cml_support *support = NULL;
	assert_ok(cml_dataset_init(&data, 3, names, &err));
	for (size_t i = 0; i < 40; i++) {
		const double x[] = {i < 10 ? 2 + (double)i : 1, i >= 10 && i < 20 ? 8 : 1,
				    i == 19 || i == 20 ? 4 : 1};
		assert_ok(cml_dataset_append(&data, x, 1 + (double)i, 1, i, &err));
	}
	assert_ok(cml_support_train(&support, &data, params, 3, &err));
	struct cml_unmet unmet = {0};
	assert_ok(cml_unmet_init(&unmet, support, &err));
	cr_assert_eq(unmet.n, 1);
	const float one[] = {3, 1, 1}, both[] = {3, 8, 1}, other[] = {16, 2, 4};
	cr_expect_not(cml_unmet_spend(&unmet, one, 1));
	cr_expect_not(cml_unmet_has_spent(&unmet, both, 1));
	cr_expect(cml_unmet_spend(&unmet, both, 1));
	cr_expect(cml_unmet_has_spent(&unmet, other, 1));
	cr_expect_not(cml_unmet_has_spent(&unmet, one, 1));
	cr_expect_not(cml_unmet_has_spent(&unmet, other, 2));
	cml_unmet_release(&unmet);
	cml_support_free(support);
}
