/* The readings of a metric in what a job printed, and the value they make. What a reading is, how
 * units scale it, and which ones are doubtful is said in cml-submit(1), The metric. Any other byte,
 * NUL and broken UTF-8 included, is text that is passed over; the last line needs no line end.
 * Nothing that could change the value is left out in silence: it takes the value away, with the
 * reason in words. */
#ifndef CML_LAUNCH_METRIC_READINGS_H
#define CML_LAUNCH_METRIC_READINGS_H

#include "base/error.h"
#include "base/text.h"
#include "launch/job/reason.h"
#include "launch/metric/metric_spec.h"
#include "launch/metric/reading_parse.h"
#include "launch/metric/reduction.h"

#include <stdbool.h>
#include <stddef.h>

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
/* Also readings that lack a sign between name and number, until the next reset: `time 742.40ms`,
 * and `137k tok/s` where the name is a unit. */
void cml_readings_loosen(struct cml_readings *readings);
void cml_readings_free(struct cml_readings *readings); /* NULL is allowed */

/* Takes the next bytes of an output; any division into pieces gives the same readings. Memory: 8
 * bytes for each reading, of which there are at most 2^26; the text itself needs none. */
enum cml_result cml_readings_feed(struct cml_readings *readings, struct cml_slice bytes,
				  struct cml_error *err);

/* Feeds a regular file, no more bytes than it has now: something may still write to it, for
 * ever. CML_IO_ERROR when it cannot be read. */
enum cml_result cml_readings_feed_file(struct cml_readings *readings, int fd,
				       struct cml_error *err);

/* Takes the value away, for a reason (printf-style); the first reason stays. */
void cml_readings_refuse(struct cml_readings *readings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes a last line without its end out of what was fed. */
void cml_readings_drop_cut_line(struct cml_readings *readings);

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
 * `=` and `:`. What the job did
 * wrong (no file, no reading) is a result with a reason; only what the
 * machine refuses (memory, a read error) is an error. A file that is not a regular one is never
 * waited for. readings: made for spec; it is reset first. */
enum cml_result cml_metric_read(const struct cml_metric_spec *spec, struct cml_readings *readings,
				const struct cml_metric_source *source,
				struct cml_metric_result *result, struct cml_error *err);

#endif
