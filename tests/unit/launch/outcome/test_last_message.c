#include "launch/outcome/outcome.h"

#include "test.h"

static void expect(const char *text, const char *words)
{
	struct cml_slice got = cml_last_message(cml_slice_of(text));
	cr_assert(cml_slice_is(got, words), "%s: %.*s", text, (int)got.size,
		  got.size > 0 ? got.data : "");
}

Test(last_message, the_last_line_that_is_not_blank)
{
	expect("", "");
	expect(" \n\n", "");
	expect("one", "one");
	expect("one\ntwo\n \n", "two");
	expect("10 %\r20 %\r", "20 %");
	/* A person's shell, a heading: no launcher has spoken. */
	expect("loading\nTerminated\n", "Terminated");
	expect("report\n====================\n", "====================");
}

/* What Slurm 22.05 wrote for a rank that exits beside one that waits. */
#define OTHERS                                                                                     \
	"srun: launch/slurm: _step_signal: Terminating StepId=29.0\n"                              \
	"slurmstepd-n1: error: *** STEP 29.0 ON n1 CANCELLED AT 2026-11-21T22:25:23 ***\n"

Test(last_message, before_srun)
{
	expect("rank 1: no such file: data.bin\n"
	       "srun: error: n2: task 1: Exited with exit code 3\n" OTHERS "Terminated\n",
	       "rank 1: no such file: data.bin");
	expect("srun: error: n2: task 1: Exited with exit code 3\n" OTHERS
	       "srun: error: n1: task 0: Terminated\n"
	       "srun: Force Terminated StepId=29.0\n",
	       "srun: error: n2: task 1: Exited with exit code 3");
	expect("srun: error: Unable to create step for job 7: More processors requested than "
	       "permitted\n",
	       "srun: error: Unable to create step for job 7: More processors requested than "
	       "permitted");
	/* Standard error and the exit code come by two ways. */
	expect("srun: error: n2: task 1: Exited with exit code 3\n"
	       "no such file: data.bin\n" OTHERS "srun: error: n1: task 0: Terminated\n",
	       "no such file: data.bin");
	expect("srun: error: n2: task 1: Exited with exit code 3\n" OTHERS
	       "no such file: data.bin\nTerminated\n",
	       "no such file: data.bin");
	/* What came later than an earlier step's end counts. */
	expect("srun: error: n2: task 1: Exited with exit code 3\nsecond try\n", "second try");
}

Test(last_message, srun_names_a_signal)
{
	expect("step 7\n"
	       "srun: error: n2: task 1: Segmentation fault\n" OTHERS
	       "srun: error: n1: task 0: Terminated\n"
	       "srun: Force Terminated StepId=27.0\n",
	       "srun: error: n2: task 1: Segmentation fault");
}

/* What torchrun 1.13 wrote, shortened. */
#define TABLE                                                                                      \
	"Traceback (most recent call last):\n"                                                     \
	"  File \"/usr/bin/torchrun\", line 33, in <module>\n"                                     \
	"torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"                    \
	"============================================================\n"                           \
	"fail.py FAILED\n"                                                                         \
	"------------------------------------------------------------\n"                           \
	"  exitcode  : 1 (pid: 4003)\n"                                                            \
	"============================================================\n"
#define FAILED                                                                                     \
	"ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1) local_rank: 0 "  \
	"(pid: 4003) of binary: /usr/bin/python3.11\n"
#define SRUN "srun: error: n2: task 1: Exited with exit code 1\n"

Test(last_message, before_torchrun)
{
	expect("ValueError: no such shard: 7\n" FAILED TABLE SRUN, "ValueError: no such shard: 7");
	expect("ValueError: no such shard: 7\n" FAILED TABLE, "ValueError: no such shard: 7");
	expect("ValueError: no such shard: 7\n"
	       "WARNING:torch.distributed.elastic.multiprocessing.api:Sending process 4004 closing "
	       "signal SIGTERM\n" FAILED TABLE TABLE SRUN,
	       "ValueError: no such shard: 7");
	expect("E1121 22:26:23.344000 4003 torch/distributed/elastic/multiprocessing/api.py:869] "
	       "failed (exitcode: -9) local_rank: 0 (pid: 4003) of binary: python3\n" TABLE,
	       "E1121 22:26:23.344000 4003 torch/distributed/elastic/multiprocessing/api.py:869] "
	       "failed (exitcode: -9) local_rank: 0 (pid: 4003) of binary: python3");
	/* A ruler, and nobody failed before it. */
	expect(TABLE, "============================================================");
}
