#include "eval/training_log.h"

#include "base/number.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "learn/mlp/mlp.h"
#include "learn/trees/tree_kinds.h"
#include "math/correlation.h"
#include "model/model.h"

enum { N_ROWS = 40, N_WATCHED = 15 };

struct setting {
	struct cml_dataset train, watched;
	struct cml_hyper hyper;
	struct cml_model *model;
	struct cml_training_log log;
	struct cml_error err;
};

static void fill(struct cml_dataset *data, size_t n, size_t shift)
{
	static const char *const names[] = {"a", "b"};
	struct cml_error err;
	cr_assert_eq(cml_dataset_init(data, 2, names, &err), CML_OK);
	for (size_t i = 0; i < n; i++) {
		double a = (double)((i + shift) * 7 % 23), b = (double)((i + shift) * 5 % 11);
		double x[] = {a, b};
		cr_assert_eq(cml_dataset_append(data, x, 3.0 + a * b + a, 1, i + shift, &err),
			     CML_OK);
	}
}

/* options: name=value pairs, separated by blanks. */
static void train(struct setting *setting, const struct cml_predictor_kind *kind,
		  const char *options, bool maximize, unsigned n_threads)
{
	char text[200], *rest = strcpy(text, options), *word;
	struct cml_pool *pool;
	struct cml_model_spec spec = {
	    .kind = kind, .hyper = &setting->hyper, .seed = 5, .maximize = maximize};
	*setting = (struct setting){0};
	fill(&setting->train, N_ROWS, 0);
	fill(&setting->watched, N_WATCHED, N_ROWS);
	while ((word = strsep(&rest, " "))) {
		char *value = strchr(word, '=');
		*value = '\0';
		cr_assert_eq(cml_hyper_set(&setting->hyper, word, value + 1, &setting->err),
			     CML_OK);
	}
	cr_assert_eq(cml_pool_new(&pool, n_threads, &setting->err), CML_OK);
	cml_training_log_init(&setting->log, &setting->watched);
	struct cml_training_hooks hooks = {.pool = pool, .watch = &setting->log.watch};
	cr_assert_eq(
	    cml_model_train(&setting->model, &spec, &setting->train, NULL, &hooks, &setting->err),
	    CML_OK, "%s", setting->err.message);
	cr_assert_eq(cml_training_log_finish(&setting->log, &setting->err), CML_OK);
	cml_pool_free(pool);
}

static void stop(struct setting *setting)
{
	cml_dataset_release(&setting->train);
	cml_dataset_release(&setting->watched);
	cml_hyper_release(&setting->hyper);
	cml_model_free(setting->model);
	cml_training_log_release(&setting->log);
}

/* Kendall's tau of the trained model on the watched rows. */
static double final_kendall(const struct setting *setting)
{
	double mean[N_WATCHED], sd[N_WATCHED], tau;
	struct cml_error err;
	cml_model_predict(setting->model, N_WATCHED, setting->watched.x, mean, sd);
	cml_kendall_tau_b(N_WATCHED, setting->watched.y, mean, &tau, &err);
	return tau;
}

static double in_summary(const struct setting *setting, const char *name)
{
	struct cml_slice text = cml_buffer_slice(&setting->model->summary);
	char copy[2000], *found;
	snprintf(copy, sizeof copy, "%.*s", (int)text.size, text.data);
	found = strstr(copy, name);
	cr_assert_not_null(found, "%s in %s", name, copy);
	return atof(found + strlen(name));
}

/* The last record is the model: its loss, and its order of rows it never saw. */
Test(training_log, follows_boosting)
{
	struct setting setting;
	train(&setting, &cml_gbt_predictor, "trees=12 depth=2", true, 1);
	cr_assert_eq(setting.log.n, 12);
	for (size_t i = 0; i < 12; i++) {
		const struct cml_training_record *record = &setting.log.records[i];
		cr_assert(record->member == 0 && record->step == i + 1);
		cr_assert(i == 0 || record->training_loss < record[-1].training_loss);
	}
	cr_assert_eq(cml_round_known(setting.log.records[11].training_loss, NAN),
		     in_summary(&setting, "training_loss="));
	cr_assert_eq(setting.log.records[11].kendall, final_kendall(&setting));
	stop(&setting);
}

/* Nets too, also where small is good: the tau of one net is that of the model. */
Test(training_log, follows_nets)
{
	for (size_t i = 0; i < 2; i++) {
		struct setting setting;
		train(&setting, &cml_mlp_predictor,
		      "epochs=9 hidden=8 ensemble=1 learning-rate=0.02", i == 0, 1);
		cr_assert_eq(setting.log.n, 9);
		const struct cml_training_record *last = &setting.log.records[8];
		cr_assert_eq(last->step, 9);
		cr_assert_eq(cml_round_known(last->training_loss, NAN),
			     in_summary(&setting, "training_loss="));
		cr_assert_gt(last->kendall, 0);
		/* A monotone fit may make neighbours equal, but swaps none. */
		cr_assert_float_eq(last->kendall, final_kendall(&setting), 0.15);
		stop(&setting);
	}
}

/* Watching changes nothing, and who trained which member does not show. */
Test(training_log, the_same_for_every_number_of_threads)
{
	static const struct cml_predictor_kind *const kinds[] = {&cml_gbt_predictor,
								 &cml_mlp_predictor};
	static const char *const options[] = {"trees=7 ensemble=5 subsample=0.5",
					      "epochs=4 ensemble=5 hidden=6"};
	for (size_t k = 0; k < 2; k++) {
		struct setting alone;
		train(&alone, kinds[k], options[k], true, 1);
		cr_assert_geq(alone.log.n, 10);
		for (unsigned n_threads = 2; n_threads < 9; n_threads += 3) {
			struct setting setting;
			train(&setting, kinds[k], options[k], true, n_threads);
			cr_assert_eq(setting.log.n, alone.log.n);
			cr_assert_eq(memcmp(setting.log.records, alone.log.records,
					    alone.log.n * sizeof *alone.log.records) == 0,
				     true);
			cr_assert_eq(final_kendall(&setting), final_kendall(&alone));
			stop(&setting);
		}
		for (size_t i = 1; i < alone.log.n; i++) {
			const struct cml_training_record *record = &alone.log.records[i];
			cr_assert(record->member == record[-1].member
				      ? record->step == record[-1].step + 1
				      : record->member == record[-1].member + 1 &&
					    record->step == 1);
		}
		stop(&alone);
	}
}

/* Without rows to watch there are losses only; a prediction that is not finite has
 * no tau. */
Test(training_log, takes_what_there_is)
{
	static const double predicted[] = {1, NAN, 2};
	struct cml_training_log log;
	struct cml_dataset three = {0};
	struct cml_error err;
	struct cml_training_step step = {.member = 1, .step = 1, .training_loss = 2.5};
	cml_training_log_init(&log, NULL);
	log.watch.step_done(log.watch.context, &step);
	cr_assert_eq(cml_training_log_finish(&log, &err), CML_OK);
	cr_assert(log.n == 1 && log.records[0].training_loss == 2.5 &&
		  isnan(log.records[0].kendall));
	cml_training_log_release(&log);
	fill(&three, 3, 0);
	step.predicted = predicted;
	cml_training_log_init(&log, &three);
	log.watch.step_done(log.watch.context, &step);
	cr_assert(isnan(log.records[0].kendall));
	cml_training_log_release(&log);
	cml_dataset_release(&three);
}
