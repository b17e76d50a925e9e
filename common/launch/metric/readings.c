#include "launch/metric/readings.h"

#include "base/file.h"
#include "base/number.h"
#include "math/summary.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that are searched at once: they stay in a processor's own cache. */
#define PIECE ((size_t)128 << 10)

/* Bytes that are shown of a line with the name and without a reading, and of these before the name.
 */
#define NEAR_SIZE 80
#define NEAR_BEFORE 30

/* Of a job: half a gigabyte. */
#define MAX_READINGS ((size_t)1 << 26)

struct cml_readings {
	const struct cml_metric_spec *spec;
	struct cml_slice name; /* of spec */
	double *values;        /* without the warm-up, and without inf and nan */
	size_t n_values, values_capacity;
	size_t n_seen;            /* all of them */
	char unit[CML_UNIT_SIZE]; /* of the first reading with one, behind the warm-up */
	struct cml_reason refusal;
	bool is_loose;
	char near[NEAR_SIZE]; /* the first line with the name and no reading; may be empty */

	size_t size, capacity; /* of data */
	size_t searched;
	char data[]; /* the end of what was fed, and what is not searched yet */
};

enum cml_result cml_readings_new(struct cml_readings **made, const struct cml_metric_spec *spec,
				 struct cml_error *err)
{
	size_t capacity = PIECE + CML_READING_BEFORE + CML_READING_BEHIND + strlen(spec->name);
	struct cml_readings *readings = malloc(sizeof *readings + capacity);

	*made = readings;
	if (!readings)
		return cml_fail_memory(err);
	*readings = (struct cml_readings){
	    .spec = spec, .name = cml_slice_of(spec->name), .capacity = capacity};
	return CML_OK;
}

void cml_readings_reset(struct cml_readings *readings)
{
	*readings = (struct cml_readings){.spec = readings->spec,
					  .name = readings->name,
					  .values = readings->values,
					  .values_capacity = readings->values_capacity,
					  .capacity = readings->capacity};
}

void cml_readings_free(struct cml_readings *readings)
{
	if (!readings)
		return;
	free(readings->values);
	free(readings);
}

/* Why there is no value: the first reason. */
#define REFUSE(readings, ...)                                                                      \
	((readings)->refusal.text[0] != '\0' ? (void)0                                             \
					     : cml_reason_set(&(readings)->refusal, __VA_ARGS__))

/* In the unit of the limit, if there are prefixes on both sides. */
static double value_of(const struct cml_reading *reading, unsigned prefix)
{
	if (prefix == 0 || reading->factor <= 1)
		return reading->value;
	double base = fmod(log2(reading->factor), 10) == 0 ? 1024 : 1000;
	return reading->bare * (reading->factor / pow(base, prefix));
}

static enum cml_result add(struct cml_readings *readings, const struct cml_reading *reading,
			   struct cml_error *err)
{
	const char *name = readings->spec->name;
	double value = value_of(reading, readings->spec->memory_prefix);

	readings->n_seen++;
	if (readings->n_seen <= readings->spec->n_warmup)
		return CML_OK;
	if (!isfinite(value)) {
		REFUSE(readings, "reading %zu of '%s' is %s", readings->n_seen, name,
		       isnan(value) ? "nan"
		       : value > 0  ? "inf"
				    : "-inf");
		return CML_OK;
	}
	if (readings->unit[0] == '\0')
		memcpy(readings->unit, reading->unit, sizeof readings->unit);
	else if (reading->unit[0] != '\0' && strcmp(readings->unit, reading->unit) != 0)
		REFUSE(readings, "reading %zu of '%s' is in \"%s\", those before in \"%s\"",
		       readings->n_seen, name, reading->unit, readings->unit);
	if (readings->n_values == MAX_READINGS) {
		REFUSE(readings, "more than %zu readings of '%s'", MAX_READINGS, name);
		return CML_OK;
	}
	if (!CML_RESERVE(&readings->values, &readings->values_capacity, readings->n_values + 1))
		return cml_fail_memory(err);
	readings->values[readings->n_values++] = value;
	return CML_OK;
}

/* Keeps the line around the name at `at`, for the message that there is no reading. */
static void keep_near(struct cml_readings *readings, size_t at)
{
	const char *data = readings->data;
	size_t start = at, n = 0;

	while (start > 0 && at - start < NEAR_BEFORE && !memchr("\n\r", data[start - 1], 2))
		start--;
	while (start + n < readings->size && n < NEAR_SIZE - 1 &&
	       !memchr("\n\r", data[start + n], 3))
		n++;
	memcpy(readings->near, data + start, n);
	readings->near[n] = '\0';
}

/* Whether only numbers and a mark, as before the lines of a rank, are between a name and the next
 * time that it is there: `qps=51: qps=512.9` is the `qps=5` of rank 0 and a line of rank 1. */
static bool meets_rank(struct cml_slice name, struct cml_slice text)
{
	size_t n = 0;
	while (n < text.size && text.data[n] && strchr("=:|([{<)]}> .0123456789", text.data[n]))
		n++;
	struct cml_slice rest = cml_slice_from(text, n);
	if (rest.size < name.size || memcmp(rest.data, name.data, name.size) != 0)
		return false;
	while (n > 0 && text.data[n - 1] == ' ')
		n--;
	return n > 2 && strchr(":|)]}>", text.data[n - 1]) && cml_is_digit(text.data[n - 2]);
}

static enum cml_reading_kind refuse_cut(struct cml_reading *reading, struct cml_slice text)
{
	size_t start = 0, n = 0;
	while (start < text.size && memchr("=: ", text.data[start], 3))
		start++;
	while (start + n < text.size && n < CML_READING_SHOWN &&
	       !memchr("\r\n", text.data[start + n], 2))
		n++;
	reading->why = "cut";
	memcpy(reading->text, text.data + start, n);
	return CML_READING_REFUSED;
}

/* What stands behind the name at `at`, or, of a name such as tok/s, before it, as in 9.87it/s. */
static enum cml_reading_kind parse_at(const struct cml_readings *readings, size_t at,
				      struct cml_reading *reading)
{
	size_t behind = at + readings->name.size;
	struct cml_slice text = {readings->data + behind, readings->size - behind};
	size_t n = at < CML_READING_BEFORE ? at : CML_READING_BEFORE;
	enum cml_reading_kind kind = CML_READING_NONE;

	if (cml_reading_starts((struct cml_slice){readings->data, at}))
		kind = cml_reading_parse(text, readings->is_loose, reading);
	else if (at == 0 || !strchr("0123456789", readings->data[at - 1]))
		return CML_READING_NONE;
	if (kind == CML_READING_NUMBER && meets_rank(readings->name, text))
		return refuse_cut(reading, text);
	if (kind != CML_READING_NONE || !readings->is_loose || !strchr(readings->spec->name, '/'))
		return kind;
	return cml_reading_parse_before((struct cml_slice){readings->data + at - n, n}, reading);
}

/* Reads what is at the name at `at`. */
static enum cml_result read_at(struct cml_readings *readings, size_t at, struct cml_error *err)
{
	struct cml_reading reading;

	enum cml_reading_kind kind = parse_at(readings, at, &reading);
	if (kind == CML_READING_NONE && readings->near[0] == '\0')
		keep_near(readings, at);
	if (kind == CML_READING_NUMBER)
		return add(readings, &reading, err);
	/* Any value without it would be wrong. */
	if (kind == CML_READING_REFUSED && ++readings->n_seen > readings->spec->n_warmup)
		REFUSE(readings, "reading %zu of '%s' is %s: %s", readings->n_seen,
		       readings->spec->name, reading.why, CML_QUOTED(cml_slice_of(reading.text)));
	return CML_OK;
}

/* Searches the places behind which enough is known to read them: all there are when
 * these bytes are the last. */
static enum cml_result search_names(struct cml_readings *readings, bool last, struct cml_error *err)
{
	struct cml_slice name = readings->name;
	size_t needed = name.size + (last ? 0 : CML_READING_BEHIND);
	size_t end = readings->size >= needed ? readings->size - needed + 1 : 0;

	while (readings->searched < end) {
		size_t at = readings->searched;
		const char *found =
		    memmem(readings->data + at, end - at + name.size - 1, name.data, name.size);
		readings->searched = found ? (size_t)(found - readings->data) + 1 : end;
		if (found && read_at(readings, readings->searched - 1, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* Reads what the expression finds in [start, end) of the data, a line. */
static enum cml_result read_line(struct cml_readings *readings, size_t start, size_t end,
				 struct cml_error *err)
{
	const struct cml_metric_spec *spec = readings->spec;
	struct cml_reading reading;
	regmatch_t found[2];
	bool any = false;

	for (size_t at = start; at < end;
	     at = (size_t)found[0].rm_eo + (found[0].rm_eo == found[0].rm_so)) {
		found[0] = (regmatch_t){(regoff_t)at, (regoff_t)end};
		if (regexec(&spec->match, readings->data, 2, found,
			    REG_STARTEND | (at > start ? REG_NOTBOL : 0)) != 0)
			break;
		const regmatch_t *part = &found[spec->match.re_nsub > 0];
		struct cml_slice word = {readings->data + (part->rm_so < 0 ? 0 : part->rm_so),
					 (size_t)(part->rm_eo - part->rm_so)};
		any = true;
		if (cml_reading_parse_word(word, &reading)) {
			if (add(readings, &reading, err) != CML_OK)
				return err->status;
		} else if (++readings->n_seen > spec->n_warmup) {
			REFUSE(readings, "reading %zu of '%s' is no number: %s", readings->n_seen,
			       spec->name, CML_QUOTED(word));
		}
	}
	const char *name =
	    memmem(readings->data + start, end - start, spec->name, readings->name.size);
	if (!any && name && readings->near[0] == '\0')
		keep_near(readings, (size_t)(name - readings->data));
	return CML_OK;
}

/* Searches whole lines; one that fills the memory, and the last, as they are. */
static enum cml_result search_lines(struct cml_readings *readings, bool last, struct cml_error *err)
{
	while (readings->searched < readings->size) {
		size_t start = readings->searched, end = start;

		while (end < readings->size && !memchr("\n\r", readings->data[end], 2))
			end++;
		if (end == readings->size && !last && start > CML_READING_BEFORE)
			break;
		if (read_line(readings, start, end, err) != CML_OK)
			return err->status;
		readings->searched = end < readings->size ? end + 1 : end;
	}
	return CML_OK;
}

/* Searches what is there and makes room. */
static enum cml_result search(struct cml_readings *readings, bool last, struct cml_error *err)
{
	bool by_lines = readings->spec->form == CML_METRIC_MATCH;
	enum cml_result status =
	    by_lines ? search_lines(readings, last, err) : search_names(readings, last, err);
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

/* Feeds a regular file, no more bytes than it has now: something may still write to it, for ever.
 */
static enum cml_result feed_file(struct cml_readings *readings, int fd, struct cml_error *err)
{
	char piece[PIECE / 2];
	struct stat stat;
	size_t n;

	if (fstat(fd, &stat) != 0)
		return cml_fail_errno(err, errno, "the output of a job");
	for (off_t offset = 0; offset < stat.st_size; offset += (off_t)n) {
		size_t left = (size_t)(stat.st_size - offset);
		int error_number =
		    cml_file_read(fd, piece, left < sizeof piece ? left : sizeof piece, offset, &n);

		if (error_number != 0)
			return cml_fail_errno(err, error_number, "the output of a job");
		if (n == 0)
			break;
		if (cml_readings_feed(readings, (struct cml_slice){piece, n}, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* Takes a last line without its end out of what was fed. */
static void drop_cut_line(struct cml_readings *readings)
{
	const char *data = readings->data;

	while (readings->size > readings->searched && data[readings->size - 1] != '\n' &&
	       data[readings->size - 1] != '\r')
		readings->size--;
}

enum cml_result cml_readings_finish(struct cml_readings *readings, const char *source,
				    struct cml_metric_result *result, struct cml_error *err)
{
	const char *name = readings->spec->name;

	if (readings->size > 0 && search(readings, true, err) != CML_OK)
		return err->status;
	double spread = cml_sd(readings->n_values, readings->values);
	*result = (struct cml_metric_result){
	    .value = NAN,
	    .n_readings = readings->n_values,
	    .n_seen = readings->n_seen,
	    .is_near = readings->n_seen == 0 && readings->near[0] != '\0',
	    .spread = isfinite(spread) ? cml_round_known(spread, NAN) : NAN,
	};
	double value = cml_reduce(&readings->spec->reduction, readings->n_values, readings->values);
	if (readings->n_seen == 0 && readings->near[0] != '\0')
		REFUSE(readings, "no reading of '%s', but a line with it: %s", name,
		       CML_QUOTED(cml_slice_of(readings->near)));
	else if (readings->n_seen == 0)
		REFUSE(readings, "no reading of '%s'", name);
	else if (readings->n_values == 0)
		REFUSE(readings, "%zu reading%s of '%s', all warm-up", readings->n_seen,
		       readings->n_seen == 1 ? "" : "s", name);
	else if (!isfinite(value))
		REFUSE(readings, "the readings of '%s' are too large for a mean", name);
	if (readings->refusal.text[0] == '\0')
		result->value = value;
	else
		cml_reason_set(&result->reason, "%s: %s", source, readings->refusal.text);
	return CML_OK;
}

/* Room for a path that is too long for the system, so that it says so. */
#define PATH_SIZE (2 * PATH_MAX)

/* A file that cannot be opened is the job's fault, unless the machine lacks something. */
static enum cml_result read_path(struct cml_readings *readings, const char *path,
				 struct cml_error *err)
{
	int fd = cml_file_open_regular(path);

	if (fd < 0 && errno != EINVAL && errno != ENOENT && errno != EACCES && errno != ELOOP &&
	    errno != ENOTDIR && errno != ENAMETOOLONG && errno != ENXIO)
		return cml_fail_errno(err, errno, path);
	if (fd < 0) {
		REFUSE(readings, "%s",
		       errno == EINVAL ? "not a regular file" : strerrordesc_np(errno));
		return CML_OK;
	}
	enum cml_result result = feed_file(readings, fd, err);
	close(fd);
	return result;
}

/* Reads one file of the job's directory. */
static enum cml_result read_file(struct cml_readings *readings,
				 const struct cml_metric_source *source, const char *name,
				 bool is_loose, struct cml_metric_result *result,
				 struct cml_error *err)
{
	char path[PATH_SIZE];

	cml_readings_reset(readings);
	readings->is_loose = is_loose;
	snprintf(path, sizeof path, "%s/%s", source->dir, name);
	if (read_path(readings, path, err) != CML_OK)
		return err->status;
	if (source->is_cut)
		drop_cut_line(readings);
	return cml_readings_finish(readings, name, result, err);
}

/* Reads the file of the specification as a table. */
static enum cml_result read_table(struct cml_readings *readings,
				  const struct cml_metric_source *source, bool *found,
				  struct cml_metric_result *result, struct cml_error *err)
{
	const struct cml_metric_spec *spec = readings->spec;
	AUTO(cml_buffer) bytes = {0}, text = {0};
	char path[PATH_SIZE];

	*found = false;
	cml_readings_reset(readings);
	snprintf(path, sizeof path, "%s/%s", source->dir, spec->file);
	int fd = cml_file_open_regular(path);
	if (fd < 0)
		return CML_OK;
	int error_number = cml_file_read_all(fd, &bytes);
	close(fd);
	while (source->is_cut && bytes.size > 0 && bytes.data[bytes.size - 1] != '\n')
		bytes.size--;
	if (error_number != 0)
		return cml_fail_errno(err, error_number, path);
	if (cml_reading_table_print(cml_buffer_slice(&bytes), readings->name, found, &text, err) !=
		CML_OK ||
	    cml_readings_feed(readings, cml_buffer_slice(&text), err) != CML_OK)
		return err->status;
	return *found ? cml_readings_finish(readings, spec->file, result, err) : CML_OK;
}

enum cml_result cml_metric_read(struct cml_readings *readings,
				const struct cml_metric_source *source,
				struct cml_metric_result *result, struct cml_error *err)
{
	const struct cml_metric_spec *spec = readings->spec;
	static const char *const outputs[] = {"stdout", "stderr"};
	size_t n_files = spec->file ? 1 : 2;
	size_t n_looks = spec->form == CML_METRIC_NAMED ? 2 : 1;
	struct cml_metric_result other;
	bool is_table;

	/* Of all, the first with a reading; else the outcome of the first. */
	for (size_t i = 0; i < n_looks * n_files; i++) {
		const char *name = spec->file ? spec->file : outputs[i % n_files];
		if (read_file(readings, source, name, i >= n_files, &other, err) != CML_OK)
			return err->status;
		if (i == 0 || other.n_seen > 0 || other.is_near > result->is_near)
			*result = other;
		if (other.n_seen > 0)
			break;
		if (i > 0 || !spec->file || spec->form != CML_METRIC_NAMED)
			continue;
		enum cml_result status = read_table(readings, source, &is_table, result, err);
		if (status != CML_OK || is_table)
			return status;
	}
	return CML_OK;
}
