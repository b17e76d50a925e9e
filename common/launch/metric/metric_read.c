#include "launch/metric/readings.h"

#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Room for a path that is too long for the system, so that it says so. */
#define PATH_SIZE (2 * PATH_MAX)

/* A file that cannot be opened is the job's fault, unless the machine lacks something. */
static enum cml_result read_path(struct cml_readings *readings, const char *path,
				 struct cml_error *err)
{
	int fd = cml_file_open_regular(path);

	if (fd < 0 && errno != EINVAL && errno != ENOENT && errno != EACCES && errno != ELOOP &&
	    errno != ENOTDIR && errno != ENAMETOOLONG && errno != ENXIO)
		return cml_fail_errno(err, errno, path);
	if (fd < 0) {
		cml_readings_refuse(readings, "%s",
				    errno == EINVAL ? "not a regular file"
						    : strerrordesc_np(errno));
		return CML_OK;
	}
	enum cml_result result = cml_readings_feed_file(readings, fd, err);
	close(fd);
	return result;
}

/* Reads one file of the job's directory. */
static enum cml_result read_file(struct cml_readings *readings,
				 const struct cml_metric_source *source, const char *name,
				 bool is_loose, struct cml_metric_result *result,
				 struct cml_error *err)
{
	char path[PATH_SIZE];

	cml_readings_reset(readings);
	if (is_loose)
		cml_readings_loosen(readings);
	snprintf(path, sizeof path, "%s/%s", source->dir, name);
	if (read_path(readings, path, err) != CML_OK)
		return err->status;
	if (source->is_cut)
		cml_readings_drop_cut_line(readings);
	return cml_readings_finish(readings, name, result, err);
}

enum cml_result cml_metric_read(const struct cml_metric_spec *spec, struct cml_readings *readings,
				const struct cml_metric_source *source,
				struct cml_metric_result *result, struct cml_error *err)
{
	static const char *const outputs[] = {"stdout", "stderr"};
	size_t n_files = spec->file ? 1 : 2;
	size_t n_looks = spec->form == CML_METRIC_NAMED ? 2 : 1;
	struct cml_metric_result other;

	/* Of all, the first with a reading; else the outcome of the first. */
	for (size_t i = 0; i < n_looks * n_files; i++) {
		const char *name = spec->file ? spec->file : outputs[i % n_files];
		if (read_file(readings, source, name, i >= n_files, &other, err) != CML_OK)
			return err->status;
		if (i == 0 || other.n_seen > 0 || other.is_near > result->is_near)
			*result = other;
		if (other.n_seen > 0)
			break;
	}
	return CML_OK;
}
