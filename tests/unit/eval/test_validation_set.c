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
