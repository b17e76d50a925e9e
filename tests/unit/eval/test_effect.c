#include "eval/effect.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_fixture.h"

static const char space_text[] = "name,role,type,domain,encoding,default,when\n"
				 "tp,param,int,1|2|4,value,,\n"
				 "batch,param,int,1:4096,value,,\n"
				 "chunks,param,int,1:64,value,,tp > 1\n"
				 "mode,param,categorical,a|b|c,,,\n"
				 "small,rule,,tp * batch <= 40,,,\n"
				 "wps,metric,max,,,,\n";

/* Features: tp, batch, chunks, mode=a, mode=b, mode=c. */
enum { X_TP, X_BATCH, X_CHUNKS, X_A, X_B, X_C, N_FEATURES };

static void formula_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	bool is_log = *(const bool *)state;
	for (size_t i = 0; i < n; i++, x += N_FEATURES) {
		double chunks = isnan(x[X_CHUNKS]) ? 0 : (double)x[X_CHUNKS];
		double value =
		    10 + (double)x[X_TP] * (double)x[X_BATCH] + chunks + 5 * (double)x[X_B];
		mean[i] = is_log ? log(value) : value;
		sd[i] = NAN;
	}
}

static const struct cml_predictor_kind formula_kind = {.name = "formula",
						       .predict = formula_predict};

static const char table[] = "tp,batch,chunks,mode,wps\n"
			    "1,10,,a,1\n"
			    "2,20,3,a,2\n"
			    "2,10,4,b,3\n"
			    "1,30,,b,4\n";

struct fixture {
	struct fixture_history history;
	struct cml_model model;
	bool is_log;
};

static void init(struct fixture *fixture, bool is_log, const char *jobs)
{
	fixture_history_open(&fixture->history, space_text, jobs);
	fixture->history.set.keep_values = true;
	fixture_history_read(&fixture->history);
	fixture->is_log = is_log;
	fixture->model = (struct cml_model){.kind = &formula_kind,
					    .state = &fixture->is_log,
					    .log_target = is_log,
					    .n_features = N_FEATURES,
					    .space = fixture->history.space};
}

static struct cml_effect measure(struct fixture *fixture, size_t slot)
{
	struct cml_effect effect;
	struct cml_error err = {0};
	const struct cml_effect_question question = {
	    .model = &fixture->model, .set = &fixture->history.set, .slot = slot};
	cr_assert_eq(cml_effect_measure(&question, &effect, &err), CML_OK, "%s",
		     fixture_text(&err));
	return effect;
}

static const double values[] = {1, 2, 4};

/* The prediction of job i with tp: chunks of jobs that had none stay missing. */
static double formula(size_t i, double tp)
{
	static const double batch[] = {10, 20, 10, 30}, chunks[] = {0, 3, 4, 0}, b[] = {0, 0, 1, 1};
	return 10 + tp * batch[i] + (tp > 1 ? chunks[i] : 0) + 5 * b[i];
}

static double scale(double value, bool is_log)
{
	return is_log ? log(value) : value;
}

static void averages(bool is_log)
{
	struct fixture fixture;
	init(&fixture, is_log, table);
	struct cml_effect effect = measure(&fixture, 0);
	double centre[4] = {0}, all = 0;
	cr_assert_eq(effect.n, 3);
	cr_assert_eq(effect.n_jobs, 4);
	for (size_t i = 0; i < 4; i++) {
		for (size_t p = 0; p < 3; p++)
			centre[i] += scale(formula(i, values[p]), is_log) / 3;
		all += centre[i] / 4;
	}
	for (size_t p = 0; p < 3; p++) {
		double mean = 0, off[4];
		for (size_t i = 0; i < 4; i++) {
			mean += scale(formula(i, values[p]), is_log) / 4;
			off[i] = scale(formula(i, values[p]), is_log) - centre[i];
		}
		for (size_t i = 0; i < 4; i++) /* in order */
			for (size_t j = i + 1; j < 4; j++)
				if (off[j] < off[i]) {
					double held = off[i];
					off[i] = off[j], off[j] = held;
				}
		double lo = all + off[0] + 0.3 * (off[1] - off[0]); /* type 7: 0.1 of 3 gaps */
		double hi = all + off[2] + 0.7 * (off[3] - off[2]);
		cr_assert_eq(effect.points[p].value, values[p]);
		cr_assert_float_eq(effect.points[p].mean, is_log ? exp(mean) : mean, 1e-9);
		cr_assert_float_eq(effect.points[p].lo, is_log ? exp(lo) : lo, 1e-9);
		cr_assert_float_eq(effect.points[p].hi, is_log ? exp(hi) : hi, 1e-9);
		cr_assert_eq(effect.points[p].chance, 1);
	}
	cr_assert_eq(effect.points[0].n_jobs, 2);
	cr_assert_eq(effect.points[2].n_jobs, 0);
	cr_assert(effect.points[2].is_outside && !effect.points[1].is_outside);
	cr_assert_eq(effect.points[0].n_feasible, 4);
	cr_assert_eq(effect.points[1].n_feasible, 3); /* 2 * 30 is above 40 */
	cr_assert_eq(effect.points[2].n_feasible, 2);
	cml_effect_release(&effect);
	fixture_history_release(&fixture.history);
}

Test(effect, is_the_mean_over_jobs_with_the_spread_of_their_own_effects)
{
	averages(false);
	averages(true);
}

Test(effect, of_a_level_that_no_job_has_is_outside)
{
	struct fixture fixture;
	init(&fixture, false, table);
	struct cml_effect effect = measure(&fixture, 3);
	cr_assert_eq(effect.n, 3);
	cr_assert_eq(effect.points[0].n_jobs, 2);
	cr_assert(!effect.points[1].is_outside && effect.points[2].is_outside);
	cr_assert_float_eq(effect.points[1].mean - effect.points[0].mean, 5, 1e-9);
	cr_assert_eq(effect.points[2].mean, effect.points[0].mean);
	cr_assert_float_eq(effect.points[0].lo, effect.points[0].mean, 1e-9); /* all jobs agree */
	cml_effect_release(&effect);
	fixture_history_release(&fixture.history);
}

/* chunks exist in two jobs; a wide domain takes what the log has. */
Test(effect, asks_only_jobs_in_which_the_column_is_active)
{
	struct fixture fixture;
	init(&fixture, false, table);
	struct cml_effect effect = measure(&fixture, 2);
	cr_assert_eq(effect.n_jobs, 2);
	cr_assert_eq(effect.n, 2);
	cr_assert_eq(effect.points[0].value, 3);
	cr_assert_eq(effect.points[1].value, 4);
	cr_assert_float_eq(effect.points[1].mean - effect.points[0].mean, 1, 1e-9);
	cml_effect_release(&effect);
	fixture_history_release(&fixture.history);
}

Test(effect, takes_deciles_of_many_numbers)
{
	struct fixture fixture;
	struct cml_buffer text = {0};
	cr_assert(cml_buffer_append_string(&text, "tp,batch,chunks,mode,wps\n"));
	for (size_t i = 0; i < 101; i++)
		cr_assert(cml_buffer_printf(&text, "1,%zu,,a,1\n", 2 + (i * 37 % 101) * 7));
	cr_assert(cml_buffer_append(&text, "", 1));
	/* Rules hold up to 40: the fixture would refuse others. */
	char *space = strdup(space_text);
	char *rule = strstr(space, "<= 40");
	memcpy(rule, "< 1e9", 5);
	fixture_history_open(&fixture.history, space, text.data);
	fixture.history.set.keep_values = true;
	fixture_history_read(&fixture.history);
	fixture.is_log = false;
	fixture.model = (struct cml_model){.kind = &formula_kind,
					   .state = &fixture.is_log,
					   .n_features = N_FEATURES,
					   .space = fixture.history.space};
	struct cml_effect effect = measure(&fixture, 1);
	cr_assert_eq(effect.n, 11);
	for (size_t d = 0; d < 11; d++) {
		cr_assert_eq(effect.points[d].value, 2 + 70 * (double)d);
		cr_assert_not(effect.points[d].is_outside);
		cr_assert_float_eq(effect.points[d].mean, 10 + effect.points[d].value, 1e-9);
	}
	cml_effect_release(&effect);
	fixture_history_release(&fixture.history);
	cml_buffer_release(&text);
	free(space);
}

Test(effect, needs_a_job_with_a_value)
{
	struct fixture fixture;
	struct cml_effect effect;
	struct cml_error err = {0};
	init(&fixture, false, "tp,batch,chunks,mode,wps\n1,10,,a,1\n");
	const struct cml_effect_question question = {
	    .model = &fixture.model, .set = &fixture.history.set, .slot = 2};
	cr_assert_eq(cml_effect_measure(&question, &effect, &err), CML_NOTHING);
	cr_assert(strstr(err.message, "'chunks'"));
	fixture_history_release(&fixture.history);
}
