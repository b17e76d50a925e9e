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

Test(law, are_made_of_the_terms_of_a_space)
{
	struct cml_laws *laws = &jobs.laws;
	cr_assert_eq(laws->n, 2, "ms has no terms");
	cr_expect(laws->n_features == N_ENCODED && laws->n_plain == N_PLAIN);
	const struct cml_law *wps = &laws->items[0], *memory = &laws->items[1];
	cr_expect_eq(wps->slot, jobs.space->metric);
	cr_expect(wps->is_inverse && wps->is_used && !memory->is_inverse && memory->is_used);
	cr_assert(wps->n == 2 && memory->n == 2);
	cr_expect(wps->terms[0] == F_COMPUTE && wps->terms[1] == F_SENDS);
	cr_expect(memory->terms[0] == F_STATES && memory->terms[1] == F_BUFFERS);
	cr_expect(laws->roof == F_TOP && laws->roof_scale == 1);
	cr_expect_eq(cml_laws_find(laws, jobs.space->metric), 0);
	cr_expect_eq(cml_laws_find(laws, jobs.space->limits[0]), CML_NO_LAW);
	cr_expect_eq(cml_laws_find(laws, jobs.space->limits[1]), 1);
	cr_expect(cml_laws_pack_rows(laws));
	/* What of a packed row is where, with a law of the metric and without. */
	cr_expect_eq(cml_laws_n_packed(laws), N_PLAIN + 3);
	cr_expect_eq(cml_laws_feature(laws, 0), N_PLAIN);
	cr_expect_eq(cml_laws_feature(laws, 1), N_PLAIN + 1);
	cr_expect_eq(cml_laws_roof_feature(laws), N_PLAIN + 2);
	laws->items[0].is_used = false;
	cr_expect_eq(cml_laws_n_packed(laws), N_PLAIN + 2);
	cr_expect_eq(cml_laws_feature(laws, 0), CML_NO_LAW);
	cr_expect_eq(cml_laws_feature(laws, 1), N_PLAIN);
	cr_expect_eq(cml_laws_roof_feature(laws), N_PLAIN + 1);
}

Test(law, of_a_space_without_terms_are_none)
{
	AUTO(fixture_law) plain;
	fixture_law_init(&plain, "name,role,type,domain\ngpus,context,int,1:64\nwps,metric,min,\n"
				 "ms,limit,,:100\n");
	cr_expect_eq(plain.laws.n, 0);
	cr_expect_not(cml_laws_pack_rows(&plain.laws));
	cr_expect_eq(cml_laws_n_packed(&plain.laws), 1);
	cr_expect_eq(cml_laws_roof_feature(&plain.laws), CML_NO_LAW);
	cr_expect_eq(cml_laws_find(&plain.laws, plain.space->metric), CML_NO_LAW);
	fixture_law_release(&plain);
	fixture_law_init(&plain, "name,role,type,domain\ngpus,context,int,1:64\nms,metric,min,\n"
				 "t,term,,gpus\n");
	cr_expect_not(plain.laws.items[0].is_inverse, "a time is a sum as it is");
}

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

Test(law, packed_rows_have_a_number_for_each)
{
	double features[N_ENCODED];
	float packed[N_ENCODED];
	set_weights(&jobs.laws);
	fixture_law_features(&jobs, (double[]){16, 4, 1}, features);
	cml_laws_pack(&jobs.laws, features, packed);
	const double wanted[] = {16, 4, 0, 1, -log2(1.25), log2(10), log2(16 * 312)};
	for (size_t f = 0; f < 7; f++)
		cr_expect_float_eq(packed[f], wanted[f], 1e-6, "%zu: %g", f, (double)packed[f]);
	/* Without the law of the metric, and a roof that is missing. */
	jobs.laws.items[0].is_used = false;
	fixture_law_features(&jobs, (double[]){16, 4, 1}, features);
	features[F_TOP] = NAN;
	cml_laws_pack(&jobs.laws, features, packed);
	cr_expect_float_eq(packed[N_PLAIN], log2(10), 1e-6);
	cr_expect(isnan(packed[N_PLAIN + 1]));
	features[F_TOP] = 0;
	cml_laws_pack(&jobs.laws, features, packed);
	cr_expect(isnan(packed[N_PLAIN + 1]), "nothing is below nothing");
}

Test(law, packs_the_rows_of_data_and_leaves_what_predictors_read)
{
	const char *names[N_ENCODED];
	AUTO(cml_arena) arena = {0};
	set_weights(&jobs.laws);
	fixture_law_ran(&jobs, 7, 16, 4, 0);
	fixture_law_ran(&jobs, 9, 8, 1, 1);
	fixture_law_add(&jobs, (double[]){2, 2, 1}, CML_JOB_OOM, NAN, NULL);
	assert_ok(cml_laws_name(&jobs.laws, &jobs.encoder, &arena, names, &err));
	assert_ok(cml_laws_pack_data(&jobs.laws, names, &jobs.data, &err));
	static const char *const wanted[] = {"gpus",     "tp",          "gpu=a", "gpu=b",
					     "law(wps)", "law(memory)", "top"};
	cr_assert(jobs.data.n_features == 7 && jobs.data.failed->n_features == 7);
	for (size_t f = 0; f < 7; f++) {
		cr_expect_str_eq(jobs.data.feature_names[f], wanted[f]);
		cr_expect_str_eq(jobs.data.failed->feature_names[f], wanted[f]);
	}
	const float *second = jobs.data.x + 7;
	cr_expect(second[0] == 8 && second[1] == 1 && second[2] == 0 && second[3] == 1);
	cr_expect_float_eq(second[4], 1, 1e-6, "4 / 8 and 0");
	cr_expect_float_eq(second[5], log2f(14), 1e-6);
	cr_expect_float_eq(jobs.data.x[5], log2f(10), 1e-6);
	cr_expect_float_eq(jobs.data.failed->x[5], log2f(38), 1e-6);
	cml_laws_strip(&jobs.laws, &jobs.data);
	cr_assert_eq(jobs.data.n_features, N_PLAIN);
	const float plain[] = {16, 4, 1, 0, 8, 1, 0, 1};
	cr_expect_arr_eq(jobs.data.x, plain, sizeof plain);
}
