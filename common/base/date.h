/* Points in time as job logs write them. */
#ifndef CML_BASE_DATE_H
#define CML_BASE_DATE_H

#include "base/error.h"
#include "base/text.h"

/* A point in time, UTC. */
struct cml_time {
	int64_t seconds; /* since 1970-01-01T00:00:00, without leap seconds */
	double fraction; /* in [0, 1) */
};

/* What `06/01/2026` begins with. Other forms do not depend on it. */
enum cml_date_order { CML_MONTH_FIRST, CML_DAY_FIRST };

/* Parses a date, or a date and a time of day:
 *  - RFC 3339 and the common forms of ISO 8601: `2024-03-01`, `2024-03-01T17:05[:09[.25]]`, with T
 *    (any case), a blank or a `_`, and `-` for each `:` (`2024-03-01_17-05-09`); a month alone,
 *    `2024-03`, is its first day; `20240301T170509`, also with `-` or `_`;
 *  - `2024/03/01`, `03/01/2024` (order), `1.3.2024` (the day first);
 *  - months by their English names, whole or of three letters: `01 Mar 2024`, `1-March-2024`,
 *    `Mar 1, 2024`, also after a day of the week; `Fri Mar  1 17:05:09 2024` (ctime), `Fri Mar  1
 *    17:05:09 UTC 2024` (date(1)), `Fri, 01 Mar 2024 17:05:09 +0000` (RFC 5322),
 *    `01/Mar/2024:17:05:09 +0000` (web servers).
 * A time of day has hours and minutes, then perhaps seconds with a fraction, or AM or PM, and a
 * zone: Z, UTC, GMT, `+01:00`, `+0100`, `+01`, the American ones of RFC 5322, CET and CEST. A time
 * without zone counts as UTC. Second 60 is the start of the next minute. Years have four digits.
 * False for anything else. */
bool cml_time_parse(struct cml_slice text, enum cml_date_order order, struct cml_time *time);

/* Whether a text is three numbers as of a date whose year has two digits, which may stand first or
 * last: `23/11/26 14:03`, `26-11-23`, `23.11.26`. *has_clock: with a time of day. */
bool cml_time_is_short(struct cml_slice text, bool *has_clock);

/* Whether a text is a day and a month, or a month and a year, by the month's name: `4-Feb`,
 * `9.Okt`, `Apr 24`. Sheets make these of 4-2, 9.10 and 4/24; months have the short names of
 * western Europe. */
bool cml_time_is_of_sheet(struct cml_slice text);

/* Whether a cell says that there is no time: sacct writes `Unknown` of a start or an end that has
 * not come. */
bool cml_time_is_missing(struct cml_slice cell);

/* Order of the cells of a time column. */

/* <0, 0, >0; runs of digits count by value: v0.7 < v1.1 < v10. */
int cml_natural_compare(struct cml_slice a, struct cml_slice b);

/* order[n] becomes the permutation that puts the cells in ascending order: all
 * compared as numbers if all are, else as times if all are, else as text in
 * natural order. Equal cells keep their order. Of dates such as 06/01/2026 (base/date.h) some cell
 * has to show what they begin with. CML_BAD_DATA when none does and the order depends on it, and
 * when most are times and some are not: as text they would come in a wrong order; *odd is then the
 * place of a cell that is none, or the first one. */
enum cml_result cml_time_order(size_t n, const struct cml_slice *cells, size_t *order, size_t *odd,
			       struct cml_error *err);

#endif
