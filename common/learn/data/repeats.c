/* Several jobs of one configuration as one row. Part of dataset.h. */
#include "learn/data/dataset.h"
#include "learn/data/key_groups.h"
#include "math/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What merging works with; the arrays take the rows of one group. */
struct merge {
	struct cml_dataset *data;
	enum cml_repeats how;
	double *y;
	double *weight;
	size_t *scratch;
};

static bool same_features(const struct cml_dataset *data, size_t a, size_t b)
{
	const float *x = data->x + a * data->n_features;
	const float *z = data->x + b * data->n_features;
	for (size_t i = 0; i < data->n_features; i++)
		if (x[i] != z[i] && !(isnan(x[i]) && isnan(z[i])))
			return false;
	return true;
}

/* As differences from the first, so that equal targets give exactly theirs. */
static double weighted_mean(size_t n, const double *y, const double *weight)
{
	double sum = 0, total = 0;
	for (size_t i = 0; i < n; i++) {
		sum += weight[i] * (y[i] - y[0]);
		total += weight[i];
	}
	return y[0] + sum / total;
}

/* The mean of those that are reported, NaN without one; as differences from the first, too. */
static double mean_limit(const struct cml_dataset *data, const size_t *rows, size_t n, size_t limit)
{
	double first = NAN, sum = 0;
	size_t n_reported = 0;
	for (size_t i = 0; i < n; i++) {
		double value = data->limits[rows[i] * data->n_limits + limit];
		if (isnan(value))
			continue;
		if (n_reported++ == 0)
			first = value;
		sum += value - first;
	}
	return n_reported > 0 ? first + sum / (double)n_reported : NAN;
}

static enum cml_result fail_too_large(struct cml_error *err)
{
	return cml_fail(err, CML_BAD_DATA, "targets, weights or limits too large to be added up");
}

/* Rows are written over in place: group g becomes row g, and the row it lands
 * on belongs to group g or one before it, which have been gathered by then. */
static enum cml_result merge_group(struct merge *merge, size_t g, const size_t *rows, size_t n,
				   struct cml_error *err)
{
	struct cml_dataset *data = merge->data;
	double total = 0;
	for (size_t i = 0; i < n; i++) {
		if (!same_features(data, rows[0], rows[i]))
			return cml_fail(err, CML_BAD_DATA,
					"two jobs have the key %016" PRIx64
					", but not the same features: "
					"they cannot be made one row",
					data->keys[rows[0]]);
		merge->y[i] = data->y[rows[i]];
		merge->weight[i] = data->weight[rows[i]];
		total += merge->weight[i];
	}
	double y = merge->how == CML_REPEATS_MEDIAN
		       ? cml_weighted_median(n, merge->y, merge->weight, merge->scratch)
		       : weighted_mean(n, merge->y, merge->weight);
	if (!isfinite(total) || !isfinite(y))
		return fail_too_large(err);
	memmove(data->x + g * data->n_features, data->x + rows[0] * data->n_features,
		data->n_features * sizeof *data->x);
	for (size_t i = 0; i < data->n_limits; i++) {
		double limit = mean_limit(data, rows, n, i);
		if (isinf(limit))
			return fail_too_large(err);
		data->limits[g * data->n_limits + i] = limit;
	}
	data->keys[g] = data->keys[rows[0]];
	data->weight[g] = total;
	data->y[g] = y;
	return CML_OK;
}

enum cml_result cml_dataset_merge_repeats(struct cml_dataset *data, enum cml_repeats how,
					  struct cml_error *err)
{
	if (how == CML_REPEATS_KEEP)
		return CML_OK;
	struct cml_key_groups groups = {0};
	struct merge merge = {.data = data,
			      .how = how,
			      .y = cml_array_new(data->n_rows, sizeof *merge.y),
			      .weight = cml_array_new(data->n_rows, sizeof *merge.weight),
			      .scratch = cml_array_new(data->n_rows, sizeof *merge.scratch)};
	enum cml_result status = CML_OK;
	if (!merge.y || !merge.weight || !merge.scratch)
		status = cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_key_groups_init(&groups, data->n_rows, data->keys, err);
	for (size_t g = 0; status == CML_OK && g < groups.n; g++)
		status = merge_group(&merge, g, groups.rows + groups.first[g],
				     groups.first[g + 1] - groups.first[g], err);
	if (status == CML_OK)
		data->n_rows = groups.n;
	cml_key_groups_release(&groups);
	free(merge.y);
	free(merge.weight);
	free(merge.scratch);
	return status;
}
