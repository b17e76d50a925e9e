#include "base/random.h"
#include "math/score/score.h"
#include "test.h"

TestSuite(laws_score, .timeout = 300);

enum { N_JOBS = 4000 };

struct table {
	double actual[N_JOBS];
	double predicted[N_JOBS];
};

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9;
}

static double score(const char *name, const struct table *table)
{
	struct cml_score_pairs pairs = {.n = N_JOBS,
					.actual = table->actual,
					.predicted = table->predicted,
					.worth = table->predicted};
	struct cml_score metric;
	double value;
	assert_ok(cml_score_parse(cml_slice_of(name), &metric, &err));
	assert_ok(cml_score_evaluate(&metric, &pairs, &value, &err));
	return value;
}

/* Jobs that run with the predicted chance: it is calibrated, and any other chance scores worse,
 * one that keeps their order no worse by the area under the curve, which a reversed order mirrors.
 */
Test(laws_score, true_chances_score_best)
{
	static struct table table, other;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct cml_random random = random_of(34, seed);
		for (size_t i = 0; i < N_JOBS; i++) {
			table.predicted[i] = cml_random_uniform(&random);
			table.actual[i] =
			    cml_random_uniform(&random) < table.predicted[i] ? 1.5 : NAN;
		}
		/* Ten bins of 400 jobs with a standard error of at most 0.025 each. */
		cr_assert_lt(score("ok-calibration", &table), 0.025);
		/* For chances that are uniform, 1 / 6 and 5 / 6. */
		cr_assert_float_eq(score("ok-brier", &table), 1.0 / 6, 0.015);
		cr_assert_float_eq(score("ok-auc", &table), 5.0 / 6, 0.03);
		other = table;
		for (size_t i = 0; i < N_JOBS; i++)
			other.predicted[i] = pow(table.predicted[i], 2);
		cr_assert(near(score("ok-auc", &other), score("ok-auc", &table)));
		cr_assert_gt(score("ok-brier", &other), score("ok-brier", &table));
		cr_assert_gt(score("ok-calibration", &other), 0.1);
		for (size_t i = 0; i < N_JOBS; i++)
			other.predicted[i] = 1 - table.predicted[i];
		cr_assert(near(score("ok-auc", &other), 1 - score("ok-auc", &table)));
	}
}
