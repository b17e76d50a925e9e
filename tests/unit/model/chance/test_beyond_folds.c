#include "model/chance/beyond_folds.h"

#include <criterion/criterion.h>
#include <math.h>

static struct cml_error err;
static const char *const names[] = {"gpus", "size", "gpu=a100", "gpu=h100", "tp"};
enum { GPUS, SIZE, A100, H100, TP, N_FEATURES };
static const struct cml_chance_context contexts[] = {{GPUS, 1}, {SIZE, 1}, {A100, 2}};

/* 100 jobs: gpus of 1 to 5, in equal parts, the size their double; the first 30 on a100. Every
 * third fails. */
static void init(struct cml_dataset *rows)
{
	cr_assert_eq(cml_dataset_init(rows, N_FEATURES, names, &err), CML_OK);
	for (size_t i = 0; i < 100; i++) {
		double gpus = (double)(i % 5 + 1), on_a100 = i < 30 ? 1 : 0;
		double x[N_FEATURES] = {gpus, 2 * gpus, on_a100, 1 - on_a100, (double)(i % 7)};
		cr_assert_eq(cml_dataset_append(rows, x, i % 3 > 0, 1, i, &err), CML_OK);
	}
}

static size_t count(const struct cml_beyond_folds *folds, size_t fold)
{
	size_t n = 0;
	for (size_t row = 0; row < 100; row++)
		n += folds->is_left_out[fold][row];
	return n;
}

Test(beyond_folds, leave_out_both_ends_and_levels_once)
{
	struct cml_dataset rows = {0};
	struct cml_beyond_folds folds;
	init(&rows);
	cr_assert_eq(cml_beyond_folds_make(&folds, &rows, contexts, 3, &err), CML_OK);
	/* Largest gpus (and sizes: the same jobs), smallest, a100; h100 has 70 %. */
	cr_expect_eq(folds.n, 3);
	cr_expect_eq(folds.n_questions, 5);
	size_t n_sizes = 0;
	for (size_t q = 0; q < folds.n_questions; q++) {
		const struct cml_beyond_question *question = &folds.questions[q];
		cr_expect_neq(question->feature, TP);
		cr_expect_neq(question->feature, H100);
		cr_expect_eq(question->kind == CML_BEYOND_LEVEL, question->feature == A100);
		cr_expect_eq(count(&folds, question->fold), question->feature == A100 ? 30 : 20);
		for (size_t row = 0; row < 100; row++) {
			float gpus = rows.x[row * N_FEATURES + GPUS];
			bool wanted = question->kind == CML_BEYOND_LEVEL    ? row < 30
				      : question->kind == CML_BEYOND_LARGER ? gpus >= 5
									    : gpus <= 1;
			cr_expect_eq(folds.is_left_out[question->fold][row], wanted);
		}
		n_sizes += question->feature == SIZE;
	}
	cr_expect_eq(n_sizes, 2);
	cml_beyond_folds_release(&folds);
	cml_dataset_release(&rows);
}

/* Only jobs on a100 fail: without them nothing is left to tell failures from. */
Test(beyond_folds, the_rest_has_both_outcomes)
{
	struct cml_dataset rows = {0};
	struct cml_beyond_folds folds;
	init(&rows);
	for (size_t row = 0; row < 100; row++)
		rows.y[row] = row >= 30;
	cr_assert_eq(cml_beyond_folds_make(&folds, &rows, contexts + 2, 1, &err), CML_OK);
	cr_expect_eq(folds.n, 0);
	cr_expect_eq(folds.n_questions, 0);
	cml_beyond_folds_release(&folds);
	cml_dataset_release(&rows);
}

/* Missing values are at neither end, and constant features have none. */
Test(beyond_folds, of_missing_and_constant_values)
{
	struct cml_dataset rows = {0};
	struct cml_beyond_folds folds;
	init(&rows);
	for (size_t row = 0; row < 100; row++) {
		rows.x[row * N_FEATURES + GPUS] = 8;
		if (row < 10)
			rows.x[row * N_FEATURES + SIZE] = NAN;
	}
	cr_assert_eq(cml_beyond_folds_make(&folds, &rows, contexts, 2, &err), CML_OK);
	cr_expect_eq(folds.n, 2);
	for (size_t k = 0; k < folds.n; k++) {
		cr_expect_eq(count(&folds, k), 18);
		for (size_t row = 0; row < 10; row++)
			cr_expect_not(folds.is_left_out[k][row]);
	}
	cml_beyond_folds_release(&folds);
	cml_dataset_release(&rows);
}

Test(beyond_folds, levels_are_0_and_1)
{
	struct cml_dataset rows = {0};
	init(&rows);
	cr_expect(cml_beyond_is_level(&rows, A100));
	cr_expect_not(cml_beyond_is_level(&rows, GPUS));
	rows.x[A100] = NAN;
	cr_expect(cml_beyond_is_level(&rows, A100));
	cml_dataset_release(&rows);
}
