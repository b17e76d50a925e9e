/* Words for a POSIX shell: how a command that never saw one is shown to be pasted. */
#ifndef CML_LAUNCH_JOB_SHELL_WORDS_H
#define CML_LAUNCH_JOB_SHELL_WORDS_H

#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>

/* Appends text as one word: as it is when it has only letters, digits and `@%+=:,./-_`, else in
 * single quotes, a single quote inside as '\''. Every byte but NUL comes out of the shell as it
 * went in. False when memory is out. */
bool cml_shell_quote(struct cml_buffer *buffer, struct cml_slice text);

/* The same for terminals: control bytes other than line ends, and bytes that are no UTF-8, stand as
 * "$(printf '\033')". */
bool cml_shell_quote_printable(struct cml_buffer *buffer, struct cml_slice text);

/* Appends every one of the strings (strings.h), quoted so, with a blank before it. */
bool cml_shell_quote_all(struct cml_buffer *buffer, struct cml_slice strings,
			 bool (*quote)(struct cml_buffer *buffer, struct cml_slice text));

/* Takes the first word that cml_shell_quote may have written off *rest, with the blanks before it,
 * and appends its bytes to word. False, with *rest at the fault, when there is none: the end, a
 * line end, or anything else a shell would give a meaning to; or when memory is out, which cannot
 * be when word has room for rest->size more bytes. */
bool cml_shell_unquote(struct cml_slice *rest, struct cml_buffer *word);

/* Appends a command as one line to be pasted, without a line end: `env NAME=VALUE... PROGRAM
 * ARGUMENT...`, every word printable; by way of env where there is an environment, or where the
 * shell's own echo, test or time would take the place of PROGRAM. False when memory is out. */
bool cml_shell_command(struct cml_buffer *buffer, struct cml_slice environment,
		       struct cml_slice argv);

#endif
