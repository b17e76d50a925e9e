#include "search/search.h"

#include "model/model.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain,default,when\n"
				 "a,param,int,1:4,,\n"
				 "b,param,categorical,x|y,,\n"
				 "c,param,int,1:3,,b == 'x'\n"
				 "gpus,context,int,8|16,8,\n"
				 "even,rule,,a % 2 == 0 or b == 'x',,\n"
				 "speed,metric,max,,,\n";
/* b = x: 4 * 3; b = y: a in 2, 4. */
#define N_FEASIBLE 14

static struct cml_space *space;

static void open_space(void)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(space_text), "test", &err));
}

static void close_space(void)
{
	cml_space_free(space);
}

TestSuite(search, .init = open_space, .fini = close_space);

static enum cml_result run(size_t n, const struct cml_key_set *exclude, uint64_t seed,
			   struct cml_proposals *proposals)
{
	AUTO(cml_hyper) hyper = {0};
	struct cml_search search = {.space = space,
				    .hyper = &hyper,
				    .n = n,
				    .n_samples = n,
				    .exclude = exclude,
				    .seed = seed};
	assert_ok(cml_searcher_find("random", &search.kind, &err));
	assert_ok(
	    cml_hyper_resolve(&hyper, search.kind->hyper, search.kind->n_hyper, "random", &err));
	enum cml_result status = cml_search_run(&search, proposals, &err);
	return status;
}

Test(search, excluded_configurations_do_not_come_back)
{
	struct cml_proposals first, rest;
	AUTO(cml_key_set) keys = {0};
	bool added;
	assert_ok(run(5, NULL, 9, &first));
	for (size_t i = 0; i < first.n; i++)
		assert_ok(cml_key_set_add(&keys, first.items[i].key, &added, &err));
	assert_ok(run(N_FEASIBLE, &keys, 9, &rest));
	cr_assert_eq(rest.n, N_FEASIBLE - 5);
	for (size_t i = 0; i < rest.n; i++)
		assert_ok(cml_key_set_add(&keys, rest.items[i].key, &added, &err));
	cr_assert_eq(keys.n, N_FEASIBLE);
	cml_proposals_release(&first);
	cml_proposals_release(&rest);
	cr_assert_eq(run(3, &keys, 9, &rest), CML_NOTHING);
	cr_assert_not_null(strstr(err.message, "0 of 3 wanted"));
}

/* A searcher that has a new configuration to give only now and then: one in PERIOD
 * proposals, so that those without never come to CML_SEARCH_MAX_STALE in a row. */
#define PERIOD (CML_SEARCH_MAX_STALE / 2)

static size_t n_slow_proposals;

static enum cml_result slow_start(void *state, const struct cml_searcher_start *start,
				  struct cml_error *err)
{
	(void)state, (void)start, (void)err;
	n_slow_proposals = 0;
	return CML_OK;
}

static enum cml_result slow_ask(void *state, double *values, struct cml_error *err)
{
	(void)state, (void)err;
	*values = 1 + (double)(n_slow_proposals++ / PERIOD);
	return CML_OK;
}

static enum cml_result slow_tell(void *state, size_t n, const double *values, const double *rewards,
				 struct cml_error *err)
{
	(void)state, (void)n, (void)values, (void)rewards, (void)err;
	return CML_OK;
}

static struct cml_model *model_of_one_param(const struct cml_space *wide)
{
	static const char *const names[] = {"a"};
	AUTO(cml_dataset) data = {0};
	AUTO(cml_hyper) hyper = {0};
	struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {.hyper = &hyper};
	struct cml_model *model = NULL;
	assert_ok(cml_predictor_find("gbt", &spec.kind, &err));
	assert_ok(cml_hyper_set(&hyper, "trees", "1", &err));
	assert_ok(cml_dataset_init(&data, 1, names, &err));
	for (size_t i = 0; i < 8; i++)
		assert_ok(cml_dataset_append(&data, &(double){(double)i}, (double)i, 1, i, &err));
	assert_ok(cml_model_train(&model, &spec, &data, wide, &hooks, &err));
	return model;
}

Test(search, ends_though_something_new_comes_very_rarely)
{
	static const struct cml_searcher_kind slow = {
	    .name = "slow", .start = slow_start, .ask = slow_ask, .tell = slow_tell};
	static const char text[] = "name,role,type,domain\na,param,int,1:100000000\n"
				   "speed,metric,max,\n";
	enum { n_samples = 500 };
	AUTOPTR(cml_space) wide = NULL;
	AUTO(cml_proposals) proposals;
	assert_ok(cml_space_from_text(&wide, cml_slice_of(text), "test", &err));
	AUTOPTR(cml_model) model = model_of_one_param(wide);
	struct cml_hyper hyper = {0};
	struct cml_search search = {.space = model->space,
				    .model = model,
				    .kind = &slow,
				    .hyper = &hyper,
				    .n = n_samples,
				    .n_samples = n_samples};
	assert_ok(cml_search_run(&search, &proposals, &err));
	size_t limit = CML_SEARCH_MAX_STALE + 20 * n_samples;
	cr_expect_geq(n_slow_proposals, limit);
	cr_expect_leq(n_slow_proposals, limit + 1024, "whole batches");
	cr_expect_eq(proposals.n, (n_slow_proposals - 1) / PERIOD + 1);
}
