#include "eval/evaluation.h"

#include "base/number.h"
#include <unistd.h>

#include "eval/contexts.h"
#include "model_fixture.h"
#include "test.h"

/* A writer into a file of its own, and what was written. */
struct written {
	char path[64];
	struct cml_output *output;
	struct cml_table_writer writer;
};

static void open_written(struct written *written)
{
	strcpy(written->path, "/tmp/test_evaluation.XXXXXX");
	close(mkstemp(written->path));
	assert_ok(cml_output_open(&written->output, written->path, &err));
	cml_table_writer_init(&written->writer, written->output, ',');
}

static char *read_written(struct written *written)
{
	static char text[100000];
	assert_ok(cml_output_commit(written->output, &err));
	cml_output_free(written->output);
	FILE *file = fopen(written->path, "r");
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	unlink(written->path);
	return text;
}

static const char *const one_split[] = {"columns"};

Test(evaluation, compares_two_columns)
{
	static const double actual[] = {1, 2, 3, 4, 5}, predicted[] = {1.5, 1.9, 3.25, 6, 4.5};
	static const char *const conditions[] = {"regret@1<=0.2", "rmse<1", "regret@1<0.2",
						 "pearson>2"};
	AUTO(cml_evaluation) evaluation;
	struct cml_evaluation_request request = {"regret@1, top-recall@2", NULL, conditions, 4,
						 true};
	struct cml_score_pairs pairs = {
	    .n = 5, .actual = actual, .predicted = predicted, .maximize = true};
	struct cml_bootstrap none = {0, 0.95, 1};
	struct written written;
	open_written(&written);
	assert_ok(cml_evaluation_init(&evaluation, &request, &err));
	assert_ok(cml_evaluation_set_splits(&evaluation, one_split, 1, &err));
	evaluation.scores = &written.writer;
	assert_ok(cml_evaluation_compare(&evaluation, &pairs, &none, NULL, &err));
	char *text = read_written(&written);
	const char *expected =
	    "cml_split,cml_repeat,cml_n_train,cml_n_test,cml_metric,cml_value,cml_lo,cml_hi\n"
	    "columns,mean,,5,regret@1,0.2,,\n"
	    "columns,mean,,5,top-recall@2,1,,\n"
	    "columns,mean,,5,rmse,";
	cr_assert_eq(strncmp(text, expected, strlen(expected)), 0, "%s", text);
	cr_assert(strstr(text, "\ncolumns,mean,,5,pearson,0.858"), "%s", text);
	cr_assert_not(cml_evaluation_missed(&evaluation, 0, &err));
	cr_assert_not(cml_evaluation_missed(&evaluation, 1, &err));
	cr_assert(cml_evaluation_missed(&evaluation, 2, &err));
	cr_assert_eq(err.status, CML_NOTHING);
	cr_assert_str_eq(err.message, "required regret@1<0.2, found 0.2 (split columns)");
	cr_assert(cml_evaluation_missed(&evaluation, 3, &err));
}

Test(evaluation, refuses_predictions_that_are_no_numbers)
{
	static const double actual[] = {1, 2}, predicted[] = {1, INFINITY};
	AUTO(cml_evaluation) evaluation;
	struct cml_evaluation_request request = {"kendall", NULL, NULL, 0, true};
	struct cml_score_pairs pairs = {
	    .n = 2, .actual = actual, .predicted = predicted, .maximize = true};
	struct cml_bootstrap none = {0, 0.95, 1};
	assert_ok(cml_evaluation_init(&evaluation, &request, &err));
	assert_ok(cml_evaluation_set_splits(&evaluation, one_split, 1, &err));
	cr_assert_eq(cml_evaluation_compare(&evaluation, &pairs, &none, NULL, &err), CML_BAD_DATA);
}

Test(evaluation, refuses_metrics_and_conditions_it_does_not_know)
{
	static const char *const conditions[] = {"kendall>=0.8", "kendal>=0.8"};
	AUTO(cml_evaluation) evaluation;
	struct cml_evaluation_request request = {"kendall,,rmse", NULL, conditions, 1, true};
	cr_assert_eq(cml_evaluation_init(&evaluation, &request, &err), CML_BAD_USAGE);
	cml_evaluation_release(&evaluation);
	request.metrics = "";
	cr_assert_eq(cml_evaluation_init(&evaluation, &request, &err), CML_BAD_USAGE);
	cml_evaluation_release(&evaluation);
	request = (struct cml_evaluation_request){"kendall", NULL, conditions, 2, true};
	cr_assert_eq(cml_evaluation_init(&evaluation, &request, &err), CML_BAD_USAGE);
}

/* Two splits, a curve, points: names, numbering from 1, and gates held against
 * the largest size of each split. */
Test(evaluation, validates_every_split)
{
	static const char *const splits[] = {"random:0.5", "time:day"};
	static const char *const conditions[] = {"rmse<0", "mape>=0"};
	static const size_t sizes[] = {2, 4};
	AUTO(fixture_history) jobs;
	fixture_history_open(
	    &jobs, "name,role,type,domain\nid,param,int,0:99\nwps,metric,max,\n",
	    "day,id,wps\n1,1,10\n2,2,20\n3,3,30\n4,1,11\n5,2,21\n6,3,31\n7,4,40\n8,5,50\n");
	struct cml_split_spec specs[2] = {fixture_split(&jobs, splits[0]),
					  fixture_split(&jobs, splits[1])};
	fixture_history_read(&jobs);
	AUTO(cml_hyper) hyper = {0};
	struct cml_model_spec model = {.kind = &fixture_memory, .hyper = &hyper, .maximize = true};
	struct cml_validation how = {
	    .n_repeats = 2, .sizes = sizes, .n_sizes = 2, .model = &model, .seed = 1};
	AUTO(cml_evaluation) evaluation;
	struct cml_evaluation_request request = {"rmse", NULL, conditions, 2, true};
	struct written scores, points;
	open_written(&scores);
	open_written(&points);
	assert_ok(cml_evaluation_init(&evaluation, &request, &err));
	assert_ok(cml_evaluation_set_splits(&evaluation, splits, 2, &err));
	evaluation.scores = &scores.writer;
	evaluation.points = &points.writer;
	assert_ok(cml_evaluation_validate(&evaluation, specs, &how, &jobs.set, &err));
	char *text = read_written(&scores);
	double at_largest[2] = {NAN, NAN};
	size_t n_lines = 0;
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), n_lines++) {
		if (strncmp(line, "random:0.5,mean,4,4,rmse,", 25) == 0)
			at_largest[0] = atof(line + 25);
		if (strncmp(line, "time:day,mean,4,2,rmse,", 23) == 0)
			at_largest[1] = atof(line + 23);
	}
	cr_assert_eq(n_lines, 1 + 2 * 2 * 3 * 2);
	cr_assert_not(isnan(at_largest[0]) || isnan(at_largest[1]));
	for (size_t split = 0; split < 2; split++) {
		char found[128];
		cr_assert(cml_evaluation_missed(&evaluation, 2 * split, &err));
		snprintf(found, sizeof found, "(split %s)", splits[split]);
		cr_assert(strstr(err.message, found), "%s", err.message);
		cr_assert_float_eq(atof(strstr(err.message, "found ") + 6),
				   cml_round_known(at_largest[split], NAN), 1e-12);
		cr_assert_not(cml_evaluation_missed(&evaluation, 2 * split + 1, &err));
	}
	text = read_written(&points);
	const char *header =
	    "cml_split,cml_repeat,cml_n_train,cml_line,cml_key,cml_actual,cml_pred,cml_sd,"
	    "cml_lo,cml_hi,cml_ok,cml_status\n";
	cr_assert_eq(strncmp(text, header, strlen(header)), 0);
	char row[64], key[CML_KEY_SIZE];
	cml_key_print(jobs.set.data.keys[7], key);
	snprintf(row, sizeof row, "\ntime:day,2,4,9,%s,50,", key);
	cr_assert(strstr(text, row), "%s in %s", row, text);
}

Test(column_values, reads_what_both_columns_have)
{
	AUTOPTR(cml_table_reader) reader =
	    fixture_table("p,x,a\n1.5,,1\n,,2\nNA,,\n3.25,,3\n7,,x\n-1e3,q,-4\n");
	AUTO(cml_column_values) columns;
	AUTO(cml_na) na;
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_column_values_init(&columns, cml_table_header(reader), &na, "a", "p", &err));
	for (size_t i = 0; i < 6; i++) {
		struct cml_row row = fixture_row(reader);
		enum cml_result status = cml_column_values_append(&columns, &row, &err);
		cr_assert_eq(status, i == 4 ? CML_BAD_DATA : CML_OK, "row %zu", i);
	}
	cr_assert_str_eq(err.column, "a");
	cr_assert_str_eq(err.message, "not a number: \"x\"");
	cr_assert_eq(columns.n, 3);
	cr_assert_eq(columns.n_missing, 2);
	cr_assert_eq(columns.values[0][0], 1);
	cr_assert_eq(columns.values[1][0], 1.5);
	cr_assert_eq(columns.values[0][2], -4);
	cr_assert_eq(columns.values[1][2], -1000);
	cml_column_values_release(&columns);
	cr_assert_eq(
	    cml_column_values_init(&columns, cml_table_header(reader), &na, "a", "q", &err),
	    CML_BAD_DATA);
}

/* Where there is a base, its worth: the same predictor without it, and the base alone. */
Test(evaluation, scores_the_law_beside)
{
	static const char *const splits[] = {"scale:gpus<=4"};
	static const char *const conditions[] = {"kendall>=1"};
	AUTO(fixture_history) jobs;
	/* The share rises with the batch, and the base knows larger counts of devices. */
	fixture_history_open(
	    &jobs,
	    "name,role,type,domain\ngpus,context,int,1:64\nbatch,param,int,1:64\n"
	    "compute,term,,1 / (100 * gpus)\nwps,metric,max,\n",
	    "gpus,batch,wps\n1,1,10\n2,2,30\n4,1,41\n4,2,62\n8,1,80\n16,1,160\n16,2,240\n");
	struct cml_split_spec specs[1] = {fixture_split(&jobs, splits[0])};
	fixture_history_read(&jobs);
	AUTO(cml_hyper) hyper = {0};
	struct cml_model_spec model = {.hyper = &hyper, .maximize = true};
	struct cml_validation how = {.n_repeats = 1, .model = &model, .seed = 1};
	AUTO(cml_evaluation) evaluation;
	struct cml_evaluation_request request = {"kendall,mape", NULL, conditions, 1, true};
	struct written scores;
	open_written(&scores);
	assert_ok(cml_predictor_find("gbt", &model.kind, &err));
	assert_ok(cml_evaluation_init(&evaluation, &request, &err));
	assert_ok(cml_evaluation_set_splits(&evaluation, splits, 1, &err));
	evaluation.scores = &scores.writer;

	assert_ok(cml_evaluation_validate(&evaluation, specs, &how, &jobs.set, &err));
	cr_assert_not(cml_evaluation_missed(&evaluation, 0, &err), "%s", err.message);
	char *text = read_written(&scores);
	static const char *const lines[] = {"mean,4,3,kendall,1,", "mean,4,3,kendall-no-law,",
					    "mean,4,3,mape-no-law,",
					    "mean,4,3,kendall-law-alone,0.8164965809277", ""};
	for (const char *const *line = lines; **line; line++)
		cr_assert(strstr(text, *line), "%s in %s", *line, text);
	cr_assert_not(strstr(text, "kendall-no-law,1,"), "trees do not see more devices");
}
