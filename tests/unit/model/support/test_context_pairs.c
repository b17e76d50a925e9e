#include "model/support/context_pairs.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Two contexts and a param: a number of devices, a model of three levels. */
static const char *const names[] = {"gpus", "model=a", "model=b", "model=c", "batch"};
enum { N_FEATURES = 5, N_MODELS = 3 };
static const struct cml_context_span contexts[] = {{0, 1}, {1, N_MODELS}};

static struct cml_error err;

static void init(struct cml_dataset *data)
{
	*data = (struct cml_dataset){0};
	cr_assert_eq(cml_dataset_init(data, N_FEATURES, names, &err), CML_OK);
}

/* model N_MODELS: no level. Configurations differ in their batch. */
static void add(struct cml_dataset *data, double gpus, size_t model, double batch)
{
	double x[N_FEATURES] = {gpus, 0, 0, 0, batch};
	if (model < N_MODELS)
		x[1 + model] = 1;
	cr_assert_eq(cml_dataset_append(data, x, 1, 1, data->n_rows, &err), CML_OK);
}

/* Models a and b on 8, 16, 32 and 64 devices, four batches each; b never on 32 and 64. */
static struct cml_dataset grid(void)
{
	struct cml_dataset data;
	init(&data);
	for (size_t model = 0; model < 2; model++)
		for (double gpus = 8; gpus <= (model == 0 ? 64 : 16); gpus *= 2)
			for (double batch = 1; batch <= 8; batch *= 2)
				add(&data, gpus, model, batch);
	return data;
}

static struct cml_context_pairs learn(const struct cml_dataset *data)
{
	struct cml_context_pairs pairs;
	cr_assert_eq(cml_context_pairs_learn(&pairs, data, contexts, 2, &err), CML_OK);
	return pairs;
}

static bool is_new(const struct cml_context_pairs *pairs, float gpus, size_t model)
{
	float x[N_FEATURES] = {gpus, 0, 0, 0, 3};
	if (model < N_MODELS)
		x[1 + model] = 1;
	return cml_context_pairs_find(pairs, x) != CML_CONTEXT_KNOWN;
}

Test(context_pairs, are_new_where_both_values_are_known)
{
	struct cml_dataset data = grid();
	struct cml_context_pairs pairs = learn(&data);
	cr_assert_eq(pairs.n_pairs, 1);
	for (float gpus = 8; gpus <= 64; gpus *= 2) {
		cr_assert_not(is_new(&pairs, gpus, 0));
		cr_assert_eq(is_new(&pairs, gpus, 1), gpus >= 32, "%g", (double)gpus);
		cr_assert_not(is_new(&pairs, gpus, 2), "no job had model c");
		cr_assert_not(is_new(&pairs, gpus, N_MODELS));
	}
	cr_assert_not(is_new(&pairs, NAN, 1));
	/* In place of a number that no job had stand those beside it. */
	cr_assert(is_new(&pairs, 48, 1) && is_new(&pairs, 1000, 1));
	cr_assert_not(is_new(&pairs, 24, 1) || is_new(&pairs, 1, 1) || is_new(&pairs, 1000, 0));
	cml_context_pairs_release(&pairs);
	cml_dataset_release(&data);
}

Test(context_pairs, say_nothing_where_most_jobs_have_their_own)
{
	struct cml_dataset data = grid();
	/* One configuration of 25 has a pair of its own, then two of 26. */
	add(&data, 32, 1, 1);
	struct cml_context_pairs pairs = learn(&data);
	cr_assert_eq(pairs.n_pairs, 1);
	cr_assert(!is_new(&pairs, 32, 1) && is_new(&pairs, 64, 1));
	cml_context_pairs_release(&pairs);
	add(&data, 64, 1, 1);
	pairs = learn(&data);
	cr_assert_eq(pairs.n_pairs, 0);
	cr_assert_not(is_new(&pairs, 32, 1));
	cml_context_pairs_release(&pairs);
	/* Repeats are of one configuration. */
	add(&data, 64, 1, 1);
	data.keys[data.n_rows - 1] = data.keys[data.n_rows - 2];
	pairs = learn(&data);
	cr_assert_eq(pairs.n_pairs, 0);
	cml_context_pairs_release(&pairs);
	cml_dataset_release(&data);
}

Test(context_pairs, of_few_jobs_or_many_values_are_not_looked_at)
{
	struct cml_dataset data = grid();
	data.n_rows = CML_CONTEXT_MIN_CONFIGS - 1; /* both models are among them */
	struct cml_context_pairs pairs = learn(&data);
	cr_assert_eq(pairs.n_pairs, 0);
	cml_context_pairs_release(&pairs);
	data.n_rows = 24;
	for (size_t gpus = 100; gpus < 100 + CML_CONTEXT_VALUES; gpus++)
		for (double batch = 1; batch <= 2; batch++)
			add(&data, (double)gpus, 0, batch);
	pairs = learn(&data);
	cr_assert_eq(pairs.n_pairs, 0, "more than %d values", CML_CONTEXT_VALUES);
	cml_context_pairs_release(&pairs);
	cr_assert_eq(cml_context_pairs_learn(&pairs, &data, contexts, 1, &err), CML_OK);
	cr_assert_eq(pairs.n_pairs, 0, "one context has no pairs");
	cml_context_pairs_release(&pairs);
	cml_dataset_release(&data);
}

Test(context_pairs, are_asked_of_the_rest_of_a_log)
{
	struct cml_dataset data = grid(), rest = {0};
	struct cml_context_pairs pairs = learn(&data), less;
	size_t rows[24], n = 0;
	for (size_t i = 0; i < data.n_rows; i++) /* without model a on 32 devices, and 64 at all */
		if (data.x[i * N_FEATURES] < 32)
			rows[n++] = i;
	rows[n++] = 12; /* but one job */
	cr_assert_eq(cml_dataset_select(&data, rows, n, &rest, &err), CML_OK);
	cr_assert_eq(cml_context_pairs_relearn(&less, &pairs, &rest, &err), CML_OK);
	cr_assert_eq(less.n_pairs, 1);
	cr_assert_not(is_new(&less, 64, 0));
	cr_assert(is_new(&less, 64, 1) && is_new(&less, 100, 1));
	cr_assert_not(is_new(&less, 32, 1), "16 and 64 stand for what is left out");
	cml_context_pairs_release(&less);
	cml_context_pairs_release(&pairs);
	cml_dataset_release(&rest);
	cml_dataset_release(&data);
}

Test(context_pairs, come_back_from_bytes_or_are_refused)
{
	struct cml_dataset data = grid();
	struct cml_context_pairs pairs = learn(&data), back = {0};
	struct cml_buffer bytes = {0}, again = {0};
	cr_assert(cml_context_pairs_put(&pairs, &bytes));
	struct cml_slice rest = cml_buffer_slice(&bytes);
	cr_assert(cml_context_pairs_take(&rest, N_FEATURES, &back));
	cr_assert_eq(rest.size, 0);
	cr_assert(cml_context_pairs_put(&back, &again));
	cr_assert(again.size == bytes.size && memcmp(again.data, bytes.data, bytes.size) == 0);
	cr_assert(is_new(&back, 64, 1) && !is_new(&back, 64, 0));
	cml_context_pairs_release(&back);
	for (size_t size = 0; size < bytes.size; size++) {
		rest = (struct cml_slice){bytes.data, size};
		cr_assert_not(cml_context_pairs_take(&rest, N_FEATURES, &back), "%zu", size);
		cml_context_pairs_release(&back);
	}
	rest = cml_buffer_slice(&bytes);
	cr_assert_not(cml_context_pairs_take(&rest, N_MODELS, &back), "of fewer features");
	cml_context_pairs_release(&back);
	/* Whatever the bytes say, nothing outside of them is touched. */
	for (size_t at = 0; at < bytes.size; at++) {
		const float x[N_FEATURES] = {64, 0, 1, 0, 1};
		bytes.data[at] ^= 0x41;
		rest = cml_buffer_slice(&bytes);
		if (cml_context_pairs_take(&rest, N_FEATURES, &back))
			cml_context_pairs_find(&back, x);
		cml_context_pairs_release(&back);
		bytes.data[at] ^= 0x41;
	}
	cml_buffer_release(&bytes);
	cml_buffer_release(&again);
	cml_context_pairs_release(&pairs);
	cml_dataset_release(&data);
}
