/* The directories of the jobs of a history, HISTORY.jobs/KEY.ATTEMPT (cml-submit(1), STATE): what
 * is to run, whether it runs, and what became of it. Every fact is asked of the file system or of
 * the kernel's locks; nothing is concluded from a process number or from a time. One tool at a time
 * owns the folder.
 *
 * The claim: the directory is filled under another name and renamed, so whoever sees it sees its
 * command. The lock: flock(2) on the directory, and on stdout and stderr for programs that close
 * all descriptors but these, which the job inherits: held while anything of it lives.
 *
 * A record: it finished. None, and a lock is held: it runs. Neither: it is lost, and whoever finds
 * that writes it down under the lock, so that a supervisor that comes late starts nothing.
 *
 * Locks are those of this machine. A claim whose command names no host belongs to a scheduler,
 * whose controller is to be asked. */
#ifndef CML_LAUNCH_JOB_JOB_FOLDER_H
#define CML_LAUNCH_JOB_JOB_FOLDER_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/job/job_record.h"

#include <limits.h>

#define CML_STDOUT_NAME "stdout"
#define CML_STDERR_NAME "stderr"

struct cml_attempt_id {
	uint64_t key;
	uint32_t number; /* from 1 */
};

#define CML_ATTEMPT_NAME_SIZE 28 /* 16 hex digits, a dot, up to 10 digits, terminator */
void cml_attempt_name(struct cml_attempt_id attempt, char name[CML_ATTEMPT_NAME_SIZE]);
/* False for any name that cml_attempt_name does not print. */
bool cml_attempt_parse(struct cml_slice name, struct cml_attempt_id *attempt);

/* Zeroed is closed. */
struct cml_job_folder {
	int fd;              /* of the folder; 0 or below: closed */
	char path[PATH_MAX]; /* absolute */
};

/* CML_IO_ERROR: another user's, which is neither run nor believed. On a file system that gives all
 * files one owner, a new file has it, too: then it is ours. */
enum cml_result cml_job_directory_own(int fd, struct cml_error *err);

/* path: of the folder, which is made when it is missing, its own directory not. CML_IO_ERROR, too:
 * its absolute path leaves no room for those of the files of its jobs; it is another user's. */
enum cml_result cml_job_folder_open(struct cml_job_folder *folder, const char *path,
				    struct cml_error *err);
/* Whether the folder still stands under its path. CML_IO_ERROR: it was moved or removed; what its
 * jobs leave cannot be found there any more. */
enum cml_result cml_job_folder_check(const struct cml_job_folder *folder, struct cml_error *err);
void cml_job_folder_release(struct cml_job_folder *folder);

/* Absolute path of an attempt's directory. */
void cml_attempt_path(const struct cml_job_folder *folder, struct cml_attempt_id attempt,
		      char path[PATH_MAX]);

/* command: content of the command file. sync: that and the directory are on the disk when this
 * returns. CML_IO_ERROR, too: a filled directory of that name stands there already. */
enum cml_result cml_job_folder_claim(const struct cml_job_folder *folder,
				     struct cml_attempt_id attempt, struct cml_slice command,
				     bool sync, struct cml_error *err);

/* Takes a claim back whose job was never handed to anybody. */
void cml_job_folder_unclaim(const struct cml_job_folder *folder, struct cml_attempt_id attempt);

/* All attempts, by key, then number. The array is the caller's to free, after an error, too.
 * Entries of other names are passed over. */
enum cml_result cml_job_folder_scan(const struct cml_job_folder *folder,
				    struct cml_attempt_id **attempts, size_t *n,
				    struct cml_error *err);

enum cml_attempt_state {
	CML_ATTEMPT_NONE,      /* nobody claimed it */
	CML_ATTEMPT_FINISHED,  /* *record says how */
	CML_ATTEMPT_RUNNING,   /* its lock is held */
	CML_ATTEMPT_LOST,      /* it ended without a record, or was never started */
	CML_ATTEMPT_ELSEWHERE, /* no record yet; a scheduler, or the machine in record.host, knows
				*/
};

struct cml_attempt_look {
	enum cml_attempt_state state;
	struct cml_job_record record; /* of a finished one; of one elsewhere its host alone */
};

/* What became of an attempt. One that is found lost stays lost: a record says so. */
enum cml_result cml_job_folder_look(const struct cml_job_folder *folder,
				    struct cml_attempt_id attempt, struct cml_attempt_look *look,
				    struct cml_error *err);

/* The directory of an attempt; -1 with errno set. */
int cml_attempt_open(const struct cml_job_folder *folder, struct cml_attempt_id attempt);

/* Takes the lock of an attempt, waiting for one who just looks. It is held until the last copy of
 * the descriptor is closed, those of other processes too. Returns an errno, or 0. */
int cml_attempt_lock(int directory_fd);

/* The file `command` of a job directory: a shell script that does by hand what the supervisor does,
 * which reads it back by the rules it was written by; no shell sees it then. Facts that are the
 * supervisor's alone stand in comment lines `#: name=value`; behind the line that executes the
 * command, where no shell reads any more, stands the configuration. */

/* What one attempt runs. Views; strings come one after the other, each ended by
 * NUL. */
struct cml_command {
	struct cml_slice host;        /* that has the job's locks; empty: a scheduler's */
	struct cml_slice cwd;         /* working directory, absolute */
	struct cml_slice argv;        /* at least one string */
	struct cml_slice environment; /* NAME=VALUE strings, added to the supervisor's own */
	double timeout_s;             /* 0: none */
	double grace_s;               /* between the polite end and the firm one */
	/* The configuration as a table of one row of CSV (header line, row): what a later
	 * run, with other input, needs to write the job's row. */
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
