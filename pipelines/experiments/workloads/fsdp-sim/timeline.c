#include "timeline.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

size_t sim_queue_add(struct sim_queue *queue, double work_s, size_t after)
{
	assert(queue->n < SIM_QUEUE_SIZE);
	queue->items[queue->n++] = (struct sim_item){work_s, after};
	return queue->n;
}

/* How far a stream is. */
struct stream {
	const struct sim_queue *queue;
	size_t n_done;
	double left_s; /* of the item at the head */
};

static void next_item(struct stream *stream)
{
	if (stream->n_done < stream->queue->n)
		stream->left_s = stream->queue->items[stream->n_done].work_s;
}

static struct stream start(const struct sim_queue *queue)
{
	struct stream stream = {queue, 0, 0};
	next_item(&stream);
	return stream;
}

static bool can_run(const struct stream *stream, const struct stream *other)
{
	return stream->n_done < stream->queue->n &&
	       stream->queue->items[stream->n_done].after <= other->n_done;
}

static void advance(struct stream *stream, double done_s, bool finished)
{
	stream->left_s -= done_s;
	if (!finished)
		return;
	stream->n_done++;
	next_item(stream);
}

struct sim_timeline sim_timeline_run(const struct sim_queue *compute,
				     const struct sim_queue *communication, double slowdown)
{
	struct sim_timeline timeline = {0};
	struct stream computing = start(compute);
	struct stream sending = start(communication);
	for (;;) {
		bool computes = can_run(&computing, &sending);
		bool sends = can_run(&sending, &computing);
		if (!computes && !sends)
			break;
		double factor = sends ? 1 + slowdown : 1;
		double compute_left = computes ? computing.left_s * factor : INFINITY;
		double send_left = sends ? sending.left_s : INFINITY;
		double step = fmin(compute_left, send_left);
		timeline.total_s += step;
		if (computes) {
			timeline.compute_s += step;
			advance(&computing, step / factor, compute_left <= send_left);
		}
		if (sends) {
			timeline.communication_s += step;
			advance(&sending, step, send_left <= compute_left);
		}
		if (computes && sends)
			timeline.overlap_s += step;
	}
	assert(computing.n_done == compute->n && sending.n_done == communication->n);
	return timeline;
}
