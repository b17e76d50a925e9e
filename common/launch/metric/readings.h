/* The readings of a metric in what a job printed, and the value they make. What a reading is, how
 * units scale it, and which ones are doubtful is said in cml-submit(1), The metric. Any other byte,
 * NUL and broken UTF-8 included, is text that is passed over; the last line needs no line end.
 * Nothing that could change the value is left out in silence: it takes the value away, with the
 * reason in words. */
#ifndef CML_LAUNCH_METRIC_READINGS_H
#define CML_LAUNCH_METRIC_READINGS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/job/job_record.h"

#include <regex.h>

/* The option `--metric`: where the readings of a job are, and how they become one value. */

/* Many readings to one value: quantiles, means, first, last, minimum, maximum. */

enum cml_reduction_kind {
	CML_REDUCE_LAST,
	CML_REDUCE_FIRST,
	CML_REDUCE_MEAN,
	CML_REDUCE_PERCENTILE,
};

struct cml_reduction {
	enum cml_reduction_kind kind;
	double percent; /* of a percentile: 0, the minimum, to 100 */
};

/* Reads `last`, `first`, `min`, `max`, `mean`, `median` or `pQ` (percentile, 0 to 100, p90 or
 * p99.9). CML_BAD_USAGE lists them, with the nearest. */
enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err);

/* The value of x[n], finite readings in their order; x may be sorted by this. NaN for n == 0,
 * infinite where a mean is too large for a double. Quantiles lie linearly between order
 * statistics (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996;
 * NumPy's and R's default). What lies between readings has ten significant digits at most, a mean
 * those that its error deserves, from six on. O(n), or O(n log n) where x is sorted. */
double cml_reduce(const struct cml_reduction *reduction, size_t n, double *x);

enum cml_metric_form {
	CML_METRIC_NAMED, /* `name=1.5`, `name: 1.5`, `"name": 1.5` anywhere in a text */
	CML_METRIC_MATCH, /* what the first group of an expression matches, or all of it */
};

/* Zeroed is empty. */
struct cml_metric_spec {
	enum cml_metric_form form;
	char *name; /* of the readings. Owned */
	char *file; /* in the job directory; NULL: the job's output. Owned */
	regex_t match;
	struct cml_reduction reduction;
	size_t n_warmup; /* readings to drop at the start */
	/* Of a limit in kB (or KiB) 1, MB 2, GB 3: `40.05GiB` is 40.05 of them. 0: bytes, 4.3e10.
	 */
	unsigned memory_prefix;
};

/* Reads `[file:PATH:]NAME[=REDUCTION]` or `[file:PATH:]NAME=REDUCTION:REGEX`, a POSIX
 * extended one. What follows the last `=` is the reduction, or the first that a `:` follows, so
 * that a name may hold one. CML_BAD_USAGE: an unknown reduction, an empty name or path, a path out
 * of the job's directory, no regular expression. */
enum cml_result cml_metric_spec_parse(struct cml_metric_spec *spec, const char *text,
				      size_t n_warmup, struct cml_error *err);
void cml_metric_spec_release(struct cml_metric_spec *spec); /* safe on a zeroed one */

/* Whether a name in a text has a reading behind it. */

/* Maximum number of bytes that are looked at before a name, and behind it: what is longer is no
 * reading. */
#define CML_READING_BEFORE 32
#define CML_READING_BEHIND 256

/* Bytes of a text that a message shows. */
#define CML_READING_SHOWN 19

/* Bytes of a unit, terminated; longer ones are no unit. */
#define CML_UNIT_SIZE 24

enum cml_reading_kind {
	CML_READING_NONE,   /* no number follows, or the name is part of another */
	CML_READING_NUMBER, /* value and unit are set */
	/* What follows begins like a number, but its value is unclear: "12:30", "1,5", "0,123",
	 * "1_000",
	 * "[5]", "***", "1 234", "1.2B". why and text are set. */
	CML_READING_REFUSED,
};

struct cml_reading {
	double value;             /* with its k, M, ...; may be infinite or NaN */
	double bare, factor;      /* without it, and what it multiplies by; 0 without */
	char unit[CML_UNIT_SIZE]; /* what stands behind it and does not scale; may be empty */
	const char *why;          /* "no number"; a constant */
	char text[CML_READING_SHOWN + 1]; /* for messages */
};

/* Whether nothing in text (what is before a name, at least its last CML_READING_BEFORE
 * bytes or all there is) makes the name part of a longer one. */
bool cml_reading_starts(struct cml_slice text);

/* What text, which begins behind the name, says: at least CML_READING_BEHIND bytes, or all
 * there is. is_loose: blanks alone may stand before the number, as in `time 742.40ms`; what is
 * unclear there is a part of a sentence, unless another process cut it. */
enum cml_reading_kind cml_reading_parse(struct cml_slice text, bool is_loose,
					struct cml_reading *reading);

/* What text, which ends before the name, says: `137k ` of `137k tok/s`. */
enum cml_reading_kind cml_reading_parse_before(struct cml_slice text, struct cml_reading *reading);

/* A word that is a number, with k, M, ... or a unit, and nothing else. */
bool cml_reading_parse_word(struct cml_slice word, struct cml_reading *reading);

/* Appends a line `name=cell` for each cell of the column called name, where bytes are a table that
 * has it, with any of the usual delimiters; *found says so. A quote that is not closed ends the
 * table. CML_NO_MEMORY only. */
enum cml_result cml_reading_table_print(struct cml_slice bytes, struct cml_slice name, bool *found,
					struct cml_buffer *text, struct cml_error *err);

/* What a job's readings come to. */
struct cml_metric_result {
	double value;             /* NaN when there is none, and then reason says why */
	size_t n_readings;        /* that made the value; without the warm-up */
	size_t n_seen;            /* with the warm-up, and with those that are inf or nan */
	bool is_near;             /* without a reading: a line has the name, and reason shows it */
	double spread;            /* their sample standard deviation; NaN for fewer than 2 */
	struct cml_reason reason; /* "stdout: no reading of 'qps'"; empty with a value */
};

/* Where the readings of one job are gathered. */
struct cml_readings; /* opaque */

/* For the jobs of spec, which outlives it; reset for each. */
enum cml_result cml_readings_new(struct cml_readings **readings, const struct cml_metric_spec *spec,
				 struct cml_error *err);
void cml_readings_reset(struct cml_readings *readings);
void cml_readings_free(struct cml_readings *readings); /* NULL is allowed */

/* Takes the next bytes of an output; any division into pieces gives the same readings. Memory: 8
 * bytes for each reading, of which there are at most 2^26; the text itself needs none. */
enum cml_result cml_readings_feed(struct cml_readings *readings, struct cml_slice bytes,
				  struct cml_error *err);

/* The end: the value of all readings since the start or the last reset. source: what to
 * call the text in a reason ("stdout"). */
enum cml_result cml_readings_finish(struct cml_readings *readings, const char *source,
				    struct cml_metric_result *result, struct cml_error *err);

/* A job that ended. */
struct cml_metric_source {
	const char *dir; /* the job's directory */
	bool is_cut;     /* it was killed: a last line without its end may be half of one, and is
			  * no text to read from */
};

/* Reads the metric of a job that ended from the files of its directory: `stdout`, or what spec
 * names. Named readings that `stdout` has none of are looked for in `stderr`, then in both without
 * `=` and `:`; of a file that is a table they are those of the column. What the job did
 * wrong (no file, no reading) is a result with a reason; only what the
 * machine refuses (memory, a read error) is an error. A file that is not a regular one is never
 * waited for. readings: of the spec that is read; it is reset first. */
enum cml_result cml_metric_read(struct cml_readings *readings,
				const struct cml_metric_source *source,
				struct cml_metric_result *result, struct cml_error *err);

#endif
