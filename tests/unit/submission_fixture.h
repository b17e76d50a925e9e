/* A submission over a launcher whose jobs end as a test says, without any process: in the directory
 * that history_enter has made, with the history h.csv. */
#ifndef CML_TESTS_SUBMISSION_FIXTURE_H
#define CML_TESTS_SUBMISSION_FIXTURE_H

#include "launch/submission.h"

/* What the scripted launcher does and sees. */
extern struct script {
	const char *states; /* one letter for each end: i the user interrupts, o ok, n node failure,
			       c cancelled, w nothing until one was asked to end, e 1 */
	size_t capacity;
	size_t n_started;
	size_t n_running;
	size_t most_running;
	struct cml_launch *running[16];
	size_t n_ended;  /* that were asked to end */
	double asked_at; /* CLOCK_REALTIME seconds when the last of them was */
	double seconds;  /* of each job, in its record */
	double start_at; /* when each began, as a scheduler says; 0: it says nothing */
	volatile int interrupts;
	volatile enum cml_interrupt what;
} script;

extern struct cml_error script_err; /* of script_run */
extern char script_notes[4096];     /* lines that were noted since script_options */

/* Options over jobs that end in this order; what was scripted before is forgotten. */
struct cml_submission_options script_options(const char *states);

/* Runs a table; figures are what it came to. */
enum cml_status script_run(const struct cml_submission_options *options, const char *table,
			   struct cml_submission_figures *figures);

/* Rows of the history. */
size_t script_n_rows(void);

#endif
