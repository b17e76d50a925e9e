#include "base/file.h"
#include "launch/local/local_job.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT_NAME "oom_kill " /* begins no other name in any of the files */

/* The file from its beginning, terminated; empty where it cannot be read. */
static void read_text(int fd, char *text, size_t size)
{
	ssize_t n = fd >= 0 ? pread(fd, text, size - 1, 0) : -1;

	text[n > 0 ? n : 0] = '\0';
}

/* The count in the file, or -1 where it has none. */
static int64_t read_count(int fd)
{
	char text[8192];
	const char *name;

	read_text(fd, text, sizeof text);
	name = strstr(text, COUNT_NAME);
	return name ? strtoll(name + strlen(COUNT_NAME), NULL, 10) : -1;
}

static bool watch_file(struct cml_oom_watch *watch, const char *path)
{
	watch->fd = open(path, O_RDONLY | O_CLOEXEC);
	watch->count = read_count(watch->fd);
	if (watch->count < 0)
		cml_oom_watch_release(watch);
	return watch->count >= 0;
}

/* The file `before CGROUP after` of the cgroup that stands behind a mark in /proc/self/cgroup. */
static bool watch_cgroup(struct cml_oom_watch *watch, const char *groups, const char *mark,
			 const char *before, const char *after)
{
	const char *group = strstr(groups, mark);
	char path[PATH_MAX];

	if (!group)
		return false;
	group += strlen(mark);
	snprintf(path, sizeof path, "%s%.*s/%s", before, (int)strcspn(group, "\n"), group, after);
	return watch_file(watch, path);
}

void cml_oom_watch_init(struct cml_oom_watch *watch)
{
	char groups[4096];
	int fd = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);

	read_text(fd, groups, sizeof groups);
	cml_file_close(fd);
	/* Lines `4:memory:/a/b` of version 1, `0::/a/b` of version 2. */
	if (!watch_cgroup(watch, groups, ":memory:", "/sys/fs/cgroup/memory",
			  "memory.oom_control") &&
	    !watch_cgroup(watch, groups, "0::", "/sys/fs/cgroup", "memory.events"))
		watch_file(watch, "/proc/vmstat");
}

void cml_oom_watch_release(struct cml_oom_watch *watch)
{
	cml_file_close(watch->fd);
	watch->fd = -1;
}

bool cml_oom_watch_rose(struct cml_oom_watch *watch)
{
	int64_t count = read_count(watch->fd);
	bool rose = count > watch->count;

	if (count >= 0)
		watch->count = count;
	return rose;
}
