#include "launch/job_row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "table/header.h"

#define OWN_PREFIX "cml_"

enum own {
	OWN_KEY,
	OWN_STATUS,
	OWN_STARTED,
	OWN_SECONDS,
	OWN_ATTEMPT,
	OWN_EXIT,
	OWN_READINGS,
	OWN_SPREAD,
	OWN_REASON,
	OWN_JOB,
};

static const char *const own_names[CML_N_OWN_COLUMNS] = {
    [OWN_KEY] = "cml_key",           [OWN_STATUS] = "cml_status",   [OWN_STARTED] = "cml_started",
    [OWN_SECONDS] = "cml_seconds",   [OWN_ATTEMPT] = "cml_attempt", [OWN_EXIT] = "cml_exit",
    [OWN_READINGS] = "cml_readings", [OWN_SPREAD] = "cml_spread",   [OWN_REASON] = "cml_reason",
    [OWN_JOB] = "cml_job",
};

static bool is_carried(struct cml_slice name, const struct cml_space *space, const char *metric)
{
	size_t n = sizeof OWN_PREFIX - 1;

	if (name.size >= n && memcmp(name.data, OWN_PREFIX, n) == 0)
		return false;
	if (metric && cml_slice_is(name, metric))
		return false;
	if (!space)
		return true;
	size_t slot = cml_space_find(space, name);
	return slot == CML_NO_COLUMN || (space->columns[slot].role != CML_ROLE_METRIC &&
					 space->columns[slot].role != CML_ROLE_STATUS);
}

enum cml_status cml_job_columns_init(struct cml_job_columns *columns,
				     const struct cml_header *input, const struct cml_space *space,
				     const char *metric, struct cml_error *err)
{
	size_t most = input->n_columns + 1 + CML_N_OWN_COLUMNS, n = 0;
	struct cml_slice *names = cml_array_new(most, sizeof *names);

	memset(columns, 0, sizeof *columns);
	columns->carried = cml_array_new(input->n_columns, sizeof *columns->carried);
	if (!names || !columns->carried) {
		free(names);
		return cml_fail_memory(err);
	}
	for (size_t i = 0; i < input->n_columns; i++) {
		if (!is_carried(input->names[i], space, metric))
			continue;
		columns->carried[columns->n_carried++] = i;
		names[n++] = input->names[i];
	}
	columns->metric = metric ? n : CML_NO_COLUMN;
	if (metric)
		names[n++] = cml_slice_of(metric);
	columns->own = n;
	for (size_t i = 0; i < CML_N_OWN_COLUMNS; i++)
		names[n++] = cml_slice_of(own_names[i]);
	enum cml_status status =
	    columns->n_carried > 0
		? cml_header_init(&columns->header, names, n, err)
		: cml_fail(err, CML_BAD_DATA, "no column of a configuration: nothing to submit");
	free(names);
	return status;
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
	size_t n;

	text[0] = '\0';
	if (time <= 0 || !gmtime_r(&seconds, &utc))
		return;
	n = strftime(text, size, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text + n, size - n, ".%03dZ", milliseconds);
}

static void print_number(double value, char *text)
{
	text[0] = '\0';
	if (isfinite(value))
		cml_print_double(value, text);
}

void cml_job_row_fill(struct cml_job_row *row, const struct cml_job_columns *columns,
		      const struct cml_slice *carried, const struct cml_job_result *result,
		      struct cml_slice *cells)
{
	struct cml_slice *own = cells + columns->own;

	for (size_t i = 0; i < columns->n_carried; i++)
		cells[i] = carried[i];
	memset(row, 0, sizeof *row);
	cml_key_print(result->attempt.key, row->texts[OWN_KEY]);
	print_time(result->started, row->texts[OWN_STARTED], sizeof row->texts[0]);
	/* Microseconds are more than any clock here can tell apart. */
	print_number(round(result->seconds * 1e6) / 1e6, row->texts[OWN_SECONDS]);
	snprintf(row->texts[OWN_ATTEMPT], sizeof row->texts[0], "%lu",
		 (unsigned long)result->attempt.number);
	if (result->has_exit)
		snprintf(row->texts[OWN_EXIT], sizeof row->texts[0], "%d", result->exit_code);
	if (result->n_readings > 0)
		snprintf(row->texts[OWN_READINGS], sizeof row->texts[0], "%zu", result->n_readings);
	print_number(result->spread, row->texts[OWN_SPREAD]);
	print_number(result->value, row->texts[CML_N_OWN_COLUMNS]);
	for (size_t i = 0; i < CML_N_OWN_COLUMNS; i++)
		own[i] = cml_slice_of(row->texts[i]);
	own[OWN_STATUS] = cml_slice_of(cml_job_status_name(result->status));
	own[OWN_REASON] = cml_slice_of(result->reason.text);
	own[OWN_JOB] = cml_slice_of(result->job);
	if (columns->metric != CML_NO_COLUMN)
		cells[columns->metric] = cml_slice_of(row->texts[CML_N_OWN_COLUMNS]);
}
