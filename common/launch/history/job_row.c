
#include "launch/history/job_history.h"
#include "space/config.h"
#include "table/header.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const own_names[CML_N_OWN_COLUMNS] = {
    [CML_OWN_KEY] = CML_COLUMN_KEY,         [CML_OWN_STATUS] = CML_COLUMN_STATUS,
    [CML_OWN_STARTED] = CML_COLUMN_STARTED, [CML_OWN_SECONDS] = "cml_seconds",
    [CML_OWN_ATTEMPT] = CML_COLUMN_ATTEMPT, [CML_OWN_EXIT] = "cml_exit",
    [CML_OWN_READINGS] = "cml_readings",    [CML_OWN_SPREAD] = "cml_spread",
    [CML_OWN_REASON] = "cml_reason",        [CML_OWN_JOB] = "cml_job",
};

static bool is_own(struct cml_slice name)
{
	for (size_t i = 0; i < CML_N_OWN_COLUMNS; i++)
		if (cml_slice_is(name, own_names[i]))
			return true;
	return false;
}

static bool is_carried(struct cml_slice name, const struct cml_space *space, const char *metric)
{
	if (cml_is_own_column(name))
		return false;
	if (metric && cml_slice_is(name, metric))
		return false;
	if (!space)
		return true;
	size_t slot = cml_space_find(space, name);
	return slot == CML_NO_COLUMN || !cml_is_outcome_role(space->columns[slot].role);
}

/* Adds the names of a comma-separated list to the columns and their names. */
static enum cml_result carry_more(struct cml_job_columns *columns, const struct cml_header *input,
				  const char *more, struct cml_slice *names, struct cml_error *err)
{
	char near[CML_SUGGESTION_SIZE];

	for (const char *end; more; more = *end ? end + 1 : NULL) {
		end = more + strcspn(more, ",");
		struct cml_slice name = {more, (size_t)(end - more)};
		size_t at = cml_header_find(input, name);

		if (at == CML_NO_COLUMN || !cml_is_own_column(name) || is_own(name))
			return cml_fail(err, CML_BAD_USAGE,
					"--carry: %s is no column of the input whose name begins "
					"with cml_, or one that rows have of their own%s",
					CML_QUOTED(name),
					at == CML_NO_COLUMN ? cml_near_column(input, name, near)
							    : "");
		names[columns->n_carried] = name;
		columns->carried[columns->n_carried++] = at;
	}
	return CML_OK;
}

static enum cml_result list_columns(struct cml_job_columns *columns, const struct cml_header *input,
				    const struct cml_space *space, const char *metric,
				    const char *more, struct cml_slice *names,
				    struct cml_error *err)
{
	for (size_t i = 0; i < input->n_columns; i++) {
		if (!is_carried(input->names[i], space, metric))
			continue;
		names[columns->n_carried] = input->names[i];
		columns->carried[columns->n_carried++] = i;
	}
	columns->n_settings = columns->n_carried;
	if (columns->n_settings == 0)
		return cml_fail(err, CML_BAD_DATA,
				"no column of a configuration: nothing to submit");
	if (carry_more(columns, input, more, names, err) != CML_OK)
		return err->status;
	size_t n = columns->n_carried;
	columns->metric = metric ? n : CML_NO_COLUMN;
	if (metric)
		names[n++] = cml_slice_of(metric);
	columns->limits = n;
	columns->n_limits = space ? space->n_measured : 0;
	for (size_t i = 0; i < columns->n_limits; i++)
		names[n++] = cml_slice_of(space->columns[space->limits[i]].name);
	columns->own = n;
	columns->time = CML_NO_COLUMN;
	for (size_t i = 0; space && space->time != CML_NO_COLUMN && i < columns->n_settings; i++)
		if (cml_slice_is(names[i], space->columns[space->time].name))
			columns->time = i;
	for (size_t i = 0; i < CML_N_OWN_COLUMNS; i++)
		names[n++] = cml_slice_of(own_names[i]);
	return cml_header_init(&columns->header, names, n, err);
}

enum cml_result cml_job_columns_init(struct cml_job_columns *columns,
				     const struct cml_header *input, const struct cml_space *space,
				     const char *metric, const char *more, struct cml_error *err)
{
	size_t most = input->n_columns + 1 + (space ? space->n_measured : 0) + CML_N_OWN_COLUMNS;
	AUTOFREE struct cml_slice *names = cml_array_new(most, sizeof *names);

	memset(columns, 0, sizeof *columns);
	columns->carried = cml_array_new(input->n_columns, sizeof *columns->carried);
	return names && columns->carried
		   ? list_columns(columns, input, space, metric, more, names, err)
		   : cml_fail_memory(err);
}

void cml_job_columns_release(struct cml_job_columns *columns)
{
	cml_header_release(&columns->header);
	free(columns->carried);
	memset(columns, 0, sizeof *columns);
}

/* RFC 3339, to the millisecond. */
static void print_time(double time, char *text, size_t size)
{
	double whole = floor(time);
	int milliseconds = (int)((time - whole) * 1e3);
	time_t seconds = (time_t)whole;
	struct tm utc;

	text[0] = '\0';
	if (time <= 0 || !gmtime_r(&seconds, &utc))
		return;
	size_t n = strftime(text, size, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text + n, size - n, ".%03dZ", milliseconds);
}

static void print_number(double value, char *text)
{
	text[0] = '\0';
	if (isfinite(value))
		cml_print_double(value, text);
}

void cml_job_row_fill(struct cml_job_row *row, const struct cml_job_columns *columns,
		      const struct cml_job_result *result, struct cml_slice *cells)
{
	struct cml_slice *own = cells + columns->own;

	memset(row->texts, 0, sizeof row->texts);
	cml_key_print(result->attempt.key, row->texts[CML_OWN_KEY]);
	print_time(result->started, row->texts[CML_OWN_STARTED], sizeof row->texts[0]);
	/* Microseconds are finer than any clock here. */
	print_number(round(result->seconds * 1e6) / 1e6, row->texts[CML_OWN_SECONDS]);
	snprintf(row->texts[CML_OWN_ATTEMPT], sizeof row->texts[0], "%lu",
		 (unsigned long)result->attempt.number);
	if (result->has_exit)
		snprintf(row->texts[CML_OWN_EXIT], sizeof row->texts[0], "%d", result->exit_code);
	if (result->n_readings > 0)
		snprintf(row->texts[CML_OWN_READINGS], sizeof row->texts[0], "%zu",
			 result->n_readings);
	print_number(result->spread, row->texts[CML_OWN_SPREAD]);
	print_number(result->value, row->texts[CML_N_OWN_COLUMNS]);
	for (size_t i = 0; i < CML_N_OWN_COLUMNS; i++)
		own[i] = cml_slice_of(row->texts[i]);
	own[CML_OWN_STATUS] = cml_slice_of(cml_job_status_name(result->status));
	own[CML_OWN_REASON] = cml_slice_of(result->reason.text);
	own[CML_OWN_JOB] = cml_slice_of(result->job);
	if (columns->time != CML_NO_COLUMN && cells[columns->time].size == 0)
		cells[columns->time] = own[CML_OWN_STARTED];
	if (columns->metric != CML_NO_COLUMN)
		cells[columns->metric] = cml_slice_of(row->texts[CML_N_OWN_COLUMNS]);
	for (size_t i = 0; i < columns->n_limits; i++) {
		print_number(result->limits ? result->limits[i] : NAN, row->limits[i]);
		cells[columns->limits + i] = cml_slice_of(row->limits[i]);
	}
}
