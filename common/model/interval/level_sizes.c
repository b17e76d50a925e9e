#include "model/interval/level_sizes.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The line outside goes through sizes that are this part of their range apart. */
#define APART 0.25

/* Bytes of a level, and of a column without its levels, in a file. */
#define LEVEL_SIZE 16
#define COLUMN_SIZE 16

void cml_level_sizes_release(struct cml_level_sizes *sizes)
{
	for (size_t i = 0; i < sizes->n; i++)
		free(sizes->columns[i].levels);
	free(sizes->columns);
	*sizes = (struct cml_level_sizes){0};
}

/* Whether a feature has one value in all jobs of a level, and not in all jobs; these and the jobs
 * into levels[at->n]. */
static bool follows(const struct cml_level_column *at, const struct cml_dataset *data,
		    size_t feature, struct cml_sized_level *levels)
{
	bool varies = false;
	for (size_t l = 0; l < at->n; l++)
		levels[l] = (struct cml_sized_level){.size = NAN};
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		size_t l = cml_level_of(at, x);
		if (l == at->n)
			continue;
		if (levels[l].jobs++ > 0 && !cml_same_number(levels[l].size, (double)x[feature]))
			return false;
		levels[l].size = (double)x[feature];
		varies = varies || !cml_same_number(levels[l].size, (double)data->x[feature]);
	}
	return varies;
}

/* The only feature that follows from the level, SIZE_MAX where none or several do. */
static size_t find_follower(const struct cml_level_column *at, const struct cml_dataset *data,
			    struct cml_sized_level *levels)
{
	size_t found = SIZE_MAX;
	for (size_t f = 0; f < data->n_features; f++) {
		if ((f >= at->first && f < at->first + at->n) || !follows(at, data, f, levels))
			continue;
		if (found != SIZE_MAX)
			return SIZE_MAX;
		found = f;
	}
	return found;
}

static size_t count_sizes(const struct cml_sized_column *column)
{
	size_t n = 0;
	for (size_t i = 0; i < column->at.n; i++) {
		size_t j = 0;
		while (j < i && column->levels[j].size != column->levels[i].size)
			j++;
		n += !isnan(column->levels[i].size) && j == i;
	}
	return n;
}

/* A size among those of a column, and what the jobs of its levels count in the prediction. */
struct part {
	double size, share;
};

/* The parts of a job of this size; false: there are too few sizes. hidden: of a level. */
static bool find_parts(const struct cml_sized_column *column, double size, size_t hidden,
		       struct part parts[2])
{
	double low = INFINITY, high = -INFINITY, below = -INFINITY, above = INFINITY;
	for (size_t l = 0; l < column->at.n; l++) {
		double other = l == hidden ? (double)NAN : column->levels[l].size;
		low = fmin(low, other);
		high = fmax(high, other);
		if (other <= size)
			below = fmax(below, other);
		if (other >= size)
			above = fmin(above, other);
	}
	if (!(low < high))
		return false;
	double near = isfinite(below) ? below : above, far = isfinite(above) ? above : below;
	if (isinf(below) || isinf(above)) {
		double apart = INFINITY;
		for (size_t l = 0; l < column->at.n; l++) {
			double away =
			    l == hidden ? (double)NAN : fabs(column->levels[l].size - near);
			if (away >= APART * (high - low) && away < apart) {
				apart = away;
				far = column->levels[l].size;
			}
		}
		size = near + fmin(fmax(size - near, low - high), high - low);
	}
	double share = near == far ? 0 : (size - near) / (far - near);
	parts[0] = (struct part){near, 1 - share};
	parts[1] = (struct part){far, share};
	return true;
}

/* Whether a job has none of the levels, though one is asked for. */
static bool may_be_none(const struct cml_level_column *at, const struct cml_dataset *data)
{
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		if (cml_level_of(at, x) == at->n && !isnan(x[at->first]))
			return true;
	}
	return false;
}

/* Adds a column to sizes if it has them. */
static enum cml_result look_at(struct cml_level_sizes *sizes, const struct cml_level_column *at,
			       const struct cml_dataset *data, struct cml_error *err)
{
	struct cml_sized_column *column = &sizes->columns[sizes->n];
	*column = (struct cml_sized_column){.at = *at,
					    .levels = cml_array_new(at->n, sizeof *column->levels)};
	bool ok = column->levels, has_sizes = false;
	if (ok && (column->feature = find_follower(at, data, column->levels)) != SIZE_MAX) {
		follows(at, data, column->feature, column->levels);
		column->at.may_be_none = may_be_none(at, data);
		has_sizes = count_sizes(column) >= CML_MIN_SIZES;
	}
	if (has_sizes) {
		sizes->n++;
		return CML_OK;
	}
	free(column->levels);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_level_sizes_find(struct cml_level_sizes *sizes, const struct cml_dataset *data,
				     struct cml_error *err)
{
	struct cml_level_column *levels = cml_array_new(data->n_features, sizeof *levels);
	enum cml_result status = CML_OK;
	sizes->n_features = data->n_features;
	sizes->columns = cml_array_new(data->n_features, sizeof *sizes->columns);
	if (!levels || !sizes->columns) {
		status = cml_fail_memory(err);
		goto out;
	}
	size_t n = data->n_features <= CML_MAX_SIZED_FEATURES
		       ? cml_levels_find(data->feature_names, data->n_features, levels)
		       : 0;
	for (size_t i = 0; i < n; i++)
		if (levels[i].n >= CML_MIN_SIZES &&
		    (status = look_at(sizes, &levels[i], data, err)) != CML_OK)
			goto out;
out:
	free(levels);
	return status;
}

/* What the rows that stand in for one say together. */
struct stand_ins {
	const struct cml_level_sizes *sizes;
	cml_predict_rows *predict;
	const void *state;
	double mean, sd;
};

static void add_level(struct stand_ins *rows, const struct cml_sized_column *column, const float *x,
		      size_t level, double share)
{
	float row[CML_MAX_SIZED_FEATURES];
	double mean, sd;
	memcpy(row, x, rows->sizes->n_features * sizeof *row);
	for (size_t l = 0; l < column->at.n; l++)
		row[column->at.first + l] = l == level;
	row[column->feature] = (float)column->levels[level].size;
	rows->predict(rows->state, 1, row, &mean, &sd);
	rows->mean += share * mean;
	rows->sd += fabs(share) * sd;
}

static void add_part(struct stand_ins *rows, const struct cml_sized_column *column, const float *x,
		     size_t hidden, const struct part *part)
{
	double n_jobs = 0;
	for (size_t l = 0; l < column->at.n; l++)
		if (l != hidden && column->levels[l].size == part->size)
			n_jobs += column->levels[l].jobs;
	for (size_t l = 0; l < column->at.n && part->share != 0; l++)
		if (l != hidden && column->levels[l].size == part->size)
			add_level(rows, column, x, l,
				  part->share * column->levels[l].jobs / n_jobs);
}

/* Whether a row has a level of a column that no job had; hidden: the feature of the level that was
 * taken from it, which becomes the number of the level, or SIZE_MAX. */
static bool is_unmet(const struct cml_sized_column *column, const float *x, size_t *hidden)
{
	const struct cml_level_column *levels = &column->at;
	size_t level = cml_level_of(levels, x);
	bool is_hidden = *hidden >= levels->first && *hidden < levels->first + levels->n;
	*hidden = is_hidden ? *hidden - levels->first : SIZE_MAX;
	if (is_hidden)
		return true;
	if (level == levels->n)
		return !levels->may_be_none && !isnan(x[levels->first]);
	return column->levels[level].jobs == 0;
}

/* Asks what stands in for a row; false: nothing does. */
static bool ask_stand_ins(struct stand_ins *rows, size_t hidden_feature, const float *x)
{
	for (size_t c = 0; c < rows->sizes->n; c++) {
		const struct cml_sized_column *column = &rows->sizes->columns[c];
		double size = (double)x[column->feature];
		struct part parts[2];
		size_t hidden = hidden_feature;
		if (!is_unmet(column, x, &hidden) || isnan(size) ||
		    !find_parts(column, size, hidden, parts))
			continue;
		rows->mean = rows->sd = 0;
		for (size_t p = 0; p < 2; p++)
			add_part(rows, column, x, hidden, &parts[p]);
		return true;
	}
	return false;
}

void cml_level_sizes_predict(const struct cml_level_sizes *sizes, const size_t *hidden,
			     cml_predict_rows *predict, const void *state, size_t n, const float *x,
			     double *mean, double *sd)
{
	struct stand_ins rows = {.sizes = sizes, .predict = predict, .state = state};
	predict(state, n, x, mean, sd);
	for (size_t i = 0; sizes->n > 0 && i < n; i++) {
		if (!ask_stand_ins(&rows, hidden ? hidden[i] : SIZE_MAX, x + i * sizes->n_features))
			continue;
		mean[i] = rows.mean;
		sd[i] = rows.sd;
	}
}

static void level_fields(struct cml_fields *fields, struct cml_sized_level *level)
{
	cml_field_double(fields, "the size of a level", &level->size,
			 (struct cml_bounds){-DBL_MAX, DBL_MAX, true});
	cml_field_u32(fields, "the jobs of a level", &level->jobs, UINT32_MAX);
	cml_field_flag(fields, "a flag of a level", &(bool){false});
	cml_field_check(fields, level->jobs > 0 || isnan(level->size), "a size without a job");
}

static void column_fields(struct cml_fields *fields, struct cml_sized_column *column)
{
	struct cml_level_column *at = &column->at;
	size_t n_features = fields->n_features;
	cml_field_count(fields, "the first level", &at->first, 0, n_features);
	cml_field_count(fields, "the number of levels", &at->n, CML_MIN_SIZES,
			n_features - at->first);
	cml_field_flag(fields, "whether there is no level", &at->may_be_none);
	cml_field_count(fields, "the feature of sizes", &column->feature, 0, n_features - 1);
	size_t n = CML_FIELD_ARRAY(fields, &column->levels, at->n, LEVEL_SIZE);
	for (size_t l = 0; l < n; l++)
		level_fields(fields, &column->levels[l]);
}

void cml_level_sizes_fields(struct cml_fields *fields, void *state)
{
	struct cml_level_sizes *sizes = state;
	size_t n = sizes->n;
	if (fields->out && n == 0)
		return;
	cml_field_check(fields, fields->n_features <= CML_MAX_SIZED_FEATURES, "too many features");
	cml_field_count(fields, "the number of columns", &n, 0, fields->n_features);
	n = CML_FIELD_ARRAY(fields, &sizes->columns, n, COLUMN_SIZE);
	if (!fields->out) {
		sizes->n_features = fields->n_features;
		sizes->n = n;
	}
	for (size_t c = 0; c < n; c++)
		column_fields(fields, &sizes->columns[c]);
}
