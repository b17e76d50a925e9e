#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Copies text into a field of size bytes; what does not fit is cut before a
 * whole UTF-8 character, so that a cut never makes text invalid. */
static void copy_cut(char *field, size_t size, const char *text)
{
	size_t length = strlen(text);

	if (length >= size) {
		length = size - 1;
		while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
			length--;
	}
	memmove(field, text, length);
	field[length] = '\0';
}

enum cml_result cml_fail(struct cml_error *err, enum cml_result status, const char *format, ...)
{
	/* Formatted aside: the arguments may be parts of *err. One byte more than
	 * the field, so that copy_cut sees that there was something to cut. */
	char message[CML_ERROR_MESSAGE_SIZE + 1];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	copy_cut(err->message, sizeof err->message, message);
	err->status = status;
	err->line = 0;
	err->file[0] = '\0';
	err->column[0] = '\0';
	return status;
}

enum cml_result cml_fail_errno(struct cml_error *err, int error_number, const char *subject)
{
	char buffer[128];

	return cml_fail(err, CML_IO_ERROR, "%s: %s", subject,
			strerror_r(error_number, buffer, sizeof buffer));
}

enum cml_result cml_fail_file(struct cml_error *err, int error_number, const char *subject,
			      const char *file)
{
	cml_fail_errno(err, error_number, subject);
	return cml_error_locate(err, file, 0, NULL);
}

enum cml_result cml_fail_memory(struct cml_error *err)
{
	return cml_fail(err, CML_NO_MEMORY, "out of memory");
}

enum cml_result cml_error_locate(struct cml_error *err, const char *file, size_t line,
				 const char *column)
{
	if (file && err->file[0] == '\0')
		copy_cut(err->file, sizeof err->file, file);
	if (err->line == 0)
		err->line = line;
	if (column && err->column[0] == '\0')
		copy_cut(err->column, sizeof err->column, column);
	return err->status;
}

/* Control characters: the ASCII ones, and U+0080 to U+009F, which terminals
 * obey as well and which UTF-8 writes as C2 80 to C2 9F. */
static void hide_controls(char *text)
{
	for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
		if (*at < 0x20 || *at == 0x7f)
			*at = '?';
		else if (*at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f)
			at[0] = at[1] = '?';
	}
}

char *cml_error_format(const struct cml_error *err, char *text, size_t size)
{
	char line[32] = "";
	const char *after_file = err->file[0] != '\0' ? ":" : "";

	if (size == 0)
		return text;
	if (err->line != 0)
		snprintf(line, sizeof line, "%s%zu:", err->file[0] != '\0' ? "" : "line ",
			 err->line);
	snprintf(text, size, "%s%s%s%s%s%s%s%s", err->file, after_file, line,
		 err->file[0] != '\0' || err->line != 0 ? " " : "",
		 err->column[0] != '\0' ? "column '" : "", err->column,
		 err->column[0] != '\0' ? "': " : "", err->message);
	hide_controls(text);
	return text;
}

void cml_note(const struct cml_notes *notes, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	if (!notes->write)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	notes->write(notes->context, text);
}
