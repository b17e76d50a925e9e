#include "launch/job/command_file.h"

#include "base/file.h"
#include "base/number.h"
#include "launch/job/shell_words.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_LINE "#!/bin/sh\n"
#define FACT "#: "
#define HOST_LINE "#: host "
#define JUDGE_LINE "#: judged by"
#define ROW_LINE "#: configuration\n"

static bool append_fact(struct cml_buffer *text, const char *name, double value)
{
	char number[CML_NUMBER_SIZE];

	if (value == 0)
		return true;
	cml_print_double(value, number);
	return cml_buffer_printf(text, FACT "%s=%s\n", name, number);
}

static bool append_host(struct cml_buffer *text, struct cml_slice host)
{
	return host.size == 0 || (cml_buffer_append_string(text, HOST_LINE) &&
				  cml_shell_quote(text, host) && cml_buffer_append(text, "\n", 1));
}

/* One line: before, the strings as words, and the line's end. */
static bool append_words(struct cml_buffer *text, const char *before, struct cml_slice strings)
{
	if (!cml_buffer_append_string(text, before))
		return false;
	while (strings.size > 0) {
		struct cml_slice word = {strings.data, strnlen(strings.data, strings.size)};

		if (!cml_buffer_append(text, " ", 1) || !cml_shell_quote(text, word))
			return false;
		strings.data += word.size + 1;
		strings.size -= word.size + 1;
	}
	return cml_buffer_append(text, "\n", 1);
}

enum cml_result cml_command_write(const struct cml_command *command, struct cml_buffer *text,
				  struct cml_error *err)
{
	bool written = cml_buffer_append_string(text, FIRST_LINE) &&
		       append_fact(text, "timeout", command->timeout_s) &&
		       append_fact(text, "grace", command->grace_s) &&
		       append_host(text, command->host) && cml_buffer_append_string(text, "cd ") &&
		       cml_shell_quote(text, command->cwd) &&
		       cml_buffer_append_string(text, " || exit\n");

	if (written && command->environment.size > 0)
		written = append_words(text, "export", command->environment);
	if (written)
		written =
		    append_words(text, "exec", command->argv) &&
		    (command->judge.size == 0 || append_words(text, JUDGE_LINE, command->judge)) &&
		    cml_buffer_append_string(text, ROW_LINE) &&
		    cml_buffer_append(text, command->row.data, command->row.size);
	return written ? CML_OK : cml_fail_memory(err);
}

/* A file that is being read. */
struct scan {
	struct cml_slice rest;
	struct cml_buffer *strings;
	bool out_of_memory;
};

/* Takes text off the front. */
static bool take(struct scan *scan, const char *text)
{
	size_t size = strlen(text);

	if (scan->rest.size < size || memcmp(scan->rest.data, text, size) != 0)
		return false;
	scan->rest.data += size;
	scan->rest.size -= size;
	return true;
}

static bool take_fact(struct scan *scan, const char *name, double *value)
{
	struct cml_slice before = scan->rest;
	const char *end;

	if (!take(scan, FACT) || !take(scan, name) || !take(scan, "=") ||
	    !(end = memchr(scan->rest.data, '\n', scan->rest.size))) {
		scan->rest = before; /* not there: the value is 0 */
		return true;
	}
	struct cml_slice number = {scan->rest.data, (size_t)(end - scan->rest.data)};
	scan->rest.data += number.size + 1;
	scan->rest.size -= number.size + 1;
	return cml_parse_double(number, value) && *value >= 0;
}

static bool take_word(struct scan *scan)
{
	return cml_shell_unquote(&scan->rest, scan->strings, &scan->out_of_memory) &&
	       ((cml_buffer_append(scan->strings, "", 1)) || (scan->out_of_memory = true, false));
}

/* Words to the end of the line; at least one. */
static bool take_words(struct scan *scan)
{
	while (scan->rest.size > 0 && scan->rest.data[0] != '\n')
		if (!take_word(scan))
			return false;
	return take(scan, "\n");
}

/* Line on which the rest begins. */
static size_t line_of(struct cml_slice text, struct cml_slice rest)
{
	size_t line = 1;

	for (const char *byte = text.data; byte < rest.data; byte++)
		line += *byte == '\n';
	return line;
}

enum cml_result cml_command_parse(struct cml_slice bytes, struct cml_command *command,
				  struct cml_buffer *strings, struct cml_error *err)
{
	struct scan scan = {.rest = bytes, .strings = strings};
	size_t host_size = 0, cwd_size = 0, environment_size = 0, argv_size = 0;

	memset(command, 0, sizeof *command);
	cml_buffer_clear(strings);
	bool right = take(&scan, FIRST_LINE) && take_fact(&scan, "timeout", &command->timeout_s) &&
		     take_fact(&scan, "grace", &command->grace_s);
	if (right && take(&scan, HOST_LINE))
		right = take_word(&scan) && take(&scan, "\n");
	host_size = strings->size;
	right = right && take(&scan, "cd") && take_word(&scan) && take(&scan, " || exit\n");
	cwd_size = environment_size = strings->size;
	if (right && take(&scan, "export")) {
		right = take_words(&scan);
		environment_size = strings->size;
	}
	right = right && take(&scan, "exec") && take_words(&scan);
	argv_size = strings->size;
	if (right && take(&scan, JUDGE_LINE))
		right = take_words(&scan);
	right = right && take(&scan, ROW_LINE) && argv_size > environment_size;
	if (scan.out_of_memory)
		return cml_fail_memory(err);
	if (!right) {
		cml_fail(err, CML_BAD_DATA, "not a command file of cml-submit");
		cml_error_locate(err, NULL, line_of(bytes, scan.rest), NULL);
		return CML_BAD_DATA;
	}
	if (host_size > 0)
		command->host = (struct cml_slice){strings->data, host_size - 1};
	command->cwd = (struct cml_slice){strings->data + host_size, cwd_size - host_size - 1};
	command->environment =
	    (struct cml_slice){strings->data + cwd_size, environment_size - cwd_size};
	command->argv =
	    (struct cml_slice){strings->data + environment_size, argv_size - environment_size};
	command->judge = (struct cml_slice){strings->data + argv_size, strings->size - argv_size};
	command->row = scan.rest;
	return CML_OK;
}

void cml_command_text_release(struct cml_command_text *text)
{
	cml_buffer_release(&text->text);
	cml_buffer_release(&text->strings);
}

/* Its bytes into text; an errno, or 0. */
static int read_file(int fd, struct cml_buffer *text)
{
	struct stat about;
	size_t size = 0;
	int error_number = 0;

	if (fstat(fd, &about) != 0)
		return errno;
	cml_buffer_clear(text);
	if (!cml_array_reserve((void **)&text->data, &text->capacity, (size_t)about.st_size + 1, 1))
		return ENOMEM;
	error_number = cml_file_read(fd, text->data, (size_t)about.st_size, 0, &size);
	text->size = size;
	return error_number;
}

enum cml_result cml_command_read(int directory_fd, struct cml_command_text *text,
				 struct cml_command *command, struct cml_error *err)
{
	int fd = openat(directory_fd, CML_COMMAND_NAME, O_RDONLY | O_CLOEXEC);
	int error_number = fd < 0 ? errno : read_file(fd, &text->text);
	enum cml_result status;

	if (error_number == 0) {
		status =
		    cml_command_parse(cml_buffer_slice(&text->text), command, &text->strings, err);
	} else {
		cml_fail_errno(err, error_number, "cannot be read");
		status = err->status = error_number == ENOENT ? CML_BAD_DATA : CML_IO_ERROR;
	}
	if (fd >= 0)
		close(fd);
	if (status != CML_OK)
		cml_error_locate(err, CML_COMMAND_NAME, 0, NULL);
	return status;
}
