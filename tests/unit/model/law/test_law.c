#include "model/law/law.h"

#include "law_fixture.h"
#include "test.h"

/* Plain features: gpus, tp, gpu=a, gpu=b. */
static const char text[] = "name,role,type,domain\n"
			   "gpus,context,int,1:64\n"
			   "tp,param,int,0:8\n"
			   "gpu,context,categorical,a|b\n"
			   "wps,metric,max,\n"
			   "ms,limit,,:100\n"
			   "memory,limit,,:80\n"
			   "states,term,memory,64 / gpus\n"
			   "compute,term,,1 / gpus\n"
			   "top,roof,,gpus * 312\n"
			   "buffers,term,memory,2\n"
			   "sends,term,,log2(tp)\n";
enum { F_GPUS, F_TP, F_A, F_B, N_PLAIN, F_STATES = N_PLAIN, F_COMPUTE, F_TOP, F_BUFFERS, F_SENDS };
#define N_ENCODED (F_SENDS + 1)

static struct fixture_law jobs;

static void open_jobs(void)
{
	fixture_law_init(&jobs, text);
}

static void close_jobs(void)
{
	fixture_law_release(&jobs);
}

TestSuite(law, .init = open_jobs, .fini = close_jobs);

static void set_weights(struct cml_laws *laws)
{
	laws->items[0].weights[0] = 4;
	laws->items[0].weights[1] = 0.5;
	laws->items[0].typical = -7;
	laws->items[1].weights[0] = 1;
	laws->items[1].weights[1] = 3;
	laws->items[1].typical = 5;
}

Test(law, is_the_logarithm_of_a_sum)
{
	struct cml_law *wps = &jobs.laws.items[0], *memory = &jobs.laws.items[1];
	double features[N_ENCODED];
	set_weights(&jobs.laws);
	fixture_law_features(&jobs, (double[]){16, 4, 0}, features);
	/* By hand: 4 / 16 + 2 / 2 seconds for a unit, 64 / 16 + 3 * 2. */
	cr_expect_float_eq(cml_law_log2(wps, features), -log2(1.25), 1e-15);
	cr_expect_float_eq(cml_law_log2(memory, features), log2(10), 1e-15);
	/* A term is missing: log2 of 0. */
	fixture_law_features(&jobs, (double[]){16, 0, 0}, features);
	cr_assert(isnan(features[F_SENDS]));
	cr_expect_eq(cml_law_log2(wps, features), -7);
	cr_expect_float_eq(cml_law_log2(memory, features), log2(10), 1e-15);
	/* All are 0, or less: no sum of times is. */
	features[F_COMPUTE] = features[F_SENDS] = 0;
	cr_expect_eq(cml_law_log2(wps, features), -7);
	features[F_COMPUTE] = -1;
	cr_expect_eq(cml_law_log2(wps, features), -7);
	features[F_COMPUTE] = INFINITY;
	cr_expect_eq(cml_law_log2(wps, features), -7);
	wps->weights[0] = wps->weights[1] = 0;
	features[F_COMPUTE] = features[F_SENDS] = 1;
	cr_expect_eq(cml_law_log2(wps, features), -7);
}

/* By their shares of the law, four fifths and one: of a term that is missing the others tell. */
Test(law, what_is_known_stands_for_what_is_missing)
{
	struct cml_law *wps = &jobs.laws.items[0];
	double features[N_ENCODED];
	set_weights(&jobs.laws);
	wps->shares[0] = 0.8;
	wps->shares[1] = 0.2;
	fixture_law_features(&jobs, (double[]){16, 0, 0}, features);
	double sure = 0.64 / (0.64 + 0.04);
	cr_expect_float_eq(cml_law_log2(wps, features), sure * -log2(0.25 / 0.8) + (1 - sure) * -7,
			   1e-12);
	fixture_law_features(&jobs, (double[]){16, 4, 0}, features);
	cr_expect_float_eq(cml_law_log2(wps, features), -log2(1.25), 1e-15);
}
