/* Whether a job that still runs can come near the best, by the readings it has printed so far. A
 * job that ended ok leaves a curve: what its first 1, 2, 4, ... readings came to, and what all of
 * them came to. The forecast for a running job is optimistic: the value of its first readings times
 * the largest ratio of these of all curves. Of n curves and a job like them, the job ends above its
 * forecast with a chance of 1 / (n + 1) at most. */
#ifndef CML_LAUNCH_METRIC_PACE_H
#define CML_LAUNCH_METRIC_PACE_H

#include "base/error.h"
#include "launch/metric/readings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fewer curves forecast nothing. */
#define CML_PACE_MIN_CURVES 5
/* More are not kept, but for those that are the best of their context. */
#define CML_PACE_MAX_CURVES 1024

struct cml_pace_curve {
	uint64_t context; /* jobs of one context are compared by their values */
	double value;
	unsigned n_early;
	double early[CML_N_EARLY];
};

/* Zeroed, with minimize set, is empty. */
struct cml_pace {
	struct cml_pace_curve *curves;
	size_t n;
	size_t capacity;
	bool minimize; /* the best value is the smallest */
};

void cml_pace_release(struct cml_pace *pace); /* safe on a zeroed one */

/* Takes the readings of a job that ended ok. Without effect unless its value and all of its early
 * values are above 0: ratios mean nothing then. CML_NO_MEMORY. */
enum cml_result cml_pace_add(struct cml_pace *pace, uint64_t context,
			     const struct cml_metric_result *result, struct cml_error *err);

/* What is known of a job that runs. */
struct cml_pace_outlook {
	size_t n_readings; /* looked at: a power of two, fewer than there are */
	double value;      /* of these */
	double forecast;   /* of all that it will have, at best */
	double best;       /* of its context */
};

/* running: its readings so far, of which the last one may be half a number and is not looked at.
 * False: nothing can be said, for want of readings, of curves that are as long, or of a job of the
 * context that ended ok. */
bool cml_pace_look(const struct cml_pace *pace, uint64_t context,
		   const struct cml_metric_result *running, struct cml_pace_outlook *outlook);

/* Whether even the forecast is more than factor times worse than the best. */
bool cml_pace_is_hopeless(const struct cml_pace *pace, const struct cml_pace_outlook *outlook,
			  double factor);

#endif
