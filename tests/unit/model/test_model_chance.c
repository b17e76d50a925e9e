#include "model/model.h"

#include "model/chance/chance_model.h"
#include "model_fixture.h"
#include "test.h"

#define N_JOBS 200

static const char space_text[] = "name,role,type,domain,monotone\n"
				 "batch,param,int,,falls\n"
				 "other,param,int,,\n"
				 "gb,limit,,:78,\n"
				 "wps,metric,max,,\n";
static const char *const names[] = {"batch", "other"};

/* A batch of 10 and more fails but for some of 15; gb is 5 for each of a batch. */
static struct cml_dataset jobs(size_t n_limits, const char *const *limits)
{
	struct cml_dataset data = {0};
	assert_ok(cml_dataset_init(&data, 2, names, &err));
	assert_ok(cml_dataset_set_limits(&data, n_limits, limits, &err));
	for (size_t i = 0; i < N_JOBS; i++) {
		double batch = (double)(i % 20), gb = 5 * batch;
		bool fails = batch >= 10 && !(i % 20 == 15 && i % 3 == 0);
		struct cml_dataset_job job = {.status = fails ? CML_JOB_OOM : CML_JOB_OK,
					      .target = fails ? NAN : 1 + batch,
					      .weight = 1,
					      .key = i,
					      .features = (double[]){batch, (double)(i % 7)},
					      .limits = &gb};
		assert_ok(cml_dataset_append_job(&data, &job, &err));
	}
	return data;
}

static enum cml_result train(struct cml_model **model, const char *space_of,
			     struct cml_dataset *data, bool ignore_failures)
{
	AUTO(cml_hyper) hyper = {0};
	struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {
	    .hyper = &hyper, .seed = 3, .maximize = true, .ignore_failures = ignore_failures};
	AUTOPTR(cml_space) space = space_of ? fixture_space(space_of) : NULL;
	err = (struct cml_error){0};
	assert_ok(cml_predictor_find("tree", &spec.kind, &err));
	enum cml_result status = cml_model_train(model, &spec, data, space, &hooks, &err);
	cml_dataset_release(data);
	return status;
}

static double log_odds_of_trees(const struct cml_model *model, float batch)
{
	double log_odds, sd;
	cml_tree_ensemble_predict(model->chance->trees, 1, (float[]){batch, 3}, &log_odds, &sd);
	return log_odds;
}

/* Without its direction, 15 has a higher chance than 14. */
Test(model_chance, trees_follow_the_directions_of_the_space)
{
	static const char *const limits[] = {"gb"};
	struct cml_dataset data = jobs(0, NULL), same = jobs(1, limits);
	AUTOPTR(cml_model) model = NULL;
	assert_ok(train(&model, NULL, &data, false));
	cr_assert_gt(log_odds_of_trees(model, 15), log_odds_of_trees(model, 14));
	cml_model_free(model);
	assert_ok(train(&model, space_text, &same, false));
	for (float batch = 1; batch < 25; batch++)
		cr_assert_leq(log_odds_of_trees(model, batch), log_odds_of_trees(model, batch - 1),
			      "%g", (double)batch);
}
