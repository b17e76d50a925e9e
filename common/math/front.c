#include "math/front.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Distance of the reference from the worst, as a part of the range. */
#define MARGIN 0.1
/* A front whose range is less than this part of that of all jobs, on both axes, has none. */
#define MIN_RANGE 0.1

void cml_front_release(struct cml_front *front)
{
	free(front->points);
	*front = (struct cml_front){0};
}

double cml_front_place(const struct cml_front_axis *axis, double metric)
{
	double place = axis->is_log ? log(metric) : metric;
	return axis->maximize ? place : -place;
}

static bool place(const struct cml_front *front, const double metrics[2],
		  struct cml_front_point *point)
{
	for (size_t k = 0; k < 2; k++)
		point->at[k] = cml_front_place(&front->axes[k], metrics[k]);
	return isfinite(point->at[0]) && isfinite(point->at[1]);
}

/* The first point that is as good on the first axis: it is the best of these on the second. */
static size_t find(const struct cml_front *front, double first)
{
	size_t lo = 0, hi = front->n;
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;
		if (front->points[middle].at[0] < first)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static bool is_better(const struct cml_front_point *a, const struct cml_front_point *b)
{
	return a->at[0] >= b->at[0] && a->at[1] >= b->at[1] &&
	       (a->at[0] > b->at[0] || a->at[1] > b->at[1]);
}

bool cml_front_holds(const struct cml_front *front, const double metrics[2])
{
	struct cml_front_point point;
	if (!place(front, metrics, &point))
		return false;
	size_t i = find(front, point.at[0]);
	return i == front->n || !is_better(&front->points[i], &point);
}

enum cml_result cml_front_add(struct cml_front *front, const double metrics[2],
			      struct cml_error *err)
{
	struct cml_front_point point;
	if (!place(front, metrics, &point))
		return CML_OK;
	for (size_t k = 0; k < 2; k++) {
		if (front->has_reference && point.at[k] <= front->reference[k])
			return CML_OK;
		bool is_first = front->n_added == 0;
		front->min[k] = is_first ? point.at[k] : fmin(front->min[k], point.at[k]);
		front->max[k] = is_first ? point.at[k] : fmax(front->max[k], point.at[k]);
	}
	front->n_added++;
	/* Those before `end` are worse on the first axis, and dominated as far as they are not
	 * better on the second. */
	size_t end = find(front, point.at[0]), begin = end;
	if (end < front->n && front->points[end].at[1] >= point.at[1])
		return CML_OK;
	if (end < front->n && front->points[end].at[0] == point.at[0])
		end++;
	while (begin > 0 && front->points[begin - 1].at[1] <= point.at[1])
		begin--;
	if (!CML_RESERVE(&front->points, &front->capacity, front->n + 1))
		return cml_fail_memory(err);
	memmove(front->points + begin + 1, front->points + end,
		(front->n - end) * sizeof *front->points);
	front->points[begin] = point;
	front->n = front->n - (end - begin) + 1;
	return CML_OK;
}

static double front_range(const struct cml_front *front, size_t k)
{
	return fabs(front->points[0].at[k] - front->points[front->n - 1].at[k]);
}

bool cml_front_is_point(const struct cml_front *front)
{
	for (size_t k = 0; k < 2; k++)
		if (front_range(front, k) >= MIN_RANGE * (front->max[k] - front->min[k]) &&
		    front_range(front, k) > 0)
			return false;
	return true;
}

void cml_front_take_reference(struct cml_front *front)
{
	for (size_t k = 0; k < 2; k++) {
		double range = front_range(front, k), range_of_all = front->max[k] - front->min[k];
		double worst = fmin(front->points[0].at[k], front->points[front->n - 1].at[k]);
		if (front->has_best)
			worst = front->min[k];
		if (front->has_best || range == 0)
			range = range_of_all;
		if (range == 0)
			range = front->axes[k].is_log || worst == 0 ? 1 : fabs(worst);
		front->reference[k] = worst - MARGIN * range;
	}
	front->has_reference = true;
}

struct cml_front_strip cml_front_strip(const struct cml_front *front, size_t i)
{
	return (struct cml_front_strip){
	    .left = i == 0 ? front->reference[0] : front->points[i - 1].at[0],
	    .right = i == front->n ? INFINITY : front->points[i].at[0],
	    .floor = i == front->n ? front->reference[1] : front->points[i].at[1],
	};
}

double cml_front_volume(const struct cml_front *front)
{
	double volume = 0;
	for (size_t i = 0; i < front->n; i++) {
		struct cml_front_strip strip = cml_front_strip(front, i);
		volume += (strip.right - strip.left) * (strip.floor - front->reference[1]);
	}
	return volume;
}
