/* Batches: what one sbatch hands over, as files that outlive the tool.
 *
 *   HISTORY.jobs/batches/
 *     NAME        the batch script
 *     NAME.job    what sbatch printed: the number of the job
 *     NAME.I.log  what slurmstepd says about task I (of a batch of one: NAME.0.log)
 *   HISTORY.jobs/KEY.ATTEMPT/
 *     batch       NAME, the task that runs it and how many there are ("cml-f00d-1a 3 20")
 *     slurm       the job that runs it and how often that was requeued ("812_3 0"), made by
 *                 the first that comes
 *
 * A claimed attempt in no batch was never handed over. A batch without a number was, or was not:
 * its name, which is Slurm's name of the job, and its attempts are looked for; where neither is
 * known, it is handed over again. Should both come to run, the file slurm lets one of them. */
#ifndef CML_LAUNCH_SLURM_SLURM_BATCH_H
#define CML_LAUNCH_SLURM_SLURM_BATCH_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/job/job_folder.h"

/* Appends the batch script for attempts[n], task i running attempts[i]. self: path of the
 * program that runs jobs; folder: of the job directories, absolute. */
enum cml_result cml_slurm_script_print(struct cml_buffer *text, const char *self,
				       const char *folder, const struct cml_attempt_id *attempts,
				       size_t n, struct cml_error *err);

#define CML_SLURM_NAME_SIZE 64

/* Makes the directory, if it is not there. */
enum cml_result cml_slurm_batches_make(const struct cml_job_folder *folder, struct cml_error *err);

/* Writes the script of a new batch, which is on the disk when this returns. run: of
 * cml_launcher_options. */
enum cml_result cml_slurm_batches_write(const struct cml_job_folder *folder, const char *run,
					struct cml_slice script, char name[CML_SLURM_NAME_SIZE],
					struct cml_error *err);
/* Removes one that sbatch refused. */
void cml_slurm_batches_remove(const struct cml_job_folder *folder, const char *name);

/* An empty NAME.job, for sbatch to print to; the caller closes it. */
enum cml_result cml_slurm_batches_open_job(const struct cml_job_folder *folder, const char *name,
					   int *fd, struct cml_error *err);
/* The number in NAME.job; 0: none. */
uint64_t cml_slurm_batches_job(const struct cml_job_folder *folder, const char *name);
/* Writes NAME.job for a job that was found by its name. */
enum cml_result cml_slurm_batches_set_job(const struct cml_job_folder *folder, const char *name,
					  uint64_t job, struct cml_error *err);

/* A task of a batch. */
struct cml_slurm_place {
	char name[CML_SLURM_NAME_SIZE];
	size_t index, n;
};
/* Notes which task of a batch runs an attempt: on the disk when this returns. */
enum cml_result cml_slurm_place_write(const char *attempt_dir, const struct cml_slurm_place *place,
				      struct cml_error *err);
/* False: there is none, or its batch was removed, or is another's than the owner of the folder. */
bool cml_slurm_place_read(const struct cml_job_folder *folder, const char *attempt_dir,
			  struct cml_slurm_place *place);

/* The job that runs an attempt ("812_3"), from its file slurm; empty: none has begun it. */
void cml_slurm_runner(const char *attempt_dir, char runner[CML_SLURM_NAME_SIZE]);
/* Makes that file with a text that no job has, so that the attempt never runs. False: a job has
 * begun it, or that is not known now. */
bool cml_slurm_forbid(const char *attempt_dir);

/* The end of what slurmstepd said about a task, in text, which is cleared first; moves the file
 * into the attempt's directory when move is set (an empty one goes away). Empty when
 * there is none. */
enum cml_result cml_slurm_task_log(const struct cml_job_folder *folder, const char *name,
				   size_t task, const char *attempt_dir, bool move,
				   struct cml_buffer *text, struct cml_error *err);

/* What Slurm replies, read from its texts: lines of squeue, what sbatch prints, what a
 * failed command complains of, and what slurmstepd writes about a job. */

/* What a command of Slurm's came to. */
struct cml_slurm_reply {
	int exit_code;  /* 128 + n: ended by signal n */
	bool timed_out; /* it was killed at its deadline */
	struct cml_slice out, err;
	uint64_t job; /* of sbatch: the number it printed; 0: none */
};

/* What squeue is asked for. Times are seconds since 1970 where the environment says
 * SLURM_TIME_FORMAT=%s. */
#define CML_SQUEUE_FORMAT "%i|%T|%S|%e|%N|%j"

#define CML_SLURM_NO_TASK UINT32_MAX /* a job that is no array, or an array as a whole */

struct cml_slurm_id {
	uint64_t job; /* of the array as a whole, for its tasks; 0: none */
	uint32_t task;
};

static inline bool cml_slurm_is_id(struct cml_slurm_id a, struct cml_slurm_id b)
{
	return a.job == b.job && a.task == b.task;
}

/* "812", "812_3", "812_[4-9%2]". False for anything else. */
bool cml_slurm_parse_id(struct cml_slice text, struct cml_slurm_id *id);

/* One line. Slices point into the text. */
struct cml_slurm_job {
	struct cml_slurm_id id;
	struct cml_slice state;
	double start, end;      /* seconds since 1970; NaN: unknown or not yet */
	struct cml_slice nodes; /* empty: none */
	struct cml_slice name;
};

/* Takes the next line of a job off *text. Lines that are none (headings of clusters, steps
 * of jobs) are passed over. False at the end. */
bool cml_slurm_next_job(struct cml_slice *text, struct cml_slurm_job *job);

/* Whether a job can leave a state no more; false for states that are not known, so that
 * nothing is taken for over that may run. */
bool cml_slurm_has_ended(struct cml_slice state);

/* What `sbatch --parsable` prints: "812" or "812;cluster". False for anything else. */
bool cml_slurm_parse_submitted(struct cml_slice text, uint64_t *job);

/* The state that slurmstepd's lines in a job's log speak of ("DUE TO TIME LIMIT"), as Slurm
 * calls it, or NULL. It says more than the controller, which calls a job FAILED that
 * slurmstepd ended for its memory, and is there when the controller is not.
 * *line: the line that says so, without the sender. */
const char *cml_slurm_log_state(struct cml_slice log, struct cml_slice *line);

/* Whether a command of Slurm's failed for want of a reply, or by a limit that clears when other
 * jobs end; not: Slurm will not do this. */
bool cml_slurm_is_passing(struct cml_slice message);
/* Whether sbatch was refused so many jobs at a time: perhaps fewer are taken, or when others have
 * ended. */
bool cml_slurm_is_limit(struct cml_slice message);

#endif
