/* What is seen of one column while a table is read, and the type and domain
 * that fit it. */
#ifndef CML_INFER_INFER_COLUMN_H
#define CML_INFER_INFER_COLUMN_H

#include "base/job_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "infer/names/context_name.h"
#include "space/domain.h"
#include "space/space.h"
#include "space/symbols.h"

#include <stdbool.h>
#include <stddef.h>

/* Beyond these a column is not listed value by value. */
#define CML_INFER_MAX_LEVELS 1000
#define CML_INFER_MAX_NUMBERS 64

enum cml_suspicion {
	CML_SUSPECT_NOTHING,
	CML_SUSPECT_NAME,      /* called like a measurement */
	CML_SUSPECT_RESULT,    /* a tracker says so */
	CML_SUSPECT_MISSING,   /* missing exactly where the metric is */
	CML_SUSPECT_PRESENT,   /* there exactly where the metric is missing */
	CML_SUSPECT_FAILURES,  /* the same in all jobs that ran, other in those that failed */
	CML_SUSPECT_END,       /* called like the end of a job: a flag */
	CML_SUSPECT_PROGRESS,  /* called like what a job has done, and less in all that failed */
	CML_SUSPECT_ONE_VALUE, /* one value in all that failed, though partner tells failures, too
				*/
	CML_SUSPECT_CORRELATION,
	CML_SUSPECT_PRODUCT,  /* times partner, it is the metric */
	CML_SUSPECT_QUOTIENT, /* divided by partner or the other way round */
	CML_SUSPECT_MEMORY,   /* memory that jobs used */
	CML_SUSPECT_MEASURED, /* not whole and never the same */
	CML_SUSPECT_UNITS,    /* many numbers with units */
};

struct cml_infer_column {
	const char *name;
	const char *plain; /* the name without the prefix of a tracker; as name by the caller */
	enum cml_origin origin; /* by that prefix */
	bool is_version; /* set by the caller before the first cell: 1.10 is a text, not 1.1 */
	bool is_code;    /* whole numbers that stand for names */
	bool is_exit;    /* exit codes of jobs: 0 is ok; the status is read from them */
	size_t n_cells;
	size_t n_missing;
	size_t n_none; /* of these, the word None */
	size_t n_numbers;
	size_t n_whole;     /* numbers that are whole and small enough for an int */
	size_t n_truths;    /* 0 1 true false yes no */
	size_t n_dates[2];  /* as base/date.h reads them, by enum cml_date_order */
	size_t n_two_dates; /* another one in either order: 06/01/2026 */
	size_t n_short[2];  /* dates whose year has two digits: without, and with a time of day */
	size_t n_unknown;   /* `Unknown`, which sacct writes for a time that has not come */
	size_t n_digests;   /* hexadecimal, 16 digits or more */
	bool rises;         /* every number is above the one before */
	bool has_bad_level; /* a text that no domain can list */
	double lo, hi;
	double last;                           /* value of the last cell, as in sample */
	double numbers[CML_INFER_MAX_NUMBERS]; /* distinct ones, ascending */
	size_t n_distinct_numbers;             /* one more than fit: too many */
	struct cml_symbols texts; /* distinct cells; one more than the limit: too many */
	size_t *text_counts;      /* by symbol */
	size_t text_capacity;
	const char *odd; /* the first cell that is not a number */
	struct cml_arena arena;
	/* Of the rows kept for comparison: number, hash of a text, or NaN. */
	double *sample;
	size_t sample_capacity;
	size_t n_sample_present;
	size_t n_sample_distinct;
	enum cml_suspicion suspicion;
	double correlation;
	bool is_low_in_failed; /* low_value in all jobs that failed, more in those that ran */
	double low_value;
	const char *partner;
	/* What it is taken for; meaningful once decided. */
	bool decided;
	enum cml_role role;
	enum cml_job_status *meanings; /* of a status, by symbol of its texts; in the arena */
	const char *bound;             /* of a limit: the most it may be; in the arena */
	const char
	    *condition; /* of a param, or NULL: where it is set, as an expression of the column */
	size_t condition_on;
	const char *reason; /* for the doc cell; static or in the arena */
};

/* The rows kept for comparison, and the columns that may be settings. */
struct cml_infer_rows {
	struct cml_infer_column *columns; /* samples of n_rows values */
	size_t n_columns;
	size_t n_rows;
	size_t metric;
	bool *job_ok;    /* by row: no status contradicts its metric */
	bool has_oom;    /* a job ran out of memory, by its status */
	bool has_failed; /* a job failed, and its status does not say of what */
	bool *candidate; /* by column: neither metric, status, time nor id */
};

void cml_infer_column_release(struct cml_infer_column *column);

/* Counts a trimmed cell. False when memory is out. */
bool cml_infer_column_add(struct cml_infer_column *column, struct cml_slice cell, bool missing);

/* Puts the last cell at place `at` of the sample, which is at most its end. */
bool cml_infer_column_keep(struct cml_infer_column *column, size_t at);

/* Counts the distinct values of a sample of n_rows. False when memory is out. */
bool cml_infer_column_count(struct cml_infer_column *column, size_t n_rows);

/* Whether a value of the sample is this text of the column. */
bool cml_infer_has_text(struct cml_slice text, double value);

size_t cml_infer_n_present(const struct cml_infer_column *column);
/* How many cells are dates in the order in which more of them are. */
size_t cml_infer_n_dates(const struct cml_infer_column *column);
/* Each false for a column without values. */
bool cml_infer_is_number(const struct cml_infer_column *column);
bool cml_infer_is_whole(const struct cml_infer_column *column);
bool cml_infer_is_text(const struct cml_infer_column *column);
bool cml_infer_is_bool(const struct cml_infer_column *column);
bool cml_infer_is_constant(const struct cml_infer_column *column); /* never missing either */
/* Whole numbers of few values. */
bool cml_infer_is_short_list(const struct cml_infer_column *column);
/* Texts that cannot all be listed in a domain. */
bool cml_infer_is_unlistable(const struct cml_infer_column *column);

/* The type, and the domain cell appended to domain: it takes every value seen.
 * False when memory is out. */
bool cml_infer_domain(const struct cml_infer_column *column, enum cml_type *type,
		      struct cml_buffer *domain);

#endif
