/* Leaving the log with a param alone, or with a context. Part of support.h. */
#include "model/support/support_model.h"

#include "base/key.h"

#include <math.h>
#include <stdlib.h>

static bool is_param(const struct cml_support *support, size_t column)
{
	return support->columns[column].role == CML_SUPPORT_PARAM;
}

/* Whether a param has a value that never came together with one of another column. */
static bool has_new_pair(const struct cml_support *support, const float *x)
{
	for (size_t i = 0; i < support->n_pairs; i++) {
		const struct cml_support_pair *pair = &support->pairs[i];
		if ((is_param(support, pair->a) || is_param(support, pair->b)) &&
		    cml_support_bin(support, pair->a, cml_support_code(support, x, pair->a)) ==
			pair->bin &&
		    pair->outside >> cml_support_bin(support, pair->b,
						     cml_support_code(support, x, pair->b)) &
			1)
			return true;
	}
	return false;
}

/* One value of all jobs: nobody chose it. */
static bool is_constant(const struct cml_support *support, size_t column)
{
	if (support->columns[column].n_levels == 0)
		return support->lo[column] == support->hi[column];
	const uint64_t *levels = cml_support_levels(support, 0, column);
	size_t n = 0;
	for (size_t i = 0; i <= (support->columns[column].n_levels - 1) / 64; i++)
		n += (size_t)__builtin_popcountll(levels[i]);
	return n == 1;
}

/* By a param alone. */
static bool leaves_by(const struct cml_support *support, const float *x, size_t p)
{
	float code = cml_support_code(support, x, p);
	if (!cml_support_is_in(support, 0, p, code))
		return true;
	for (size_t c = 0; c < support->n_columns; c++) {
		if (support->first_condition[c] == support->first_condition[c + 1])
			continue;
		size_t condition = cml_support_find(support, c, cml_support_code(support, x, c));
		if (condition > 0 && !cml_support_is_in(support, condition, p, code))
			return true;
	}
	return false;
}

bool cml_support_leaves_chosen(const struct cml_support *support, const float *x)
{
	for (size_t p = 0; p < support->n_columns; p++)
		if (is_param(support, p) && !is_constant(support, p) && leaves_by(support, x, p))
			return true;
	return false;
}

size_t cml_support_leaves(const struct cml_support *support, const float *x, bool *in_pair)
{
	size_t n = 0;
	for (size_t p = 0; p < support->n_columns; p++)
		n += is_param(support, p) && leaves_by(support, x, p);
	*in_pair = has_new_pair(support, x);
	return n;
}

bool cml_support_is_new_context(const struct cml_support *support, const float *x)
{
	for (size_t c = 0; c < support->n_columns; c++)
		if (support->columns[c].role == CML_SUPPORT_CONTEXT &&
		    !cml_support_is_in(support, 0, c, cml_support_code(support, x, c)))
			return true;
	return cml_context_pairs_find(&support->contexts, x) != CML_CONTEXT_KNOWN;
}

/* How many configurations of a condition there are, and how many of these hold an end of its range
 * of a column, or a level: what one holds alone is gone without it. */
struct holders {
	const struct cml_support *support;
	size_t n_levels, *first_level; /* n_columns + 1: in levels, with one for missing each */
	uint32_t *n;                   /* n_conditions */
	uint32_t *lo, *hi;             /* n_conditions x n_columns */
	uint32_t *levels;              /* n_conditions x n_levels */
	size_t *conditions;            /* of a row: all, and that of each context; n_columns + 1 */
	float *codes;                  /* of a row */
};

static void release(struct holders *holders)
{
	free(holders->first_level);
	free(holders->n);
	free(holders->lo);
	free(holders->hi);
	free(holders->levels);
	free(holders->conditions);
	free(holders->codes);
}

static bool init(struct holders *holders, const struct cml_support *support)
{
	size_t n = support->n_conditions, n_columns = support->n_columns;
	*holders = (struct holders){.support = support};
	if (!CML_NEW(&holders->first_level, n_columns + 1))
		return false;
	for (size_t c = 0; c < n_columns; c++)
		holders->first_level[c + 1] =
		    holders->first_level[c] + support->columns[c].n_levels + 1;
	holders->n_levels = holders->first_level[n_columns];
	return CML_NEW(&holders->n, n) && CML_NEW(&holders->lo, n * n_columns) &&
	       CML_NEW(&holders->hi, n * n_columns) &&
	       CML_NEW(&holders->levels, n * holders->n_levels) &&
	       CML_NEW(&holders->conditions, n_columns + 1) && CML_NEW(&holders->codes, n_columns);
}

/* Reads a row; how many conditions it fulfils. */
static size_t read_row(struct holders *holders, const float *x)
{
	size_t n = 1;
	cml_support_encode(holders->support, x, holders->codes);
	holders->conditions[0] = 0;
	for (size_t c = 0; c < holders->support->n_columns; c++) {
		size_t condition = cml_support_find(holders->support, c, holders->codes[c]);
		if (condition > 0)
			holders->conditions[n++] = condition;
	}
	return n;
}

/* Adds `by` to what the row read holds of a column in a condition; whether it holds any of that
 * alone. */
static bool hold(struct holders *holders, size_t condition, size_t column, uint32_t by)
{
	const struct cml_support *support = holders->support;
	size_t at = condition * support->n_columns + column;
	size_t n_levels = support->columns[column].n_levels;
	float code = holders->codes[column];
	if (n_levels > 0 || isnan(code)) {
		size_t level = n_levels > 0 ? (size_t)code : 0;
		uint32_t *held = &holders->levels[condition * holders->n_levels +
						  holders->first_level[column] + level];
		*held += by;
		return *held == 1;
	}
	bool is_lo = code == support->lo[at], is_hi = code == support->hi[at];
	holders->lo[at] += is_lo ? by : 0;
	holders->hi[at] += is_hi ? by : 0;
	return (is_lo && holders->lo[at] == 1) || (is_hi && holders->hi[at] == 1);
}

/* Adds `by` to what a row holds; whether the others would lack any of that, if the log were they.
 */
static bool visit(struct holders *holders, const float *x, uint32_t by)
{
	size_t n = read_row(holders, x);
	bool is_leaving = false;
	for (size_t i = 0; i < n; i++) {
		size_t condition = holders->conditions[i];
		holders->n[condition] += by;
		for (size_t c = 0; c < holders->support->n_columns; c++)
			if (is_param(holders->support, c) && hold(holders, condition, c, by) &&
			    holders->n[condition] > 1)
				is_leaving = true;
	}
	return is_leaving;
}

enum cml_result cml_support_count_leaving(const struct cml_support *support,
					  const struct cml_dataset *data, size_t *n,
					  size_t *n_leaving, struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	struct holders holders;
	enum cml_result status = cml_key_groups_init(&groups, data->n_rows, data->keys, err);
	bool ok = init(&holders, support);
	*n = *n_leaving = 0;
	if (status != CML_OK || !ok) {
		status = status != CML_OK ? status : cml_fail_memory(err);
		goto out;
	}
	*n = groups.n;
	for (int pass = 0; pass < 2; pass++)
		for (size_t g = 0; g < groups.n; g++) {
			const float *x = data->x + groups.rows[groups.first[g]] * data->n_features;
			*n_leaving += visit(&holders, x, pass == 0) && pass == 1;
		}
out:
	release(&holders);
	cml_key_groups_release(&groups);
	return status;
}
