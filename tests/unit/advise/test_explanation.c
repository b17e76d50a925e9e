#include "advise/explanation.h"

#include "advise/model_outside.h"
#include "chance_fixture.h"
#include "model/model.h"
#include "model_fixture.h"
#include "space/config.h"
#include "test.h"

/* Slots of the space below, and its features. */
enum { APP, TP, BATCH, RATE, MODE, EXTRA, DP, N_SLOTS = DP + 2 };
enum { X_BERT, X_NCF, X_TP, X_BATCH, X_RATE, X_A, X_B, X_EXTRA, X_DP, N_FEATURES };

static const char space_text[] = "name,role,type,domain,encoding,default,when\n"
				 "app,context,categorical,bert|ncf,,,\n"
				 "tp,param,int,1:8:*2,log,,\n"
				 "batch,param,int,1:64,value,,\n"
				 "rate,param,float,0:1,value,,\n"
				 "mode,param,categorical,a|b,,,\n"
				 "extra,param,int,1:9,value,,mode == 'b'\n"
				 "dp,derived,,16 // (tp * batch),log,,\n"
				 "wps,metric,max,,,,\n";

/* Interactions of all kinds; rate does not matter. */
static double formula(const float *x)
{
	double extra = isnan(x[X_EXTRA]) ? 0 : (double)x[X_EXTRA];
	return 100 + 10 * (double)x[X_NCF] * (double)x[X_BATCH] +
	       7 * (double)x[X_TP] * (double)x[X_BATCH] + 5 * extra * (double)x[X_B] +
	       2.385 * (double)x[X_DP] * (1 + (double)x[X_NCF]);
}

static void formula_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	bool is_log = *(const bool *)state;
	for (size_t i = 0; i < n; i++) {
		mean[i] = formula(x + i * N_FEATURES);
		mean[i] = is_log ? log(mean[i]) : mean[i];
		sd[i] = NAN;
	}
}

static const struct cml_predictor_kind formula_kind = {.name = "formula",
						       .predict = formula_predict};

static const double job_near[] = {0, 2, 4, 0.3, 0, NAN}; /* bert, mode a */
static const double job_far[] = {1, 8, 2, 0.7, 1, 3};    /* ncf, mode b */
static const double asked[] = {1, 4, 3, 0.41, 1, 5};

/* values[N_SLOTS] of a configuration: levels by position, then what follows. */
static void complete(const struct cml_space *space, const double *config, double *values)
{
	size_t broken;
	for (size_t slot = 0; slot < N_SLOTS; slot++)
		values[slot] = slot < DP ? config[slot] : NAN;
	values[APP] = cml_domain_value(&space->columns[APP].domain, (size_t)config[APP]);
	values[MODE] = cml_domain_value(&space->columns[MODE].domain, (size_t)config[MODE]);
	assert_ok(cml_config_complete(space, values, &broken, &err));
}

struct fixture {
	struct cml_model model;
	struct cml_explainer explainer;
	bool is_log;
	double values[N_SLOTS];
	float x[N_FEATURES];
	struct cml_config_view view; /* of these */
};

static void encode(const struct cml_model *model, const double *values, float *x)
{
	double features[N_FEATURES];
	assert_ok(cml_model_encode(model, values, features, x, &err));
}

static void learn(struct cml_model *model)
{
	static const char *const names[N_FEATURES] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
	const double *const jobs[] = {job_near, job_far};
	AUTO(cml_dataset) data = {0};
	assert_ok(cml_dataset_init(&data, N_FEATURES, names, &err));
	for (size_t i = 0; i < 2; i++) {
		double values[N_SLOTS], features[N_FEATURES];
		complete(model->space, jobs[i], values);
		assert_ok(cml_encoder_encode(&model->encoder, values, features, &err));
		assert_ok(cml_dataset_append(&data, features, 100.5 + (double)i, 1,
					     cml_config_key(model->space, values), &err));
	}
	assert_ok(
	    cml_model_support_train(&model->support, &model->encoder, N_FEATURES, &data, &err));
}

/* Without a law. */
static struct cml_model lawless(const struct cml_predictor_kind *kind, size_t n_features)
{
	return (struct cml_model){.kind = kind,
				  .n_features = n_features,
				  .n_learned = n_features,
				  .n_encoded = n_features,
				  .law_feature = CML_NO_LAW,
				  .roof_feature = CML_NO_LAW,
				  .least_share = -INFINITY,
				  .most_share = INFINITY};
}

static void init(struct fixture *fixture, bool is_log, const double *config)
{
	*fixture = (struct fixture){.is_log = is_log, .model = lawless(&formula_kind, N_FEATURES)};
	struct cml_model *model = &fixture->model;
	model->log_target = is_log;
	model->maximize = true;
	model->space = fixture_space(space_text);
	model->state = &fixture->is_log;
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	cr_assert_eq(model->encoder.n_features, N_FEATURES);
	learn(model);
	complete(model->space, config, fixture->values);
	encode(model, fixture->values, fixture->x);
	fixture->view = (struct cml_config_view){fixture->values, fixture->x};
	assert_ok(cml_explainer_init(&fixture->explainer, model, NULL, &err));
}

static void fixture_release(struct fixture *fixture)
{
	cml_explainer_release(&fixture->explainer);
	cml_support_free(fixture->model.support);
	cml_encoder_release(&fixture->model.encoder);
	cml_space_free(fixture->model.space);
}

static double effect_of(const struct cml_explanation *why, size_t at)
{
	for (size_t i = 0; i < why->n; i++)
		if (why->reasons[i].at == at)
			return why->reasons[i].effect;
	cr_assert_fail("no reason about %zu", at);
	return NAN;
}

/* The prediction of a mixture, by hand: extra goes with mode; where 16 // (tp batch) is 0, its
 * logarithm is halfway between those of both configurations. */
static double mixed(const bool *is_to, const double *from, const double *to, bool is_log)
{
	double config[6];
	static const size_t slots[] = {APP, TP, BATCH, RATE, MODE};
	for (size_t i = 0; i < 5; i++)
		config[slots[i]] = is_to[i] ? to[slots[i]] : from[slots[i]];
	double extra = config[MODE] == 1 ? to[EXTRA] : NAN;
	double dp = floor(16 / (config[TP] * config[BATCH]));
	double both =
	    (log2(floor(16 / (from[TP] * from[BATCH]))) + log2(floor(16 / (to[TP] * to[BATCH])))) /
	    2;
	const float x[N_FEATURES] = {
	    config[APP] == 0,     config[APP] == 1,    (float)log2(config[TP]),
	    (float)config[BATCH], (float)config[RATE], config[MODE] == 0,
	    config[MODE] == 1,    (float)extra,        (float)(dp > 0 ? log2(dp) : both)};
	return is_log ? log(formula(x)) : formula(x);
}

/* What each of five settings brings, over all 120 orders. */
static void brute_force(const double *from, const double *to, bool is_log, double effects[5])
{
	size_t order[5], n_orders = 0;
	memset(effects, 0, 5 * sizeof *effects);
	for (size_t code = 0; code < 3125; code++) {
		size_t seen = 0, rest = code;
		for (size_t k = 0; k < 5; k++, rest /= 5) {
			order[k] = rest % 5;
			seen |= (size_t)1 << order[k];
		}
		if (seen != 31)
			continue;
		bool is_to[5] = {0};
		n_orders++;
		for (size_t k = 0; k < 5; k++) {
			double before = mixed(is_to, from, to, is_log);
			is_to[order[k]] = true;
			effects[order[k]] += mixed(is_to, from, to, is_log) - before;
		}
	}
	cr_assert_eq(n_orders, 120);
	for (size_t i = 0; i < 5; i++)
		effects[i] /= 120;
}

/* tp 4 with batch 8 has no dp; of both configurations it is 2 and 1. */
static void explains(bool is_log)
{
	static const double from[] = {0, 4, 2, 0.3, 0, NAN}, to[] = {1, 2, 8, 0.41, 1, 5};
	static const size_t slots[] = {APP, TP, BATCH, RATE, MODE};
	AUTO(fixture) fixture;
	double from_values[N_SLOTS], effects[5], sum = 0;
	float from_x[N_FEATURES];
	const struct cml_explanation *why;
	init(&fixture, is_log, to);
	complete(fixture.model.space, from, from_values);
	encode(&fixture.model, from_values, from_x);
	const struct cml_config_view from_view = {from_values, from_x};
	assert_ok(cml_explain(&fixture.explainer, &from_view, &fixture.view, &why, &err));
	brute_force(from, to, is_log, effects);
	cr_assert_eq(why->n, 5); /* not extra: it comes with mode */
	for (size_t i = 0; i < 5; i++) {
		cr_assert_float_eq(effect_of(why, slots[i]), effects[i], 1e-9, "slot %zu",
				   slots[i]);
		sum += effects[i];
	}
	cr_assert_eq(effect_of(why, RATE), 0);
	cr_assert_eq(why->is_log, is_log);
	double before = formula(from_x), after = formula(fixture.x);
	cr_assert_float_eq(sum, is_log ? log(after / before) : after - before, 1e-9);
	cr_assert_float_eq(why->before.mean, before, 1e-9);
	cr_assert_float_eq(why->after.mean, after, 1e-9);
	cr_assert(why->reasons[4].is_context && why->reasons[4].at == APP);
	for (size_t i = 1; i < 4; i++)
		cr_assert_geq(fabs(why->reasons[i - 1].effect), fabs(why->reasons[i].effect));
	cr_assert_eq(why->error, 0);
}

Test(explanation, is_the_mean_over_all_orders_of_mixtures)
{
	explains(false);
	explains(true);
}

Test(explanation, of_a_measured_job_has_no_reasons)
{
	AUTO(fixture) fixture;
	const struct cml_explanation *why;
	init(&fixture, true, job_near);
	assert_ok(cml_explain(&fixture.explainer, NULL, &fixture.view, &why, &err));
	cr_assert_eq(why->n, 0);
	cr_assert_eq(why->measured, 100.5);
	cr_assert_eq(why->before.mean, why->after.mean);
}

Test(explanation, needs_measured_jobs)
{
	struct cml_model model = {.n_features = 1};
	AUTO(cml_explainer) explainer;
	cr_assert_eq(cml_explainer_init(&explainer, &model, NULL, &err), CML_BAD_DATA);
	cr_assert(strstr(err.message, "train it again"));
}

static float code_of(const struct cml_space *space, size_t slot, double value)
{
	double feature;
	assert_ok(cml_encode_number(&space->columns[slot], value, &feature, &err));
	return (float)feature;
}

Test(support_value, gives_back_what_a_log_wrote)
{
	static const double rates[] = {0.3, 0.41, 1e-3, 0.123457, 1, 0};
	AUTO(fixture) fixture;
	init(&fixture, false, asked);
	const struct cml_model *model = &fixture.model;
	for (size_t i = 0; i < COUNT(rates); i++)
		cr_assert_eq(cml_support_value(model, 3, code_of(model->space, RATE, rates[i])),
			     rates[i]);
	for (double tp = 1; tp <= 8; tp *= 2)
		cr_assert_eq(cml_support_value(model, 1, code_of(model->space, TP, tp)), tp);
	cr_assert_eq(cml_support_slot(model, 5), EXTRA);
	cr_assert_eq(cml_support_value(model, 0, 1),
		     cml_domain_value(&model->space->columns[APP].domain, 1));
	cr_assert(isnan(cml_support_value(model, 0, 2))); /* no level */
	cr_assert(isnan(cml_support_value(model, 0, 7)));
	cr_assert(isnan(cml_support_value(model, 0, -1)));
	cr_assert(isnan(cml_support_value(model, 5, NAN)));
}

/* Many features, which bring their number, and three neighbours 1 together. */
enum { N_WIDE = 20 };

static void wide_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	(void)state;
	for (size_t i = 0; i < n; i++, x += N_WIDE) {
		mean[i] = 5;
		sd[i] = NAN;
		for (size_t f = 0; f < N_WIDE; f++)
			mean[i] += (double)f * (double)x[f];
		for (size_t f = 0; f + 2 < N_WIDE; f++)
			mean[i] += (double)(x[f] * x[f + 1] * x[f + 2]);
	}
}

/* Numbers as params of a space, which are their own features. */
static void learn_numbers(struct cml_model *model, const struct cml_dataset *data)
{
	AUTO(cml_buffer) text = {0};
	cml_buffer_append_string(&text, "name,role,type,domain\n");
	for (size_t f = 0; f < model->n_features; f++)
		cml_buffer_printf(&text, "f%zu,param,float,-100:100\n", f);
	cml_buffer_append(&text, "wps,metric,max,", 16);
	model->space = fixture_space(text.data);
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	cr_assert_eq(model->encoder.n_features, model->n_features);
	assert_ok(cml_model_support_train(&model->support, &model->encoder, model->n_features, data,
					  &err));
}

static void release_numbers(struct cml_model *model)
{
	cml_support_free(model->support);
	cml_encoder_release(&model->encoder);
	cml_space_free(model->space);
}

Test(explanation, of_many_settings_adds_up_too)
{
	static const struct cml_predictor_kind kind = {.name = "wide", .predict = wide_predict};
	const char *names[N_WIDE];
	double zeros[N_WIDE] = {0}, ones[N_WIDE], values[N_WIDE + 1];
	float x[N_WIDE];
	struct cml_model model = lawless(&kind, N_WIDE);
	struct cml_dataset data = {0};
	struct cml_explainer explainer;
	const struct cml_explanation *why;
	double sum = 0;
	model.feature_names = names;
	for (size_t f = 0; f < N_WIDE; f++) {
		names[f] = "f";
		x[f] = 1;
		values[f] = 1;
		ones[f] = 9;
	}
	assert_ok(cml_dataset_init(&data, N_WIDE, names, &err));
	assert_ok(cml_dataset_append(&data, zeros, 5.5, 1, 1, &err));
	assert_ok(cml_dataset_append(&data, ones, 7, 1, 2, &err));
	learn_numbers(&model, &data);
	cml_dataset_release(&data);
	const struct cml_config_view view = {values, x};
	assert_ok(cml_explainer_init(&explainer, &model, NULL, &err));
	assert_ok(cml_explain(&explainer, NULL, &view, &why, &err));
	cr_assert_eq(why->n, N_WIDE);
	cr_assert_eq(why->measured, 5.5);
	for (size_t i = 0; i < why->n; i++) {
		size_t f = why->reasons[i].at;
		size_t edge = f < N_WIDE - 1 - f ? f : N_WIDE - 1 - f;
		double exact = (double)f + (double)(edge < 2 ? edge + 1 : 3) / 3;
		cr_assert_lt(fabs(why->reasons[i].effect - exact), 4 * why->error, "%zu", f);
		sum += why->reasons[i].effect;
	}
	cr_assert_float_eq(sum, why->after.mean - why->before.mean, 1e-9);
	cr_assert(why->error > 0 && why->error < 0.1);
	cr_assert_eq(explainer.n_sampled, 1);
	cr_assert_eq(explainer.max_error, why->error);
	cml_explainer_release(&explainer);
	release_numbers(&model);
}

static void constant_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	(void)state;
	(void)x;
	for (size_t i = 0; i < n; i++) {
		mean[i] = 2.385;
		sd[i] = NAN;
	}
}

/* What settings bring to the chance adds up to its difference. */
Test(explanation, shares_the_chance_to_run)
{
	static const struct cml_predictor_kind kind = {.name = "constant",
						       .predict = constant_predict};
	AUTO(fixture_chance_jobs) jobs;
	struct cml_explainer explainer;
	const struct cml_explanation *why;
	double values[FIXTURE_CHANCE_FEATURES + 1];
	float x[FIXTURE_CHANCE_FEATURES];
	fixture_chance_jobs_init(&jobs, 300, 3);
	struct cml_model model = lawless(&kind, FIXTURE_CHANCE_FEATURES);
	model.chance = fixture_chance(&jobs, fixture_chance_monotone);
	learn_numbers(&model, &jobs.data);
	assert_ok(cml_explainer_init(&explainer, &model, NULL, &err));
	for (size_t row = 0; row < 20; row++) {
		double sum = 0, log_chance;
		fixture_chance_row(77, row, x);
		for (size_t f = 0; f < FIXTURE_CHANCE_FEATURES; f++)
			values[f] = (double)x[f];
		const struct cml_config_view view = {values, x};
		assert_ok(cml_explain(&explainer, NULL, &view, &why, &err));
		for (size_t i = 0; i < why->n; i++)
			sum += why->reasons[i].chance;
		cml_model_chance(&model, 1, x, &log_chance);
		cr_assert_float_eq(sum, why->chance_after - why->chance_before, 1e-12);
		cr_assert_float_eq(why->chance_after, exp(log_chance), 1e-12);
	}
	cml_explainer_release(&explainer);
	release_numbers(&model);
	cml_chance_free(model.chance);
}
