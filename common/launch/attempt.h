/* One attempt of a job: claimed and started, or found and adopted. */
#ifndef CML_LAUNCH_ATTEMPT_H
#define CML_LAUNCH_ATTEMPT_H

#include "launch/submission_state.h"

#include <stdbool.h>
#include <stddef.h>

/* In the ring of those that run, until it is freed. */
struct cml_running *cml_running_new(struct cml_submission *submission, size_t entry,
				    struct cml_error *err);
void cml_running_free(struct cml_submission *submission, struct cml_running *running);

/* Whether an attempt without a record ran: supervisors make the output files right before the
 * start. */
bool cml_running_has_started(const struct cml_running *running);
/* Whether its end was asked for by an interrupt, of this run or an earlier one. */
bool cml_running_was_cancelled(const struct cml_running *running);
/* How long it has run: as the scheduler counts, where it does; of an attempt of an earlier run,
 * whose start nobody here saw, since its claim. */
double cml_running_age_s(const struct cml_running *running, double now);

/* Claims and starts the attempt of an entry. */
enum cml_result cml_attempt_launch(struct cml_submission *submission, size_t entry,
				   struct cml_error *err);

/* What became of the attempt of an entry. *adopted: it runs, and its event follows; otherwise
 * *running is the caller's to free. */
enum cml_result cml_attempt_find(struct cml_submission *submission, size_t entry,
				 struct cml_running **running, struct cml_attempt_look *look,
				 bool *adopted, struct cml_error *err);

/* Asks for the end of a running attempt because the user does: notes it in its directory first,
 * so that no later run takes it for a result. */
enum cml_result cml_attempt_cancel(struct cml_submission *submission, struct cml_running *running,
				   bool hurry, struct cml_error *err);

/* Whether the program that every job runs could not be: such an attempt is no result. */
bool cml_attempt_cannot_run(const struct cml_submission *submission,
			    const struct cml_job_record *record);

/* Behind the attempts of one key in the scan, of which the first is attempt i. */
size_t cml_attempt_end_of_key(const struct cml_submission *submission, size_t i);
/* Whether the last attempt of a key has its row. False without a history: nothing says which
 * results were handed on already. */
bool cml_attempt_has_row(const struct cml_submission *submission, struct cml_attempt_id last);

/* Whether an attempt of an earlier run began, was not cancelled, and could be run: then it has a
 * row, or will have one, or was the machine's fault. */
enum cml_result cml_attempt_is_result(const struct cml_submission *submission,
				      struct cml_attempt_id attempt, bool *is_result,
				      struct cml_error *err);

#endif
