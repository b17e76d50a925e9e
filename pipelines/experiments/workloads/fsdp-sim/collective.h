/* What a collective over all devices costs.
 *
 * Source: NCCL's own cost model (src/graph/tuning.cc), which it uses to choose
 * between algorithms: time = latency + bytes / bandwidth, for a ring that
 * passes through every device and leaves each node over all its network cards,
 * and for a tree. The fastest is taken, as NCCL does. */
#ifndef SIM_COLLECTIVE_H
#define SIM_COLLECTIVE_H

#include "hardware.h"

enum sim_collective {
	SIM_ALL_GATHER,     /* bytes: what each device holds afterwards */
	SIM_REDUCE_SCATTER, /* bytes: what each device holds before */
	SIM_ALL_REDUCE,     /* bytes: what each device holds before and after */
};

/* Bytes per second that pass through every device of a ring, the bus bandwidth
 * of NCCL's tests: as much as NVLink carries, or as the cards of a node. */
double sim_bus_bandwidth(const struct sim_hardware *hardware);

/* Seconds; network scales the bandwidth between nodes (1: nominal). */
double sim_collective_s(const struct sim_hardware *hardware, enum sim_collective collective,
			double bytes, double network);

/* Seconds of an exchange of `bytes` from each device, spread evenly over all:
 * what stays in the node goes beside what leaves it. */
double sim_all_to_all_s(const struct sim_hardware *hardware, double bytes, double network);

#endif
