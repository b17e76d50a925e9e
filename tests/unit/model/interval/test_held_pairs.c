/* Combinations of contexts that jobs never had: held out whole, and what they cost. */

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"
#include "learn/linear/linear_model.h"
#include "model/interval/interval_fit.h"
#include "model/interval/interval_folds.h"

/* Two contexts of four levels, and a number. */
static const char *const names[] = {"model=a", "model=b", "model=c", "model=d", "gpu=a",
				    "gpu=b",   "gpu=c",   "gpu=d",   "batch"};
enum { N_LEVELS = 4, BATCH = 2 * N_LEVELS, N_FEATURES };
enum { N_FOLDS = 2 };
static const struct cml_context_span contexts[] = {{0, N_LEVELS}, {N_LEVELS, N_LEVELS}};

static struct cml_error err;

/* Jobs of each pair but the last; a pair is faster or slower as no sum of both contexts tells. */
static struct cml_dataset jobs(size_t n_each, double together, double noise)
{
	struct cml_dataset data = {0};
	struct cml_random random;
	double of_pair[N_LEVELS * N_LEVELS];
	cml_random_init(&random, 9, 0);
	cr_assert_eq(cml_dataset_init(&data, N_FEATURES, names, &err), CML_OK);
	for (size_t p = 0; p < N_LEVELS * N_LEVELS; p++)
		of_pair[p] = together * cml_random_normal(&random);
	for (size_t i = 0; i < n_each; i++)
		for (size_t p = 0; p < N_LEVELS * N_LEVELS - 1; p++) {
			size_t model = p / N_LEVELS, gpu = p % N_LEVELS;
			double x[N_FEATURES] = {0};
			x[model] = x[N_LEVELS + gpu] = 1;
			x[BATCH] = (double)i;
			cr_assert_eq(cml_dataset_append(&data, x,
							(double)model + 2 * (double)gpu +
							    of_pair[p] +
							    noise * cml_random_normal(&random),
							1, data.n_rows, &err),
				     CML_OK);
		}
	return data;
}

static size_t pair_of(const struct cml_dataset *data, size_t row)
{
	size_t pair = 0;
	const float *x = data->x + row * N_FEATURES;
	for (size_t l = 0; l < N_LEVELS; l++)
		pair += x[l] > 0 ? l * N_LEVELS : 0;
	for (size_t l = 0; l < N_LEVELS; l++)
		pair += x[N_LEVELS + l] > 0 ? l : 0;
	return pair;
}

static void choose(const struct cml_dataset *data, size_t *fold)
{
	struct cml_key_groups groups = {0};
	struct cml_context_pairs pairs;
	cr_assert_eq(cml_key_groups_init(&groups, data->n_rows, data->keys, &err), CML_OK);
	cr_assert_eq(cml_context_pairs_learn(&pairs, data, contexts, 2, &err), CML_OK);
	cr_assert_eq(cml_held_pairs_choose(&pairs, data, &groups, N_FOLDS, 3, fold, &err), CML_OK);
	cml_context_pairs_release(&pairs);
	cml_key_groups_release(&groups);
}

Test(held_pairs, are_whole_and_leave_both_values)
{
	enum { N_EACH = 8, N_PAIRS = N_LEVELS * N_LEVELS - 1, N = N_EACH * N_PAIRS };
	struct cml_dataset data = jobs(N_EACH, 0, 0);
	size_t fold[N], of_pair[N_PAIRS] = {0}, n_held[N_FOLDS + 1] = {0};
	choose(&data, fold);
	for (size_t i = 0; i < N; i++) {
		size_t pair = pair_of(&data, i);
		if (i < N_PAIRS)
			of_pair[pair] = fold[i];
		cr_assert_eq(fold[i], of_pair[pair], "a pair is held out whole, or not");
		n_held[fold[i]]++;
	}
	for (size_t k = 0; k < N_FOLDS; k++)
		cr_assert(n_held[k] >= 6 * N_EACH && n_held[k] <= 7 * N_EACH, "%zu", n_held[k]);
	for (size_t p = 0; p < N_PAIRS; p++) {
		size_t n_model = 0, n_gpu = 0;
		for (size_t q = 0; q < N_PAIRS; q++) {
			bool is_rest = of_pair[q] != of_pair[p];
			n_model += is_rest && q / N_LEVELS == p / N_LEVELS;
			n_gpu += is_rest && q % N_LEVELS == p % N_LEVELS;
		}
		cr_assert(of_pair[p] == N_FOLDS || (n_model > 0 && n_gpu > 0), "%zu", p);
	}
	cml_dataset_release(&data);
}

static void make_folds(struct cml_folds *folds, const struct cml_dataset *data, size_t n_contexts)
{
	struct cml_extent extent;
	struct cml_context_pairs pairs;
	cr_assert_eq(cml_extent_init(&extent, names, N_FEATURES, &err), CML_OK);
	cml_extent_find(&extent, data);
	cr_assert_eq(cml_context_pairs_learn(&pairs, data, contexts, n_contexts, &err), CML_OK);
	const struct cml_folds_wanted wanted = {&extent, &pairs, false, 7};
	cr_assert_eq(cml_folds_make(folds, data, &wanted, &err), CML_OK);
	cml_context_pairs_release(&pairs);
	cml_extent_release(&extent);
}

/* What is known of other jobs comes from the same folds with and without. */
Test(held_pairs, are_a_fold_of_their_own)
{
	struct cml_dataset data = jobs(7, 0, 0);
	struct cml_folds folds, blind;
	make_folds(&folds, &data, 2);
	make_folds(&blind, &data, 0);
	cr_assert_eq(folds.n, blind.n + CML_PAIR_FOLDS);
	for (size_t k = 0; k < blind.n; k++)
		for (size_t i = 0; i < data.n_rows; i++)
			cr_assert_eq(folds.folds[k].part[i], blind.folds[k].part[i]);
	size_t n_held = 0;
	for (size_t k = blind.n; k < folds.n; k++) {
		cr_assert_eq(folds.folds[k].kind, CML_FOLD_PAIRS);
		n_held += folds.folds[k].n_held;
	}
	cr_assert_eq(n_held, 15 * 7, "fifteen pairs, each in one fold: %zu", n_held);
	cml_folds_release(&folds);
	cml_folds_release(&blind);
	/* Where no value of a context has two of the other, none can be held out. */
	size_t n = 0, rows[64];
	struct cml_dataset diagonal = {0};
	for (size_t i = 0; i < data.n_rows; i++)
		if (pair_of(&data, i) % (N_LEVELS + 1) == 0)
			rows[n++] = i;
	cr_assert_eq(cml_dataset_select(&data, rows, n, &diagonal, &err), CML_OK);
	make_folds(&folds, &diagonal, 2);
	make_folds(&blind, &diagonal, 0);
	cr_assert(folds.n == blind.n && folds.n > 0);
	cml_folds_release(&folds);
	cml_folds_release(&blind);
	cml_dataset_release(&diagonal);
	cml_dataset_release(&data);
}

/* Of 100 known jobs errors are 0.01 to 1, of 30 in three new pairs 0.2 to 6. */
Test(held_pairs, cost_what_nine_of_ten_jobs_need)
{
	static const bool met[N_FEATURES] = {false};
	static const struct cml_excess none;
	struct cml_miss random[100], apart[60];
	struct cml_interval *interval;
	struct cml_interval_fit found;
	for (size_t i = 0; i < 100; i++)
		random[i] = (struct cml_miss){0.01 * (double)(i + 1), 1, none, met,
					      i < 95 ? CML_CONTEXT_KNOWN : 1};
	/* Known pairs beside those held out, and what never varied, say nothing of them. */
	for (size_t i = 0; i < 60; i++)
		apart[i] = (struct cml_miss){i < 30 ? 0.2 * (double)(i + 1) : 100, 1, none, met,
					     i < 30 ? i % 3 : CML_CONTEXT_KNOWN};
	apart[59].pair = 1;
	apart[59].excess.levels = 1;
	const struct cml_fold_misses folds[] = {{CML_FOLD_RANDOM, random, 100, NULL, 0},
						{CML_FOLD_PAIRS, apart, 60, NULL, 0}};
	cr_assert_eq(cml_interval_new(&interval, names, N_FEATURES, &err), CML_OK);
	cr_assert_eq(cml_interval_fit(interval, folds, 2, false, &found, &err), CML_OK);
	cr_assert_eq(found.n_inside, 95, "new pairs have no part in the width of known ones");
	cr_assert_float_eq(interval->quantile, 0.87, 1e-12);
	cr_assert_float_eq(interval->pair_cost, 0.2 * 27 - 0.87, 0.21, "%g", interval->pair_cost);
	cr_assert(isnan(interval->numbers_slope) && isnan(interval->levels_slope));
	/* A pair that most jobs have counts no more than another. */
	for (size_t i = 0; i < 30; i++)
		apart[i].pair = i < 28 ? 0 : i;
	cr_assert_eq(cml_interval_fit(interval, folds, 2, false, &found, &err), CML_OK);
	cr_assert_float_eq(interval->pair_cost, 6 - 0.87, 1e-9, "%g", interval->pair_cost);
	/* Too few: as much as what never varied, of which nothing is known here. */
	for (size_t i = 0; i < 22; i++)
		apart[i].pair = CML_CONTEXT_KNOWN;
	cr_assert_eq(cml_interval_fit(interval, folds, 2, false, &found, &err), CML_OK);
	cr_assert(isnan(interval->pair_cost));
	struct cml_miss flag[20];
	for (size_t i = 0; i < 20; i++)
		flag[i] = (struct cml_miss){2, 1, {.levels = 1}, met, CML_CONTEXT_KNOWN};
	const struct cml_fold_misses more[] = {folds[0], {CML_FOLD_TOP, flag, 20, NULL, 0}};
	cr_assert_eq(cml_interval_fit(interval, more, 2, false, &found, &err), CML_OK);
	cr_assert_float_eq(interval->pair_cost, 2 - 0.87, 1e-9, "%g", interval->pair_cost);
	cml_interval_free(interval);
}

static struct cml_interval *train(const struct cml_dataset *data, size_t n_contexts)
{
	struct cml_hyper hyper = {0};
	struct cml_interval *interval;
	struct cml_buffer summary = {0};
	cr_assert_eq(cml_hyper_resolve(&hyper, cml_linear_predictor.hyper,
				       cml_linear_predictor.n_hyper, "linear", &err),
		     CML_OK);
	const struct cml_interval_training training = {.kind = &cml_linear_predictor,
						       .hyper = &hyper,
						       .data = data,
						       .maximize = true,
						       .contexts = contexts,
						       .n_contexts = n_contexts};
	cr_assert_eq(cml_interval_train(&interval, &training, &summary, &err), CML_OK);
	cr_assert(interval);
	cml_buffer_release(&summary);
	cml_hyper_release(&hyper);
	return interval;
}

/* A line knows no pairs: what it is off in one that it has seen is what it is off in the next. In
 * the bytes of a file nothing is lost. */
Test(held_pairs, widen_the_interval_of_a_new_pair_alone)
{
	struct cml_dataset data = jobs(20, 1, 0.1);
	struct cml_interval *interval = train(&data, 2), *blind = train(&data, 0), *back;
	struct cml_buffer bytes = {0};
	const float known[N_FEATURES] = {0, 0, 1, 0, 0, 0, 0, 1, 5};
	const float fresh[N_FEATURES] = {0, 0, 0, 1, 0, 0, 0, 1, 5};
	double of_known = cml_interval_half(interval, known, 0);
	double of_fresh = cml_interval_half(interval, fresh, 0);
	cr_assert_eq(cml_interval_half(blind, fresh, 0), cml_interval_half(blind, known, 0));
	cr_assert_gt(of_fresh, 1.2 * of_known, "%g %g", of_fresh, of_known);
	cr_assert_eq(of_known, cml_interval_half(blind, known, 0));
	cr_assert(cml_interval_save(interval, &bytes));
	cr_assert_eq(cml_interval_load(&back, cml_buffer_slice(&bytes), N_FEATURES, &err), CML_OK);
	cr_assert_eq(cml_interval_half(back, fresh, 0), of_fresh);
	cr_assert_eq(cml_interval_half(back, known, 0), of_known);
	for (size_t size = 0; size < bytes.size; size++) {
		struct cml_interval *none;
		struct cml_slice cut = {bytes.data, size};
		cr_assert_eq(cml_interval_load(&none, cut, N_FEATURES, &err), CML_BAD_DATA);
	}
	cml_buffer_release(&bytes);
	cml_interval_free(back);
	cml_interval_free(interval);
	cml_interval_free(blind);
	cml_dataset_release(&data);
}
