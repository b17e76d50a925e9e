#include "model/support/support.h"

#include "test.h"

/* gpus and gpu are contexts, tp and batch params, tokens derived. */
enum { GPUS, GPU, TP, BATCH, TOKENS, N_COLUMNS };
enum { A100 = 1, H100, N_FEATURES = 6 };

static const char *const names[N_FEATURES] = {"gpus", "gpu=a100", "gpu=h100",
					      "tp",   "batch",    "tokens"};
static const struct cml_support_column columns[N_COLUMNS] = {
    {CML_SUPPORT_CONTEXT, 0, 0}, {CML_SUPPORT_CONTEXT, 1, 2}, {CML_SUPPORT_PARAM, 3, 0},
    {CML_SUPPORT_PARAM, 4, 0},   {CML_SUPPORT_DERIVED, 5, 0},
};

/* gpus, gpu (1 or 2; 0: none), tp, batch; tokens is their product. */
struct job {
	double gpus;
	int gpu;
	double tp, batch, value;
};

static void fill(const struct job *job, double features[N_FEATURES])
{
	memcpy(features,
	       (double[]){job->gpus, job->gpu == A100, job->gpu == H100, job->tp, job->batch,
			  job->tp * job->batch},
	       N_FEATURES * sizeof *features);
}

static void append(struct cml_dataset *data, struct job job, uint64_t key)
{
	double features[N_FEATURES];
	fill(&job, features);
	assert_ok(cml_dataset_append(data, features, job.value, 1, key, &err));
}

static struct cml_support *learn(struct cml_dataset *data)
{
	struct cml_support *support = NULL;
	assert_ok(cml_support_train(&support, data, columns, N_COLUMNS, &err));
	return support;
}

static void init(struct cml_dataset *data)
{
	*data = (struct cml_dataset){0};
	assert_ok(cml_dataset_init(data, N_FEATURES, names, &err));
}

/* What is found, as "0 3|1 2*3": column|condition, or a pair. */
static const char *look(const struct cml_support *support, struct job job, uint64_t *key,
			double *value)
{
	static char text[128];
	AUTO(cml_support_probe) probe;
	double features[N_FEATURES];
	float x[N_FEATURES];
	size_t size = 0;
	fill(&job, features);
	for (size_t f = 0; f < N_FEATURES; f++)
		x[f] = (float)features[f];
	assert_ok(cml_support_probe_init(&probe, support, &err));
	bool is_covered = cml_support_covers(&probe, x);
	cr_assert_eq(is_covered, probe.n_found == 0);
	text[0] = '\0';
	for (size_t i = 0; i < probe.n_found; i++) {
		const struct cml_support_finding *found = &probe.found[i];
		size += (size_t)snprintf(text + size, sizeof text - size, "%s%zu", i > 0 ? " " : "",
					 found->column);
		if (found->other != CML_SUPPORT_NONE)
			size +=
			    (size_t)snprintf(text + size, sizeof text - size, "*%zu", found->other);
		else if (found->condition > 0)
			size += (size_t)snprintf(text + size, sizeof text - size, "|%zu",
						 found->condition);
	}
	if (key)
		cml_support_near(&probe, key, value);
	return text;
}

/* Two contexts with ranges of their own: 8 and 64 GPUs on a100, 64 and 512 on h100. */
static void fill_small(struct cml_dataset *data)
{
	static const struct job jobs[] = {
	    {8, A100, 1, 4, 10},   {8, A100, 2, 12, 11},   {64, A100, 2, 4, 12},
	    {64, H100, 4, 32, 13}, {512, H100, 8, 64, 14}, {512, H100, 4, 32, 15},
	};
	init(data);
	for (size_t i = 0; i < COUNT(jobs); i++)
		append(data, jobs[i], 100 + i);
}

/* tokens is 8 to 64 where tp and batch are 1 to 8 each, and 4 x 4 was in between. */
Test(support, names_derived_columns_where_nothing_else_is_outside)
{
	AUTO(cml_dataset) data;
	init(&data);
	append(&data, (struct job){8, A100, 1, 8, 1}, 1);
	append(&data, (struct job){8, A100, 8, 1, 2}, 2);
	AUTOPTR(cml_support) support = learn(&data);
	cr_assert_str_eq(look(support, (struct job){8, A100, 4, 4, 0}, NULL, NULL), "4");
	cr_assert_str_eq(look(support, (struct job){8, A100, 16, 4, 0}, NULL, NULL), "2");
}

/* tp and batch of 1, 2, 4, 8 each in all combinations but tp=8 with batch=8: of 300 jobs
 * about 1 in 16 should have it, more than ln(6 / 0.05) = 4.8 of them. With 60 jobs too few
 * should, and nothing is said. */
static void check_pair(size_t n, const char *found)
{
	AUTO(cml_dataset) data;
	init(&data);
	for (size_t i = 0; i < n; i++) {
		size_t tp = i % 4, batch = i / 4 % 4;
		if (tp == 3 && batch == 3)
			batch = i / 16 % 3;
		append(&data, (struct job){8, A100, (double)(1 << tp), (double)(1 << batch), 1}, i);
	}
	AUTOPTR(cml_support) support = learn(&data);
	cr_assert_str_eq(look(support, (struct job){8, A100, 8, 8, 0}, NULL, NULL), found);
	cr_assert_str_eq(look(support, (struct job){8, A100, 8, 4, 0}, NULL, NULL), "");
	cr_assert_str_eq(look(support, (struct job){8, A100, 4, 8, 0}, NULL, NULL), "");
}

Test(support, finds_pairs_that_never_occur_though_they_should)
{
	check_pair(300, "2*3");
	/* 3.75 jobs should; tokens = 64 is outside all the same, and told instead. */
	check_pair(60, "4");
}

/* Six launchers, of which two alone run without an adapter: too few jobs of each of the others show
 * that it needs one, but all of these together do. Of 40 jobs nothing is said. */
Test(support, finds_levels_that_need_another)
{
	enum { LAUNCHERS = 6, FEATURES = LAUNCHERS + 2 };
	static const char *const eight[FEATURES] = {"a", "b", "c", "d", "e", "f", "none", "lora"};
	static const struct cml_support_column two[] = {{CML_SUPPORT_PARAM, 0, LAUNCHERS},
							{CML_SUPPORT_PARAM, LAUNCHERS, 2}};
	for (size_t n = 40; n <= 120; n += 80) {
		AUTO(cml_dataset) data = {0};
		AUTOPTR(cml_support) support = NULL;
		AUTO(cml_support_probe) probe;
		assert_ok(cml_dataset_init(&data, FEATURES, eight, &err));
		for (size_t i = 0; i < n; i++) {
			double features[FEATURES] = {0};
			features[i % LAUNCHERS] = 1;
			features[LAUNCHERS + (i % LAUNCHERS > 1 || i / LAUNCHERS % 2)] = 1;
			assert_ok(cml_dataset_append(&data, features, 1, 1, i, &err));
		}
		assert_ok(cml_support_train(&support, &data, two, 2, &err));
		assert_ok(cml_support_probe_init(&probe, support, &err));
		for (size_t launcher = 0; launcher < LAUNCHERS; launcher++) {
			float without[FEATURES] = {0}, with[FEATURES] = {0};
			without[launcher] = with[launcher] = 1;
			without[LAUNCHERS] = with[LAUNCHERS + 1] = 1;
			cr_expect_eq(cml_support_covers(&probe, without), launcher < 2 || n == 40);
			cr_expect(cml_support_covers(&probe, with));
		}
	}
}

/* Of jobs drawn like those of the log, few are outside because of a pair: one in twenty is
 * the bound over all pairs. */
Test(support, raises_few_false_alarms)
{
	enum { N = 6, ROWS = 200, LOGS = 30, DRAWS = 50 };
	static const char *const six[N] = {"a", "b", "c", "d", "e", "f"};
	struct cml_support_column params[N];
	struct cml_random random = random_of(1, 0);
	size_t n_outside = 0;
	for (size_t c = 0; c < N; c++)
		params[c] = (struct cml_support_column){CML_SUPPORT_PARAM, c, 0};
	for (size_t l = 0; l < LOGS; l++) {
		AUTO(cml_dataset) data = {0};
		AUTOPTR(cml_support) support = NULL;
		AUTO(cml_support_probe) probe;
		assert_ok(cml_dataset_init(&data, N, six, &err));
		for (size_t i = 0; i < ROWS; i++) {
			double features[N];
			for (size_t c = 0; c < N; c++)
				features[c] = (double)cml_random_below(&random, 2 + c);
			cml_dataset_append(&data, features, 1, 1, i, &err);
		}
		assert_ok(cml_support_train(&support, &data, params, N, &err));
		assert_ok(cml_support_probe_init(&probe, support, &err));
		for (size_t i = 0; i < DRAWS; i++) {
			float x[N];
			for (size_t c = 0; c < N; c++)
				x[c] = (float)cml_random_below(&random, 2 + c);
			n_outside += !cml_support_covers(&probe, x);
		}
	}
	cr_assert_leq(n_outside, LOGS * DRAWS / 20, "%zu of %d", n_outside, LOGS * DRAWS);
}

/* 3,000 jobs in one context and ten in another: the ten are kept. */
Test(support, keeps_jobs_of_every_context)
{
	AUTO(cml_dataset) data;
	uint64_t key;
	double value;
	init(&data);
	for (size_t i = 0; i < 3000; i++)
		append(&data, (struct job){8, A100, (double)i, 1, 1}, 1000 + i);
	for (size_t i = 0; i < 10; i++)
		append(&data, (struct job){8, H100, (double)i, 1, 2}, i);
	AUTOPTR(cml_support) support = learn(&data);
	for (size_t i = 0; i < 10; i++) {
		look(support, (struct job){8, H100, (double)i, 1, 0}, &key, &value);
		cr_assert(key == i && value == 2);
	}
	/* Two thirds of the others are: the nearest is near. */
	look(support, (struct job){8, A100, 1500, 1, 0}, &key, &value);
	cr_assert(value == 1 && fabs((double)key - 2500) < 20, "%zu", (size_t)key);
	AUTO(cml_buffer) bytes = {0};
	assert_ok(cml_fields_save(cml_support_fields, support, &bytes, &err));
	cr_assert_lt(bytes.size, 2048 * (16 + 4 * 4) + 4096);
}

static enum cml_result load(struct cml_slice bytes, struct cml_support **support)
{
	char *copy = malloc(bytes.size + 1);
	*support = cml_support_new(columns, N_COLUMNS);
	err = (struct cml_error){0};
	memcpy(copy, bytes.data, bytes.size);
	enum cml_result status = cml_fields_load(cml_support_fields, "support", *support,
						 (struct cml_slice){copy, bytes.size}, 0, &err);
	free(copy);
	if (status != CML_OK)
		cml_support_free(*support);
	return status;
}

/* As the saved one, or refused with a sentence. */
Test(support, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data;
	AUTO(cml_buffer) bytes = {0}, again = {0};
	struct cml_support *loaded;
	uint64_t key;
	double value;
	fill_small(&data);
	AUTOPTR(cml_support) support = learn(&data);
	assert_ok(cml_fields_save(cml_support_fields, support, &bytes, &err));
	assert_ok(load(cml_buffer_slice(&bytes), &loaded));
	assert_ok(cml_fields_save(cml_support_fields, loaded, &again, &err));
	cr_assert(cml_slice_equal(cml_buffer_slice(&bytes), cml_buffer_slice(&again)));
	cr_assert_str_eq(look(loaded, (struct job){8, A100, 2, 32, 0}, &key, &value), "3|1");
	cr_assert(key == 101 && value == 11);
	cml_support_free(loaded);
	for (size_t size = 0; size < bytes.size; size++) {
		cr_assert_eq(load((struct cml_slice){bytes.data, size}, &loaded), CML_BAD_DATA,
			     "%zu of %zu bytes", size, bytes.size);
		cr_assert(strstr(err.message, "inconsistent support"), "%s", err.message);
	}
	static const unsigned char bad[] = {0, 1, 0x7f, 0x80, 0xff};
	for (size_t i = 0; i < bytes.size; i++)
		for (size_t b = 0; b < sizeof bad; b++) {
			char kept = bytes.data[i];
			bytes.data[i] = (char)bad[b];
			if (load(cml_buffer_slice(&bytes), &loaded) == CML_OK) {
				look(loaded, (struct job){8, A100, 2, NAN, 0}, &key, &value);
				look(loaded, (struct job){NAN, 0, 2, 99, 0}, &key, &value);
				cml_support_free(loaded);
			}
			bytes.data[i] = kept;
		}
}
