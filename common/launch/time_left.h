/* How long the jobs of a run will still take, from how long those took that have ended.
 *
 * The mean length is all the time that jobs have run, ended or not, over the number that have
 * finished: short jobs end first, and a mean over those alone would promise too much. Attempts
 * that did not count (the machine's fault) are in that time, too.
 * Source: B. Epstein, M. Sobel, "Life testing", JASA 48, 1953 (total time on test).
 *
 * A job that runs needs what is left to the mean. Where lengths vary, its age says less about
 * that, and nothing at all for lengths that spread as much as an exponential's, whose rest is the
 * mean at any age: by the square of their coefficient of variation, at most 1. A job that has
 * outlived the mean then needs as long again. */
#ifndef CML_LAUNCH_TIME_LEFT_H
#define CML_LAUNCH_TIME_LEFT_H

#include <stdbool.h>
#include <stddef.h>

/* What has ended. Zeroed is empty. */
struct cml_time_left {
	double spent_s; /* by all attempts */
	size_t n;       /* finished jobs */
	double mean_s;  /* of these alone */
	double sum_squares;
	size_t n_places; /* most that ran at once */
};

/* An attempt that ran for so long; finished false: its job runs once more. seconds that are
 * NaN or negative count as 0. */
void cml_time_left_end(struct cml_time_left *left, double seconds, bool finished);

struct cml_time_left_now {
	const double *ages; /* seconds that each running attempt has run */
	size_t n_running;
	size_t n_waiting; /* for a place, here or in a scheduler's queue */
	double hold_s;    /* until the last of these may start, by its back-off; 0: all may */
};

/* Seconds until nothing runs or waits: the work over the places, but no less than one job needs
 * by itself. NaN: nothing has finished yet; 0: nothing runs or waits. O(n_running). */
double cml_time_left(struct cml_time_left *left, const struct cml_time_left_now *now);

#endif
