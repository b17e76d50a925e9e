#include "model/interval/interval_folds.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/correlation.h"
#include "math/sort.h"
#include "math/summary.h"
#include "model/interval/excess.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_QUARTERS 4
#define MIN_TOP_FRACTION 0.02
#define MAX_TOP_FRACTION 0.35
/* Features whose orders agree more than this are one. */
#define SAME_ORDER 0.9

void cml_folds_release(struct cml_folds *folds)
{
	for (size_t i = 0; i < folds->n; i++)
		free(folds->folds[i].part);
	*folds = (struct cml_folds){0};
}

static enum cml_result add_fold(struct cml_folds *folds, const struct cml_dataset *data,
				enum cml_fold_kind kind, struct cml_fold **fold,
				struct cml_error *err)
{
	*fold = &folds->folds[folds->n];
	**fold = (struct cml_fold){.kind = kind};
	(*fold)->part = cml_array_new(data->n_rows, sizeof *(*fold)->part);
	if (!(*fold)->part)
		return cml_fail_memory(err);
	folds->n++;
	return CML_OK;
}

static void put_group(struct cml_fold *fold, const struct cml_key_groups *groups, size_t group,
		      enum cml_fold_part part)
{
	for (size_t i = groups->first[group]; i < groups->first[group + 1]; i++)
		fold->part[groups->rows[i]] = part;
}

static enum cml_result add_random_folds(struct cml_folds *folds, const struct cml_dataset *data,
					const struct cml_key_groups *groups, uint64_t seed,
					struct cml_error *err)
{
	struct cml_random random;
	struct cml_fold *fold[CML_RANDOM_FOLDS];
	size_t *order = cml_array_new(groups->n, sizeof *order);
	if (!order)
		return cml_fail_memory(err);
	cml_random_init(&random, cml_hash(seed, "interval", 8), 0);
	for (size_t g = 0; g < groups->n; g++)
		order[g] = g;
	cml_random_shuffle(&random, order, groups->n);
	enum cml_result status = CML_OK;
	for (size_t k = 0; k < CML_RANDOM_FOLDS; k++)
		if ((status = add_fold(folds, data, CML_FOLD_RANDOM, &fold[k], err)) != CML_OK)
			goto out;
	for (size_t i = 0; i < groups->n; i++)
		put_group(fold[i % CML_RANDOM_FOLDS], groups, order[i], CML_FOLD_HELD);
out:
	free(order);
	return status;
}

/* Quarter number `quarter` is held out, from 0; those after it are left out. */
static enum cml_result add_time_fold(struct cml_folds *folds, const struct cml_dataset *data,
				     const struct cml_key_groups *groups, size_t quarter,
				     struct cml_error *err)
{
	struct cml_fold *fold;
	if (add_fold(folds, data, CML_FOLD_TIME, &fold, err) != CML_OK)
		return err->status;
	for (size_t g = 0; g < groups->n; g++) {
		size_t own = N_QUARTERS * g / groups->n;
		put_group(fold, groups, g,
			  own < quarter    ? CML_FOLD_REST
			  : own == quarter ? CML_FOLD_HELD
					   : CML_FOLD_LEFT_OUT);
	}
	return CML_OK;
}

/* A feature, and where its top begins. */
struct top {
	size_t feature;
	double threshold; /* at or above it is held out; NaN: it has no such top */
	double rho;       /* with the target, without its sign */
};

enum cml_result cml_interval_find_top(size_t n, const double *column, size_t *order,
				      size_t *n_known, size_t *first, struct cml_error *err)
{
	size_t n_values = 0;
	double best = INFINITY;
	*n_known = *first = 0;
	if (cml_sort_order(n, column, order, err) != CML_OK)
		return err->status;
	while (*n_known < n && !isnan(column[order[*n_known]]))
		++*n_known;
	for (size_t i = 0; i < *n_known; i++) {
		if (i > 0 && column[order[i]] == column[order[i - 1]])
			continue;
		double fraction = (double)(*n_known - i) / (double)n;
		n_values++;
		if (i == 0 || fraction < MIN_TOP_FRACTION || fraction > MAX_TOP_FRACTION ||
		    fabs(fraction - CML_TOP_FRACTION) >= best)
			continue;
		best = fabs(fraction - CML_TOP_FRACTION);
		*first = i;
	}
	*first = n_values < 3 ? 0 : *first;
	return CML_OK;
}

/* Of the rows where a has a value; 0 where that is not defined. scratch: 2 x n. */
static enum cml_result find_rho(size_t n, const double *a, const double *b, double *scratch,
				double *rho, struct cml_error *err)
{
	size_t n_both = 0;
	for (size_t i = 0; i < n; i++) {
		if (isnan(a[i]) || isnan(b[i]))
			continue;
		scratch[n_both] = a[i];
		scratch[n + n_both++] = b[i];
	}
	enum cml_result status = cml_spearman(n_both, scratch, scratch + n, rho, err);
	*rho = isnan(*rho) ? 0 : fabs(*rho);
	return status;
}

static void take_column(const struct cml_dataset *data, size_t f, double *column)
{
	for (size_t i = 0; i < data->n_rows; i++)
		column[i] = (double)data->x[i * data->n_features + f];
}

static enum cml_result add_scale_fold(struct cml_folds *folds, const struct cml_dataset *data,
				      const struct top *top, struct cml_error *err)
{
	struct cml_fold *fold;
	if (add_fold(folds, data, CML_FOLD_TOP, &fold, err) != CML_OK)
		return err->status;
	fold->feature = top->feature;
	for (size_t i = 0; i < data->n_rows; i++) {
		double value = (double)data->x[i * data->n_features + top->feature];
		fold->part[i] = value >= top->threshold ? CML_FOLD_HELD : CML_FOLD_REST;
	}
	return CML_OK;
}

/* Takes the best tops that order jobs unlike those taken before. columns: 2 x n_rows, then
 * scratch. */
static enum cml_result take_tops(struct cml_folds *folds, const struct cml_dataset *data,
				 struct top *tops, double *columns, struct cml_error *err)
{
	size_t n = data->n_rows, n_taken = 0;
	for (size_t i = 0; i < data->n_features && n_taken < CML_SCALE_FOLDS; i++) {
		size_t best = i;
		for (size_t j = i + 1; j < data->n_features; j++)
			best = tops[j].rho > tops[best].rho ? j : best;
		struct top top = tops[best];
		tops[best] = tops[i];
		tops[i] = top;
		if (isnan(top.threshold))
			continue;
		double same = 0;
		take_column(data, top.feature, columns);
		for (size_t t = 0; t < n_taken; t++) {
			double rho;
			take_column(data, folds->folds[folds->n - n_taken + t].feature,
				    columns + n);
			if (find_rho(n, columns, columns + n, columns + 2 * n, &rho, err) != CML_OK)
				return err->status;
			same = fmax(same, rho);
		}
		if (same > SAME_ORDER)
			continue;
		if (add_scale_fold(folds, data, &top, err) != CML_OK)
			return err->status;
		n_taken++;
	}
	return CML_OK;
}

static enum cml_result add_scale_folds(struct cml_folds *folds, const struct cml_dataset *data,
				       struct cml_error *err)
{
	size_t n = data->n_rows, n_known, first;
	struct top *tops = cml_array_new(data->n_features, sizeof *tops);
	double *columns = cml_array_new(n, 4 * sizeof *columns);
	size_t *order = cml_array_new(n, sizeof *order);
	enum cml_result status = tops && columns && order ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	for (size_t f = 0; f < data->n_features; f++) {
		tops[f] = (struct top){.feature = f, .threshold = NAN};
		take_column(data, f, columns);
		status = cml_interval_find_top(n, columns, order, &n_known, &first, err);
		if (status != CML_OK)
			goto out;
		if (first == 0)
			continue;
		tops[f].threshold = columns[order[first]];
		status = find_rho(n, columns, data->y, columns + 2 * n, &tops[f].rho, err);
		if (status != CML_OK)
			goto out;
	}
	status = take_tops(folds, data, tops, columns, err);
out:
	free(tops);
	free(columns);
	free(order);
	return status;
}

/* A column of levels, as of cml_levels_find. */
struct levels {
	struct cml_level_column column;
	size_t number;
	double share; /* of the variance of the target that is between them, at most 1 */
};

/* Jobs of each level and the sums of what they did: n_of[column->n + 1], sums[the same]. */
static void sum_levels(const struct cml_dataset *data, const struct cml_level_column *column,
		       size_t *n_of, double *sums)
{
	memset(n_of, 0, (column->n + 1) * sizeof *n_of);
	memset(sums, 0, (column->n + 1) * sizeof *sums);
	for (size_t i = 0; i < data->n_rows; i++) {
		size_t level = cml_level_of(column, data->x + i * data->n_features);
		n_of[level]++;
		sums[level] += data->y[i];
	}
}

static void find_share(const struct cml_dataset *data, struct levels *levels, size_t *n_of,
		       double *sums)
{
	size_t n = data->n_rows, n_met = 0;
	double all = 0, mean = cml_mean(n, data->y), between = 0;
	sum_levels(data, &levels->column, n_of, sums);
	for (size_t i = 0; i < n; i++)
		all += (data->y[i] - mean) * (data->y[i] - mean) / (double)n;
	for (size_t l = 0; l <= levels->column.n; l++) {
		double off = n_of[l] > 0 ? sums[l] / (double)n_of[l] - mean : 0;
		between += (double)n_of[l] * off * off / (double)n;
		n_met += n_of[l] > 0;
	}
	levels->column.n_met = n_met - (n_of[levels->column.n] > 0);
	/* Less what as many levels of no meaning have (Ezekiel 1930). */
	levels->share = n_met < n && all > 0
			    ? 1 - (1 - between / all) * (double)(n - 1) / (double)(n - n_met)
			    : 0;
}

/* Deals the levels to folds, those of most jobs first. */
static enum cml_result add_folds_of(struct cml_folds *folds, const struct cml_dataset *data,
				    const struct levels *levels, size_t *n_of, double *sums,
				    struct cml_error *err)
{
	struct cml_fold *fold[CML_LEVEL_FOLDS];
	const struct cml_level_column *column = &levels->column;
	size_t n = column->n_met < CML_LEVEL_FOLDS ? column->n_met : CML_LEVEL_FOLDS;
	for (size_t k = 0; k < n; k++) {
		if (add_fold(folds, data, CML_FOLD_LEVEL, &fold[k], err) != CML_OK)
			return err->status;
		fold[k]->column = levels->number;
	}
	AUTOFREE size_t *fold_of = cml_array_new(column->n, sizeof *fold_of);
	if (!fold_of)
		return cml_fail_memory(err);
	sum_levels(data, column, n_of, sums);
	for (size_t k = 0; k < column->n_met; k++) {
		size_t most = 0;
		for (size_t l = 1; l < column->n; l++)
			most = n_of[l] > n_of[most] ? l : most;
		n_of[most] = 0;
		fold_of[most] = k % n;
	}
	for (size_t i = 0; i < data->n_rows; i++) {
		size_t level = cml_level_of(column, data->x + i * data->n_features);
		if (level < column->n)
			fold[fold_of[level]]->part[i] = CML_FOLD_HELD;
	}
	return CML_OK;
}

/* The columns between whose levels most of the variance is: best[CML_LEVEL_COLUMNS + 1]. */
static size_t find_columns(const struct cml_dataset *data, struct cml_level_column *columns,
			   struct levels *best, size_t *n_of, double *sums)
{
	size_t n_best = 0, n = cml_levels_find(data->feature_names, data->n_features, columns);
	for (size_t c = 0; c < n; c++) {
		struct levels levels = {.column = columns[c], .number = c};
		find_share(data, &levels, n_of, sums);
		if (levels.column.n_met < CML_MIN_LEVELS || !(levels.share > 0))
			continue;
		size_t at = n_best;
		for (; at > 0 && best[at - 1].share < levels.share; at--)
			best[at] = best[at - 1];
		best[at] = levels;
		n_best += n_best < CML_LEVEL_COLUMNS;
	}
	return n_best;
}

enum cml_result cml_folds_add_levels(struct cml_folds *folds, const struct cml_dataset *data,
				     struct cml_error *err)
{
	AUTOFREE struct cml_level_column *columns = NULL;
	AUTOFREE size_t *n_of = NULL;
	AUTOFREE double *sums = NULL;
	struct levels best[CML_LEVEL_COLUMNS + 1];
	if (!CML_NEW(&columns, data->n_features) || !CML_NEW(&n_of, data->n_features + 1) ||
	    !CML_NEW(&sums, data->n_features + 1))
		return cml_fail_memory(err);
	size_t n = find_columns(data, columns, best, n_of, sums);
	for (size_t k = 0; k < n; k++)
		if (add_folds_of(folds, data, &best[k], n_of, sums, err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* Makes each row of the one group a group of its own. */
static enum cml_result part_repeats(struct cml_key_groups *groups, struct cml_error *err)
{
	size_t n = groups->first[1];
	size_t *first = cml_array_new(n + 1, sizeof *first);
	if (!first)
		return cml_fail_memory(err);
	for (size_t i = 0; i <= n; i++)
		first[i] = i;
	free(groups->first);
	groups->first = first;
	groups->n = n;
	return CML_OK;
}

enum cml_result cml_folds_make(struct cml_folds *folds, const struct cml_dataset *data,
			       bool has_times, uint64_t seed, struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	*folds = (struct cml_folds){0};
	enum cml_result status = cml_key_groups_init(&groups, data->n_rows, data->keys, err);
	if (status != CML_OK ||
	    (groups.n == 1 && (status = part_repeats(&groups, err)) != CML_OK) ||
	    groups.n < CML_INTERVAL_MIN_CONFIGS ||
	    (status = add_random_folds(folds, data, &groups, seed, err)) != CML_OK)
		goto out;
	for (size_t i = 0; has_times && i < CML_TIME_FOLDS; i++) {
		status = add_time_fold(folds, data, &groups, N_QUARTERS - CML_TIME_FOLDS + i, err);
		if (status != CML_OK)
			goto out;
	}
	if ((status = add_scale_folds(folds, data, err)) != CML_OK)
		goto out;
	status = cml_folds_add_levels(folds, data, err);
out:
	cml_key_groups_release(&groups);
	if (status != CML_OK)
		cml_folds_release(folds);
	return status;
}

static bool has_new_level(const struct cml_extent *covered, const float *x)
{
	for (size_t c = 0; c < covered->n_columns; c++)
		if (cml_excess_is_new(covered, c, x))
			return true;
	return false;
}

enum cml_result cml_misses_find(struct cml_fold_misses *out, const struct cml_dataset *rest,
				const struct cml_dataset *held, const double *error,
				const double *sd, struct cml_error *err)
{
	struct cml_extent covered = {0};
	enum cml_result status =
	    CML_NEW(&out->items, held->n_rows)
		? cml_extent_init(&covered, rest->feature_names, rest->n_features, err)
		: cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	cml_extent_find(&covered, rest);
	for (size_t i = 0; i < held->n_rows; i++) {
		const float *x = held->x + i * held->n_features;
		struct cml_excess excess = cml_excess_of(&covered, x);
		out->items[i] = (struct cml_miss){fabs(error[i]), sd[i], excess.numbers,
						  excess.flags > 0 || has_new_level(&covered, x)};
	}
	out->n = held->n_rows;
out:
	cml_extent_release(&covered);
	return status;
}
