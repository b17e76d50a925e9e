#include "learn/data/dataset.h"

#include "model_fixture.h"
#include "test.h"

static const char *const two_names[] = {"batch", "log2(gpus)"};

static struct cml_dataset two_features(void)
{
	struct cml_dataset data = {0};
	assert_ok(cml_dataset_init(&data, 2, two_names, &err));
	return data;
}

/* Six jobs, those with an odd number failed; the limit is the number. */
static struct cml_dataset half_failed(void)
{
	static const char *const limit[] = {"gb"};
	struct cml_dataset data = two_features();
	assert_ok(cml_dataset_set_limits(&data, 1, limit, &err));
	for (size_t i = 0; i < 6; i++) {
		double number = (double)i, features[] = {number, 0};
		struct cml_dataset_job job = {.status = i % 2 ? CML_JOB_OOM : CML_JOB_OK,
					      .target = i % 2 ? NAN : 1,
					      .weight = 1,
					      .key = i / 4,
					      .features = features,
					      .limits = &number};
		assert_ok(cml_dataset_append_job(&data, &job, &err));
	}
	return data;
}

Test(dataset, tells_what_was_left_out)
{
	AUTO(cml_dataset) data = {0};
	data.n_left_out[CML_JOB_OOM] = 3;
	data.n_left_out[CML_JOB_FAILED] = 12;
	data.n_weightless = 1;
	assert_error(cml_dataset_require_rows(&data, &err), CML_BAD_DATA,
		     "no job has a target (3 oom, 12 failed, 1 of weight 0)");
	data = half_failed();
	data.n_rows = 0;
	assert_error(cml_dataset_require_rows(&data, &err), CML_BAD_DATA,
		     "no job has a target (3 oom): add one that ran, such as a known "
		     "configuration, or one that needs less memory and time");
}

/* Which columns are what. */

static enum cml_result init_table(struct cml_feature_table *table, const char *header)
{
	AUTOPTR(cml_table_reader) reader = fixture_table(header);
	enum cml_result status = cml_feature_table_init(table, cml_table_header(reader), &err);
	return status;
}

Test(feature_table, refuses_other_tables)
{
	AUTO(cml_feature_table) table;
	cr_assert_eq(init_table(&table, "gpus,wps\n"), CML_BAD_DATA);
	cr_assert(strstr(err.message, "not a feature table"));
	cml_feature_table_release(&table);
	cr_assert_eq(init_table(&table, "cml_key,cml_target\n"), CML_BAD_DATA);
	cr_assert(strstr(err.message, "no feature"));
}

/* Reading rows. */

struct reading {
	struct cml_table_reader *reader;
	struct cml_feature_table table;
	struct cml_dataset data;
	double features[8];
};

static void start(struct reading *reading, const char *text)
{
	*reading = (struct reading){.reader = fixture_table(text)};
	assert_ok(cml_feature_table_init(&reading->table, cml_table_header(reading->reader), &err));
	assert_ok(cml_feature_table_dataset(&reading->table, &reading->data, &err));
}

static enum cml_result next(struct reading *reading)
{
	struct cml_row row = fixture_row(reading->reader);
	err = (struct cml_error){0};
	return cml_dataset_append_row(&reading->data, &reading->table, &row, reading->features,
				      &err);
}

static void reading_release(struct reading *reading)
{
	cml_table_free(reading->reader);
	cml_feature_table_release(&reading->table);
	cml_dataset_release(&reading->data);
}

Test(dataset, reads_rows_and_counts_the_others)
{
	AUTO(reading) reading;
	start(&reading, "a,cml_key,cml_status,cml_target,cml_weight,b\n"
			"1.5,00000000000000ff,ok,2.385,0.25,\n"
			"1,00000000000000fe,OUT_OF_MEMORY,,1,2\n"
			"1,00000000000000fd,,,1,2\n"
			"1,00000000000000fc,ok,,1,2\n"
			"1,00000000000000fb,ok,7,0,2\n"
			"3,00000000000000fa,,-4,1,5\n");
	for (int i = 0; i < 6; i++)
		assert_ok(next(&reading));
	const struct cml_dataset *data = &reading.data;
	cr_assert_eq(data->n_rows, 2);
	cr_assert_eq(data->y[0], 2.385);
	cr_assert_eq(data->weight[0], 0.25);
	cr_assert_eq(data->keys[0], 0xff);
	cr_assert_eq(data->x[0], 1.5f);
	cr_assert(isnan(data->x[1]));
	cr_assert_eq(data->y[1], -4);
	cr_assert_eq(data->n_left_out[CML_JOB_OOM], 0);
	cr_assert_eq(data->n_left_out[CML_JOB_FAILED], 1, "ok without a target teaches nothing");
	cr_assert_eq(data->failed->n_rows, 2);
	cr_assert_eq(data->failed->y[0], CML_JOB_OOM);
	cr_assert_eq(data->failed->y[1], CML_JOB_FAILED);
	cr_assert_eq(data->failed->keys[0], 0xfe);
	cr_assert_eq(data->failed->x[3], 2);
	cr_assert_eq(data->n_left_out[CML_JOB_OK], 0);
	cr_assert_eq(data->n_weightless, 1);
}

Test(dataset, says_what_is_wrong_with_a_row)
{
	static const struct {
		const char *row, *column, *part;
	} cases[] = {
	    {"1,xyz,ok,1,1,1\n", "cml_key", "\"xyz\""},
	    {"1,,ok,1,1,1\n", "cml_key", "not a key"},
	    {"1,00000000000000ff,RUNNING,1,1,1\n", "cml_status", "\"RUNNING\""},
	    {"1,00000000000000ff,oom,1,1,1\n", "cml_target", "not ok"},
	    {"1,00000000000000ff,ok,fast,1,1\n", "cml_target", "\"fast\""},
	    {"1,00000000000000ff,ok,inf,1,1\n", "cml_target", "not a number"},
	    {"1,00000000000000ff,ok,1,-1,1\n", "cml_weight", "not a weight"},
	    {"1,00000000000000ff,ok,1,,1\n", "cml_weight", "not a weight"},
	    {"1,00000000000000ff,ok,1,1,x\n", "b", "\"x\""},
	    {"NA,00000000000000ff,ok,1,1,1\n", "a", "\"NA\""},
	    {"1e300,00000000000000ff,ok,1,1,1\n", "a", "too large"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[256];
		AUTO(reading) reading;
		snprintf(text, sizeof text, "a,cml_key,cml_status,cml_target,cml_weight,b\n%s",
			 cases[i].row);
		start(&reading, text);
		cr_assert_eq(next(&reading), CML_BAD_DATA, "row %zu", i);
		cr_assert_str_eq(err.column, cases[i].column, "row %zu", i);
		cr_assert(strstr(err.message, cases[i].part), "row %zu: %s", i, err.message);
		cr_assert_eq(reading.data.n_rows, 0);
	}
}
