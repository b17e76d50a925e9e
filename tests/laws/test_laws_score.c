#include "base/random.h"
#include "math/score/score.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

TestSuite(laws_score, .timeout = 300);

enum { N_TABLES = 500, MAX_ROWS = 60, N_JOBS = 4000 };

struct table {
	size_t n;
	double actual[N_JOBS];
	double predicted[N_JOBS];
	double sd[N_JOBS];
	bool maximize;
};

static double score(const char *name, const struct table *table)
{
	struct cml_score_pairs pairs = {.n = table->n,
					.actual = table->actual,
					.predicted = table->predicted,
					.sd = table->sd,
					.maximize = table->maximize};
	struct cml_score metric;
	struct cml_error err;
	double value;
	cr_assert_eq(cml_score_parse(cml_slice_of(name), &metric, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_score_evaluate(&metric, &pairs, &value, &err), CML_OK);
	return value;
}

/* Some tables have many ties. */
static void draw_table(struct cml_random *random, struct table *table)
{
	bool coarse = cml_random_below(random, 2);
	table->n = 1 + cml_random_below(random, MAX_ROWS);
	table->maximize = cml_random_below(random, 2);
	for (size_t i = 0; i < table->n; i++) {
		double a = cml_random_normal(random), p = a + cml_random_normal(random);
		table->actual[i] = coarse ? round(a) : a;
		table->predicted[i] = coarse ? round(p) : p;
		table->sd[i] = fabs(cml_random_normal(random));
	}
}

static const char *const ndcgs[] = {"ndcg", "ndcg@1", "ndcg@5", "ndcg@100"};

static bool near(double a, double b)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9;
}

Test(laws_score, ndcg_is_one_for_the_best_order_and_never_more)
{
	static struct table table, best;
	struct cml_random random;
	cml_random_init(&random, 31, 0);
	for (size_t t = 0; t < N_TABLES; t++) {
		draw_table(&random, &table);
		bool constant = true;
		best = table;
		for (size_t i = 0; i < table.n; i++) {
			constant = constant && table.actual[i] == table.actual[0];
			best.predicted[i] = atan(table.actual[i]);
		}
		for (size_t k = 0; k < 4; k++) {
			double value = score(ndcgs[k], &table);
			cr_assert_eq(isnan(value), constant);
			cr_assert(constant || (value >= 0 && value <= 1));
			cr_assert(constant || near(score(ndcgs[k], &best), 1));
		}
	}
}

/* Unit and origin of the metric, the scale of the predictions, which side is good,
 * and the order of the rows change nothing. */
Test(laws_score, ndcg_is_invariant)
{
	static struct table table, moved;
	struct cml_random random;
	cml_random_init(&random, 32, 0);
	for (size_t t = 0; t < N_TABLES; t++) {
		size_t rows[MAX_ROWS];
		bool turn = cml_random_below(&random, 2);
		double side = turn ? -1 : 1;
		draw_table(&random, &table);
		moved = table;
		moved.maximize = table.maximize != turn;
		for (size_t i = 0; i < table.n; i++)
			rows[i] = i;
		cml_random_shuffle(&random, rows, table.n);
		for (size_t i = 0; i < table.n; i++) {
			moved.actual[i] = side * (7.5 * table.actual[rows[i]] + 1000);
			moved.predicted[i] = side * exp(table.predicted[rows[i]]);
		}
		for (size_t k = 0; k < 4; k++)
			cr_assert(near(score(ndcgs[k], &table), score(ndcgs[k], &moved)),
				  "table %zu, %s: %.17g and %.17g", t, ndcgs[k],
				  score(ndcgs[k], &table), score(ndcgs[k], &moved));
	}
}

/* Jobs that are as uncertain as they say: what the intervals cover is within 5
 * standard errors of their percent; half as sure covers more, twice as sure less. */
Test(laws_score, coverage_of_the_truth_is_the_nominal_one)
{
	static struct table table;
	static const unsigned percents[] = {1, 50, 80, 90, 95, 99};
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct cml_random random;
		cml_random_init(&random, 33, seed);
		table.n = N_JOBS;
		for (size_t i = 0; i < N_JOBS; i++) {
			table.sd[i] = exp(cml_random_normal(&random));
			table.predicted[i] = 100 * cml_random_normal(&random);
			table.actual[i] =
			    table.predicted[i] + table.sd[i] * cml_random_normal(&random);
		}
		for (size_t p = 0; p < 6; p++) {
			char name[32];
			double nominal = percents[p] / 100.0;
			double error = sqrt(nominal * (1 - nominal) / N_JOBS);
			snprintf(name, sizeof name, "coverage@%u", percents[p]);
			cr_assert_float_eq(score(name, &table), nominal, 5 * error, "%s: %g", name,
					   score(name, &table));
		}
		double crps = score("crps", &table), interval = score("interval-score@90", &table);
		for (size_t i = 0; i < N_JOBS; i++)
			table.sd[i] /= 2;
		cr_assert_lt(score("coverage@90", &table), 0.65);
		cr_assert_gt(score("crps", &table), crps);
		cr_assert_gt(score("interval-score@90", &table), interval);
		for (size_t i = 0; i < N_JOBS; i++)
			table.sd[i] *= 4;
		cr_assert_gt(score("coverage@90", &table), 0.99);
		cr_assert_gt(score("crps", &table), crps);
		cr_assert_gt(score("interval-score@90", &table), interval);
	}
}

/* A wider interval covers no less. */
Test(laws_score, coverage_and_width_grow)
{
	static struct table table;
	struct cml_random random;
	cml_random_init(&random, 34, 0);
	for (size_t t = 0; t < N_TABLES; t++) {
		double coverage = 0, width = 0;
		draw_table(&random, &table);
		for (unsigned percent = 1; percent < 100; percent += 7) {
			char name[32];
			snprintf(name, sizeof name, "coverage@%u", percent);
			cr_assert_geq(score(name, &table), coverage);
			coverage = score(name, &table);
			snprintf(name, sizeof name, "width@%u", percent);
			cr_assert_gt(score(name, &table), width);
			width = score(name, &table);
		}
	}
}

static double score_of_launches(const char *name, const struct table *table)
{
	struct cml_score_pairs pairs = {.n = table->n,
					.actual = table->actual,
					.predicted = table->predicted,
					.worth = table->predicted};
	struct cml_score metric;
	struct cml_error err;
	double value;
	cr_assert_eq(cml_score_parse(cml_slice_of(name), &metric, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_score_evaluate(&metric, &pairs, &value, &err), CML_OK);
	return value;
}

/* Jobs that run with the chance that is told: it is calibrated, and any other chance scores worse,
 * one that keeps their order no worse by the area under the curve, which a reversed order mirrors.
 */
Test(laws_score, true_chances_score_best)
{
	static struct table table, other;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct cml_random random;
		cml_random_init(&random, 34, seed);
		table.n = N_JOBS;
		for (size_t i = 0; i < N_JOBS; i++) {
			table.predicted[i] = cml_random_uniform(&random);
			table.actual[i] =
			    cml_random_uniform(&random) < table.predicted[i] ? 1.5 : NAN;
		}
		/* Ten bins of 400 jobs with a standard error of at most 0.025 each. */
		cr_assert_lt(score_of_launches("ok-calibration", &table), 0.025);
		/* For chances that are uniform, 1 / 6 and 5 / 6. */
		cr_assert_float_eq(score_of_launches("ok-brier", &table), 1.0 / 6, 0.015);
		cr_assert_float_eq(score_of_launches("ok-auc", &table), 5.0 / 6, 0.03);
		other = table;
		for (size_t i = 0; i < N_JOBS; i++)
			other.predicted[i] = pow(table.predicted[i], 2);
		cr_assert(
		    near(score_of_launches("ok-auc", &other), score_of_launches("ok-auc", &table)));
		cr_assert_gt(score_of_launches("ok-brier", &other),
			     score_of_launches("ok-brier", &table));
		cr_assert_gt(score_of_launches("ok-calibration", &other), 0.1);
		for (size_t i = 0; i < N_JOBS; i++)
			other.predicted[i] = 1 - table.predicted[i];
		cr_assert(near(score_of_launches("ok-auc", &other),
			       1 - score_of_launches("ok-auc", &table)));
	}
}
