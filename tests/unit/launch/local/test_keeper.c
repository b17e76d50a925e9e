#include "launch/local/keeper.h"

#include "job_fixture.h"
#include "jobs_fixture.h"
#include "launch/local/descendants.h"
#include "launch/local/oom_watch.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(keeper, .init = history_enter, .fini = history_leave, .timeout = 300);

static struct cml_error err;
static struct cml_job_folder folder;

static void open_folder(void)
{
	job_fixture_open(&folder);
}

/* Claims an attempt of `sh -c script` and returns the path of its directory. */
static const char *claim(uint64_t key, const char *keeper, const char *script, double timeout_s)
{
	return job_fixture_claim(&folder, key, keeper, script,
				 &(struct cml_command){.timeout_s = timeout_s, .grace_s = 0.2});
}

static enum cml_result hear(struct cml_keeper *keeper, struct cml_job_record *record)
{
	struct pollfd ready = {.fd = keeper->socket - 1, .events = POLLIN};

	cr_assert_eq(poll(&ready, 1, 60000), 1);
	return cml_keeper_report(keeper, record, &err);
}

static struct cml_keeper start(void)
{
	struct cml_keeper keeper;

	cr_assert_eq(cml_keeper_start(&keeper, &folder, NULL, &err), CML_OK, "%s", err.message);
	return keeper;
}

Test(keeper, one_job_after_the_other)
{
	struct cml_job_record record;
	struct cml_attempt_look look = {0};

	open_folder();
	struct cml_keeper keeper = start();
	cr_assert_eq(cml_keeper_report(&keeper, &record, &err), CML_END);
	for (uint64_t key = 1; key <= 3; key++) {
		char script[64];

		snprintf(script, sizeof script, "echo out; echo err >&2; exit %d", (int)key);
		claim(key, keeper.lock.name, script, 0);
		cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){key, 1}, &err),
			     CML_OK);
		cr_assert_eq(hear(&keeper, &record), CML_OK);
		cr_assert_eq(record.exit_code, (int)key);
		cr_assert_eq(record.signal, 0);
		cr_assert_eq(record.stop, CML_STOP_NONE);
		cr_assert(record.pid > 1 && record.seconds >= 0 && record.max_rss_kib > 0);
		cr_assert_eq(
		    cml_job_folder_look(&folder, (struct cml_attempt_id){key, 1}, &look, &err),
		    CML_OK);
		cr_assert_eq(look.state, CML_ATTEMPT_FINISHED);
		cr_assert_eq(look.record.exit_code, (int)key);
	}
	cr_assert_str_eq(history_content("h.jobs/0000000000000001.1/stdout", NULL), "out\n");
	cr_assert_str_eq(history_content("h.jobs/0000000000000001.1/stderr", NULL), "err\n");
	cml_keeper_release(&keeper);
	cml_job_folder_release(&folder);
}

Test(keeper, ends_jobs_when_asked)
{
	struct cml_job_record record;

	open_folder();
	struct cml_keeper keeper = start();
	claim(1, keeper.lock.name, "sleep 600", 0);
	cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){1, 1}, &err), CML_OK);
	cr_assert_eq(cml_keeper_end(&keeper, CML_STOP_SLOW, false, &err), CML_OK);
	cr_assert_eq(hear(&keeper, &record), CML_OK);
	cr_assert_eq(record.stop, CML_STOP_SLOW);
	cr_assert_eq(record.signal, SIGTERM);
	/* At once, for one that does not listen. */
	claim(2, keeper.lock.name, "trap '' TERM; sleep 600; sleep 600", 0);
	cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){2, 1}, &err), CML_OK);
	cr_assert_eq(cml_keeper_end(&keeper, CML_STOP_CANCELLED, true, &err), CML_OK);
	cr_assert_eq(hear(&keeper, &record), CML_OK);
	cr_assert_eq(record.stop, CML_STOP_CANCELLED);
	cr_assert_eq(record.signal, SIGKILL);
	/* Nothing runs: nothing happens. */
	cr_assert_eq(cml_keeper_end(&keeper, CML_STOP_CANCELLED, true, &err), CML_OK);
	claim(3, keeper.lock.name, "exit 0", 0);
	cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){3, 1}, &err), CML_OK);
	cr_assert_eq(hear(&keeper, &record), CML_OK);
	cr_assert_eq(record.stop, CML_STOP_NONE);
	cml_keeper_release(&keeper);
	cml_job_folder_release(&folder);
}

/* Past its time, and it does not listen; a slow machine may not even have come to the trap by then,
 * and gets more. */
Test(keeper, kills_what_is_past_its_time)
{
	struct cml_job_record record = {0};
	double timeout_s = 0.1;

	open_folder();
	struct cml_keeper keeper = start();
	for (uint64_t key = 1; access("deaf", F_OK) != 0; key++, timeout_s *= 2) {
		claim(key, keeper.lock.name, "trap '' TERM; : >deaf; sleep 600; sleep 600",
		      timeout_s);
		cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){key, 1}, &err),
			     CML_OK);
		cr_assert_eq(hear(&keeper, &record), CML_OK);
		cr_assert_eq(record.stop, CML_STOP_TIMEOUT);
	}
	cr_assert_eq(record.signal, SIGKILL);
	cr_assert_geq(record.seconds, 0.3);
	cml_keeper_release(&keeper);
	cml_job_folder_release(&folder);
}

Test(keeper, says_why_a_job_cannot_start)
{
	struct cml_job_record record;

	open_folder();
	struct cml_keeper keeper = start();
	claim(1, keeper.lock.name, "true", 0);
	cr_assert_eq(unlink("h.jobs/0000000000000001.1/command"), 0);
	cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){1, 1}, &err), CML_OK);
	cr_assert_eq(hear(&keeper, &record), CML_OK);
	cr_assert_eq(record.start_errno, EAGAIN);
	cr_assert_str_not_empty(record.problem);
	/* There is no such attempt at all: the keeper gives up, and that can be seen. */
	cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){9, 1}, &err), CML_OK);
	cr_assert_eq(hear(&keeper, &record), CML_NOTHING);
	cml_keeper_release(&keeper);
	cml_job_folder_release(&folder);
}

/* Waits for a state of attempt 1.1, a minute or more. */
static void expect_state(enum cml_attempt_state state)
{
	struct cml_attempt_look look = {0};

	for (int i = 0; i < 6000; i++) {
		cr_assert_eq(
		    cml_job_folder_look(&folder, (struct cml_attempt_id){1, 1}, &look, &err),
		    CML_OK);
		if (look.state == state)
			return;
		usleep(10000);
	}
	cr_assert_fail("state %d, not %d", look.state, state);
}

Test(keeper, outlives_its_tool)
{
	open_folder();
	struct cml_keeper keeper = start();
	claim(1, keeper.lock.name, "until [ -e go ]; do sleep 0.01; done; exit 5", 0);
	cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){1, 1}, &err), CML_OK);
	cml_keeper_release(&keeper);
	expect_state(CML_ATTEMPT_RUNNING);
	history_write("go", "", 0);
	expect_state(CML_ATTEMPT_FINISHED);
	cml_job_folder_release(&folder);
}

/* Whichever of the two is killed, nothing of the job is left when the lock is free. */
Test(keeper, killed_with_its_job)
{
	char path[64];

	open_folder();
	for (int which = 0; which < 2; which++) {
		struct cml_keeper keeper = start();
		pid_t victim = keeper.pid;
		long job = 0;

		/* The process that counts has left the group. */
		claim(1, keeper.lock.name, "setsid sh -c 'echo $$ >started; exec sleep 600' & wait",
		      0);
		cr_assert_eq(cml_keeper_run(&keeper, (struct cml_attempt_id){1, 1}, &err), CML_OK);
		while (!history_content("started", NULL) ||
		       (job = atol(history_content("started", NULL))) == 0)
			usleep(1000);
		if (which == 1) {
			snprintf(path, sizeof path, "/proc/%d/task/%d/children", keeper.pid,
				 keeper.pid);
			victim = atoi(history_content(path, NULL));
		}
		cr_assert_gt(victim, 1);
		kill(victim, SIGKILL);
		expect_state(CML_ATTEMPT_LOST);
		snprintf(path, sizeof path, "/proc/%ld/exe", job);
		cr_assert(access(path, F_OK) != 0, "process %ld is left", job);
		cml_keeper_release(&keeper);
		unlink("started");
		cr_assert_eq(system("rm -r h.jobs/0000000000000001.1"), 0);
	}
	cml_job_folder_release(&folder);
}

/* cml_keep in a process of its own, as it changes that. */
static int keep(const char *dir)
{
	int how;
	pid_t pid = history_fork();

	if (pid == 0) {
		int exit_code = -1;
		_exit(cml_keep(dir, &exit_code, &err) == CML_OK ? exit_code : 99);
	}
	cr_assert_eq(waitpid(pid, &how, 0), pid);
	return WEXITSTATUS(how);
}

Test(keeper, keeps_one_directory)
{
	open_folder();
	cr_assert_eq(keep(claim(1, NULL, "echo run >>runs; exit 3", 0)), 3);
	cr_assert_eq(keep(claim(2, NULL, "kill -9 $$", 0)), 128 + SIGKILL);
	cr_assert_eq(keep(claim(3, NULL, "sleep 600", 0.05)), 124);
	/* Its record is there: it is not run again. */
	cr_assert_eq(keep("h.jobs/0000000000000001.1"), 3);
	cr_assert_str_eq(history_content("runs", NULL), "run\n");
	cr_assert_eq(keep("h.jobs/no-such"), 99);
	cml_job_folder_release(&folder);
}

Test(keeper, passes_warnings_on)
{
	int how;

	open_folder();
	const char *dir =
	    claim(1, NULL, "trap 'echo warned; exit 7' USR1; echo >ready; sleep 600 & wait", 0);
	pid_t pid = history_fork();
	if (pid == 0) {
		int exit_code = -1;
		_exit(cml_keep(dir, &exit_code, &err) == CML_OK ? exit_code : 99);
	}
	while (access("ready", F_OK) != 0)
		usleep(1000);
	kill(pid, SIGUSR1);
	cr_assert_eq(waitpid(pid, &how, 0), pid);
	cr_assert_eq(WEXITSTATUS(how), 7);
	cr_assert_str_eq(history_content("h.jobs/0000000000000001.1/stdout", NULL), "warned\n");
	cml_job_folder_release(&folder);
}

Test(keeper, descendants_are_killed_to_the_last)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid_t pid = fork();
	if (pid == 0) {
		execlp("sh", "sh", "-c", "(sleep 600 & sleep 600) & setsid sleep 600 & wait",
		       (char *)NULL);
		_exit(1);
	}
	usleep(100000);
	cml_kill_descendants();
	cr_assert_eq(waitpid(-1, NULL, 0), -1);
	cr_assert_eq(errno, ECHILD);
}

Test(keeper, nothing_was_killed_for_memory)
{
	struct cml_oom_watch watch;

	cml_oom_watch_init(&watch);
	cr_assert_not(cml_oom_watch_rose(&watch));
	/* A count that rose is told once. */
	if (watch.fd) {
		watch.count--;
		cr_assert(cml_oom_watch_rose(&watch));
		cr_assert_not(cml_oom_watch_rose(&watch));
	}
	cml_oom_watch_release(&watch);
}
