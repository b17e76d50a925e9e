/* Model files that older releases wrote, under tests/data: what they lack, and that they can be
 * written again. What they predict is in the golden cases model-version-N of cml-rank. */
#include "model/model_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/input.h"

static struct cml_buffer unpacked(const char *path)
{
	struct cml_buffer bytes = {0};
	struct cml_input *input = NULL;
	struct cml_error err = {0};
	char chunk[4096];
	size_t n = 1;
	cr_assert_eq(cml_input_open(&input, path, &err), CML_OK, "%s", err.message);
	while (n > 0) {
		cr_assert_eq(cml_input_read(input, chunk, sizeof chunk, &n, &err), CML_OK);
		cr_assert(cml_buffer_append(&bytes, chunk, n));
	}
	cml_input_free(input);
	return bytes;
}

static struct cml_model *read_model(const char *path)
{
	struct cml_model *model = NULL;
	struct cml_error err = {0};
	cr_assert_eq(cml_model_read(&model, path, &err), CML_OK, "%s", err.message);
	return model;
}

/* Writes a model to a new file; path is a template. */
static void write_model(const struct cml_model *model, char *path)
{
	struct cml_output *output = NULL;
	struct cml_error err = {0};
	close(mkstemp(path));
	cr_assert_eq(cml_output_open(&output, path, &err), CML_OK);
	cr_assert_eq(cml_model_write(model, output, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_output_commit(output, &err), CML_OK);
	cml_output_free(output);
}

static void check_same(const struct cml_model *a, const struct cml_model *b)
{
	const float x[] = {4, 0, 1, 1, 0, 0, 3, 64, 5, 1, 0, 8, 1, 0, 8, 2};
	double means[2][2], sds[2][2], chances[2][2];
	const struct cml_model *models[] = {a, b};
	for (size_t m = 0; m < 2; m++) {
		cr_assert_eq(models[m]->n_features, 8);
		cml_model_predict(models[m], 2, x, means[m], sds[m]);
		cml_model_chance(models[m], 2, x, chances[m]);
	}
	cr_assert_eq(a->version, b->version);
	cr_assert_eq(memcmp(means[0], means[1], sizeof means[0]), 0);
	cr_assert_eq(memcmp(chances[0], chances[1], sizeof chances[0]), 0);
	for (size_t i = 0; i < 2; i++)
		cr_assert_eq(chances[0][i] < 0, a->version >= CML_MODEL_VERSION_CHANCE,
			     "without a chance every job runs");
}

/* It is written as a file of its version that reads as the same model, and is written as the same
 * bytes; of version 2, before there was a chance in a form of its own, as it was. */
static void check(int version, const char *kind)
{
	char path[64], first[] = "/tmp/test_model_versions.XXXXXX",
		       second[] = "/tmp/test_model_versions.XXXXXX";
	snprintf(path, sizeof path, "tests/data/model-%d/%s.model", version, kind);
	struct cml_model *model = read_model(path);
	cr_assert_eq(model->version, version);
	cr_assert_eq(model->chance != NULL, version >= CML_MODEL_VERSION_CHANCE);
	cr_assert_null(model->support);
	cr_assert_null(model->interval);
	write_model(model, first);
	struct cml_model *again = read_model(first);
	check_same(model, again);
	write_model(again, second);
	struct cml_buffer bytes[] = {unpacked(path), unpacked(first), unpacked(second)};
	cr_assert(cml_slice_equal(cml_buffer_slice(&bytes[1]), cml_buffer_slice(&bytes[2])));
	if (version < CML_MODEL_VERSION_CHANCE)
		cr_assert(
		    cml_slice_equal(cml_buffer_slice(&bytes[0]), cml_buffer_slice(&bytes[1])));
	for (size_t i = 0; i < 3; i++)
		cml_buffer_release(&bytes[i]);
	unlink(first);
	unlink(second);
	cml_model_free(model);
	cml_model_free(again);
}

Test(model_versions, are_read_and_written_again)
{
	for (int version = 2; version < CML_MODEL_VERSION; version++) {
		check(version, "gbt");
		check(version, "forest");
	}
}
