/* A model with laws comes back from its file. */
#include "model/model_file.h"

#include <unistd.h>
#include <zlib.h>

#include "law_fixture.h"
#include "model_fixture.h"
#include "table/input.h"
#include "test.h"
#include "trials.h"

#define CRC_LINE_SIZE 15

static const char text[] = "name,role,type,domain\n"
			   "gpus,context,int,1:64\n"
			   "net,context,categorical,a|b\n"
			   "batch,param,int,1:64\n"
			   "wps,metric,max,\n"
			   "gb,limit,,:80\n"
			   "mb,limit,,:80000\n"
			   "compute,term,,1 / gpus\n"
			   "start,term,,1 / (gpus * batch)\n"
			   "top,roof,,gpus * 1000\n"
			   "states,term,gb,256 / gpus\n"
			   "activations,term,gb,batch\n"
			   "bytes,term,mb,1000 * (256 / gpus + batch)\n";

static double speed(const double *config)
{
	return config[0] / (0.002 + 0.01 / config[2]) / (1 + config[1]);
}

static void fill(struct fixture_law *jobs)
{
	fixture_law_init(jobs, text);
	for (size_t i = 0; i < 70; i++) {
		const double config[] = {(double)(1 << i % 7), (double)(i % 2),
					 (double)(1 << i / 7 % 7)};
		double gb = 0.8 * 256 / config[0] + 1.3 * config[2];
		/* Of mb no job reports anything. */
		const double limits[] = {gb, NAN};
		fixture_law_add(jobs, config, gb > 80 ? CML_JOB_OOM : CML_JOB_OK,
				speed(config) * (1 + 0.001 * (double)(i % 13)), limits);
	}
}

/* Bytes of the file of a model, unpacked. */
static struct cml_buffer bytes_of(const struct cml_model *model)
{
	struct cml_buffer bytes = {0};
	struct cml_output *output = NULL;
	struct cml_input *input;
	char path[] = "/tmp/test_model_law_file.XXXXXX", chunk[4096];
	size_t n = 1;
	close(mkstemp(path));
	assert_ok(cml_output_open(&output, path, &err));
	assert_ok(cml_model_write(model, output, &err));
	assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	assert_ok(cml_input_open(&input, path, &err));
	while (n > 0) {
		assert_ok(cml_input_read(input, chunk, sizeof chunk, &n, &err));
		cr_assert(cml_buffer_append(&bytes, chunk, n));
	}
	cml_input_free(input);
	unlink(path);
	return bytes;
}

static enum cml_result parse(const struct cml_buffer *bytes, struct cml_model **model)
{
	err = (struct cml_error){0};
	*model = NULL;
	/* A copy of exactly this size, so that a read past it is seen. */
	AUTOFREE char *copy = malloc(bytes->size);
	memcpy(copy, bytes->data, bytes->size);
	enum cml_result status =
	    cml_model_parse(model, (struct cml_slice){copy, bytes->size}, "m", &err);
	return status;
}

static void expect_same(const struct fixture_law *jobs, const struct cml_model *a,
			const struct cml_model *b)
{
	cr_expect_eq(a->law_feature, b->law_feature);
	cr_expect_eq(a->roof_feature, b->roof_feature);
	cr_expect(a->n_encoded == b->n_encoded && a->n_learned == b->n_learned);
	for (size_t i = 0; i < 200; i++) {
		/* Where there is no net the second is the batch: a term of 0 is missing. */
		const double config[] = {(double)(1 + i * 7 % 64), (double)(i % 2),
					 (double)(1 + i * 11 % 64)};
		struct fixture_law_answer one = fixture_law_ask(jobs, a, config);
		struct fixture_law_answer other = fixture_law_ask(jobs, b, config);
		cr_expect_eq(one.mean, other.mean, "%zu: %g, not %g", i, other.mean, one.mean);
		cr_expect(one.lo == other.lo && one.hi == other.hi, "%zu", i);
		cr_expect_eq(one.chance, other.chance, "%zu: %g, not %g", i, other.chance,
			     one.chance);
	}
}

static void expect_to_come_back(const struct fixture_law *jobs, const struct cml_model *model)
{
	AUTOPTR(cml_model) again = NULL;
	AUTO(cml_buffer) bytes = bytes_of(model);
	assert_ok(parse(&bytes, &again));
	expect_same(jobs, model, again);
	AUTO(cml_buffer) second = bytes_of(again);
	cr_expect(cml_slice_equal(cml_buffer_slice(&bytes), cml_buffer_slice(&second)));
}

Test(model_law_file, comes_back_as_it_was)
{
	AUTO(fixture_law) jobs;
	fill(&jobs);
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	cr_assert(model->laws.items[0].is_used && model->laws.items[2].steepness > 0);
	cr_expect_eq(model->laws.items[1].steepness, 0);
	struct cml_buffer bytes = bytes_of(model);
	cr_expect_not_null(memmem(bytes.data, bytes.size, "\ntarget share\n", 14));
	static const char names[] = "\nlaw(wps)\nlaw(gb)\nlaw(mb)\ntop\nspace ";
	cr_expect_not_null(memmem(bytes.data, bytes.size, names, strlen(names)));
	cml_buffer_release(&bytes);
	expect_to_come_back(&jobs, model);
}

/* It has no law, and reads what the first model's predictor does. */
Test(model_law_file, comes_back_with_a_second_metric)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) again = NULL;
	fixture_law_init(&jobs,
			 "name,role,type,domain\ngpus,context,int,1:64\nbatch,param,int,1:64\n"
			 "wps,metric,max,\nms,metric,min,\ngb,limit,,:80\n"
			 "compute,term,,1 / gpus\nstart,term,,1 / (gpus * batch)\n"
			 "states,term,gb,256 / gpus\n");
	for (size_t i = 0; i < 42; i++) {
		const double config[] = {(double)(1 << i % 7), (double)(1 << i / 7)};
		const double measured[] = {256 / config[0], 5 * config[1]};
		fixture_law_add(&jobs, config, config[0] < 4 ? CML_JOB_OOM : CML_JOB_OK,
				config[0] / (0.002 + 0.01 / config[1]), measured);
	}
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	cr_assert_not_null(model->second);
	cr_expect(model->law_feature != CML_NO_LAW && model->second->law_feature == CML_NO_LAW);
	cr_expect(model->second->n_learned == 2 && model->second->n_features == model->n_features);
	expect_to_come_back(&jobs, model);
	AUTO(cml_buffer) bytes = bytes_of(model);
	assert_ok(parse(&bytes, &again));
	for (float batch = 1; batch <= 32; batch *= 2) {
		/* Numbers of laws, whatever they are. */
		const float x[] = {8, batch, 3, 5};
		double mean, sd, other;
		cml_model_predict(model->second, 1, x, &mean, &sd);
		cml_model_predict(again->second, 1, x, &other, &sd);
		cr_expect_eq(mean, other);
		cr_expect_float_eq(mean / (5 * (double)batch), 1, 0.2, "%g: %g", (double)batch,
				   mean);
	}
}

static void fix_crc(struct cml_buffer *bytes)
{
	size_t size = bytes->size - CRC_LINE_SIZE;
	char line[CRC_LINE_SIZE + 1];
	snprintf(line, sizeof line, "crc32 %08lx\n",
		 crc32(0, (const unsigned char *)bytes->data, (uInt)size));
	memcpy(bytes->data + size, line, CRC_LINE_SIZE);
}

static void refuses(const struct cml_buffer *bytes, const char *from, const char *to,
		    const char *part)
{
	struct cml_model *model;
	AUTO(cml_buffer) result = {0};
	char *at = memmem(bytes->data, bytes->size, from, strlen(from));
	cr_assert_not_null(at, "%s", from);
	size_t before = (size_t)(at - bytes->data), after = before + strlen(from);
	cr_assert(cml_buffer_append(&result, bytes->data, before));
	cr_assert(cml_buffer_append_string(&result, to));
	cr_assert(cml_buffer_append(&result, bytes->data + after, bytes->size - after));
	fix_crc(&result);
	cr_assert_eq(parse(&result, &model), CML_BAD_DATA, "%s", to);
	cr_expect_not_null(strstr(err.message, part), "%s: %s", to, err.message);
}

Test(model_law_file, refuses_what_does_not_fit)
{
	AUTO(fixture_law) jobs;
	fill(&jobs);
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	AUTO(cml_buffer) bytes = bytes_of(model);
	refuses(&bytes, "\ntarget share\n", "\ntarget log\n",
		"its target is not what its laws say");
	refuses(&bytes, "\nlaws ", "\nlaws 0\nlaws ", "not those of its laws");
	refuses(&bytes, "\ntop,roof,", "\ntop,ignore,", "");
	refuses(&bytes, "\nstart,term,", "\nstart,ignore,", "");
	refuses(&bytes, "\nbytes,term,mb,", "\nbytes,term,gb,", "");
	refuses(&bytes, "\nlearned 4\n", "\nlearned 5\n", "");
}

/* Whatever is let in can be used. */
static void try_hostile(const struct fixture_law *jobs, const struct cml_buffer *bytes,
			size_t *n_let_in)
{
	AUTOPTR(cml_model) model = NULL;
	double features[FIXTURE_LAW_COLUMNS] = {0};
	float x[FIXTURE_LAW_COLUMNS];
	if (parse(bytes, &model) != CML_OK) {
		cr_assert_eq(err.status, CML_BAD_DATA);
		return;
	}
	++*n_let_in;
	cr_assert_leq(model->n_encoded, FIXTURE_LAW_COLUMNS);
	if (model->n_encoded == jobs->encoder.n_features)
		fixture_law_features(jobs, (double[]){8, 1, 4}, features);
	if (cml_model_round(model, features, x, &err) == CML_OK) {
		double mean, sd, lo, hi, log_chance;
		cml_model_predict(model, 1, x, &mean, &sd);
		cml_model_interval(model, 1, x, &mean, &sd, &lo, &hi);
		cml_model_chance(model, 1, x, &log_chance);
		cr_expect(log_chance <= 0 && isfinite(log_chance), "%g", log_chance);
		cr_expect(mean > 0 && isfinite(mean), "%g", mean);
	}
}

/* The head, and what was learned of laws: the rest is as in files without. */
Test(model_law_file, survives_edits_with_a_right_checksum)
{
	AUTO(fixture_law) jobs;
	size_t n = 0, n_let_in = 0;
	fill(&jobs);
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "linear");
	AUTO(cml_buffer) bytes = bytes_of(model);
	static const char values[] = {0, '\n', ' ', '-', '9', (char)0x80, (char)0xff};
	size_t end =
	    (size_t)((char *)memmem(bytes.data, bytes.size, "\nparameters ", 12) - bytes.data);
	for (size_t i = 0; i < end; i += STRIDE) {
		char kept = bytes.data[i];
		for (size_t v = 0; v <= sizeof values; v++, n++) {
			bytes.data[i] = v < sizeof values ? values[v] : (char)(kept + 1);
			fix_crc(&bytes);
			try_hostile(&jobs, &bytes, &n_let_in);
		}
		bytes.data[i] = kept;
	}
	cr_expect(n_let_in > 0 && n_let_in < n);
}
