/* Readings in what a job printed. Input: a byte that chooses how the text comes in, one
 * that chooses the reduction and the expression, if it is to be by one, the warm-up, the name up to
 * a line end, the text.
 *
 * Promises: any division of the text gives the same value, spread, number and reason;
 * they are what looking at every single place of the text finds; there is a finite value
 * exactly when there is no reason; reasons are one printable line. */
#include "fuzz.h"

#include "launch/metric/readings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the first byte may ask for. */
enum { BY_EXPRESSION = 1, BEHIND_A_BUFFER = 2 };

/* About the size of the buffer that readings are searched in. */
#define BUFFER ((size_t)128 << 10)

static void finish(struct cml_readings *readings, struct cml_metric_result *result)
{
	struct cml_error err = {0};
	FUZZ_CHECK(cml_readings_finish(readings, "text", result, &err) == CML_OK, "%s",
		   err.message);
	FUZZ_CHECK(isfinite(result->value) == (result->reason.text[0] == '\0'), "%g: %s",
		   result->value, result->reason.text);
	for (const char *c = result->reason.text; *c != '\0'; c++)
		FUZZ_CHECK(*c >= ' ' && *c <= '~', "byte %d in a reason", *c);
}

/* Fed in pieces of so many bytes, each gone once the next one comes. */
static void read_pieces(struct cml_readings *readings, struct cml_slice text, size_t piece,
			struct cml_metric_result *result)
{
	struct cml_error err = {0};
	cml_readings_reset(readings);
	while (text.size > 0) {
		size_t size = piece < text.size ? piece : text.size;
		char *copy = fuzz_copy((struct cml_slice){text.data, size});
		FUZZ_CHECK(cml_readings_feed(readings, (struct cml_slice){copy, size}, &err) ==
			       CML_OK,
			   "%s", err.message);
		free(copy);
		text = (struct cml_slice){text.data + size, text.size - size};
	}
	finish(readings, result);
}

/* Finite readings when every place of the text is looked at, without search or buffer. */
static size_t count_plainly(struct cml_slice text, struct cml_slice name)
{
	size_t n = 0;
	for (size_t at = 0; at + name.size <= text.size; at++) {
		struct cml_slice before = {text.data, at};
		struct cml_slice behind = {text.data + at + name.size, text.size - at - name.size};
		struct cml_reading reading;
		if (text.data[at] == name.data[0] &&
		    memcmp(text.data + at, name.data, name.size) == 0 &&
		    cml_reading_starts(before) &&
		    cml_reading_parse(behind, false, &reading) == CML_READING_NUMBER)
			n += isfinite(reading.value) ? 1 : 0;
	}
	return n;
}

static void check_same(const struct cml_metric_result *a, const struct cml_metric_result *b)
{
	FUZZ_CHECK(fuzz_same(a->value, b->value) && fuzz_same(a->spread, b->spread) &&
		       a->n_readings == b->n_readings &&
		       strcmp(a->reason.text, b->reason.text) == 0,
		   "%g of %zu '%s', in other pieces %g of %zu '%s'", a->value, a->n_readings,
		   a->reason.text, b->value, b->n_readings, b->reason.text);
}

static void check_text(const struct cml_metric_spec *spec, struct cml_slice text)
{
	static const size_t pieces[] = {1, 7, 300};
	AUTOPTR(cml_readings) readings = NULL;
	struct cml_metric_result whole, other;
	struct cml_error err = {0};
	FUZZ_CHECK(cml_readings_new(&readings, spec, &err) == CML_OK, "%s", err.message);
	read_pieces(readings, text, text.size, &whole);
	/* Bytes one by one take long, and cut nothing new in a text that fills buffers. */
	for (size_t i = text.size > BUFFER ? 2 : 0; i < 3; i++) {
		read_pieces(readings, text, pieces[i], &other);
		check_same(&whole, &other);
	}
	if (spec->n_warmup == 0 && spec->form == CML_METRIC_NAMED) {
		size_t n = count_plainly(text, cml_slice_of(spec->name));
		FUZZ_CHECK(whole.n_readings == n, "%zu readings, looked for plainly %zu",
			   whole.n_readings, n);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char padding[BUFFER];
	static const char *const reductions[] = {"last", "first",  "min", "max",
						 "mean", "median", "p90", "p25"};
	static const char *const expressions[] = {"([0-9.]+)k?", "qps=([^,]*)", "^.* ([0-9]+)$",
						  "[0-9]*"};
	struct cml_slice rest = {(const char *)data, size};
	unsigned char mode = fuzz_take_byte(&rest);
	unsigned char choice = fuzz_take_byte(&rest);
	unsigned char n_warmup = fuzz_take_byte(&rest) % 4;
	struct cml_slice name = fuzz_take_until(&rest, '\n');
	AUTO(cml_metric_spec) spec = {0};
	struct cml_error err = {0};
	AUTO(cml_buffer) text = {0};
	if (cml_reduction_parse(cml_slice_of(reductions[choice % 8]), &spec.reduction, &err) !=
		CML_OK ||
	    name.size == 0)
		return 0;
	if (mode & BY_EXPRESSION) {
		FUZZ_CHECK(regcomp(&spec.match, expressions[choice / 8 % 4],
				   REG_EXTENDED | REG_NEWLINE) == 0,
			   "no expression");
		spec.form = CML_METRIC_MATCH;
	}
	spec.n_warmup = n_warmup;
	spec.name = strndup(name.data, name.size);
	/* No name holds what stands before the text. */
	memset(padding, '\0', BUFFER);
	/* The buffer's end falls into the text. */
	if (mode & BEHIND_A_BUFFER)
		FUZZ_CHECK(cml_buffer_append(&text, padding, BUFFER - (mode >> 2) * 4),
			   "no memory");
	FUZZ_CHECK(cml_buffer_append(&text, rest.data, rest.size), "no memory");
	if (*spec.name != '\0')
		check_text(&spec, cml_buffer_slice(&text));
	return 0;
}
