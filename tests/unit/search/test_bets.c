#include "search/caution.h"

#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain\na,param,int,1:16\nb,param,int,1:8\n"
				 "c,param,int,1:4\nwps,metric,max,\n";

/* Of 40 jobs ten change a, ten b and two c, of which one changes b, too; three with b = 5 crashed.
 */
static void init(struct cml_model *model)
{
	static const char *const names[] = {"a", "b", "c"};
	AUTO(cml_dataset) data = {0};
	*model = (struct cml_model){.space = fixture_space(space_text), .n_features = 3};
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	assert_ok(cml_dataset_init(&data, 3, names, &err));
	for (size_t i = 0; i < 40; i++) {
		const double x[] = {i < 10 ? 2 + (double)i : 1, i >= 10 && i < 20 ? 8 : 1,
				    i == 19 || i == 20 ? 4 : 1};
		assert_ok(cml_dataset_append(&data, x, 1 + (double)i, 1, i, &err));
	}
	for (size_t i = 0; i < 3; i++) {
		double x[] = {1, 5, 1 + (double)i};
		struct cml_dataset_job job = {CML_JOB_FAILED, NAN, 1, 40 + i, x, NULL};
		assert_ok(cml_dataset_append_job(&data, &job, &err));
	}
	assert_ok(cml_model_support_train(&model->support, &model->encoder, 3, &data, &err));
}

/* Whether `other` makes a bet of `looked`. */
static bool share(struct cml_bets *bets, const struct cml_model *model, const double *looked,
		  size_t min_crashed, size_t max_unmet, const double *other)
{
	const float codes[] = {(float)looked[0], (float)looked[1], (float)looked[2]};
	cml_bets_find(bets, model, looked, codes, min_crashed, max_unmet);
	return cml_bets_share(bets, other);
}

Test(bets, are_what_only_failed_and_what_no_job_changed_together)
{
	static const double one[] = {3, 1, 1, NAN}, both[] = {3, 8, 1, NAN},
			    other[] = {16, 2, 4, NAN}, failed[] = {1, 5, 1, NAN},
			    again[] = {1, 5, 4, NAN};
	struct cml_model model;
	AUTO(cml_bets) bets = {0};
	init(&model);
	assert_ok(cml_bets_init(&bets, &model, &err));
	cr_assert_eq(bets.n_unmet, 1);
	cr_expect_not(share(&bets, &model, one, 0, 1, both));
	cr_expect_not(share(&bets, &model, both, 0, 0, other));
	cr_expect_not(share(&bets, &model, both, 0, 2, other));
	cr_expect(share(&bets, &model, both, 0, 2, other));
	cr_expect_not(share(&bets, &model, both, 0, 2, other));
	cr_expect(share(&bets, &model, failed, 3, 0, again));
	cr_expect_not(share(&bets, &model, failed, 4, 0, again));
	cr_expect_not(share(&bets, &model, failed, 0, 0, one));
	cml_support_free(model.support);
	cml_encoder_release(&model.encoder);
	cml_space_free(model.space);
}
