#include "launch/job/reason.h"

#include <stdio.h>
#include <string.h>

void cml_reason_set_list(struct cml_reason *reason, const char *format, va_list arguments)
{
	static const char cut[] = "...";
	int size = vsnprintf(reason->text, sizeof reason->text, format, arguments);

	if (size >= (int)sizeof reason->text)
		memcpy(reason->text + sizeof reason->text - sizeof cut, cut, sizeof cut);
	for (char *c = reason->text; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

void cml_reason_set(struct cml_reason *reason, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	cml_reason_set_list(reason, format, arguments);
	va_end(arguments);
}
