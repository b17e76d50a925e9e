/* Widening: apart from the rest of history_file, as it alone writes a whole table. */
#include "launch/history/history_file.h"
#include "table/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_ASIDE 100000

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* One row with its line end; blank lines stay blank. *in_header: the header is yet to come. */
static enum cml_result widen_row(struct cml_output *output, struct cml_slice row,
				 const struct cml_history_widening *widening, bool *in_header,
				 struct cml_error *err)
{
	struct cml_slice more = *in_header ? widening->names : widening->cells;
	size_t size = row.size;
	enum cml_result status;

	while (size > 0 && is_line_end(row.data[size - 1]))
		size--;
	status = cml_output_write(output, row.data, size, err);
	if (status == CML_OK && size > 0) {
		*in_header = false;
		status = cml_output_write(output, more.data, more.size, err);
	}
	if (status == CML_OK)
		status = cml_output_write(output, row.data + size, row.size - size, err);
	return status;
}

/* Size of the first row of rows, which are whole. Every line end outside quotes ends one, as
 * for the table reader: a file may hold several kinds. */
static size_t first_row(struct cml_slice rows)
{
	bool in_quotes = false;
	size_t i = 0;

	while (in_quotes || !is_line_end(rows.data[i]))
		in_quotes ^= rows.data[i++] == '"';
	return i + 1 + (rows.data[i] == '\r' && i + 1 < rows.size && rows.data[i + 1] == '\n');
}

static enum cml_result copy_rows(struct cml_output *output, struct cml_slice rows,
				 const struct cml_history_widening *widening, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	bool in_header = true;

	while (status == CML_OK && rows.size > 0) {
		size_t size = first_row(rows);

		status = widen_row(output, (struct cml_slice){rows.data, size}, widening,
				   &in_header, err);
		rows.data += size;
		rows.size -= size;
	}
	return status;
}

/* Gives the table its second name. */
static enum cml_result keep_narrow(const struct cml_history_file *file, char aside[PATH_MAX],
				   struct cml_error *err)
{
	int error_number = EEXIST;

	for (int i = 1; i < MAX_ASIDE && error_number == EEXIST; i++) {
		if (snprintf(aside, PATH_MAX, "%s.narrow-%d", file->path, i) >= PATH_MAX)
			error_number = ENAMETOOLONG;
		else
			error_number =
			    linkat(AT_FDCWD, file->path, AT_FDCWD, aside, AT_SYMLINK_FOLLOW) == 0
				? 0
				: errno;
	}
	if (error_number == 0)
		return CML_OK;
	return cml_fail_errno(err, error_number, "cannot keep the table as it was before widening");
}

enum cml_result cml_history_file_widen(struct cml_history_file *file, struct cml_slice rows,
				       const struct cml_history_widening *widening,
				       char aside[PATH_MAX], struct cml_error *err)
{
	struct cml_output *output = NULL;
	enum cml_result status = cml_output_open(&output, file->path, err);

	assert(!file->read_only);
	if (status == CML_OK)
		status = copy_rows(output, rows, widening, err);
	if (status == CML_OK)
		status = keep_narrow(file, aside, err);
	if (status != CML_OK)
		goto out;
	status = cml_output_commit(output, err);
	if (status == CML_OK)
		cml_history_file_close(file);
	else
		unlink(aside);
out:
	if (status != CML_OK)
		cml_error_locate(err, file->path, 0, NULL);
	cml_output_free(output);
	return status;
}
