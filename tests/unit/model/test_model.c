#include "model/model.h"

#include "model_fixture.h"
#include "test.h"

static const char *const names[] = {"gpus", "gpu=a100", "gpu=h100"};

static struct cml_dataset dataset(size_t n_rows, const double *targets)
{
	struct cml_dataset data = {0};
	assert_ok(cml_dataset_init(&data, 3, names, &err));
	for (size_t i = 0; i < n_rows; i++) {
		double features[] = {(double)i, i % 2 == 0, i % 2 == 1};
		assert_ok(cml_dataset_append(&data, features, targets[i], 1, i, &err));
	}
	return data;
}

static enum cml_result train(struct cml_model **model, const struct cml_model_spec *spec,
			     struct cml_dataset *data, const struct cml_space *space)
{
	struct cml_training_hooks hooks = {0};
	err = (struct cml_error){0};
	return cml_model_train(model, spec, data, space, &hooks, &err);
}

static bool summary_has(const struct cml_model *model, const char *line)
{
	return memmem(model->summary.data, model->summary.size, line, strlen(line)) != NULL;
}

Test(model, keeps_what_it_was_given)
{
	static const double targets[] = {2.385, 4, 9};
	struct cml_dataset data = dataset(3, targets);
	struct cml_hyper hyper = {0};
	AUTOPTR(cml_model) model = NULL;
	struct cml_model_spec spec = {.kind = &fixture_memory,
				      .hyper = &hyper,
				      .seed = 17,
				      .maximize = true,
				      .log_target = CML_LOG_NO};
	data.n_left_out[CML_JOB_OOM] = 4;
	data.n_weightless = 2;
	assert_ok(cml_hyper_set(&hyper, "shift", "2", &err));
	assert_ok(train(&model, &spec, &data, NULL));
	cml_dataset_release(&data);
	cr_assert_eq(hyper.n, 1, "the user's options are not touched");
	cml_hyper_release(&hyper);
	cr_assert_eq(model->hyper.n, 1);
	cr_assert_eq(model->seed, 17);
	cr_assert(model->maximize && !model->log_target);
	cr_assert_null(model->space);
	cr_assert_eq(model->n_features, 3);
	cr_assert_str_eq(model->feature_names[1], "gpu=a100");
	cr_assert(summary_has(model, "rows=3\n"));
	cr_assert(summary_has(model, "left_out_oom=4\n"));
	cr_assert(summary_has(model, "left_out_weightless=2\n"));
	cr_assert(summary_has(model, "target_min=2.385\ntarget_max=9\n"));
	cr_assert(summary_has(model, "remembered=3\n"));
	const float x[] = {1, 0, 1, 7, 7, 7};
	double mean[2], sd[2];
	cml_model_predict(model, 2, x, mean, sd);
	cr_assert_eq(mean[0], 6);
	cr_assert_eq(sd[0], 0.5);
	cr_assert_float_eq(mean[1], (2.385 + 4 + 9) / 3, 1e-12);
	cr_assert(isnan(sd[1]));
}

Test(model, learns_the_logarithm_and_gives_the_unit_back)
{
	static const double targets[] = {10, 1000};
	AUTO(cml_dataset) data = dataset(2, targets);
	AUTO(cml_hyper) hyper = {0};
	struct cml_model *model;
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper, .log_target = true};
	assert_ok(train(&model, &spec, &data, NULL));
	cr_assert_eq(data.y[1], 1000, "the data stay in their unit");
	const float x[] = {1, 0, 1, 7, 7, 7};
	double mean[2], sd[2];
	cml_model_predict(model, 2, x, mean, sd);
	cr_assert_float_eq(mean[0], 1000, 1e-9);
	cr_assert_float_eq(sd[0], 500, 1e-9);
	cr_assert_float_eq(mean[1], 100, 1e-9, "geometric mean");
	cml_model_free(model);
	data.y[0] = 0;
	assert_error(train(&model, &spec, &data, NULL), CML_BAD_DATA,
		     "a target of 0 has no logarithm");
}

Test(model, one_row_or_one_target_is_enough)
{
	static const double targets[] = {5.5, 5.5, 5.5};
	AUTO(cml_hyper) hyper = {0};
	struct cml_model *model;
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper};
	for (size_t n = 1; n <= 3; n += 2) {
		AUTO(cml_dataset) data = dataset(n, targets);
		assert_ok(train(&model, &spec, &data, NULL));
		cr_assert(summary_has(model, "target_constant=5.5\n"));
		const float x[] = {99, 1, 0};
		double mean, sd;
		cml_model_predict(model, 1, x, &mean, &sd);
		cr_assert_eq(mean, 5.5);
		cml_model_free(model);
	}
}

Test(model, refuses_no_rows_and_wrong_options)
{
	static const double targets[] = {1};
	AUTO(cml_dataset) data = dataset(0, NULL);
	AUTO(cml_hyper) hyper = {0};
	struct cml_model *model = NULL;
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper};
	data.n_left_out[CML_JOB_FAILED] = 1;
	assert_error(train(&model, &spec, &data, NULL), CML_BAD_DATA,
		     "no job has a target (1 failed)");
	cml_dataset_release(&data);
	data = dataset(1, targets);
	assert_ok(cml_hyper_set(&hyper, "depth", "3", &err));
	cr_assert_eq(train(&model, &spec, &data, NULL), CML_BAD_USAGE);
	cr_assert(strstr(err.message, "depth"), "%s", err.message);
	cr_assert_null(model);
	cml_model_free(NULL);
}

/* Spaces: closed, open, and not the data's. */

static enum cml_result train_with_space(struct cml_model **model, const char *text)
{
	static const double targets[] = {1, 2, 3};
	AUTO(cml_dataset) data = dataset(3, targets);
	AUTOPTR(cml_space) space = fixture_space(text);
	struct cml_hyper hyper = {0};
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper, .maximize = true};
	enum cml_result status = train(model, &spec, &data, space);
	return status;
}

Test(model, carries_a_copy_of_its_space)
{
	AUTOPTR(cml_model) model = NULL;
	assert_ok(train_with_space(&model, "name,role,type,domain\ngpus,context,int,1:8\n"
					   "gpu,param,categorical,a100|h100\nwps,metric,max,\n"));
	cr_assert_eq(model->encoder.n_features, 3);
	cr_assert_eq(model->encoder.space, model->space);
}

Test(model, learns_open_levels_from_its_features)
{
	AUTOPTR(cml_model) model = NULL;
	assert_ok(train_with_space(&model, "name,role,type,domain,encoding\ngpus,context,int,1:8,\n"
					   "gpu,param,categorical,,\nwps,metric,max,,\n"));
	cr_assert_not(cml_space_has_open(model->space));
	size_t gpu = cml_space_find(model->space, cml_slice_of("gpu"));
	cr_assert_eq(model->space->columns[gpu].domain.n_values, 2);
	cr_assert(memmem(model->space->text.data, model->space->text.size, "a100|h100", 9));
}

/* What no feature shows cannot be learned; nothing needs it either. */
Test(model, an_open_column_that_is_not_encoded_stays_open)
{
	AUTOPTR(cml_model) model = NULL;
	assert_ok(train_with_space(
	    &model, "name,role,type,domain,encoding\ngpus,context,int,1:8,\n"
		    "gpu,param,categorical,a100|h100,\nteam,context,categorical,,none\n"
		    "wps,metric,max,,\n"));
	cr_assert(cml_space_has_open(model->space));
	cr_assert_eq(model->encoder.n_features, 3);
}

/* Of the open columns `a` and `a=b`, the feature `a=b=c` is of the longer one. */
Test(model, open_columns_whose_names_begin_alike)
{
	static const char *const alike[] = {"a=x", "a=b=c", "a=b=d"};
	static const char text[] =
	    "name,role,type\na,param,categorical\na=b,param,categorical\ny,metric,max\n";
	AUTO(cml_dataset) data = {0};
	struct cml_hyper hyper = {0};
	AUTOPTR(cml_model) model = NULL;
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper};
	const double features[] = {1, 1, 0};
	assert_ok(cml_dataset_init(&data, 3, alike, &err));
	assert_ok(cml_dataset_append(&data, features, 1, 1, 1, &err));
	AUTOPTR(cml_space) space = fixture_space(text);
	assert_ok(train(&model, &spec, &data, space));
	cr_assert_eq(model->space->columns[0].domain.n_values, 1);
	cr_assert_eq(model->space->columns[1].domain.n_values, 2);
}

Test(model, says_where_another_space_differs)
{
	static const struct {
		const char *space, *message;
	} cases[] = {
	    {"name,role,type,domain\ngpus,context,int,1:8\nnodes,param,int,1:8\nwps,metric,max,\n",
	     "feature 2 is 'gpu=a100' where the space gives 'nodes': the table was encoded with "
	     "another space"},
	    {"name,role,type,domain\ngpus,context,int,1:8\ngpu,param,categorical,a100|h100|v100\n",
	     "there are 3 features where the space gives 4; the first that is missing is "
	     "'gpu=v100': the table "
	     "was encoded with another space"},
	    {"name,role,type,domain\ngpus,context,int,1:8\ngpu,param,categorical,a100\n",
	     "there are 3 features where the space gives 2; the first it does not give is "
	     "'gpu=h100': the table "
	     "was encoded with another space"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_model *model = NULL;
		assert_error(train_with_space(&model, cases[i].space), CML_BAD_DATA,
			     cases[i].message);
		cr_assert_null(model);
	}
}

Test(model, checks_a_space_against_its_features)
{
	AUTOPTR(cml_model) model = NULL;
	static const char own[] = "name,role,type,domain\ngpus,context,int,1:8\n"
				  "gpu,param,categorical,a100|h100\nwps,metric,max,\n";
	assert_ok(train_with_space(&model, own));
	AUTOPTR(cml_space) same = fixture_space(own);
	AUTOPTR(cml_space) other = fixture_space("name,role,type,domain\ngpus,context,int,1:8\n");
	assert_ok(cml_model_check_space(model, same, &err));
	cr_assert_eq(cml_model_check_space(model, other, &err), CML_BAD_DATA);
	cr_assert(strstr(err.message, "another space"), "%s", err.message);
}
