/* Lengths of time as people write them. */
#ifndef CML_BASE_DURATION_H
#define CML_BASE_DURATION_H

#include "base/text.h"

#include <stdbool.h>

/* Seconds from `90`, `90s`, `1.5m`, `2h`, `3d`, or several from the longest unit to the
 * shortest, each once: `1h30m`, `1d 12h`. False, with *seconds unchanged, for anything else: a
 * negative time, one that is not finite, a number without its unit beside others. */
bool cml_parse_duration(struct cml_slice text, double *seconds);

#endif
