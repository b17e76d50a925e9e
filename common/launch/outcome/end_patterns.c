#include "launch/outcome/end_patterns.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The user's expressions see this much of a line. */
#define MAX_LINE_SIZE 4096

/* Causes, the most certain first: the lack of memory of one rank breaks the communication of all
 * others, never the other way round. */
enum cause { SCHEDULER, HARDWARE, MEMORY, COMMUNICATION, N_CAUSES };

struct known_text {
	enum cause cause;
	enum cml_job_status status;
	const char *text;
};

static const struct known_text known[] = {
    /* slurmstepd, "*** JOB 17 ON n1 CANCELLED AT 2026-11-21T10:00:00 DUE TO TIME LIMIT ***" and
     * its kin: src/slurmd/slurmstepd/req.c of Slurm 22.05. */
    {SCHEDULER, CML_JOB_TIMEOUT, "DUE TO TIME LIMIT ***"},
    {SCHEDULER, CML_JOB_INFRA, "DUE TO PREEMPTION ***"},
    {SCHEDULER, CML_JOB_INFRA, "DUE TO NODE FAILURE, SEE SLURMCTLD LOG"},
    {SCHEDULER, CML_JOB_INFRA, "DUE TO JOB REQUEUE ***"},
    {SCHEDULER, CML_JOB_INFRA, "DUE TO JOB NOT ENDING WITH SIGNALS ***"},
    {SCHEDULER, CML_JOB_INFRA, "UNCORRECTABLE MEMORY ERROR AT"},
    {SCHEDULER, CML_JOB_INFRA, "srun: error: Node failure on"}, /* src/api/step_launch.c */

    /* cudaGetErrorString of cudaErrorECCUncorrectable, cudaErrorNvlinkUncorrectable,
     * cudaErrorHardwareStackError, cudaErrorContained; NVIDIA's driver and nvidia-smi. */
    {HARDWARE, CML_JOB_INFRA, "uncorrectable ECC error encountered"},
    {HARDWARE, CML_JOB_INFRA, "uncorrectable NVLink error detected"},
    {HARDWARE, CML_JOB_INFRA, "CUDA_ERROR_ECC_UNCORRECTABLE"},
    {HARDWARE, CML_JOB_INFRA, "CUDA_ERROR_NVLINK_UNCORRECTABLE"},
    {HARDWARE, CML_JOB_INFRA, "hardware stack error"},
    {HARDWARE, CML_JOB_INFRA, "has fallen off the bus"},
    {HARDWARE, CML_JOB_INFRA, "GPU is lost"},
    {HARDWARE, CML_JOB_INFRA, "GPU requires reset"},

    /* PyTorch, c10/cuda/CUDACachingAllocator.cpp, c10/core/impl/alloc_cpu.cpp and their kin
     * for ROCm, XPU and MPS: "torch.OutOfMemoryError: CUDA out of memory. Tried to
     * allocate", before 2.5 torch.cuda.OutOfMemoryError. */
    {MEMORY, CML_JOB_OOM, "CUDA out of memory"},
    {MEMORY, CML_JOB_OOM, "torch.OutOfMemoryError"},
    {MEMORY, CML_JOB_OOM, "torch.cuda.OutOfMemoryError"},
    {MEMORY, CML_JOB_OOM, "HIP out of memory"},
    {MEMORY, CML_JOB_OOM, "XPU out of memory"},
    {MEMORY, CML_JOB_OOM, "MPS backend out of memory"},
    {MEMORY, CML_JOB_OOM, "DefaultCPUAllocator: can't allocate memory"},
    {MEMORY, CML_JOB_OOM, "DefaultCPUAllocator: not enough memory"},
    /* CUDA: cudaErrorMemoryAllocation, and what its libraries make of it. */
    {MEMORY, CML_JOB_OOM, "CUDA error: out of memory"},
    {MEMORY, CML_JOB_OOM, "CUDA_ERROR_OUT_OF_MEMORY"},
    {MEMORY, CML_JOB_OOM, "cudaErrorMemoryAllocation"},
    {MEMORY, CML_JOB_OOM, "CUBLAS_STATUS_ALLOC_FAILED"},
    {MEMORY, CML_JOB_OOM, "CUDNN_STATUS_ALLOC_FAILED"},
    /* XLA (JAX, TensorFlow): "RESOURCE_EXHAUSTED: Out of memory while trying to allocate
     * 1024 bytes", "allocating" in later versions; TensorFlow's own kernels. */
    {MEMORY, CML_JOB_OOM, "RESOURCE_EXHAUSTED: Out of memory"},
    {MEMORY, CML_JOB_OOM, "Resource exhausted: Out of memory"},
    {MEMORY, CML_JOB_OOM, "OOM when allocating tensor"},
    /* Python (numpy's _ArrayMemoryError too), C++, Java, and errno ENOMEM. */
    {MEMORY, CML_JOB_OOM, "MemoryError"},
    {MEMORY, CML_JOB_OOM, "std::bad_alloc"},
    {MEMORY, CML_JOB_OOM, "java.lang.OutOfMemoryError"},
    {MEMORY, CML_JOB_OOM, "Cannot allocate memory"},
    /* Slurm: what slurmstepd detects, in its two wordings, and srun's "task 0: Out Of
     * Memory"; Linux, mm/oom_kill.c. */
    {MEMORY, CML_JOB_OOM, "oom-kill event(s) in "},
    {MEMORY, CML_JOB_OOM, "oom_kill event in "},
    {MEMORY, CML_JOB_OOM, "oom_kill events in "},
    {MEMORY, CML_JOB_OOM, ": Out Of Memory"},
    {MEMORY, CML_JOB_OOM, "oom-kill:constraint="},
    {MEMORY, CML_JOB_OOM, "ut of memory: Killed process"},

    /* NCCL: src/transport/net_ib.cc, a lost peer or cable; PyTorch's text for
     * ncclSystemError, which is a failing system call or device. ncclRemoteError and the
     * watchdog's timeouts are not among them: any rank that ends causes them. */
    {COMMUNICATION, CML_JOB_INFRA, "NET/IB : Got completion from peer"},
    {COMMUNICATION, CML_JOB_INFRA, "NET/IB : Got async event : "},
    {COMMUNICATION, CML_JOB_INFRA, "ncclSystemError: System call"},
    /* File systems that went away: errno ESTALE, ENOTCONN on FUSE and Lustre. */
    {COMMUNICATION, CML_JOB_INFRA, "Stale file handle"},
    {COMMUNICATION, CML_JOB_INFRA, "Transport endpoint is not connected"},
    {COMMUNICATION, CML_JOB_INFRA, "Cannot send after transport endpoint shutdown"},
    /* Full ones: errno ENOSPC, EDQUOT. */
    {COMMUNICATION, CML_JOB_INFRA, "No space left on device"},
    {COMMUNICATION, CML_JOB_INFRA, "Disk quota exceeded"},
};
#define N_KNOWN (sizeof known / sizeof known[0])

/* "NVRM: Xid (PCI:0000:10:1c): 79, ...": broken memory, links or buses; most others
 * can be the program's fault. Source: NVIDIA, "Xid Errors", the rows whose cause is hardware or
 * firmware. */
static const char xid_expression[] =
    "NVRM: Xid \\([^)]*\\): (48|62|63|64|74|79|92|94|95|119|120|140)[,:]";

static enum cml_result compile(regex_t *regex, const char *expression, struct cml_error *err)
{
	char sentence[128];
	char quoted[CML_QUOTE_SIZE];
	int code = regcomp(regex, expression, REG_EXTENDED);

	if (code == 0)
		return CML_OK;
	regerror(code, regex, sentence, sizeof sentence);
	if (code == REG_ESPACE)
		return cml_fail_memory(err);
	return cml_fail(err, CML_BAD_USAGE, "no pattern: %s: %s",
			cml_text_quote(cml_slice_of(expression), quoted, sizeof quoted), sentence);
}

static enum cml_result compile_all(const char *const *expressions, size_t n, regex_t **regexes,
				   size_t *n_compiled, struct cml_error *err)
{
	*regexes = cml_array_new(n, sizeof **regexes);
	if (*regexes == NULL)
		return cml_fail_memory(err);
	for (; *n_compiled < n; ++*n_compiled) {
		if (compile(&(*regexes)[*n_compiled], expressions[*n_compiled], err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_end_patterns_init(struct cml_end_patterns *patterns, const char *const *oom,
				      size_t n_oom, const char *const *infra, size_t n_infra,
				      struct cml_error *err)
{
	enum cml_result status;

	*patterns = (struct cml_end_patterns){0};
	status = compile_all(oom, n_oom, &patterns->oom, &patterns->n_oom, err);
	if (status == CML_OK)
		status = compile_all(infra, n_infra, &patterns->infra, &patterns->n_infra, err);
	if (status == CML_OK)
		status = compile(&patterns->xid, xid_expression, err);
	patterns->has_xid = status == CML_OK;
	if (status != CML_OK)
		cml_end_patterns_release(patterns);
	return status;
}

void cml_end_patterns_release(struct cml_end_patterns *patterns)
{
	for (size_t i = 0; i < patterns->n_oom; i++)
		regfree(&patterns->oom[i]);
	for (size_t i = 0; i < patterns->n_infra; i++)
		regfree(&patterns->infra[i]);
	if (patterns->has_xid)
		regfree(&patterns->xid);
	free(patterns->oom);
	free(patterns->infra);
	*patterns = (struct cml_end_patterns){0};
}

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* Bytes of a line that are kept before a match. */
#define BEFORE_MATCH 80

/* The line without what is far before the match. */
static struct cml_slice near_match(struct cml_slice line, size_t at)
{
	size_t cut = at > BEFORE_MATCH ? at - BEFORE_MATCH : 0;

	return (struct cml_slice){line.data + cut, line.size - cut};
}

/* The line of text around a place in it. */
static struct cml_slice line_around(struct cml_slice text, const char *at)
{
	const char *start = at;
	const char *end = at;

	while (start > text.data && !is_line_end(start[-1]))
		start--;
	while (end < text.data + text.size && !is_line_end(*end))
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

		if (at) {
			*line = line_around(texts[i], at);
			*line = near_match(*line, (size_t)(at - line->data));
			return true;
		}
	}
	return false;
}

/* *at: where the match begins. */
static bool matches(const regex_t *regex, struct cml_slice line, size_t *at)
{
	regmatch_t range = {0, (regoff_t)(line.size < MAX_LINE_SIZE ? line.size : MAX_LINE_SIZE)};

	if (regexec(regex, line.data, 1, &range, REG_STARTEND) != 0)
		return false;
	*at = (size_t)range.rm_so;
	return true;
}

/* The first line of text that matches one of regexes[n]. */
static bool find_in_lines(const regex_t *regexes, size_t n, struct cml_slice text,
			  struct cml_slice *line)
{
	const char *end = text.data + text.size;

	for (const char *at = text.data; n > 0 && at < end;) {
		*line = line_around((struct cml_slice){at, (size_t)(end - at)}, at);
		const char *next = line->data + line->size + 1;
		for (size_t i = 0; i < n; i++) {
			size_t found;

			if (matches(&regexes[i], *line, &found)) {
				*line = near_match(*line, found);
				return true;
			}
		}
		at = next;
	}
	return false;
}

static bool find_expression(const regex_t *regexes, size_t n_regexes, const struct cml_slice *texts,
			    size_t n, struct cml_slice *line)
{
	for (size_t i = 0; i < n; i++) {
		if (find_in_lines(regexes, n_regexes, texts[i], line))
			return true;
	}
	return false;
}

bool cml_end_patterns_find(const struct cml_end_patterns *patterns, const struct cml_slice *texts,
			   size_t n, size_t n_trusted, enum cml_job_status *status,
			   struct cml_slice *line)
{
	for (enum cause cause = 0; cause < N_CAUSES; cause++) {
		*status = cause == MEMORY ? CML_JOB_OOM : CML_JOB_INFRA;
		if (cause == MEMORY &&
		    find_expression(patterns->oom, patterns->n_oom, texts, n, line))
			return true;
		if (cause == COMMUNICATION &&
		    find_expression(patterns->infra, patterns->n_infra, texts, n, line))
			return true;
		size_t n_asked = cause < MEMORY ? n : n_trusted;
		for (size_t i = 0; i < N_KNOWN; i++) {
			*status = known[i].status;
			if (known[i].cause == cause &&
			    find_text(known[i].text, texts, n_asked, line))
				return true;
		}
		*status = CML_JOB_INFRA;
		if (cause == HARDWARE && patterns->has_xid &&
		    find_text("NVRM: Xid", texts, n, line) &&
		    find_expression(&patterns->xid, 1, texts, n, line))
			return true;
	}
	return false;
}
