#include "launch/local/supervisor.h"

#include "job_fixture.h"
#include "jobs_fixture.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct cml_job_folder folder;

static void leave(void)
{
	cml_job_folder_release(&folder);
	history_leave();
}

TestSuite(supervisor, .init = history_enter, .fini = leave, .timeout = 300);

/* Claims an attempt of `sh -c script` and returns the path of its directory. */
static const char *claim(uint64_t key, const char *script, double timeout_s)
{
	return job_fixture_claim(&folder, key, script,
				 &(struct cml_command){.timeout_s = timeout_s, .grace_s = 0.2});
}

static struct cml_supervisor start(void)
{
	struct cml_supervisor supervisor;
	if (folder.fd <= 0)
		job_fixture_open(&folder);
	assert_ok(cml_supervisor_start(&supervisor, &folder, &err));
	return supervisor;
}

static void run(struct cml_supervisor *supervisor, uint64_t key)
{
	struct cml_supervisor_order order = {.what = CML_ORDER_RUN, .attempt = {key, 1}};
	assert_ok(cml_supervisor_send(supervisor, order, &err));
}

static void end(struct cml_supervisor *supervisor, bool hurry)
{
	struct cml_supervisor_order order = {.what = CML_ORDER_END, .hurry = hurry};
	assert_ok(cml_supervisor_send(supervisor, order, &err));
}

static void claim_and_run(struct cml_supervisor *supervisor, uint64_t key, const char *script,
			  double timeout_s)
{
	claim(key, script, timeout_s);
	run(supervisor, key);
}

static enum cml_result report(struct cml_supervisor *supervisor, struct cml_job_record *record)
{
	struct pollfd ready = {.fd = supervisor->socket, .events = POLLIN};
	cr_assert_eq(poll(&ready, 1, 60000), 1);
	return cml_supervisor_report(supervisor, record, &err);
}

static enum cml_attempt_state state_of(uint64_t key, struct cml_job_record *record)
{
	struct cml_attempt_look look;
	assert_ok(cml_job_folder_look(&folder, (struct cml_attempt_id){key, 1}, &look, &err));
	if (record)
		*record = look.record;
	return look.state;
}

/* Waits for a state of an attempt, a minute or more. */
static void expect_state(uint64_t key, enum cml_attempt_state state)
{
	for (int i = 0; i < 6000; i++) {
		if (state_of(key, NULL) == state)
			return;
		usleep(10000);
	}
	cr_assert_fail("state %d, not %d", state_of(key, NULL), state);
}

/* The number in a file that a job writes with its line end. */
static pid_t read_pid(const char *path)
{
	const char *text = NULL;
	for (int i = 0; i < 60000 && !(text && strchr(text, '\n')); i++) {
		usleep(1000);
		text = access(path, F_OK) == 0 ? history_content(path, NULL) : NULL;
	}
	cr_assert(text && atol(text) > 1, "%s", path);
	return (pid_t)atol(text);
}

static bool is_alive(pid_t pid)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/exe", pid);
	return access(path, F_OK) == 0;
}

Test(supervisor, one_job_after_the_other)
{
	struct cml_job_record record, written;
	AUTO(cml_supervisor) supervisor = start();
	cr_assert_eq(cml_supervisor_report(&supervisor, &record, &err), CML_END);
	for (uint64_t key = 1; key <= 3; key++) {
		char script[64];
		snprintf(script, sizeof script, "echo out; echo err >&2; exit %d", (int)key);
		claim_and_run(&supervisor, key, script, 0);
		assert_ok(report(&supervisor, &record));
		cr_assert_eq(record.exit_code, (int)key);
		cr_assert_eq(record.signal, 0);
		cr_assert_eq(record.stop, CML_STOP_NONE);
		cr_assert(record.pid > 1 && record.seconds >= 0);
		cr_assert_eq(state_of(key, &written), CML_ATTEMPT_FINISHED);
		cr_assert_eq(written.exit_code, (int)key);
	}
	cr_assert_str_eq(history_content("h.jobs/0000000000000001.1/stdout", NULL), "out\n");
	cr_assert_str_eq(history_content("h.jobs/0000000000000001.1/stderr", NULL), "err\n");
}

Test(supervisor, ends_jobs_when_asked)
{
	struct cml_job_record record;
	AUTO(cml_supervisor) supervisor = start();
	claim_and_run(&supervisor, 1, "sleep 600", 0);
	end(&supervisor, false);
	assert_ok(report(&supervisor, &record));
	cr_assert_eq(record.stop, CML_STOP_CANCELLED);
	cr_assert_eq(record.signal, SIGTERM);
	/* At once, for one that does not listen. */
	claim_and_run(&supervisor, 2, "trap '' TERM; sleep 600; sleep 600", 0);
	end(&supervisor, true);
	assert_ok(report(&supervisor, &record));
	cr_assert_eq(record.stop, CML_STOP_CANCELLED);
	cr_assert_eq(record.signal, SIGKILL);
	/* Nothing runs: nothing happens. */
	end(&supervisor, true);
	claim_and_run(&supervisor, 3, "exit 0", 0);
	assert_ok(report(&supervisor, &record));
	cr_assert_eq(record.stop, CML_STOP_NONE);
}

/* Past its time, and it does not listen; a slow machine may not even have come to the trap by then,
 * and gets more. */
Test(supervisor, kills_what_is_past_its_time)
{
	struct cml_job_record record = {0};
	AUTO(cml_supervisor) supervisor = start();
	double timeout_s = 0.1;
	for (uint64_t key = 1; access("deaf", F_OK) != 0; key++, timeout_s *= 2) {
		claim_and_run(&supervisor, key, "trap '' TERM; : >deaf; sleep 600; sleep 600",
			      timeout_s);
		assert_ok(report(&supervisor, &record));
		cr_assert_eq(record.stop, CML_STOP_TIMEOUT);
	}
	cr_assert_eq(record.signal, SIGKILL);
	cr_assert_geq(record.seconds, 0.3);
}

Test(supervisor, says_why_a_job_cannot_start)
{
	struct cml_job_record record;
	AUTO(cml_supervisor) supervisor = start();
	claim(1, "true", 0);
	cr_assert_eq(unlink("h.jobs/0000000000000001.1/command"), 0);
	run(&supervisor, 1);
	assert_ok(report(&supervisor, &record));
	cr_assert_eq(record.start_errno, EAGAIN);
	cr_assert_str_not_empty(record.problem);
	/* There is no such attempt at all: the supervisor goes, and that can be seen. */
	run(&supervisor, 9);
	cr_assert_eq(report(&supervisor, &record), CML_NOTHING);
}

/* Its tool was killed between claim and start, and the next one looked before it had its order. */
Test(supervisor, starts_nothing_that_was_found_lost)
{
	struct cml_job_record record;
	AUTO(cml_supervisor) supervisor = start();
	claim(1, ": >started", 0);
	cr_assert_eq(state_of(1, NULL), CML_ATTEMPT_LOST);
	run(&supervisor, 1);
	cr_assert_eq(report(&supervisor, &record), CML_NOTHING);
	cr_assert_neq(access("started", F_OK), 0);
	cr_assert_eq(state_of(1, NULL), CML_ATTEMPT_LOST);
}

Test(supervisor, outlives_its_tool)
{
	struct cml_supervisor supervisor = start();
	claim_and_run(&supervisor, 1, ": >ready; until [ -e go ]; do sleep 0.01; done; exit 5", 0);
	job_fixture_await("ready");
	cml_supervisor_release(&supervisor);
	cr_assert_eq(state_of(1, NULL), CML_ATTEMPT_RUNNING);
	history_write("go", "", 0);
	expect_state(1, CML_ATTEMPT_FINISHED);
}

/* A later run asks for the end of what it has adopted. */
Test(supervisor, ends_jobs_on_request)
{
	struct cml_supervisor supervisor = start();
	struct cml_attempt_id attempt = {1, 1};
	struct cml_job_record record;
	claim_and_run(&supervisor, attempt.key, ": >ready; exec sleep 600", 0);
	job_fixture_await("ready");
	cml_supervisor_release(&supervisor);
	assert_ok(cml_supervisor_request_end(&folder, attempt, &err));
	expect_state(attempt.key, CML_ATTEMPT_FINISHED);
	state_of(attempt.key, &record);
	cr_expect_eq(record.stop, CML_STOP_CANCELLED);
	cr_expect_eq(record.signal, SIGTERM);
	cr_assert_eq(cml_supervisor_request_end(&folder, (struct cml_attempt_id){9, 1}, &err),
		     CML_OK, "its directory has gone");
}

/* A job whose process that counts has left the group, has no output and no environment of ours;
 * numbers of its supervisor and of that process in files. */
static const char escaped[] =
    "setsid sh -c 'echo $$ >job; exec sleep 600' >other 2>&1 & echo $PPID >supervisor; wait";

/* Nothing of the job is left when the lock is free: the reaper has ended it. */
Test(supervisor, killed)
{
	AUTO(cml_supervisor) supervisor = start();
	struct cml_job_record record;
	claim_and_run(&supervisor, 1, escaped, 0);
	pid_t job = read_pid("job");
	kill(read_pid("supervisor"), SIGKILL);
	cr_assert_eq(report(&supervisor, &record), CML_NOTHING);
	expect_state(1, CML_ATTEMPT_LOST);
	cr_assert_not(is_alive(job));
}

/* A supervisor does without its reaper. */
Test(supervisor, whose_reaper_is_killed)
{
	AUTO(cml_supervisor) supervisor = start();
	struct cml_job_record record;
	claim_and_run(&supervisor, 1,
		      "echo $PPID >supervisor; until [ -e go ]; do sleep 0.01; done", 0);
	read_pid("supervisor");
	kill(supervisor.pid, SIGKILL);
	history_write("go", "", 0);
	assert_ok(report(&supervisor, &record));
	cr_assert_eq(record.exit_code, 0);
	claim_and_run(&supervisor, 2, "exit 4", 0);
	assert_ok(report(&supervisor, &record));
	cr_assert_eq(record.exit_code, 4);
}

/* expect that attempt KEY.1 runs until the processes of a file have ended, its supervisor and
 * reaper having been killed at once. */
static void kill_both(uint64_t key, const char *script)
{
	struct cml_supervisor supervisor = start();
	claim_and_run(&supervisor, key, script, 0);
	pid_t job = read_pid("job"), pid = read_pid("supervisor");
	kill(supervisor.pid, SIGSTOP);
	kill(pid, SIGKILL);
	kill(supervisor.pid, SIGKILL);
	cr_assert_eq(waitpid(supervisor.pid, NULL, 0), supervisor.pid);
	supervisor.pid = 0;
	cml_supervisor_release(&supervisor);
	cr_assert(is_alive(job));
	cr_assert_eq(state_of(key, NULL), CML_ATTEMPT_RUNNING);
	kill(job, SIGKILL);
	expect_state(key, CML_ATTEMPT_LOST);
	cr_assert_not(is_alive(job));
	unlink("job");
	unlink("supervisor");
}

Test(supervisor, killed_with_its_reaper)
{
	/* The lock alone, as its output is elsewhere. */
	kill_both(1, escaped);
	/* The output alone: descriptors from 3 on are closed, as by Python's subprocess. */
	kill_both(2, "echo $PPID >supervisor; setsid bash -c 'for fd in /proc/$$/fd/*; do "
		     "fd=${fd##*/}; [ $fd -le 2 ] || eval \"exec $fd>&-\"; done; "
		     "echo $$ >job; exec sleep 600' >/dev/null & wait");
	kill_both(3, "echo $PPID >supervisor; setsid bash -c 'for fd in /proc/$$/fd/*; do "
		     "fd=${fd##*/}; [ $fd -le 2 ] || eval \"exec $fd>&-\"; done; "
		     "echo $$ >job; exec sleep 600' 2>/dev/null & wait");
}

/* Pipes that the tool has open would keep whoever reads from them waiting. */
Test(supervisor, has_nothing_else_of_the_tool)
{
	struct stat about;
	int ends[2];
	char byte;
	cr_assert_eq(pipe(ends), 0);
	AUTO(cml_supervisor) supervisor = start();
	claim_and_run(&supervisor, 1,
		      "ls -l /proc/$PPID/fd /proc/self/fd >fds; : >ready; "
		      "until [ -e go ]; do sleep 0.01; done",
		      0);
	job_fixture_await("ready");
	close(ends[1]);
	cr_expect_eq(read(ends[0], &byte, 1), 0, "%s", history_content("fds", NULL));
	cr_expect_eq(fstat(supervisor.socket, &about), 0);
	history_write("go", "", 0);
	expect_state(1, CML_ATTEMPT_FINISHED);
}

/* cml_run_job in a process of its own, as it changes that. */
static int run_job(const char *dir)
{
	int how;
	pid_t pid = history_fork();
	if (pid == 0) {
		int exit_code = -1;
		_exit(cml_run_job(dir, &exit_code, &err) == CML_OK ? exit_code : 99);
	}
	cr_assert_eq(waitpid(pid, &how, 0), pid);
	return WEXITSTATUS(how);
}

Test(supervisor, of_one_directory)
{
	job_fixture_open(&folder);
	cr_assert_eq(run_job(claim(1, "echo run >>runs; exit 3", 0)), 3);
	cr_assert_eq(run_job(claim(2, "kill -9 $$", 0)), 128 + SIGKILL);
	cr_assert_eq(run_job(claim(3, "sleep 600", 0.05)), 124);
	/* Its record is there: it is not run again. */
	cr_assert_eq(run_job("h.jobs/0000000000000001.1"), 3);
	cr_assert_str_eq(history_content("runs", NULL), "run\n");
	cr_assert_eq(run_job("h.jobs/no-such"), 99);
}

Test(supervisor, passes_warnings_on)
{
	int how;
	job_fixture_open(&folder);
	const char *dir =
	    claim(1, "trap 'echo warned; exit 7' USR1; echo >ready; sleep 600 & wait", 0);
	pid_t pid = history_fork();
	if (pid == 0) {
		int exit_code = -1;
		_exit(cml_run_job(dir, &exit_code, &err) == CML_OK ? exit_code : 99);
	}
	while (access("ready", F_OK) != 0)
		usleep(1000);
	kill(pid, SIGUSR1);
	cr_assert_eq(waitpid(pid, &how, 0), pid);
	cr_assert_eq(WEXITSTATUS(how), 7);
	cr_assert_str_eq(history_content("h.jobs/0000000000000001.1/stdout", NULL), "warned\n");
}
