#include "math/score/score.h"

#include "math/normal.h"

#include <criterion/criterion.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* a, b and sd in the lines of Python below. */
static const double actual[] = {310.5, 402.25, 120.0, 0.0, 555.75, 402.25};
static const double predicted[] = {300.0, 410.5, 150.25, 3.5, 500.0, 399.0};
static const double sds[] = {10, 5, 30, 0, 60, 1.5};

static double score(const char *name, size_t n, const double *a, const double *p, const double *sd)
{
	struct cml_score_pairs pairs = {
	    .n = n, .actual = a, .predicted = p, .sd = sd, .maximize = true};
	struct cml_score metric;
	struct cml_error err = {0};
	double value = 99.0;

	cr_assert_eq(cml_score_parse(cml_slice_of(name), &metric, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_score_evaluate(&metric, &pairs, &value, &err), CML_OK);
	return value;
}

Test(score_interval, values)
{
	static const struct {
		const char *name;
		double value;
	} expected[] = {
	    /* z = norm.ppf(.5 + c/2); lo = b - z*sd; hi = b + z*sd
	     * ((a >= lo) & (a <= hi)).mean() */
	    {"coverage@50", 0.0},
	    {"coverage@90", 0.5},
	    /* (hi - lo).mean() */
	    {"width@50", 23.944386131960886},
	    {"width@90", 58.39230375677727},
	    /* ((hi - lo) / abs(a))[a != 0].mean() */
	    {"relative-width@50", 0.10962547670588399},
	    {"relative-width@90", 0.2673396636695177},
	    /* (hi-lo + 2/(1-c)*maximum(0, lo-a) + 2/(1-c)*maximum(0, a-hi)).mean() */
	    {"interval-score@50", 50.388947201372446},
	    {"interval-score@90", 72.75380850616199},
	    /* The integral of (norm.cdf((x - b) / sd) - (x >= a))**2 over x, by
	     * scipy.integrate.quad, and abs(a - b) where sd is 0; its mean. */
	    {"crps", 11.581830952674556},
	};

	for (size_t i = 0; i < COUNT(expected); i++) {
		double value = score(expected[i].name, COUNT(actual), actual, predicted, sds);

		cr_assert(fabs(value - expected[i].value) <= 1e-13 * fabs(expected[i].value),
			  "%s: %.17g, not %.17g", expected[i].name, value, expected[i].value);
	}
}

Test(score_interval, without_spread)
{
	static const double a[] = {1, 2, 3.5};
	static const double p[] = {1, 2.5, 3.5};
	static const double none[] = {0, 0, 0};
	static const double tiny[] = {1e-300, 1e-300, 1e-300};

	/* The ends of an interval belong to it. */
	cr_assert_float_eq(score("coverage@50", 3, a, p, none), 2.0 / 3.0, 1e-15);
	cr_assert_float_eq(score("crps", 3, a, p, none), 0.5 / 3.0, 1e-15);
	cr_assert_float_eq(score("crps", 3, a, p, tiny), 0.5 / 3.0, 1e-15);
	cr_assert_float_eq(score("interval-score@90", 3, a, p, none), 20 * 0.5 / 3.0, 1e-13);
	cr_assert_eq(score("width@90", 3, a, p, none), 0);
}

Test(score_interval, nothing_is_undefined)
{
	static const char *const names[] = {"coverage@90", "width@90", "relative-width@90",
					    "interval-score@90", "crps"};
	static const double zero[] = {0};

	for (size_t i = 0; i < COUNT(names); i++)
		cr_assert(isnan(score(names[i], 0, actual, predicted, sds)), "%s", names[i]);
	cr_assert(isnan(score("relative-width@90", 1, zero, zero, sds)));
}

/* Both are proper: on quantiles of a normal distribution no other spread, or mean,
 * scores better than the true one. */
Test(score_interval, proper_scores_are_best_at_the_truth)
{
	enum { N_QUANTILES = 2000 };
	static const char *const names[] = {"crps", "interval-score@80"};
	double a[N_QUANTILES];
	double p[N_QUANTILES];
	double sd[N_QUANTILES];

	for (size_t i = 0; i < N_QUANTILES; i++) {
		double u = ((double)i + 0.5) / N_QUANTILES;
		double z = cml_normal_central(fabs(2 * u - 1));

		a[i] = 50 + 4 * (u < 0.5 ? -z : z);
	}
	for (size_t s = 0; s < COUNT(names); s++) {
		double at_truth = 0.0;

		for (size_t round = 0; round < 5; round++) {
			static const double means[] = {50, 50, 50, 49, 51};
			static const double spreads[] = {4, 3, 5, 4, 4};

			for (size_t i = 0; i < N_QUANTILES; i++) {
				p[i] = means[round];
				sd[i] = spreads[round];
			}
			double value = score(names[s], N_QUANTILES, a, p, sd);

			if (round == 0)
				at_truth = value;
			else
				cr_assert_gt(value, at_truth + 0.01, "%s %zu", names[s], round);
		}
	}
}

/* Four of five are inside, ends included; the job of 0 has no relative width. */
Test(score_interval, of_told_intervals)
{
	static const double a[] = {10, -20, 0, 40, 50}, p[] = {9, 9, 9, 9, 9};
	static const double lo[] = {10, -25, -1, 10, 60}, hi[] = {12, -15, 1, 130, 70};
	struct cml_score_pairs pairs = {.n = 5, .actual = a, .predicted = p, .lo = lo, .hi = hi};
	static const struct {
		const char *name;
		double value;
	} expected[] = {
	    {"interval-coverage", 0.8},
	    /* statistics.median([2/10, 10/20, 120/40, 10/50]) */
	    {"interval-width", 0.35},
	};
	for (size_t i = 0; i < 2; i++) {
		struct cml_score metric;
		struct cml_error err = {0};
		double value;
		cr_assert_eq(cml_score_parse(cml_slice_of(expected[i].name), &metric, &err),
			     CML_OK);
		cr_assert_eq(cml_score_evaluate(&metric, &pairs, &value, &err), CML_OK);
		cr_assert_float_eq(value, expected[i].value, 1e-12, "%s: %g", metric.name, value);
		struct cml_score_pairs none = pairs;
		none.lo = none.hi = NULL;
		cr_assert(!cml_score_applies(&metric, &none));
		none = pairs;
		none.n = 0;
		cr_assert_eq(cml_score_evaluate(&metric, &none, &value, &err), CML_OK);
		cr_assert(isnan(value));
	}
}
