/* The command template: what the user wrote behind `--`, with `{name}` for the value of a column,
 * and
 * `{{` and `}}` for braces. It becomes the arguments of a program, byte for byte; no shell takes
 * part, and one argument stays one whatever a value holds, but for a NUL. `${name}` is refused
 * where name is a column: it looks like a shell's variable, and would be a dollar sign and the
 * value. */
#ifndef CML_LAUNCH_JOB_TEMPLATE_H
#define CML_LAUNCH_JOB_TEMPLATE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/table_reader.h"

/* Arguments and environments: strings one after the other, each ended by NUL; and the same as words
 * for a POSIX shell, which does not see them, but may be pasted them. */

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

/* A stretch of bytes, or the value of a column. */
struct cml_template_piece {
	struct cml_slice text; /* when column is CML_NO_COLUMN */
	size_t column;
	bool ends_argument;
};

/* Zeroed is empty. */
struct cml_template {
	struct cml_template_piece *pieces; /* of all arguments, in order */
	size_t n_pieces;
	char **variables;              /* by column: `CML_name=` */
	const struct cml_slice *names; /* of the header */
	size_t n_names;
	struct cml_arena arena;
};

/* Parses arguments[n_arguments], of which the first is the program. names: what may stand in
 * braces; values come in the same order later. Both outlive the template. CML_BAD_USAGE, naming the
 * argument by its position from 1 and its text: a name that is none (with the nearest one there
 * is), `{}`, a brace that is not closed, a lone `}`, a `$` right before a name; no argument at all;
 * an empty first one. */
enum cml_result cml_template_init(struct cml_template *template, const char *const *arguments,
				  size_t n_arguments, const struct cml_header *names,
				  struct cml_error *err);
void cml_template_release(struct cml_template *template); /* safe on a zeroed one */

/* Whether it is cml_key, cml_attempt or cml_dir, which speak of the attempt. */
bool cml_template_is_own_name(struct cml_slice name);

/* Appends the arguments for values[n_names] to argv, as above. CML_BAD_DATA with the column:
 * a value that holds a NUL; a program name that comes out empty. argv is then as before. */
enum cml_result cml_template_expand(const struct cml_template *template,
				    const struct cml_slice *values, struct cml_buffer *argv,
				    struct cml_error *err);

/* Appends the same values for the environment, `CML_name=value`, in the order of names. Bytes of a
 * name that no variable's name can have become `_` ("micro batch": CML_micro_batch); of two columns
 * that come to the same variable the later one counts. CML_BAD_DATA: a value holds a NUL. */
enum cml_result cml_template_environment(const struct cml_template *template,
					 const struct cml_slice *values,
					 struct cml_buffer *environment, struct cml_error *err);

#endif
