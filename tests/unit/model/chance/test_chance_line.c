#include "model/chance/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "model/chance/chance_line.h"

#define N 120
#define N_FOLDS 5

static struct cml_error err;

/* Two models, the logarithm of whose size is 3 or 4, with a setting below 3: jobs fail where the
 * sum of both is large. */
static void make_jobs(struct cml_dataset *ran, struct cml_dataset *failed)
{
	static const char *const names[] = {"model=8b", "model=16b", "size", "batch"};
	struct cml_random random;
	cml_random_init(&random, 4, 0);
	cr_assert_eq(cml_dataset_init(ran, 4, names, &err), CML_OK);
	cr_assert_eq(cml_dataset_init(failed, 4, names, &err), CML_OK);
	for (uint64_t i = 0; i < N; i++) {
		double is_large = (double)(i % 2), batch = 3 * cml_random_uniform(&random);
		const double x[] = {1 - is_large, is_large, 3 + is_large, batch};
		bool fails = x[2] + batch > 5.5;
		cr_assert_eq(cml_dataset_append(fails ? failed : ran, x, fails ? CML_JOB_OOM : 1, 1,
						i, &err),
			     CML_OK);
	}
	ran->failed = failed;
}

/* Both models run with the smallest batch: the line alone knows that larger ones come nearer to
 * failing. */
Test(chance_line, goes_on_to_larger_models)
{
	static const float x[] = {0, 0, 5, 0.8f, 0, 1, 4, 0.8f};
	struct cml_dataset ran = {0}, failed = {0};
	struct cml_level_sizes sizes = {0};
	struct cml_buffer summary = {0};
	struct cml_chance *chance;
	double log_chance[2];
	make_jobs(&ran, &failed);
	const struct cml_chance_training training = {.data = &ran, .seed = 1};
	cr_assert_eq(cml_chance_train(&chance, &training, &summary, &err), CML_OK);
	cr_assert_eq(cml_level_sizes_find(&sizes, &ran, &err), CML_OK);
	const struct cml_chance_outside outside = {.sizes = &sizes};
	cml_chance_predict(chance, &outside, 2, x, log_chance);
	cr_expect_lt(exp(log_chance[0]), 0.7, "%g", exp(log_chance[0]));
	cr_expect_gt(exp(log_chance[1]), 0.7, "%g", exp(log_chance[1]));
	cml_chance_free(chance);
	cml_level_sizes_release(&sizes);
	cml_buffer_release(&summary);
	ran.failed = NULL;
	cml_dataset_release(&ran);
	cml_dataset_release(&failed);
}

/* Rows held out are predicted without their fold: of a row that contradicts all others, its own
 * class would show. */
Test(chance_line, holds_out_what_a_fold_says)
{
	static const char *const names[] = {"a"};
	struct cml_dataset rows = {0};
	double y[N], weight[N], own[N];
	size_t at[N];
	uint32_t fold[N];
	struct cml_linear *line;
	cr_assert_eq(cml_dataset_init(&rows, 1, names, &err), CML_OK);
	for (size_t i = 0; i < N; i++) {
		const double x = (double)i;
		y[i] = i < N / 2;
		fold[i] = (uint32_t)(i % N_FOLDS);
		at[i] = i;
		weight[i] = 0.5;
		cr_assert_eq(cml_dataset_append(&rows, &x, y[i], weight[i], i, &err), CML_OK);
	}
	const struct cml_held_out held_out = {
	    .n = N, .y = y, .weight = weight, .rows = at, .fold = fold};
	cr_assert_eq(cml_chance_line_train(&line, &rows, &held_out, own, &err), CML_OK);
	cr_expect_gt(own[0], 3, "%g", own[0]);
	cr_expect_lt(own[N - 1], -3, "%g", own[N - 1]);
	cr_expect_lt(line->coefficients[0], 0);
	cr_expect_gt(cml_linear_mean(line, (float[]){-N}), own[0]);
	cml_linear_free(line);
	cml_dataset_release(&rows);
}
