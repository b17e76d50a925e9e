#include "launch/slurm/command_run.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_SIGNAL 128

static void close_fd(int *fd)
{
	if (*fd != 0)
		close(*fd - 1);
	*fd = 0;
}

static int prepare_actions(posix_spawn_file_actions_t *actions,
			   const struct cml_command_options *options, int output, int errors)
{
	int error_number =
	    posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

	if (error_number == 0)
		error_number = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
	if (error_number == 0)
		error_number = posix_spawn_file_actions_adddup2(actions, errors, STDERR_FILENO);
	if (error_number == 0 && options->directory)
		error_number = posix_spawn_file_actions_addchdir_np(actions, options->directory);
	/* Onto itself: it loses its close-on-exec flag in the command alone. */
	if (error_number == 0 && options->shared_fd >= 0)
		error_number = posix_spawn_file_actions_adddup2(actions, options->shared_fd,
								options->shared_fd);
	return error_number;
}

static int spawn(pid_t *pid, const struct cml_command_options *options, int output, int errors)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int error_number = posix_spawn_file_actions_init(&actions);

	if (error_number != 0)
		return error_number;
	error_number = posix_spawnattr_init(&attributes);
	if (error_number == 0) {
		sigemptyset(&none);
		sigfillset(&all);
		posix_spawnattr_setsigmask(&attributes, &none);
		posix_spawnattr_setsigdefault(&attributes, &all);
		posix_spawnattr_setpgroup(&attributes, 0);
		posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
							  POSIX_SPAWN_SETSIGDEF |
							  POSIX_SPAWN_SETPGROUP);
		error_number = prepare_actions(&actions, options, output, errors);
		if (error_number == 0)
			error_number = posix_spawnp(pid, options->argv[0], &actions, &attributes,
						    options->argv, options->environment);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error_number;
}

enum cml_result cml_command_start(struct cml_command_run *run,
				  const struct cml_command_options *options, struct cml_error *err)
{
	int output[2] = {-1, -1}, errors[2] = {-1, -1}, error_number = 0;
	enum cml_result status = CML_OK;

	cml_buffer_clear(&run->out);
	cml_buffer_clear(&run->err);
	run->overdue = false;
	if (pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0 ||
	    fcntl(output[0], F_SETFL, O_NONBLOCK) != 0 ||
	    fcntl(errors[0], F_SETFL, O_NONBLOCK) != 0)
		error_number = errno;
	if (error_number == 0)
		error_number = spawn(&run->pid, options, output[1], errors[1]);
	if (error_number == 0) {
		int process = (int)syscall(SYS_pidfd_open, run->pid, 0);

		run->output = output[0] + 1;
		run->errors = errors[0] + 1;
		output[0] = errors[0] = -1;
		if (process < 0)
			status = cml_fail_errno(err, errno, options->argv[0]);
		run->process = process + 1;
		run->due = cml_clock_monotonic_s() + options->timeout_s;
	} else {
		run->pid = 0;
		status = cml_fail_errno(err, error_number, options->argv[0]);
		if (error_number == ENOENT)
			err->status = status = CML_BAD_USAGE;
	}
	for (int i = 0; i < 2; i++) {
		if (output[i] >= 0)
			close(output[i]);
		if (errors[i] >= 0)
			close(errors[i]);
	}
	return status;
}

bool cml_command_running(const struct cml_command_run *run)
{
	return run->pid != 0;
}

nfds_t cml_command_fds(const struct cml_command_run *run, struct pollfd fds[CML_COMMAND_FDS])
{
	const int all[CML_COMMAND_FDS] = {run->process, run->output, run->errors};
	nfds_t n = 0;

	for (int i = 0; i < CML_COMMAND_FDS; i++) {
		if (all[i] != 0)
			fds[n++] = (struct pollfd){.fd = all[i] - 1, .events = POLLIN};
	}
	return n;
}

static enum cml_result drain(int *fd, struct cml_buffer *text, struct cml_error *err)
{
	char piece[4096];

	while (*fd != 0) {
		ssize_t n = read(*fd - 1, piece, sizeof piece);

		if (n > 0 && !cml_buffer_append(text, piece, (size_t)n))
			return cml_fail_memory(err);
		if (n < 0 && errno == EAGAIN)
			return CML_OK;
		if (n == 0 || (n < 0 && errno != EINTR))
			close_fd(fd);
	}
	return CML_OK;
}

enum cml_result cml_command_step(struct cml_command_run *run, bool *over, struct cml_error *err)
{
	siginfo_t info = {0};

	*over = false;
	if (cml_clock_monotonic_s() > run->due) {
		run->overdue = true;
		run->due = INFINITY;
		kill(-run->pid, SIGKILL);
	}
	/* Before the output: what the command wrote is then all there. */
	if (waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG) != 0)
		return cml_fail_errno(err, errno, "wait");
	enum cml_result status = drain(&run->output, &run->out, err);
	if (status == CML_OK)
		status = drain(&run->errors, &run->err, err);
	if (info.si_pid != 0) {
		run->exit_code =
		    info.si_code == CLD_EXITED ? info.si_status : EXIT_SIGNAL + info.si_status;
		run->pid = 0;
		close_fd(&run->process);
		close_fd(&run->output);
		close_fd(&run->errors);
		*over = true;
	}
	return status;
}

enum cml_result cml_command_wait(struct cml_command_run *run,
				 const struct cml_command_options *options, struct cml_error *err)
{
	struct pollfd fds[CML_COMMAND_FDS];
	bool over = false;
	enum cml_result status = cml_command_start(run, options, err);

	while (status == CML_OK && !over) {
		nfds_t n = cml_command_fds(run, fds);
		double left_s = fmax(0, run->due - cml_clock_monotonic_s());

		if (poll(fds, n, (int)ceil(1e3 * fmin(left_s + 1e-3, 1e6))) < 0 && errno != EINTR)
			return cml_fail_errno(err, errno, "poll");
		status = cml_command_step(run, &over, err);
	}
	return status;
}

void cml_command_release(struct cml_command_run *run)
{
	close_fd(&run->process);
	close_fd(&run->output);
	close_fd(&run->errors);
	cml_buffer_release(&run->out);
	cml_buffer_release(&run->err);
	*run = (struct cml_command_run){0};
}
