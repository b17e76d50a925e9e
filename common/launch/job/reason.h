/* Why a job ended as it did, in words: the cell cml_reason of its row. */
#ifndef CML_LAUNCH_JOB_REASON_H
#define CML_LAUNCH_JOB_REASON_H

#include <stdarg.h>

#define CML_REASON_SIZE 160

/* One line, terminated, of nothing but printable ASCII. Empty is no reason. */
struct cml_reason {
	char text[CML_REASON_SIZE];
};

/* Sets the words (printf-style). Bytes that are not printable ASCII become `?`; what is
 * too long is cut and ends in `...`. */
void cml_reason_set(struct cml_reason *reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cml_reason_set_list(struct cml_reason *reason, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
