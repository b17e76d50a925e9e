#include "launch/job/job_folder.h"

#include "jobs_fixture.h"
#include "launch/local/keeper_lock.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(job_folder, .init = history_enter, .fini = history_leave, .timeout = 300);

static struct cml_job_folder open_folder(void)
{
	struct cml_job_folder folder = {0};
	struct cml_error err;

	cr_assert_eq(cml_job_folder_open(&folder, "h.jobs", &err), CML_OK, "%s", err.message);
	return folder;
}

static const struct cml_job_file command = {"command", {"./train", 7}};

/* As a scheduler's job when keeper is NULL. */
static bool claim(const struct cml_job_folder *folder, uint64_t key, uint32_t number,
		  const char *keeper)
{
	struct cml_claim wanted = {.attempt = {key, number},
				   .keeper = keeper,
				   .files = &command,
				   .n_files = 1,
				   .sync = keeper == NULL};
	struct cml_error err;
	bool claimed;

	cr_assert_eq(cml_job_folder_claim(folder, &wanted, &claimed, &err), CML_OK, "%s",
		     err.message);
	return claimed;
}

static enum cml_attempt_state state_of(const struct cml_job_folder *folder, uint64_t key,
				       uint32_t number)
{
	struct cml_attempt_look look = {0};
	struct cml_error err;

	cr_assert_eq(cml_job_folder_look(folder, (struct cml_attempt_id){key, number}, &look, &err),
		     CML_OK, "%s", err.message);
	return look.state;
}

static void write_record(const struct cml_job_folder *folder, uint64_t key, uint32_t number)
{
	struct cml_job_record record = {.exit_code = 3};
	char path[PATH_MAX];
	struct cml_error err;
	bool can_wait;
	int fd;

	cr_assert_eq(cml_attempt_path(folder, (struct cml_attempt_id){key, number}, path, &err),
		     CML_OK);
	fd = open(path, O_RDONLY | O_DIRECTORY);
	cr_assert_eq(cml_job_record_write(fd, &record, false, &can_wait, &err), CML_OK);
	close(fd);
}

/* Entries of the folder, hidden ones too. */
static size_t count_entries(void)
{
	char text[16] = "";
	FILE *listing = popen("ls -A h.jobs | wc -l", "r");

	cr_assert_not_null(fgets(text, sizeof text, listing));
	pclose(listing);
	return strtoul(text, NULL, 10);
}

Test(job_folder, names_of_attempts)
{
	static const char *const bad[] = {"",
					  "00000000000000ff",
					  "00000000000000ff.",
					  "00000000000000ff.0",
					  "00000000000000ff.01",
					  "00000000000000ff.4294967296",
					  "00000000000000FF.1",
					  "0000000000000ff.1",
					  "00000000000000ff-1",
					  "00000000000000ff.1 ",
					  "keepers"};
	struct cml_attempt_id attempt = {0};
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name((struct cml_attempt_id){255, UINT32_MAX}, name);
	cr_assert_str_eq(name, "00000000000000ff.4294967295");
	cr_assert(cml_attempt_parse(cml_slice_of(name), &attempt));
	cr_assert_eq(attempt.key, 255);
	cr_assert_eq(attempt.number, UINT32_MAX);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		cr_assert_not(cml_attempt_parse(cml_slice_of(bad[i]), &attempt), "%s", bad[i]);
}

Test(job_folder, an_attempt_is_claimed_once)
{
	struct cml_job_folder folder = open_folder();

	cr_assert(claim(&folder, 255, 1, NULL));
	cr_assert_not(claim(&folder, 255, 1, NULL));
	cr_assert(claim(&folder, 255, 2, NULL));
	cr_assert_str_eq(history_content("h.jobs/00000000000000ff.1/command", NULL), "./train");
	cr_assert_eq(count_entries(), 3, "nothing is left beside");
	cml_job_folder_release(&folder);
}

Test(job_folder, of_many_processes_one_gets_each_attempt)
{
	enum { N_KEYS = 200, N_PROCESSES = 4 };
	size_t n_claimed[N_KEYS] = {0};
	struct cml_job_folder folder = open_folder();
	int status;
	int out[2];
	unsigned char key;

	cr_assert_eq(pipe(out), 0);
	for (int i = 0; i < N_PROCESSES; i++) {
		if (history_fork() != 0)
			continue;
		for (key = 0; key < N_KEYS; key++) {
			if (claim(&folder, key, 1, "host.1.2") && write(out[1], &key, 1) != 1)
				_exit(1);
		}
		_exit(0);
	}
	close(out[1]);
	while (read(out[0], &key, 1) == 1)
		n_claimed[key]++;
	while (wait(&status) > 0)
		cr_assert_eq(status, 0);
	for (size_t i = 0; i < N_KEYS; i++)
		cr_assert_eq(n_claimed[i], 1, "key %zu: %zu claims", i, n_claimed[i]);
	cr_assert_eq(count_entries(), N_KEYS + 1);
	cml_job_folder_release(&folder);
}

Test(job_folder, what_became_of_a_schedulers_job)
{
	struct cml_job_folder folder = open_folder();

	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_NONE);
	claim(&folder, 255, 1, NULL);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_ELSEWHERE);
	write_record(&folder, 255, 1);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_FINISHED);
	cml_job_folder_release(&folder);
}

Test(job_folder, a_keeper_of_another_machine_is_not_judged)
{
	struct cml_job_folder folder = open_folder();

	claim(&folder, 255, 1, "another-machine.17.1");
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_ELSEWHERE);
	cml_job_folder_release(&folder);
}

/* In a child: keeps until it is killed. The lock is taken here, before the fork. */
static pid_t start_keeper(const struct cml_job_folder *folder, struct cml_keeper_lock *lock)
{
	struct cml_error err = {0};
	int ready[2];
	pid_t child;
	char c;

	cr_assert_eq(pipe(ready), 0);
	cr_assert_eq(cml_keeper_lock_take(lock, folder->fd - 1, &err), CML_OK, "%s", err.message);
	child = history_fork();
	if (child == 0) {
		if (cml_keeper_lock_inherit(lock, &err) != CML_OK || write(ready[1], "x", 1) != 1)
			_exit(1);
		pause();
		_exit(0);
	}
	cml_keeper_lock_hand_over(lock);
	close(ready[1]);
	cr_assert_eq(read(ready[0], &c, 1), 1);
	close(ready[0]);
	return child;
}

Test(job_folder, a_job_runs_as_long_as_its_keeper_and_no_longer)
{
	struct cml_job_folder folder = open_folder();
	struct cml_keeper_lock lock = {0};
	struct cml_attempt_look look = {.want_pidfd = true};
	struct cml_error err;
	pid_t keeper = start_keeper(&folder, &lock);

	cr_assert(claim(&folder, 255, 1, lock.name));
	cr_assert_eq(cml_job_folder_look(&folder, (struct cml_attempt_id){255, 1}, &look, &err),
		     CML_OK);
	cr_assert_eq(look.state, CML_ATTEMPT_RUNNING);
	cr_assert_geq(look.keeper_pidfd, 0);
	struct pollfd waiting = {.fd = look.keeper_pidfd, .events = POLLIN};
	cr_assert_eq(poll(&waiting, 1, 0), 0, "it lives");
	kill(keeper, SIGKILL);
	cr_assert_eq(poll(&waiting, 1, 60000), 1, "it is the keeper's");
	close(look.keeper_pidfd);
	waitpid(keeper, NULL, 0);
	cr_assert_eq(cml_job_folder_look(&folder, (struct cml_attempt_id){255, 1}, &look, &err),
		     CML_OK);
	cr_assert_eq(look.state, CML_ATTEMPT_LOST);
	cr_assert_eq(look.keeper_pidfd, -1);
	/* What it wrote before it died counts. */
	write_record(&folder, 255, 1);
	cr_assert_eq(cml_job_folder_look(&folder, (struct cml_attempt_id){255, 1}, &look, &err),
		     CML_OK);
	cr_assert_eq(look.state, CML_ATTEMPT_FINISHED);
	cr_assert_eq(look.record.exit_code, 3);
	cml_job_folder_release(&folder);
}

Test(job_folder, a_keeper_that_ended_well_leaves_no_file)
{
	struct cml_job_folder folder = open_folder();
	struct cml_keeper_lock first = {0};
	struct cml_keeper_lock second = {0};
	struct cml_error err;

	cr_assert_eq(cml_keeper_lock_take(&first, folder.fd - 1, &err), CML_OK);
	cr_assert_eq(cml_keeper_lock_take(&second, folder.fd - 1, &err), CML_OK);
	cr_assert_str_neq(first.name, second.name);
	claim(&folder, 1, 1, first.name);
	claim(&folder, 2, 1, second.name);
	cr_assert_eq(state_of(&folder, 1, 1), CML_ATTEMPT_RUNNING);
	cml_keeper_lock_release(&first, folder.fd - 1);
	cr_assert_eq(state_of(&folder, 1, 1), CML_ATTEMPT_LOST);
	cr_assert_eq(state_of(&folder, 2, 1), CML_ATTEMPT_RUNNING);
	cml_keeper_lock_release(&second, folder.fd - 1);
	cr_assert_eq(rmdir("h.jobs/keepers"), 0, "it is empty");
	cml_job_folder_release(&folder);
}

Test(job_folder, a_claim_that_is_given_up_is_free_again)
{
	struct cml_job_folder folder = open_folder();
	struct cml_error err;

	claim(&folder, 255, 1, NULL);
	cr_assert_eq(cml_job_folder_give_up(&folder, (struct cml_attempt_id){255, 1}, &err),
		     CML_OK);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_NONE);
	cr_assert_eq(count_entries(), 1);
	cr_assert(claim(&folder, 255, 1, NULL));
	cr_assert_eq(cml_job_folder_give_up(&folder, (struct cml_attempt_id){1, 1}, &err),
		     CML_IO_ERROR);
	cml_job_folder_release(&folder);
}

Test(job_folder, a_scan_finds_all_in_order)
{
	static const struct cml_attempt_id expected[] = {
	    {1, 2}, {1, 10}, {255, 1}, {1ull << 63, 1}};
	struct cml_job_folder folder = open_folder();
	struct cml_attempt_id *attempts;
	struct cml_error err;
	size_t n;

	cr_assert_eq(cml_job_folder_scan(&folder, &attempts, &n, &err), CML_OK);
	cr_assert_eq(n, 0);
	free(attempts);
	for (size_t i = 4; i-- > 0;)
		claim(&folder, expected[i].key, expected[i].number, NULL);
	cr_assert_eq(mkdir("h.jobs/notes", 0755), 0);
	cr_assert_eq(cml_job_folder_scan(&folder, &attempts, &n, &err), CML_OK);
	cr_assert_eq(n, 4);
	for (size_t i = 0; i < n; i++) {
		cr_assert_eq(attempts[i].key, expected[i].key);
		cr_assert_eq(attempts[i].number, expected[i].number);
	}
	free(attempts);
	cml_job_folder_release(&folder);
}

/* Claims that their process did not live to finish. */
Test(job_folder, a_scan_clears_away_what_the_dead_left)
{
	struct cml_job_folder folder = open_folder();
	struct cml_keeper_lock dead = {0};
	struct cml_keeper_lock alive = {0};
	struct cml_attempt_id *attempts;
	struct cml_error err;
	char target[200];
	size_t n;

	cr_assert_eq(cml_keeper_lock_take(&dead, folder.fd - 1, &err), CML_OK);
	cml_keeper_lock_hand_over(&dead);
	cr_assert_eq(cml_keeper_lock_take(&alive, folder.fd - 1, &err), CML_OK);
	mkdir("h.jobs/.claim.a", 0755);
	snprintf(target, sizeof target, "../keepers/%s", dead.name);
	cr_assert_eq(symlink(target, "h.jobs/.claim.a/keeper"), 0);
	history_write("h.jobs/.claim.a/command", "x", 1);
	mkdir("h.jobs/.claim.b", 0755);
	snprintf(target, sizeof target, "../keepers/%s", alive.name);
	cr_assert_eq(symlink(target, "h.jobs/.claim.b/keeper"), 0);
	mkdir("h.jobs/.claim.c", 0755);
	cr_assert_eq(cml_job_folder_scan(&folder, &attempts, &n, &err), CML_OK);
	cr_assert_eq(n, 0);
	free(attempts);
	cr_assert_neq(access("h.jobs/.claim.a", F_OK), 0);
	cr_assert_eq(access("h.jobs/.claim.b", F_OK), 0);
	cr_assert_eq(access("h.jobs/.claim.c", F_OK), 0);
	cml_keeper_lock_release(&alive, folder.fd - 1);
	cml_job_folder_release(&folder);
}

Test(job_folder, a_folder_that_cannot_be)
{
	struct cml_job_folder folder = {0};
	struct cml_error err;

	cr_assert_eq(cml_job_folder_open(&folder, "none/h.jobs", &err), CML_IO_ERROR);
	cr_assert_str_eq(err.file, "none/h.jobs");
	cr_assert_str_eq(err.message,
			 "cannot use the folder of the jobs: No such file or directory");
	history_write("file", "", 0);
	cr_assert_eq(cml_job_folder_open(&folder, "file", &err), CML_IO_ERROR);
	cr_assert_str_eq(err.message, "cannot use the folder of the jobs: Not a directory");
	cml_job_folder_release(&folder);
}
