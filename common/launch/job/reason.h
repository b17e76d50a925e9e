/* Why a job ended as it did, in words: the cell cml_reason of its row. */
#ifndef CML_LAUNCH_JOB_REASON_H
#define CML_LAUNCH_JOB_REASON_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define CML_REASON_SIZE 160

/* One line, terminated, of nothing but printable ASCII. Empty is no reason. */
struct cml_reason {
	char text[CML_REASON_SIZE];
};

/* The first limit of a job that has no value. */
struct cml_missing_limit {
	struct cml_reason reason; /* empty: none lacks one */
	size_t limit;             /* its number in the space */
	bool is_doubtful;         /* there are readings of it */
};

/* Sets the words (printf-style). Bytes that are not printable ASCII become `?`; what is
 * too long is cut and ends in `...`. */
void cml_reason_set(struct cml_reason *reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cml_reason_set_list(struct cml_reason *reason, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
