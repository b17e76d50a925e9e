#include "base/notes.h"

#include <stdarg.h>
#include <stdio.h>

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
