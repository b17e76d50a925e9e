#include "model/chance/avoidance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "math/logistic.h"

/* Settings (a, b) of four values each, of which those with a large sum are unlikely to run; people
 * launch what fails only now and then, and like a = 0. */
enum { A, B, N_FEATURES, N_JOBS = 300, N_DRAWN = 2000 };
static const char *const names[] = {"a", "b"};
static const bool is_param[] = {true, true};
static struct cml_error err;

static void draw(struct cml_random *random, double x[N_FEATURES])
{
	x[A] = (double)cml_random_below(random, 4);
	x[B] = (double)cml_random_below(random, 4);
}

static double chance_of(const double x[N_FEATURES])
{
	return cml_logistic(6 - 2 * (x[A] + x[B]));
}

/* Filled in with rows that are kept: launched of what fails, liked of what is not a = 0. */
static void make(struct cml_dataset *data, double *chance, size_t n, double launched, double liked,
		 uint64_t seed)
{
	struct cml_random random;
	cml_random_init(&random, seed, 0);
	*data = (struct cml_dataset){0};
	cr_assert_eq(cml_dataset_init(data, N_FEATURES, names, &err), CML_OK);
	while (data->n_rows < n) {
		double x[N_FEATURES];
		draw(&random, x);
		bool runs = cml_random_uniform(&random) < chance_of(x);
		if ((!runs && cml_random_uniform(&random) >= launched) ||
		    (x[A] > 0 && cml_random_uniform(&random) >= liked))
			continue;
		chance[data->n_rows] = chance_of(x);
		cr_assert_eq(cml_dataset_append(data, x, runs, 2, data->n_rows, &err), CML_OK);
	}
}

/* What is found, and the sum of weights where the chance is below a half and above. */
static struct cml_avoidance find(double launched, double liked, uint64_t seed, double sums[2])
{
	struct cml_dataset jobs, drawn;
	struct cml_avoidance avoidance;
	double *numbers = calloc(N_JOBS + 2 * N_DRAWN, sizeof *numbers);
	double *of_drawn = numbers + N_JOBS, *weight = of_drawn + N_DRAWN;
	make(&jobs, numbers, N_JOBS, launched, liked, seed);
	make(&drawn, of_drawn, N_DRAWN, 1, 1, seed + 100);
	cr_assert_eq(cml_avoidance_fit(&avoidance,
				       &(struct cml_avoidance_task){.jobs = &jobs,
								    .job_chance = numbers,
								    .drawn = &drawn,
								    .drawn_chance = of_drawn,
								    .is_param = is_param},
				       weight, &err),
		     CML_OK);
	sums[0] = sums[1] = 0;
	for (size_t j = 0; j < N_DRAWN; j++)
		sums[of_drawn[j] > 0.5] += weight[j];
	cml_dataset_release(&jobs);
	cml_dataset_release(&drawn);
	free(numbers);
	return avoidance;
}

Test(avoidance, is_found_where_what_fails_is_missing)
{
	double sums[2];
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct cml_avoidance avoidance = find(0.08, 0.5, seed, sums);
		cr_expect(avoidance.launched <= 0.25, "%g", avoidance.launched);
		/* 43 % of what is drawn runs: that many jobs that ran leave out as many failures.
		 */
		cr_expect(sums[0] > 0.3 * N_JOBS && sums[0] > 5 * sums[1], "%g %g", sums[0],
			  sums[1]);
	}
}

Test(avoidance, is_not_found_where_people_only_have_habits)
{
	double sums[2];
	size_t n_found = 0;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct cml_avoidance avoidance = find(1, 0.3, seed, sums);
		n_found += avoidance.launched < 1;
		cr_expect_eq(avoidance.launched<1, sums[0] + sums[1]> 0);
	}
	cr_expect_leq(n_found, 1);
}

/* Each configuration with its own error of the chance, of which many jobs know no more than one. */
Test(avoidance, counts_configurations_and_not_jobs)
{
	enum { N_MANY = 20000 };
	double launched[2];
	for (int by_config = 0; by_config < 2; by_config++) {
		struct cml_dataset jobs, drawn;
		struct cml_avoidance avoidance;
		double *numbers = calloc(N_MANY + 2 * N_DRAWN, sizeof *numbers);
		double *of_drawn = numbers + N_MANY;
		make(&jobs, numbers, N_MANY, 0.85, 1, 1);
		make(&drawn, of_drawn, N_DRAWN, 1, 1, 2);
		for (size_t i = 0; by_config && i < N_MANY; i++)
			jobs.keys[i] = (uint64_t)(4 * jobs.x[2 * i] + jobs.x[2 * i + 1]);
		cr_assert_eq(
		    cml_avoidance_fit(&avoidance,
				      &(struct cml_avoidance_task){.jobs = &jobs,
								   .job_chance = numbers,
								   .drawn = &drawn,
								   .drawn_chance = of_drawn,
								   .is_param = is_param},
				      of_drawn + N_DRAWN, &err),
		    CML_OK);
		launched[by_config] = avoidance.launched;
		cml_dataset_release(&jobs);
		cml_dataset_release(&drawn);
		free(numbers);
	}
	cr_assert_lt(launched[0], 1);
	cr_assert_eq(launched[1], 1);
}

Test(avoidance, works_without_params)
{
	struct cml_dataset one = {0};
	struct cml_avoidance avoidance;
	double weight;
	cr_assert_eq(cml_dataset_init(&one, N_FEATURES, names, &err), CML_OK);
	cr_assert_eq(cml_dataset_append(&one, (double[]){NAN, 1}, 1, 1, 1, &err), CML_OK);
	struct cml_avoidance_task task = {.jobs = &one,
					  .job_chance = (double[]){0.9},
					  .drawn = &one,
					  .drawn_chance = (double[]){0.9},
					  .is_param = (bool[]){false, false}};
	cr_assert_eq(cml_avoidance_fit(&avoidance, &task, &weight, &err), CML_OK);
	cr_expect(avoidance.launched == 1 && weight == 0);
	task.is_param = is_param;
	cr_assert_eq(cml_avoidance_fit(&avoidance, &task, &weight, &err), CML_OK);
	cr_expect(avoidance.launched == 1 && weight == 0);
	cml_dataset_release(&one);
}
