/* What an attempt runs: the command and its environment, from the values of its configuration. */
#ifndef CML_LAUNCH_EXPANSION_H
#define CML_LAUNCH_EXPANSION_H

#include "launch/submission_state.h"

/* Arguments and environment of an attempt, into the scratch buffers; the environment is
 * appended to what stands there. */
enum cml_result cml_submission_expand(struct cml_submission *submission,
				      const struct cml_job_entry *entry,
				      struct cml_attempt_id attempt, const char *dir,
				      struct cml_error *err);
/* The cells of an entry that its row carries, into the scratch cells. */
void cml_submission_carry(struct cml_submission *submission, const struct cml_job_entry *entry);
/* The configuration as a table of one row, into the scratch buffer. False: no memory. */
bool cml_submission_print_row(struct cml_submission *submission, const struct cml_job_entry *entry);
/* Whether a process can be given what a row of the input comes to. CML_BAD_DATA, with the line:
 * a NUL byte, no program, or more bytes than one argument or variable may have. */
enum cml_result cml_submission_try_row(struct cml_submission *submission, uint64_t key,
				       const struct cml_row *row, struct cml_error *err);
/* Appends the line that would run for an entry. */
enum cml_result cml_submission_print_entry(struct cml_submission *submission, size_t entry,
					   struct cml_buffer *text, struct cml_error *err);

#endif
