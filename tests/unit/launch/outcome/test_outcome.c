#include "launch/outcome/outcome.h"

#include "test.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static char folder[64];
static char stderr_path[80];
static char stdout_path[80];
static struct cml_end_patterns patterns;
static struct cml_job_record record;

static void write_file(const char *path, const char *text, size_t size)
{
	FILE *file = fopen(path, "w");
	cr_assert_not_null(file);
	fwrite(text, 1, size, file);
	cr_assert_eq(fclose(file), 0);
}

static void setup(void)
{
	strcpy(folder, "/tmp/cml-outcome-XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	snprintf(stderr_path, sizeof stderr_path, "%s/stderr", folder);
	snprintf(stdout_path, sizeof stdout_path, "%s/stdout", folder);
	patterns = (struct cml_end_patterns){0};
	record = (struct cml_job_record){0};
}

static void teardown(void)
{
	char command[96];
	snprintf(command, sizeof command, "rm -r %s", folder);
	cr_assert_eq(system(command), 0);
}

TestSuite(outcome, .init = setup, .fini = teardown);

static void check(const struct cml_job_end *end, enum cml_job_status status, const char *reason)
{
	struct cml_job_outcome outcome;
	assert_ok(cml_classify_exit(&patterns, end, &outcome, &err));
	cr_expect_eq(outcome.status, status, "%s (%s)", cml_job_status_name(outcome.status),
		     reason);
	cr_expect_str_eq(outcome.reason.text, reason);
}

/* A job that ended with exit 1 after it wrote text to stderr. */
static void check_words(const char *text, enum cml_job_status status, const char *reason)
{
	struct cml_job_end end = {.record = &record, .dir = folder};
	record = (struct cml_job_record){.exit_code = 1};
	write_file(stderr_path, text, strlen(text));
	check(&end, status, reason);
}

static const struct cml_metric_result speed = {.value = 2.385, .n_readings = 1};
static const struct cml_metric_result none = {.value = NAN,
					      .reason = {"stdout: no reading of 'qps'"}};
static const struct cml_metric_result seven = {.value = 7};

#define RECORD(...)                                                                                \
	.record = &(const struct cml_job_record)                                                   \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
#define FULL_DISK "its disk was full: what it printed may be cut"

/* What is known of the end of a job, without what it wrote. */
static const struct {
	enum cml_job_status status;
	const char *reason;
	const struct cml_job_record *record;
	const struct cml_metric_result *metric;
	const char *state, *state_reason; /* of the scheduler */
} ends[] = {
    {CML_JOB_OK, "", RECORD(0)},
    {CML_JOB_OK, "", RECORD(0), &speed},
    {CML_JOB_INFRA, "stdout: no reading of 'qps'", RECORD(0), &none},
    {CML_JOB_OK, "", RECORD(.out_of_memory = true), &speed},
    {CML_JOB_OK, "", RECORD(.out_of_memory = true), &speed, "CANCELLED by 1000"},
    {CML_JOB_OOM, "OUT_OF_MEMORY", RECORD(.out_of_memory = true), &speed, "OUT_OF_MEMORY"},
    /* Ends that we made. */
    {CML_JOB_TIMEOUT, "past its time limit",
     RECORD(.signal = SIGKILL, .out_of_memory = true, .stop = CML_STOP_TIMEOUT),
     .state = "CANCELLED"},
    {CML_JOB_CANCELLED, "cancelled by the user",
     RECORD(.signal = SIGKILL, .out_of_memory = true, .stop = CML_STOP_CANCELLED),
     .state = "CANCELLED"},
    {CML_JOB_CANCELLED, "cancelled by the user", RECORD(.stop = CML_STOP_CANCELLED)},
    /* Words of the scheduler. */
    {CML_JOB_INFRA, "NODE_FAIL", .state = "NODE_FAIL"},
    {CML_JOB_INFRA, "NODE_FAIL: n7 is down", .state = "NODE_FAIL", .state_reason = "n7 is down"},
    {CML_JOB_CANCELLED, "CANCELLED by 1000", RECORD(.signal = SIGTERM),
     .state = "CANCELLED by 1000"},
    {CML_JOB_OOM, "OUT_OF_MEMORY", RECORD(.signal = SIGTERM), .state = "OUT_OF_MEMORY"},
    {CML_JOB_TIMEOUT, "TIMEOUT", RECORD(.signal = SIGTERM), .state = "TIMEOUT"},
    {CML_JOB_FAILED, "FAILED", .state = "FAILED"},
    {CML_JOB_FAILED, "RUNNING", .state = "RUNNING"},
    /* A script that finds its job begun by another ends with 0. */
    {CML_JOB_INFRA, "lost: it left no record", .state = "COMPLETED"},
    {CML_JOB_INFRA, "lost: it left no record", .metric = &none, .state = "COMPLETED"},
    {CML_JOB_OK, "", .metric = &speed, .state = "COMPLETED"},
    {CML_JOB_INFRA, "lost: it left no record", .record = NULL},
    /* Exit codes and signals. */
    {CML_JOB_FAILED, "exit 3", RECORD(.exit_code = 3)},
    {CML_JOB_INFRA, "exit 127 (command not found)", RECORD(.exit_code = 127)},
    {CML_JOB_INFRA, "exit 126 (command cannot be run)", RECORD(.exit_code = 126)},
    {CML_JOB_FAILED, "exit 137 (128 + SIGKILL)", RECORD(.exit_code = 137)},
    {CML_JOB_FAILED, "exit 255", RECORD(.exit_code = 255)},
    {CML_JOB_FAILED, "ended by SIGSEGV", RECORD(.exit_code = -1, .signal = SIGSEGV)},
    {CML_JOB_OOM, "killed by the kernel for its memory",
     RECORD(.exit_code = -1, .signal = SIGKILL, .out_of_memory = true)},
    {CML_JOB_CANCELLED, "SIGTERM from outside; ended by SIGKILL",
     RECORD(.exit_code = -1, .signal = SIGKILL, .notified = SIGTERM)},
    {CML_JOB_INFRA, "SIGTERM to its supervisor, as at a logout or a shutdown; ended by SIGKILL",
     RECORD(.exit_code = -1, .signal = SIGKILL, .notified = SIGTERM, .shutdown = true)},
    {CML_JOB_FAILED, "cannot run ./train.sh: No such file or directory",
     RECORD(.start_errno = ENOENT, .problem = "./train.sh: No such file or directory")},
    {CML_JOB_INFRA, "the machine could not start it: its output: Too many open files",
     RECORD(.start_errno = EAGAIN, .problem = "its output: Too many open files")},
    {CML_JOB_INFRA, "the machine could not start it: its output: Too many open files",
     RECORD(.start_errno = ENOMEM, .no_space = true, .problem = "its output: Too many open files")},
    {CML_JOB_INFRA, "the machine could not start it",
     RECORD(.start_errno = ENOMEM, .no_space = true)},
    /* What a full disk took away may have held the reading, or the proof of another end. */
    {CML_JOB_OK, "", RECORD(.no_space = true)},
    {CML_JOB_INFRA, FULL_DISK, RECORD(.no_space = true), &seven},
    {CML_JOB_OK, "", RECORD(0), &seven},
    {CML_JOB_INFRA, FULL_DISK, RECORD(.no_space = true, .exit_code = 1)},
    {CML_JOB_INFRA, "cannot write: Input/output error: what it printed may be cut",
     RECORD(.no_space = true, .exit_code = 1, .problem = "cannot write: Input/output error")},
    {CML_JOB_TIMEOUT, "past its time limit",
     RECORD(.no_space = true, .exit_code = 1, .stop = CML_STOP_TIMEOUT)},
};

Test(outcome, of_what_is_known_of_an_end)
{
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct cml_job_end end = {.record = ends[i].record,
					  .metric = ends[i].metric,
					  .state = cml_slice_of(ends[i].state),
					  .state_reason = cml_slice_of(ends[i].state_reason)};
		check(&end, ends[i].status, ends[i].reason);
	}
	check_words("OSError: [Errno 28] No space left on device\n", CML_JOB_INFRA,
		    "OSError: [Errno 28] No space left on device");
}

/* `train | tee log` exits with 0. */
Test(outcome, lack_of_memory_behind_exit_0)
{
	static const char oom[] =
	    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n";
	static const char other[] = "ValueError: bad shape\n";
	struct cml_metric_result nothing = {.value = NAN,
					    .reason = {"stdout: no reading of 'qps'"}};
	struct cml_job_end end = {.record = &record, .dir = folder, .metric = &nothing};
	write_file(stderr_path, other, strlen(other));
	write_file(stdout_path, oom, strlen(oom));
	check(&end, CML_JOB_OOM,
	      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB");
	/* It went on behind that. */
	nothing.n_seen = 1;
	check(&end, CML_JOB_FAILED, "stdout: no reading of 'qps'");
	nothing.n_seen = 0;
	write_file(stdout_path, other, strlen(other));
	check(&end, CML_JOB_INFRA, "stdout: no reading of 'qps'");
}

/* What srun 22.05 wrote, and exited 0. */
Test(outcome, exit_0_of_an_srun_that_lost_a_node)
{
	static const char text[] = "step 7\nsrun: error: Node failure on n2\nsrun: got SIGCONT\n";
	struct cml_job_end end = {.record = &record, .dir = folder};
	write_file(stderr_path, text, strlen(text));
	check(&end, CML_JOB_OK, "");
	end.may_be_srun = true;
	check(&end, CML_JOB_INFRA, "srun: error: Node failure on n2");
	record.stop = CML_STOP_TIMEOUT;
	check(&end, CML_JOB_TIMEOUT, "past its time limit");
	record.stop = CML_STOP_NONE;
	write_file(stderr_path, "a srun: error: Node failure on n2", 33);
	check(&end, CML_JOB_OK, "");
	end.dir = NULL;
	check(&end, CML_JOB_OK, "");
}

/* What the programs really print: each line from an issue, a manual or the program's
 * own text. */
Test(outcome, lack_of_memory)
{
	static const char *const texts[] = {
	    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 29.76 GiB. GPU 0 has",
	    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 192.00 MiB",
	    "RuntimeError: CUDA out of memory. Tried to allocate 92.00 MiB (GPU 0; 1.96 GiB",
	    "torch.OutOfMemoryError: HIP out of memory. Tried to allocate 4.50 GiB.",
	    "RuntimeError: CUDA error: out of memory",
	    "RuntimeError: [enforce fail at alloc_cpu.cpp:117] err == 0. DefaultCPUAllocator: "
	    "can't "
	    "allocate memory: you tried",
	    "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying",
	    "ResourceExhaustedError: OOM when allocating tensor with shape[200,75,75,64]",
	    "RuntimeError: [Rank:0] FATAL ERROR :: MODULE:PT_DEVMEM Allocation failed for "
	    "size::939524096 (896)MB",
	    "RuntimeError: level_zero backend failed with error: 39 "
	    "(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)",
	    "numpy.core._exceptions._ArrayMemoryError: Unable to allocate 8.00 TiB for an array",
	    "MemoryError",
	    "  what():  std::bad_alloc",
	    "OSError: [Errno 12] Cannot allocate memory",
	    "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=14604003.0 cgroup. Some of",
	    "slurmstepd: error: Detected 1 oom_kill event in StepId=6959634.0. Some of the step",
	    "srun: error: o0616: task 0: Out Of Memory",
	    "[  3.5] Memory cgroup out of memory: Killed process 17 (python3) total-vm:1000kB",
	    "[defaultAllocator.cpp::allocate::31] Error Code 1: Cuda Runtime (out of memory)",
	    "larger than the maximum number of tokens that can be stored in KV cache (6048).",
	    "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.",
	    "TERM_MEMLIMIT: job killed after reaching LSF memory usage limit.",
	    "=>> PBS: job killed: mem 67108864kb exceeded limit 33554432kb",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		char text[512];
		char reason[CML_REASON_SIZE];
		snprintf(text, sizeof text, "step 1 qps=3\n%s\nand more\n", texts[i]);
		snprintf(reason, sizeof reason, "%.120s", texts[i] + strspn(texts[i], " "));
		check_words(text, CML_JOB_OOM, reason);
	}
}

Test(outcome, broken_machines)
{
	static const char *const texts[] = {
	    "RuntimeError: CUDA error: uncorrectable ECC error encountered",
	    "RuntimeError: CUDA error: uncorrectable NVLink error detected during the execution",
	    "NVRM: Xid (PCI:0000:03:00): 79, GPU has fallen off the bus.",
	    "slurmstepd: error: *** JOB 17 ON n1 CANCELLED AT 2026-11-21T10:00:00 DUE TO "
	    "PREEMPTION ***",
	    "srun: error: Node failure on n7",
	    "ib_plugin.c:1615 NCCL WARN NET/IB : Got completion from peer 10.216.210.236<54862> "
	    "with",
	    "ncclSystemError: System call (socket, malloc, munmap, etc) failed.",
	    "OSError: [Errno 116] Stale file handle",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		char reason[CML_REASON_SIZE];
		snprintf(reason, sizeof reason, "%.120s", texts[i]);
		check_words(texts[i], CML_JOB_INFRA, reason);
	}
	check_words("slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026 DUE TO TIME LIMIT ***",
		    CML_JOB_TIMEOUT,
		    "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026 DUE TO TIME LIMIT ***");
}

Test(outcome, patterns_of_the_user)
{
	static const char *const oom[] = {"GPU is full"};
	static const char *const infra[] = {"lost rank", "NCCL"};
	patterns = (struct cml_end_patterns){{oom, 1}, {infra, 2}};
	check_words("x\nthe GPU is full, 17\ny", CML_JOB_OOM, "the GPU is full, 17");
	check_words("a\nb: lost rank 3, bye\n", CML_JOB_INFRA, "b: lost rank 3, bye");
	check_words("NCCL\nGPU is full", CML_JOB_OOM, "GPU is full");
	check_words("NCCL\nMemoryError", CML_JOB_OOM, "MemoryError");
}

Test(outcome, long_output_and_odd_bytes)
{
	enum { SIZE = 1 << 20 };
	struct cml_job_end end = {.record = &record, .dir = folder};
	AUTOFREE char *text = malloc(SIZE);
	char reason[CML_REASON_SIZE];

	record.exit_code = 1;
	memset(text, 'x', SIZE);
	memcpy(text + SIZE - 1000, "CUDA out of memory. Tried", 25);
	write_file(stderr_path, text, SIZE);
	memset(reason, 'x', 80);
	snprintf(reason + 80, sizeof reason - 80, "CUDA out of memory. Tried%.15s", text);
	check(&end, CML_JOB_OOM, reason);
	memset(text, '\0', SIZE);
	memcpy(text + SIZE - 1000, "\nMemoryError\n", 13);
	write_file(stderr_path, text, SIZE);
	check(&end, CML_JOB_OOM, "MemoryError");
	memcpy(text, "CUDA out of memory", 18);
	memset(text + 18, '\n', SIZE - 18);
	write_file(stderr_path, text, SIZE);
	check(&end, CML_JOB_FAILED, "exit 1");
	end.dir = "/nowhere/at/all";
	check(&end, CML_JOB_FAILED, "exit 1");
	end.dir = folder;
	cr_assert_eq(unlink(stderr_path), 0);
	cr_assert_eq(symlink("/dev/zero", stderr_path), 0);
	check(&end, CML_JOB_FAILED, "exit 1");
}
