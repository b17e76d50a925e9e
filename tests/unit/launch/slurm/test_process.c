#include "launch/slurm/slurm_state.h"

#include "test.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

TestSuite(process, .timeout = 300);

static void run_into(struct cml_process *process, char *script, int out_fd, double timeout_s)
{
	char *argv[] = {"sh", "-c", script, NULL};
	enum cml_result result;
	assert_ok(cml_process_start(process, argv, environ, out_fd, timeout_s, &err));
	while ((result = cml_process_step(process, &err)) == CML_NOTHING)
		poll(&(struct pollfd){.fd = process->end_fd, .events = POLLIN}, 1, 100);
	cr_assert_eq(result, CML_OK);
	cr_assert_eq(process->pid, 0);
}

static void run(struct cml_process *process, char *script)
{
	run_into(process, script, -1, 60);
}

Test(process, output_of_any_size)
{
	AUTO(cml_process) process;
	cml_process_init(&process);
	run(&process, "head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2");
	cr_assert_eq(process.reply.out.size, 300000);
	cr_assert_eq(process.reply.err.size, 200000);
}

Test(process, signal_and_time)
{
	AUTO(cml_process) process;
	cml_process_init(&process);
	run(&process, "kill -TERM $$");
	cr_assert_eq(process.reply.exit_code, 128 + 15);
	cr_assert_not(process.reply.timed_out);
	run_into(&process, "exec sleep 1000", -1, 0.1);
	cr_assert_eq(process.reply.exit_code, 128 + 9);
	cr_assert(process.reply.timed_out);
}

Test(process, missing_program)
{
	AUTO(cml_process) process;
	/* A folder of PATH that may not be read would be another error. */
	setenv("PATH", "/usr/bin:/bin", 1);
	cml_process_init(&process);
	char *argv[] = {"cml-no-such-program", NULL};

	cr_assert_eq(cml_process_start(&process, argv, environ, -1, 60, &err), CML_BAD_USAGE);
	cr_assert_eq(process.pid, 0);
}
