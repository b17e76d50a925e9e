#include "model/interval/interval_folds.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/correlation.h"
#include "math/sort.h"
#include "model/interval/interval.h"

#include <math.h>
#include <stdlib.h>

#define N_QUARTERS 4
#define TOP_FRACTION 0.2
#define MIN_TOP_FRACTION 0.02
#define MAX_TOP_FRACTION 0.35
/* Of a product: to know its numbers one by one, at least half of the rows are learned from. */
#define MAX_PRODUCT_FRACTION 0.5
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
	if (part == CML_FOLD_HELD)
		fold->n_held += groups->first[group + 1] - groups->first[group];
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
	bool is_number;   /* it has three distinct values or more */
	double threshold; /* at or above it is held out; NaN: it has no such top */
	double rho;       /* with the target, without its sign */
};

/* column[n]: what is known of it; order: scratch. */
static enum cml_result find_top(size_t n, const double *column, double max_fraction, size_t *order,
				struct top *top, struct cml_error *err)
{
	size_t n_known = 0, n_values = 0;
	double best = INFINITY;
	top->threshold = NAN;
	if (cml_sort_order(n, column, order, err) != CML_OK)
		return err->status;
	while (n_known < n && !isnan(column[order[n_known]]))
		n_known++;
	for (size_t i = 0; i < n_known; i++) {
		if (i > 0 && column[order[i]] == column[order[i - 1]])
			continue;
		double fraction = (double)(n_known - i) / (double)n;
		n_values++;
		if (i == 0 || fraction < MIN_TOP_FRACTION || fraction > max_fraction ||
		    fabs(fraction - TOP_FRACTION) >= best)
			continue;
		best = fabs(fraction - TOP_FRACTION);
		top->threshold = column[order[i]];
	}
	top->is_number = n_values > 2;
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
		fold->n_held += fold->part[i] == CML_FOLD_HELD;
	}
	return CML_OK;
}

/* Which tops to take. */
struct wanted {
	bool is_number;
	size_t n;
};

/* Takes the best tops of a kind that order jobs unlike those taken before. columns: 2 x n_rows,
 * then scratch. */
static enum cml_result take_tops(struct cml_folds *folds, const struct cml_dataset *data,
				 struct top *tops, struct wanted wanted, double *columns,
				 struct cml_error *err)
{
	size_t n = data->n_rows, n_taken = 0;
	for (size_t i = 0; i < data->n_features && n_taken < wanted.n; i++) {
		size_t best = i;
		for (size_t j = i + 1; j < data->n_features; j++)
			best = tops[j].rho > tops[best].rho ? j : best;
		struct top top = tops[best];
		tops[best] = tops[i];
		tops[i] = top;
		if (isnan(top.threshold) || top.is_number != wanted.is_number)
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

/* Whether it is a level of a column that has many, which are hidden in random folds. */
static bool is_level_of_many(const struct cml_extent *extent, size_t feature)
{
	for (size_t c = 0; c < extent->n_columns; c++) {
		const struct cml_level_column *column = &extent->columns[c];
		if (feature >= column->first && feature < column->first + column->n)
			return column->n_met >= CML_MIN_LEVELS;
	}
	return false;
}

static enum cml_result add_scale_folds(struct cml_folds *folds, const struct cml_dataset *data,
				       const struct cml_extent *extent, struct cml_error *err)
{
	size_t n = data->n_rows;
	struct top *tops = cml_array_new(data->n_features, sizeof *tops);
	double *columns = cml_array_new(n, 4 * sizeof *columns);
	size_t *order = cml_array_new(n, sizeof *order);
	enum cml_result status = tops && columns && order ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	for (size_t f = 0; f < data->n_features; f++) {
		tops[f] = (struct top){.feature = f, .threshold = NAN};
		if (is_level_of_many(extent, f))
			continue;
		take_column(data, f, columns);
		status = find_top(n, columns, MAX_TOP_FRACTION, order, &tops[f], err);
		if (status != CML_OK || (!isnan(tops[f].threshold) &&
					 (status = find_rho(n, columns, data->y, columns + 2 * n,
							    &tops[f].rho, err)) != CML_OK))
			goto out;
	}
	status = take_tops(folds, data, tops, (struct wanted){true, CML_SCALE_FOLDS}, columns, err);
	if (status != CML_OK)
		goto out;
	status =
	    take_tops(folds, data, tops, (struct wanted){false, CML_LEVEL_FOLDS}, columns, err);
out:
	free(tops);
	free(columns);
	free(order);
	return status;
}

/* A product or ratio, and how its logarithm goes with the target. */
struct direction {
	struct cml_product product;
	double sign;        /* of both */
	double correlation; /* Pearson's, with the ranks of the target, without its sign */
};

struct choice {
	const struct cml_dataset *data;
	const struct cml_covered *covered;
	struct direction *directions; /* three for each pair: a * b, a / b, b / a */
	size_t n_directions;
	double *column, *ranks, *scratch; /* n_rows, n_rows, 3 x n_rows */
	size_t *order;                    /* n_rows */
};

static enum cml_result choice_init(struct choice *choice, const struct cml_dataset *data,
				   const struct cml_extent *extent, struct cml_error *err)
{
	*choice = (struct choice){.data = data, .covered = extent->features};
	if (!CML_NEW(&choice->directions, 3 * CML_MAX_PRODUCTS / 2) ||
	    !CML_NEW(&choice->column, 5 * data->n_rows) || !CML_NEW(&choice->order, data->n_rows))
		return cml_fail_memory(err);
	choice->ranks = choice->column + data->n_rows;
	choice->scratch = choice->ranks + data->n_rows;
	return cml_ranks(data->n_rows, data->y, choice->ranks, err);
}

static void choice_release(struct choice *choice)
{
	free(choice->directions);
	free(choice->column);
	free(choice->order);
}

/* With the ranks of the target, of the rows where column has a value. */
static double correlate(const struct choice *choice)
{
	size_t n = 0;
	for (size_t i = 0; i < choice->data->n_rows; i++) {
		if (isnan(choice->column[i]))
			continue;
		choice->scratch[n] = choice->column[i];
		choice->scratch[choice->data->n_rows + n++] = choice->ranks[i];
	}
	double r = fabs(cml_pearson(n, choice->scratch, choice->scratch + choice->data->n_rows));
	return isnan(r) ? 0 : r;
}

/* The numbers whose logarithms go best with the target. */
static void choose_numbers(const struct choice *choice, struct cml_products *products)
{
	const struct cml_dataset *data = choice->data;
	double best[CML_PRODUCT_NUMBERS];
	size_t *n = &products->n_features;
	for (size_t f = 0; f < data->n_features; f++) {
		if (!cml_products_take(data, choice->covered, f))
			continue;
		for (size_t i = 0; i < data->n_rows; i++)
			choice->column[i] = cml_covered_place(
			    &choice->covered[f], (double)data->x[i * data->n_features + f]);
		double own = correlate(choice);
		size_t at = *n;
		while (at > 0 && own > best[at - 1])
			at--;
		if (at == CML_PRODUCT_NUMBERS)
			continue;
		*n += *n < CML_PRODUCT_NUMBERS;
		for (size_t i = *n - 1; i > at; i--) {
			best[i] = best[i - 1];
			products->features[i] = products->features[i - 1];
		}
		best[at] = own;
		products->features[at] = f;
	}
}

static void fill_direction(const struct choice *choice, const struct direction *direction)
{
	const struct cml_dataset *data = choice->data;
	for (size_t i = 0; i < data->n_rows; i++)
		choice->column[i] =
		    direction->sign * cml_product_value(&direction->product, choice->covered,
							data->x + i * data->n_features);
}

static void list_directions(struct choice *choice, const struct cml_products *products)
{
	for (size_t p = 0; p < cml_products_n(products); p++)
		for (int sign = 1; sign >= -1; sign -= 2) {
			struct direction *made = &choice->directions[choice->n_directions];
			*made = (struct direction){cml_products_at(products, p), sign, 0};
			if (made->product.sign > 0 && sign < 0)
				continue; /* small products are no larger jobs */
			fill_direction(choice, made);
			made->correlation = correlate(choice);
			choice->n_directions++;
		}
}

/* Whether it orders jobs nearly as a number or product does whose top is held out. */
static enum cml_result is_taken(const struct choice *choice, const struct cml_folds *folds,
				bool *taken, struct cml_error *err)
{
	size_t n = choice->data->n_rows;
	double *other = choice->scratch + 2 * n;
	*taken = false;
	for (size_t f = 0; f < folds->n && !*taken; f++) {
		double rho;
		if (folds->folds[f].kind != CML_FOLD_TOP)
			continue;
		take_column(choice->data, folds->folds[f].feature, other);
		if (find_rho(n, choice->column, other, choice->scratch, &rho, err) != CML_OK)
			return err->status;
		*taken = rho > SAME_ORDER;
	}
	return CML_OK;
}

static enum cml_result add_product_fold(struct cml_folds *folds, const struct choice *choice,
					const struct direction *direction, double threshold,
					struct cml_error *err)
{
	struct cml_fold *fold;
	if (add_fold(folds, choice->data, CML_FOLD_PRODUCT, &fold, err) != CML_OK)
		return err->status;
	fold->product = direction->product;
	fold->is_inverse = direction->sign < 0;
	for (size_t i = 0; i < choice->data->n_rows; i++) {
		fold->part[i] = choice->column[i] >= threshold ? CML_FOLD_HELD : CML_FOLD_REST;
		fold->n_held += fold->part[i] == CML_FOLD_HELD;
	}
	return CML_OK;
}

static enum cml_result add_product_folds(struct cml_folds *folds, const struct cml_dataset *data,
					 const struct cml_extent *extent, struct cml_error *err)
{
	struct choice choice;
	size_t n_taken = 0;
	enum cml_result status = choice_init(&choice, data, extent, err);
	if (status != CML_OK)
		goto out;
	choose_numbers(&choice, &folds->products);
	list_directions(&choice, &folds->products);
	for (size_t i = 0; i < choice.n_directions && n_taken < CML_PRODUCT_FOLDS; i++) {
		size_t best = i;
		for (size_t j = i + 1; j < choice.n_directions; j++)
			best =
			    choice.directions[j].correlation > choice.directions[best].correlation
				? j
				: best;
		struct direction direction = choice.directions[best];
		choice.directions[best] = choice.directions[i];
		fill_direction(&choice, &direction);
		struct top top = {0};
		bool taken;
		status = find_top(data->n_rows, choice.column, MAX_PRODUCT_FRACTION, choice.order,
				  &top, err);
		if (status != CML_OK ||
		    (!isnan(top.threshold) &&
		     (status = is_taken(&choice, folds, &taken, err)) != CML_OK))
			goto out;
		if (isnan(top.threshold) || taken)
			continue;
		status = add_product_fold(folds, &choice, &direction, top.threshold, err);
		if (status != CML_OK)
			goto out;
		n_taken++;
	}
out:
	choice_release(&choice);
	return status;
}

/* Without the folds in which no pair could be held out. */
static enum cml_result add_pair_folds(struct cml_folds *folds, const struct cml_dataset *data,
				      const struct cml_key_groups *groups,
				      const struct cml_folds_wanted *wanted, struct cml_error *err)
{
	size_t *fold = cml_array_new(groups->n, sizeof *fold);
	if (!fold)
		return cml_fail_memory(err);
	enum cml_result status = cml_held_pairs_choose(wanted->pairs, data, groups, CML_PAIR_FOLDS,
						       wanted->seed, fold, err);
	if (status != CML_OK)
		goto out;
	for (size_t k = 0; k < CML_PAIR_FOLDS; k++) {
		struct cml_fold *made;
		size_t n_held = 0;
		for (size_t g = 0; g < groups->n; g++)
			n_held += fold[g] == k;
		if (n_held == 0)
			continue;
		status = add_fold(folds, data, CML_FOLD_PAIRS, &made, err);
		if (status != CML_OK)
			goto out;
		for (size_t g = 0; g < groups->n; g++)
			put_group(made, groups, g, fold[g] == k ? CML_FOLD_HELD : CML_FOLD_REST);
	}
out:
	free(fold);
	return status;
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
			       const struct cml_folds_wanted *wanted, struct cml_error *err)
{
	const struct cml_extent *extent = wanted->extent;
	struct cml_key_groups groups = {0};
	*folds = (struct cml_folds){0};
	enum cml_result status = cml_key_groups_init(&groups, data->n_rows, data->keys, err);
	if (status != CML_OK ||
	    (groups.n == 1 && (status = part_repeats(&groups, err)) != CML_OK) ||
	    groups.n < CML_INTERVAL_MIN_CONFIGS ||
	    (status = add_random_folds(folds, data, &groups, wanted->seed, err)) != CML_OK)
		goto out;
	for (size_t i = 0; wanted->has_times && i < CML_TIME_FOLDS; i++) {
		status = add_time_fold(folds, data, &groups, N_QUARTERS - CML_TIME_FOLDS + i, err);
		if (status != CML_OK)
			goto out;
	}
	if ((status = add_scale_folds(folds, data, extent, err)) != CML_OK ||
	    (status = add_product_folds(folds, data, extent, err)) != CML_OK)
		goto out;
	status = add_pair_folds(folds, data, &groups, wanted, err);
out:
	cml_key_groups_release(&groups);
	if (status != CML_OK)
		cml_folds_release(folds);
	return status;
}
