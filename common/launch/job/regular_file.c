#include "launch/job/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int cml_open_regular(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat stat;

	if (fd < 0 || (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}
