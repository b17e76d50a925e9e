#include "launch/metric/readings.h"

#include "base/clock.h"
#include "base/file.h"
#include "table/find_column.h"
#include "table/table_reader.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Cells that are no reading, rather than a wrong one. A nan is wrong. */
#define ABSENT ",NA,null,None"

/* By how much the time of a file may be behind the clock that says when a job began: files get
 * that of the kernel's last tick, of which there are at least 100 a second. */
#define TICK_S 0.01

/* Room for a path that is too long for the system, so that it says so. */
#define PATH_SIZE (2 * PATH_MAX)

static void print_path(const char *job_dir, const char *name, char path[PATH_SIZE])
{
	if (name[0] == '/')
		snprintf(path, PATH_SIZE, "%s", name);
	else
		snprintf(path, PATH_SIZE, "%s/%s", job_dir, name);
}

void cml_metric_mark(const struct cml_metric_spec *spec, const char *job_dir, struct stat *mark)
{
	char path[PATH_SIZE];

	*mark = (struct stat){0};
	if (!cml_metric_spec_is_shared(spec))
		return;
	print_path(job_dir, spec->file, path);
	if (stat(path, mark) != 0)
		*mark = (struct stat){.st_nlink = 1};
}

/* Whether a file has its content, or its place, since the job began. */
static bool is_of_job(int fd, const struct cml_metric_source *source)
{
	const struct stat *before = &source->before;
	struct stat now;

	if (fstat(fd, &now) != 0)
		return false;
	/* Not the time of the content: a file may be moved there with its old one. */
	if (before->st_nlink > 0)
		return now.st_dev != before->st_dev || now.st_ino != before->st_ino ||
		       now.st_size != before->st_size ||
		       cml_clock_seconds(now.st_ctim) != cml_clock_seconds(before->st_ctim);
	return cml_clock_seconds(now.st_ctim) >= source->started - TICK_S;
}

static enum cml_result read_cell(struct cml_readings *readings, const struct cml_na *absent,
				 const struct cml_row *row, size_t column, struct cml_error *err)
{
	struct cml_slice cell = cml_slice_trim(row->cells[column]);
	char quoted[40];
	struct cml_reading reading;

	if (cml_na_has(absent, cell))
		return CML_OK;
	if (cml_reading_parse_word(cell, &reading))
		return cml_readings_add(readings, &reading, err);
	cml_readings_refuse(readings, "line %zu: not a number: %s", row->line,
			    cml_text_quote(cell, quoted, sizeof quoted));
	return CML_OK;
}

static enum cml_result read_rows(struct cml_readings *readings, struct cml_table_reader *reader,
				 const char *name, struct cml_error *err)
{
	struct cml_na absent;
	struct cml_row row;
	size_t column;
	enum cml_result result =
	    cml_find_column(cml_table_header(reader), cml_slice_of(name), &column, err);

	if (result != CML_OK || (result = cml_na_init(&absent, ABSENT, err)) != CML_OK)
		return result;
	while (result == CML_OK && (result = cml_table_next(reader, &row, err)) == CML_OK)
		result = read_cell(readings, &absent, &row, column, err);
	cml_na_release(&absent);
	return result == CML_END ? CML_OK : result;
}

/* A bad table is the job's fault: a reason, no error. */
static enum cml_result read_table(struct cml_readings *readings, const char *path, const char *name,
				  struct cml_error *err)
{
	struct cml_error fault = {0};
	struct cml_table_reader *reader = NULL;
	enum cml_result result = cml_table_open(&reader, path, '\0', &fault);

	if (result == CML_OK)
		result = read_rows(readings, reader, name, &fault);
	cml_table_free(reader);
	if (result == CML_BAD_DATA && fault.line > 0)
		cml_readings_refuse(readings, "line %zu: %s", fault.line, fault.message);
	else if (result == CML_BAD_DATA)
		cml_readings_refuse(readings, "%s", fault.message);
	else if (result != CML_OK)
		*err = fault;
	return result == CML_BAD_DATA ? CML_OK : result;
}

/* A file that cannot be opened is the job's fault, unless the machine lacks something. */
static enum cml_result read_path(const struct cml_metric_spec *spec, struct cml_readings *readings,
				 const struct cml_metric_source *source, const char *path,
				 struct cml_error *err)
{
	int fd = cml_file_open_regular(path);
	enum cml_result result = CML_OK;

	if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == EIO))
		return cml_fail_errno(err, errno, path);
	if (fd < 0) {
		cml_readings_refuse(readings, "%s",
				    errno == EINVAL ? "not a regular file"
						    : strerrordesc_np(errno));
		return CML_OK;
	}
	if (cml_metric_spec_is_shared(spec) && !is_of_job(fd, source))
		cml_readings_refuse(readings, "has not changed since the job began");
	else if (spec->form == CML_METRIC_CSV)
		result = read_table(readings, path, spec->name, err);
	else
		result = cml_readings_feed_file(readings, fd, err);
	close(fd);
	return result;
}

/* Reads one file; name is under the job's directory unless it is absolute. */
static enum cml_result read_file(const struct cml_metric_spec *spec, struct cml_readings *readings,
				 const struct cml_metric_source *source, const char *name,
				 struct cml_metric_result *result, struct cml_error *err)
{
	char path[PATH_SIZE];

	cml_readings_reset(readings, source->keep_early);
	print_path(source->dir, name, path);
	if (read_path(spec, readings, source, path, err) != CML_OK)
		return err->status;
	if (source->is_cut)
		cml_readings_drop_cut_line(readings);
	return cml_readings_finish(readings, name, result, err);
}

enum cml_result cml_metric_read(const struct cml_metric_spec *spec, struct cml_readings *readings,
				const struct cml_metric_source *source,
				struct cml_metric_result *result, struct cml_error *err)
{
	const char *name = spec->file ? spec->file : "stdout";
	struct cml_metric_result other;

	if (read_file(spec, readings, source, name, result, err) != CML_OK)
		return err->status;
	if (spec->file || spec->form != CML_METRIC_NAMED || result->n_seen > 0)
		return CML_OK;
	if (read_file(spec, readings, source, "stderr", &other, err) != CML_OK)
		return err->status;
	if (other.n_seen > 0)
		*result = other;
	return CML_OK;
}
