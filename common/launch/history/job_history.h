/* The history of a submission: a table that only grows, one row for each finished job. One process
 * at a time appends to it, which owns it: see below.
 *
 * A row counts as finished once a commit has returned: then it is whole, in the file, and synced.
 * Rows that are committed together share one write and one sync. What stands in the file stays byte
 * for byte: rows are appended with its own delimiter, line ends, columns and their order. A file
 * that was edited, replaced or removed meanwhile is read again before the next row.
 *
 * A last row that was cut off is copied to HISTORY.torn-1, -2, ... and cut from the history when it
 * is opened, never completed by guessing. That holds for a last row of the right width without a
 * line end, too, if it has a key: its last cell may be short, and its job's directory still has it.
 * Rows without a key, which no submission wrote, get their line end instead. */
#ifndef CML_LAUNCH_HISTORY_JOB_HISTORY_H
#define CML_LAUNCH_HISTORY_JOB_HISTORY_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/number.h"
#include "base/text.h"
#include "launch/job/job_folder.h"
#include "launch/job/job_record.h"
#include "space/space.h"
#include "table/table_reader.h"

#include <limits.h>

/* Columns a history must have beside those of the configurations. */
#define CML_COLUMN_KEY "cml_key"
#define CML_COLUMN_STATUS "cml_status"
#define CML_COLUMN_ATTEMPT "cml_attempt"
#define CML_COLUMN_STARTED "cml_started"

struct cml_job_history_options {
	/* Of the rows that will be added, and of a new history; key, status and attempt are among
	 * them. The history may have more, which stay empty, and any other order. They outlive it.
	 */
	const struct cml_header *columns;
	/* 0: cml_delimiter_for its path. */
	char delimiter;
	/* Columns the history does not have are added, and the table as it was stays as
	 * HISTORY.narrow-1, -2, ... Without this, they are refused by name. */
	bool widen;
	/* Its time, where the history has it and rows to add do not, is the start of the job. NULL:
	 * none. */
	const struct cml_space *space;
	/* Nothing is created or mended, and nothing can be added. A torn last row is not there. */
	bool read_only;
	/* What happened to the file: a torn row was put aside, the table was widened. */
	struct cml_notes notes;
};

/* What a history is. */
struct cml_history_facts {
	size_t n_rows;    /* in the file */
	size_t n_waiting; /* added, for the next commit */
	bool has_ok;      /* a row with a key is of a job that was ok */
};

/* What the last row of a key says. */
struct cml_finished_job {
	uint64_t key;
	enum cml_job_status status;
	uint32_t attempt; /* 0: the row does not say */
	uint32_t n_rows;  /* of the key, CML_MAX_REPEATS at most; of no matter to add */
};
#define CML_MAX_REPEATS 1000

struct cml_job_history; /* opaque */

/* Opens, or creates with its directory entry synced. path outlives it. Reads the whole file once,
 * and keeps 16 to 32 bytes for each key. CML_BAD_DATA, with line and column where there are any:
 * what gzip wrote; a duplicate column; columns that are missing, unless widen; a row of the wrong
 * width or a misplaced quote before the last row; a key that is none; an unknown status.
 * CML_BAD_USAGE: no regular file, one with a second name, or that ends in .gz. CML_IO_ERROR: cannot
 * be written. */
enum cml_result cml_job_history_open(struct cml_job_history **history, const char *path,
				     const struct cml_job_history_options *options,
				     struct cml_error *err);

/* Whether a job of this key has finished, whatever its status. O(1). */
bool cml_job_history_find(const struct cml_job_history *history, uint64_t key,
			  struct cml_finished_job *found);

/* The attempt behind that of a key's last row. history NULL: none. */
uint32_t cml_job_history_next_attempt(const struct cml_job_history *history, uint64_t key);

/* As of now. */
const struct cml_history_facts *cml_job_history_facts(const struct cml_job_history *history);

/* Takes up a row, whose cells belong to options.columns and say the same of the job, for the next
 * commit. Cells may hold any bytes. */
enum cml_result cml_job_history_add(struct cml_job_history *history,
				    const struct cml_finished_job *job,
				    const struct cml_slice *cells, struct cml_error *err);

/* Appends and syncs the rows that were added, then hands each on to the sink (NULL: to nobody).
 * On CML_IO_ERROR (no space, a quota, a failing disk) the file is cut back to where it ended,
 * and the rows wait for the next commit. Errors of a file that somebody changed are as of the
 * opening. */
struct cml_row_sink {
	enum cml_result (*write)(void *context, const struct cml_slice *cells, size_t n,
				 struct cml_error *err); /* NULL: nobody */
	void *context;
};
enum cml_result cml_job_history_commit(struct cml_job_history *history,
				       const struct cml_row_sink *sink, struct cml_error *err);

/* Rows that were added but not committed are dropped. NULL is allowed. */
void cml_job_history_free(struct cml_job_history *history);

/* One owner of a history at a time: HISTORY.lock says who, for the whole life of the owner, which
 * holds flock(2) on it: that of an owner that died on this machine is taken over at once. On a file
 * system that machines share, flock may bind one machine only; there the file itself is the lock,
 * and that of another machine is never taken over, as nobody here can know whether its owner lives.
 * Source: O_EXCL in open(2), which holds over NFS from version 3 on.
 *
 * The descriptor is closed on exec. A child by fork alone closes it first of all: a lock lives as
 * long as its last copy. */

#define CML_OWNER_LOCK_SUFFIX ".lock"

struct cml_owner_lock {
	int fd; /* -1: not held */
	char path[PATH_MAX];
};

/* Owns path, which need not exist, until the release. wait NULL: when path has an owner,
 * CML_IO_ERROR names its process, user and host, and says what to do. Otherwise wait gets
 * once whom it is waiting for, and the call returns when path is owned; a signal that ends
 * the process ends the wait. */
enum cml_result cml_owner_lock_take(struct cml_owner_lock *lock, const char *path,
				    const struct cml_notes *wait, struct cml_error *err);
void cml_owner_lock_release(struct cml_owner_lock *lock); /* safe on one that is not held */

/* The row that a finished job becomes: the cells of its configuration, the metric, the measured
 * limits, and the columns cml_... that say what became of it. */

/* Columns of rows. Zeroed is empty. */
struct cml_job_columns {
	struct cml_header header;
	size_t *carried; /* columns of the input that go into the row, each kind in its order */
	size_t n_carried;
	size_t n_settings; /* the first of them, which are the configuration */
	size_t metric;     /* CML_NO_COLUMN: none */
	size_t limits;     /* the first of those of the space's limits, in their order */
	size_t n_limits;
	size_t time; /* the space's, if it is carried: empty cells get the start of the job */
	size_t own;  /* the first of those that begin with cml_ */
};

/* Carries all columns of the input but those whose names begin with `cml_` and those that hold
 * results: the metric, and the space's metric, limit and status columns. metric: its column, or
 * NULL for none. more: comma-separated names of columns with `cml_` that are carried all the same,
 * behind those of the configuration, or NULL. CML_BAD_DATA: nothing would be left. CML_BAD_USAGE: a
 * name of more is not in the input, does not begin with `cml_`, is a row's own, or is there twice.
 */
enum cml_result cml_job_columns_init(struct cml_job_columns *columns,
				     const struct cml_header *input, const struct cml_space *space,
				     const char *metric, const char *more, struct cml_error *err);
void cml_job_columns_release(struct cml_job_columns *columns); /* safe on a zeroed one */

/* What became of a job. */
struct cml_job_result {
	struct cml_attempt_id attempt;
	enum cml_job_status status;
	double value;                      /* NaN: none */
	size_t n_readings;                 /* 0: none */
	bool is_unread;                    /* as of cml_job_outcome */
	double spread;                     /* NaN: unknown */
	const double *limits;              /* of the space, NaN: not reported; NULL: none is */
	struct cml_missing_limit no_limit; /* of those that were looked for */
	double started;                    /* seconds since 1970 UTC; 0: unknown */
	double seconds;                    /* NaN: unknown */
	bool has_exit;
	int exit_code; /* of a job that a signal ended: 128 + its number */
	struct cml_reason reason;
	char job[48]; /* the backend's name for it */
};

/* Columns of our own, from columns->own. */
enum cml_own_column {
	CML_OWN_KEY,
	CML_OWN_STATUS,
	CML_OWN_STARTED,
	CML_OWN_SECONDS,
	CML_OWN_ATTEMPT,
	CML_OWN_EXIT,
	CML_OWN_READINGS,
	CML_OWN_SPREAD,
	CML_OWN_REASON,
	CML_OWN_JOB,
	CML_N_OWN_COLUMNS,
};

/* Room for the texts of one row. */
struct cml_job_row {
	char texts[CML_N_OWN_COLUMNS + 1][48];
	char (*limits)[CML_NUMBER_SIZE]; /* columns->n_limits; given to cml_job_row_fill */
};

/* Fills the cells behind those that are carried (columns->header.n_columns with them), which point
 * into result and row. */
void cml_job_row_fill(struct cml_job_row *row, const struct cml_job_columns *columns,
		      const struct cml_job_result *result, struct cml_slice *cells);

#endif
