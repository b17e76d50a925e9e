/* Validation where some jobs failed. */
#include "eval/validate.h"

#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain\n"
				 "batch,param,int,1:1000\n"
				 "gb,limit,float,:150\n"
				 "wps,metric,max,\n"
				 "status,status,,\n";

enum { N_JOBS = 200, N_FAILED = 50 };

/* Speed grows with the batch, and so does memory; from batch 151 on jobs fail, in the first half of
 * them: those of the other half leave the limit. */
static void open_jobs(struct fixture_history *jobs, bool failed, bool limits)
{
	AUTOFREE char *text = malloc(64 + 64 * N_JOBS);
	size_t size = (size_t)sprintf(text, "batch,wps,status,gb\n");
	for (size_t i = 0; i < N_JOBS; i++) {
		size_t batch = i * 73 % N_JOBS + 1;
		if (failed && batch > N_JOBS - N_FAILED && (!limits || batch % 2 == 0))
			size += (size_t)sprintf(text + size, "%zu,,oom,\n", batch);
		else
			size += (size_t)sprintf(text + size, "%zu,%zu,ok,%zu\n", batch, 10 * batch,
						limits ? batch : 1);
	}
	fixture_history_open(jobs, space_text, text);
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

static void start(struct setting *setting, bool failed, bool limits)
{
	*setting = (struct setting){0};
	open_jobs(&setting->jobs, failed, limits);
	setting->split = fixture_split(&setting->jobs, "random:0.5");
	fixture_history_read(&setting->jobs);
	setting->model = (struct cml_model_spec){.hyper = &setting->hyper, .maximize = true};
	assert_ok(cml_predictor_find("gbt", &setting->model.kind, &err));
	assert_ok(cml_scoring_add(&setting->scoring,
				  "rmse,ok-auc,ok-brier,ok-calibration,wasted@5,best@5", &err));
	setting->validation = (struct cml_validation){.split = &setting->split,
						      .n_repeats = 1,
						      .model = &setting->model,
						      .scoring = &setting->scoring,
						      .keeps_points = true,
						      .bootstrap = {50, 0.9, 7},
						      .seed = 12};
}

static void run(struct setting *setting)
{
	cml_validation_results_release(&setting->results);
	assert_ok(cml_validate(&setting->validation, &setting->jobs.set, &setting->results, &err));
}

static void setting_release(struct setting *setting)
{
	cml_validation_results_release(&setting->results);
	fixture_history_release(&setting->jobs);
	cml_hyper_release(&setting->hyper);
	cml_scoring_release(&setting->scoring);
}

/* NaN where it does not apply. */
static double value_of(const struct setting *setting, const char *score)
{
	size_t i = 0;
	while (strcmp(setting->scoring.scores[i].name, score) != 0)
		i++;
	return setting->results.outcomes->scored[i].value;
}

Test(validate_launches, the_chance_saves_launches)
{
	AUTO(setting) setting;
	start(&setting, true, false);
	run(&setting);
	cr_assert_eq(value_of(&setting, "wasted@5"), 0);
	cr_assert_gt(value_of(&setting, "best@5"), 0.9);
	/* By speed alone the largest batches come first, and fail. */
	setting.model.ignore_failures = true;
	run(&setting);
	cr_assert_gt(value_of(&setting, "wasted@5"), 1);
	cr_assert(isnan(value_of(&setting, "ok-auc")));
	for (size_t i = 0; i < setting.results.splits->n_test; i++)
		cr_assert(isnan(setting.results.outcomes->chance[i]));
}
