#include "launch/time_left.h"

#include <math.h>

void cml_time_left_end(struct cml_time_left *left, double seconds, bool finished)
{
	double length = seconds > 0 ? seconds : 0; /* also for NaN */
	double away = length - left->mean_s;

	left->spent_s += length;
	if (!finished)
		return;
	left->n++;
	left->mean_s += away / (double)left->n;
	left->sum_squares += away * (length - left->mean_s);
}

/* Square of the coefficient of variation, at most 1; 0 of one length alone. */
static double variation(const struct cml_time_left *left)
{
	if (left->n < 2 || left->mean_s <= 0)
		return 0;
	return fmin(1, left->sum_squares / (double)(left->n - 1) / (left->mean_s * left->mean_s));
}

double cml_time_left(struct cml_time_left *left, const struct cml_time_left_now *now)
{
	double spent = left->spent_s, vary = variation(left);
	double work, longest = 0;

	if (now->n_running > left->n_places)
		left->n_places = now->n_running;
	if (now->n_running + now->n_waiting == 0)
		return 0;
	if (left->n == 0)
		return NAN;
	for (size_t i = 0; i < now->n_running; i++)
		spent += now->ages[i];
	double mean = spent / (double)left->n;
	work = (double)now->n_waiting * mean;
	for (size_t i = 0; i < now->n_running; i++) {
		double rest = fmax(mean - now->ages[i], vary * fmax(mean, now->ages[i]));

		work += rest;
		longest = fmax(longest, rest);
	}
	if (now->n_waiting > 0)
		longest = fmax(longest, mean + now->hold_s);
	return fmax(work / fmax(1, (double)left->n_places), longest);
}
