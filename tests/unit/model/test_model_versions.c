/* Model files that older releases wrote, under tests/data: what they lack, and that they are
 * written as they were. What they predict is in the golden cases model-version-N of cml-rank. */
#include "model/model_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
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

static struct cml_buffer written(const struct cml_model *model)
{
	char path[] = "/tmp/test_model_versions.XXXXXX";
	struct cml_output *output = NULL;
	struct cml_error err = {0};
	close(mkstemp(path));
	cr_assert_eq(cml_output_open(&output, path, &err), CML_OK);
	cr_assert_eq(cml_model_write(model, output, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_output_commit(output, &err), CML_OK);
	cml_output_free(output);
	struct cml_buffer bytes = unpacked(path);
	unlink(path);
	return bytes;
}

static void check(int version, const char *kind)
{
	struct cml_model *model = NULL;
	struct cml_error err = {0};
	char path[64];
	float x[8] = {4, 0, 1, 1, 0, 0, 3, 64};
	double log_chance;
	snprintf(path, sizeof path, "tests/data/model-%d/%s.model", version, kind);
	cr_assert_eq(cml_model_read(&model, path, &err), CML_OK, "%s", err.message);
	cr_assert_eq(model->version, version);
	cr_assert_eq(model->n_features, 8);
	cr_assert_eq(model->chance != NULL, version >= CML_MODEL_VERSION_CHANCE);
	cml_model_chance(model, 1, x, &log_chance);
	if (version < CML_MODEL_VERSION_CHANCE)
		cr_assert_eq(log_chance, 0, "without a chance every job runs");
	else
		cr_assert_lt(log_chance, 0);
	struct cml_buffer before = unpacked(path), after = written(model);
	cr_assert(cml_slice_equal(cml_buffer_slice(&before), cml_buffer_slice(&after)));
	cml_buffer_release(&before);
	cml_buffer_release(&after);
	cml_model_free(model);
}

Test(model_versions, are_read_and_written_as_they_were)
{
	for (int version = 2; version < CML_MODEL_VERSION; version++) {
		check(version, "gbt");
		check(version, "forest");
	}
}
