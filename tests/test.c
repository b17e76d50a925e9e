#include "test.h"

#include <stdarg.h>

#include <criterion/event.h>

void test_failed(const char *file, unsigned line, const char *expression, const char *format, ...)
{
	char message[4096];
	va_list values;
	va_start(values, format);
	vsnprintf(message, sizeof message, format, values);
	va_end(values);
	if (!message[1])
		snprintf(message, sizeof message, "x%s is false", expression);
	struct criterion_assert_stats stats = {
	    .message = message + 1, .passed = false, .line = line, .file = file};
	criterion_send_assert(&stats);
}
