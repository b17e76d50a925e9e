/* Errors as values: a status that is returned, and a sentence with a place
 * that callers pass up to one that can print it.
 *
 * Every fallible function of the library returns enum cml_result and takes
 * struct cml_error *err last. On success *err is untouched. On failure it
 * holds a whole sentence and, as far as known, the file, line and column it
 * speaks of. err may not be NULL. The library never prints and never exits.
 */
#ifndef CML_BASE_ERROR_H
#define CML_BASE_ERROR_H

/* For every signature. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cml_result {
	CML_OK = 0,
	CML_END,       /* no further item; not an error, *err is untouched */
	CML_NO_MEMORY, /* an allocation failed or a size overflowed */
	CML_IO_ERROR,  /* the operating system refused a read or write */
	CML_BAD_DATA,  /* the input is wrong; message says where and what */
	CML_BAD_USAGE, /* the caller's options contradict each other or the data */
	CML_NOTHING,   /* ran correctly, but there is nothing to give */
};

#define CML_ERROR_FILE_SIZE 512
#define CML_ERROR_COLUMN_SIZE 128
#define CML_ERROR_MESSAGE_SIZE 768
/* Enough for cml_error_format: file, line, column and message together. */
#define CML_ERROR_TEXT_SIZE 1536

struct cml_error {
	enum cml_result status;
	size_t line;                        /* 1-based; 0: unknown */
	char file[CML_ERROR_FILE_SIZE];     /* empty: unknown */
	char column[CML_ERROR_COLUMN_SIZE]; /* column name; empty: unknown */
	char message[CML_ERROR_MESSAGE_SIZE];
};

/* Fills *err with a status and a sentence (printf-style, no final period or
 * newline), forgets any place it held, and returns status, so that a failing
 * function can end in `return cml_fail(err, ...)`. Long text is cut. */
enum cml_result cml_fail(struct cml_error *err, enum cml_result status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As cml_fail with CML_IO_ERROR: `subject: strerror(error_number)`. */
enum cml_result cml_fail_errno(struct cml_error *err, int error_number, const char *subject);

/* The same about a file, which the error is located in. */
enum cml_result cml_fail_file(struct cml_error *err, int error_number, const char *subject,
			      const char *file);

/* CML_NO_MEMORY with the sentence all allocation failures share. */
enum cml_result cml_fail_memory(struct cml_error *err);

/* Adds the place an error speaks of. Parts that are already known stay: the
 * innermost caller knew best. file and column may be NULL, line may be 0. Returns
 * the status of the error. */
enum cml_result cml_error_locate(struct cml_error *err, const char *file, size_t line,
				 const char *column);

/* Writes `file:line: column 'name': message` with the parts that are known
 * into text (size bytes, always terminated). Control bytes are shown as `?`,
 * so that hostile file names cannot drive a terminal. Returns text. */
char *cml_error_format(const struct cml_error *err, char *text, size_t size);

/* Lines for people about what happens meanwhile: a wait, a retry, a file that was put aside. */

/* Where they go. Zeroed: nowhere. */
struct cml_notes {
	void (*write)(void *context, const char *text); /* one line without its end */
	void *context;
};

/* printf-style; what is longer than a line of 1,023 bytes is cut. */
void cml_note(const struct cml_notes *notes, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
