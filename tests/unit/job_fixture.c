#include "job_fixture.h"

#include "history_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void job_fixture_open(struct cml_job_folder *folder)
{
	struct cml_error err = {0};

	cr_assert_eq(cml_job_folder_open(folder, "h.jobs", &err), CML_OK, "%s", err.message);
}

const char *job_fixture_claim(const struct cml_job_folder *folder, uint64_t key, const char *keeper,
			      const char *script, const struct cml_command *with)
{
	static char path[PATH_MAX];
	struct cml_buffer argv = {0}, text = {0};
	struct cml_command command = *with;
	struct cml_error err = {0};
	char cwd[PATH_MAX];
	bool claimed;

	cr_assert_not_null(getcwd(cwd, sizeof cwd));
	cml_buffer_append(&argv, "sh\0-c", 6);
	cml_buffer_append(&argv, script, strlen(script) + 1);
	command.cwd = cml_slice_of(cwd);
	command.argv = cml_buffer_slice(&argv);
	cr_assert_eq(cml_command_write(&command, &text, &err), CML_OK);
	struct cml_job_file file = {CML_COMMAND_NAME, cml_buffer_slice(&text)};
	struct cml_claim wanted = {
	    .attempt = {key, 1}, .keeper = keeper, .files = &file, .n_files = 1};
	cr_assert_eq(cml_job_folder_claim(folder, &wanted, &claimed, &err), CML_OK);
	cr_assert(claimed);
	cr_assert_eq(cml_attempt_path(folder, wanted.attempt, path, &err), CML_OK);
	cml_buffer_release(&argv);
	cml_buffer_release(&text);
	return path;
}

pid_t job_fixture_guard(const char *keeper)
{
	char path[64];

	snprintf(path, sizeof path, "h.jobs/" CML_KEEPERS "/%s", keeper);
	const char *content = history_content(path, NULL);
	cr_assert_not_null(content);
	while (*content && (*content < '0' || *content > '9'))
		content++;
	cr_assert_gt(atoi(content), 1, "%s", path);
	return atoi(content);
}

void job_fixture_await(const char *path)
{
	for (int i = 0; i < 20000 && access(path, F_OK) != 0; i++)
		usleep(1000);
	cr_assert_eq(access(path, F_OK), 0, "%s", path);
}
