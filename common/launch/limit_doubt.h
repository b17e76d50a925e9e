/* Readings of limits that are in another unit than the rows of the history, or the bound. */
#ifndef CML_LAUNCH_LIMIT_DOUBT_H
#define CML_LAUNCH_LIMIT_DOUBT_H

#include "base/error.h"
#include "launch/job/reason.h"
#include "space/space.h"

#include <stddef.h>

/* Values of limits in rows of the history that are kept, of each. */
#define CML_DOUBT_ROWS 1000

/* What the history has of each limit. Zeroed is nothing. */
struct cml_limit_doubt {
	double *known; /* CML_DOUBT_ROWS of each */
	size_t *n;     /* by limit */
	size_t n_limits;
};

/* Reads the first rows of a table that have limits of the space; one that cannot be read has none.
 * path NULL: none. */
enum cml_result cml_limit_doubt_init(struct cml_limit_doubt *doubt, const struct cml_space *space,
				     const char *path, char delimiter, struct cml_error *err);
void cml_limit_doubt_release(struct cml_limit_doubt *doubt); /* safe on a zeroed one */

/* Takes away values (NaN) that are in another unit: memory 30 times outside all that the history
 * has, or 100 times its upper bound; anything else 300 and 1000 times, as a latency may be out of
 * all proportion. What has a lower bound alone may be too small. The first is told in missing,
 * unless that is doubtful already. Bounds that are expressions are not looked at. */
void cml_limit_doubt_apply(const struct cml_limit_doubt *doubt, const struct cml_space *space,
			   double *values, struct cml_missing_limit *missing);

#endif
