/* What every backend offers, and the table of them; docs/adding.md adds one. A launcher starts
 * attempts whose job directories are claimed and whose command files are written, and reports which
 * of them ended. It reads no metric, decides no outcome and writes no history: that is the
 * submission's part. All calls come from one thread; none blocks but wait. */
#ifndef CML_LAUNCH_LAUNCHER_H
#define CML_LAUNCH_LAUNCHER_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/memory.h"
#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"
#include "table/table_reader.h"

#include <math.h>

/* An attempt that runs, from its claim to its row. Owned by the submission; a launcher keeps the
 * pointer from start or adopt until it has reported the end, or is released. */
struct cml_launch {
	struct cml_attempt_id attempt;
	const char *dir; /* job directory, absolute; NULL for launchers without directories */
	/* The scheduler's id of the job ("812_3"), or the number of its first process; written by
	 * the launcher as soon as it knows (empty before); kept in the row as cml_job. */
	char job[48];
	size_t slot;     /* for the launcher: where it runs */
	void *backend;   /* for the launcher: what it wants to remember */
	bool started;    /* the job is known to run, or to have run */
	double start_at; /* CLOCK_REALTIME seconds when it began to run; 0: not yet */
};

/* What a launcher knows about an attempt that ended. */
struct cml_launch_event {
	struct cml_launch *launch; /* its backend and slot may be reused from now on */
	/* What the supervisor saw. False: the job directory may have it none the less; if not,
	 * state decides. */
	bool has_record;
	struct cml_job_record record;
	/* The scheduler's word for what happened, as cml_job_status_parse reads it ("NODE_FAIL"),
	 * or empty. */
	char state[40];
	char reason[96]; /* words for people beside state ("node n7 down"); may be empty */
	double seconds;  /* as the scheduler counted; NaN: unknown */
	/* Set by launchers that know the result itself (replay). */
	bool has_result;
	enum cml_job_status status;
	double value; /* NaN unless the status is ok */
	/* In the order of the space, NaN: not reported; NULL: none is. The launcher's own. */
	const double *limits;
};

/* Of one that ended; record: NULL where there is none. */
static inline struct cml_launch_event cml_launch_ended(struct cml_launch *launch,
						       const struct cml_job_record *record)
{
	struct cml_launch_event event = {
	    .launch = launch, .has_record = record, .seconds = NAN, .value = NAN};
	if (record)
		event.record = *record;
	return event;
}

/* Everything a launcher may depend on. Pointers outlive the launcher. */
struct cml_launcher_options {
	const char *argument; /* what stands behind `=` in --backend; NULL: nothing */
	const struct cml_job_folder *folder; /* of the job directories; NULL without them */
	const char *self;        /* path of this program, for `exec SELF --run-job DIR` on a node */
	const char *run;         /* names this history's runs at the scheduler; [a-z0-9] */
	size_t n_jobs;           /* -j: at most so many at a time; 0: the launcher's own default */
	double timeout_s;        /* 0: none; a scheduler may want it as its time limit */
	double grace_s;          /* between the polite end and the firm one */
	double poll_s;           /* between two looks at a scheduler */
	size_t throttle;         /* --throttle: of a job array; 0: none */
	const char *const *gpus; /* --gpus: what CUDA_VISIBLE_DEVICES may hold */
	size_t n_gpus;
	const char *const *scheduler_arguments; /* --sbatch-arg, in their order */
	size_t n_scheduler_arguments;
	/* Whether a job that exited with 0 has left what is read of it: of others a scheduler says
	 * more, such as that memory ran out. NULL: it has. */
	bool (*has_value)(const void *submission, const char *dir);
	const void *submission;
	/* For launchers that look results up instead of running jobs: */
	const struct cml_space *space; /* NULL: none was given */
	const struct cml_na *na;
	char delimiter;         /* of the table of results; 0: by its name */
	struct cml_notes notes; /* a controller that does not answer, a retry */
};

struct cml_launcher_kind {
	const char *name;     /* for --backend */
	const char *argument; /* what stands behind `=`, for --help; NULL: nothing may */
	bool has_directories; /* attempts run, and have job directories, records and output */
	bool has_places;      /* on this machine, which has the locks of its jobs; --gpus */
	/* Which --sbatch-arg, --throttle and --poll are for, and srun runs in. A record alone does
	 * not explain the end of its job that was not good, or left no result: who sent the signal
	 * is to be asked.
	 * Such attempts of earlier runs are adopted, too. */
	bool has_scheduler;

	/* state: state_size zeroed bytes. */
	size_t state_size;
	enum cml_result (*open)(void *state, const struct cml_launcher_options *options,
				struct cml_error *err);

	/* How many more attempts may be started now, adopted ones counted as running. */
	size_t (*capacity)(const void *state);

	/* Chooses where the next attempt will run, right before it is claimed; variables of that
	 * place (template.h) are appended to environment. When no start follows, the place is free
	 * again at the next prepare. NULL: there is nothing to choose. */
	enum cml_result (*prepare)(void *state, struct cml_launch *launch,
				   struct cml_buffer *environment, struct cml_error *err);

	/* Starts an attempt, or puts it into the batch that the next wait hands over. Errors are
	 * about all jobs (a bad --sbatch-arg); what can happen to one comes as an event. */
	enum cml_result (*start)(void *state, struct cml_launch *launch, struct cml_error *err);

	/* Takes over an attempt of an earlier run: that runs, for a launcher with places; without a
	 * record, for others; with a scheduler also with a record that is not good. CML_END: it has
	 * a record, and nothing more is known of it; no event follows. */
	enum cml_result (*adopt)(void *state, struct cml_launch *launch, bool has_record,
				 struct cml_error *err);

	/* Waits until an event is there, timeout_s (negative: for ever) is over, or the descriptor
	 * wake (-1: none) is readable. CML_END: there is none. Several may be there at once. */
	enum cml_result (*wait)(void *state, double timeout_s, int wake,
				struct cml_launch_event *event, struct cml_error *err);

	/* Cancels an attempt: politely, then, after grace_s, firmly; hurry: firmly at once. Its
	 * event follows. One that has ended is no error. NULL: each ends when it starts. */
	enum cml_result (*end)(void *state, struct cml_launch *launch, bool hurry,
			       struct cml_error *err);

	/* Lets go, also where open failed. Attempts that run keep running, and can be adopted.
	 * NULL: there is nothing to let go. */
	void (*release)(void *state);
};

extern const struct cml_launcher_kind *const cml_launcher_kinds[];
extern const size_t cml_n_launcher_kinds;

/* By what --backend says, `NAME` or `NAME=ARGUMENT`; *argument is then what stands
 * behind `=`, or NULL. CML_BAD_USAGE lists the names there are. */
enum cml_result cml_launcher_find(const char *backend, const struct cml_launcher_kind **kind,
				  const char **argument, struct cml_error *err);

#endif
