/* The cluster: what its parts do per second, what they hold, and how often
 * they fail. Every number's source stands beside its value in hardware.c.
 * Units: bytes, seconds, operations per second; GB is 1e9 bytes. */
#ifndef SIM_HARDWARE_H
#define SIM_HARDWARE_H

#include <stddef.h>

/* How long a collective's messages take under one of NCCL's protocols. */
struct sim_protocol {
	double base_s;         /* to start */
	double nvlink_step_s;  /* one hop inside a node */
	double network_step_s; /* one hop between nodes */
	double bandwidth;      /* share of the bus bandwidth it reaches */
};

struct sim_hardware {
	size_t n_nodes;
	size_t gpus_per_node;

	/* one device */
	double memory_bytes;    /* as a program sees it */
	double runtime_bytes;   /* context, communicators, library workspaces */
	double peak_flops;      /* dense BF16 */
	double gemm_efficiency; /* share of the peak a large matrix product reaches */
	double hbm_bytes_s;     /* achieved */

	/* between devices */
	double nvlink_bytes_s;    /* achieved, one direction, one device */
	double nic_bytes_s;       /* achieved, one direction, one device */
	double network_latency_s; /* of one message between nodes */
	double host_rows_bytes_s; /* embedding rows fetched from host memory, one device */
	struct sim_protocol ring_simple;
	struct sim_protocol ring_ll128;
	struct sim_protocol tree_ll128;
	double ring_all_reduce_plateau; /* factor on the ring's latency in a large all-reduce */
	double overlap_slowdown;        /* compute takes 1 + this as long while a collective runs */

	/* what varies */
	double slowest_gpu_sd;       /* relative speed of the device all wait for, job to job */
	double network_sd;           /* relative network bandwidth, job to job */
	double fragmentation;        /* share lost of memory that is allocated and freed */
	double fragmentation_sd;     /* of that share, job to job */
	double step_sd;              /* of the logarithm of a step's time */
	double straggler_share;      /* of the steps */
	double straggler_mean;       /* how much longer they take, relative, on average */
	double failures_per_gpu_day; /* interruptions that are not the job's fault */
};

/* 16 Grand Teton nodes of 8 NVIDIA H100 SXM each, on RoCE. */
extern const struct sim_hardware sim_grand_teton;

size_t sim_n_gpus(const struct sim_hardware *hardware);

#endif
