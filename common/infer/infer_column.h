/* What is seen of one column while a table is read, and the type and domain that fit it. */
#ifndef CML_INFER_INFER_COLUMN_H
#define CML_INFER_INFER_COLUMN_H

#include "base/job_status.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "infer/names/names.h"
#include "space/domain.h"
#include "space/space.h"
#include "table/symbols.h"

/* With more, a column is not listed value by value. */
#define CML_INFER_MAX_LEVELS 1000
#define CML_INFER_MAX_NUMBERS 64

struct cml_infer_column {
	const char *name;
	const char *plain; /* the name without the prefix of a tracker; as name by the caller */
	enum cml_origin origin; /* by that prefix */
	bool is_version;   /* set by the caller before the first cell: 1.10 is a text, not 1.1 */
	bool is_clock;     /* 00:35:28 is 2128 seconds; likewise */
	bool is_spelled;   /* a number as no program writes numbers: 007, 12e4 */
	bool has_padding;  /* a zero at the end of decimals: 1.10 */
	size_t n_decimals; /* of the first number, and one */
	bool has_uneven_decimals;
	size_t n_cells;
	size_t n_missing;
	const char *none; /* the first of these that is a word: None, N/A; NULL: there is none */
	size_t n_none;    /* that are this word */
	size_t n_numbers;
	size_t n_long;      /* whole numbers that no double holds: texts, and none of n_numbers */
	size_t n_whole;     /* numbers that are whole and small enough for an int */
	size_t n_truths;    /* 0 1 true false yes no */
	size_t n_dates[2];  /* as base/date.h reads them, by enum cml_date_order */
	size_t n_two_dates; /* another one in either order: 06/01/2026 */
	size_t n_clocks;    /* with a time of day that is not midnight */
	size_t n_short;     /* dates with a clock whose year has two digits */
	size_t n_unknown;   /* `Unknown`, which sacct writes for a time that has not come */
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
	/* When all cells are counted; each false for a column without values. */
	size_t n_present;
	bool is_number, is_whole; /* none that stand for names (cml_infer_find_codes) */
	bool is_text, is_bool;
	bool is_statistic;   /* of readings, beside others of it: `time.min` */
	bool is_inseparable; /* from another setting, which is noted */
	bool is_outcome;     /* known only when the job had run */
	bool is_candidate;   /* scratch of infer_role.c */
	bool is_marked;      /* for cml_infer_hash_marked; of infer_label.c, the parts of a label */
	bool is_in_text;     /* scratch of infer_label.c: each text of the label has its value */
	/* What it is taken for; meaningful once decided. */
	bool decided;
	enum cml_role role;
	enum cml_job_status *meanings; /* of a status, by symbol of its texts; in the arena */
	const char *bound;             /* of a limit: the maximum; kept */
	double per_gb; /* of a limit of memory: of its unit, by its name or devices; 0: not known */
	const char *condition; /* of a param: where it is set, as an expression; NULL: everywhere */
	const struct cml_infer_column *condition_on; /* the column of that */
	const char *empty;   /* of a param: the level that missing cells are; NULL: they are none */
	const char *follows; /* of a bool: where it is true, as an expression; NULL: not known */
	bool is_written;     /* its row of the space */
	const char *reason;  /* for the doc cell; static or in the arena */
	const char *advice;  /* its note says besides; NULL: no note */
};

/* Where a row of the job table is. */
struct cml_infer_place {
	const char *file;
	size_t line;
};

/* The rows kept for comparison, and the columns that may be settings. */
struct cml_infer_rows {
	struct cml_infer_column *columns; /* samples of n_rows values */
	size_t n_columns;
	size_t n_rows;
	struct cml_infer_place *places; /* by row */
	size_t places_capacity;
	struct cml_infer_column *metric;
	bool *job_ok; /* by row: no status contradicts its metric */
	bool *failed; /* by row: the job has no metric, or failed of a cause that is not said */
	bool *out_of_memory; /* by row: the job ran out of memory, by its status */
	bool has_oom;
	bool has_failed; /* a job failed, and its status does not say of what */
	void *scratch;   /* CML_INFER_SCRATCH bytes for each row, and for each level of a column */
};
#define CML_INFER_SCRATCH 32

/* Each column in turn, called so. */
#define CML_EACH_COLUMN(column, rows)                                                              \
	for (struct cml_infer_column *column = (rows)->columns;                                    \
	     column < (rows)->columns + (rows)->n_columns; column++)

/* The metric of a job that ran, else NaN. */
double cml_infer_metric_of(const struct cml_infer_rows *rows, size_t row);

void cml_infer_column_release(struct cml_infer_column *column);

/* What the words of its plain name tell. */
static inline bool cml_named(const struct cml_infer_column *column, enum cml_name_class class)
{
	return cml_name_is_a(column->plain, class);
}

/* Counts a trimmed cell. False when memory is out. */
bool cml_infer_column_add(struct cml_infer_column *column, struct cml_slice cell, bool missing);

/* Puts the last cell at place `at` of the sample, which is at most its end. */
bool cml_infer_column_keep(struct cml_infer_column *column, size_t at);

/* Makes a list of texts of a column, in which a missing cell is one: `empty`, which the caller
 * keeps; whole numbers without the `.0` that pandas writes beside missing cells. What was counted
 * of texts begins anew. False when memory is out. */
bool cml_infer_column_list(struct cml_infer_column *column, const char *empty, size_t n_rows);

/* Counts the distinct values of a sample of n_rows, and sees what the cells are. scratch: n_rows
 * doubles. */
void cml_infer_column_count(struct cml_infer_column *column, size_t n_rows, double *scratch);

/* Whether a value of the sample is this text of the column. */
bool cml_infer_has_text(struct cml_slice text, double value);

/* How many of the texts are one, and, if not NULL, in how many cells. */
size_t cml_infer_count_texts(const struct cml_infer_column *column,
			     bool (*is_one)(struct cml_slice text), size_t *n_cells);

/* Whether some text is, or has, one of some words: as cml_name_is, cml_name_has. */
bool cml_infer_some_text(const struct cml_infer_column *column,
			 bool (*fits)(const char *text, const char *words), const char *words);

/* The first text of a value of the sample; texts.n: there is none. */
size_t cml_infer_find_text(const struct cml_infer_column *column, double value);

/* The number that the name in a row stands for; NaN: none. column: NULL has none. */
double cml_infer_in_name(const struct cml_infer_column *column, size_t row,
			 double (*number_in)(struct cml_slice name));

/* A value of the sample as the table has it, in number where it is whole: pandas writes 4.0 for the
 * 4 of a column with a missing cell. Empty for a missing one. */
struct cml_slice cml_infer_text_of(const struct cml_infer_column *column, double value,
				   char number[CML_NUMBER_SIZE]);

/* A value of the sample, of words of truth 0 or 1. */
double cml_infer_number_of(const struct cml_infer_column *column, double value);

bool cml_infer_is_date(struct cml_slice text); /* in either order */
/* How many cells are dates in the order in which more of them are. */
size_t cml_infer_n_dates(const struct cml_infer_column *column);
/* Of the configuration, with a name that can stand in an expression. */
bool cml_infer_is_nameable(const struct cml_infer_column *column);
/* The same value in every row. */
bool cml_infer_is_constant(const struct cml_infer_column *column);
/* Whole numbers of few values. */
bool cml_infer_is_short_list(const struct cml_infer_column *column);
/* Numbers that have the same distance, or the same whole ratio, from each to the next. */
bool cml_infer_is_progression(const struct cml_infer_column *column);
/* Hardly a value comes twice. */
bool cml_infer_seldom_repeats(const struct cml_infer_column *column);
/* Numbers that are written as none are: 007, 12e4, 1.10 beside 1.9. */
bool cml_infer_is_spelled(const struct cml_infer_column *column);
/* A cell that a sheet made a date of: a day and a month (cml_time_is_of_sheet), or a date among
 * texts. Empty: there is none. */
struct cml_slice cml_infer_find_sheet_date(const struct cml_infer_column *column);

/* The type, and the domain cell appended to domain: it takes every value seen. scratch: a slice for
 * each level. */
enum cml_type cml_infer_domain(const struct cml_infer_column *column, struct cml_slice *scratch,
			       struct cml_buffer *domain);

/* Appends a number behind a text. */
void cml_infer_append_number(struct cml_buffer *text, const char *before, double value);

/* A hash of the values of all params and contexts in a row, or of contexts alone, without those of
 * a column (NULL: of none). */
uint64_t cml_infer_hash_row(const struct cml_infer_rows *rows, size_t row, bool contexts_alone,
			    const struct cml_infer_column *but);
/* The same of the columns that are marked. */
uint64_t cml_infer_hash_marked(const struct cml_infer_rows *rows, size_t row);

/* Whether a column has texts, all cells are numbers for people (number.h), some of them
 * perhaps plain, and they share a few units: `4491MiB`, `93%`, `00:12:33`, `1,234`; `7b` and `13b`,
 * too, not ids such as `17-eu`. Of columns of too many texts to keep, those that are kept count. */
bool cml_infer_has_units(const struct cml_infer_column *column);
/* What to write in place of the first such cell: `; "93%" is no plain number: without "%" it is
 * 93`; where units differ, a cell of each, such as "30m" and "1h". Empty for other columns. Returns
 * text. */
#define CML_UNIT_ADVICE_SIZE (6 * CML_QUOTE_SIZE)
const char *cml_infer_unit_advice(const struct cml_infer_column *column,
				  char text[CML_UNIT_ADVICE_SIZE]);

/* Whether most levels of a column have billions in their names, as models do, whatever the column
 * is called (`Modell`), but for sizes of messages and buffers, 64B; infer_size.c. */
bool cml_infer_names_models(const struct cml_infer_column *column);
bool cml_infer_names_devices(const struct cml_infer_column *column);

/* Memory in percent of that of a device. */
bool cml_infer_is_percent(const struct cml_infer_column *column);

/* GB of a device by its name; NaN: not known; infer_size.c. */
double cml_memory_in_name(struct cml_slice name);

/* Whether a column is memory by its name, and that or its values say that it was measured, not set:
 * eight different ones at least, not a few dozen that are evenly spaced or powers of a number, and,
 * where they are not whole, seldom the same; infer_size.c. */
bool cml_infer_is_used_memory(const struct cml_infer_column *column);

#endif
