#include "launch/limit_doubt.h"

#include "base/memory.h"
#include "base/number.h"
#include "infer/names/column_name.h"
#include "space/memory_unit.h"
#include "table/find_column.h"
#include "table/table_reader.h"

#include <math.h>
#include <stdlib.h>

static void take_cell(struct cml_limit_doubt *doubt, size_t limit, struct cml_slice cell)
{
	double value;

	if (doubt->n[limit] < CML_DOUBT_ROWS && cml_parse_double(cml_slice_trim(cell), &value) &&
	    isfinite(value) && value > 0)
		doubt->known[limit * CML_DOUBT_ROWS + doubt->n[limit]++] = value;
}

static void read_rows(struct cml_limit_doubt *doubt, const struct cml_space *space,
		      struct cml_table_reader *reader, size_t *columns)
{
	const struct cml_header *header = cml_table_header(reader);
	struct cml_row row;
	struct cml_error ignored;
	bool is_full = false;

	for (size_t i = 0; i < doubt->n_limits; i++)
		columns[i] =
		    cml_header_find(header, cml_slice_of(space->columns[space->limits[i]].name));
	while (!is_full && cml_table_next(reader, &row, &ignored) == CML_OK) {
		is_full = true;
		for (size_t i = 0; i < doubt->n_limits; i++) {
			if (columns[i] == CML_NO_COLUMN)
				continue;
			take_cell(doubt, i, row.cells[columns[i]]);
			is_full = is_full && doubt->n[i] == CML_DOUBT_ROWS;
		}
	}
}

enum cml_result cml_limit_doubt_init(struct cml_limit_doubt *doubt, const struct cml_space *space,
				     const char *path, char delimiter, struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	struct cml_error ignored;
	size_t n = space ? space->n_limits : 0;

	*doubt = (struct cml_limit_doubt){.n_limits = n};
	if (n == 0)
		return CML_OK;
	size_t *columns = cml_array_new(n, sizeof *columns);
	doubt->known = cml_array_new(n, CML_DOUBT_ROWS * sizeof *doubt->known);
	doubt->n = cml_array_new(n, sizeof *doubt->n);
	bool ok = columns && doubt->known && doubt->n;
	if (ok && path && cml_table_open(&reader, path, delimiter, &ignored) == CML_OK)
		read_rows(doubt, space, reader, columns);
	cml_table_free(reader);
	free(columns);
	if (!ok)
		cml_limit_doubt_release(doubt);
	return ok ? CML_OK : cml_fail_memory(err);
}

void cml_limit_doubt_release(struct cml_limit_doubt *doubt)
{
	free(doubt->known);
	free(doubt->n);
	*doubt = (struct cml_limit_doubt){0};
}

/* What is far below a lower bound may be nearly nothing: `free_gb` of a job about to fail. */
static bool is_far_above(const struct cml_space_column *limit, double value, double far)
{
	return !limit->bound && limit->domain.hi > 0 && value >= far * limit->domain.hi;
}

static void tell(const struct cml_space_column *limit, double value, double factor, bool is_memory,
		 struct cml_reason *reason)
{
	static const char *const words[] = {"a thousand", "a million", "a billion", "a trillion"};
	const char *advice =
	    is_memory && !limit->unit[0]
		? " (where jobs print their unit: set the column unit of the space to GB)"
		: "";
	char number[CML_NUMBER_SIZE];

	cml_print_double(value, number);
	if (factor == 0)
		cml_reason_set(reason, "%s is %s where its bound is %s: in another unit?%s",
			       limit->name, number, limit->cells[CML_FIELD_DOMAIN], advice);
	else
		cml_reason_set(
		    reason,
		    "%s is %s and about %s times %swhat the history has: in another unit?%s",
		    limit->name, number, words[lround(fabs(log10(factor)) / 3) - 1],
		    factor > 1 ? "" : "less than ", advice);
}

void cml_limit_doubt_apply(const struct cml_limit_doubt *doubt, const struct cml_space *space,
			   double *values, struct cml_missing_limit *missing)
{
	for (size_t i = 0; i < doubt->n_limits; i++) {
		const struct cml_space_column *limit = &space->columns[space->limits[i]];
		bool is_memory =
		    cml_name_is_memory(limit->name) || cml_memory_unit_bytes(limit->unit) > 0;
		double factor = cml_unit_factor(values[i], doubt->known + i * CML_DOUBT_ROWS,
						doubt->n[i], is_memory ? 30 : 300);

		if (factor < 1 && !isfinite(limit->domain.hi))
			factor = 0;
		if (factor == 0 && !is_far_above(limit, values[i], is_memory ? 100 : 1000))
			continue;
		if (!missing->is_doubtful) {
			*missing = (struct cml_missing_limit){.limit = i, .is_doubtful = true};
			tell(limit, values[i], factor, is_memory, &missing->reason);
		}
		values[i] = NAN;
	}
}
