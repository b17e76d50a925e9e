/* What the supervisor of a job saw of its end, as a file that is whole or does not count: lines
 * `name=value`, the last one `end=N` with the number of those before it. One that is being written,
 * or that a machine reset has cut, lacks it: a second name and a rename for each of thousands of
 * jobs a second are not needed. */
#ifndef CML_LAUNCH_JOB_JOB_RECORD_H
#define CML_LAUNCH_JOB_JOB_RECORD_H

#include "base/error.h"
#include "base/text.h"

/* Why a job ended as it did, in words: the cell cml_reason of its row. */

#define CML_REASON_SIZE 160

/* One line, terminated, of nothing but printable ASCII. Empty is no reason. */
struct cml_reason {
	char text[CML_REASON_SIZE];
};

/* The first limit of a job that has no value. */
struct cml_missing_limit {
	struct cml_reason reason; /* empty: none lacks one */
	size_t limit;             /* its number in the space */
	bool is_doubtful;         /* there are readings of it */
};

/* Sets the words (printf-style). Bytes that are not printable ASCII become `?`; what is
 * too long is cut and ends in `...`. */
void cml_reason_set(struct cml_reason *reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Why a supervisor ended a job. */
enum cml_job_stop {
	CML_STOP_NONE,      /* it did not: the job ended by itself */
	CML_STOP_TIMEOUT,   /* past its time limit */
	CML_STOP_CANCELLED, /* the user asked */
	CML_N_JOB_STOPS
};

#define CML_RECORD_HOST_SIZE 65     /* of Linux, with its terminator */
#define CML_RECORD_PROBLEM_SIZE 256 /* cut to fit */

struct cml_job_record {
	bool lost;      /* nobody saw its end: the machine or its supervisor went down */
	double started; /* seconds since 1970 UTC */
	double seconds; /* from start to end, by a clock that is never set */
	int exit_code;  /* -1: ended by a signal, or never started */
	int signal;     /* 0: not ended by one */
	/* Signal from outside: to the supervisor (a scheduler's SIGTERM), or, where no scheduler
	 * would say so, the SIGTERM to the job alone; 0: none. */
	int notified;
	bool shutdown; /* that signal was to a supervisor on this machine, which goes down */
	enum cml_job_stop stop;
	bool out_of_memory; /* the kernel or the cgroup killed it for memory */
	bool no_space;      /* its directory's file system was full when it ended, or could not
			     * be written, as problem says */
	bool strays;        /* processes that it left running were ended */
	int start_errno;    /* the program could not be started; problem says why; 0: it was */
	int pid;
	char host[CML_RECORD_HOST_SIZE];
	char problem[CML_RECORD_PROBLEM_SIZE]; /* any text; empty: none */
};

/* Whether the job ended by itself, unasked, with exit code 0: nothing else that may be known
 * can change what became of it. */
bool cml_job_record_is_good(const struct cml_job_record *record);

/* Whether a shell in the job found no program, or none that can be run: 127 and 126, of no
 * settings' fault. */
bool cml_job_record_lacks_program(const struct cml_job_record *record);

/* Of processes that a signal ended, as shells give them: 128 + its number. */
#define CML_EXIT_SIGNAL 128
int cml_job_record_exit_code(const struct cml_job_record *record);

/* The name of this machine; empty where it has none. */
void cml_host_name(char host[CML_RECORD_HOST_SIZE]);

/* Room for the text of any record. */
#define CML_RECORD_TEXT_SIZE 4096

/* The text of a record; returns its size. A line end in host or problem is written as `?`. */
size_t cml_job_record_print(const struct cml_job_record *record, char text[CML_RECORD_TEXT_SIZE]);

/* False when the text is not whole: cut, damaged, or a line without a meaning. Names that
 * are not known (a later version's) are passed over. */
bool cml_job_record_parse(struct cml_slice text, struct cml_job_record *record);

/* Writes `record` into an attempt's directory, once. sync: on the disk when it returns,
 * for supervisors whose machine nobody waits for. What stands there already, of whatever kind, is
 * the job's own and becomes `record.aside`. *can_wait, on CML_IO_ERROR: there may be room later (a
 * full disk, a quota, a failing device); false, too, when the directory has been removed.
 * CML_IO_ERROR leaves no record. */
enum cml_result cml_job_record_write(int directory_fd, const struct cml_job_record *record,
				     bool sync, bool *can_wait, struct cml_error *err);

/* CML_NOTHING: there is no whole one in a regular file. CML_IO_ERROR: unknown. */
enum cml_result cml_job_record_read(int directory_fd, struct cml_job_record *record,
				    struct cml_error *err);

#endif
