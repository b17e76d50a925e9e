#include "launch/job/job_home.h"

#include "base/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOT_FOUND "cannot be found"

enum cml_result cml_real_path(const char *path, char real[PATH_MAX], struct cml_error *err)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char parent[PATH_MAX];
	struct stat about;

	if (realpath(path, real))
		return CML_OK;
	/* A file that is there now was made meanwhile; a link leads nowhere. */
	if (errno != ENOENT || *name == '\0' ||
	    (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)))
		return cml_fail_file(err, errno, NOT_FOUND, path);
	if (strlen(path) >= sizeof parent)
		return cml_fail_file(err, ENAMETOOLONG, NOT_FOUND, path);
	cml_file_directory(path, parent);
	if (!realpath(parent, real))
		return cml_fail_file(err, errno, NOT_FOUND, parent);
	size_t size = strcmp(real, "/") == 0 ? 0 : strlen(real);
	if (snprintf(real + size, PATH_MAX - size, "/%s", name) >= (int)(PATH_MAX - size))
		return cml_fail_file(err, ENAMETOOLONG, NOT_FOUND, path);
	return CML_OK;
}

/* Whether a name leads to something else than target: *other. A link to nothing does not. */
static bool leads_elsewhere(const char *name, const char *target, char other[PATH_MAX])
{
	return realpath(name, other) && strcmp(other, target) != 0;
}

/* Makes a symbolic link to target, unless it leads somewhere already. */
static enum cml_result point(const char *link, const char *target, struct cml_error *err)
{
	char there[PATH_MAX];

	if (symlink(target, link) == 0 || (errno == EEXIST && realpath(link, there)))
		return CML_OK;
	if (errno == ENOENT && unlink(link) == 0 && symlink(target, link) == 0)
		return CML_OK;
	return cml_fail_file(err, errno, NOT_FOUND, link);
}

enum cml_result cml_job_home_tie(const char *history, const char *folder, struct cml_error *err)
{
	char link[PATH_MAX + sizeof CML_JOB_FOLDER_SUFFIX], back[PATH_MAX + 16], other[PATH_MAX];

	snprintf(link, sizeof link, "%s" CML_JOB_FOLDER_SUFFIX, history);
	snprintf(back, sizeof back, "%s/" CML_HISTORY_LINK, folder);
	if (leads_elsewhere(link, folder, other)) {
		cml_fail(err, CML_BAD_USAGE,
			 "its jobs are in %s: --jobs names that folder, or none", other);
		return cml_error_locate(err, history, 0, NULL);
	}
	/* Another history's tool may be as fast: of two one makes the link, both look at it. */
	if (point(back, history, err) != CML_OK)
		return err->status;
	if (leads_elsewhere(back, history, other)) {
		cml_fail(err, CML_BAD_USAGE,
			 "these are the jobs of %s, not of %s; a copy of both belongs to the new "
			 "one when %s is removed",
			 other, history, back);
		return cml_error_locate(err, folder, 0, NULL);
	}
	return strcmp(link, folder) == 0 ? CML_OK : point(link, folder, err);
}
