#include "launch/job/job_record.h"

#include "base/file.h"
#include "base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORD_NAME "record"
#define ASIDE_NAME "record.aside"

enum field_type { FIELD_SECONDS, FIELD_INT, FIELD_INT64, FIELD_BOOL, FIELD_STOP, FIELD_TEXT };

static const struct {
	const char *name;
	enum field_type type;
	size_t offset;
	size_t size; /* of a text, with its terminator */
} fields[] = {
    {"lost", FIELD_BOOL, offsetof(struct cml_job_record, lost), 0},
    {"started", FIELD_SECONDS, offsetof(struct cml_job_record, started), 0},
    {"seconds", FIELD_SECONDS, offsetof(struct cml_job_record, seconds), 0},
    {"exit", FIELD_INT, offsetof(struct cml_job_record, exit_code), 0},
    {"signal", FIELD_INT, offsetof(struct cml_job_record, signal), 0},
    {"notified", FIELD_INT, offsetof(struct cml_job_record, notified), 0},
    {"shutdown", FIELD_BOOL, offsetof(struct cml_job_record, shutdown), 0},
    {"stopped", FIELD_STOP, offsetof(struct cml_job_record, stop), 0},
    {"out_of_memory", FIELD_BOOL, offsetof(struct cml_job_record, out_of_memory), 0},
    {"no_space", FIELD_BOOL, offsetof(struct cml_job_record, no_space), 0},
    {"start_errno", FIELD_INT, offsetof(struct cml_job_record, start_errno), 0},
    {"max_rss_kib", FIELD_INT64, offsetof(struct cml_job_record, max_rss_kib), 0},
    {"user_seconds", FIELD_SECONDS, offsetof(struct cml_job_record, user_seconds), 0},
    {"system_seconds", FIELD_SECONDS, offsetof(struct cml_job_record, system_seconds), 0},
    {"pid", FIELD_INT64, offsetof(struct cml_job_record, pid), 0},
    {"host", FIELD_TEXT, offsetof(struct cml_job_record, host), CML_RECORD_HOST_SIZE},
    {"problem", FIELD_TEXT, offsetof(struct cml_job_record, problem), CML_RECORD_PROBLEM_SIZE},
};
#define N_FIELDS (sizeof fields / sizeof fields[0])

static const char *const stops[CML_N_JOB_STOPS] = {
    [CML_STOP_NONE] = "no",
    [CML_STOP_TIMEOUT] = "timeout",
    [CML_STOP_SLOW] = "slow",
    [CML_STOP_CANCELLED] = "cancelled",
};

/* text as one line; returns its size. */
static size_t print_text(const char *text, char *out)
{
	char *at = out;

	for (; *text != '\0'; text++) {
		if (*text == '\n' || *text == '\\') {
			*at++ = '\\';
			*at++ = *text == '\n' ? 'n' : '\\';
		} else {
			*at++ = *text;
		}
	}
	return (size_t)(at - out);
}

static bool parse_text(struct cml_slice line, char *out, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < line.size; i++) {
		char c = line.data[i];

		if (c == '\\') {
			if (++i == line.size || (line.data[i] != 'n' && line.data[i] != '\\'))
				return false;
			c = line.data[i] == 'n' ? '\n' : '\\';
		}
		if (c == '\0' || n + 1 == size)
			return false;
		out[n++] = c;
	}
	out[n] = '\0';
	return true;
}

static size_t print_value(const char *value, enum field_type type, char *out)
{
	double seconds;
	int64_t whole;
	int number;
	bool yes;
	enum cml_job_stop stop;

	switch (type) {
	case FIELD_SECONDS:
		memcpy(&seconds, value, sizeof seconds);
		return cml_print_double(isfinite(seconds) ? seconds : 0, out);
	case FIELD_INT:
		memcpy(&number, value, sizeof number);
		return (size_t)sprintf(out, "%d", number);
	case FIELD_INT64:
		memcpy(&whole, value, sizeof whole);
		return (size_t)sprintf(out, "%lld", (long long)whole);
	case FIELD_BOOL:
		memcpy(&yes, value, sizeof yes);
		return (size_t)sprintf(out, "%s", yes ? "yes" : "no");
	case FIELD_STOP:
		memcpy(&stop, value, sizeof stop);
		return (size_t)sprintf(out, "%s", stops[stop]);
	case FIELD_TEXT:
		break;
	}
	return print_text(value, out);
}

static bool parse_value(struct cml_slice text, size_t field, char *value)
{
	double seconds;
	int64_t whole;
	int number;

	switch (fields[field].type) {
	case FIELD_SECONDS:
		if (!cml_parse_double(text, &seconds))
			return false;
		memcpy(value, &seconds, sizeof seconds);
		return true;
	case FIELD_INT:
		if (!cml_parse_int(text, INT32_MIN, INT32_MAX, &whole))
			return false;
		number = (int)whole;
		memcpy(value, &number, sizeof number);
		return true;
	case FIELD_INT64:
		if (!cml_parse_int(text, INT64_MIN, INT64_MAX, &whole))
			return false;
		memcpy(value, &whole, sizeof whole);
		return true;
	case FIELD_BOOL:
		*(bool *)value = cml_slice_is(text, "yes");
		return *(bool *)value || cml_slice_is(text, "no");
	case FIELD_STOP:
		for (enum cml_job_stop stop = 0; stop < CML_N_JOB_STOPS; stop++) {
			if (cml_slice_is(text, stops[stop])) {
				memcpy(value, &stop, sizeof stop);
				return true;
			}
		}
		return false;
	case FIELD_TEXT:
		break;
	}
	return parse_text(text, value, fields[field].size);
}

size_t cml_job_record_print(const struct cml_job_record *record, char text[CML_RECORD_TEXT_SIZE])
{
	char *at = text;

	for (size_t i = 0; i < N_FIELDS; i++) {
		at = stpcpy(stpcpy(at, fields[i].name), "=");
		at += print_value((const char *)record + fields[i].offset, fields[i].type, at);
		*at++ = '\n';
	}
	at += sprintf(at, "end=%zu\n", N_FIELDS);
	return (size_t)(at - text);
}

static bool parse_line(struct cml_slice line, struct cml_job_record *record)
{
	const char *equals = memchr(line.data, '=', line.size);

	if (equals == NULL || memchr(line.data, '\0', line.size) != NULL)
		return false;
	struct cml_slice name = {line.data, (size_t)(equals - line.data)};
	struct cml_slice value = {equals + 1, line.size - name.size - 1};
	for (size_t i = 0; i < N_FIELDS; i++) {
		if (cml_slice_is(name, fields[i].name))
			return parse_value(value, i, (char *)record + fields[i].offset);
	}
	return true;
}

/* Whether line is `end=N`. */
static bool is_end(struct cml_slice line, int64_t n_lines)
{
	int64_t n;

	if (line.size < 4 || memcmp(line.data, "end=", 4) != 0)
		return false;
	line.data += 4;
	line.size -= 4;
	return cml_parse_int(line, 0, INT64_MAX, &n) && n == n_lines;
}

bool cml_job_record_parse(struct cml_slice text, struct cml_job_record *record)
{
	struct cml_job_record parsed = {0};

	for (int64_t n_lines = 0; text.size > 0; n_lines++) {
		const char *newline = memchr(text.data, '\n', text.size);

		if (newline == NULL)
			return false;
		struct cml_slice line = {text.data, (size_t)(newline - text.data)};
		text.data += line.size + 1;
		text.size -= line.size + 1;
		if (text.size == 0 && is_end(line, n_lines)) {
			*record = parsed;
			return true;
		}
		if (!parse_line(line, &parsed))
			return false;
	}
	return false;
}

/* Never opens what a job put there: a FIFO would wait for its reader, a link lead elsewhere. */
static int make_record(int directory_fd)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	int fd = openat(directory_fd, RECORD_NAME, flags, 0666);

	if (fd < 0 && errno == EEXIST &&
	    renameat(directory_fd, RECORD_NAME, directory_fd, ASIDE_NAME) == 0)
		fd = openat(directory_fd, RECORD_NAME, flags, 0666);
	return fd;
}

enum cml_result cml_job_record_write(int directory_fd, const struct cml_job_record *record,
				     bool sync, bool *can_wait, struct cml_error *err)
{
	char text[CML_RECORD_TEXT_SIZE];
	size_t size = cml_job_record_print(record, text);
	int fd = make_record(directory_fd);
	int error_number = fd < 0 ? errno : 0;

	if (fd >= 0) {
		error_number = cml_file_write(fd, text, size);
		if (error_number == 0 && sync && fsync(fd) != 0)
			error_number = errno;
		/* A network file system may tell of a full disk only now. */
		if (close(fd) != 0 && error_number == 0 && errno != EINTR)
			error_number = errno;
		if (error_number == 0 && sync && fsync(directory_fd) != 0 && errno != EINVAL)
			error_number = errno;
		if (error_number != 0)
			unlinkat(directory_fd, RECORD_NAME, 0);
	}
	*can_wait = error_number == ENOSPC || error_number == EDQUOT || error_number == EIO;
	return error_number == 0
		   ? CML_OK
		   : cml_fail_errno(err, error_number, "cannot write the record of a job");
}

enum cml_result cml_job_record_read(int directory_fd, struct cml_job_record *record, bool *found,
				    struct cml_error *err)
{
	char text[CML_RECORD_TEXT_SIZE];
	int fd = openat(directory_fd, RECORD_NAME,
			O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat stat;
	size_t size;
	int error_number;

	*found = false;
	/* ELOOP: a link; ENXIO: a socket. */
	if (fd < 0 && (errno == ENOENT || errno == ELOOP || errno == ENXIO))
		return CML_OK;
	if (fd < 0)
		return cml_fail_errno(err, errno, "cannot read the record of a job");
	if (fstat(fd, &stat) == 0 && !S_ISREG(stat.st_mode)) {
		close(fd);
		return CML_OK;
	}
	error_number = cml_file_read(fd, text, sizeof text, 0, &size);
	close(fd);
	if (error_number != 0)
		return cml_fail_errno(err, error_number, "cannot read the record of a job");
	*found = cml_job_record_parse((struct cml_slice){text, size}, record);
	return CML_OK;
}

bool cml_job_record_is_good(const struct cml_job_record *record)
{
	return !record->lost && record->exit_code == 0 && record->signal == 0 &&
	       record->notified == 0 && record->stop == CML_STOP_NONE && !record->out_of_memory &&
	       !record->start_errno;
}
