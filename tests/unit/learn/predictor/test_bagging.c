#include "learn/predictor/ensemble.h"

#include "test.h"
#include "trees_fixture.h"

#define N_ROWS 200

/* Draws for one member from all rows but the last n_left_out. */
static struct cml_bag draw(struct cml_bagging *bagging, size_t member, size_t n_left_out,
			   uint32_t *rows, double *weight)
{
	struct cml_bag bag = {rows, N_ROWS - n_left_out, weight};
	struct cml_random random = random_of(4, member);
	for (size_t i = 0; i < N_ROWS; i++) {
		rows[i] = (uint32_t)i;
		weight[i] = 2;
	}
	assert_ok(cml_bagging_draw(bagging, member, &random, &bag, &err));
	return bag;
}

/* With folds, each configuration is unseen by the members of its fold, and by no others. */
Test(bagging, every_row_is_in_one_fold)
{
	AUTO(cml_dataset) data = fixture_dataset(N_ROWS, 1);
	AUTO(cml_bagging) bagging;
	uint32_t rows[N_ROWS];
	double weight[N_ROWS];
	size_t n_unseen[8] = {0};
	for (size_t i = 0; i < N_ROWS; i++)
		data.keys[i] = i / 2;
	assert_ok(cml_bagging_init_folds(&bagging, &data, 8, 4, 7, &err));
	for (size_t m = 0; m < 8; m++) {
		struct cml_bag bag = draw(&bagging, m, 0, rows, weight);
		for (size_t i = 0; i < N_ROWS; i++) {
			bool is_unseen = cml_bagging_is_unseen(&bagging, m, i);
			n_unseen[m] += is_unseen;
			cr_expect_eq(weight[i], is_unseen ? 0 : 2);
			cr_expect_eq(is_unseen, cml_bagging_is_unseen(&bagging, m, i ^ 1));
		}
		cr_expect_eq(bag.n_rows, N_ROWS - n_unseen[m]);
		cr_expect_eq(n_unseen[m], N_ROWS / 4);
	}
	for (size_t i = 0; i < N_ROWS; i++) {
		size_t n = 0;
		for (size_t m = 0; m < 4; m++) {
			n += cml_bagging_is_unseen(&bagging, m, i);
			cr_expect_eq(cml_bagging_is_unseen(&bagging, m, i),
				     cml_bagging_is_unseen(&bagging, m + 4, i));
		}
		cr_expect_eq(n, 1);
	}
}
