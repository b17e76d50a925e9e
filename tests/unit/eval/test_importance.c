#include "eval/validate.h"

#include "base/random.h"
#include "learn/trees/tree_ensemble.h"
#include "math/correlation.h"
#include "model_fixture.h"
#include "test.h"

/* b is no feature, but d is made of it; nothing is made of unused; constant never
 * varies; c is empty unless mode is on; log2(a) has no value where a is 0. */
static const char space_text[] = "name,role,type,domain,encoding,when\n"
				 "a,param,int,0:8,value,\n"
				 "b,context,int,0:8,none,\n"
				 "d,derived,,24 // b,value,\n"
				 "unused,param,float,,none,\n"
				 "mode,param,categorical,on|off,onehot,\n"
				 "c,param,int,1:9,value,mode == 'on'\n"
				 "constant,param,int,1:2,onehot,\n"
				 "wps,metric,max,,,\n";
enum { N_ROWS = 60, N_COLUMNS = 6, N_TESTED = 25, N_PERMUTATIONS = 4 };

struct setting {
	struct fixture_history jobs;
	struct cml_hyper hyper;
	struct cml_model *model;
	struct cml_dataset tested;
	size_t rows[N_TESTED];
	double predicted[N_TESTED], sd[N_TESTED];
	struct cml_scoring scoring;
	struct cml_score_pairs pairs;
	struct cml_importance importance;
	struct cml_scored drops[N_COLUMNS * 8];
};

static void open_jobs(struct setting *setting)
{
	char text[N_ROWS * 80] = "a,b,unused,mode,c,constant,wps\n";
	size_t size = strlen(text);
	struct cml_random random = random_of(8, 0);
	for (size_t i = 0; i < N_ROWS; i++) {
		size_t a = cml_random_below(&random, 9), b = 1 + cml_random_below(&random, 8),
		       on = cml_random_below(&random, 2), c = 1 + cml_random_below(&random, 9);
		size += (size_t)sprintf(text + size, "%zu,%zu,%.3f,%s,%zu,2,%.6f\n", a, b,
					cml_random_uniform(&random), on ? "on" : "off", c,
					10.0 * (double)a + 3.0 * (double)(24 / b) +
					    (on ? 2.5 * (double)c : 0));
	}
	fixture_history_open(&setting->jobs, space_text, text);
	setting->jobs.set.keep_values = true;
	fixture_history_read(&setting->jobs);
}

static void start(struct setting *setting, const char *metrics, const char *ensemble)
{
	struct cml_dataset train = {0};
	size_t others[N_ROWS - N_TESTED];
	struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {
	    .kind = &cml_gbt_predictor, .hyper = &setting->hyper, .seed = 3, .maximize = true};
	*setting = (struct setting){0};
	open_jobs(setting);
	const struct cml_dataset *data = &setting->jobs.set.data;
	for (size_t i = 0; i < N_ROWS; i++)
		*(i < N_TESTED ? &setting->rows[i] : &others[i - N_TESTED]) = i;
	assert_ok(cml_hyper_set(&setting->hyper, "ensemble", ensemble, &err));
	assert_ok(cml_dataset_select(data, others, N_ROWS - N_TESTED, &train, &err));
	assert_ok(cml_dataset_select(data, setting->rows, N_TESTED, &setting->tested, &err));
	assert_ok(cml_model_train(&setting->model, &spec, &train, NULL, &hooks, &err));
	cml_dataset_release(&train);
	cml_model_predict(setting->model, N_TESTED, setting->tested.x, setting->predicted,
			  setting->sd);
	assert_ok(cml_scoring_add(&setting->scoring, metrics, &err));
	setting->pairs = (struct cml_score_pairs){.n = N_TESTED,
						  .actual = setting->tested.y,
						  .predicted = setting->predicted,
						  .maximize = true};
	setting->importance = (struct cml_importance){.model = setting->model,
						      .set = &setting->jobs.set,
						      .tested = &setting->tested,
						      .rows = setting->rows,
						      .pairs = &setting->pairs,
						      .scoring = &setting->scoring,
						      .n_permutations = N_PERMUTATIONS,
						      .seed = 21};
}

static void setting_release(struct setting *setting)
{
	cml_scoring_release(&setting->scoring);
	cml_dataset_release(&setting->tested);
	cml_model_free(setting->model);
	cml_hyper_release(&setting->hyper);
	fixture_history_release(&setting->jobs);
}

static enum cml_result measure(struct setting *setting, struct cml_pool *pool)
{
	return cml_importance_measure(&setting->importance, pool, setting->drops, &err);
}

/* Feature by name; the constant has one for each of its levels. */
static size_t feature(const struct setting *setting, const char *name)
{
	for (size_t f = 0; f < setting->tested.n_features; f++)
		if (strcmp(setting->tested.feature_names[f], name) == 0)
			return f;
	cr_assert_fail("no feature %s", name);
	return 0;
}

/* The definition again for one column, by what the space file says. */
static double brute_force(const struct setting *setting, size_t permutation, const char *column)
{
	size_t n_features = setting->tested.n_features, order[N_TESTED];
	AUTOFREE float *x = malloc(N_TESTED * n_features * sizeof *x);
	double predicted[N_TESTED], sd[N_TESTED], before, after;
	struct cml_random random = random_of(setting->importance.seed, permutation);
	for (size_t i = 0; i < N_TESTED; i++)
		order[i] = i;
	cml_random_shuffle(&random, order, N_TESTED);
	memcpy(x, setting->tested.x, N_TESTED * n_features * sizeof *x);
	for (size_t i = 0; i < N_TESTED; i++) {
		const float *from = setting->tested.x + order[i] * n_features;
		const char *names[4] = {0};
		if (strcmp(column, "a") == 0)
			names[0] = "a";
		if (strcmp(column, "b") == 0) /* all of it that is seen */
			names[0] = "d";
		if (strcmp(column, "mode") == 0) {
			names[0] = "mode=on";
			names[1] = "mode=off";
		}
		for (size_t f = 0; f < 4 && names[f]; f++)
			x[i * n_features + feature(setting, names[f])] =
			    from[feature(setting, names[f])];
		/* Turned off, c is empty; turned on, it has no value to come back to. */
		if (strcmp(column, "mode") == 0 && from[feature(setting, "mode=off")] == 1)
			x[i * n_features + feature(setting, "c")] = NAN;
	}
	cml_model_predict(setting->model, N_TESTED, x, predicted, sd);
	cml_kendall_tau_b(N_TESTED, setting->tested.y, setting->predicted, &before, &err);
	cml_kendall_tau_b(N_TESTED, setting->tested.y, predicted, &after, &err);
	return before - after;
}

/* Columns in the order of the space: a, b, unused, mode, c, constant. */
Test(importance, is_what_its_definition_says)
{
	static const struct {
		size_t column;
		const char *name;
	} checked[] = {{0, "a"}, {1, "b"}, {3, "mode"}};
	AUTO(setting) setting;
	start(&setting, "kendall", "1");
	assert_ok(measure(&setting, NULL));
	cr_assert_eq(setting.jobs.space->n_key, N_COLUMNS);
	for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
		double values[N_PERMUTATIONS];
		for (size_t r = 0; r < N_PERMUTATIONS; r++)
			values[r] = brute_force(&setting, r, checked[i].name);
		struct cml_scored expected = cml_scored_mean(N_PERMUTATIONS, values);
		const struct cml_scored *got = &setting.drops[checked[i].column];
		cr_assert_float_eq(got->value, expected.value, 1e-14, "%s", checked[i].name);
		cr_assert_float_eq(got->interval[0], expected.interval[0], 1e-14);
		cr_assert_float_eq(got->interval[1], expected.interval[1], 1e-14);
	}
}
