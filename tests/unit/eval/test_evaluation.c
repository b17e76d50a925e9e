#include "eval/evaluation.h"

#include <unistd.h>

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
