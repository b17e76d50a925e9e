#include "launch/job/job_record.h"

#include "base/file.h"
#include "base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORD_NAME "record"
#define ASIDE_NAME "record.aside"

enum field_type { FIELD_SECONDS, FIELD_INT, FIELD_BOOL, FIELD_STOP, FIELD_TEXT };

#define FIELD(name, type, member)                                                                  \
	{                                                                                          \
		name, type, offsetof(struct cml_job_record, member),                               \
		    sizeof((struct cml_job_record){0}.member)                                      \
	}
static const struct field {
	const char *name;
	enum field_type type;
	size_t offset;
	size_t size;
} fields[] = {
    FIELD("lost", FIELD_BOOL, lost),
    FIELD("started", FIELD_SECONDS, started),
    FIELD("seconds", FIELD_SECONDS, seconds),
    FIELD("exit", FIELD_INT, exit_code),
    FIELD("signal", FIELD_INT, signal),
    FIELD("notified", FIELD_INT, notified),
    FIELD("shutdown", FIELD_BOOL, shutdown),
    FIELD("stopped", FIELD_STOP, stop),
    FIELD("out_of_memory", FIELD_BOOL, out_of_memory),
    FIELD("no_space", FIELD_BOOL, no_space),
    FIELD("strays", FIELD_BOOL, strays),
    FIELD("start_errno", FIELD_INT, start_errno),
    FIELD("pid", FIELD_INT, pid),
    FIELD("host", FIELD_TEXT, host),
    FIELD("problem", FIELD_TEXT, problem),
};
#define N_FIELDS (sizeof fields / sizeof fields[0])

static const char *const stops[CML_N_JOB_STOPS] = {
    [CML_STOP_NONE] = "no",
    [CML_STOP_TIMEOUT] = "timeout",
    [CML_STOP_CANCELLED] = "cancelled",
};

static size_t print_value(const void *value, enum field_type type, char *out)
{
	size_t n = 0;

	switch (type) {
	case FIELD_SECONDS:
		return cml_print_double(
		    isfinite(*(const double *)value) ? *(const double *)value : 0, out);
	case FIELD_INT:
		return (size_t)sprintf(out, "%d", *(const int *)value);
	case FIELD_BOOL:
		return (size_t)sprintf(out, "%s", *(const bool *)value ? "yes" : "no");
	case FIELD_STOP:
		return (size_t)sprintf(out, "%s", stops[*(const enum cml_job_stop *)value]);
	case FIELD_TEXT: /* as one line */
		for (const char *text = value; text[n] != '\0'; n++)
			out[n] = text[n] == '\n' ? '?' : text[n];
	}
	return n;
}

static bool parse_value(struct cml_slice text, const struct field *field, void *value)
{
	int64_t whole;

	switch (field->type) {
	case FIELD_SECONDS:
		return cml_parse_double(text, value);
	case FIELD_INT:
		if (!cml_parse_int(text, INT32_MIN, INT32_MAX, &whole))
			return false;
		*(int *)value = (int)whole;
		return true;
	case FIELD_BOOL:
		*(bool *)value = cml_slice_is(text, "yes");
		return *(bool *)value || cml_slice_is(text, "no");
	case FIELD_STOP:
		for (enum cml_job_stop stop = 0; stop < CML_N_JOB_STOPS; stop++)
			if (cml_slice_is(text, stops[stop])) {
				*(enum cml_job_stop *)value = stop;
				return true;
			}
		return false;
	case FIELD_TEXT:
		break;
	}
	snprintf(value, field->size, "%.*s", (int)text.size, text.data);
	return true;
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
	if (!memchr(line.data, '=', line.size) || memchr(line.data, '\0', line.size))
		return false;
	for (size_t i = 0; i < N_FIELDS; i++) {
		struct cml_slice value = line;

		if (cml_slice_skip(&value, fields[i].name) && cml_slice_skip(&value, "="))
			return parse_value(value, &fields[i], (char *)record + fields[i].offset);
	}
	return true;
}

bool cml_job_record_parse(struct cml_slice text, struct cml_job_record *record)
{
	struct cml_job_record parsed = {0};
	struct cml_slice line;
	size_t n_lines = 0;
	char end[32];

	if (text.size == 0 || text.data[text.size - 1] != '\n')
		return false;
	for (; cml_slice_line(&text, &line); n_lines++)
		if (!parse_line(line, &parsed))
			return false;
	snprintf(end, sizeof end, "end=%zu", n_lines - 1);
	if (!cml_slice_is(line, end))
		return false;
	*record = parsed;
	return true;
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
	int error_number = cml_file_fill(fd, (struct cml_slice){text, size}, sync);

	if (error_number == 0 && sync)
		error_number = cml_file_sync(directory_fd);
	if (fd >= 0 && error_number != 0)
		unlinkat(directory_fd, RECORD_NAME, 0);
	*can_wait = error_number == ENOSPC || error_number == EDQUOT || error_number == EIO;
	if (error_number != 0)
		return cml_fail_errno(err, error_number, "cannot write the record of a job");
	return CML_OK;
}

enum cml_result cml_job_record_read(int directory_fd, struct cml_job_record *record,
				    struct cml_error *err)
{
	char text[CML_RECORD_TEXT_SIZE];
	int fd = cml_file_open_at(directory_fd, RECORD_NAME,
				  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	int error_number = fd < 0 ? errno : 0;
	struct stat stat;
	size_t size = 0;

	if (fd >= 0 && (fstat(fd, &stat) != 0 || S_ISREG(stat.st_mode)))
		error_number = cml_file_read(fd, text, sizeof text, 0, &size);
	cml_file_close(fd);
	if (error_number == 0 && cml_job_record_parse((struct cml_slice){text, size}, record))
		return CML_OK;
	/* ELOOP: a link; ENXIO: a socket. */
	if (error_number == 0 || error_number == ENOENT || error_number == ELOOP ||
	    error_number == ENXIO)
		return CML_NOTHING;
	return cml_fail_errno(err, error_number, "cannot read the record of a job");
}

bool cml_job_record_is_good(const struct cml_job_record *record)
{
	return !record->lost && record->exit_code == 0 && record->signal == 0 &&
	       record->notified == 0 && record->stop == CML_STOP_NONE && !record->out_of_memory &&
	       !record->start_errno;
}

bool cml_job_record_lacks_program(const struct cml_job_record *record)
{
	return record->stop == CML_STOP_NONE &&
	       (record->exit_code == 126 || record->exit_code == 127);
}

int cml_job_record_exit_code(const struct cml_job_record *record)
{
	return record->signal ? CML_EXIT_SIGNAL + record->signal : record->exit_code;
}

void cml_host_name(char host[CML_RECORD_HOST_SIZE])
{
	memset(host, 0, CML_RECORD_HOST_SIZE);
	gethostname(host, CML_RECORD_HOST_SIZE - 1);
}

void cml_reason_set(struct cml_reason *reason, const char *format, ...)
{
	static const char cut[] = "...";
	va_list arguments;

	va_start(arguments, format);
	int size = vsnprintf(reason->text, sizeof reason->text, format, arguments);
	va_end(arguments);
	if (size >= (int)sizeof reason->text)
		memcpy(reason->text + sizeof reason->text - sizeof cut, cut, sizeof cut);
	for (char *c = reason->text; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}
