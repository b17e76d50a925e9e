#include "model/model_file.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "model_fixture.h"

static enum cml_result train(struct cml_model **model, const struct cml_model_spec *spec,
			     struct cml_dataset *data, const struct cml_space *space,
			     struct cml_error *err)
{
	struct cml_training_hooks hooks = {0};
	*err = (struct cml_error){0};
	return cml_model_train(model, spec, data, space, &hooks, err);
}

static bool summary_has(const struct cml_model *model, const char *line)
{
	return memmem(model->summary.data, model->summary.size, line, strlen(line)) != NULL;
}

/* Two jobs, on a space whose base is 2 and 8. */
static struct cml_dataset dataset_of_shares(const double *targets)
{
	static const char *const features[] = {"gpus", "log2(roof)"};
	struct cml_dataset data = {0};
	struct cml_error err = {0};
	cr_assert_eq(cml_dataset_init(&data, 2, features, &err), CML_OK);
	for (size_t i = 0; i < 2; i++)
		cr_assert_eq(cml_dataset_append(&data,
						(double[]){1 + 3 * (double)i, 1 + 2 * (double)i},
						targets[i], 1, i, &err),
			     CML_OK);
	return data;
}

Test(model_base, learns_the_share_of_a_base)
{
	static const double targets[] = {1, 6};
	struct cml_space *space = fixture_space("name,role,type,domain\ngpus,context,int,1:64\n"
						"roof,base,,2 * gpus\nwps,metric,max,\n");
	struct cml_dataset data = dataset_of_shares(targets);
	struct cml_hyper hyper = {0};
	struct cml_error err;
	struct cml_model *model;
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper, .maximize = true};
	cr_assert(cml_model_wants_base(&spec, space));
	cr_assert_eq(train(&model, &spec, &data, space, &err), CML_OK, "%s", err.message);
	cr_assert(model->has_base && model->log_target);
	cr_assert_eq(model->base_feature, 1);
	cr_assert(summary_has(model, "target_min=1\ntarget_max=6\n"));
	cr_assert(summary_has(model, "share_min=0.5\nshare_max=0.75\n"));
	/* A measured job, and a new one that reaches their geometric mean. */
	const float x[] = {4, 3, 32, 6};
	double mean[2], sd[2];
	cml_model_predict(model, 2, x, mean, sd);
	cr_assert_float_eq(mean[0], 6, 1e-9);
	cr_assert_float_eq(sd[0], 3, 1e-9, "half of the mean");
	cr_assert_float_eq(mean[1], 64 * sqrt(0.5 * 0.75), 1e-9);
	cr_assert_float_eq(cml_model_log_base(model, x + 2), log(64), 1e-12);
	cml_model_free(model);
	spec.ignore_base = true;
	cr_assert_eq(train(&model, &spec, &data, space, &err), CML_OK);
	cr_assert(!model->has_base && model->log_target);
	cml_model_free(model);
	cml_dataset_release(&data);
	cml_space_free(space);
	cml_hyper_release(&hyper);
}

Test(model_base, refuses_shares_that_are_none)
{
	static const double targets[] = {1, -6};
	struct cml_space *space = fixture_space("name,role,type,domain\ngpus,context,int,1:64\n"
						"roof,base,,2 * gpus\nwps,metric,max,\n");
	struct cml_dataset data = dataset_of_shares(targets);
	struct cml_hyper hyper = {0};
	struct cml_error err;
	struct cml_model *model = NULL;
	struct cml_model_spec spec = {.kind = &fixture_memory, .hyper = &hyper};
	cr_assert_eq(train(&model, &spec, &data, space, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.message, "a target of -6 has no logarithm, which its base "
				      "needs (the role ignore takes it out)");
	data.y[1] = 6;
	data.x[3] = NAN;
	cr_assert_eq(train(&model, &spec, &data, space, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.message, "1 of 2 jobs with a target have no base");
	cr_assert_str_eq(err.column, "log2(roof)");
	data.x[3] = 3;
	spec.log_target = CML_LOG_NO;
	cr_assert_eq(train(&model, &spec, &data, space, &err), CML_BAD_USAGE);
	cr_assert_str_eq(err.message, "the share of a base is learned as a logarithm: "
				      "--no-log-target needs the role ignore for the base");
	cr_assert_null(model);
	cml_dataset_release(&data);
	cml_space_free(space);
	cml_hyper_release(&hyper);
}

Test(model_base, comes_back_from_its_file)
{
	static const double targets[] = {1, 6};
	struct cml_space *space = fixture_space("name,role,type,domain\ngpus,context,int,1:64\n"
						"roof,base,,2 * gpus\nwps,metric,min,\n");
	struct cml_dataset data = dataset_of_shares(targets);
	struct cml_hyper hyper = {0};
	struct cml_error err;
	struct cml_model *model = NULL, *again = NULL;
	struct cml_output *output = NULL;
	struct cml_model_spec spec = {.hyper = &hyper};
	char path[] = "/tmp/test_model_base.XXXXXX";
	close(mkstemp(path));
	cr_assert_eq(cml_predictor_find("gbt", &spec.kind, &err), CML_OK);
	cr_assert_eq(train(&model, &spec, &data, space, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_output_open(&output, path, &err), CML_OK);
	cr_assert_eq(cml_model_write(model, output, &err), CML_OK);
	cr_assert_eq(cml_output_commit(output, &err), CML_OK);
	cml_output_free(output);
	cr_assert_eq(cml_model_read(&again, path, &err), CML_OK, "%s", err.message);
	cr_assert(again->has_base && again->log_target && !again->maximize);
	cr_assert_eq(again->base_feature, 1);
	double mean[4], sd[2];
	cml_model_predict(model, 2, data.x, mean, sd);
	cml_model_predict(again, 2, data.x, mean + 2, sd);
	cr_assert(mean[0] == mean[2] && mean[1] == mean[3]);
	cr_assert(mean[0] < mean[1], "%g %g", mean[0], mean[1]);
	struct cml_buffer head = {0};
	cr_assert_eq(cml_model_head(again, &head, &err), CML_OK);
	cr_assert(memmem(head.data, head.size, "\ntarget share\n", 14));
	cml_buffer_release(&head);
	unlink(path);
	cml_model_free(model);
	cml_model_free(again);
	cml_dataset_release(&data);
	cml_hyper_release(&hyper);
	cml_space_free(space);
}
