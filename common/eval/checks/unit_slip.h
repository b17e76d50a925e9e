/* Jobs whose metric is in another unit than that of the others: three rows in milliseconds in a log
 * of seconds, which poison whatever is learned.
 *
 * Boosted trees with Huber's loss, on which single outliers have little influence, learn the
 * logarithm of the metric without the jobs of one configuration in four, and predict these. Jobs
 * are a slip if what they leave over is
 *  - ten robust standard deviations (1.4826 times the median deviation from the median) or more,
 *    and a factor of 30 or more; or twenty, and within five per cent of a factor of 8;
 *  - in one direction, and apart: the next job leaves over two thirds as much at most;
 *  - one job of ten at most; one of five, if it is within five per cent of a factor between units.
 *    Of more it is what the metric is like.
 * Many outliers bend the trees. If none are found so, but one job of twenty leaves over a factor of
 * 4.5 in one direction, trees learn for which half of what is left over counts by its sign alone.
 * Then the jobs three deviations off, nearer to the median of such jobs than to the others, have
 * that median taken off, and the trees learn again from what is then one unit, until these jobs
 * stay the same, four times at most: a mixture of two scales, whose factor is found with its jobs.
 * Where no factor is found, what a feature counts may be it (counted_slip.h).
 * Source: J. H. Friedman, "Greedy function approximation", Annals of Statistics 29, 2001, section
 * 4.4 (loss); F. R. Hampel, "The influence curve and its role in robust estimation", JASA 69, 1974
 * (median deviation). */
#ifndef CML_EVAL_CHECKS_UNIT_SLIP_H
#define CML_EVAL_CHECKS_UNIT_SLIP_H

#include "base/error.h"
#include "base/parallel.h"
#include "base/text.h"
#include "eval/checks/counted_slip.h"
#include "learn/data/dataset.h"

#include <stddef.h>
#include <stdint.h>

/* Fewer jobs with a metric above 0 do not tell. */
#define CML_SLIP_MIN_JOBS 20

struct cml_unit_slip {
	size_t n;                    /* jobs; 0: there is none */
	size_t rows[CML_SLIP_NAMED]; /* of the first of them in data, as many as there are */
	double factor;               /* the median of what is measured over what is predicted */
	double unit; /* the factor between units that it is near to: 8, 60, 100, 1000, 3600,
		      * 1e6, 1e9, or one over it; NaN: none */
	struct cml_slice count; /* the name in data of what each of them reports one part of, or so
				 * many times too much, as a metric of each device; empty: none */
};

/* slips[0]: metrics that are too large; slips[1]: too small. None where one metric in ten is not
 * above 0, and for fewer than CML_SLIP_MIN_JOBS. At most 3,000 jobs are learned from for each of
 * four parts, all are predicted. The same for every number of threads. */
enum cml_result cml_unit_slips_find(const struct cml_dataset *data, struct cml_pool *pool,
				    struct cml_unit_slip slips[2], struct cml_error *err);

#endif
