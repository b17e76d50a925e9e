/* What a model with laws never predicts. */
#include "model/model.h"

#include "law_fixture.h"
#include "test.h"

#define HEAD                                                                                       \
	"name,role,type,domain\ngpus,context,int,1:512\nbatch,param,int,1:64\nwps,metric,max,\n"
/* Rows of the encoder are longer than packed ones with it. */
#define COMPUTE "compute,term,,1 / gpus\nnothing,term,,0 * gpus\n"

static double noise(size_t i)
{
	return 1 + 0.02 * ((double)(i * 7919 % 997) / 997 - 0.5);
}

/* 100 for each of 1 to 16 devices, a batch of up to 16 brings up to a half more. */
static double speed(const double *config)
{
	return 100 * config[0] * (1 + config[1] / 32);
}

static void fill(struct fixture_law *jobs, const char *space, bool is_time)
{
	fixture_law_init(jobs, space);
	for (size_t i = 0; i < 80; i++) {
		const double config[] = {(double)(1 << i % 5), (double)(1 + i * 7 % 16)};
		double found = speed(config) * noise(i);
		fixture_law_add(jobs, config, CML_JOB_OK, is_time ? 1 / found : found, NULL);
	}
}

static const double asked[][2] = {{1, 1},   {2, 16},  {16, 16}, {32, 16},
				  {64, 16}, {256, 8}, {512, 64}};
#define N_ASKED COUNT(asked)

/* Two jobs reached 2330 of a network that carries 2000, as somebody thought. */
Test(model_roof, is_a_bound_of_what_is_predicted)
{
	AUTO(fixture_law) jobs, same;
	fill(&jobs, HEAD COMPUTE "network,roof,,2000 + 0 * gpus\n", false);
	fill(&same, HEAD COMPUTE, false);
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	AUTOPTR(cml_model) open = fixture_law_train(&same, "gbt");
	double scale = model->laws.roof_scale;
	size_t n_bound = 0;
	cr_expect_float_eq(scale, 2330. / 2000, 0.01, "%g", scale);
	for (size_t i = 0; i < N_ASKED; i++) {
		struct fixture_law_answer bound = fixture_law_ask(&jobs, model, asked[i]);
		struct fixture_law_answer free_one = fixture_law_ask(&same, open, asked[i]);
		cr_expect_leq(bound.mean, 2000 * scale * (1 + 1e-6));
		cr_expect_leq(bound.hi, 2000 * scale * (1 + 1e-6));
		cr_expect(bound.lo <= bound.mean && bound.mean <= bound.hi);
		cr_expect_float_eq(bound.mean / fmin(free_one.mean, 2000 * scale), 1, 1e-6, "%zu",
				   i);
		n_bound += free_one.mean > 2000 * scale;
	}
	cr_expect(n_bound > 2 && n_bound < N_ASKED, "%zu", n_bound);
}

Test(model_roof, of_a_time_is_the_least)
{
	AUTO(fixture_law) jobs;
	fill(&jobs,
	     "name,role,type,domain\ngpus,context,int,1:512\nbatch,param,int,1:64\n"
	     "s,metric,min,\n" COMPUTE "network,roof,,1 / 3000 + 0 * gpus\n",
	     true);
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	cr_expect_eq(model->laws.roof_scale, 1, "no job was as fast");
	for (size_t i = 0; i < N_ASKED; i++) {
		struct fixture_law_answer found = fixture_law_ask(&jobs, model, asked[i]);
		cr_expect_geq(found.mean, 1. / 3000 * (1 - 1e-6));
		cr_expect_geq(found.lo, 1. / 3000 * (1 - 1e-6));
	}
	cr_expect_float_eq(fixture_law_ask(&jobs, model, asked[6]).mean, 1. / 3000, 1e-9);
	cr_expect_gt(fixture_law_ask(&jobs, model, asked[0]).mean, 1. / 200);
}
