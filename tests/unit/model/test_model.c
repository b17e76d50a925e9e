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
