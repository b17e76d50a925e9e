#include "history_fixture.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define COLUMN(name)                                                                               \
	{                                                                                          \
		name, sizeof name - 1                                                              \
	}
const struct cml_slice history_columns[] = {
    COLUMN("batch"),      COLUMN("note"),        COLUMN("qps"),     COLUMN("cml_key"),
    COLUMN("cml_status"), COLUMN("cml_attempt"), COLUMN("cml_job"),
};

static char directory[] = "/tmp/test_history.XXXXXX";

void history_enter(void)
{
	cr_assert_not_null(mkdtemp(directory));
	cr_assert_eq(chdir(directory), 0);
	umask(022);
}

static void remove_all(int fd)
{
	DIR *listing = fdopendir(fd);
	struct dirent *entry;

	while ((entry = readdir(listing)) != NULL) {
		int inner;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
		    unlinkat(fd, entry->d_name, 0) == 0)
			continue;
		inner = openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY);
		if (inner >= 0)
			remove_all(inner);
		unlinkat(fd, entry->d_name, AT_REMOVEDIR);
	}
	closedir(listing);
}

void history_leave(void)
{
	remove_all(open(directory, O_RDONLY | O_DIRECTORY));
	rmdir(directory);
}

enum cml_status history_try(struct cml_job_history **history, const char *path,
			    struct cml_job_history_options options, struct cml_error *err)
{
	if (options.columns == NULL) {
		options.columns = history_columns;
		options.n_columns = N_HISTORY_COLUMNS;
	}
	*err = (struct cml_error){0};
	return cml_job_history_open(history, path, &options, err);
}

struct cml_job_history *history_open(const char *path)
{
	struct cml_job_history *history = NULL;
	struct cml_error err;

	cr_assert_eq(history_try(&history, path, (struct cml_job_history_options){0}, &err), CML_OK,
		     "%s", err.message);
	return history;
}

enum cml_status history_add(struct cml_job_history *history, uint64_t key, uint32_t attempt,
			    const char *note, struct cml_error *err)
{
	char texts[3][24];
	struct cml_slice cells[N_HISTORY_COLUMNS] = {
	    {.data = texts[0]}, cml_slice_of(note), cml_slice_of("2.385"), {.data = texts[1]},
	    cml_slice_of("ok"), {.data = texts[2]}, cml_slice_of("4711")};

	cells[0].size = (size_t)sprintf(texts[0], "%" PRIu64, key);
	cells[3].size = (size_t)sprintf(texts[1], "%016" PRIx64, key);
	cells[5].size = (size_t)sprintf(texts[2], "%u", (unsigned)attempt);
	return cml_job_history_add(history, cells, err);
}

void history_put(struct cml_job_history *history, uint64_t key, const char *note)
{
	struct cml_error err = {0};

	cr_assert_eq(history_add(history, key, 1, note, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_job_history_commit(history, &err), CML_OK, "%s", err.message);
}

int history_has(const struct cml_job_history *history, uint64_t key)
{
	struct cml_finished_job found;

	return cml_job_history_find(history, key, &found);
}

pid_t history_fork(void)
{
	pid_t child = fork();

	if (child == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return child;
}

const char *history_content(const char *path, size_t *size)
{
	static char contents[4][1 << 16];
	static int turn;
	char *content = contents[turn++ % 4];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, content, sizeof contents[0] - 1);

	if (fd >= 0)
		close(fd);
	if (n < 0)
		return NULL;
	content[n] = '\0';
	if (size != NULL)
		*size = (size_t)n;
	return content;
}

void history_write(const char *path, const char *content, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	cr_assert_eq(write(fd, content, size), (ssize_t)size);
	close(fd);
}
