#include "model/support/support.h"

#include "test.h"

/* gpus is a context, tp a param. */
enum { GPUS, TP, N_COLUMNS };
static const char *const names[N_COLUMNS] = {"gpus", "tp"};
static const struct cml_support_column columns[N_COLUMNS] = {{CML_SUPPORT_CONTEXT, 0, 0},
							     {CML_SUPPORT_PARAM, 1, 0}};

static void append(struct cml_dataset *data, double gpus, double tp, enum cml_job_status status,
		   uint64_t key)
{
	struct cml_dataset_job job = {.status = status,
				      .target = status == CML_JOB_OK ? 2.385 : NAN,
				      .weight = 1,
				      .key = key,
				      .features = (double[]){gpus, tp}};
	assert_ok(cml_dataset_append_job(data, &job, &err));
}

/* 8 and 64 GPUs ran. */
static void init(struct cml_dataset *data)
{
	*data = (struct cml_dataset){0};
	assert_ok(cml_dataset_init(data, N_COLUMNS, names, &err));
	append(data, 8, 1, CML_JOB_OK, 1);
	append(data, 64, 2, CML_JOB_OK, 2);
}

static struct cml_support *learn(const struct cml_dataset *data, struct cml_buffer *bytes)
{
	struct cml_support *support = NULL;
	assert_ok(cml_support_train(&support, data, columns, N_COLUMNS, &err));
	assert_ok(cml_fields_save(cml_support_fields, support, bytes, &err));
	return support;
}

static size_t count(const struct cml_support *support, float gpus, float tp, bool *is_all)
{
	size_t n_crashed;
	return cml_support_count_failed(support, 2, (size_t[]){GPUS, TP}, (float[]){gpus, tp},
					&n_crashed, is_all);
}

static void expect_counts(const struct cml_support *support)
{
	AUTO(cml_support_probe) probe;
	bool is_all = false;
	cr_expect_eq(count(support, 512, 1, &is_all), 2);
	cr_expect_eq(count(support, NAN, 1, &is_all), 1);
	cr_expect_eq(count(support, 512, 2, &is_all), 0);
	cr_expect_eq(count(support, 8, 1, &is_all), 0);
	cr_expect(is_all);
	/* They cover nothing. */
	assert_ok(cml_support_probe_init(&probe, support, &err));
	cr_expect(!cml_support_covers(&probe, (float[]){512, 1}));
}

static enum cml_result load(const struct cml_buffer *bytes, size_t size,
			    struct cml_support **support)
{
	*support = cml_support_new(columns, N_COLUMNS);
	if (cml_fields_load(cml_support_fields, "support", *support,
			    (struct cml_slice){bytes->data, size}, 0, &err) == CML_OK)
		return CML_OK;
	cml_support_free(*support);
	*support = NULL;
	return err.status;
}

/* Through bytes, too, which end before the failed jobs, as those of older files, or behind them. */
Test(support_failed, jobs_are_counted_by_what_they_had)
{
	AUTO(cml_dataset) data;
	AUTO(cml_buffer) without = {0}, bytes = {0};
	struct cml_support *loaded;
	bool is_all = false;
	init(&data);
	AUTOPTR(cml_support) plain = learn(&data, &without);
	cr_expect_eq(count(plain, 8, 1, &is_all), 0);
	cr_expect(is_all);
	append(&data, 512, 1, CML_JOB_OOM, 9);
	append(&data, NAN, 1, CML_JOB_FAILED, 3);
	append(&data, 512, 1, CML_JOB_TIMEOUT, 9);
	append(&data, 512, 2, CML_JOB_CANCELLED, 4);
	AUTOPTR(cml_support) support = learn(&data, &bytes);
	expect_counts(support);
	assert_ok(load(&bytes, bytes.size, &loaded));
	expect_counts(loaded);
	cml_support_free(loaded);
	for (size_t size = without.size; size < bytes.size; size++) {
		cr_expect_eq(load(&bytes, size, &loaded),
			     size == without.size ? CML_OK : CML_BAD_DATA, "%zu", size);
		cml_support_free(loaded);
	}
	for (size_t i = without.size; i < bytes.size; i++) {
		char kept = bytes.data[i];
		bytes.data[i] = (char)0xff;
		if (load(&bytes, bytes.size, &loaded) == CML_OK)
			count(loaded, 512, 1, &is_all);
		cml_support_free(loaded);
		bytes.data[i] = kept;
	}
}
