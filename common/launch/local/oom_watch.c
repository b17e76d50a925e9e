#include "launch/local/oom_watch.h"

#include "base/number.h"
#include "base/text.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COUNT_NAME "oom_kill "

/* The count in the file, or -1 where it has none. */
static int64_t read_count(int fd)
{
	char text[8192];
	ssize_t size = pread(fd, text, sizeof text, 0);
	struct cml_slice rest = {text, size > 0 ? (size_t)size : 0}, line;
	bool started = false;
	int64_t count;

	while (cml_slice_split(&rest, '\n', &started, &line)) {
		size_t n = sizeof COUNT_NAME - 1;

		if (line.size > n && memcmp(line.data, COUNT_NAME, n) == 0 &&
		    cml_parse_int((struct cml_slice){line.data + n, line.size - n}, 0, INT64_MAX,
				  &count))
			return count;
	}
	return -1;
}

static bool watch_file(struct cml_oom_watch *watch, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	watch->count = read_count(fd);
	if (watch->count < 0) {
		close(fd);
		return false;
	}
	watch->fd = fd;
	return true;
}

/* The file of the cgroup that a line of /proc/self/cgroup names: `0::/a/b` of version 2,
 * `4:memory:/a/b` of version 1. */
static bool watch_cgroup(struct cml_oom_watch *watch, struct cml_slice line)
{
	const char *colon = memchr(line.data, ':', line.size);
	const char *end = line.data + line.size;
	const char *second = colon ? memchr(colon + 1, ':', (size_t)(end - colon - 1)) : NULL;
	char path[PATH_MAX];

	if (!second)
		return false;
	struct cml_slice controllers = {colon + 1, (size_t)(second - colon - 1)};
	int size = (int)(end - second - 1);

	if (controllers.size == 0)
		snprintf(path, sizeof path, "/sys/fs/cgroup%.*s/memory.events", size, second + 1);
	else if (cml_slice_is(controllers, "memory"))
		snprintf(path, sizeof path, "/sys/fs/cgroup/memory%.*s/memory.oom_control", size,
			 second + 1);
	else
		return false;
	return watch_file(watch, path);
}

void cml_oom_watch_init(struct cml_oom_watch *watch)
{
	char text[4096];
	int fd = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
	ssize_t size = fd >= 0 ? read(fd, text, sizeof text) : 0;
	struct cml_slice rest = {text, size > 0 ? (size_t)size : 0}, line;
	bool started = false, found = false;

	watch->fd = -1;
	if (fd >= 0)
		close(fd);
	while (!found && cml_slice_split(&rest, '\n', &started, &line))
		found = watch_cgroup(watch, line);
	if (!found)
		watch_file(watch, "/proc/vmstat");
}

void cml_oom_watch_release(struct cml_oom_watch *watch)
{
	if (watch->fd >= 0)
		close(watch->fd);
	watch->fd = -1;
}

bool cml_oom_watch_rose(struct cml_oom_watch *watch)
{
	int64_t count = watch->fd >= 0 ? read_count(watch->fd) : -1;
	bool rose = count > watch->count;

	if (count >= 0)
		watch->count = count;
	return rose;
}
