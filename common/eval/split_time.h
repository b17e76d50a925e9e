/* Order of the cells of a time column. */
#ifndef CML_EVAL_SPLIT_TIME_H
#define CML_EVAL_SPLIT_TIME_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A point in time, UTC. */
struct cml_time {
	int64_t seconds; /* since 1970-01-01T00:00:00, without leap seconds */
	double fraction; /* in [0, 1) */
};

/* Parses RFC 3339 and the common forms of ISO 8601: `2024-03-01`, or a date and
 * a time apart by T (any case) or a blank, `2024-03-01 17:05[:09[.25]]`, with Z
 * or an offset (`+01:00`, `+0100`, `+01`) after it, also after a blank. A month alone, `2024-03`,
 * is its first day. A time without offset counts as UTC. Second 60 is the start of the next minute.
 * False for anything else. */
bool cml_time_parse(struct cml_slice text, struct cml_time *time);

/* Whether a cell says that there is no time: sacct writes `Unknown` of a start or an end that has
 * not come. */
bool cml_time_is_missing(struct cml_slice cell);

/* <0, 0, >0; runs of digits count by value: v0.7 < v1.1 < v10. */
int cml_natural_compare(struct cml_slice a, struct cml_slice b);

/* order[n] becomes the permutation that puts the cells in ascending order: all
 * compared as numbers if all are, else as times if all are, else as text in
 * natural order. Equal cells keep their order. CML_BAD_DATA when most are times
 * and some are not: as text they would come in a wrong order. */
enum cml_result cml_time_order(size_t n, const struct cml_slice *cells, size_t *order,
			       struct cml_error *err);

#endif
