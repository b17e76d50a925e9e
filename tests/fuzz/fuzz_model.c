/* The model file. Input: a letter that says how the rest makes a file, so that
 * neither gzip, nor lengths, nor the checksum keep what is behind them out of
 * reach; then parts with FUZZ_SEPARATOR between them.
 *
 *   f  the file as it stands
 *   u  the unpacked file as it stands
 *   c  the unpacked file without its last line, which is made
 *   n  lines before `features`; names, one a line; parameters
 *   s  lines before `features`; a space, which gives the names; parameters
 *
 * In the last two the parameters get the number of features that they begin with.
 *
 * Promises: what loads can be described, predicts the same row by row as all at
 * once, knows a chance to run that is a finite logarithm of at most 0, says of any row in which
 * columns it leaves the log and which job is nearest, and is written as a file that loads as the
 * same model and is written as the same bytes. */
#include "fuzz.h"

#include "advise/model_outside.h"
#include "model/model_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define NAME "model"
#define N_ROWS 7
#define MAX_FEATURES 4096

static void append(struct cml_buffer *text, struct cml_slice part)
{
	FUZZ_CHECK(cml_buffer_append(text, part.data, part.size), "no memory");
}

static void append_number(struct cml_buffer *text, const char *word, size_t n)
{
	FUZZ_CHECK(cml_buffer_printf(text, "%s %zu\n", word, n), "no memory");
}

static void append_crc(struct cml_buffer *text)
{
	unsigned long crc = crc32_z(0, (const unsigned char *)text->data, text->size);
	FUZZ_CHECK(cml_buffer_printf(text, "crc32 %08lx\n", crc), "no memory");
}

/* And no more: nothing is known beside the prediction. */
static void append_parameters(struct cml_buffer *text, struct cml_slice parameters, size_t n)
{
	append_number(text, "parameters", parameters.size);
	for (size_t i = 0; i < parameters.size; i++) {
		char byte = parameters.data[i];
		if (i < 4)
			byte = (char)(unsigned char)(n >> (8 * i));
		FUZZ_CHECK(cml_buffer_append(text, &byte, 1), "no memory");
	}
	append(text, cml_slice_of("\nchance 0\ninterval 0\nsupport 0\nsecond 0\n"));
}

static void make_with_names(struct cml_slice head, struct cml_slice names,
			    struct cml_slice parameters, struct cml_buffer *text)
{
	struct cml_slice rest = names, name;
	size_t n = 0;
	while (cml_slice_split(&rest, '\n', &name))
		n++;
	append(text, head);
	append_number(text, "learned", n);
	append_number(text, "features", n);
	append(text, names);
	append(text, cml_slice_of("\nspace 0\nlaws 0\n"));
	append_parameters(text, parameters, n);
	append_crc(text);
}

/* Names of a space as a model file has them; none for a space that is refused. */
static size_t names_of(struct cml_slice space_text, struct cml_buffer *names)
{
	AUTOPTR(cml_space) space = NULL;
	struct cml_encoder encoder = {0};
	struct cml_error err = {0};
	size_t n = 0;
	if (cml_space_from_text(&space, space_text, "space", &err) == CML_OK &&
	    cml_encoder_init(&encoder, space, &err) == CML_OK)
		n = encoder.n_features;
	for (size_t i = 0; i < n; i++) {
		append(names, cml_slice_of(encoder.features[i].name));
		append(names, cml_slice_of("\n"));
	}
	if (n > 0)
		cml_encoder_release(&encoder);
	return n;
}

static void make_with_space(struct cml_slice head, struct cml_slice space,
			    struct cml_slice parameters, struct cml_buffer *text)
{
	AUTO(cml_buffer) names = {0};
	size_t n = names_of(space, &names);
	append(text, head);
	append_number(text, "learned", n);
	append_number(text, "features", n);
	append(text, cml_buffer_slice(&names));
	append_number(text, "space", space.size);
	append(text, space);
	append(text, cml_slice_of("\nlaws 0\n"));
	append_parameters(text, parameters, n);
	append_crc(text);
}

static struct cml_model *parse(struct cml_slice bytes)
{
	struct cml_model *model = NULL;
	struct cml_error err = {0};
	char *copy = fuzz_copy(bytes);
	enum cml_result status =
	    cml_model_parse(&model, (struct cml_slice){copy, bytes.size}, NAME, &err);
	free(copy);
	if (status != CML_OK)
		fuzz_check_error(&err, status, NAME);
	return model;
}

static struct cml_model *read_file(struct cml_slice bytes)
{
	struct cml_model *model = NULL;
	struct cml_error err = {0};
	const char *path = fuzz_file(bytes);
	enum cml_result status = cml_model_read(&model, path, &err);
	if (status != CML_OK)
		fuzz_check_error(&err, status, path);
	return model;
}

static struct cml_model *load(struct cml_slice input)
{
	AUTO(cml_buffer) text = {0};
	char mode = (char)fuzz_take_byte(&input);
	if (mode == 'f')
		return read_file(input);
	if (mode == 'n' || mode == 's') {
		struct cml_slice head = fuzz_take_until(&input, FUZZ_SEPARATOR);
		struct cml_slice middle = fuzz_take_until(&input, FUZZ_SEPARATOR);
		(mode == 'n' ? make_with_names : make_with_space)(head, middle, input, &text);
	} else {
		append(&text, input);
		if (mode == 'c')
			append_crc(&text);
	}
	struct cml_model *model = parse(cml_buffer_slice(&text));
	return model;
}

/* Rows of numbers that are awkward for trees and nets. */
static float *make_rows(size_t n_features)
{
	static const float numbers[] = {0,       1, -1,       0.5F,   64,   -7.25F, 1e30F,     NAN,
					-1e-40F, 3, INFINITY, 2.385F, 1024, 1e6F,   -INFINITY, 2};
	float *x = cml_array_new(N_ROWS * n_features, sizeof *x);
	FUZZ_CHECK(x, "no memory");
	for (size_t i = 0; i < N_ROWS * n_features; i++)
		x[i] = numbers[(i * 7 + i / n_features * 3) % (sizeof numbers / sizeof *numbers)];
	return x;
}

static void predict(const struct cml_model *model, double mean[N_ROWS], double sd[N_ROWS])
{
	AUTOFREE float *x = make_rows(model->n_features);
	double mean_of_row, sd_of_row;
	cml_model_predict(model, N_ROWS, x, mean, sd);
	for (size_t i = 0; i < N_ROWS; i++) {
		cml_model_predict(model, 1, x + i * model->n_features, &mean_of_row, &sd_of_row);
		FUZZ_CHECK(fuzz_same(mean[i], mean_of_row) && fuzz_same(sd[i], sd_of_row),
			   "row %zu: %a +- %a among others, %a +- %a alone", i, mean[i], sd[i],
			   mean_of_row, sd_of_row);
	}
}

static void check_chance(const struct cml_model *model)
{
	AUTOFREE float *x = make_rows(model->n_features);
	double chances[N_ROWS], alone;
	cml_model_chance(model, N_ROWS, x, chances);
	for (size_t i = 0; i < N_ROWS; i++) {
		cml_model_chance(model, 1, x + i * model->n_features, &alone);
		FUZZ_CHECK(isfinite(alone) && alone <= 0 && chances[i] == alone,
			   "row %zu: the log chance is %a among others, %a alone", i, chances[i],
			   alone);
	}
}

static void check_support(const struct cml_model *model)
{
	AUTOFREE float *x = make_rows(model->n_features);
	AUTO(cml_support_probe) probe;
	AUTO(cml_outside_tally) tally;
	AUTO(cml_buffer) text = {0};
	struct cml_error err = {0};
	uint64_t key;
	double value;
	FUZZ_CHECK(cml_support_probe_init(&probe, model->support, &err) == CML_OK &&
		       cml_outside_tally_init(&tally, model, &err) == CML_OK,
		   "no memory");
	for (size_t i = 0; i < N_ROWS; i++) {
		bool is_covered = cml_support_covers(&probe, x + i * model->n_features);
		cml_buffer_clear(&text);
		FUZZ_CHECK(cml_model_outside_print(model, &probe, true, &text), "no memory");
		FUZZ_CHECK(is_covered == (text.size == 0), "row %zu: outside '%.*s'", i,
			   (int)text.size, text.data);
		cml_outside_tally_add(&tally, &probe);
		cml_support_near(&probe, &key, &value);
	}
	FUZZ_CHECK(cml_outside_tally_print(&tally, &text), "no memory");
}

static void write_model(const struct cml_model *model, struct cml_buffer *bytes)
{
	struct cml_output *output = fuzz_output_open();
	struct cml_error err = {0};
	FUZZ_CHECK(cml_model_write(model, output, &err) == CML_OK, "%s", err.message);
	fuzz_output_close(output, bytes);
}

static void check_describe(const struct cml_model *model)
{
	AUTO(cml_buffer) text = {0};
	struct cml_error err = {0};
	FUZZ_CHECK(cml_model_describe(model, &text, &err) == CML_OK && text.size > 0,
		   "cannot be described: %s", err.message);
}

static void check_written(const struct cml_model *model)
{
	AUTO(cml_buffer) first = {0}, second = {0};
	double means[2][N_ROWS], sds[2][N_ROWS];
	write_model(model, &first);
	AUTOPTR(cml_model) again = read_file(cml_buffer_slice(&first));
	FUZZ_CHECK(again, "its own file is refused");
	write_model(again, &second);
	FUZZ_CHECK(cml_slice_equal(cml_buffer_slice(&first), cml_buffer_slice(&second)),
		   "loaded and written, the bytes differ");
	predict(model, means[0], sds[0]);
	predict(again, means[1], sds[1]);
	for (size_t i = 0; i < N_ROWS; i++)
		FUZZ_CHECK(fuzz_same(means[0][i], means[1][i]) && fuzz_same(sds[0][i], sds[1][i]),
			   "row %zu is predicted otherwise after loading again", i);
}

/* Whether a tree of one leaf loads: else no input does, as a file has other parts by now. */
static void check_itself(void)
{
	static const unsigned char leaf[] = {
	    3,  0,   0,   0,   20, 249, 206, 242, 5,  68,  25,  64,  1,  0,   0,   0,
	    1,  0,   0,   0,   0,  0,   0,   0,   85, 85,  85,  85,  85, 85,  197, 188,
	    0,  0,   0,   0,   0,  0,   24,  64,  0,  0,   0,   0,   0,  0,   24,  64,
	    20, 249, 206, 242, 5,  68,  25,  64,  60, 174, 219, 131, 11, 246, 29,  64};
	AUTO(cml_buffer) text = {0};
	make_with_names(cml_slice_of(CML_MODEL_MAGIC CML_MODEL_VERSION
				     "\npredictor tree\nseed 1\ntarget log\ngoal max\nleast 50\n"
				     "shares -1 1\n"),
			cml_slice_of("gpus\nnet=b"),
			(struct cml_slice){(const char *)leaf, sizeof leaf}, &text);
	AUTOPTR(cml_model) model = parse(cml_buffer_slice(&text));
	FUZZ_CHECK(model, "a model that this target made is refused");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_checked;
	if (!is_checked)
		check_itself();
	is_checked = true;
	AUTOPTR(cml_model) model = load((struct cml_slice){(const char *)data, size});
	if (model && model->n_features <= MAX_FEATURES) {
		check_describe(model);
		check_chance(model);
		if (model->support)
			check_support(model);
		check_written(model);
	}
	return 0;
}
