#include "learn/data/second_metric.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static double second_of(const struct cml_dataset *data, size_t row)
{
	return data->limits[row * data->n_limits + data->n_limits - 1];
}

const char *cml_second_name(const struct cml_dataset *data)
{
	return data->limit_names[data->n_limits - 1];
}

size_t cml_second_n_reported(const struct cml_dataset *data)
{
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++)
		n += isnan(second_of(data, i)) ? 0 : 1;
	return n;
}

enum cml_result cml_second_select(const struct cml_dataset *data, struct cml_dataset *selected,
				  struct cml_error *err)
{
	size_t n = 0, *rows = cml_array_new(data->n_rows, sizeof *rows);
	if (!rows)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		if (!isnan(second_of(data, i)))
			rows[n++] = i;
	enum cml_result status = cml_dataset_select(data, rows, n, selected, err);
	if (status)
		goto out;
	for (size_t i = 0; i < n; i++)
		selected->y[i] = second_of(data, rows[i]);
	selected->has_second = false;
out:
	free(rows);
	return status;
}
