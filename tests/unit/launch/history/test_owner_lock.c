#include "launch/history/job_history.h"

#include "jobs_fixture.h"
#include "launch/job/job_record.h"
#include "test.h"
#include "trials.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(owner_lock, .init = history_enter, .fini = history_leave, .timeout = 300);

/* In a child: owns the history, says so, and keeps it until it is killed. */
static pid_t start_owner(void)
{
	int ready[2];
	char c;
	cr_assert_eq(pipe(ready), 0);
	pid_t child = history_fork();
	if (child == 0) {
		struct cml_owner_lock lock;
		if (cml_owner_lock_take(&lock, "h.csv", NULL, &err) != CML_OK ||
		    write(ready[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	cr_assert_eq(read(ready[0], &c, 1), 1);
	close(ready[0]);
	return child;
}

static void end_owner(pid_t owner)
{
	kill(owner, SIGKILL);
	waitpid(owner, NULL, 0);
}

Test(owner_lock, names_the_owner)
{
	struct cml_owner_lock lock;
	char expected[100], host[65];
	pid_t owner = start_owner();
	cr_assert_eq(cml_owner_lock_take(&lock, "h.csv", NULL, &err), CML_IO_ERROR);
	snprintf(expected, sizeof expected, "in use by process %ld of user ", (long)owner);
	cr_expect_eq(strncmp(err.message, expected, strlen(expected)), 0, "%s", err.message);
	gethostname(host, sizeof host);
	snprintf(expected, sizeof expected, " on host %s: --wait waits for its end", host);
	cr_expect_not_null(strstr(err.message, expected), "%s", err.message);
	cr_expect_str_eq(err.file, "h.csv");
	cml_owner_lock_release(&lock);
	cr_assert_not_null(history_content("h.csv.lock", NULL), "the owner's is left alone");
	end_owner(owner);
}

Test(owner_lock, a_dead_owner_is_replaced_at_once)
{
	AUTO(cml_owner_lock) lock;
	end_owner(start_owner());
	cr_assert_not_null(history_content("h.csv.lock", NULL));
	assert_ok(cml_owner_lock_take(&lock, "h.csv", NULL, &err));
	cml_owner_lock_release(&lock);
	cr_assert_null(history_content("h.csv.lock", NULL));
	cml_owner_lock_release(&lock);
	/* One that a machine reset has emptied was nobody's elsewhere. */
	history_write("h.csv.lock", "", 0);
	assert_ok(cml_owner_lock_take(&lock, "h.csv", NULL, &err));
}

Test(owner_lock, an_owner_on_another_host_is_never_replaced)
{
	const char *text = "host=node7\nuid=1000\npid=17\n";
	struct cml_owner_lock lock;
	char host[CML_RECORD_HOST_SIZE], message[512];
	history_write("h.csv.lock", text, strlen(text));
	cr_assert_eq(cml_owner_lock_take(&lock, "h.csv", NULL, &err), CML_IO_ERROR);
	cml_host_name(host);
	snprintf(
	    message, sizeof message,
	    "in use by process 17 of user 1000 on host node7 (this is %s; if that host is gone "
	    "or renamed: cml-submit(1), One owner): --wait waits for its end",
	    host);
	cr_assert_str_eq(err.message, message);
	cr_assert_str_eq(history_content("h.csv.lock", NULL), text);
}

/* A supervisor outlives its tool, and does not keep the lock: neither after exec nor after a close
 * of what it got. */
Test(owner_lock, is_not_inherited)
{
	AUTO(cml_owner_lock) lock;
	int ready[2];
	char pid[24] = "";
	cr_assert_eq(pipe(ready), 0);
	pid_t child = history_fork();
	if (child == 0) {
		if (cml_owner_lock_take(&lock, "h.csv", NULL, &err) != CML_OK)
			_exit(1);
		if (fork() == 0) {
			dup2(ready[1], 1);
			execl("/bin/sh", "sh", "-c", "echo $$; exec sleep 1000", (char *)NULL);
			_exit(1);
		}
		for (;;)
			pause();
	}
	cr_assert_gt(read(ready[0], pid, sizeof pid - 1), 0);
	end_owner(child);
	enum cml_result status = cml_owner_lock_take(&lock, "h.csv", NULL, &err);
	cr_expect_eq(kill((pid_t)atol(pid), SIGKILL), 0, "it lives on");
	cr_assert_eq(status, CML_OK, "%s", err.message);
}

/* Of many that find a dead owner's lock at once, exactly one gets it; the others name it. */
Test(owner_lock, a_dead_owner_has_one_heir)
{
	for (int trial = 0; trial < TRIALS(20); trial++) {
		pid_t children[8];
		char answers[8];
		int n_heirs = 0;
		int out[2];
		end_owner(start_owner());
		cr_assert_eq(pipe(out), 0);
		for (int i = 0; i < 8; i++) {
			struct cml_owner_lock lock;
			children[i] = history_fork();
			if (children[i] != 0)
				continue;
			bool taken = cml_owner_lock_take(&lock, "h.csv", NULL, &err) == CML_OK;
			if (write(out[1], taken ? "y" : "n", 1) != 1)
				_exit(1);
			for (;;)
				pause(); /* it holds the lock until all have tried */
		}
		for (size_t n = 0; n < 8; n++)
			cr_assert_eq(read(out[0], &answers[n], 1), 1);
		for (int i = 0; i < 8; i++) {
			n_heirs += answers[i] == 'y';
			end_owner(children[i]);
		}
		close(out[0]);
		close(out[1]);
		cr_assert_eq(n_heirs, 1, "%d heirs", n_heirs);
	}
}

static void append_note(void *context, const char *text)
{
	FILE *notes = fopen(context, "a");
	fprintf(notes, "%s\n", text);
	fclose(notes);
}

/* Takes turns: no two own it at once, nobody waits for ever, and each is told whom it waits for. */
Test(owner_lock, those_who_wait_take_turns)
{
	const struct cml_notes wait_for = {append_note, "notes"};
	pid_t owner = start_owner();
	char expected[64];
	int status;
	for (int i = 0; i < 6; i++) {
		struct cml_owner_lock lock;
		if (history_fork() != 0)
			continue;
		if (cml_owner_lock_take(&lock, "h.csv", &wait_for, &err) != CML_OK)
			_exit(1);
		/* Whoever else owned it now would find this. */
		int alone = open("alone", O_CREAT | O_EXCL | O_WRONLY, 0644);
		if (alone < 0)
			_exit(2);
		usleep(2000);
		unlink("alone");
		cml_owner_lock_release(&lock);
		_exit(0);
	}
	while (!history_content("notes", NULL))
		usleep(1000);
	kill(owner, SIGKILL);
	for (int i = 0; i < 7; i++) {
		pid_t child = wait(&status);
		cr_assert_gt(child, 0);
		cr_assert(child == owner || status == 0, "%d", status);
	}
	snprintf(expected, sizeof expected, "h.csv: waiting for process %ld of user", (long)owner);
	cr_assert_not_null(strstr(history_content("notes", NULL), expected));
	cr_assert_null(history_content("h.csv.lock", NULL));
}

Test(owner_lock, a_signal_ends_the_wait)
{
	const struct cml_notes wait_for = {append_note, "notes"};
	pid_t owner = start_owner(), child = history_fork();
	struct cml_owner_lock lock;
	int status;
	if (child == 0) {
		/* A shell that runs the tests in the background has it ignored. */
		signal(SIGINT, SIG_DFL);
		_exit((int)cml_owner_lock_take(&lock, "h.csv", &wait_for, &err));
	}
	while (!history_content("notes", NULL))
		usleep(1000);
	kill(child, SIGINT);
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, "%d", status);
	end_owner(owner);
}
