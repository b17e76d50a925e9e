#include "eval/validation_set.h"

#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain,encoding,when\n"
				 "gpus,context,int,1:4096,log,\n"
				 "tp,param,int,1|2|4,,\n"
				 "sp,param,bool,,,tp > 1\n"
				 "tokens,context,int,,,\n"
				 "wps,metric,max,,,\n"
				 "status,status,,,,\n"
				 "w,weight,,,,\n";

static enum cml_result append(struct fixture_history *fixture)
{
	struct cml_row row = fixture_row(fixture->reader);
	err = (struct cml_error){0};
	return cml_validation_set_append(&fixture->set, &fixture->binding, &row, &err);
}

Test(set, keeps_ok_jobs_with_their_lines)
{
	AUTO(fixture_history) fixture;
	struct cml_split_spec by_day, by_size;
	fixture_history_open(&fixture, space_text,
			     "day,w,tp,gpus,status,wps,sp,tokens\n"
			     "mon,1,2,8,ok,2.385,yes,10\n"
			     "tue,1,2,8,oom,,no,10\n"
			     "\n"
			     "wed,0,2,8,ok,3,no,10\n"
			     "NA,0.5,1,16,COMPLETED,4,yes,\n"
			     "fri,1,1,16,NODE_FAIL,4,,7\n"
			     "sat,1,1,16,ok,,,7\n");
	by_day = fixture_split(&fixture, "time:day");
	by_size = fixture_split(&fixture, "scale:tokens * 2 > 15");
	fixture_history_read(&fixture);
	const struct cml_validation_set *set = &fixture.set;
	const struct cml_dataset *data = &set->data;
	cr_assert_eq(data->n_rows, 2);
	cr_assert_eq(set->rows.places[0].line, 2);
	cr_assert_eq(set->rows.places[1].line, 6);
	cr_assert_eq(data->y[0], 2.385);
	cr_assert_eq(data->weight[1], 0.5);
	cr_assert_eq(data->n_left_out[CML_JOB_INFRA], 1);
	cr_assert_eq(data->failed->n_rows, 2);
	cr_assert_eq(data->failed->y[0], CML_JOB_OOM);
	cr_assert_eq(data->failed->y[1], CML_JOB_FAILED);
	cr_assert_eq(set->failed.places[0].line, 3);
	cr_assert_eq(set->failed.places[1].line, 8);
	cr_assert(cml_slice_is(set->failed.answers[by_day.aspect].times[0], "tue"));
	cr_assert_eq(set->failed.answers[by_size.aspect].numbers[0], 0);
	cr_assert_eq(set->failed.answers[by_size.aspect].numbers[1], 1);
	cr_assert_eq(data->n_weightless, 1);
	cr_assert_str_eq(data->feature_names[0], "log2(gpus)");
	cr_assert_eq(data->x[0], 3);
	/* What the encoder says of the row, key of the space. */
	cr_assert_eq(data->n_features, fixture.encoder.n_features);
	cr_assert_neq(data->keys[0], data->keys[1]);
	const struct cml_validation_answers *day = &set->rows.answers[by_day.aspect];
	cr_assert(cml_slice_is(day->times[0], "mon"));
	cr_assert_eq(day->times[1].size, 0);
	const struct cml_validation_answers *size = &set->rows.answers[by_size.aspect];
	cr_assert_eq(size->numbers[0], 0);
	cr_assert(isnan(size->numbers[1]));
}

/* An error leaves nothing of the row: the next one takes its place. */
Test(set, goes_on_after_a_bad_row)
{
	AUTO(fixture_history) fixture;
	fixture_history_open(&fixture, space_text,
			     "w,tp,gpus,status,wps,sp,tokens\n"
			     "1,3,8,ok,1,,10\n"
			     "1,2,8,ok,fast,1,10\n"
			     "1,2,8,running,1,1,10\n"
			     "-1,2,8,ok,1,1,10\n"
			     "1,1,8,ok,1,,0\n"
			     "1,1,8,ok,7,,\n");
	struct cml_split_spec first = fixture_split(&fixture, "scale:gpus + tokens > 1");
	struct cml_split_spec second = fixture_split(&fixture, "scale:1 / tokens > 1");
	static const char *const columns[] = {"tp", "wps", "status", "w", ""};
	for (size_t i = 0; i < 5; i++) {
		cr_assert_eq(append(&fixture), CML_BAD_DATA, "row %zu", i);
		cr_assert_str_eq(err.column, columns[i], "row %zu: %s", i, err.message);
		cr_assert_eq(fixture.set.data.n_rows, 0);
	}
	cr_assert(strstr(err.message, "division by zero"), "%s", err.message);
	cr_assert(strstr(err.message, "1 / tokens > 1"), "%s", err.message);
	assert_ok(append(&fixture));
	cr_assert_eq(fixture.set.data.n_rows, 1);
	cr_assert_eq(fixture.set.data.y[0], 7);
	cr_assert_eq(fixture.set.rows.places[0].line, 7);
	cr_assert_eq(cml_split_n_missing(&first, &fixture.set), 1);
	cr_assert_eq(cml_split_n_missing(&second, &fixture.set), 1);
}

/* An int of the space as numbers, of failed jobs too. */
Test(set, keeps_numbers_of_a_scale)
{
	AUTO(fixture_history) fixture;
	size_t aspect;
	fixture_history_open(&fixture, space_text,
			     "w,tp,gpus,status,wps,sp,tokens\n"
			     "1,2,8,ok,1,1,\n"
			     "1,2,16,ok,1,1,\n"
			     "1,2,32,ok,1,1,\n"
			     "1,2,8,oom,,1,\n"
			     "1,2,32,oom,,1,\n");
	const struct cml_validation_set_aspect asked = {
	    CML_ASPECT_SCALE, cml_space_find(fixture.space, cml_slice_of("gpus")), NULL};
	cr_assert_eq(cml_validation_set_ask(&fixture.set, asked, &aspect, &err), CML_OK);
	fixture_history_read(&fixture);
	const double *ran = fixture.set.rows.answers[aspect].numbers;
	const double *failed = fixture.set.failed.answers[aspect].numbers;
	cr_assert(ran[0] == 8 && ran[1] == 16 && ran[2] == 32);
	cr_assert(failed[0] == 8 && failed[1] == 32);
}

Test(set, survives_growth)
{
	AUTO(fixture_history) fixture;
	char text[64 * 3000];
	size_t size = (size_t)sprintf(text, "w,tp,gpus,status,wps,sp,tokens\n");
	for (int i = 1; i <= 3000; i++)
		size += (size_t)sprintf(text + size, "1,1,%d,ok,%d,,%d\n", i, i, i % 11);
	fixture_history_open(&fixture, space_text, text);
	struct cml_split_spec time = fixture_split(&fixture, "time:tokens");
	struct cml_split_spec scale = fixture_split(&fixture, "scale:tokens < 4");
	fixture_history_read(&fixture);
	const struct cml_validation_set *set = &fixture.set;
	cr_assert_eq(set->data.n_rows, 3000);
	for (size_t i = 0; i < 3000; i++) {
		char cell[16];
		snprintf(cell, sizeof cell, "%zu", (i + 1) % 11);
		cr_assert_eq(set->rows.places[i].line, i + 2);
		cr_assert(cml_slice_is(set->rows.answers[time.aspect].times[i], cell));
		cr_assert_eq(set->rows.answers[scale.aspect].numbers[i] == 0, (i + 1) % 11 < 4);
		cr_assert_float_eq(set->data.x[i * set->data.n_features], log2((double)(i + 1)),
				   1e-5);
	}
}

Test(set, needs_a_metric)
{
	AUTOPTR(cml_space) space = fixture_space("name,role,type,domain\ngpus,param,int,1:8\n");
	AUTO(cml_encoder) encoder;
	AUTO(cml_validation_set) set;
	assert_ok(cml_encoder_init(&encoder, space, &err));
	cr_assert_eq(cml_validation_set_init(&set, &encoder, &err), CML_BAD_DATA);
	cr_assert(strstr(err.message, "metric"), "%s", err.message);
}

/* Errors about a row name the table it stands in. */
Test(set, knows_where_its_rows_stand)
{
	AUTO(fixture_history) jobs;
	fixture_history_open(&jobs, "name,role,type,domain\nid,param,int,0:99\nwps,metric,max,\n",
			     "id,wps\n1,10\n2,\n3,-5\n4,-6\n");
	jobs.set.keep_values = true;
	for (size_t i = 0; i < 4; i++) {
		struct cml_row row = fixture_row(jobs.reader);
		assert_ok(cml_validation_set_file(&jobs.set, i < 2 ? "a.csv" : "b.csv", &err));
		assert_ok(cml_validation_set_append(&jobs.set, &jobs.binding, &row, &err));
	}
	cr_assert_eq(jobs.set.data.n_rows, 3);
	cr_assert_str_eq(jobs.set.rows.places[0].file, "a.csv");
	cr_assert_str_eq(jobs.set.rows.places[2].file, "b.csv");
	cr_assert_eq(jobs.set.rows.kept[2 * jobs.space->n_columns], 4);
}
