#include "collective.h"

#include <math.h>

static double bus_bandwidth(const struct sim_hardware *hardware, double network)
{
	double cards = (double)hardware->gpus_per_node * hardware->nic_bytes_s * network;
	return hardware->n_nodes > 1 ? fmin(cards, hardware->nvlink_bytes_s)
				     : hardware->nvlink_bytes_s;
}

double sim_bus_bandwidth(const struct sim_hardware *hardware)
{
	return bus_bandwidth(hardware, 1);
}

/* One pass around the ring moves each byte through all devices but one. */
static double ring_s(const struct sim_hardware *hardware, const struct sim_protocol *protocol,
		     double bytes, double network, double passes)
{
	double n_gpus = (double)sim_n_gpus(hardware);
	double network_steps = (double)(hardware->n_nodes - 1);
	double nvlink_steps = n_gpus - 1 - network_steps;
	double latency = protocol->base_s + passes * (nvlink_steps * protocol->nvlink_step_s +
						      network_steps * protocol->network_step_s);
	double bandwidth = bus_bandwidth(hardware, network) * protocol->bandwidth;
	if (passes > 1)
		latency *= hardware->ring_all_reduce_plateau;
	return latency + passes * bytes * (n_gpus - 1) / n_gpus / bandwidth;
}

/* Up the tree and down again. */
static double tree_s(const struct sim_hardware *hardware, double bytes, double network)
{
	const struct sim_protocol *protocol = &hardware->tree_ll128;
	double levels = log2((double)hardware->n_nodes);
	double latency = protocol->base_s +
			 2 * ((double)(hardware->gpus_per_node - 1) * protocol->nvlink_step_s +
			      levels * protocol->network_step_s);
	return latency + 2 * bytes / (bus_bandwidth(hardware, network) * protocol->bandwidth);
}

double sim_collective_s(const struct sim_hardware *hardware, enum sim_collective collective,
			double bytes, double network)
{
	double passes = collective == SIM_ALL_REDUCE ? 2 : 1;
	double best = fmin(ring_s(hardware, &hardware->ring_simple, bytes, network, passes),
			   ring_s(hardware, &hardware->ring_ll128, bytes, network, passes));
	return collective == SIM_ALL_REDUCE ? fmin(best, tree_s(hardware, bytes, network)) : best;
}

double sim_all_to_all_s(const struct sim_hardware *hardware, double bytes, double network)
{
	double n_gpus = (double)sim_n_gpus(hardware);
	double outside = (n_gpus - (double)hardware->gpus_per_node) / n_gpus;
	double inside = (double)(hardware->gpus_per_node - 1) / n_gpus;
	return hardware->network_latency_s +
	       fmax(bytes * outside / (hardware->nic_bytes_s * network),
		    bytes * inside / hardware->nvlink_bytes_s);
}
