#include "learn/predictor/worth.h"

#include "test.h"

/* What metrics can be like: speeds and times, of any sign, all the same, tiny and huge;
 * expected improvement. */
static const struct form {
	enum cml_rank_by by;
	bool maximize;
	double min, max;
	enum cml_worth_scale scale;
} forms[] = {
    {CML_RANK_BY_MEAN, true, 2.385, 917.3, CML_WORTH_AMOUNT},
    {CML_RANK_BY_UCB, true, 3e-200, 8e-199, CML_WORTH_AMOUNT},
    {CML_RANK_BY_LCB, false, 2.385, 917.3, CML_WORTH_TIME},
    {CML_RANK_BY_MEAN, false, 7e150, 7e150, CML_WORTH_TIME},
    {CML_RANK_BY_MEAN, true, -12.7, 31.9, CML_WORTH_AMOUNT},
    {CML_RANK_BY_MEAN, false, -12.7, 0, CML_WORTH_AMOUNT},
    {CML_RANK_BY_MEAN, true, 0, 0, CML_WORTH_AMOUNT},
    {CML_RANK_BY_MEAN, false, -4.5, -4.5, CML_WORTH_AMOUNT},
    {CML_RANK_BY_EI, true, 2.385, 917.3, CML_WORTH_LOG},
};
#define N_FORMS COUNT(forms)

static struct cml_worth worth_of(size_t form, double min_chance)
{
	const struct form *f = &forms[form];
	struct cml_acquisition acquisition = {.by = f->by, .maximize = f->maximize, .best = 1};
	return cml_worth_of(&acquisition, f->min, f->max, min_chance);
}

static double max_of(double a, double b)
{
	return a > b ? a : b;
}

/* Around the targets, or anywhere that numbers go. */
static double some_reward(struct cml_random *random, const struct form *form)
{
	double size = max_of(fabs(form->min), fabs(form->max)), sign = form->maximize ? 1 : -1;
	double u = cml_random_uniform(random);
	switch (cml_random_below(random, 4)) {
	case 0:
		return sign * (form->min + u * (form->max - form->min));
	case 1:
		return size * (4 * u - 2) / 16;
	case 2:
		return size * (4 * u - 2);
	default:
		return (u < 0.5 ? -1 : 1) * pow(10, 600 * cml_random_uniform(random) - 300);
	}
}

static double some_chance(struct cml_random *random)
{
	double u = cml_random_uniform(random);
	return cml_random_below(random, 3) == 0 ? -700 * u * u : log(1 - u);
}

Test(worth, rises_with_reward_and_with_chance)
{
	struct cml_random random = random_of(11, 0);
	for (size_t i = 0; i < 200000; i++) {
		size_t f = i % N_FORMS;
		struct cml_worth worth = worth_of(f, i % 3 == 0 ? 0.25 : 0);
		double r = some_reward(&random, &forms[f]), s = some_reward(&random, &forms[f]);
		double c = some_chance(&random), d = some_chance(&random);
		double low = cml_worth(&worth, fmin(r, s), fmin(c, d));
		double high = cml_worth(&worth, fmax(r, s), fmax(c, d));
		cr_assert(low <= high, "%zu: %g %g %g %g", f, r, s, c, d);
		double mixed = cml_worth(&worth, fmin(r, s), fmax(c, d));
		cr_assert(low <= mixed && mixed <= high, "%zu: %g %g %g %g", f, r, s, c, d);
	}
}

Test(worth, any_sign_counts_from_the_worst)
{
	struct cml_worth worth = worth_of(4, 0), down = worth_of(5, 0);
	cr_assert_float_eq(exp(cml_worth(&worth, 27.3, log(0.5))), 20, 1e-12);
	/* To be small, from -12.7 to 0: the worst measured is 0. */
	cr_assert_float_eq(exp(cml_worth(&down, 10, log(0.5))), 5, 1e-12);
}

Test(worth, an_improvement_too_small_to_matter_hardly_counts)
{
	/* A thousandth of 917.3 - 2.385; and of the metric itself. */
	struct cml_worth worth = worth_of(8, 0);
	cr_assert_float_eq(worth.tail, log(0.914915), 1e-12);
	worth.acquisition.is_log = true;
	struct cml_worth logs = cml_worth_of(&worth.acquisition, 2.385, 917.3, 0);
	cr_assert_float_eq(logs.tail, log(0.001), 1e-12);
	cr_assert_eq(cml_worth(&logs, logs.tail, -0.7), logs.tail - 0.7);
	cr_assert_float_eq(cml_worth(&logs, logs.tail - 6.4, -0.7), logs.tail - 0.8, 1e-12);
	/* Likely to run and of no use is better than hopeless and nearly of no use, but not than a
	 * chance to gain something. */
	cr_assert_gt(cml_worth(&logs, -40, log(0.9)), cml_worth(&logs, -10, log(0.1)));
	cr_assert_lt(cml_worth(&logs, -40, log(0.9)), cml_worth(&logs, -4, log(0.1)));
}

Test(worth, below_the_floor_more_chance_is_better_than_more_speed)
{
	struct cml_worth worth = worth_of(0, 0.5);
	cr_assert_gt(cml_worth(&worth, 10, log(0.2)), cml_worth(&worth, 900, log(0.1)));
	cr_assert_float_eq(cml_worth(&worth, 10, log(0.5) - 1e-9), cml_worth(&worth, 10, log(0.5)),
			   1e-7);
}

Test(worth, amounts_are_the_metric_times_the_chance)
{
	struct cml_worth speed = worth_of(0, 0), time = worth_of(2, 0), any = worth_of(5, 0);
	double value = cml_worth(&speed, 500, log(0.6));
	cr_assert_float_eq(cml_worth_amount(&speed, value), 300, 1e-10);
	value = cml_worth(&time, -8.5, log(0.5));
	cr_assert_float_eq(1 / cml_worth_amount(&time, value), 17, 1e-12);
	value = cml_worth(&any, 10, log(0.5));
	cr_assert_float_eq(cml_worth_amount(&any, value) + any.origin, 5, 1e-12);
}
