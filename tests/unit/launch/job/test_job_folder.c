#include "launch/job/job_folder.h"

#include "job_fixture.h"
#include "jobs_fixture.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(job_folder, .init = history_enter, .fini = history_leave, .timeout = 300);

static struct cml_job_folder open_folder(void)
{
	struct cml_job_folder folder = {0};
	assert_ok(cml_job_folder_open(&folder, "h.jobs", &err));
	return folder;
}

#define SCHEDULED "#!/bin/sh\ncd / || exit\nexec true\n#: configuration\n"

/* As a scheduler's job. */
static bool claim(const struct cml_job_folder *folder, uint64_t key, uint32_t number)
{
	if (cml_job_folder_claim(folder, (struct cml_attempt_id){key, number},
				 cml_slice_of(SCHEDULED), true, &err) == CML_OK)
		return true;
	cr_assert_eq(err.status, CML_IO_ERROR);
	cr_assert_not_null(strstr(err.message, ".1: another program has made it"), "%s",
			   err.message);
	return false;
}

static enum cml_attempt_state state_of(const struct cml_job_folder *folder, uint64_t key,
				       uint32_t number)
{
	struct cml_attempt_look look;
	assert_ok(cml_job_folder_look(folder, (struct cml_attempt_id){key, number}, &look, &err));
	return look.state;
}

static void write_record(const struct cml_job_folder *folder, uint64_t key, uint32_t number)
{
	struct cml_job_record record = {.exit_code = 3};
	char path[PATH_MAX];
	bool can_wait;
	cml_attempt_path(folder, (struct cml_attempt_id){key, number}, path);
	int fd = open(path, O_RDONLY | O_DIRECTORY);
	assert_ok(cml_job_record_write(fd, &record, false, &can_wait, &err));
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
	AUTO(cml_job_folder) folder = open_folder();
	cr_assert(claim(&folder, 255, 1));
	cr_assert_not(claim(&folder, 255, 1));
	cr_assert(claim(&folder, 255, 2));
	cr_assert_str_eq(history_content("h.jobs/00000000000000ff.1/command", NULL), SCHEDULED);
	cr_assert_eq(count_entries(), 2, "nothing is left beside");
}

Test(job_folder, what_became_of_a_schedulers_job)
{
	AUTO(cml_job_folder) folder = open_folder();
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_NONE);
	claim(&folder, 255, 1);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_ELSEWHERE);
	write_record(&folder, 255, 1);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_FINISHED);
}

static const struct cml_command of_test = {.grace_s = 1};

Test(job_folder, a_job_of_another_machine_is_not_judged)
{
	AUTO(cml_job_folder) folder = open_folder();
	static const char text[] = "#!/bin/sh\n#: host another-machine\ncd / || exit\nexec true\n"
				   "#: configuration\n";
	assert_ok(cml_job_folder_claim(&folder, (struct cml_attempt_id){255, 1}, cml_slice_of(text),
				       false, &err));
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_ELSEWHERE);
}

/* A machine reset leaves empty what was not synced; a scheduler's command is, and people remove
 * files. */
Test(job_folder, a_command_that_tells_nothing)
{
	AUTO(cml_job_folder) folder = open_folder();
	job_fixture_claim(&folder, 1, "true", &of_test);
	job_fixture_claim(&folder, 2, "true", &of_test);
	cr_assert_eq(truncate("h.jobs/0000000000000001.1/command", 0), 0);
	cr_assert_eq(unlink("h.jobs/0000000000000002.1/command"), 0);
	cr_expect_eq(state_of(&folder, 1, 1), CML_ATTEMPT_LOST);
	cr_expect_eq(state_of(&folder, 2, 1), CML_ATTEMPT_ELSEWHERE);
}

/* In a child: takes the lock and goes on until it is killed, or a grandchild has, which inherits
 * the descriptor. */
static pid_t hold_lock(const struct cml_job_folder *folder, uint64_t key, pid_t *heir)
{
	int ready[2];
	cr_assert_eq(pipe(ready), 0);
	pid_t child = history_fork();
	if (child == 0) {
		int fd = cml_attempt_open(folder, (struct cml_attempt_id){key, 1});
		if (fd < 0 || cml_attempt_lock(fd) != 0)
			_exit(1);
		pid_t pid = heir ? fork() : 0;
		if (pid == 0 && heir) {
			pause();
			_exit(0);
		}
		if (write(ready[1], &pid, sizeof pid) != sizeof pid)
			_exit(1);
		pause();
		_exit(0);
	}
	close(ready[1]);
	pid_t pid;
	cr_assert_eq(read(ready[0], &pid, sizeof pid), sizeof pid);
	close(ready[0]);
	if (heir)
		*heir = pid;
	return child;
}

static void kill_child(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

Test(job_folder, a_job_runs_while_its_lock_is_held)
{
	AUTO(cml_job_folder) folder = open_folder();
	pid_t heir;
	job_fixture_claim(&folder, 255, "true", &of_test);
	pid_t child = hold_lock(&folder, 255, &heir);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_RUNNING);
	kill_child(child);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_RUNNING, "its child has the lock");
	kill(heir, SIGKILL);
	for (int i = 0; i < 6000 && state_of(&folder, 255, 1) == CML_ATTEMPT_RUNNING; i++)
		usleep(10000);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_LOST);
}

Test(job_folder, a_record_counts_whoever_holds_the_lock)
{
	AUTO(cml_job_folder) folder = open_folder();
	job_fixture_claim(&folder, 255, "true", &of_test);
	pid_t child = hold_lock(&folder, 255, NULL);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_RUNNING);
	write_record(&folder, 255, 1);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_FINISHED);
	kill_child(child);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_FINISHED);
}

Test(job_folder, what_is_lost_stays_lost)
{
	AUTO(cml_job_folder) folder = open_folder();
	struct cml_job_record record;
	job_fixture_claim(&folder, 255, "true", &of_test);
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_LOST);
	int fd = cml_attempt_open(&folder, (struct cml_attempt_id){255, 1});
	cr_assert_eq(cml_attempt_lock(fd), 0, "whoever looked has let go of it");
	assert_ok(cml_job_record_read(fd, &record, &err));
	cr_assert(record.lost && !cml_job_record_is_good(&record));
	cr_assert_eq(state_of(&folder, 255, 1), CML_ATTEMPT_LOST);
	close(fd);
}

/* Of processes that look at the same time, one with the lock: no record of a loss while it has it.
 */
Test(job_folder, many_look_and_one_takes_the_lock)
{
	enum { N_KEYS = 100, N_LOOKING = 3 };
	AUTO(cml_job_folder) folder = open_folder();
	int status, out[2];

	for (uint64_t key = 0; key < N_KEYS; key++)
		job_fixture_claim(&folder, key, "true", &of_test);
	cr_assert_eq(pipe(out), 0);
	for (int i = 0; i < N_LOOKING; i++) {
		if (history_fork() != 0)
			continue;
		for (uint64_t key = 0; key < N_KEYS; key++)
			state_of(&folder, key, 1);
		_exit(0);
	}
	size_t n_lost = 0;
	for (uint64_t key = N_KEYS; key-- > 0;) {
		struct cml_job_record before, after;
		int fd = cml_attempt_open(&folder, (struct cml_attempt_id){key, 1});
		cr_assert_eq(cml_attempt_lock(fd), 0);
		enum cml_result was = cml_job_record_read(fd, &before, &err);
		usleep(100);
		cr_assert_eq(cml_job_record_read(fd, &after, &err), was, "key %d", (int)key);
		cr_assert(was == CML_OK || was == CML_NOTHING);
		n_lost += was == CML_OK;
		close(fd);
	}
	while (wait(&status) > 0)
		cr_assert_eq(status, 0);
	cr_assert_leq(n_lost, N_KEYS);
}

Test(job_folder, a_claim_takes_the_place_of_one_that_was_not_finished)
{
	AUTO(cml_job_folder) folder = open_folder();
	cr_assert_eq(mkdir("h.jobs/.claim", 0755), 0);
	history_write("h.jobs/.claim/command", "x", 1);
	history_write("h.jobs/.claim/other", "x", 1);
	cr_assert(claim(&folder, 255, 1));
	cr_assert_str_eq(history_content("h.jobs/00000000000000ff.1/command", NULL), SCHEDULED);
	cr_assert_neq(access("h.jobs/00000000000000ff.1/other", F_OK), 0);
	cr_assert_eq(count_entries(), 1);
}

/* It has a name itself, but the files of its jobs would have none. */
Test(job_folder, a_folder_with_too_long_a_path)
{
	AUTO(cml_job_folder) folder = {0};
	char here[PATH_MAX], path[PATH_MAX] = "";
	cr_assert_not_null(getcwd(here, sizeof here));
	for (size_t left = PATH_MAX - 60 - strlen(here); left > 0;) {
		size_t n = left > 200 ? 100 : left, end = strlen(path);
		memset(path + end, 'd', n - 1);
		path[end + n - 1] = '/';
		cr_assert_eq(mkdir(path, 0777), 0);
		left -= n;
	}
	assert_error(cml_job_folder_open(&folder, path, &err), CML_IO_ERROR,
		     "cannot use the folder of the jobs: File name too long");
}

Test(job_folder, a_folder_that_cannot_be)
{
	AUTO(cml_job_folder) folder = {0};
	cr_assert_eq(cml_job_folder_open(&folder, "none/h.jobs", &err), CML_IO_ERROR);
	cr_assert_str_eq(err.file, "none/h.jobs");
	cr_assert_str_eq(err.message,
			 "cannot use the folder of the jobs: No such file or directory");
	history_write("file", "", 0);
	assert_error(cml_job_folder_open(&folder, "file", &err), CML_IO_ERROR,
		     "cannot use the folder of the jobs: Not a directory");
}
