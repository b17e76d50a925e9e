#include "model/chance/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"

#define N_FLAGS 12
#define N_JOBS 150

static struct cml_error err;

/* Of every flag a job is faster and larger, by about as much; above seven it fails. */
static void make_jobs(struct cml_dataset *data, struct cml_dataset *failed, bool is_measured)
{
	static const char *const names[N_FLAGS] = {"a", "b", "c", "d", "e", "f",
						   "g", "h", "i", "j", "k", "l"};
	struct cml_random random;
	cr_assert_eq(cml_dataset_init(data, N_FLAGS, names, &err), CML_OK);
	cr_assert_eq(cml_dataset_init(failed, N_FLAGS, names, &err), CML_OK);
	data->failed = failed;
	for (size_t i = 0; i < N_JOBS; i++) {
		double x[N_FLAGS], sum = 0;
		cml_random_init(&random, 9, i);
		for (size_t f = 0; f < N_FLAGS; f++)
			sum += x[f] = (double)cml_random_below(&random, 2);
		double speed = is_measured ? exp(0.1 * sum + 0.03 * cml_random_normal(&random)) : 1;
		bool fails = sum + 0.5 * cml_random_normal(&random) > 7;
		cr_assert_eq(cml_dataset_append(fails ? failed : data, x,
						fails ? CML_JOB_OOM : speed, 1, i, &err),
			     CML_OK);
	}
}

static struct cml_chance *train(bool is_measured, const enum cml_monotone *monotone)
{
	struct cml_dataset data = {0}, failed = {0};
	struct cml_buffer summary = {0};
	struct cml_chance *chance;
	make_jobs(&data, &failed, is_measured);
	struct cml_chance_training training = {.data = &data, .monotone = monotone, .seed = 1};
	cr_assert_eq(cml_chance_train(&chance, &training, &summary, &err), CML_OK);
	cml_buffer_release(&summary);
	data.failed = NULL;
	cml_dataset_release(&data);
	cml_dataset_release(&failed);
	return chance;
}

/* With the first n flags. */
static double told(const struct cml_chance *chance, size_t n)
{
	float x[N_FLAGS] = {0};
	double log_chance;
	for (size_t f = 0; f < n; f++)
		x[f] = 1;
	cml_chance_predict(chance, 1, x, &log_chance);
	return exp(log_chance);
}

static bool has_trade_off(const struct cml_chance *chance)
{
	static const char *const names[N_FLAGS] = {"a", "b", "c", "d", "e", "f",
						   "g", "h", "i", "j", "k", "l"};
	struct cml_buffer text = {0};
	cr_assert_eq(cml_chance_describe(chance, names, &text, &err), CML_OK);
	cr_assert(cml_buffer_append(&text, "", 1));
	const char *found = strstr(text.data, "trade-off: one standard deviation more of the "
					      "predicted metric adds -");
	cml_buffer_release(&text);
	return found;
}

Test(trade_off, what_is_fast_is_less_likely_to_run)
{
	struct cml_chance *with = train(true, NULL), *without = train(false, NULL);
	cr_expect(has_trade_off(with));
	cr_expect(!has_trade_off(without), "all are as fast");
	cr_expect_lt(told(with, 10), 0.5 * told(without, 10), "%g, %g", told(with, 10),
		     told(without, 10));
	cr_expect_gt(told(with, 3), 0.9, "%g", told(with, 3));
	cml_chance_free(with);
	cml_chance_free(without);
}

Test(trade_off, ordered_features_do_not_count)
{
	enum cml_monotone monotone[N_FLAGS];
	for (size_t f = 0; f < N_FLAGS; f++)
		monotone[f] = CML_MONOTONE_RISES; /* against the truth */
	struct cml_chance *chance = train(true, monotone);
	cr_expect(!has_trade_off(chance));
	for (size_t n = 1; n <= N_FLAGS; n++)
		cr_expect_geq(told(chance, n), told(chance, n - 1));
	cml_chance_free(chance);
}
