/* The file `command` of a job directory: a shell script that does by hand what the supervisor does,
 * which reads it back by the rules it was written by; no shell sees it then. Facts that are the
 * supervisor's alone stand in comment lines `#: name=value`; behind the line that executes the
 * command, where no shell reads any more, stands the configuration. */
#ifndef CML_LAUNCH_JOB_COMMAND_FILE_H
#define CML_LAUNCH_JOB_COMMAND_FILE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* What one attempt runs. Views; strings come one after the other, each ended by
 * NUL. */
struct cml_command {
	struct cml_slice host;        /* that has the job's locks; empty: a scheduler's */
	struct cml_slice cwd;         /* working directory, absolute */
	struct cml_slice argv;        /* at least one string */
	struct cml_slice environment; /* NAME=VALUE strings, added to the supervisor's own */
	double timeout_s;             /* 0: none */
	double grace_s;               /* between the polite end and the firm one */
	/* The configuration as a table of one row (header line, row), in the delimiter of the
	 * history: what a later run, with other input, needs to write the job's row. */
	struct cml_slice row;
};

/* Appends the file's bytes to text. */
enum cml_result cml_command_write(const struct cml_command *command, struct cml_buffer *text,
				  struct cml_error *err);

/* What a command that was read stands in; can be used again and again. Zeroed is empty. */
struct cml_command_text {
	struct cml_buffer text;
	struct cml_buffer strings;
};
void cml_command_text_release(struct cml_command_text *text);

/* Reads what cml_command_write gave; the slices point into bytes and strings, which is
 * cleared first. CML_BAD_DATA, with the line, for anything else. */
enum cml_result cml_command_parse(struct cml_slice bytes, struct cml_command *command,
				  struct cml_buffer *strings, struct cml_error *err);

/* The same of the file CML_COMMAND_NAME in a job directory. CML_BAD_DATA, too, when there is
 * none. */
#define CML_COMMAND_NAME "command"
enum cml_result cml_command_read(int directory_fd, struct cml_command_text *text,
				 struct cml_command *command, struct cml_error *err);

#endif
