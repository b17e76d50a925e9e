#include "search/coverage.h"

#include "model/model.h"
#include "model_fixture.h"
#include "space/feasible/fixes.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain,encoding,default\n"
				 "gpus,context,int,8:64:*2,value,8\n"
				 "tp,param,int,1|2|4|8,value,\n"
				 "batch,param,int,1:32768,value,\n"
				 "rate,param,float,0.001:1,log,\n"
				 "kind,param,categorical,a|b|c,,\n"
				 "wps,metric,max,,,\n";

/* On 8 devices tp is 2 or 4, batch 4 to 12, rate 0.25 to 0.5, kind a or b; on 16 tp is 8. */
static void init(struct cml_model *model)
{
	static const double jobs[][5] = {
	    {8, 2, 4, 0.25, 0}, {8, 4, 12, 0.5, 1}, {16, 8, 64, 0.25, 1}};
	static const char *const names[] = {"gpus",   "tp",     "batch", "log2(rate)",
					    "kind=a", "kind=b", "kind=c"};
	AUTO(cml_dataset) data = {0};
	*model = (struct cml_model){.space = fixture_space(space_text),
				    .n_features = 7,
				    .n_learned = 7,
				    .n_encoded = 7,
				    .law_feature = CML_NO_LAW,
				    .roof_feature = CML_NO_LAW};
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	cr_assert_eq(model->encoder.n_features, 7);
	assert_ok(cml_dataset_init(&data, 7, names, &err));
	for (size_t i = 0; i < 3; i++) {
		double features[] = {jobs[i][0],      jobs[i][1],      jobs[i][2], log2(jobs[i][3]),
				     jobs[i][4] == 0, jobs[i][4] == 1, 0};
		assert_ok(cml_dataset_append(&data, features, 1, 1, i, &err));
	}
	assert_ok(cml_model_support_train(&model->support, &model->encoder, 7, &data, &err));
}

static enum cml_result narrow(const struct cml_model *model, const char *const *fixes, size_t n,
			      struct cml_space **covered)
{
	struct cml_coverage coverage;
	assert_ok(cml_coverage_init(&coverage, model, fixes, n, false, &err));
	*covered = NULL;
	enum cml_result status = cml_coverage_narrow(&coverage, fixes, n, covered, &err);
	cml_coverage_release(&coverage);
	if (status != CML_OK) {
		cml_space_free(*covered);
		*covered = NULL;
	}
	return status;
}

static const struct cml_domain *domain(const struct cml_space *space, const char *name)
{
	return &space->columns[cml_space_find(space, cml_slice_of(name))].domain;
}

Test(coverage, leaves_the_values_that_the_log_has_in_the_contexts)
{
	struct cml_model model;
	AUTOPTR(cml_space) covered = NULL;
	init(&model);
	assert_ok(narrow(&model, NULL, 0, &covered));
	cr_assert_eq(domain(covered, "tp")->n_values, 2);
	cr_assert_eq(cml_domain_value(domain(covered, "tp"), 0), 2);
	cr_assert_eq(cml_domain_value(domain(covered, "tp"), 1), 4);
	cr_assert_eq(domain(covered, "batch")->n_values, 9, "4 to 12");
	cr_assert_eq(domain(covered, "rate")->lo, 0.25);
	cr_assert_eq(domain(covered, "rate")->hi, 0.5);
	cr_assert_eq(domain(covered, "kind")->n_values, 2);
	cr_assert_eq(domain(covered, "gpus")->n_values, 4, "contexts are fixed, not narrowed");
	/* Values are those of the model's space. */
	cr_assert_eq(cml_domain_value(domain(covered, "kind"), 1),
		     cml_domain_value(domain(model.space, "kind"), 1));
	cml_space_free(covered);
	assert_ok(narrow(&model, (const char *const[]){"gpus=16", "batch=3"}, 2, &covered));
	cr_assert_eq(domain(covered, "tp")->n_values, 1);
	cr_assert_eq(domain(covered, "batch")->n_values, 32768, "it is fixed");
	fixture_support_release(&model);
}

Test(coverage, allows_everything_unless_it_is_wanted)
{
	struct cml_model model;
	const float inside[] = {8, 2, 4, -2, 1, 0, 0}, outside[] = {8, 8, 4, -2, 1, 0, 0};
	init(&model);
	struct cml_coverage coverage = (struct cml_coverage){0};
	cr_assert(cml_coverage_allows(&coverage, outside));
	assert_ok(cml_coverage_init(&coverage, &model, NULL, 0, false, &err));
	cr_assert(cml_coverage_allows(&coverage, inside));
	cr_assert_not(cml_coverage_allows(&coverage, outside));
	cr_assert_eq(coverage.tally.n_outside, 1);
	cr_assert_eq(cml_coverage_fail(&coverage, NULL, &err), CML_NOTHING);
	cr_assert(strstr(err.message, "tp=8 (2 to 4 for gpus=8)"), "%s", err.message);
	cml_coverage_release(&coverage);
	cml_support_free(model.support);
	model.support = NULL;
	cr_assert_eq(cml_coverage_init(&coverage, &model, NULL, 0, false, &err), CML_BAD_USAGE);
	fixture_support_release(&model);
}
