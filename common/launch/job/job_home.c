#include "launch/job/job_home.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum cml_result path_fail(const char *path, int error_number, struct cml_error *err)
{
	cml_fail_errno(err, error_number, "cannot be found");
	cml_error_locate(err, path, 0, NULL);
	return CML_IO_ERROR;
}

enum cml_result cml_real_path(const char *path, char real[PATH_MAX], struct cml_error *err)
{
	char parent[PATH_MAX];
	const char *name = strrchr(path, '/');
	struct stat about;

	if (realpath(path, real))
		return CML_OK;
	int error_number = errno;
	if (error_number != ENOENT || lstat(path, &about) == 0)
		return path_fail(path, error_number, err);
	size_t size = name ? (size_t)(name - path) + 1 : 0;
	name = name ? name + 1 : path;
	if (size >= PATH_MAX - 1 || *name == '\0')
		return path_fail(path, size >= PATH_MAX - 1 ? ENAMETOOLONG : ENOENT, err);
	memcpy(parent, path, size);
	strcpy(parent + size, size == 0 ? "." : "");
	if (!realpath(parent, real))
		return path_fail(parent, errno, err);
	size = strcmp(real, "/") == 0 ? 0 : strlen(real);
	if (snprintf(real + size, PATH_MAX - size, "/%s", name) >= (int)(PATH_MAX - size))
		return path_fail(path, ENAMETOOLONG, err);
	return CML_OK;
}

/* Whether a name leads to something else than target: *other. A link to nothing does not. */
static bool leads_elsewhere(const char *name, const char *target, char other[PATH_MAX])
{
	return realpath(name, other) && strcmp(other, target) != 0;
}

/* Makes a symbolic link to target, unless something is there; a link to nothing is taken away
 * first, by this process or another at the same time. */
static enum cml_result point(const char *link, const char *target, struct cml_error *err)
{
	char there[PATH_MAX];

	for (int i = 0; i < 3; i++) {
		if (symlink(target, link) == 0)
			return CML_OK;
		if (errno != EEXIST)
			break;
		if (realpath(link, there))
			return CML_OK;
		if (errno != ENOENT || (unlink(link) != 0 && errno != ENOENT))
			break;
	}
	return path_fail(link, errno, err);
}

static enum cml_result refuse(const char *path, struct cml_error *err)
{
	cml_error_locate(err, path, 0, NULL);
	return CML_BAD_USAGE;
}

/* Whether both may be tied, or are. */
static enum cml_result check(const char *history, const char *folder, const char *link,
			     const char *back, struct cml_error *err)
{
	char other[PATH_MAX];
	struct stat about;

	if (stat(history, &about) == 0 && about.st_nlink > 1) {
		cml_fail(err, CML_BAD_USAGE,
			 "this file has a second name (a hard link): jobs would run under both; a "
			 "copy has one name");
		return refuse(history, err);
	}
	if (leads_elsewhere(link, folder, other)) {
		cml_fail(err, CML_BAD_USAGE,
			 "its jobs are in %s: --jobs names that folder, or none", other);
		return refuse(history, err);
	}
	if (leads_elsewhere(back, history, other)) {
		cml_fail(err, CML_BAD_USAGE,
			 "these are the jobs of %s, not of %s; a copy of both belongs to the new "
			 "one when %s is removed",
			 other, history, back);
		return refuse(folder, err);
	}
	return CML_OK;
}

enum cml_result cml_job_home_tie(const char *history, const char *folder, struct cml_error *err)
{
	char link[PATH_MAX + sizeof CML_JOB_FOLDER_SUFFIX], back[PATH_MAX + 16];
	enum cml_result status;

	snprintf(link, sizeof link, "%s" CML_JOB_FOLDER_SUFFIX, history);
	snprintf(back, sizeof back, "%s/" CML_HISTORY_LINK, folder);
	status = check(history, folder, link, back, err);
	if (status == CML_OK && strcmp(link, folder) != 0)
		status = point(link, folder, err);
	if (status == CML_OK)
		status = point(back, history, err);
	/* Another process may have been faster, with other names. */
	return status == CML_OK ? check(history, folder, link, back, err) : status;
}
