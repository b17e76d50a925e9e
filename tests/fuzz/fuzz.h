/* What the fuzz targets share. A target is one file, fuzz_<name>.c, that defines
 * LLVMFuzzerTestOneInput. libFuzzer calls it with inputs it makes up (`make
 * fuzz`), replay.c with those that are kept (`make check`). An input that breaks
 * a promise ends the program with a sentence on standard error. */
#ifndef CML_TEST_FUZZ_H
#define CML_TEST_FUZZ_H

#include "../auto.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/output.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns 0: every input is worth keeping. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Between the parts of an input that has several: ASCII's record separator, a
 * byte no format here gives a meaning to. */
#define FUZZ_SEPARATOR '\x1e'

/* Ends the program when a promise does not hold. */
#define FUZZ_CHECK(holds, ...)                                                                     \
	do {                                                                                       \
		if (!(holds))                                                                      \
			fuzz_fail(__FILE__, __LINE__, __VA_ARGS__);                                \
	} while (0)
void fuzz_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* Takes the first byte off; 0 when there is none. */
unsigned char fuzz_take_byte(struct cml_slice *rest);
/* Takes what stands before the first `end` off, and `end` with it. */
struct cml_slice fuzz_take_until(struct cml_slice *rest, char end);

/* A copy with nothing behind it, so that a read past its end is seen. free() it. */
char *fuzz_copy(struct cml_slice bytes);

/* The promise of every error: its status is the one returned, it has a sentence,
 * and its text is one line. file: what it must name; NULL: anything. */
void fuzz_check_error(const struct cml_error *err, enum cml_result status, const char *file);

/* A path under which bytes can be read until the next call. */
const char *fuzz_file(struct cml_slice bytes);

/* The bytes as a gzip stream of two members. */
void fuzz_gzip(struct cml_slice bytes, struct cml_buffer *packed);

/* An output into a pipe of FUZZ_PIPE_SIZE bytes. close commits and frees it, and
 * appends what was written. More than fits would wait for ever. */
#define FUZZ_PIPE_SIZE (1 << 20)
struct cml_output *fuzz_output_open(void);
void fuzz_output_close(struct cml_output *output, struct cml_buffer *written);

/* The same number, or both NaN. */
bool fuzz_same(double a, double b);

#endif
