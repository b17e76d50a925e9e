#include "model/model_file.h"

#include <unistd.h>

#include "learn/data/dataset.h"
#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain\n"
				 "gpus,param,int,1:64\n"
				 "wps,metric,max,\n"
				 "hours,metric,min,\n"
				 "peak,limit,,:80\n";

/* Jobs as cml-encode writes them: the second metric before the limit, missing in one job. */
static const char table_text[] = "cml_target,cml_metric_hours,cml_limit_peak,gpus,cml_status\n"
				 "10,6,70,1,ok\n"
				 "20,5,60,2,ok\n"
				 "30,,50,4,ok\n"
				 ",,,64,oom\n"
				 "50,3,40,16,ok\n"
				 "60,2.385,,32,ok\n";

static struct cml_dataset read_data(const char *text)
{
	AUTOPTR(cml_table_reader) reader = fixture_table(text);
	AUTO(cml_feature_table) table;
	struct cml_dataset data = {0};
	struct cml_row row;
	double numbers[8];
	assert_ok(cml_feature_table_init(&table, cml_table_header(reader), &err));
	assert_ok(cml_feature_table_dataset(&table, &data, &err));
	while (cml_table_next(reader, &row, &err) == CML_OK)
		assert_ok(cml_dataset_append_row(&data, &table, &row, numbers, &err));
	return data;
}

static enum cml_result train(const char *text, const char *space_file, struct cml_model **model)
{
	AUTO(cml_dataset) data = read_data(text);
	AUTOPTR(cml_space) space = fixture_space(space_file);
	AUTO(cml_hyper) hyper = {0};
	struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {
	    .hyper = &hyper, .seed = 1, .maximize = true, .keeps_support = true};
	err = (struct cml_error){0};
	*model = NULL;
	assert_ok(cml_predictor_find("tree", &spec.kind, &err));
	enum cml_result status = cml_model_train(model, &spec, &data, space, &hooks, &err);
	return status;
}

static void assert_refused(const char *text, const char *space, const char *part)
{
	struct cml_model *model;
	cr_assert_eq(train(text, space, &model), CML_BAD_DATA, "%s", err.message);
	cr_assert(strstr(err.message, part), "%s", err.message);
}

Test(model_second, is_that_of_the_space)
{
	assert_refused("cml_target,cml_metric_cost,gpus\n1,2,3\n",
		       "name,role,type\ngpus,param,int\nwps,metric,max\nhours,metric,min\n",
		       "a column cml_metric_cost, but the space has no such second metric");
	assert_refused("cml_target,cml_metric_hours,gpus\n1,2,3\n",
		       "name,role,type\ngpus,param,int\nwps,metric,max\n",
		       "but the space has no such second metric");
	assert_refused("cml_target,cml_metric_hours,gpus\n1,,3\n",
		       "name,role,type\ngpus,param,int\nwps,metric,max\nhours,metric,min\n",
		       "no ok job reports this second metric");
}

Test(model_second, is_one_column)
{
	AUTOPTR(cml_table_reader) reader =
	    fixture_table("cml_target,cml_metric_a,gpus,cml_metric_b\n");
	AUTO(cml_feature_table) table;
	cr_assert_eq(cml_feature_table_init(&table, cml_table_header(reader), &err), CML_BAD_DATA);
	cr_assert(strstr(err.message, "more than one column cml_metric_NAME"), "%s", err.message);
}

Test(model_second, comes_back_from_its_file)
{
	char path[] = "/tmp/test_model_second.XXXXXX";
	struct cml_model *model, *read = NULL;
	struct cml_output *output = NULL;
	close(mkstemp(path));
	assert_ok(train(table_text, space_text, &model));
	assert_ok(cml_output_open(&output, path, &err));
	assert_ok(cml_model_write(model, output, &err));
	assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	assert_ok(cml_model_read(&read, path, &err));
	cr_assert_not_null(read->second);
	for (float gpus = 0; gpus < 40; gpus += 7) {
		double mean[2], sd[2];
		cml_model_predict(model->second, 1, &gpus, &mean[0], &sd[0]);
		cml_model_predict(read->second, 1, &gpus, &mean[1], &sd[1]);
		cr_assert_eq(mean[0], mean[1]);
	}
	cml_model_free(read);
	cml_model_free(model);
	unlink(path);
}
