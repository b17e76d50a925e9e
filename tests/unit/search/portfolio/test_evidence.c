#include "search/portfolio/evidence.h"

#include <criterion/criterion.h>
#include <math.h>

/* One ordered param of eleven levels, a tenth apart. */
#define N 11

static struct cml_space *space;
static struct cml_settings settings;
static struct cml_level_table table;
static struct cml_tried_jobs jobs;
static struct cml_evidence evidence;
static double values[N];

static void make(void)
{
	struct cml_error err = {0};
	const double *configs[N];
	cr_assert_eq(cml_space_from_text(&space,
					 cml_slice_of("name,role,type,domain\nx,param,int,0:10\n"),
					 "test", &err),
		     CML_OK);
	cr_assert_eq(cml_settings_init(&settings, space, &err), CML_OK);
	for (size_t i = 0; i < N; i++) {
		values[i] = (double)i;
		configs[i] = values + i;
		cml_settings_add(&settings, values + i);
	}
	cml_settings_close(&settings, space);
	cr_assert_eq(cml_level_table_init(&table, &settings, N, configs, &err), CML_OK);
}

static void clear(void)
{
	cml_evidence_release(&evidence);
	cml_tried_jobs_release(&jobs);
	cml_level_table_release(&table);
	cml_settings_release(&settings);
	cml_space_free(space);
}

TestSuite(evidence, .init = make, .fini = clear);

static void add(size_t i, enum cml_tried_state state)
{
	struct cml_error err;
	struct cml_tried_job job = {values + i, state, 1};
	cr_assert_eq(cml_tried_jobs_add(&jobs, &job, 1, &err), CML_OK);
}

static double chance(size_t i, double of_model)
{
	return exp(cml_evidence_log_chance(&evidence, i, log(of_model)));
}

static void learn(void)
{
	struct cml_error err;
	cr_assert_eq(cml_evidence_init(&evidence, &table, &jobs, &err), CML_OK);
}

Test(evidence, without_a_failure_the_model_is_right)
{
	cr_expect_float_eq(chance(3, 0.7), 0.7, 1e-12, "zeroed");
	add(3, CML_TRIED_OK);
	add(4, CML_TRIED_PENDING);
	learn();
	cr_expect_float_eq(chance(3, 0.7), 0.7, 1e-12);
}

Test(evidence, a_failure_lowers_the_chance_near_it)
{
	add(5, CML_TRIED_FAILED);
	learn();
	cr_expect_float_eq(chance(5, 0.9), 0.45, 1e-12, "as much as the model");
	/* A tenth of the range away: exp(-0.5 (0.1 / 0.15)^2) = 0.8007374. */
	cr_expect_float_eq(chance(4, 0.9), 0.9 / 1.8007374, 1e-7);
	cr_expect_gt(chance(0, 0.9), 0.89);
}

Test(evidence, jobs_that_ran_raise_it_again)
{
	add(5, CML_TRIED_FAILED);
	add(4, CML_TRIED_OK);
	add(4, CML_TRIED_PENDING);
	learn();
	cr_expect_float_eq(chance(4, 0.9), (0.9 + 1) / (1 + 1 + 0.8007374), 1e-7);
	cr_expect_lt(chance(6, 0.9), chance(3, 0.9));
}
