#include "launch/slurm/slurm_batch.h"

#include "jobs_fixture.h"
#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(slurm_batch, .init = history_enter, .fini = history_leave, .timeout = 300);

static const struct cml_attempt_id attempts[] = {
    {UINT64_C(0x0cea62ec5d6ef658), 1}, {UINT64_C(0xefc5d0c04e616cd1), 12}, {0, UINT32_MAX}};
#define N (sizeof attempts / sizeof attempts[0])

static void print_script(struct cml_buffer *script, const char *self, const char *folder)
{
	assert_ok(cml_slurm_script_print(script, self, folder, attempts, N, &err));
}

static void write_file(const char *path, struct cml_slice content, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
	cr_assert_geq(fd, 0, "%s", path);
	cr_assert_eq(write(fd, content.data, content.size), (ssize_t)content.size);
	close(fd);
}

/* As slurmstepd runs the batch script. */
static int run_task(const char *array_job, const char *job, const char *task)
{
	pid_t pid = fork();
	int status;
	if (pid == 0) {
		setenv("SLURM_JOB_ID", job, 1);
		unsetenv("SLURM_ARRAY_JOB_ID");
		unsetenv("SLURM_ARRAY_TASK_ID");
		if (array_job) {
			setenv("SLURM_ARRAY_JOB_ID", array_job, 1);
			setenv("SLURM_ARRAY_TASK_ID", task, 1);
		}
		execl("/bin/sh", "sh", "script", (char *)NULL);
		_exit(126);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect_runner(const char *directory, const char *expected)
{
	char runner[CML_SLURM_NAME_SIZE];
	cml_slurm_runner(directory, runner);
	cr_assert_str_eq(runner, expected);
}

/* A folder with all that a shell would take for its own. */
#define FOLDER "it's a $(touch let-in) `x`; \"folder\" %j \\"

Test(slurm_batch, script_runs_each_attempt_once)
{
	AUTO(cml_buffer) script = {0};
	char self[PATH_MAX], folder[PATH_MAX], directory[PATH_MAX + 64];
	cr_assert_eq(mkdir(FOLDER, 0777), 0);
	cr_assert_not_null(realpath(FOLDER, folder));
	snprintf(directory, sizeof directory, "%s/efc5d0c04e616cd1.12", folder);
	cr_assert_eq(mkdir(directory, 0777), 0);
	/* In the place of cml-submit: says what it was asked for. */
	write_file("self", cml_slice_of("#!/bin/sh\nprintf '%s\\n' \"$@\" >>called\nexit 5\n"),
		   0777);
	cr_assert_not_null(realpath("self", self));
	print_script(&script, self, folder);
	write_file("script", cml_buffer_slice(&script), 0666);

	expect_runner(directory, "");
	cr_assert_eq(run_task("812", "813", "1"), 5);
	expect_runner(directory, "812_1");
	/* Once more, by a controller that forgot. */
	cr_assert_eq(run_task("812", "813", "1"), 0);
	/* Slurm requeued it. */
	setenv("SLURM_RESTART_COUNT", "1", 1);
	cr_assert_eq(run_task("812", "813", "1"), 5);
	cr_assert_eq(run_task("812", "813", "1"), 0);
	setenv("SLURM_RESTART_COUNT", "10", 1);
	cr_assert_eq(run_task("812", "813", "1"), 5);
	unsetenv("SLURM_RESTART_COUNT");
	/* Submitted twice: another job does not run it. */
	cr_assert_eq(run_task("900", "901", "1"), 0);
	expect_runner(directory, "812_1");
	/* A task that the batch does not have, a directory that went away. */
	cr_assert_eq(run_task("812", "820", "7"), 2);
	cr_assert_eq(run_task("812", "812", "0"), 2);

	char expected[3 * sizeof directory + 32], got[3 * sizeof directory + 32] = "";
	snprintf(expected, sizeof expected, "--run-job\n%s\n--run-job\n%s\n--run-job\n%s\n",
		 directory, directory, directory);
	int fd = open("called", O_RDONLY);
	cr_assert_geq(fd, 0);
	cr_assert_gt(read(fd, got, sizeof got - 1), 0);
	close(fd);
	cr_assert_str_eq(got, expected);
	cr_assert_neq(access("let-in", F_OK), 0);
}

Test(slurm_batch, forbidden_attempt_never_runs)
{
	AUTO(cml_buffer) script = {0};
	cr_assert_eq(mkdir("0cea62ec5d6ef658.1", 0777), 0);
	cr_assert(cml_slurm_forbid("0cea62ec5d6ef658.1"));
	cr_assert(cml_slurm_forbid("0cea62ec5d6ef658.1"));
	cr_assert(cml_slurm_forbid("missing")); /* nothing begins there */
	cr_assert_eq(mkdir("begun", 0777), 0);
	write_file("begun/slurm", cml_slice_of("812_1 0\n"), 0666);
	cr_assert_not(cml_slurm_forbid("begun"));
	expect_runner("begun", "812_1");
	print_script(&script, "/bin/false", ".");
	write_file("script", cml_buffer_slice(&script), 0666);
	cr_assert_eq(run_task(NULL, "5", NULL), 0);
	expect_runner("0cea62ec5d6ef658.1", "");
}

static struct cml_job_folder folder;

static void open_batches(void)
{
	assert_ok(cml_job_folder_open(&folder, "h.jobs", &err));
	assert_ok(cml_slurm_batches_make(&folder, &err));
}

static void close_batches(void)
{
	cml_job_folder_release(&folder);
}

static void expect_job(const char *name, uint64_t expected)
{
	cr_assert_eq(cml_slurm_batches_job(&folder, name), expected);
}

Test(slurm_batch, batches_outlive_the_tool)
{
	AUTO(cml_buffer) script = {0};
	struct cml_slurm_place place = {.index = 2, .n = N}, got;
	char name[CML_SLURM_NAME_SIZE], other[CML_SLURM_NAME_SIZE], path[128];
	open_batches();
	print_script(&script, "/bin/cml-submit", folder.path);
	assert_ok(cml_slurm_batches_write(&folder, "f00d", cml_buffer_slice(&script), name, &err));
	assert_ok(cml_slurm_batches_write(&folder, "f00d", cml_buffer_slice(&script), other, &err));
	cr_assert_str_neq(name, other);
	cr_assert_eq(strncmp(name, "cml-f00d-", 9), 0);
	expect_job(name, 0);
	assert_ok(cml_slurm_batches_set_job(&folder, name, UINT64_C(5000000000), &err));
	strcpy(place.name, name);
	cr_assert_eq(mkdir("attempt", 0777), 0);
	cr_assert_not(cml_slurm_place_read(&folder, "attempt", &got));
	assert_ok(cml_slurm_place_write("attempt", &place, &err));
	close_batches();

	open_batches();
	cr_assert(cml_slurm_place_read(&folder, "attempt", &got));
	cr_assert_str_eq(got.name, name);
	cr_assert(got.index == 2 && got.n == N);
	expect_job(name, UINT64_C(5000000000));
	static const char *const wrong[] = {"", "cml 1", "../x 0 1\n", "cml-f00d-1 3 3\n",
					    "cml-f00d-1 0 9999999\n"};
	for (size_t i = 0; i < COUNT(wrong); i++) {
		write_file("attempt/batch", cml_slice_of(wrong[i]), 0666);
		cr_assert_not(cml_slurm_place_read(&folder, "attempt", &got), "%s", wrong[i]);
	}
	/* A script that was removed, or that another has put there. */
	strcpy(place.name, other);
	assert_ok(cml_slurm_place_write("attempt", &place, &err));
	snprintf(path, sizeof path, "h.jobs/batches/%s", other);
	cr_assert_eq(geteuid() == 0 ? chown(path, 1, 1) : unlink(path), 0);
	cr_assert_not(cml_slurm_place_read(&folder, "attempt", &got));
	unlink(path);
	cr_assert_not(cml_slurm_place_read(&folder, "attempt", &got));
	close_batches();
}

/* The tool that started it is dead; another sbatch for the same batch prints behind it. */
Test(slurm_batch, the_last_number_counts)
{
	int fds[2];
	open_batches();
	expect_job("b", 0);
	for (int i = 0; i < 2; i++)
		assert_ok(cml_slurm_batches_open_job(&folder, "b", &fds[i], &err));
	expect_job("b", 0);
	cr_assert_eq(write(fds[1], "12 hours left\n812;private\n", 26), 26);
	expect_job("b", 812);
	cr_assert_eq(write(fds[0], "811\n", 4), 4);
	expect_job("b", 811);
	close(fds[0]);
	close(fds[1]);
	close_batches();
}

Test(slurm_batch, log_of_a_task_moves_to_its_attempt)
{
	struct cml_buffer text = {0};
	open_batches();
	cr_assert_eq(mkdir("attempt", 0777), 0);
	assert_ok(cml_slurm_task_log(&folder, "b", 3, "attempt", true, &text, &err));
	cr_assert_eq(text.size, 0);
	write_file("h.jobs/batches/b.3.log", cml_slice_of("slurmstepd: error: no\n"), 0666);
	for (int i = 0; i < 3; i++) {
		assert_ok(cml_slurm_task_log(&folder, "b", 3, "attempt", i > 0, &text, &err));
		cr_assert(cml_slice_is(cml_buffer_slice(&text), "slurmstepd: error: no\n"));
		cr_assert_eq(access("attempt/slurm.log", F_OK), i > 0 ? 0 : -1);
	}
	write_file("h.jobs/batches/b.4.log", cml_slice_of(""), 0666);
	assert_ok(cml_slurm_task_log(&folder, "b", 4, "attempt", true, &text, &err));
	cr_assert_eq(access("h.jobs/batches/b.4.log", F_OK), -1);
	cml_buffer_release(&text);
	close_batches();
}
