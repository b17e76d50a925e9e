/* The directories of the jobs of a history, HISTORY.jobs/KEY.ATTEMPT: who may start a job,
 * who runs it, and what became of it. Every fact is asked of the file system or of the
 * kernel's locks; nothing is concluded from a process number or from a time.
 *
 *   HISTORY.jobs/
 *     keepers/NAME          one for each living keeper, which holds flock(2) on it
 *     KEY.ATTEMPT/keeper    symbolic link to ../keepers/NAME
 *     KEY.ATTEMPT/record    how the job ended: see job_record.h
 *     KEY.ATTEMPT/...       what the launcher puts there (command, stdout, stderr)
 *
 * The claim. The directory is filled under a name of its own and renamed to KEY.ATTEMPT:
 * rename(2) fails where a filled directory stands, so of all processes that claim an
 * attempt exactly one gets it, and whoever sees the directory sees its keeper.
 *
 * What became of a claimed attempt: a whole record: it finished. None, and its keeper's
 * lock is held: it runs. Else it went down with its keeper (a machine reset, kill -9 of
 * the keeper), and the next attempt may be claimed.
 *
 * The locks tell of keepers on this machine. A claim without a keeper belongs to a
 * scheduler, whose controller is to be asked. */
#ifndef CML_LAUNCH_JOB_JOB_FOLDER_H
#define CML_LAUNCH_JOB_JOB_FOLDER_H

#include "base/error.h"
#include "base/text.h"
#include "launch/job/job_record.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CML_KEEPERS "keepers"
#define CML_KEEPER_LINK "keeper"

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
	int fd;              /* of the folder, plus 1; 0: none */
	char path[PATH_MAX]; /* absolute */
};

/* path: of the folder, which is made when it is missing, its own directory not. */
enum cml_result cml_job_folder_open(struct cml_job_folder *folder, const char *path,
				    struct cml_error *err);
/* Whether the folder still stands under its path. CML_IO_ERROR: it was moved or removed; what its
 * jobs leave cannot be found there any more. */
enum cml_result cml_job_folder_check(const struct cml_job_folder *folder, struct cml_error *err);
void cml_job_folder_release(struct cml_job_folder *folder);

/* Absolute path of an attempt's directory. CML_IO_ERROR: too long. */
enum cml_result cml_attempt_path(const struct cml_job_folder *folder, struct cml_attempt_id attempt,
				 char path[PATH_MAX], struct cml_error *err);

struct cml_job_file {
	const char *name;
	struct cml_slice content;
};

struct cml_claim {
	struct cml_attempt_id attempt;
	const char *keeper;               /* name of a lock; NULL: a scheduler's job */
	const struct cml_job_file *files; /* at least one when there is no keeper */
	size_t n_files;
	bool sync; /* files and directory are on the disk when the claim returns */
};

/* *claimed: this process has it, and all files are there. False: somebody has. */
enum cml_result cml_job_folder_claim(const struct cml_job_folder *folder,
				     const struct cml_claim *claim, bool *claimed,
				     struct cml_error *err);

/* Takes a claim back whose job was never started, so that anybody may claim the attempt; by
 * the process that claimed it, or its keeper. */
enum cml_result cml_job_folder_give_up(const struct cml_job_folder *folder,
				       struct cml_attempt_id attempt, struct cml_error *err);

/* All attempts, by key, then number. The array is the caller's to free. Entries of other
 * names are passed over. */
enum cml_result cml_job_folder_scan(const struct cml_job_folder *folder,
				    struct cml_attempt_id **attempts, size_t *n,
				    struct cml_error *err);

enum cml_attempt_state {
	CML_ATTEMPT_NONE,      /* nobody claimed it */
	CML_ATTEMPT_FINISHED,  /* *record says how */
	CML_ATTEMPT_RUNNING,   /* its keeper lives */
	CML_ATTEMPT_LOST,      /* its keeper died without a record; see remains.h */
	CML_ATTEMPT_ELSEWHERE, /* no record yet; a scheduler or another machine knows */
};

struct cml_attempt_look {
	enum cml_attempt_state state;
	struct cml_job_record record; /* of a finished one */
	/* Asked for before the call by want_pidfd: readable when the keeper has ended, which is
	 * when to look again; the caller closes it. -1 in every other state, and where there is
	 * none to be had: look again after a while. */
	bool want_pidfd;
	int keeper_pidfd;
};

/* What became of an attempt. */
enum cml_result cml_job_folder_look(const struct cml_job_folder *folder,
				    struct cml_attempt_id attempt, struct cml_attempt_look *look,
				    struct cml_error *err);

#endif
