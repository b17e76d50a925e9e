/* What another program computes of each configuration, as a law beside one without it. */
#include "model/model.h"

#include "law_fixture.h"
#include "test.h"

#define TEXT                                                                                       \
	"name,role,type,domain\ngpus,context,int,1:512\nnet,context,categorical,a|b|c\n"           \
	"batch,param,int,1:64\nsim,derived,,\nwps,metric,max,\n"
#define SIMULATED "simulated,term,,1 / sim\n"

/* More devices than the log's 16 bring less and less. */
static double speed(double gpus, double net, double batch)
{
	return (1 + batch / 16) / (0.9 / gpus + 0.1) / (1 + net);
}

/* Three times too large, and off by up to a part. */
static double simulate(double gpus, double net, double batch, double noise)
{
	size_t i = (size_t)(gpus * 31 + net * 7919 + batch * 104729);
	double off = 2 * ((double)(i * 7919 % 997) / 997 - 0.5);
	return 3 * speed(gpus, net, batch) * exp(noise * off);
}

static struct cml_model *train(const char *text, struct fixture_law *jobs, double noise)
{
	fixture_law_init(jobs, text);
	for (size_t i = 0; i < 240; i++) {
		size_t draw = i * 7919 % 10007;
		double gpus = (double)(1 << draw % 5), net = (double)(draw / 7 % 3);
		double batch = (double)(1 + draw / 30 % 16);
		fixture_law_ran(jobs, speed(gpus, net, batch), gpus, net, batch,
				simulate(gpus, net, batch, noise));
	}
	return fixture_law_train(jobs, "linear");
}

/* Sixteen candidates of a network on 256 devices. */
static void hear(const struct fixture_law *jobs, const struct cml_model *model, double net,
		 double noise)
{
	double features[FIXTURE_LAW_COLUMNS];
	float x[16 * FIXTURE_LAW_COLUMNS];
	for (size_t i = 0; i < 16; i++) {
		double batch = (double)(1 + i);
		const double config[] = {256, net, batch, simulate(256, net, batch, noise)};
		fixture_law_features(jobs, config, features);
		assert_ok(cml_model_round(model, features, x + i * model->n_features, &err));
	}
	assert_ok(cml_model_hear(model, 16, x, &err));
}

/* Predicted over real, with the simulator or where it is silent. */
static double ratio(const struct fixture_law *jobs, const struct cml_model *model, double net,
		    double batch, double sim)
{
	const double config[] = {256, net, batch, sim};
	return fixture_law_ask(jobs, model, config).mean / speed(256, net, batch);
}

Test(model_given, is_a_law_beside_one_without)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(TEXT "compute,term,,1 / gpus\n" SIMULATED, &jobs, 0);
	const struct cml_laws *laws = &model->laws;
	cr_assert_eq(laws->given, 0);
	cr_assert_eq(laws->bare, 1);
	cr_assert_eq(laws->items[0].n, 2);
	cr_assert_eq(laws->items[1].n, 1);
	cr_expect_str_eq(model->encoder.features[laws->items[0].terms[0]].name, "simulated");
	cr_expect_str_eq(model->encoder.features[laws->items[1].terms[0]].name, "compute");
	cr_assert(laws->items[0].is_used && model->bare);
	cr_expect_gt(laws->order, 0.95);
	cr_expect_float_eq(ratio(&jobs, model, 1, 8, simulate(256, 1, 8, 0)), 1, 0.05);
}

Test(model_given, is_not_used_where_it_says_nothing)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(TEXT SIMULATED, &jobs, 5);
	cr_expect_not(model->laws.items[0].is_used);
	cr_expect_null(model->bare);
	cr_expect_not(cml_model_is_silent(model, (float[FIXTURE_LAW_COLUMNS]){0}));
	double with = ratio(&jobs, model, 1, 8, 1), without = ratio(&jobs, model, 1, 8, NAN);
	cr_expect_eq(with, without);
}

/* The order of a scale is that of the model without it, the level is its own. */
Test(model_given, noise_changes_no_order)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(TEXT SIMULATED, &jobs, 0.4);
	cr_assert(model->laws.items[0].is_used);
	cr_expect_lt(model->laws.order, 0.2, "%g", model->laws.order);
	hear(&jobs, model, 1, 0.4);
	for (double batch = 1; batch <= 16; batch++) {
		double off = ratio(&jobs, model, 1, batch, simulate(256, 1, batch, 0.4));
		cr_expect(off > 0.75 && off < 1.3, "%g: %g", batch, off);
	}
}
