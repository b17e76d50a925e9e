#include "launch/job/job_folder.h"

#include "base/file.h"
#include "base/number.h"
#include "launch/job/template.h"

#include <errno.h>

#define FIRST_LINE "#!/bin/sh\n"
#define TIMEOUT "#: timeout="
#define GRACE "#: grace="
#define ROW_LINE "#: configuration\n"

/* Lines with words, each with a blank before it. */
static const struct {
	const char *before, *after;
	size_t offset;
	bool needed; /* others are left out when they have no words */
	bool is_one; /* one word, whose NUL is not part of the slice */
} lines[] = {
    {"#: host", "\n", offsetof(struct cml_command, host), false, true},
    {"cd", " || exit\n", offsetof(struct cml_command, cwd), true, true},
    {"export", "\n", offsetof(struct cml_command, environment), false, false},
    {"exec", "\n", offsetof(struct cml_command, argv), true, false},
};
#define N_LINES (sizeof lines / sizeof *lines)

/* A line with a number; left out when it is 0. */
static void append_fact(struct cml_buffer *text, const char *name, double value)
{
	if (value != 0)
		cml_buffer_printf(text, "%s%s\n", name, CML_PRINTED(value));
}

enum cml_result cml_command_write(const struct cml_command *command, struct cml_buffer *text,
				  struct cml_error *err)
{
	const char *base = (const char *)command;

	cml_buffer_append_string(text, FIRST_LINE);
	append_fact(text, TIMEOUT, command->timeout_s);
	append_fact(text, GRACE, command->grace_s);
	for (size_t i = 0; i < N_LINES; i++) {
		struct cml_slice words = *(struct cml_slice *)(base + lines[i].offset);

		if (words.size == 0 && !lines[i].needed)
			continue;
		cml_buffer_append_string(text, lines[i].before);
		cml_shell_quote_all(text, words);
		cml_buffer_append_string(text, lines[i].after);
	}
	cml_buffer_append_string(text, ROW_LINE);
	cml_buffer_append(text, command->row.data, command->row.size);
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}

/* False when the line is there, and no number. */
static bool take_fact(struct cml_slice *rest, const char *name, double *value)
{
	struct cml_slice number;

	return !cml_slice_skip(rest, name) ||
	       (cml_slice_line(rest, &number) && cml_parse_double(number, value) && *value >= 0);
}

/* Words up to what stands behind them, each with a NUL; returns how many, 0: not to be read. */
static size_t take_words(struct cml_slice *rest, const char *after, struct cml_buffer *strings)
{
	size_t n = 0;

	for (; !cml_slice_skip(rest, after); n++)
		if (!cml_shell_unquote(rest, strings) || !cml_buffer_append(strings, "", 1))
			return 0;
	return n;
}

/* strings has room for all words. */
static bool parse(struct cml_slice *rest, struct cml_command *command, struct cml_buffer *strings)
{
	char *base = (char *)command;

	if (!cml_slice_skip(rest, FIRST_LINE) || !take_fact(rest, TIMEOUT, &command->timeout_s) ||
	    !take_fact(rest, GRACE, &command->grace_s))
		return false;
	for (size_t i = 0; i < N_LINES; i++) {
		const char *words = strings->data + strings->size;

		if (!cml_slice_skip(rest, lines[i].before)) {
			if (lines[i].needed)
				return false;
			continue;
		}
		size_t n = take_words(rest, lines[i].after, strings);
		if (n == 0 || (lines[i].is_one && n > 1))
			return false;
		size_t size = (size_t)(strings->data + strings->size - words);
		*(struct cml_slice *)(base + lines[i].offset) =
		    (struct cml_slice){words, size - lines[i].is_one};
	}
	bool whole = cml_slice_skip(rest, ROW_LINE);
	command->row = *rest;
	return whole;
}

enum cml_result cml_command_parse(struct cml_slice bytes, struct cml_command *command,
				  struct cml_buffer *strings, struct cml_error *err)
{
	struct cml_slice rest = bytes;
	size_t line = 1;

	*command = (struct cml_command){0};
	cml_buffer_clear(strings);
	/* Each word is shorter than what it is read from, with the blank before it. */
	if (!cml_array_reserve((void **)&strings->data, &strings->capacity, bytes.size + 1, 1))
		return cml_fail_memory(err);
	if (parse(&rest, command, strings))
		return CML_OK;
	for (const char *byte = bytes.data; byte < rest.data; byte++)
		line += *byte == '\n';
	cml_fail(err, CML_BAD_DATA, "not a command file of cml-submit");
	return cml_error_locate(err, NULL, line, NULL);
}

void cml_command_text_release(struct cml_command_text *text)
{
	cml_buffer_release(&text->text);
	cml_buffer_release(&text->strings);
}

enum cml_result cml_command_read(int directory_fd, struct cml_command_text *text,
				 struct cml_command *command, struct cml_error *err)
{
	cml_buffer_clear(&text->text);
	int error_number = cml_file_load(directory_fd, CML_COMMAND_NAME, &text->text);
	if (error_number != 0) {
		cml_fail_errno(err, error_number, "cannot be read");
		err->status = error_number == ENOENT ? CML_BAD_DATA : CML_IO_ERROR;
	} else if (cml_command_parse(cml_buffer_slice(&text->text), command, &text->strings, err) ==
		   CML_OK) {
		return CML_OK;
	}
	return cml_error_locate(err, CML_COMMAND_NAME, 0, NULL);
}
