#include "launch/slurm/slurm_state.h"

#include "base/number.h"
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

Test(process, gathers_both_outputs)
{
	AUTO(cml_process) process;
	cml_process_init(&process);
	run(&process, "echo out; echo err >&2; exit 3");
	cr_assert_eq(process.reply.exit_code, 3);
	cr_assert(cml_slice_is(process.reply.out, "out\n"));
	cr_assert(cml_slice_is(process.reply.err, "err\n"));
	/* Nothing is left of the one before. */
	run(&process, "cat");
	cr_assert_eq(process.reply.exit_code, 0);
	cr_assert_eq(process.reply.err.size, 0);
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

Test(process, ends_although_a_child_goes_on)
{
	AUTO(cml_process) process;
	cml_process_init(&process);
	run(&process, "sleep 1000 & printf %d $!");
	cr_assert_not(process.reply.timed_out);
	cr_assert_eq(process.reply.exit_code, 0);
	uint64_t child = 0;
	cr_assert(cml_parse_uint64(process.reply.out, &child));
	cr_assert_eq(kill((pid_t)child, SIGKILL), 0);
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

Test(process, prints_to_a_file)
{
	struct cml_process process;
	int fd = memfd_create("test", 0);
	char text[8] = "";
	cml_process_init(&process);
	run_into(&process, "echo out; echo err >&2", fd, 60);
	cr_assert_eq(process.reply.out.size, 0);
	cr_assert(cml_slice_is(process.reply.err, "err\n"));
	cr_assert_eq(pread(fd, text, sizeof text - 1, 0), 4);
	cr_assert_str_eq(text, "out\n");
	cml_process_release(&process);
	close(fd);
}
