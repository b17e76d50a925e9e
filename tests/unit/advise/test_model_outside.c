#include "advise/model_outside.h"

#include "advise/spread.h"
#include "model/model.h"
#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain,encoding\n"
				 "app,context,categorical,bert|ncf,\n"
				 "gpus,context,int,1:4096,log\n"
				 "batch,param,int,1:32768,log\n"
				 "learning rate,param,float,0:1,\n"
				 "level,param,ordinal,low|mid|high,value\n"
				 "wps,metric,max,,\n";

/* A model with a support and nothing else: gpus 8, 512; batch 4, 12 for bert and 30,000 for ncf. */
static void init(struct cml_model *model)
{
	static const double jobs[][5] = {
	    {0, 8, 4, 0.25, 0}, {0, 512, 12, 0.5, 1}, {1, 8, 30000, 0.25, 1}, {1, 8, 64, 0.5, 0}};
	AUTO(cml_dataset) data = {0};
	*model = (struct cml_model){.space = fixture_space(space_text)};
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	model->n_features = model->encoder.n_features;
	cr_assert_eq(model->n_features, 6);
	static const char *const names[] = {"app=bert",    "app=ncf",       "log2(gpus)",
					    "log2(batch)", "learning rate", "level"};
	assert_ok(cml_dataset_init(&data, 6, names, &err));
	for (size_t i = 0; i < 4; i++) {
		double features[] = {jobs[i][0] == 0,  jobs[i][0] == 1, log2(jobs[i][1]),
				     log2(jobs[i][2]), jobs[i][3],      jobs[i][4]};
		assert_ok(cml_dataset_append(&data, features, 1, 1, i, &err));
	}
	/* 2048 GPUs were tried twice and failed, once for want of a node; 4096 only so. ncf
	 * with 12. */
	static const struct {
		double app, gpus, batch;
		enum cml_job_status status;
		uint64_t key;
	} failed[] = {{0, 2048, 4, CML_JOB_OOM, 7},   {0, 2048, 4, CML_JOB_TIMEOUT, 7},
		      {0, 2048, 4, CML_JOB_INFRA, 7}, {0, 4096, 4, CML_JOB_INFRA, 8},
		      {1, 8, 12, CML_JOB_FAILED, 9},  {0, 8, 12, CML_JOB_FAILED, 10}};
	for (size_t i = 0; i < COUNT(failed); i++) {
		double features[] = {failed[i].app == 0,
				     failed[i].app == 1,
				     log2(failed[i].gpus),
				     log2(failed[i].batch),
				     0.25,
				     0};
		struct cml_dataset_job job = {failed[i].status, NAN,      1,
					      failed[i].key,    features, NULL};
		assert_ok(cml_dataset_append_job(&data, &job, &err));
	}
	assert_ok(cml_model_support_train(&model->support, &model->encoder, 6, &data, &err));
}

/* Looks at rows, and gives cml_outside of the last and the sentence about all. */
static void look(const struct cml_model *model, const float (*rows)[6], size_t n, bool is_cell,
		 struct cml_buffer *outside, struct cml_buffer *sentence, size_t *n_outside)
{
	AUTO(cml_support_probe) probe;
	AUTO(cml_outside_tally) tally;
	cr_assert_eq(cml_support_n_columns(model->support), 5);
	assert_ok(cml_support_probe_init(&probe, model->support, &err));
	assert_ok(cml_outside_tally_init(&tally, model, &err));
	for (size_t i = 0; i < n; i++) {
		cml_support_covers(&probe, rows[i]);
		cml_outside_tally_add(&tally, &probe);
	}
	cr_assert(cml_model_outside_print(model, &probe, is_cell, outside));
	cr_assert(cml_outside_tally_print(&tally, sentence));
	cr_assert_eq(tally.n_rows, n);
	*n_outside = tally.n_outside;
}

static void check(const float (*rows)[6], size_t n, const char *outside, const char *sentence,
		  size_t n_outside)
{
	struct cml_model model;
	AUTO(cml_buffer) found = {0}, said = {0};
	size_t n_found;
	init(&model);
	look(&model, rows, n, true, &found, &said, &n_found);
	cr_assert_eq(n_found, n_outside);
	cr_assert(cml_slice_is(cml_buffer_slice(&found), outside), "%.*s", (int)found.size,
		  found.data);
	cr_assert(cml_slice_is(cml_buffer_slice(&said), sentence), "%.*s", (int)said.size,
		  said.data);
	fixture_support_release(&model);
}

Test(model_outside, names_columns_values_and_what_the_log_has)
{
	check((const float[][6]){{1, 0, 3, 2, 0.25F, 0}}, 1, "", "", 0);
	check((const float[][6]){{1, 0, 10, 14.872675F, 0.25F, 0}}, 1, "gpus batch",
	      "gpus=1024 (8 to 512 in the log), batch=30000 (4 to 12 for app=bert)", 1);
	check((const float[][6]){{1, 0, 3, 2, 0.75F, 2}}, 1, "learning%20rate level",
	      "learning rate=0.75 (0.25 to 0.5 in the log), level=high (low to mid in the log)", 1);
	check((const float[][6]){{1, 0, 3, NAN, 0.25F, NAN}}, 1, "batch level",
	      "batch=no value (4 to 30000 in the log), level=no value (low to mid in the log)", 1);
	check((const float[][6]){{0, 0, 3, 2, 0.25F, 0}}, 1, "app",
	      "app=no level (bert|ncf in the log)", 1);
	check((const float[][6]){{0, 1, 9, 6, 0.5F, 0}}, 1, "app*gpus batch level",
	      "gpus=512 (8 for app=ncf), batch=64 (12 for gpus=512), level=low (mid for gpus=512)",
	      1);
}

Test(model_outside, has_names_in_quotes_for_people)
{
	struct cml_model model;
	AUTO(cml_buffer) found = {0}, said = {0};
	size_t n_found;
	init(&model);
	look(&model, (const float[][6]){{1, 0, 3, 2, 0.75F, 2}}, 1, false, &found, &said, &n_found);
	cr_assert(cml_slice_is(cml_buffer_slice(&found), "'learning rate' level"));
	fixture_support_release(&model);
}

Test(model_outside, only_a_model_with_support_knows)
{
	struct cml_model model;
	init(&model);
	assert_ok(cml_model_check_within_log(&model, true, &err));
	cml_support_free(model.support);
	model.support = NULL;
	assert_ok(cml_model_check_within_log(&model, false, &err));
	cr_assert_eq(cml_model_check_within_log(&model, true, &err), CML_BAD_USAGE);
	cr_assert(strstr(err.message, "train it again"));
	fixture_support_release(&model);
}

Test(spread, is_tied_when_several_are_the_same_but_for_rounding)
{
	struct cml_spread spread = {0};
	cr_assert_not(cml_spread_is_tied(&spread));
	cml_spread_add(&spread, 2.385);
	cr_assert_not(cml_spread_is_tied(&spread), "one is no tie");
	cml_spread_add(&spread, 2.385 * (1 + 1e-12));
	cr_assert(cml_spread_is_tied(&spread));
	cml_spread_add(&spread, 2.385 * (1 + 1e-6));
	cr_assert_not(cml_spread_is_tied(&spread));
	spread = (struct cml_spread){0};
	cml_spread_add(&spread, 0);
	cml_spread_add(&spread, 0);
	cr_assert(cml_spread_is_tied(&spread));
}

Test(model_outside, within_a_log_that_is_not_known)
{
	struct cml_model model = {0};
	cr_expect_eq(cml_model_check_within_log(&model, false, &err), CML_OK);
	cr_expect_eq(cml_model_check_within_log(&model, true, &err), CML_BAD_USAGE);
	cr_expect(strstr(err.message, "does not store what its log covers"), "%s", err.message);
}
