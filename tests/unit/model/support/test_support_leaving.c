#include "model/support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"

/* gpu is a context, tp and mode params, tokens derived. */
enum { N_FEATURES = 6, N_COLUMNS = 4, N_JOBS = 60, N_CHOSEN = 4 };

static const char *const names[N_FEATURES] = {"gpu=a100", "gpu=h100", "tp",
					      "mode=x",   "mode=y",   "tokens"};
static const struct cml_support_column columns[N_COLUMNS] = {
    {CML_SUPPORT_CONTEXT, 0, 2},
    {CML_SUPPORT_PARAM, 2, 0},
    {CML_SUPPORT_PARAM, 3, 2},
    {CML_SUPPORT_DERIVED, 5, 0},
};
static struct cml_error err;

static void init(struct cml_dataset *data)
{
	*data = (struct cml_dataset){0};
	cr_assert_eq(cml_dataset_init(data, N_FEATURES, names, &err), CML_OK);
}

/* gpu 0 a100, 1 h100, 2 none; mode the same. */
static void append(struct cml_dataset *data, int gpu, double tp, int mode, uint64_t key)
{
	double features[N_FEATURES] = {gpu == 0, gpu == 1, tp, mode == 0, mode == 1, 100 * tp};
	cr_assert_eq(cml_dataset_append(data, features, 1, 1, key, &err), CML_OK);
}

static struct cml_support *learn(const struct cml_dataset *data)
{
	struct cml_support *support = NULL;
	cr_assert_eq(cml_support_train(&support, data, columns, N_COLUMNS, &err), CML_OK);
	return support;
}

Test(support_leaving, with_a_param_in_the_log_or_in_a_context)
{
	struct cml_dataset log, asked;
	bool in_pair;
	static const bool leaves[] = {false, true, true, true, false, true};
	init(&log);
	init(&asked);
	append(&log, 0, 1, 0, 1);
	append(&log, 0, 8, 0, 2);
	append(&log, 1, 1, 0, 3);
	append(&log, 1, 2, 1, 4);
	append(&asked, 0, 4, 0, 1);
	append(&asked, 0, 9, 0, 2);
	append(&asked, 1, 4, 0, 3);
	append(&asked, 0, 4, 1, 4);
	append(&asked, 2, 4, 1, 5); /* a context that is new alone */
	append(&asked, 0, NAN, 0, 6);
	struct cml_support *support = learn(&log);
	for (size_t i = 0; i < asked.n_rows; i++)
		cr_expect_eq(cml_support_leaves(support, asked.x + i * N_FEATURES, &in_pair),
			     leaves[i], "row %zu", i);
	cml_support_free(support);
	cml_dataset_release(&log);
	cml_dataset_release(&asked);
}

Test(support_leaving, with_a_pair_where_asked)
{
	struct cml_dataset log;
	const float x[N_FEATURES] = {1, 0, 2, 0, 1, 200};
	init(&log);
	for (int i = 0; i < 200; i++)
		append(&log, 0, i % 2 ? 1 : 2, i % 2, (uint64_t)i);
	append(&log, 1, 2, 0, 200);
	struct cml_support *support = learn(&log);
	bool in_pair;
	cr_expect(!cml_support_leaves_chosen(support, x));
	cr_expect_eq(cml_support_leaves(support, x, &in_pair), 0);
	cr_expect(in_pair);
	cml_support_free(support);
	cml_dataset_release(&log);
}

Test(support_leaving, not_with_a_param_that_nobody_chose)
{
	struct cml_dataset log;
	const float other_mode[N_FEATURES] = {1, 0, 2, 0, 1, 200};
	const float none[N_FEATURES] = {1, 0, 2, 0, 0, 200};
	const float other_tp[N_FEATURES] = {1, 0, 8, 0, 1, 800};
	init(&log);
	append(&log, 0, 1, 0, 1);
	append(&log, 0, 4, 0, 2);
	struct cml_support *support = learn(&log);
	bool in_pair;
	cr_expect_eq(cml_support_leaves(support, other_mode, &in_pair), 1);
	cr_expect(!in_pair);
	cr_expect(!cml_support_leaves_chosen(support, other_mode));
	cr_expect(!cml_support_leaves_chosen(support, none));
	cr_expect(cml_support_leaves_chosen(support, other_tp));
	cml_support_free(support);
	cml_dataset_release(&log);
}

/* By leaving out each configuration in turn. */
static size_t count_by_hand(const struct cml_dataset *data)
{
	size_t n_leaving = 0, rows[N_JOBS + N_CHOSEN];
	for (size_t i = 0; i < data->n_rows; i++) {
		size_t n = 0;
		bool is_first = true;
		for (size_t k = 0; k < data->n_rows; k++) {
			if (data->keys[k] != data->keys[i])
				rows[n++] = k;
			else if (k < i)
				is_first = false;
		}
		if (!is_first || n == 0)
			continue;
		struct cml_dataset rest = {0};
		cr_assert_eq(cml_dataset_select(data, rows, n, &rest, &err), CML_OK);
		struct cml_support *support = learn(&rest);
		n_leaving += cml_support_leaves_chosen(support, data->x + i * N_FEATURES);
		cml_support_free(support);
		cml_dataset_release(&rest);
	}
	return n_leaving;
}

Test(support_leaving, is_counted_as_if_each_configuration_were_left_out)
{
	struct cml_random random;
	size_t total = 0;
	cml_random_init(&random, 7, 0);
	for (size_t round = 0; round < 50; round++) {
		struct cml_dataset data;
		size_t n, n_leaving, n_jobs = 1 + cml_random_below(&random, N_JOBS);
		init(&data);
		/* Whatever is left out, users chose among values. */
		for (int i = 0; i < N_CHOSEN; i++)
			append(&data, 0, i % 2 ? 9 : 4, i % 2, (uint64_t)(1000 + i));
		for (size_t i = 0; i < n_jobs; i++) {
			int gpu = (int)cml_random_below(&random, 3);
			int mode = cml_random_below(&random, 9) == 0;
			double tp = (double)cml_random_below(&random, 12);
			append(&data, gpu, tp > 0 ? tp * tp : (double)NAN, mode,
			       1 + (uint64_t)(100 * gpu + 20 * mode) + (uint64_t)tp);
		}
		struct cml_support *support = learn(&data);
		cr_assert_eq(cml_support_count_leaving(support, &data, &n, &n_leaving, &err),
			     CML_OK);
		cr_expect_eq(n_leaving, count_by_hand(&data), "%zu, %zu by hand, of %zu", n_leaving,
			     count_by_hand(&data), n);
		total += n_leaving;
		cml_support_free(support);
		cml_dataset_release(&data);
	}
	cr_expect_gt(total, 100);
}
