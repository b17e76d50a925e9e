/* Which running jobs are to be ended because they are too slow: with kill_slower_than X, those that
 * run longer than X times the shortest ok job of this run, and those whose readings so far say that
 * they come to a value more than X times worse than the best ok job of their context
 * (launch/metric/pace.h). Ok jobs of earlier runs count by the outputs that they left. */
#ifndef CML_LAUNCH_SLOW_JOBS_H
#define CML_LAUNCH_SLOW_JOBS_H

#include "launch/submission_state.h"

#include <stdbool.h>

/* Earlier jobs whose outputs are read. */
#define CML_SLOW_MAX_EARLIER 256

/* Whether readings of running jobs are looked at: the option is given, and each job has a file of
 * readings of its own. */
bool cml_slow_jobs_reads(const struct cml_submission *submission);

/* Learns from an ok job. cells: of the columns of the input; dir: its directory. A job whose
 * readings are gone teaches nothing. */
enum cml_result cml_slow_jobs_learn(struct cml_submission *submission,
				    const struct cml_slice *cells, const char *dir,
				    struct cml_error *err);

/* Seconds until a running job has run too long; INFINITY: never. */
double cml_slow_jobs_until(const struct cml_submission *submission, double now);

/* Asks the launcher for the end of those that are too slow. The readings of a job are looked at
 * each time its age has grown by a quarter, at most once a second. */
enum cml_result cml_slow_jobs_end(struct cml_submission *submission, double now,
				  struct cml_error *err);

#endif
