#include "eval/validate.h"

#include "model_fixture.h"
#include "test.h"

/* The target is a hash of the feature: nothing but having seen a configuration
 * tells it. A predictor that knows its training rows by heart (fixture_memory)
 * then shows every leak from the training side to the tests. */
static const char space_text[] = "name,role,type,domain\n"
				 "id,param,int,0:100000\n"
				 "wps,metric,max,\n";

static double target_of(size_t id)
{
	uint64_t hash = cml_hash(CML_HASH_SEED, &id, sizeof id);
	return (double)(hash % 100000) + 1;
}

/* n_rows jobs; job i has the configuration i % n_configs and ran on day i. */
static void open_jobs(struct fixture_history *fixture, size_t n_rows, size_t n_configs)
{
	AUTOFREE char *text = malloc(64 + 64 * n_rows);
	size_t size = (size_t)sprintf(text, "id,wps,day\n");
	for (size_t i = 0; i < n_rows; i++)
		size += (size_t)sprintf(text + size, "%zu,%.0f,%zu\n", i % n_configs,
					target_of(i % n_configs), i);
	fixture_history_open(fixture, space_text, text);
}

struct setting {
	struct fixture_history jobs;
	struct cml_split_spec split;
	struct cml_hyper hyper;
	struct cml_model_spec model;
	struct cml_scoring scoring;
	struct cml_validation validation;
	struct cml_validation_results results;
};

static void start(struct setting *setting, size_t n_rows, size_t n_configs, const char *split,
		  const char *metrics)
{
	*setting = (struct setting){0};
	open_jobs(&setting->jobs, n_rows, n_configs);
	setting->split = fixture_split(&setting->jobs, split);
	fixture_history_read(&setting->jobs);
	setting->model = (struct cml_model_spec){
	    .kind = &fixture_memory, .hyper = &setting->hyper, .maximize = true};
	assert_ok(cml_scoring_add(&setting->scoring, metrics, &err));
	setting->validation = (struct cml_validation){.split = &setting->split,
						      .n_repeats = 3,
						      .model = &setting->model,
						      .scoring = &setting->scoring,
						      .keeps_points = true,
						      .bootstrap = {50, 0.9, 7},
						      .seed = 12};
}

static enum cml_result run(struct setting *setting)
{
	cml_validation_results_release(&setting->results);
	return cml_validate(&setting->validation, &setting->jobs.set, &setting->results, &err);
}

static void setting_release(struct setting *setting)
{
	cml_validation_results_release(&setting->results);
	fixture_history_release(&setting->jobs);
	cml_hyper_release(&setting->hyper);
	cml_scoring_release(&setting->scoring);
}

/* Tested jobs, and those whose configuration stood on the training side. */
static size_t n_known(const struct setting *setting, size_t *n_tested)
{
	size_t n = 0;
	*n_tested = 0;
	for (size_t o = 0; o < setting->results.n_outcomes; o++) {
		const struct cml_split *split =
		    &setting->results.splits[o % setting->validation.n_repeats];
		for (size_t i = 0; i < split->n_test; i++, ++*n_tested)
			n += isnan(setting->results.outcomes[o].sd[i]) ? 0 : 1;
	}
	return n;
}

/* Of the first score, the mean over the repeats. */
static double mean_score(const struct setting *setting)
{
	double values[3];
	for (size_t o = 0; o < 3; o++)
		values[o] = setting->results.outcomes[o].scored->value;
	return cml_scored_mean(3, values).value;
}

Test(validate, tests_no_row_it_trained_on)
{
	static const char *const splits[] = {"random", "key", "time:day", "scale:id < 30"};
	static const size_t sizes[] = {5, 20, 30};
	size_t n_tested;
	for (size_t i = 0; i < 4; i++) {
		AUTO(setting) setting;
		start(&setting, 60, 60, splits[i], "kendall");
		setting.validation.sizes = sizes;
		setting.validation.n_sizes = 3;
		assert_ok(run(&setting));
		cr_assert_eq(n_known(&setting, &n_tested), 0, "%s", splits[i]);
		cr_assert_gt(n_tested, 0);
	}
}

/* Two jobs of each configuration: a random split tests what it knows by heart,
 * a split by key does not. */
Test(validate, key_split_stops_the_leak_through_repeats)
{
	AUTO(setting) setting;
	size_t n_tested;
	start(&setting, 80, 40, "random", "kendall");
	assert_ok(run(&setting));
	cr_assert_gt(2 * n_known(&setting, &n_tested), n_tested);
	cr_assert_gt(mean_score(&setting), 0.3);
	setting_release(&setting);
	start(&setting, 80, 40, "key", "kendall");
	assert_ok(run(&setting));
	cr_assert_eq(n_known(&setting, &n_tested), 0);
	cr_assert(isnan(mean_score(&setting)), "all predictions are the same mean");
}

/* The detector itself works: tested on rows it trained on it is perfect. */
Test(validate, detector_detects)
{
	AUTO(setting) setting;
	size_t n_tested;
	start(&setting, 80, 40, "time:day:0.5", "kendall");
	assert_ok(run(&setting));
	cr_assert_eq(n_known(&setting, &n_tested), 3 * 40);
	cr_assert_eq(mean_score(&setting), 1);
}

/* The first item that fails is the one spoken of, whatever the threads do. */
Test(validate, hands_back_the_error_of_the_first_that_fails)
{
	AUTO(setting) setting;
	char alone[CML_ERROR_MESSAGE_SIZE];
	start(&setting, 60, 60, "random:0.2", "rmse");
	setting.model.log_target = true;
	setting.validation.n_repeats = 12;
	for (size_t i = 0; i < 60; i += 12)
		setting.jobs.set.data.y[i] = -1 - (double)i;
	cr_assert_eq(run(&setting), CML_BAD_DATA);
	strcpy(alone, err.message);
	cr_assert(strstr(alone, "has no logarithm"), "%s", alone);
	for (unsigned n_threads = 2; n_threads < 7; n_threads++) {
		assert_ok(cml_pool_new(&setting.validation.pool, n_threads, &err));
		assert_error(run(&setting), CML_BAD_DATA, alone);
		cml_pool_free(setting.validation.pool);
	}
}

Test(validate, parses_curves)
{
	size_t *sizes = NULL, n = 0;
	assert_ok(cml_curve_parse("25, 50,100", &sizes, &n, &err));
	cr_assert(n == 3 && sizes[0] == 25 && sizes[1] == 50 && sizes[2] == 100);
	free(sizes);
	assert_ok(cml_curve_parse("1", &sizes, &n, &err));
	cr_assert(n == 1 && sizes[0] == 1);
	free(sizes);
	static const char *const bad[] = {
	    "",     "0",    "5,5",
	    "10,5", "1,2,", "a",
	    "1.5",  "-3",   "9223372036854775807,9223372036854775808"};
	for (size_t i = 0; i < COUNT(bad); i++) {
		n = 7;
		cr_assert_eq(cml_curve_parse(bad[i], &sizes, &n, &err), CML_BAD_USAGE, "%s",
			     bad[i]);
		cr_assert_eq(n, 7);
	}
}
