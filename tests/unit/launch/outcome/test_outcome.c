#include "launch/outcome/outcome.h"

#include "test.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
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

Test(outcome, exit_0)
{
	struct cml_metric_result value = {.value = 2.385, .n_readings = 1};
	struct cml_metric_result nothing = {.value = NAN,
					    .reason = {"stdout: no reading of 'qps'"}};
	struct cml_job_end end = {.record = &record};

	check(&end, CML_JOB_OK, "");
	end.metric = &value;
	check(&end, CML_JOB_OK, "");
	end.metric = &nothing;
	check(&end, CML_JOB_FAILED, "stdout: no reading of 'qps'");
	record.out_of_memory = true;
	end.metric = &value;
	check(&end, CML_JOB_OK, "");
	end.state = cml_slice_of("CANCELLED by 1000");
	check(&end, CML_JOB_OK, "");
	end.state = cml_slice_of("OUT_OF_MEMORY");
	check(&end, CML_JOB_OOM, "OUT_OF_MEMORY");
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
	check(&end, CML_JOB_FAILED, "stdout: no reading of 'qps'");
}

Test(outcome, ends_that_we_made)
{
	struct cml_job_end end = {.record = &record, .state = cml_slice_of("CANCELLED")};

	record = (struct cml_job_record){
	    .signal = SIGKILL, .out_of_memory = true, .stop = CML_STOP_TIMEOUT};
	check(&end, CML_JOB_TIMEOUT, "past its time limit");
	record.stop = CML_STOP_CANCELLED;
	check(&end, CML_JOB_CANCELLED, "cancelled by the user");
	record = (struct cml_job_record){.stop = CML_STOP_CANCELLED};
	end = (struct cml_job_end){.record = &record};
	check(&end, CML_JOB_CANCELLED, "cancelled by the user");
}

Test(outcome, words_of_the_scheduler)
{
	struct cml_job_end end = {.state = cml_slice_of("NODE_FAIL")};

	check(&end, CML_JOB_INFRA, "NODE_FAIL");
	end.state_reason = cml_slice_of("n7 is down");
	check(&end, CML_JOB_INFRA, "NODE_FAIL: n7 is down");
	end = (struct cml_job_end){.state = cml_slice_of("CANCELLED by 1000"), .record = &record};
	record.signal = SIGTERM;
	check(&end, CML_JOB_CANCELLED, "CANCELLED by 1000");
	end.state = cml_slice_of("OUT_OF_MEMORY");
	check(&end, CML_JOB_OOM, "OUT_OF_MEMORY");
	end.state = cml_slice_of("TIMEOUT");
	check(&end, CML_JOB_TIMEOUT, "TIMEOUT");
	end.state = cml_slice_of("FAILED");
	end.record = NULL;
	end.state_reason = (struct cml_slice){0};
	check(&end, CML_JOB_FAILED, "FAILED");
	end.state = cml_slice_of("RUNNING");
	check(&end, CML_JOB_FAILED, "RUNNING");
}

/* A script that finds its job begun by another ends with 0. */
Test(outcome, exit_0_without_a_record)
{
	struct cml_metric_result value = {.value = 2.385, .n_readings = 1},
				 nothing = {.value = NAN};
	struct cml_job_end end = {.state = cml_slice_of("COMPLETED")};

	check(&end, CML_JOB_INFRA, "lost: it left no record");
	end.metric = &nothing;
	check(&end, CML_JOB_INFRA, "lost: it left no record");
	end.metric = &value;
	check(&end, CML_JOB_OK, "");
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

Test(outcome, exit_codes_and_signals)
{
	struct cml_job_end end = {.record = &record};

	record.exit_code = 3;
	check(&end, CML_JOB_FAILED, "exit 3");
	record.exit_code = 127;
	check(&end, CML_JOB_INFRA, "exit 127 (command not found)");
	record.exit_code = 126;
	check(&end, CML_JOB_INFRA, "exit 126 (command cannot be run)");
	record.exit_code = 137;
	check(&end, CML_JOB_FAILED, "exit 137 (128 + SIGKILL)");
	record.exit_code = 255;
	check(&end, CML_JOB_FAILED, "exit 255");
	record = (struct cml_job_record){.exit_code = -1, .signal = SIGSEGV};
	check(&end, CML_JOB_FAILED, "ended by SIGSEGV");
	record.out_of_memory = true;
	record.signal = SIGKILL;
	check(&end, CML_JOB_OOM, "killed by the kernel for its memory");
	record.out_of_memory = false;
	record.notified = SIGTERM;
	check(&end, CML_JOB_CANCELLED, "SIGTERM from outside; ended by SIGKILL");
	record.shutdown = true;
	check(&end, CML_JOB_INFRA,
	      "SIGTERM to its supervisor, as at a logout or a shutdown; ended by SIGKILL");
	end = (struct cml_job_end){0};
	check(&end, CML_JOB_INFRA, "lost: it left no record");
	end = (struct cml_job_end){.record = &record};
	record = (struct cml_job_record){.start_errno = ENOENT,
					 .problem = "./train.sh: No such file or directory"};
	check(&end, CML_JOB_FAILED, "cannot run ./train.sh: No such file or directory");
	record.start_errno = EAGAIN;
	strcpy(record.problem, "the job's output: Too many open files");
	check(&end, CML_JOB_INFRA,
	      "the machine could not start it: the job's output: Too many open files");
	record.start_errno = ENOMEM;
	record.no_space = true;
	check(&end, CML_JOB_INFRA,
	      "the machine could not start it: the job's output: Too many open files");
	record.problem[0] = '\0';
	check(&end, CML_JOB_INFRA, "the machine could not start it");
}

/* What a full disk took away may have held the reading, or the proof of another end. */
Test(outcome, full_disk)
{
	struct cml_metric_result metric = {.value = 7};
	struct cml_job_end end = {.record = &record};

	record.no_space = true;
	check(&end, CML_JOB_OK, "");
	end.metric = &metric;
	check(&end, CML_JOB_INFRA, "its disk was full: what it printed may be cut");
	record.no_space = false;
	check(&end, CML_JOB_OK, "");
	end.metric = NULL;
	record = (struct cml_job_record){.no_space = true, .exit_code = 1};
	check(&end, CML_JOB_INFRA, "its disk was full: what it printed may be cut");
	strcpy(record.problem, "cannot write the record of a job: Input/output error");
	check(&end, CML_JOB_INFRA,
	      "cannot write the record of a job: Input/output error: what it printed may be cut");
	record.stop = CML_STOP_TIMEOUT;
	check(&end, CML_JOB_TIMEOUT, "past its time limit");
	check_words("OSError: [Errno 28] No space left on device\n", CML_JOB_INFRA,
		    "OSError: [Errno 28] No space left on device");
}

Test(outcome, last_message)
{
	check_words("Traceback\n  at line 3\nValueError: bad shape\n\n", CML_JOB_FAILED,
		    "exit 1: ValueError: bad shape");
	check_words("", CML_JOB_FAILED, "exit 1");
	check_words("\n\n", CML_JOB_FAILED, "exit 1");
	check_words("\033[31mred\xff\033[0m", CML_JOB_FAILED, "exit 1: ?[31mred??[0m");
	check_words("a\rb\r", CML_JOB_FAILED, "exit 1: b");
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

Test(outcome, what_the_program_may_have_done_itself_is_failed)
{
	check_words("NVRM: Xid (PCI:0000:01:00): 31, pid=7, MMU Fault", CML_JOB_FAILED,
		    "exit 1: NVRM: Xid (PCI:0000:01:00): 31, pid=7, MMU Fault");
	check_words("ncclRemoteError: A call failed possibly due to a network error",
		    CML_JOB_FAILED,
		    "exit 1: ncclRemoteError: A call failed possibly due to a network error");
	check_words("Watchdog caught collective operation timeout", CML_JOB_FAILED,
		    "exit 1: Watchdog caught collective operation timeout");
}

Test(outcome, the_order_of_evidence)
{
	check_words("ncclSystemError: System call failed\nCUDA out of memory\n", CML_JOB_OOM,
		    "CUDA out of memory");
	check_words("CUDA out of memory\nuncorrectable ECC error encountered\n", CML_JOB_INFRA,
		    "uncorrectable ECC error encountered");
	struct cml_job_end end = {.record = &record};

	record = (struct cml_job_record){.exit_code = 1};
	end.dir = folder;
	write_file(stderr_path, "ValueError: bad lr\n", 19);
	write_file(stdout_path, "hint: on CUDA out of memory, lower batch\n", 41);
	check(&end, CML_JOB_FAILED, "exit 1: ValueError: bad lr");
	write_file(stdout_path, "NVRM: GPU is lost\n", 18);
	check(&end, CML_JOB_INFRA, "NVRM: GPU is lost");
	write_file(stderr_path, " \n\n", 3);
	write_file(stdout_path, "MemoryError\n", 12);
	check(&end, CML_JOB_OOM, "MemoryError");
	end.state = cml_slice_of("FAILED");
	check(&end, CML_JOB_OOM, "MemoryError");
	record.exit_code = 0;
	check(&end, CML_JOB_OK, "");
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
	char *text = malloc(SIZE);
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
	free(text);
}
