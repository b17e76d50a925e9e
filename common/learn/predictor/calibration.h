/* From the spread of an ensemble to a predictive standard deviation: one that
 * predicts how far new jobs lie from the prediction.
 *
 * The spread of the members measures what they disagree on, not what they all miss.
 * Rows that some members never saw (out-of-bag) show the difference: a row's
 * error under the members that never saw it is that of a new job. With v the
 * sample variance of n members, the deviation of a prediction is
 *
 *   sd = scale * sqrt(noise + v + v / n)
 *
 * where v is the error of training on one sample rather than another,
 * v / n for having only n members, noise for the rest. noise is the one among
 * multiples of the mean squared error that makes the errors most likely as
 * normal ones of deviation proportional to sd; scale then makes 90 % of the
 * standardised errors at most 1.645, as for a normal distribution, so that
 * mean +- 1.645 sd holds about 90 % of new jobs.
 *
 * Source: standardised residuals and their quantile of rank (1 - alpha)(n + 1):
 * J. Lei et al., "Distribution-free predictive inference for regression", JASA
 * 113, 2018, sections 2.2 and 5.2; out-of-bag members in place of a second split:
 * B. Kim, C. Xu, R. F. Barber, "Predictive inference is free with the
 * jackknife+-after-bootstrap", NeurIPS 2020. */
#ifndef CML_LEARN_PREDICTOR_CALIBRATION_H
#define CML_LEARN_PREDICTOR_CALIBRATION_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Fraction of new jobs that mean +- CML_CALIBRATION_DEVIATIONS sd is to hold: the
 * normal distribution's quantile of 0.95. */
#define CML_CALIBRATION_COVERAGE 0.9
#define CML_CALIBRATION_DEVIATIONS 1.6448536269514722

/* Fewer errors have no 90 % quantile: its rank 0.9 (n + 1) is above n. */
#define CML_CALIBRATION_MIN_ROWS 9

/* Zeroed: the plain spread of the members. */
struct cml_calibration {
	bool is_fitted;
	double noise; /* a variance, at least 0 */
	double scale; /* at least 0 */
};

/* Rows that at least so many members never saw are looked at, as long as there
 * are so many rows (the coverage of their quantile has a standard error of 2 %);
 * else members are fewer, down to 2. On llm_foundry this makes the intervals of ten
 * boosted members 30 % narrower than with all rows that two did not see, and
 * brings their coverage from 95 to 93 %. */
#define CML_CALIBRATION_MEMBERS 10
#define CML_CALIBRATION_ROWS 200

/* Predictions of members for rows they never saw. */
struct cml_unseen {
	size_t n_rows;
	const size_t *n_members; /* n_rows: that never saw the row */
	const double *mean;      /* n_rows: of their predictions */
	const double *squares;   /* n_rows: sum of squared deviations from it */
	const double *target;    /* n_rows */
	const double *weight;    /* n_rows, > 0 */
	bool is_log;             /* all are logarithms, and the interval is exp(mean) *
				  * (1 +- 1.645 sd): errors are exp(target - mean) - 1 */
};

/* O(n_rows log n_rows) at worst. With no rows the calibration stays zeroed; with
 * fewer than CML_CALIBRATION_MIN_ROWS noise is their mean squared error and
 * scale 1. Errors that are all 0 give noise 0 and scale 1. */
enum cml_result cml_calibration_fit(struct cml_calibration *calibration,
				    const struct cml_unseen *unseen, struct cml_error *err);

/* sd for n members of sample variance `variance`; NaN for one member. */
double cml_calibration_sd(const struct cml_calibration *calibration, size_t n, double variance);

/* Little-endian bytes, appended, and off the front of *bytes. save: false when memory is out; load:
 * false when they are truncated or not what save wrote. */
bool cml_calibration_save(const struct cml_calibration *calibration, struct cml_buffer *out);
bool cml_calibration_load(struct cml_calibration *calibration, struct cml_slice *bytes);

#endif
