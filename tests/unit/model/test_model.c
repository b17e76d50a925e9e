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
