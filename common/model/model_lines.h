/* Lines and blocks of a model file: one walk over them writes and reads. Room of model_file.h. */
#ifndef CML_MODEL_MODEL_LINES_H
#define CML_MODEL_MODEL_LINES_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/predictor/model_bytes.h"

/* After the first thing that cannot be read or written nothing more is, and values are left alone.
 */
struct cml_lines {
	struct cml_buffer *out; /* NULL: reading */
	struct cml_slice rest;  /* left to be read */
	enum cml_result status;
	struct cml_error *err;
};

/* `WORD VALUE` and a newline. Value is text without a NUL or a newline. */
void cml_line(struct cml_lines *lines, const char *word, struct cml_slice *value);
/* The same of one of n words; *choice: which. */
void cml_line_choice(struct cml_lines *lines, const char *word, const char *const *words, size_t n,
		     size_t *choice);
void cml_line_flag(struct cml_lines *lines, const char *word, const char *const words[2],
		   bool *is_second);
/* A number with all its digits, whole or not; what: for messages, "damaged: the seed is not a
 * number". */
void cml_line_uint64(struct cml_lines *lines, const char *word, uint64_t *value, const char *what);
void cml_line_double(struct cml_lines *lines, const char *word, double *value, const char *what);
/* The number of things that take size bytes each at least, which the rest of the file holds. */
void cml_line_size(struct cml_lines *lines, const char *word, size_t size, size_t *n);
/* `WORD BYTES`, a newline, the bytes and a newline; `WORD 0` and a newline of none. */
void cml_line_block(struct cml_lines *lines, const char *word, struct cml_slice *bytes);
/* A block of the fields of a state, which has none where there are no bytes of it; whether there
 * are. */
bool cml_line_fields(struct cml_lines *lines, const char *word, const char *of,
		     cml_fields_walk *walk, void *state, size_t n_features);

/* Whether a line with this word is next, of what is read. */
bool cml_line_is_next(const struct cml_lines *lines, const char *word);
static inline bool cml_lines_are_good(const struct cml_lines *lines)
{
	return lines->status == CML_OK;
}
static inline bool cml_lines_are_read(const struct cml_lines *lines)
{
	return !lines->out && cml_lines_are_good(lines);
}
/* Refuses what is read unless it holds, "damaged: WHAT". */
void cml_line_check(struct cml_lines *lines, bool holds, const char *what);

#endif
