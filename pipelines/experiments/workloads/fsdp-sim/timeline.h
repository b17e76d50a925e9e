/* Two streams of one device, computation and communication, each of which
 * works off its queue in order; an item may wait until so many items of the
 * other queue are done. While both work, computation is slower. */
#ifndef SIM_TIMELINE_H
#define SIM_TIMELINE_H

#include "ads_model.h"

#include <stddef.h>

struct sim_item {
	double work_s;
	size_t after; /* this many items of the other queue are done before */
};

enum { SIM_QUEUE_SIZE = 4 * SIM_MAX_UNITS };

struct sim_queue {
	size_t n;
	struct sim_item items[SIM_QUEUE_SIZE];
};

/* Returns the queue's length with the item in it: what another item that must
 * wait for it gives as `after`. */
size_t sim_queue_add(struct sim_queue *queue, double work_s, size_t after);

struct sim_timeline {
	double total_s;
	double compute_s; /* compute stream busy, slowdown included */
	double communication_s;
	double overlap_s; /* both busy */
};

/* Runs both queues to their ends. slowdown: computation takes 1 + slowdown as
 * long while communication runs. The queues must not wait for each other in a
 * circle (a bug of the caller). Cost: O(items). */
struct sim_timeline sim_timeline_run(const struct sim_queue *compute,
				     const struct sim_queue *communication, double slowdown);

#endif
