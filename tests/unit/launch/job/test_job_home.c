#include "launch/job/job_home.h"

#include "jobs_fixture.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(job_home, .init = history_enter, .fini = history_leave, .timeout = 300);

static void make_file(const char *path)
{
	close(open(path, O_WRONLY | O_CREAT, 0666));
}

/* By names that are not real yet. */
static enum cml_result tie(const char *history, const char *folder)
{
	char real_history[PATH_MAX], real_folder[PATH_MAX];
	struct cml_error err;

	cr_assert_eq(cml_real_path(history, real_history, &err), CML_OK);
	cr_assert_eq(cml_real_path(folder, real_folder, &err), CML_OK);
	return cml_job_home_tie(real_history, real_folder, &err);
}

Test(job_home, real_names)
{
	char here[PATH_MAX], real[PATH_MAX], want[PATH_MAX + 16];
	struct cml_error err;

	cr_assert(getcwd(here, sizeof here) != NULL);
	snprintf(want, sizeof want, "%s/new.csv", here);
	cr_assert_eq(cml_real_path("new.csv", real, &err), CML_OK);
	cr_assert_str_eq(real, want);
	cr_assert_eq(cml_real_path("./new.csv", real, &err), CML_OK);
	cr_assert_str_eq(real, want);
	cr_assert_eq(cml_real_path("/new.csv", real, &err), CML_OK);
	cr_assert_str_eq(real, "/new.csv");
	make_file("new.csv");
	cr_assert_eq(symlink("new.csv", "link.csv"), 0);
	cr_assert_eq(cml_real_path("link.csv", real, &err), CML_OK);
	cr_assert_str_eq(real, want);
	cr_assert_eq(symlink("nothing", "lost.csv"), 0);
	cr_assert_eq(cml_real_path("lost.csv", real, &err), CML_IO_ERROR);
	cr_assert_eq(cml_real_path("no/such/new.csv", real, &err), CML_IO_ERROR);
}

Test(job_home, a_file_made_meanwhile)
{
	char real[PATH_MAX];
	struct cml_error err;
	pid_t test = getpid(), other = fork();

	cr_assert(other >= 0);
	while (other == 0 && getppid() == test) {
		make_file("new.csv");
		unlink("new.csv");
	}
	if (other == 0)
		_exit(0);
	size_t n_bad = 0;
	for (int i = 0; i < 20000; i++)
		n_bad += cml_real_path("new.csv", real, &err) != CML_OK;
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	cr_assert_eq(n_bad, 0);
}

Test(job_home, one_folder_for_a_history)
{
	make_file("h.csv");
	mkdir("one", 0777);
	mkdir("two", 0777);
	cr_assert_eq(tie("h.csv", "one"), CML_OK);
	cr_assert_eq(tie("h.csv", "one"), CML_OK);
	cr_assert_eq(tie("h.csv", "h.csv.jobs"), CML_OK, "the link leads there");
	cr_assert_eq(tie("h.csv", "two"), CML_BAD_USAGE);
	cr_assert_eq(rename("one", "moved"), 0);
	cr_assert_eq(tie("h.csv", "moved"), CML_OK, "a link to nothing binds nobody");
	cr_assert_eq(tie("h.csv", "two"), CML_BAD_USAGE);
}

Test(job_home, one_history_for_a_folder)
{
	make_file("h.csv");
	make_file("other.csv");
	mkdir("jobs", 0777);
	cr_assert_eq(tie("h.csv", "jobs"), CML_OK);
	cr_assert_eq(tie("other.csv", "jobs"), CML_BAD_USAGE);
	cr_assert_eq(rename("h.csv", "moved.csv"), 0);
	cr_assert_eq(tie("moved.csv", "jobs"), CML_OK);
}
