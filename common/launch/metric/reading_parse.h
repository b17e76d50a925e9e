/* Whether a name in a text has a reading behind it. */
#ifndef CML_LAUNCH_METRIC_READING_PARSE_H
#define CML_LAUNCH_METRIC_READING_PARSE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Most bytes that are looked at before a name, and behind it: what is longer is no
 * reading. */
#define CML_READING_BEFORE 32
#define CML_READING_BEHIND 256

/* Bytes of the unit behind a number, terminated; longer ones are no unit. */
#define CML_UNIT_SIZE 24

enum cml_reading_kind {
	CML_READING_NONE,   /* no number follows, or the name is part of another */
	CML_READING_NUMBER, /* value and unit are set */
	/* What follows begins like a number, but is none: "12:30", "1,5", "1_000", "1'000", "[5]",
	 * "***". */
	CML_READING_OTHER,
	CML_READING_TORN, /* one number or two, nobody can tell: "1 234"; value is the first */
};

struct cml_reading {
	double value;             /* may be infinite or NaN */
	char unit[CML_UNIT_SIZE]; /* letters right behind it, or behind a blank a unit's name */
};

/* Whether a word behind a number and a blank scales the number, rather than going on with the
 * sentence: a prefix (k, M, Gi), a unit with or without one (ms, GB, tokens), or one per
 * another (ktokens/s). English and SI in ASCII; what is not known is no unit. */
bool cml_reading_is_unit(struct cml_slice word);

/* Whether nothing in text (what is before a name, at least its last CML_READING_BEFORE
 * bytes or all there is) makes the name part of a longer one. */
bool cml_reading_starts(struct cml_slice text);

/* What text, which begins behind the name, says: at least CML_READING_BEHIND bytes, or all
 * there is. *used: where the number begins, for messages; only with OTHER and TORN. */
enum cml_reading_kind cml_reading_parse(struct cml_slice text, struct cml_reading *reading,
					size_t *used);

/* A word that is a number, as above but all of it. */
bool cml_reading_parse_word(struct cml_slice word, double *value);

#endif
