/* The submission: which configuration runs next, what became of each, and the order of events by
 * which nothing runs twice and nothing is lost: claim (with the command and the row of the
 * configuration), start, record, row, finished. Whatever dies at whatever moment, the next run
 * finds the attempt between two of these and goes on from there: cml-submit(1), STATE. */
#ifndef CML_LAUNCH_SUBMISSION_H
#define CML_LAUNCH_SUBMISSION_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/submission_options.h"
#include "table/table_reader.h"

#include <stdbool.h>

struct cml_submission; /* opaque */

/* Checks the options against the columns of the input, opens the history and the folder of
 * the jobs. header outlives it. CML_BAD_USAGE: names in the command that are no columns, a
 * metric that cannot be read, or is the space's and nothing says how to read it. dry: nothing is
 * made or opened for writing. */
enum cml_result cml_submission_open(struct cml_submission **submission,
				    const struct cml_submission_options *options,
				    const struct cml_header *header, bool dry,
				    struct cml_error *err);

/* The columns of the rows that will be written. */
const struct cml_header *cml_submission_header(const struct cml_submission *submission);

/* Takes one configuration. CML_BAD_DATA, with its place, when the space refuses it, or when no
 * process can be given its values, or when its cml_key is that of another row with other values;
 * nothing has started then. */
enum cml_result cml_submission_add(struct cml_submission *submission, const struct cml_row *row,
				   struct cml_error *err);

/* What would run, as lines that can be pasted, appended to text; nothing is claimed. */
enum cml_result cml_submission_print(struct cml_submission *submission, struct cml_buffer *text,
				     struct cml_error *err);

/* Runs all that was added, and finishes what earlier runs left. Returns when nothing runs or waits
 * any more, or after an interrupt. CML_BAD_USAGE: earlier runs with other options left attempts
 * whose rows are still to be written. CML_IO_ERROR, too, when the program itself could not be run:
 * that is no configuration's fault, so none has a row for it. After an error jobs keep running, and
 * the next run goes on. */
enum cml_result cml_submission_run(struct cml_submission *submission, struct cml_error *err);

const struct cml_submission_stats *cml_submission_stats(const struct cml_submission *submission);

void cml_submission_free(struct cml_submission *submission); /* NULL is allowed */

#endif
