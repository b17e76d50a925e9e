#include "launch/job/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int cml_open_regular(const char *path, const char **why)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat stat;

	if (fd < 0) {
		*why = strerrordesc_np(errno);
		return -1;
	}
	if (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode))
		return fd;
	close(fd);
	errno = EINVAL;
	*why = "not a regular file";
	return -1;
}
