/* Arguments and environments: strings one after the other, each ended by NUL; and the same as words
 * for a POSIX shell, which does not see them, but may be pasted them. */
#ifndef CML_LAUNCH_JOB_WORDS_H
#define CML_LAUNCH_JOB_WORDS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* Takes the first string off, without its NUL; the last one may lack it. strings is
 * not empty. */
struct cml_slice cml_strings_next(struct cml_slice *strings);

size_t cml_strings_count(struct cml_slice strings);

/* Pointers to the strings and a NULL behind them, as execve wants them; vector has
 * room for cml_strings_count(strings) + 1. The last string is ended, too. */
void cml_strings_vector(struct cml_slice strings, char **vector);

/* An environment for execve: all of strings (`NAME=VALUE`, the later one of a name wins), then
 * those of inherited (NULL at its end, may be NULL) whose names are not among them. *vector becomes
 * a malloc'ed array of pointers into both, ended by NULL, the caller's. */
enum cml_result cml_environment_merge(struct cml_slice strings, char *const *inherited,
				      char ***vector, struct cml_error *err);

/* Appends text as one word: as it is when it has only letters, digits and `@%+=:,./-_`, else in
 * single quotes, a single quote inside as '\''. Every byte but NUL comes out of the shell as it
 * went in. False when memory is out. */
bool cml_shell_quote(struct cml_buffer *buffer, struct cml_slice text);

/* Appends every one of the strings, quoted so, with a blank before it. */
bool cml_shell_quote_all(struct cml_buffer *buffer, struct cml_slice strings);

/* Takes the first word that cml_shell_quote may have written off *rest, with the blanks before it,
 * and appends its bytes to word. False, with *rest at the fault, when there is none: the end, a
 * line end, or anything else a shell would give a meaning to; or when memory is out, which cannot
 * be when word has room for rest->size more bytes. */
bool cml_shell_unquote(struct cml_slice *rest, struct cml_buffer *word);

#endif
