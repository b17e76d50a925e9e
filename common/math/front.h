/* The Pareto front of two metrics: the jobs that no other job beats in one of them without being
 * worse in the other; and its hypervolume, the area between the front and a reference point. */
#ifndef CML_MATH_FRONT_H
#define CML_MATH_FRONT_H

#include "base/error.h"

/* How a metric is seen: large is good or small is, and its logarithm where its model learned
 * that, as a deviation then grows with the metric. */
struct cml_front_axis {
	bool maximize;
	bool is_log;
};

/* As large is good on both axes, in the unit of the axes. */
struct cml_front_point {
	double at[2];
};

/* Zeroed but for the axes is empty. */
struct cml_front {
	struct cml_front_axis axes[2];
	struct cml_front_point *points; /* ascending in the first, descending in the second */
	size_t n;
	size_t capacity;
	double min[2], max[2]; /* of all that were added before the reference was taken */
	size_t n_added;
	bool has_best; /* the metrics agree: it is a point, and not by accident; set by the caller,
			* before the reference is taken */
	bool has_reference;
	double reference[2];
};
void cml_front_release(struct cml_front *front);

/* Metrics of a job, in their units. What does not join the front (it is dominated, equal to a
 * point, or a logarithm of it does not exist) leaves it as it is; what it dominates leaves the
 * front. After the reference was taken, what is not better than it on both axes does not join. */
enum cml_result cml_front_add(struct cml_front *front, const double metrics[2],
			      struct cml_error *err);

/* Whether no point of the front dominates these metrics; a point equals itself, so that the jobs
 * of the front are on it. False where one is NaN. */
bool cml_front_holds(const struct cml_front *front, const double metrics[2]);

/* Whether the front is one point, or as good as one: its range is less than a tenth of that of all
 * that were added, on both axes. There is a point. */
bool cml_front_is_point(const struct cml_front *front);

/* Takes the reference: a tenth of the front's range worse than the worst of the front on each
 * axis, so that its ends count too. Where that range is 0, as of a front of one, that of all
 * that were added; where that is 0 too, a tenth of the value, or of the unit of a logarithm. There
 * is a point.
 * With has_best: a tenth of the range of all that were added, worse than the worst of them. Gains
 * on one axis then count in proportion: with a reference near the only point, those on both at once
 * would be all that counts, however unlikely to be had.
 *
 * Source: H. Ishibuchi et al., "How to specify a reference point in hypervolume calculation for
 * fair performance comparison", Evolutionary Computation 26, 2018. */
void cml_front_take_reference(struct cml_front *front);

/* What is to be gained beside a front: above `floor` on the second axis, from `left` to `right` on
 * the first. Strips 0 to n cover all there is, without overlap; a reference was taken. */
struct cml_front_strip {
	double left, right, floor;
};
struct cml_front_strip cml_front_strip(const struct cml_front *front, size_t i);

/* Where a metric is on an axis; not finite where it has no place. */
double cml_front_place(const struct cml_front_axis *axis, double metric);

/* Area between the front and the reference. */
double cml_front_volume(const struct cml_front *front);

#endif
