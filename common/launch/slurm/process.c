#include "launch/slurm/slurm_state.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/job/job_record.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void close_all(struct cml_process *process)
{
	cml_file_close(process->end_fd);
	cml_file_close(process->out_fd);
	cml_file_close(process->err_fd);
	process->end_fd = process->out_fd = process->err_fd = -1;
}

void cml_process_init(struct cml_process *process)
{
	*process = (struct cml_process){.end_fd = -1, .out_fd = -1, .err_fd = -1};
}

void cml_process_release(struct cml_process *process)
{
	close_all(process);
	cml_buffer_release(&process->text);
	cml_process_init(process);
}

static int spawn(pid_t *pid, char *const *argv, char *const *environment, int out, int err)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int error_number = ENOMEM;

	sigemptyset(&none);
	sigfillset(&all);
	/* In glibc and in musl these set fields and cannot fail. */
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
						  POSIX_SPAWN_SETPGROUP);
	if (posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ==
		0 &&
	    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) == 0 &&
	    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO) == 0)
		error_number = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error_number;
}

enum cml_result cml_process_start(struct cml_process *process, char *const *argv,
				  char *const *environment, int out_fd, double timeout_s,
				  struct cml_error *err)
{
	process->reply = (struct cml_slurm_reply){0};
	process->deadline = cml_clock_monotonic_s() + timeout_s;
	/* Files, not pipes: nothing has to be read while it runs. */
	process->err_fd = memfd_create("errors", MFD_CLOEXEC);
	if (out_fd < 0)
		out_fd = process->out_fd = memfd_create("output", MFD_CLOEXEC);
	int error_number = process->err_fd < 0 || out_fd < 0
			       ? errno
			       : spawn(&process->pid, argv, environment, out_fd, process->err_fd);
	if (error_number == 0) {
		process->end_fd = (int)syscall(SYS_pidfd_open, process->pid, 0);
		return CML_OK;
	}
	process->pid = 0;
	close_all(process);
	cml_fail_errno(err, error_number, argv[0]);
	if (error_number == ENOENT)
		err->status = CML_BAD_USAGE;
	return err->status;
}

enum cml_result cml_process_step(struct cml_process *process, struct cml_error *err)
{
	siginfo_t info = {0};

	if (process->pid == 0)
		return CML_NOTHING;
	if (cml_clock_monotonic_s() > process->deadline) {
		process->reply.timed_out = true;
		process->deadline = INFINITY;
		kill(-process->pid, SIGKILL);
	}
	if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG) != 0)
		return cml_fail_errno(err, errno, "wait");
	if (info.si_pid == 0)
		return CML_NOTHING;
	process->pid = 0;
	process->reply.exit_code =
	    info.si_code == CLD_EXITED ? info.si_status : CML_EXIT_SIGNAL + info.si_status;
	cml_buffer_clear(&process->text);
	int error_number =
	    process->out_fd < 0 ? 0 : cml_file_read_all(process->out_fd, &process->text);
	size_t out_size = process->text.size;
	if (error_number == 0)
		error_number = cml_file_read_all(process->err_fd, &process->text);
	process->reply.out = (struct cml_slice){process->text.data, out_size};
	process->reply.err = cml_slice_from(cml_buffer_slice(&process->text), out_size);
	close_all(process);
	return error_number == 0 ? CML_OK
				 : cml_fail_errno(err, error_number, "the output of a command");
}
