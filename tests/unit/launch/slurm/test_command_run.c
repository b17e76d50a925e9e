#include "launch/slurm/command_run.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

TestSuite(command_run, .timeout = 300);

static struct cml_error err;

static struct cml_command_options shell(char *script)
{
	static char *argv[] = {"sh", "-c", NULL, NULL};

	argv[2] = script;
	return (struct cml_command_options){
	    .argv = argv, .environment = environ, .shared_fd = -1, .timeout_s = 60};
}

static void run(struct cml_command_run *command, struct cml_command_options options)
{
	cr_assert_eq(cml_command_wait(command, &options, &err), CML_OK);
	cr_assert_not(cml_command_running(command));
}

Test(command_run, gathers_both_outputs)
{
	struct cml_command_run command = {0};

	run(&command, shell("echo out; echo err >&2; exit 3"));
	cr_assert_eq(command.exit_code, 3);
	cr_assert(cml_slice_is(cml_buffer_slice(&command.out), "out\n"));
	cr_assert(cml_slice_is(cml_buffer_slice(&command.err), "err\n"));
	/* Nothing is left of the one before. */
	run(&command, shell("cat; pwd"));
	cr_assert_eq(command.exit_code, 0);
	cr_assert_eq(command.err.size, 0);
	struct cml_command_options options = shell("pwd");
	options.directory = "/";
	run(&command, options);
	cr_assert(cml_slice_is(cml_buffer_slice(&command.out), "/\n"));
	cml_command_release(&command);
}

Test(command_run, more_than_a_pipe_holds)
{
	struct cml_command_run command = {0};

	run(&command, shell("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2"));
	cr_assert_eq(command.out.size, 300000);
	cr_assert_eq(command.err.size, 200000);
	cml_command_release(&command);
}

Test(command_run, signal_and_time)
{
	struct cml_command_run command = {0};

	run(&command, shell("kill -TERM $$"));
	cr_assert_eq(command.exit_code, 128 + 15);
	cr_assert_not(command.overdue);
	struct cml_command_options options = shell("sleep 1000 & wait");
	options.timeout_s = 0.1;
	run(&command, options);
	cr_assert_eq(command.exit_code, 128 + 9);
	cr_assert(command.overdue);
	cml_command_release(&command);
}

Test(command_run, ends_although_a_child_keeps_the_pipe)
{
	struct cml_command_run command = {0};

	run(&command, shell("sleep 100 & echo out"));
	cr_assert_not(command.overdue);
	cr_assert_eq(command.exit_code, 0);
	cr_assert(cml_slice_is(cml_buffer_slice(&command.out), "out\n"));
	cml_command_release(&command);
}

Test(command_run, missing_program)
{
	struct cml_command_run command = {0};
	char *argv[] = {"cml-no-such-program", NULL};
	struct cml_command_options options = {
	    .argv = argv, .environment = environ, .shared_fd = -1, .timeout_s = 60};

	cr_assert_eq(cml_command_wait(&command, &options, &err), CML_BAD_USAGE);
	cr_assert_not(cml_command_running(&command));
	cml_command_release(&command);
}

Test(command_run, shares_one_descriptor)
{
	struct cml_command_run command = {0};
	int pair[2];
	char script[64];

	cr_assert_eq(pipe2(pair, O_CLOEXEC), 0);
	snprintf(script, sizeof script, "ls /proc/self/fd | grep -cx '%d\\|%d'", pair[0], pair[1]);
	struct cml_command_options options = shell(script);
	run(&command, options);
	cr_assert(cml_slice_is(cml_buffer_slice(&command.out), "0\n"));
	options.shared_fd = pair[1];
	run(&command, options);
	cr_assert(cml_slice_is(cml_buffer_slice(&command.out), "1\n"));
	cml_command_release(&command);
	close(pair[0]);
	close(pair[1]);
}
