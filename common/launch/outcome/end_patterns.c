#include "launch/outcome/outcome.h"

#include <string.h>

/* Causes, the most certain first: the lack of memory of one rank breaks the communication of all
 * others, never the other way round. */
enum cause { TIME_LIMIT, SCHEDULER, HARDWARE, MEMORY, COMMUNICATION };

static const struct {
	enum cause cause;
	const char *text;
} known[] = {
    /* slurmstepd, "*** JOB 17 ON n1 CANCELLED AT 2026-11-21T10:00:00 DUE TO TIME LIMIT ***" and
     * its kin: src/slurmd/slurmstepd/req.c of Slurm 22.05. */
    {TIME_LIMIT, "DUE TO TIME LIMIT ***"},
    {SCHEDULER, "DUE TO PREEMPTION ***"},
    {SCHEDULER, "DUE TO NODE FAILURE, SEE SLURMCTLD LOG"},
    {SCHEDULER, "DUE TO JOB REQUEUE ***"},
    {SCHEDULER, "DUE TO JOB NOT ENDING WITH SIGNALS ***"},
    {SCHEDULER, "UNCORRECTABLE MEMORY ERROR AT"},
    {SCHEDULER, "srun: error: Node failure on"}, /* src/api/step_launch.c */

    /* cudaGetErrorString of cudaErrorECCUncorrectable, cudaErrorNvlinkUncorrectable,
     * cudaErrorHardwareStackError, cudaErrorContained; NVIDIA's driver and nvidia-smi. */
    {HARDWARE, "uncorrectable ECC error encountered"},
    {HARDWARE, "uncorrectable NVLink error detected"},
    {HARDWARE, "_UNCORRECTABLE"},
    {HARDWARE, "hardware stack error"},
    {HARDWARE, "has fallen off the bus"},
    {HARDWARE, "GPU is lost"},
    {HARDWARE, "GPU requires reset"},

    /* PyTorch, c10/cuda/CUDACachingAllocator.cpp, c10/core/impl/alloc_cpu.cpp and their kin
     * for ROCm, XPU, NPU and MPS: "torch.OutOfMemoryError: CUDA out of memory. Tried to
     * allocate", before 2.5 torch.cuda.OutOfMemoryError. */
    {MEMORY, "CUDA out of memory"},
    {MEMORY, "out of memory. Tried to allocate"},
    {MEMORY, "MPS backend out of memory"},
    {MEMORY, "DefaultCPUAllocator: "},
    /* CUDA: cudaErrorMemoryAllocation, and what its libraries and programs in C make of it. */
    {MEMORY, ": out of memory"},
    {MEMORY, "'out of memory'"},
    {MEMORY, "(out of memory)"},  /* TensorRT */
    {MEMORY, "ErrorOutOfMemory"}, /* hipErrorOutOfMemory */
    {MEMORY,
     "OUT_OF_ME"}, /* CUDA_ERROR_OUT_OF_MEMORY; Slurm's state, which sacct cuts to OUT_OF_ME+ */
    {MEMORY, "cudaErrorMemoryAllocation"},
    {MEMORY, "_ALLOC_FAILED"},
    /* XLA (JAX, TensorFlow): "RESOURCE_EXHAUSTED: Out of memory while trying to allocate
     * 1024 bytes", "allocating" in later versions; TensorFlow's own kernels. */
    {MEMORY, "RESOURCE_EXHAUSTED: Out of memory"},
    {MEMORY, "RESOURCE_EXHAUSTED: Ran out of memory"},
    {MEMORY, "RESOURCE_EXHAUSTED: Failed to allocate"},
    {MEMORY, "Resource exhausted: Out of memory"},
    {MEMORY, "Ran out of memory in memory space "}, /* XLA on TPUs */
    {MEMORY, "OOM when allocating tensor"},
    {MEMORY, "Out of memory error on "},                  /* PaddlePaddle */
    {MEMORY, "No available memory for the cache blocks"}, /* vLLM, and before and after it */
    {MEMORY, "tokens that can be stored in KV cache"},
    {MEMORY, "KV cache is needed, which is larger than the available"},
    {MEMORY, "Not enough memory. Please try to increase --mem-fraction"}, /* SGLang */
    {MEMORY, "MODULE:PT_DEVMEM Allocation failed"}, /* PyTorch on Habana's HPUs */
    {MEMORY, "_OUT_OF_DEVICE_MEMORY"},              /* SYCL, Level Zero: Intel's XPUs */
    /* Python (numpy's _ArrayMemoryError too), PyTorch and Java (OutOfMemoryError), C++, ENOMEM. */
    {MEMORY, "MemoryError"},
    {MEMORY, "std::bad_alloc"},
    {MEMORY, "Cannot allocate memory"},
    /* Slurm: what slurmstepd detects, in its two wordings, and srun's "task 0: Out Of
     * Memory"; Linux, mm/oom_kill.c. */
    {MEMORY, "oom-kill event(s) in "},
    {MEMORY, "oom_kill event"},
    {MEMORY, ": Out Of Memory"},
    {MEMORY, "oom-kill:constraint="},
    {MEMORY, "OOMKilled"}, /* Kubernetes */
    {MEMORY, "ut of memory: Killed process"},
    {MEMORY, "TERM_MEMLIMIT"}, /* LSF */
    {MEMORY, "PBS: job killed: mem "},
    {MEMORY, "PBS: job killed: vmem "},

    /* NCCL: src/transport/net_ib.cc, a lost peer or cable; PyTorch's text for
     * ncclSystemError, which is a failing system call or device. ncclRemoteError and the
     * watchdog's timeouts are not among them: any rank that ends causes them. */
    {COMMUNICATION, "NET/IB : Got completion from peer"},
    {COMMUNICATION, "NET/IB : Got async event : "},
    {COMMUNICATION, "ncclSystemError: System call"},
    /* File systems that went away: errno ESTALE, ENOTCONN on FUSE and Lustre. */
    {COMMUNICATION, "Stale file handle"},
    {COMMUNICATION, "Transport endpoint is not connected"},
    {COMMUNICATION, "Cannot send after transport endpoint shutdown"},
    /* Full ones: errno ENOSPC, EDQUOT. */
    {COMMUNICATION, "No space left on device"},
    {COMMUNICATION, "Disk quota exceeded"},
};
#define N_KNOWN (sizeof known / sizeof known[0])

/* Bytes of a line that are kept before a match. */
#define BEFORE_MATCH 80

/* The line of text around a place in it, without what is far before that. */
static struct cml_slice line_around(struct cml_slice text, const char *at)
{
	const char *start = at, *end = at;

	while (start > text.data && at - start < BEFORE_MATCH && !memchr("\n\r", start[-1], 2))
		start--;
	while (end < text.data + text.size && !memchr("\n\r", *end, 2))
		end++;
	return (struct cml_slice){start, (size_t)(end - start)};
}

static bool find_text(const char *wanted, const struct cml_slice *texts, size_t n,
		      struct cml_slice *line)
{
	for (size_t i = 0; i < n; i++) {
		const char *at = texts[i].size > 0
				     ? memmem(texts[i].data, texts[i].size, wanted, strlen(wanted))
				     : NULL;

		if (!at)
			continue;
		*line = line_around(texts[i], at);
		return true;
	}
	return false;
}

static bool find_any(struct cml_end_texts own, const struct cml_slice *texts, size_t n,
		     struct cml_slice *line)
{
	for (size_t i = 0; i < own.n; i++)
		if (find_text(own.texts[i], texts, n, line))
			return true;
	return false;
}

static bool find_known(enum cause cause, const struct cml_slice *texts, size_t n,
		       struct cml_slice *line)
{
	for (size_t i = 0; i < N_KNOWN; i++)
		if (known[i].cause == cause && find_text(known[i].text, texts, n, line))
			return true;
	return false;
}

bool cml_end_patterns_find(const struct cml_end_patterns *patterns, const struct cml_slice *texts,
			   size_t n, size_t n_trusted, enum cml_job_status *status,
			   struct cml_slice *line)
{
	*status = CML_JOB_TIMEOUT;
	if (find_known(TIME_LIMIT, texts, n, line))
		return true;
	*status = CML_JOB_INFRA;
	if (find_known(SCHEDULER, texts, n, line) || find_known(HARDWARE, texts, n, line))
		return true;
	*status = CML_JOB_OOM;
	if (find_any(patterns->oom, texts, n, line) || find_known(MEMORY, texts, n_trusted, line))
		return true;
	*status = CML_JOB_INFRA;
	return find_any(patterns->infra, texts, n, line) ||
	       find_known(COMMUNICATION, texts, n_trusted, line);
}

#define RULER "================"

static bool begins(struct cml_slice line, const char *words)
{
	return cml_slice_skip(&line, words);
}

static bool is_srun(struct cml_slice line)
{
	return begins(line, "srun: ") || begins(line, "slurmstepd");
}

/* text without the lines of srun, and those it causes, at its end. *first: the first of them that
 * says how a rank ended. */
static struct cml_slice without_srun(struct cml_slice text, struct cml_slice *first)
{
	struct cml_slice before, line = cml_slice_last_line(text, &before), rest = text;
	bool any = begins(text, "srun: error: ") || cml_slice_contains(text, "\nsrun: error: ");

	*first = (struct cml_slice){0};
	while (is_srun(line) || cml_slice_is(line, "Terminated") || cml_slice_is(line, "Killed")) {
		any = any || is_srun(line);
		if (begins(line, "srun: error: ") && cml_slice_contains(line, ": task"))
			*first = line;
		rest = before;
		line = cml_slice_last_line(rest, &before);
	}
	return any ? rest : text;
}

static struct cml_slice without_torchrun(struct cml_slice text, struct cml_slice *first)
{
	struct cml_slice rest = text, line;

	while (cml_slice_line(&rest, &line)) {
		if (!cml_slice_contains(line, "failed (exitcode: ") &&
		    !cml_slice_contains(line, "closing signal SIG"))
			continue;
		*first = line;
		return (struct cml_slice){text.data, (size_t)(line.data - text.data)};
	}
	return text;
}

struct cml_slice cml_last_message(struct cml_slice text)
{
	struct cml_slice first, line, rest = without_srun(text, &first);

	/* The message of a rank may come after the line of srun about its exit code. srun itself
	 * sends SIGTERM and SIGKILL to the other ranks. */
	if (first.size > 0 && !cml_slice_contains(first, ": Exited with exit code") &&
	    !cml_slice_contains(first, ": Terminated") && !cml_slice_contains(first, ": Killed"))
		return first;
	line = cml_slice_last_line(rest, NULL);
	if (begins(line, RULER))
		line = cml_slice_last_line(without_torchrun(rest, &first), NULL);
	if (line.size > 0)
		return line;
	return first.size > 0 ? first : cml_slice_last_line(text, NULL);
}
