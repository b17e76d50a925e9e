#include "model/model_file.h"

#include <unistd.h>
#include <zlib.h>

#include "model_fixture.h"
#include "table/input.h"
#include "test.h"
#include "trials.h"

#define CRC_LINE_SIZE 15

static const char space_text[] =
    "name,role,type,domain,doc\ngpus,context,int,1:64,devices\n"
    "gpu,param,categorical,a100|h100,\"kind, of device\"\nwps,metric,min,,\n";

/* A small model of the predictor that model files know. */
static struct cml_model *train(const char *const *names, const struct cml_space *space)
{
	AUTO(cml_dataset) data = {0};
	AUTO(cml_hyper) hyper = {0};
	struct cml_model *model = NULL;
	struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {.hyper = &hyper, .seed = UINT64_MAX - 5, .log_target = true};
	assert_ok(cml_predictor_find("gbt", &spec.kind, &err));
	assert_ok(cml_hyper_set(&hyper, "trees", "3", &err));
	assert_ok(cml_dataset_init(&data, 3, names, &err));
	for (size_t i = 0; i < 12; i++) {
		double features[] = {(double)(i % 5), i % 2 == 0, i % 2 == 1};
		assert_ok(cml_dataset_append(&data, features, 2.385 + (double)(i * i), 1, i, &err));
	}
	for (size_t i = 0; i < 2; i++)
		assert_ok(cml_dataset_append_job(
		    &data,
		    &(struct cml_dataset_job){.status = CML_JOB_TIMEOUT,
					      .target = NAN,
					      .weight = 1,
					      .key = 20 + i,
					      .features = (double[]){9, 1, 0}},
		    &err));
	assert_ok(cml_model_train(&model, &spec, &data, space, &hooks, &err));
	return model;
}

static struct cml_model *train_with_space(void)
{
	static const char *const names[] = {"gpus", "gpu=a100", "gpu=h100"};
	AUTOPTR(cml_space) space = fixture_space(space_text);
	struct cml_model *model = train(names, space);
	return model;
}

static char *new_path(const char *suffix)
{
	static char path[64];
	snprintf(path, sizeof path, "/tmp/test_model_file.XXXXXX%s", suffix);
	close(mkstemps(path, (int)strlen(suffix)));
	return path;
}

static void write_model(const struct cml_model *model, const char *path)
{
	AUTOPTR(cml_output) output = NULL;
	assert_ok(cml_output_open(&output, path, &err));
	assert_ok(cml_model_write(model, output, &err));
	assert_ok(cml_output_commit(output, &err));
}

/* The bytes of a file as they are, or gunzip'ed. */
static struct cml_buffer slurp(const char *path, bool unpack)
{
	struct cml_buffer bytes = {0};
	char chunk[4096];
	size_t n = 1;
	if (!unpack) {
		FILE *file = fopen(path, "rb");
		while ((n = fread(chunk, 1, sizeof chunk, file)) > 0)
			cr_assert(cml_buffer_append(&bytes, chunk, n));
		fclose(file);
		return bytes;
	}
	AUTOPTR(cml_input) input = NULL;
	assert_ok(cml_input_open(&input, path, &err));
	while (n > 0) {
		assert_ok(cml_input_read(input, chunk, sizeof chunk, &n, &err));
		cr_assert(cml_buffer_append(&bytes, chunk, n));
	}
	return bytes;
}

/* A model file in memory, unpacked. */
static struct cml_buffer model_bytes(void)
{
	AUTOPTR(cml_model) model = train_with_space();
	const char *path = new_path("");
	write_model(model, path);
	struct cml_buffer bytes = slurp(path, true);
	unlink(path);
	return bytes;
}

static enum cml_result parse(const struct cml_buffer *bytes, struct cml_model **model)
{
	err = (struct cml_error){0};
	*model = NULL;
	/* A copy of exactly this size, so that a read past it is seen. */
	AUTOFREE char *copy = malloc(bytes->size > 0 ? bytes->size : 1);
	if (bytes->size > 0)
		memcpy(copy, bytes->data, bytes->size);
	enum cml_result status =
	    cml_model_parse(model, (struct cml_slice){copy, bytes->size}, "m", &err);
	return status;
}

static void fix_crc(struct cml_buffer *bytes)
{
	size_t size = bytes->size - CRC_LINE_SIZE;
	char line[CRC_LINE_SIZE + 1];
	snprintf(line, sizeof line, "crc32 %08lx\n",
		 crc32(0, (const unsigned char *)bytes->data, (uInt)size));
	memcpy(bytes->data + size, line, CRC_LINE_SIZE);
}

/* Replaces the only place of `from`, and makes the checksum right again. */
static struct cml_buffer edited(const struct cml_buffer *bytes, const char *from, const char *to)
{
	struct cml_buffer result = {0};
	char *at = memmem(bytes->data, bytes->size, from, strlen(from));
	cr_assert_not_null(at, "%s", from);
	size_t before = (size_t)(at - bytes->data), after = before + strlen(from);
	cr_assert(cml_buffer_append(&result, bytes->data, before));
	cr_assert(cml_buffer_append_string(&result, to));
	cr_assert(cml_buffer_append(&result, bytes->data + after, bytes->size - after));
	fix_crc(&result);
	return result;
}

static void check_same(const struct cml_model *a, const struct cml_model *b)
{
	const float x[] = {0, 1, 0, 3, 0, 1, NAN, 0, 0, 60, 1, 1};
	double means[2][4], sds[2][4];
	cr_assert_eq(a->kind, b->kind);
	cr_assert_eq(a->seed, b->seed);
	cr_assert(a->log_target == b->log_target && a->maximize == b->maximize);
	cr_assert_eq(a->n_features, b->n_features);
	for (size_t i = 0; i < a->n_features; i++)
		cr_assert_str_eq(a->feature_names[i], b->feature_names[i]);
	cr_assert(cml_slice_equal(cml_buffer_slice(&a->summary), cml_buffer_slice(&b->summary)));
	cml_model_predict(a, 4, x, means[0], sds[0]);
	cml_model_predict(b, 4, x, means[1], sds[1]);
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(means[0][i], means[1][i]);
	cml_model_chance(a, 4, x, means[0]);
	cml_model_chance(b, 4, x, means[1]);
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(means[0][i], means[1][i]);
}

Test(model_file, comes_back_as_it_was)
{
	AUTOPTR(cml_model) model = train_with_space(), again = NULL;
	char path[64], second[64];
	strcpy(path, new_path(""));
	strcpy(second, new_path(""));
	write_model(model, path);
	assert_ok(cml_model_read(&again, path, &err));
	check_same(model, again);
	cr_assert(cml_slice_equal(cml_buffer_slice(&model->space->text),
				  cml_buffer_slice(&again->space->text)));
	cr_assert_eq(again->encoder.n_features, 3);
	write_model(again, second);
	struct cml_buffer first_bytes = slurp(path, false), second_bytes = slurp(second, false);
	cr_assert(cml_slice_equal(cml_buffer_slice(&first_bytes), cml_buffer_slice(&second_bytes)),
		  "same model, same bytes");
	cml_buffer_release(&first_bytes);
	cml_buffer_release(&second_bytes);
	unlink(path);
	unlink(second);
}

Test(model_file, is_packed_once_whatever_its_name)
{
	struct cml_model *model = train_with_space(), *again;
	static const char *const suffixes[] = {"", ".gz", ".model"};
	for (size_t i = 0; i < 3; i++) {
		const char *path = new_path(suffixes[i]);
		write_model(model, path);
		struct cml_buffer packed = slurp(path, false), unpacked = slurp(path, true);
		cr_assert_eq(strncmp(packed.data, "\x1f\x8b", 2), 0);
		cr_assert_eq(strncmp(unpacked.data, "cml-model 3\n", 12), 0, "suffix '%s'",
			     suffixes[i]);
		assert_ok(cml_model_read(&again, path, &err));
		cml_model_free(again);
		cml_buffer_release(&packed);
		cml_buffer_release(&unpacked);
		unlink(path);
	}
	cml_model_free(model);
}

/* Without a space a name may be anything. */
Test(model_file, keeps_names_with_line_ends)
{
	static const char *const names[] = {"a\nb", "\\n\r=\\", "space 0"};
	AUTOPTR(cml_model) model = train(names, NULL), again = NULL;
	const char *path = new_path("");
	write_model(model, path);
	assert_ok(cml_model_read(&again, path, &err));
	cr_assert_null(again->space);
	check_same(model, again);
	unlink(path);
}

Test(model_file, refuses_every_truncation)
{
	AUTO(cml_buffer) bytes = model_bytes();
	size_t whole = bytes.size;
	for (size_t size = 0; size < whole; size++) {
		struct cml_model *model;
		bytes.size = size;
		cr_assert_eq(parse(&bytes, &model), CML_BAD_DATA, "cut to %zu of %zu bytes", size,
			     whole);
		cr_assert_str_eq(err.file, "m");
		cr_assert(strstr(err.message, size == 0   ? "not a model file: it is empty"
					      : size < 10 ? "not a model file"
							  : "truncated"),
			  "%s", err.message);
	}
}

Test(model_file, refuses_every_truncation_of_the_gzip)
{
	struct cml_model *model = train_with_space();
	char path[64];
	strcpy(path, new_path(""));
	write_model(model, path);
	cml_model_free(model);
	AUTO(cml_buffer) bytes = slurp(path, false);
	for (size_t size = 0; size < bytes.size;
	     size += size < 40 || size + 40 > bytes.size ? 1 : 7) {
		FILE *file = fopen(path, "wb");
		fwrite(bytes.data, 1, size, file);
		fclose(file);
		cr_assert_eq(cml_model_read(&model, path, &err), CML_BAD_DATA, "cut to %zu bytes",
			     size);
		cr_assert_str_eq(err.file, path);
	}
	unlink(path);
}

Test(model_file, refuses_every_flipped_byte)
{
	AUTO(cml_buffer) bytes = model_bytes();
	static const char flips[] = {0x01, 0x20, (char)0x80};
	for (size_t i = 0; i < bytes.size; i++)
		for (size_t f = 0; f < sizeof flips; f++) {
			struct cml_model *model;
			bytes.data[i] ^= flips[f];
			cr_assert_eq(parse(&bytes, &model), CML_BAD_DATA, "byte %zu", i);
			bytes.data[i] ^= flips[f];
		}
	struct cml_model *model;
	assert_ok(parse(&bytes, &model));
	cml_model_free(model);
	bytes.data[bytes.size / 2] ^= 1;
	assert_error(parse(&bytes, &model), CML_BAD_DATA, "damaged: its checksum does not match");
}

Test(model_file, tells_what_it_does_not_know)
{
	AUTO(cml_buffer) bytes = model_bytes();
	static const struct {
		const char *from, *to, *part;
	} cases[] = {
	    {"cml-model 3\n", "cml-model 1\n",
	     "a model file of version \"1\", made by another release: this one reads version 3"},
	    {"cml-model 3\n", "cml-model one\n", "a model file of version \"one\""},
	    {"cml-model 3\n", "cml-model 03\n", "a model file of version \"03\""},
	    {"\nsecond 0\n", "\n", "expected a line 'second '"},
	    {"\nsecond 0\n", "\nsecond 0\n\n", "before the checksum"},
	    {"\nsecond 0\n", "\nsecond 1\nx\n", "its second model is not of the second metric"},
	    {"predictor gbt\n", "predictor oracle\n", "unknown predictor \"oracle\""},
	    {"seed 18446744073709551610\n", "seed 99999999999999999999\n",
	     "the seed is not a number"},
	    {"target log\n", "target sqrt\n", "expected identity or log after"},
	    {"target log\n", "target shares\n", "expected identity or log after"},
	    {"target log\n", "target share\n", "its target is not what its laws say"},
	    {"goal min\n", "goal \n", "expected min or max after"},
	    {"option trees 3\n", "option trees many\n", "damaged options"},
	    {"option trees 3\n", "option lichens 3\n", "damaged options"},
	    {"option trees 3\n", "optional trees 3\n", "expected a line"},
	    {"features 3\n", "features 0\n", "without features"},
	    {"learned 3\nfeatures 3\n", "learned 2\nfeatures 2\n", "expected a line 'space '"},
	    {"learned 3\n", "learned 4\n", "without features"},
	    {"learned 3\n", "learned 0\n", "without features"},
	    {"learned 3\n", "learned 2\n", "made for another number of features"},
	    {"shares -1 1\n", "shares 1 -1\n", "its shares of a law are none"},
	    {"shares -1 1\n", "shares -1\n", "its shares of a law are none"},
	    {"shares -1 1\n", "shares nan nan\n", "its shares of a law are none"},
	    {"\nlaws 0\n", "\n", "expected a line 'laws '"},
	    {"\nlaws 0\n", "\nlaws 99\n", "damaged"},
	    {"features 3\n", "features 99999999999999\n", "more than the file holds"},
	    {"features 3\n", "features -3\n", "more than the file holds"},
	    {"\ngpu=h100\n", "\ngpu=h200\n",
	     "feature 3 is 'gpu=h200' where the space gives 'gpu=h100'"},
	    {"\ngpu=h100\n", "\ngpu\\h100\n", "lone backslash"},
	    {"\nspace ", "\nspace 9", "damaged"},
	    {"\nspace ", "\nspace 18446744073709551615\n", "more than the file holds"},
	    {"gpus,context", "gpus,contest", "damaged: "},
	    {"parameters ", "parameters 99", "more than the file holds"},
	    {"\nchance ", "\nchance 9", "more than the file holds"},
	    {"\nchance ", "\nchance 18446744073709551615\n", "more than the file holds"},
	    {"\nchance ", "\nchance 0\n", "expected a line 'interval '"},
	    {"\nchance ", "\nchances ", "expected a line 'chance '"},
	    {"\ninterval 0\n", "\n", "expected a line 'interval '"},
	    {"\ninterval 0\n", "\ninterval 99\n", "more than the file holds"},
	    {"\nsupport 0\n", "\n", "expected a line 'support '"},
	    {"\nsupport 0\n", "\nsupport 1\n", "no line ends after"},
	    {"\nsupport 0\n", "\nsupport 99\n", "more than the file holds"},
	    {"\ncrc32 ", "\n\ncrc32 ", "before the checksum"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_model *model;
		AUTO(cml_buffer) changed = edited(&bytes, cases[i].from, cases[i].to);
		cr_assert_eq(parse(&changed, &model), CML_BAD_DATA, "%s", cases[i].to);
		cr_assert(strstr(err.message, cases[i].part), "%s: %s", cases[i].to, err.message);
	}
}

/* Hostile files with a right checksum: whatever the edit, a clean refusal or a
 * model that can be used. */
static void try_hostile(const struct cml_buffer *bytes)
{
	AUTOPTR(cml_model) model = NULL;
	enum cml_result status = parse(bytes, &model);
	cr_assert(status == CML_OK || status == CML_BAD_DATA, "status %d: %s", (int)status,
		  err.message);
	if (status != CML_OK)
		return;
	AUTO(cml_buffer) text = {0};
	AUTOFREE float *x = calloc(model->n_features, sizeof *x);
	double mean, sd;
	cml_model_predict(model, 1, x, &mean, &sd);
	assert_ok(cml_model_describe(model, &text, &err));
}

Test(model_file, survives_edits_with_a_right_checksum)
{
	AUTO(cml_buffer) bytes = model_bytes();
	static const char values[] = {0, '\n', ' ', '9', (char)0x7f, (char)0x80, (char)0xff};
	/* Behind the first members of a forest others are like them. */
	for (size_t i = 0; i + CRC_LINE_SIZE < bytes.size; i += (i < 4096 ? 1U : 8U) * STRIDE) {
		char kept = bytes.data[i];
		for (size_t v = 0; v <= sizeof values; v++) {
			bytes.data[i] = v < sizeof values ? values[v] : (char)(kept + 1);
			fix_crc(&bytes);
			try_hostile(&bytes);
		}
		bytes.data[i] = kept;
	}
}

Test(model_file, survives_parts_cut_out_with_a_right_checksum)
{
	AUTO(cml_buffer) bytes = model_bytes();
	static const size_t sizes[] = {1, 4, 8, 33};
	for (size_t s = 0; s < 4; s++)
		for (size_t i = 0; i + sizes[s] + CRC_LINE_SIZE < bytes.size; i += STRIDE) {
			AUTO(cml_buffer) cut = {0};
			cr_assert(cml_buffer_append(&cut, bytes.data, i));
			cr_assert(cml_buffer_append(&cut, bytes.data + i + sizes[s],
						    bytes.size - i - sizes[s]));
			fix_crc(&cut);
			try_hostile(&cut);
		}
}

Test(model_file, refuses_other_files)
{
	static const char *const texts[] = {"", "gpus,wps\n1,2\n", "cml-mode", "cml-models 1\n"};
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cml_model *model = NULL;
		const char *path = new_path("");
		FILE *file = fopen(path, "w");
		fputs(texts[i], file);
		fclose(file);
		cr_assert_eq(cml_model_read(&model, path, &err), CML_BAD_DATA);
		cr_assert(strstr(err.message, "not a model file"), "%s", err.message);
		cr_assert_str_eq(err.file, path);
		unlink(path);
	}
	struct cml_model *model = NULL;
	cr_assert_eq(cml_model_read(&model, "/nonexistent/model", &err), CML_IO_ERROR);
}

/* What cannot be a model is not read to its end: /dev/zero has none. */
Test(model_file, stops_reading_what_cannot_be_a_model, .timeout = 60)
{
	struct cml_model *model = NULL;
	cr_assert_eq(cml_model_read(&model, "/dev/zero", &err), CML_BAD_DATA);
	cr_assert(strstr(err.message, "not a model file"));
}

Test(model_file, passes_output_errors_on)
{
	AUTOPTR(cml_model) model = train_with_space();
	AUTOPTR(cml_output) output = NULL;
	assert_ok(cml_output_open(&output, "/dev/full", &err));
	enum cml_result status = cml_model_write(model, output, &err);
	if (status == CML_OK)
		status = cml_output_commit(output, &err);
	cr_assert_eq(status, CML_IO_ERROR);
}
