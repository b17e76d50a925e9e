/* Jobs whose metric is off by what a feature counts, job by job: that of each device in a log of
 * whole jobs.
 *
 * A count is a feature of whole numbers from 1 on, or of their logarithms. Of jobs of 4 and more,
 * what they leave over of a fit of logarithms is looked at as a fraction of that number's
 * logarithm. Jobs are a slip if these fractions are a peak around 1, with a valley before it and
 * few beyond; one of five at most, and four of them; four deviations off in the median; and fitted
 * half as well again as by any one factor. */
#ifndef CML_EVAL_CHECKS_COUNTED_SLIP_H
#define CML_EVAL_CHECKS_COUNTED_SLIP_H

#include "base/text.h"
#include "learn/data/dataset.h"

#include <stddef.h>

/* So many jobs of a slip are named. */
#define CML_SLIP_NAMED 3

struct cml_counted_slip {
	size_t n;                    /* jobs; 0: there is none */
	size_t rows[CML_SLIP_NAMED]; /* of the first of them, as many as there are */
	size_t feature;              /* that counts; of several that may the one that fits best */
	double middle;               /* the median of what they leave over */
};

/* over[data->n_rows]: what jobs leave over in the direction asked about, around 0, with the
 * deviation sd. scratch: 3 n_rows numbers. O(n_features n_rows log n_rows). */
struct cml_counted_slip cml_counted_slip_find(const struct cml_dataset *data, const double *over,
					      double sd, double *scratch);

/* The name of what a feature counts: in data, without the logarithm. */
struct cml_slice cml_count_name(const struct cml_dataset *data, size_t feature);

#endif
