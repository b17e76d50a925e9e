/* What only failed, and what no job changed together. Part of caution.h. */
#include "search/caution.h"

#include "advise/model_outside.h"
#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

/* Jobs that should have changed both, were settings independent (docs/ablation.md). */
#define MIN_EXPECTED 1.0

void cml_bets_release(struct cml_bets *bets)
{
	free(bets->unmet);
	free(bets->found);
	*bets = (struct cml_bets){0};
}

static int ascending(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return isnan(x) || isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

/* The code that comes most often; codes[n] are sorted. */
static float find_usual(float *codes, size_t n)
{
	size_t most = 0, first = 0;
	float usual = NAN;
	qsort(codes, n, sizeof *codes, ascending);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && cml_same_number(codes[i], codes[first]))
			continue;
		if (i - first > most) {
			most = i - first;
			usual = codes[first];
		}
		first = i;
	}
	return usual;
}

static bool changes(const struct cml_support *support, size_t job, size_t column,
		    const float *usual)
{
	return !cml_same_number(cml_support_near_code(support, job, column), usual[column]);
}

/* The usual codes of params, and how many jobs change them. */
static void find_changes(const struct cml_support *support, float *codes, float *usual,
			 size_t *n_changed)
{
	size_t n_jobs = cml_support_n_near(support);
	for (size_t c = 0; c < cml_support_n_columns(support); c++) {
		if (cml_support_column(support, c)->role != CML_SUPPORT_PARAM)
			continue;
		for (size_t i = 0; i < n_jobs; i++)
			codes[i] = cml_support_near_code(support, i, c);
		usual[c] = find_usual(codes, n_jobs);
		for (size_t i = 0; i < n_jobs; i++)
			n_changed[c] += changes(support, i, c, usual);
	}
}

/* Whether so many jobs change two params that some should change both, and none does. */
static bool are_unmet(const struct cml_support *support, size_t a, size_t b, const float *usual,
		      const size_t *n_changed)
{
	size_t i = 0, n_jobs = cml_support_n_near(support);
	if ((double)n_changed[a] * (double)n_changed[b] < MIN_EXPECTED * (double)n_jobs)
		return false;
	while (i < n_jobs && !(changes(support, i, a, usual) && changes(support, i, b, usual)))
		i++;
	return i == n_jobs;
}

enum cml_result cml_bets_init(struct cml_bets *bets, const struct cml_model *model,
			      struct cml_error *err)
{
	const struct cml_support *support = model->support;
	size_t n = cml_support_n_columns(support), n_jobs = cml_support_n_near(support);
	size_t n_pairs = n * (n + 1) / 2;
	AUTOFREE size_t *n_changed = NULL;           /* by column */
	AUTOFREE float *codes = NULL, *usual = NULL; /* by job; by column */
	if (!CML_NEW(&usual, n) || !CML_NEW(&codes, n_jobs) || !CML_NEW(&n_changed, n) ||
	    !CML_NEW(&bets->unmet, n_pairs) || !CML_NEW(&bets->found, 2 * n_pairs))
		return cml_fail_memory(err);
	if (n <= CML_SUPPORT_PAIR_COLUMNS && n_jobs > 0)
		find_changes(support, codes, usual, n_changed);
	for (size_t a = 0; a < n; a++)
		for (size_t b = a + 1; n_changed[a] > 0 && b < n; b++)
			if (n_changed[b] > 0 && are_unmet(support, a, b, usual, n_changed))
				bets->unmet[bets->n_unmet++] = (struct cml_bet){
				    .slots = {cml_support_slot(model, a),
					      cml_support_slot(model, b)},
				    .values = {cml_support_value(model, a, usual[a]),
					       cml_support_value(model, b, usual[b])},
				    .is_unmet = true};
	return CML_OK;
}

/* How many jobs with these codes of two columns failed; 0 where one ran. */
static size_t count_only_failed(const struct cml_support *support, const size_t columns[2],
				const float *codes, size_t *n_crashed)
{
	size_t job = 0, n = columns[0] == columns[1] ? 1 : 2, n_jobs = cml_support_n_near(support);
	bool is_all;
	size_t n_failed = cml_support_count_failed(support, n, columns, codes, n_crashed, &is_all);
	for (; job < n_jobs && n_failed > 0; job++) {
		size_t k = 0;
		while (k < n &&
		       cml_same_number(cml_support_near_code(support, job, columns[k]), codes[k]))
			k++;
		if (k == n)
			return 0;
	}
	return n_failed;
}

/* Not what is derived of others, nor contexts alone. */
static bool may_be_blamed(const struct cml_support *support, size_t a, size_t b)
{
	enum cml_support_role of_a = cml_support_column(support, a)->role;
	enum cml_support_role of_b = cml_support_column(support, b)->role;
	return of_a != CML_SUPPORT_DERIVED && of_b != CML_SUPPORT_DERIVED &&
	       (of_a == CML_SUPPORT_PARAM || of_b == CML_SUPPORT_PARAM);
}

static bool makes(const struct cml_bet *bet, const double *values)
{
	bool has_first = cml_same_number(values[bet->slots[0]], bet->values[0]);
	bool has_second = cml_same_number(values[bet->slots[1]], bet->values[1]);
	return bet->is_unmet ? !has_first && !has_second : has_first && has_second;
}

void cml_bets_find(struct cml_bets *bets, const struct cml_model *model, const double *values,
		   const float *codes, size_t min_crashed, size_t max_unmet)
{
	const struct cml_support *support = model->support;
	bets->n_found = 0;
	for (size_t a = 0; a < cml_support_n_columns(support); a++)
		for (size_t b = a; b < cml_support_n_columns(support); b++) {
			size_t n_crashed, x = cml_support_slot(model, a),
					  y = cml_support_slot(model, b);
			if (!may_be_blamed(support, a, b) ||
			    count_only_failed(support, (size_t[]){a, b},
					      (float[]){codes[a], codes[b]}, &n_crashed) == 0 ||
			    n_crashed < min_crashed)
				continue;
			bets->found[bets->n_found++] =
			    (struct cml_bet){.slots = {x, y}, .values = {values[x], values[y]}};
		}
	for (size_t i = 0; i < bets->n_unmet && max_unmet > 0; i++)
		if (makes(&bets->unmet[i], values) && ++bets->unmet[i].n_spent == max_unmet)
			bets->found[bets->n_found++] = bets->unmet[i];
}

bool cml_bets_share(const struct cml_bets *bets, const double *values)
{
	for (size_t i = 0; i < bets->n_found; i++)
		if (makes(&bets->found[i], values))
			return true;
	return false;
}
