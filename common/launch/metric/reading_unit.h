/* What a word behind a number does to it. */
#ifndef CML_LAUNCH_METRIC_READING_UNIT_H
#define CML_LAUNCH_METRIC_READING_UNIT_H

#include "base/text.h"

enum cml_unit_kind {
	CML_UNIT_KNOWN,   /* scales by *factor */
	CML_UNIT_UNKNOWN, /* "foo": a unit right behind a number, a word of a sentence elsewhere */
	CML_UNIT_PREFIX,  /* "Mfoo": begins with k, M or the like, and the rest is not known */
	CML_UNIT_UNCLEAR, /* "B", "million": scales the number, by how much differs */
};

/* k, K, M, G, T and P are powers of a thousand, Ki, Mi, ... powers of 1024, alone or before a
 * unit. *factor: what they multiply by, 1 without them or when not known; *rest: a view of the
 * word behind them. Source: SI and IEC 80000-13. */
enum cml_unit_kind cml_unit_classify(struct cml_slice word, double *factor, struct cml_slice *rest);

#endif
