/* Whether a name in a text has a reading behind it. readings.h says what a reading is. */
#ifndef CML_LAUNCH_METRIC_READING_PARSE_H
#define CML_LAUNCH_METRIC_READING_PARSE_H

#include "base/text.h"

#include <stdbool.h>

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

#endif
