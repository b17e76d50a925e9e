#include "search/what_if/what_if.h"

#include "model/model.h"
#include "model_fixture.h"
#include "space/config.h"
#include "test.h"

enum { MAX_COLUMNS = 12 };

/* A model with a support and nothing else, of jobs[n x n_columns]. */
static void init(struct cml_model *model, const char *space, const double *jobs, size_t n)
{
	AUTO(cml_dataset) data = {0};
	*model = (struct cml_model){.space = fixture_space(space)};
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	model->n_features = model->encoder.n_features;
	const char *names[MAX_COLUMNS] = {"1", "2", "3", "4", "5", "6"};
	double features[MAX_COLUMNS];
	assert_ok(cml_dataset_init(&data, model->n_features, names, &err));
	for (size_t i = 0; i < n; i++) {
		assert_ok(cml_encoder_encode(&model->encoder, jobs + i * model->space->n_columns,
					     features, &err));
		assert_ok(cml_dataset_append(&data, features, 1, 1, i, &err));
	}
	assert_ok(cml_model_support_train(&model->support, &model->encoder, model->n_features,
					  &data, &err));
}

/* Compares the first n_config columns of all neighbours of values with rows of expected. */
static void lists(const char *space, const double *values, const double *expected, size_t n_config,
		  size_t n_expected)
{
	struct cml_model model;
	AUTO(cml_configs) configs = {0};
	double from[MAX_COLUMNS] = {0};
	size_t broken;
	init(&model, space, values, 1);
	memcpy(from, values, model.space->n_columns * sizeof *from);
	assert_ok(cml_config_complete(model.space, from, &broken, &err));
	assert_ok(cml_neighbourhood_list(&model, from, &configs, &err));
	cr_assert_eq(configs.n, n_expected, "%zu", configs.n);
	for (size_t i = 0; i < configs.n; i++)
		for (size_t c = 0; c < n_config; c++) {
			double got = configs.values[i * model.space->n_columns + c];
			double wanted = expected[i * n_config + c];
			cr_assert(got == wanted || (isnan(got) && isnan(wanted)), "%zu %zu: %g", i,
				  c, got);
		}
	fixture_support_release(&model);
}

/* A second rule that the first move breaks asks for a third change. */
Test(neighbourhood, goes_on_for_the_rules_that_a_move_breaks)
{
	static const double from[] = {2, 4, 8, NAN, NAN, NAN};
	static const double expected[] = {1, 8, 4, 4, 2, 16};
	lists("name,role,type,domain\n"
	      "tp,param,int,1:4:*2\n"
	      "dp,param,int,1:8:*2\n"
	      "accum,param,int,1:64:*2\n"
	      "world,rule,,tp * dp == 8\n"
	      "batch,rule,,dp * accum == 32\n"
	      "wps,metric,max,\n",
	      from, expected, 3, 2);
}

/* Not 1, 2, ... 4096 but what the log has: deciles of 10, 20, ... 200. */
Test(neighbourhood, takes_deciles_of_wide_params)
{
	struct cml_model model;
	AUTO(cml_configs) configs = {0};
	double jobs[20][3];
	for (size_t i = 0; i < 20; i++) {
		jobs[i][0] = 10 * (double)(i + 1);
		jobs[i][1] = 0.125;
		jobs[i][2] = NAN;
	}
	init(&model,
	     "name,role,type,domain\nbatch,param,int,1:4096\nrate,param,float,0:1\n"
	     "wps,metric,max,\n",
	     &jobs[0][0], 20);
	const double from[] = {50, 0.5, NAN};
	assert_ok(cml_neighbourhood_list(&model, from, &configs, &err));
	static const double batches[] = {10, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200};
	cr_assert_eq(configs.n, 12, "%zu", configs.n);
	for (size_t i = 0; i < 11; i++)
		cr_assert_eq(configs.values[3 * i], batches[i], "%zu: %g", i,
			     configs.values[3 * i]);
	cr_assert_eq(configs.values[3 * 11 + 1], 0.125);
	fixture_support_release(&model);
}
