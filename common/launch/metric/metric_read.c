#include "launch/metric/readings.h"

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

/* Room for a path that is too long for the system, so that it says so. */
#define PATH_SIZE (2 * PATH_MAX)

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
	enum cml_result result;

	if (cml_find_column(cml_table_header(reader), cml_slice_of(name), &column, err) != CML_OK ||
	    cml_na_init(&absent, ABSENT, err) != CML_OK)
		return err->status;
	while ((result = cml_table_next(reader, &row, err)) == CML_OK)
		if ((result = read_cell(readings, &absent, &row, column, err)) != CML_OK)
			break;
	cml_na_release(&absent);
	return result == CML_END ? CML_OK : result;
}

/* A bad table is the job's fault: a reason, no error. */
static enum cml_result read_table(struct cml_readings *readings, const char *path, const char *name,
				  struct cml_error *err)
{
	struct cml_error fault = {0};
	struct cml_table_reader *reader = NULL;
	bool ok = cml_table_open(&reader, path, '\0', &fault) == CML_OK &&
		  read_rows(readings, reader, name, &fault) == CML_OK;

	cml_table_free(reader);
	if (ok)
		return CML_OK;
	if (fault.status != CML_BAD_DATA) {
		*err = fault;
		return fault.status;
	}
	if (fault.line > 0)
		cml_readings_refuse(readings, "line %zu: %s", fault.line, fault.message);
	else
		cml_readings_refuse(readings, "%s", fault.message);
	return CML_OK;
}

/* A file that cannot be opened is the job's fault, unless the machine lacks something. */
static enum cml_result read_path(const struct cml_metric_spec *spec, struct cml_readings *readings,
				 const char *path, struct cml_error *err)
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
	if (spec->form == CML_METRIC_CSV)
		result = read_table(readings, path, spec->name, err);
	else
		result = cml_readings_feed_file(readings, fd, err);
	close(fd);
	return result;
}

/* Reads one file of the job's directory. */
static enum cml_result read_file(const struct cml_metric_spec *spec, struct cml_readings *readings,
				 const struct cml_metric_source *source, const char *name,
				 bool is_loose, struct cml_metric_result *result,
				 struct cml_error *err)
{
	char path[PATH_SIZE];

	cml_readings_reset(readings);
	if (is_loose)
		cml_readings_loosen(readings);
	snprintf(path, sizeof path, "%s/%s", source->dir, name);
	if (read_path(spec, readings, path, err) != CML_OK)
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
	size_t n_files = spec->file || spec->form != CML_METRIC_NAMED ? 1 : 2;
	struct cml_metric_result other;

	/* Of all, the first with a reading; else the outcome of the first. */
	for (size_t i = 0; i < 2 * n_files; i++) {
		const char *name = spec->file ? spec->file : outputs[i % n_files];
		if (read_file(spec, readings, source, name, i >= n_files, &other, err) != CML_OK)
			return err->status;
		if (i == 0 || other.n_seen > 0 || other.is_near > result->is_near)
			*result = other;
		if (other.n_seen > 0 || spec->form != CML_METRIC_NAMED)
			break;
	}
	return CML_OK;
}
