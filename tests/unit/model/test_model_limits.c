/* Limits: learned as a metric is, and what is known of one that no job reports. */
#include "model/model.h"

#include "chance_fixture.h"
#include "law_fixture.h"
#include "model_fixture.h"
#include "test.h"

#define N_NEW 500

static struct cml_model *train(struct fixture_chance_jobs *jobs, double upper)
{
	char text[256];
	AUTO(cml_hyper) hyper = {0};
	struct cml_model *model;
	const struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {.hyper = &hyper, .seed = 1};
	snprintf(text, sizeof text,
		 "name,role,type,domain\nbatch,param,float,\nstage,param,float,\n"
		 "rate,param,float,\nflag,param,float,\nmemory,limit,float,:%g\nsize,metric,min,\n",
		 upper);
	AUTOPTR(cml_space) space = fixture_space(text);
	assert_ok(cml_predictor_find("tree", &spec.kind, &err));
	assert_ok(cml_model_train(&model, &spec, &jobs->data, space, &hooks, &err));
	return model;
}

/* Memory is exp(size + 0.1 z): the chance to stay below a limit is known. */
Test(model_limits, to_keep_one_is_near_the_truth)
{
	const double upper = 5;
	AUTO(fixture_chance_jobs) jobs;
	float x[N_NEW * FIXTURE_CHANCE_FEATURES];
	double log_chance[N_NEW], worst = 0;
	fixture_chance_jobs_init(&jobs, 1000, 9);
	/* Nothing fails: only the limit is left. */
	jobs.data.failed = NULL;
	AUTOPTR(cml_model) chance = train(&jobs, upper);
	for (size_t i = 0; i < N_NEW; i++)
		fixture_chance_row(77, i, x + i * FIXTURE_CHANCE_FEATURES);
	cml_model_chance(chance, N_NEW, x, log_chance);
	for (size_t i = 0; i < N_NEW; i++) {
		const float *row = x + i * FIXTURE_CHANCE_FEATURES;
		double size = 0.4 * (double)row[0] + 0.5 * (double)row[1];
		double wanted = 0.5 * erfc((size - log(upper)) / 0.1 / sqrt(2));
		/* Past this nearly all fail, and few report. */
		if (size < 2.8)
			worst = fmax(worst, fabs(exp(log_chance[i]) - wanted));
	}
	cr_expect_lt(worst, 0.25, "%g", worst);
}

/* Which jobs ran out of memory tells its law. */
Test(model_limits, that_no_job_reports_follow_their_law)
{
	static const char text[] = "name,role,type,domain\nbatch,param,int,1:64\nwps,metric,max,\n"
				   "gb,limit,,:16\nstates,term,gb,batch\n";
	AUTO(fixture_law) jobs;
	fixture_law_init(&jobs, text);
	for (size_t i = 0; i < 60; i++) {
		double batch = (double)(1 + i % 30);
		fixture_law_add(&jobs, &batch, batch > 16 ? CML_JOB_OOM : CML_JOB_OK, 100 * batch,
				(double[]){NAN});
	}
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "tree");
	cr_assert(model->n_limits == 1 && !model->limits[0].model);
	const struct cml_law *law = &model->laws.items[0];
	for (double batch = 20; batch < 64; batch += 4) {
		double features[FIXTURE_LAW_COLUMNS], log_chance, side;
		float x[FIXTURE_LAW_COLUMNS];
		fixture_law_features(&jobs, &batch, features);
		assert_ok(cml_model_round(model, features, x, &err));
		cml_model_chance(model, 1, x, &log_chance);
		/* By hand: the logistic curve of the law, and what so many jobs can vouch for. */
		double gb = law->weights[0] * batch,
		       wanted = 1 / (1 + pow(gb / 16, law->steepness));
		cr_expect_leq(exp(log_chance), fmax(wanted, 1. / 62) * (1 + 1e-6), "%g", batch);
		cr_expect_float_eq(cml_model_outcome(model, 0, x, &side), gb, 1e-5 * gb);
		/* Log-odds of 19 to 1. */
		cr_expect_float_eq(side, gb * log(19) / law->steepness, 1e-5 * gb);
	}
}

/* Where none failed, the end of memory is halfway between what jobs needed and the bound. */
Test(model_limits, that_nothing_tells_begin_where_jobs_end)
{
	static const char text[] = "name,role,type,domain\nbatch,param,int,1:64\nwps,metric,max,\n"
				   "gb,limit,,:64\nstates,term,gb,batch\n";
	AUTO(fixture_law) jobs;
	fixture_law_init(&jobs, text);
	for (size_t i = 0; i < 60; i++) {
		double batch = i % 10 < 5 ? 2 : 4;
		fixture_law_add(&jobs, &batch, CML_JOB_OK, 100 * batch, (double[]){NAN});
	}
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "tree");
	const struct cml_law *law = &model->laws.items[0];
	cr_assert_float_eq(law->proven, 4 * law->weights[0], 1e-6);
	double end = sqrt(law->proven * 64) / law->weights[0], chances[2];
	for (int above = 0; above < 2; above++) {
		double features[FIXTURE_LAW_COLUMNS], batch = above ? 1.2 * end : 0.8 * end;
		float x[FIXTURE_LAW_COLUMNS];
		fixture_law_features(&jobs, &batch, features);
		assert_ok(cml_model_round(model, features, x, &err));
		cml_model_chance(model, 1, x, &chances[above]);
	}
	cr_expect(exp(chances[0]) > 0.5 && exp(chances[1]) < 0.5, "%g %g", chances[0], chances[1]);
}
