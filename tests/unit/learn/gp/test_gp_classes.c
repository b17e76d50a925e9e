#include "learn/gp/gp_classes.h"

#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>

enum { N = 60, N_FOLDS = 5 };

static struct cml_error err;
static const char *const names[] = {"size", "noise"};

/* y is 1 below a size of 1, with some doubt about it. */
static void make(struct cml_dataset *data, size_t n)
{
	struct cml_random random;
	cml_random_init(&random, 3, 0);
	cr_assert_eq(cml_dataset_init(data, 2, names, &err), CML_OK);
	for (size_t i = 0; i < n; i++) {
		double x[2] = {3 * cml_random_uniform(&random), cml_random_normal(&random)};
		double y = x[0] + 0.1 * cml_random_normal(&random) < 1;
		cr_assert_eq(cml_dataset_append(data, x, y, 1, i, &err), CML_OK);
	}
}

static enum cml_result learn(const struct cml_dataset *data, const uint32_t *fold,
			     struct cml_gp **gp, double *chance)
{
	return cml_gp_classes_learn(
	    &(struct cml_gp_classes){.data = data, .unit = 1, .fold = fold, .n_folds = N_FOLDS}, gp,
	    chance, &err);
}

static double chance_at(const struct cml_gp *gp, double size, double noise)
{
	double mean, sd;
	cml_gp_predict(gp, 1, (const float[]){(float)size, (float)noise}, &mean, &sd);
	return cml_gp_classes_chance(mean, sd);
}

Test(gp_classes, is_sure_of_what_is_near_and_not_of_what_is_far)
{
	struct cml_dataset data = {0};
	struct cml_gp *gp;
	uint32_t fold[N];
	double chance[N];
	for (size_t i = 0; i < N; i++)
		fold[i] = (uint32_t)(i % N_FOLDS);
	make(&data, N);
	cr_assert_eq(learn(&data, fold, &gp, chance), CML_OK);
	cr_expect_gt(chance_at(gp, 0.3, 0), 0.9);
	cr_expect_lt(chance_at(gp, 2.5, 0), 0.1);
	cr_expect_float_eq(chance_at(gp, 1e5, 0), 0.5, 1e-6);
	for (size_t i = 0; i < N; i++)
		cr_expect(chance[i] > 0 && chance[i] < 1);
	cml_gp_free(gp);
	cml_dataset_release(&data);
}

/* In closed form near what learning without the fold gives, which has other length scales. */
Test(gp_classes, rows_held_out_are_as_if_not_learned)
{
	struct cml_dataset data = {0}, rest = {0};
	struct cml_gp *gp, *without;
	uint32_t fold[N];
	double chance[N], ignored[N], apart = 0, inside = 0;
	size_t rows[N], n = 0;
	for (size_t i = 0; i < N; i++)
		fold[i] = (uint32_t)(i % N_FOLDS);
	make(&data, N);
	cr_assert_eq(learn(&data, fold, &gp, chance), CML_OK);
	for (size_t i = 0; i < N; i++)
		if (fold[i] != 0)
			rows[n++] = i;
	cr_assert_eq(cml_dataset_select(&data, rows, n, &rest, &err), CML_OK);
	for (size_t i = 0; i < n; i++)
		fold[i] = (uint32_t)(i % N_FOLDS);
	cr_assert_eq(learn(&rest, fold, &without, ignored), CML_OK);
	for (size_t i = 0; i < N; i += N_FOLDS) {
		const float *x = data.x + 2 * i;
		double exact = chance_at(without, (double)x[0], (double)x[1]);
		apart += pow(chance[i] - exact, 2);
		inside += pow(chance_at(gp, (double)x[0], (double)x[1]) - exact, 2);
	}
	cr_expect_lt(sqrt(apart * N_FOLDS / N), 0.05, "%g", sqrt(apart * N_FOLDS / N));
	cr_expect_lt(apart, inside / 2, "%g of %g", apart, inside);
	cml_gp_free(gp);
	cml_gp_free(without);
	cml_dataset_release(&data);
	cml_dataset_release(&rest);
}

Test(gp_classes, of_any_numbers)
{
	cr_expect_eq(cml_gp_classes_chance(INFINITY, 1), 1);
	cr_expect_eq(cml_gp_classes_chance(-INFINITY, 1), 0);
	cr_expect_eq(cml_gp_classes_chance(NAN, 1), 0.5);
	cr_expect_eq(cml_gp_classes_chance(1, NAN), 0.5);
	cr_expect_eq(cml_gp_classes_chance(INFINITY, INFINITY), 0.5);
	cr_expect_eq(cml_gp_classes_chance(0, 3), 0.5);
}

/* One row, and rows that are all the same. */
Test(gp_classes, of_nothing_to_tell_apart)
{
	for (size_t n = 1; n <= 2; n++) {
		struct cml_dataset data = {0};
		struct cml_gp *gp;
		double chance[2];
		cr_assert_eq(cml_dataset_init(&data, 2, names, &err), CML_OK);
		for (size_t i = 0; i < n; i++)
			cr_assert_eq(
			    cml_dataset_append(&data, (double[]){1, 2}, (double)i, 1, i, &err),
			    CML_OK);
		cr_assert_eq(learn(&data, (uint32_t[]){0, 1}, &gp, chance), CML_OK, "%s",
			     err.message);
		for (size_t i = 0; i < n; i++)
			cr_expect(chance[i] > 0 && chance[i] < 1, "%g", chance[i]);
		cml_gp_free(gp);
		cml_dataset_release(&data);
	}
}
