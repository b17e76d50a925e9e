#include "hardware.h"

#define GIB 1073741824.0
#define US 1e-6

const struct sim_hardware sim_grand_teton = {
    /* The paper, section 3.1: 128 H100, 8 per node. */
    .n_nodes = 16,
    .gpus_per_node = 8,

    /* What PyTorch reports as the total capacity of an H100 80GB SXM in its
     * out-of-memory messages: 79.11 GiB. */
    .memory_bytes = 79.11 * GIB,
    /* Assumption: CUDA context, NCCL's channel buffers for several process
     * groups, cuBLAS workspaces. Two to three GiB are commonly seen on nodes
     * of eight; no published figure was found. */
    .runtime_bytes = 3.0 * GIB,
    /* NVIDIA H100 data sheet, SXM: 1,979 TFLOPS of BF16 with sparsity, half of
     * it without; 3.35 TB/s. */
    .peak_flops = 989.4e12,
    /* 794.5 TFLOPS, the best BF16 matrix product measured on an H100 SXM: S.
     * Bekman, "Machine Learning Engineering", maximum achievable matmul FLOPS. */
    .gemm_efficiency = 794.5 / 989.4,
    /* 92 % of the data sheet's 3.35 TB/s: STREAM triad of 3.09 TB/s measured
     * on an H100 SXM. */
    .hbm_bytes_s = 0.92 * 3.35e12,

    /* Data sheet: NVLink 900 GB/s, both directions together. NCCL plans with
     * 20.6 GB/s for each of the 18 links (370 GB/s). */
    .nvlink_bytes_s = 370e9,
    /* Grand Teton: a 400 Gb/s RDMA card for each device (Gangidi et al., "RDMA
     * over Ethernet for Distributed AI Training at Meta Scale", SIGCOMM 2024).
     * Readers of that paper report that the fabric was used to about 80 %, and
     * 22 us as the static latency of a message. */
    .nic_bytes_s = 0.8 * 400e9 / 8,
    .network_latency_s = 22 * US,
    /* TorchRec's planner takes a tenth of 51 GB/s for rows in unified memory,
     * which is a third of the PCIe 3 x16 (16 GB/s) of its time. A third of
     * PCIe 5 x16 (64 GB/s): an assumption that the share has stayed. */
    .host_rows_bytes_s = 64e9 / 3,

    /* NCCL, src/graph/tuning.cc: baseLat, hwLat (NVLink and network) and the
     * bandwidth factors of each algorithm and protocol. A ring makes a step
     * for each device, a tree for each level. Its factors for LL128 are 0.92
     * on a ring, and 0.9 x 0.915 on a tree. */
    .ring_simple = {8.4 * US, 3.4 * US, 9.6 * US, 1.0},
    .ring_ll128 = {10.0 * US, 1.9 * US, 4.0 * US, 0.92},
    .tree_ll128 = {4.4 * US, 1.2 * US, 8.5 * US, 0.9 * 0.915},
    .ring_all_reduce_plateau = 1.9, /* same file, ncclTopoGetAlgoTime */
    /* Lee et al., "Characterizing Compute-Communication Overlap in
     * GPU-Accelerated Distributed Deep Learning", 2025: computation is slower
     * by 18.9 % on average (40 % at most) while communication runs. */
    .overlap_slowdown = 0.189,

    /* Sinha et al., "Not All GPUs Are Created Equal", SC 2022: 8 % between
     * devices of one model in a cluster. Read as four standard deviations
     * (2 %), the slowest of 128 has a standard deviation of 0.43 times that
     * (extreme values of the normal distribution). */
    .slowest_gpu_sd = 0.43 * 0.02,
    /* Assumption: which racks a job lands in, and who else uses the fabric. */
    .network_sd = 0.01,
    /* Assumption: with expandable segments little is lost; out-of-memory
     * messages show between 0.4 and some GiB reserved but not allocated. */
    .fragmentation = 0.02,
    .fragmentation_sd = 0.005,
    /* Assumptions: a synchronous job steps evenly, with now and then a step
     * that waits for a device or a data loader. The 90th percentile of many
     * steps, which the paper takes, hardly sees them. */
    .step_sd = 0.01,
    .straggler_share = 0.02,
    .straggler_mean = 0.25,
    /* Grattafiori et al., "The Llama 3 Herd of Models", 2024, table 5: 419
     * unexpected interruptions in 54 days on 16,384 H100 of this platform. */
    .failures_per_gpu_day = 419.0 / (54.0 * 16384.0),
};

size_t sim_n_gpus(const struct sim_hardware *hardware)
{
	return hardware->n_nodes * hardware->gpus_per_node;
}
