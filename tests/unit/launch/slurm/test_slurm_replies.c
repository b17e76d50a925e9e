/* Against texts that Slurm 22.05 printed; how they came about stands in their README. */
#include "launch/slurm/slurm_batch.h"

#include "test.h"

static char text[16384];

static struct cml_slice read_recorded(const char *name)
{
	char path[128];
	snprintf(path, sizeof path, "tests/data/slurm/%s", name);
	FILE *file = fopen(path, "r");
	cr_assert_not_null(file, "%s", path);
	size_t n = fread(text, 1, sizeof text, file);
	cr_assert_lt(n, sizeof text);
	fclose(file);
	return (struct cml_slice){text, n};
}

static void expect_id(const char *printed, bool good, uint64_t job, uint32_t task)
{
	struct cml_slurm_id id = {7, 7};
	cr_assert_eq(cml_slurm_parse_id(cml_slice_of(printed), &id), good, "%s", printed);
	cr_assert_eq(id.job, good ? job : 7, "%s", printed);
	cr_assert_eq(id.task, good ? task : 7, "%s", printed);
}

Test(slurm_replies, ids)
{
	expect_id("812", true, 812, CML_SLURM_NO_TASK);
	expect_id("812_0", true, 812, 0);
	expect_id("812_1000", true, 812, 1000);
	expect_id("812_[4-9%2]", true, 812, CML_SLURM_NO_TASK);
	expect_id("812_[4,6-9]", true, 812, CML_SLURM_NO_TASK);
	expect_id("", false, 0, 0);
	expect_id("_3", false, 0, 0);
	expect_id("812_", false, 0, 0);
	expect_id("812_[]", false, 0, 0);
	expect_id("812_4294967295", false, 0, 0);
	expect_id("812.batch", false, 0, 0);
	expect_id("812+1", false, 0, 0); /* a part of a heterogeneous job */
	expect_id("-812", false, 0, 0);
	expect_id(" 812", false, 0, 0);
	expect_id("none", false, 0, 0);
}

struct expected_job {
	const char *id, *state;
	bool ended;
	const char *nodes;
};

/* Each expected line is there once, and says this. */
static void expect_jobs(struct cml_slice rest, const struct expected_job *expected, size_t n,
			size_t n_lines)
{
	struct cml_slurm_job job;
	size_t n_seen = 0, n_found = 0;
	while (cml_slurm_next_job(&rest, &job)) {
		n_seen++;
		for (size_t i = 0; i < n; i++) {
			struct cml_slurm_id id;
			cr_assert(cml_slurm_parse_id(cml_slice_of(expected[i].id), &id));
			if (id.job != job.id.job || id.task != job.id.task)
				continue;
			n_found++;
			cr_assert(cml_slice_is(job.state, expected[i].state), "%s: %.*s",
				  expected[i].id, (int)job.state.size, job.state.data);
			cr_assert_eq(cml_slurm_has_ended(job.state), expected[i].ended, "%s",
				     expected[i].id);
			cr_assert(cml_slice_is(job.nodes, expected[i].nodes), "%s: %.*s",
				  expected[i].id, (int)job.nodes.size, job.nodes.data);
		}
	}
	cr_assert_eq(n_seen, n_lines, "%zu lines", n_seen);
	cr_assert_eq(n_found, n, "%zu of %zu", n_found, n);
}

Test(slurm_replies, squeue)
{
	static const struct expected_job expected[] = {
	    {"1", "COMPLETED", true, "n1"},     {"2", "FAILED", true, "n1"},
	    {"3", "OUT_OF_MEMORY", true, "n1"}, {"4", "TIMEOUT", true, "n1"},
	    {"5", "NODE_FAIL", true, "n3"},     {"6", "CANCELLED", true, "n1"},
	    {"7", "CANCELLED", true, ""},       {"8", "RUNNING", false, "n[1-2]"},
	    {"9", "PENDING", false, ""},        {"10_5", "FAILED", true, "n1"},
	    {"11_1", "RUNNING", false, "n1"},   {"11_2", "PENDING", false, ""},
	    {"11_7", "PENDING", false, ""},
	};
	expect_jobs(read_recorded("squeue.txt"), expected, COUNT(expected), 23);
}

Test(slurm_replies, line)
{
	struct cml_slice rest = cml_slice_of("CLUSTER: private\n"
					     "\n"
					     "3.batch|COMPLETED|1|2|n1|step\n"
					     "4|FAILED|1795276013|1795276023|n1|a|b\n"
					     "5||1|2|n1|no state\n"
					     "6|RUNNING|NONE|N/A|(null)");
	struct cml_slurm_job job;
	cr_assert(cml_slurm_next_job(&rest, &job));
	cr_assert_eq(job.id.job, 4);
	cr_assert_eq(job.start, 1795276013);
	cr_assert_eq(job.end, 1795276023);
	cr_assert(cml_slice_is(job.name, "a|b"));
	cr_assert(cml_slurm_next_job(&rest, &job));
	cr_assert_eq(job.id.job, 6);
	cr_assert(isnan(job.start));
	cr_assert(isnan(job.end));
	cr_assert_eq(job.nodes.size, 0);
	cr_assert_eq(job.name.size, 0);
	cr_assert_not(cml_slurm_next_job(&rest, &job));
}

Test(slurm_replies, states_that_may_go_on_have_not_ended)
{
	static const char *const on[] = {
	    "PENDING",      "RUNNING", "SUSPENDED", "COMPLETING", "REQUEUED",
	    "REQUEUE_HOLD", "CANCEL",  "TIMEOUTS",  "COMPLETED+", ""};
	for (size_t i = 0; i < sizeof on / sizeof on[0]; i++)
		cr_assert_not(cml_slurm_has_ended(cml_slice_of(on[i])), "%s", on[i]);
}

static void expect_log(const char *output, const char *state, const char *expected_line)
{
	struct cml_slice line = {0};
	const char *got = cml_slurm_log_state(cml_slice_of(output), &line);
	cr_assert_eq(got == NULL, state == NULL, "%s", output);
	if (state) {
		cr_assert_str_eq(got, state, "%s", output);
		cr_assert(cml_slice_is(line, expected_line), "%.*s", (int)line.size, line.data);
	}
}

Test(slurm_replies, log_of_slurmstepd)
{
	expect_log("", NULL, NULL);
	expect_log("loss 3.5\nDUE TO TIME LIMIT\n", NULL, NULL); /* not its line */
	expect_log("slurmstepd-n1: error: *** JOB 4 ON n1 CANCELLED AT 2026-11-21T15:48:20 DUE TO "
		   "TIME LIMIT ***\n",
		   "TIMEOUT",
		   "*** JOB 4 ON n1 CANCELLED AT 2026-11-21T15:48:20 DUE TO TIME LIMIT ***");
	/* Without a cgroup: the memory is the reason, the cancelling how it was done. */
	expect_log("slurmstepd-n1: error: *** JOB 3 ON n1 CANCELLED AT 2026-11-21T15:27:42 ***\n"
		   "slurmstepd-n1: error: StepId=3.batch exceeded memory limit (329928704 > "
		   "62914560), being killed\n"
		   "slurmstepd-n1: error: Exceeded job memory limit",
		   "OUT_OF_MEMORY",
		   "StepId=3.batch exceeded memory limit (329928704 > 62914560), being killed");
	expect_log("slurmstepd: error: *** JOB 9 ON n4 CANCELLED AT 2026-11-21T15:46:56 DUE TO "
		   "PREEMPTION ***",
		   "PREEMPTED",
		   "*** JOB 9 ON n4 CANCELLED AT 2026-11-21T15:46:56 DUE TO PREEMPTION ***");
}

Test(slurm_replies, recorded_log_of_slurmstepd)
{
	static const char *const expected[] = {"NODE_FAIL", "CANCELLED", "NODE_FAIL",
					       "OUT_OF_MEMORY", "TIMEOUT"};
	struct cml_slice rest = read_recorded("slurmstepd.txt"), line, ignored;
	size_t n = 0;
	while (cml_slice_split(&rest, '\n', &line) && line.size > 0) {
		cr_assert_lt(n, sizeof expected / sizeof expected[0]);
		cr_assert_str_eq(cml_slurm_log_state(line, &ignored), expected[n]);
		n++;
	}
	cr_assert_eq(n, sizeof expected / sizeof expected[0]);
}

Test(slurm_replies, failures)
{
	static const struct {
		const char *message;
		bool is_passing;
	} all[] = {
	    {"sbatch: error: Batch job submission failed: Unable to contact slurm controller "
	     "(connect failure)\n",
	     true},
	    {"sbatch: error: Batch job submission failed: Socket timed out on send/recv "
	     "operation\n",
	     true},
	    {"slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n", true},
	    {"sbatch: error: Munge encode failed: Failed to access \"/run/munge/munge.socket.2\"\n",
	     true},
	    {"sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job "
	     "submit limit, user's size and/or time limits)\n",
	     true},
	    {"slurm_load_jobs error: Invalid job id specified\n", false},
	    {"sbatch: error: invalid partition specified: gpu\n", false},
	    {"sbatch: unrecognized option '--partitoin'\n", false},
	    {"", false},
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		cr_assert_eq(cml_slurm_is_passing(cml_slice_of(all[i].message)), all[i].is_passing,
			     "%s", all[i].message);
	cr_assert(cml_slurm_is_limit(cml_slice_of(all[4].message)));
	cr_assert(cml_slurm_is_limit(cml_slice_of("error: Invalid job array specification\n")));
	cr_assert_not(cml_slurm_is_limit(cml_slice_of(all[6].message)));
}
