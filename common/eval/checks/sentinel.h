/* Jobs whose metric is a number that stands for none: 0 or -1 where a job has failed. */
#ifndef CML_EVAL_CHECKS_SENTINEL_H
#define CML_EVAL_CHECKS_SENTINEL_H

#include "learn/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>

/* So many of them are named. */
#define CML_SENTINEL_NAMED 3

struct cml_sentinel {
	size_t n;                        /* jobs; 0: there is none */
	double value;                    /* the smallest of theirs */
	bool is_one;                     /* it is that of all */
	size_t rows[CML_SENTINEL_NAMED]; /* of the first of them, as many as there are */
};

/* The jobs whose metric is 0 or less, if they are one in ten at most, or all have one and the same
 * number and are fewer than half: a speed or a time has no such values, and of what can be negative
 * there are more and other ones. data->y, O(n). */
struct cml_sentinel cml_sentinel_find(const struct cml_dataset *data);

#endif
