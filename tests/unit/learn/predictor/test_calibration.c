#include "learn/predictor/ensemble.h"

#include "test.h"

#define N_ROWS 4000

/* Rows that n members did not see, of means 0. */
struct unseen_rows {
	size_t n_members[N_ROWS];
	double mean[N_ROWS];
	double squares[N_ROWS];
	double target[N_ROWS];
	double weight[N_ROWS];
};

static struct cml_unseen view(const struct unseen_rows *rows, size_t n)
{
	return (struct cml_unseen){.n_rows = n,
				   .n_members = rows->n_members,
				   .mean = rows->mean,
				   .squares = rows->squares,
				   .target = rows->target,
				   .weight = rows->weight};
}

/* Sample variance v of n members, and an error of target. */
static void set_row(struct unseen_rows *rows, size_t row, size_t n, double v, double target)
{
	rows->n_members[row] = n;
	rows->mean[row] = 0;
	rows->squares[row] = v * (double)(n - 1);
	rows->target[row] = target;
	rows->weight[row] = 1;
}

static struct cml_calibration fit(const struct cml_unseen *unseen)
{
	struct cml_calibration calibration;
	assert_ok(cml_calibration_fit(&calibration, unseen, &err));
	return calibration;
}

/* Of new rows with errors `factor` times what members and noise say. */
static double coverage_for(double noise, double factor)
{
	struct unseen_rows rows = {0};
	struct cml_random random = random_of(11, 0);
	size_t n_held = 0;
	for (size_t i = 0; i < N_ROWS; i++) {
		double v = exp(2 * cml_random_normal(&random));
		set_row(&rows, i, 40, v,
			factor * sqrt(noise + v + v / 40) * cml_random_normal(&random));
	}
	struct cml_unseen unseen = view(&rows, N_ROWS);
	struct cml_calibration calibration = fit(&unseen);
	for (size_t i = 0; i < N_ROWS; i++) {
		double v = exp(2 * cml_random_normal(&random));
		double away = factor * sqrt(noise + v + v / 100) * cml_random_normal(&random);
		n_held += fabs(away) <= 1.645 * cml_calibration_sd(&calibration, 100, v);
	}
	return (double)n_held / N_ROWS;
}

Test(calibration, ninety_percent_of_new_jobs_lie_within)
{
	static const double noises[] = {0.25, 1, 30};
	static const double factors[] = {0.5, 1, 3};
	/* The standard error is 0.7 %. */
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < 3; k++) {
			double coverage = coverage_for(noises[i], factors[k]);
			cr_expect_float_eq(coverage, 0.9, 0.02, "noise %g, factor %g: %g",
					   noises[i], factors[k], coverage);
		}
}

Test(calibration, without_rows_there_is_the_plain_spread)
{
	struct unseen_rows rows = {0};
	set_row(&rows, 0, 1, 0, 3);
	struct cml_unseen unseen = view(&rows, 1);
	struct cml_calibration calibration = fit(&unseen);
	cr_expect_not(calibration.is_fitted);
	cr_expect_eq(cml_calibration_sd(&calibration, 4, 2.25), 1.5);
	cr_expect(isnan(cml_calibration_sd(&calibration, 1, NAN)));
}

Test(calibration, no_errors_leave_the_spread)
{
	struct unseen_rows rows = {0};
	for (size_t i = 0; i < 30; i++)
		set_row(&rows, i, 2, 0, 0);
	struct cml_unseen unseen = view(&rows, 30);
	struct cml_calibration calibration = fit(&unseen);
	cr_expect_eq(calibration.noise, 0);
	cr_expect_eq(calibration.scale, 1);
}

Test(calibration, errors_past_all_bounds_are_no_crash)
{
	struct unseen_rows rows = {0};
	for (size_t i = 0; i < 30; i++)
		set_row(&rows, i, 2, 0, 1e200);
	struct cml_unseen unseen = view(&rows, 30);
	cr_expect_not(fit(&unseen).is_fitted);
}
