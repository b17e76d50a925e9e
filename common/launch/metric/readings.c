#include "launch/metric/readings.h"

#include "base/memory.h"
#include "launch/metric/name_search.h"
#include "launch/metric/reading_parse.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that are searched at once: they stay in a processor's own cache. */
#define PIECE ((size_t)128 << 10)

/* Bytes of an example in a reason. */
#define EXAMPLE_SIZE 20
/* The same where two groups of digits are enough. */
#define TORN_SIZE 9

struct cml_readings {
	const struct cml_metric_spec *spec;
	struct cml_name_search search;
	struct cml_reducer reducer;
	size_t n_seen;            /* warm-up included */
	char unit[CML_UNIT_SIZE]; /* of the first reading behind the warm-up */
	struct cml_reason refusal;

	char *data; /* the end of what was fed, and what is not searched yet */
	size_t size;
	size_t capacity;
	size_t searched; /* of data */
};

enum cml_result cml_readings_new(struct cml_readings **made, const struct cml_metric_spec *spec,
				 struct cml_error *err)
{
	struct cml_readings *readings = cml_array_new(1, sizeof *readings);

	*made = NULL;
	if (readings == NULL)
		return cml_fail_memory(err);
	readings->spec = spec;
	readings->reducer.reduction = spec->reduction;
	readings->capacity = PIECE + CML_READING_BEFORE + CML_READING_BEHIND;
	if (spec->name != NULL) {
		cml_name_search_init(&readings->search, cml_slice_of(spec->name));
		readings->capacity += readings->search.name.size;
	}
	readings->data = malloc(readings->capacity);
	if (readings->data == NULL) {
		free(readings);
		return cml_fail_memory(err);
	}
	*made = readings;
	return CML_OK;
}

void cml_readings_reset(struct cml_readings *readings)
{
	cml_reducer_reset(&readings->reducer);
	readings->n_seen = 0;
	readings->unit[0] = '\0';
	readings->refusal.text[0] = '\0';
	readings->size = 0;
	readings->searched = 0;
}

void cml_readings_free(struct cml_readings *readings)
{
	if (readings == NULL)
		return;
	cml_reducer_release(&readings->reducer);
	free(readings->data);
	free(readings);
}

void cml_readings_refuse(struct cml_readings *readings, const char *format, ...)
{
	va_list arguments;

	if (readings->refusal.text[0] != '\0')
		return;
	va_start(arguments, format);
	cml_reason_set_list(&readings->refusal, format, arguments);
	va_end(arguments);
}

/* Takes a reading with the letters right behind it. */
static enum cml_result add(struct cml_readings *readings, const struct cml_reading *reading,
			   struct cml_error *err)
{
	double value = reading->value;
	bool is_first = readings->reducer.n == 0;

	readings->n_seen++;
	if (readings->n_seen <= readings->spec->n_warmup)
		return CML_OK;
	if (!isfinite(value)) {
		cml_readings_refuse(readings, "reading %zu of '%s' is %s", readings->n_seen,
				    readings->spec->label,
				    isnan(value) ? "nan"
				    : value > 0  ? "inf"
						 : "-inf");
		return CML_OK;
	}
	if (is_first)
		memcpy(readings->unit, reading->unit, sizeof readings->unit);
	if (strcmp(readings->unit, reading->unit) != 0)
		cml_readings_refuse(
		    readings, "reading %zu of '%s' is in \"%s\", those before in \"%s\"",
		    readings->n_seen, readings->spec->label, reading->unit, readings->unit);
	return cml_reducer_add(&readings->reducer, value, err);
}

enum cml_result cml_readings_add(struct cml_readings *readings, double value, struct cml_error *err)
{
	struct cml_reading reading = {.value = value};

	return add(readings, &reading, err);
}

/* What may have been meant as a reading, and cannot be read: any value without it would be
 * wrong. size: most bytes of it that are shown. */
static void refuse_text(struct cml_readings *readings, struct cml_slice text, size_t size,
			const char *what)
{
	char example[EXAMPLE_SIZE], quoted[4 * EXAMPLE_SIZE];

	readings->n_seen++;
	if (readings->n_seen <= readings->spec->n_warmup)
		return;
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] == '\n' || text.data[i] == '\r')
			text.size = i;
	text.size = text.size < size ? text.size : size;
	snprintf(example, sizeof example, "%.*s", (int)text.size, text.data);
	cml_readings_refuse(readings, "reading %zu of '%s' is %s: %s", readings->n_seen,
			    readings->spec->label, what,
			    cml_text_quote(cml_slice_of(example), quoted, sizeof quoted));
}

/* Reads what is behind the name at `at`. */
static enum cml_result read_at(struct cml_readings *readings, size_t at, struct cml_error *err)
{
	size_t behind = at + readings->search.name.size;
	struct cml_slice text = {readings->data + behind, readings->size - behind};
	struct cml_reading reading;
	size_t used;

	if (!cml_reading_starts((struct cml_slice){readings->data, at}))
		return CML_OK;
	switch (cml_reading_parse(text, &reading, &used)) {
	case CML_READING_NUMBER:
		return add(readings, &reading, err);
	case CML_READING_OTHER:
		refuse_text(readings, (struct cml_slice){text.data + used, text.size - used},
			    EXAMPLE_SIZE - 1, "no number");
		return CML_OK;
	case CML_READING_TORN:
		refuse_text(readings, (struct cml_slice){text.data + used, text.size - used},
			    TORN_SIZE, "one number or two");
		return CML_OK;
	case CML_READING_NONE:
		return CML_OK;
	}
	return CML_OK;
}

/* Searches the places behind which enough is known to read them: all there are when
 * these bytes are the last. */
static enum cml_result search_names(struct cml_readings *readings, bool last, struct cml_error *err)
{
	size_t name_size = readings->search.name.size;
	size_t needed = name_size + (last ? 0 : CML_READING_BEHIND);
	size_t end = readings->size >= needed ? readings->size - needed + 1 : 0;
	struct cml_slice text = {readings->data, end + name_size - 1};
	size_t at = readings->searched;

	if (end <= readings->searched)
		return CML_OK;
	for (;;) {
		at = cml_name_search_next(&readings->search, text, at);
		if (at >= end)
			break;
		if (read_at(readings, at, err) != CML_OK)
			return err->status;
		at++;
	}
	readings->searched = end;
	return CML_OK;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The same where nothing but numbers is expected. */
static enum cml_result read_words(struct cml_readings *readings, bool last, struct cml_error *err)
{
	const char *data = readings->data;
	size_t at = readings->searched;

	for (;;) {
		struct cml_slice word = {NULL, 0};
		double value;
		char quoted[2 * EXAMPLE_SIZE];

		while (at < readings->size && is_blank(data[at]))
			at++;
		word.data = data + at;
		while (at + word.size < readings->size && !is_blank(word.data[word.size]))
			word.size++;
		if (word.size == 0 ||
		    (at + word.size == readings->size && !last && word.size < CML_READING_BEHIND))
			break;
		at += word.size;
		if (!cml_reading_parse_word(word, &value))
			cml_readings_refuse(readings, "not a number: %s",
					    cml_text_quote(word, quoted, sizeof quoted));
		else if (cml_readings_add(readings, value, err) != CML_OK)
			return err->status;
	}
	readings->searched = at;
	return CML_OK;
}

/* Searches what is there and makes room. */
static enum cml_result search(struct cml_readings *readings, bool last, struct cml_error *err)
{
	enum cml_result status = readings->spec->form == CML_METRIC_NUMBERS
				     ? read_words(readings, last, err)
				     : search_names(readings, last, err);
	size_t done = readings->searched;
	size_t unneeded = done > CML_READING_BEFORE ? done - CML_READING_BEFORE : 0;

	memmove(readings->data, readings->data + unneeded, readings->size - unneeded);
	readings->size -= unneeded;
	readings->searched -= unneeded;
	return status;
}

enum cml_result cml_readings_feed(struct cml_readings *readings, struct cml_slice bytes,
				  struct cml_error *err)
{
	while (bytes.size > 0) {
		size_t room = readings->capacity - readings->size;
		size_t n = bytes.size < room ? bytes.size : room;

		memcpy(readings->data + readings->size, bytes.data, n);
		readings->size += n;
		bytes = (struct cml_slice){bytes.data + n, bytes.size - n};
		if (readings->size == readings->capacity && search(readings, false, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_readings_feed_fd(struct cml_readings *readings, int fd, struct cml_error *err)
{
	struct stat stat;
	size_t left = SIZE_MAX;

	if (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode))
		left = (size_t)stat.st_size;
	while (left > 0) {
		size_t room = readings->capacity - readings->size;
		ssize_t n = read(fd, readings->data + readings->size, room < left ? room : left);

		if (n == 0)
			break;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return cml_fail_errno(err, errno, "the output of a job");
		left -= (size_t)n;
		readings->size += (size_t)n;
		if (readings->size == readings->capacity && search(readings, false, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* Why there is no value, although nothing was refused. */
static void explain_nothing(struct cml_readings *readings)
{
	const char *label = readings->spec->label;

	if (readings->n_seen > 0)
		cml_readings_refuse(readings, "%zu readings of '%s', all of them warm-up",
				    readings->n_seen, label);
	else
		cml_readings_refuse(readings, "no reading of '%s'", label);
}

enum cml_result cml_readings_finish(struct cml_readings *readings, const char *source,
				    struct cml_metric_result *result, struct cml_error *err)
{
	double value = NAN;

	if (readings->size > 0 && search(readings, true, err) != CML_OK)
		return err->status;
	if (cml_reducer_value(&readings->reducer, &value, err) != CML_OK)
		return err->status;
	*result = (struct cml_metric_result){
	    .value = NAN,
	    .n_readings = readings->reducer.n,
	    .n_seen = readings->n_seen,
	    .spread = cml_reducer_spread(&readings->reducer),
	};
	memcpy(result->unit, readings->unit, sizeof result->unit);
	if (readings->reducer.n == 0)
		explain_nothing(readings);
	else if (!isfinite(value))
		cml_readings_refuse(readings, "the readings of '%s' are too large for a mean",
				    readings->spec->label);
	if (readings->refusal.text[0] == '\0')
		result->value = value;
	else
		cml_reason_set(&result->reason, "%s: %s", source, readings->refusal.text);
	return CML_OK;
}
