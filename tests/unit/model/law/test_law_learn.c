#include "model/law/law.h"

#include "law_fixture.h"
#include "test.h"

static struct fixture_law jobs;

static const char text[] = "name,role,type,domain\n"
			   "gpus,context,int,1:64\n"
			   "batch,param,int,1:64\n"
			   "net,context,categorical,a|b|c\n"
			   "wps,metric,max,\n"
			   "memory,limit,,:80\n"
			   "compute,term,,1 / gpus\n"
			   "start,term,,1 / (gpus * batch)\n"
			   "states,term,memory,256 / gpus\n"
			   "activations,term,memory,batch\n"
			   "top,roof,,gpus * 100\n";

static void open_jobs(void)
{
	fixture_law_init(&jobs, text);
}

static void close_jobs(void)
{
	fixture_law_release(&jobs);
}

TestSuite(law_learn, .init = open_jobs, .fini = close_jobs);

static struct cml_law *wps(void)
{
	return &jobs.laws.items[0];
}

static struct cml_law *memory(void)
{
	return &jobs.laws.items[1];
}

/* Configuration number i, of all of 7 x 7 x 3. */
static void configure(size_t i, double config[3])
{
	config[0] = (double)(1 << i % 7);
	config[1] = (double)(1 << i / 7 % 7);
	config[2] = (double)(i / 49 % 3);
}

/* Units in a second: 0.002 s on a device and 0.05 s a step; models differ by a factor of 1.5. */
static double speed(const double *config)
{
	double each = 0.002 / config[0] + 0.05 / (config[0] * config[1]);
	return pow(1.5, 1 - config[2]) / each;
}

static void add_jobs(size_t n, size_t step)
{
	for (size_t i = 0; i < n; i++) {
		double config[3];
		configure(i * step, config);
		fixture_law_add(&jobs, config, CML_JOB_OK, speed(config), NULL);
	}
}

static void learn_metric(bool first_alone)
{
	assert_ok(cml_law_learn_metric(wps(), &jobs.encoder, &jobs.data, first_alone, &err));
}

Test(law_learn, finds_the_law_of_a_metric_again)
{
	add_jobs(120, 5);
	jobs.data.y[17] *= 30; /* a typing error */
	learn_metric(false);
	cr_expect_float_eq(wps()->weights[0], 0.002, 0.0002, "%g", wps()->weights[0]);
	cr_expect_float_eq(wps()->weights[1], 0.05, 0.005, "%g", wps()->weights[1]);
	/* Levels of models are no error of terms, but they are one of the law. */
	cr_expect(wps()->error > 0.2 && wps()->error < 0.4, "%g", wps()->error);
	cr_expect_float_eq(wps()->shares[0] + wps()->shares[1], 1, 1e-9);
	cr_expect(wps()->shares[0] > 0.1 && wps()->shares[1] > 0.1);
	/* Where a term is missing, the law is what it is of half of the jobs. */
	double missing[FIXTURE_LAW_COLUMNS], sum = 0;
	fixture_law_features(&jobs, (double[]){NAN, 4, 0}, missing);
	for (size_t i = 0; i < jobs.data.n_rows; i++) {
		double features[FIXTURE_LAW_COLUMNS];
		for (size_t f = 0; f < jobs.data.n_features; f++)
			features[f] = (double)jobs.data.x[i * jobs.data.n_features + f];
		sum += cml_law_log2(wps(), features) > wps()->typical ? 1 : -1;
	}
	cr_expect_eq(cml_law_log2(wps(), missing), wps()->typical);
	cr_expect_leq(fabs(sum), 30, "%g", sum);
}

/* The first term alone, of which most jobs have none. */
Test(law_learn, without_its_terms_it_is_what_was_measured)
{
	close_jobs();
	fixture_law_init(&jobs, "name,role,type,domain\nx,param,int,1:9\ny,param,int,1:9\n"
				"s,metric,min,\na,term,,x\nb,term,,y\n");
	for (size_t i = 0; i < 20; i++)
		fixture_law_add(&jobs, (double[]){i < 4 ? 1 : NAN, 2}, CML_JOB_OK, 64, NULL);
	learn_metric(true);
	cr_expect_eq(wps()->weights[0], 0);
	cr_expect_eq(wps()->typical, 6, "%g", wps()->typical);
}

static void learn_limit(void)
{
	assert_ok(cml_law_learn_limit(memory(), &jobs.encoder, &jobs.data, &err));
}

static double gb(const double *config)
{
	return 0.8 * 256 / config[0] + 1.3 * config[1];
}

/* Those that ran out of memory report as well: above the bound they tell the most. */
Test(law_learn, finds_a_limit_again_from_reports)
{
	for (size_t i = 0; i < 30; i++) {
		double config[3], used;
		configure(i * 5, config);
		used = gb(config);
		fixture_law_add(&jobs, config, used > 80 ? CML_JOB_OOM : CML_JOB_OK, 1, &used);
	}
	cr_assert_not_null(jobs.data.failed);
	learn_limit();
	cr_expect_float_eq(memory()->weights[0], 0.8, 0.01, "%g", memory()->weights[0]);
	cr_expect_float_eq(memory()->weights[1], 1.3, 0.01, "%g", memory()->weights[1]);
	cr_expect_eq(memory()->steepness, 0, "it is reported");
	cr_expect_lt(memory()->error, 0.01);
	double features[FIXTURE_LAW_COLUMNS];
	fixture_law_features(&jobs, (double[]){8, 16, 0}, features);
	cr_expect_float_eq(exp2(cml_law_log2(memory(), features)), 46.4, 0.5);
}

static void add_ends(enum cml_job_status above)
{
	for (size_t i = 0; i < 49; i++) {
		double config[3];
		configure(i, config);
		fixture_law_add(&jobs, config, gb(config) > 80 ? above : CML_JOB_OK, 1, NULL);
	}
}

static size_t count_wrong(void)
{
	size_t n = 0;
	for (size_t i = 0; i < 49; i++) {
		double config[3], features[FIXTURE_LAW_COLUMNS];
		configure(i, config);
		fixture_law_features(&jobs, config, features);
		n += (cml_law_log2(memory(), features) > log2(80)) != (gb(config) > 80);
	}
	return n;
}

Test(law_learn, finds_a_limit_from_ends_alone)
{
	cr_assert_geq(count_wrong(), 3, "textbook weights are not enough");
	add_ends(CML_JOB_OOM);
	learn_limit();
	cr_expect_leq(count_wrong(), 1);
	cr_expect_gt(memory()->steepness, 0);
	cr_expect(isnan(memory()->proven), "jobs failed");
	cr_expect(isnan(memory()->error), "nothing is measured");
	cr_expect(memory()->weights[0] < memory()->weights[1], "%g %g", memory()->weights[0],
		  memory()->weights[1]);
	/* Nor do some reports that are too few change it. */
	double weights[] = {memory()->weights[0], memory()->weights[1]};
	for (size_t i = 0; i + 1 < CML_LAW_MIN_REPORTS; i++)
		jobs.data.limits[i] = 5;
	learn_limit();
	cr_expect(memory()->weights[0] == weights[0] && memory()->weights[1] == weights[1]);
	cr_expect_gt(memory()->steepness, 0);
}

Test(law_learn, jobs_lift_a_roof_that_is_too_low)
{
	fixture_law_ran(&jobs, 150, 2, 1, 0); /* of 200 */
	cml_laws_learn_roof(&jobs.laws, true, &jobs.data);
	cr_expect_eq(jobs.laws.roof_scale, 1);
	fixture_law_ran(&jobs, 50000, 4, 1, 0); /* a slip */
	cml_laws_learn_roof(&jobs.laws, true, &jobs.data);
	cr_expect_eq(jobs.laws.roof_scale, 1);
	fixture_law_ran(&jobs, 500, 4, 1, 0);
	fixture_law_ran(&jobs, 880, 8, 1, 0);
	cml_laws_learn_roof(&jobs.laws, true, &jobs.data);
	cr_expect_float_eq(jobs.laws.roof_scale, 1.25, 1e-6);
	/* Of a time the roof is the least. */
	fixture_law_ran(&jobs, 150, 2, 1, 0);
	cml_laws_learn_roof(&jobs.laws, false, &jobs.data);
	cr_expect_float_eq(jobs.laws.roof_scale, 200. / 150, 1e-6);
	jobs.laws.roof = CML_NO_LAW;
	cml_laws_learn_roof(&jobs.laws, true, &jobs.data);
	cr_expect_eq(jobs.laws.roof_scale, 1);
}
