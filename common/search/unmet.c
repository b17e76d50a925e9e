#include "search/unmet.h"

#include "advise/model_outside.h"
#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

/* Jobs that should have changed both, were settings independent (docs/ablation.md). */
#define MIN_EXPECTED 1.0

void cml_unmet_release(struct cml_unmet *unmet)
{
	free(unmet->usual);
	free(unmet->pairs);
	*unmet = (struct cml_unmet){0};
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

/* Which jobs change a param: changed[n_jobs]; how many. */
static size_t find_changed(const struct cml_support *support, size_t column, float usual,
			   bool *changed)
{
	size_t n = 0, n_jobs = cml_support_n_near(support);
	for (size_t i = 0; i < n_jobs; i++)
		n += changed[i] =
		    !cml_same_number(cml_support_near_code(support, i, column), usual);
	return n;
}

static bool meet(const bool *a, const bool *b, size_t n_jobs)
{
	size_t i = 0;
	while (i < n_jobs && !(a[i] && b[i]))
		i++;
	return i < n_jobs;
}

enum cml_result cml_unmet_init(struct cml_unmet *unmet, const struct cml_support *support,
			       struct cml_error *err)
{
	size_t n = cml_support_n_columns(support), n_jobs = cml_support_n_near(support);
	size_t capacity = 0, *n_changed = NULL; /* by column: jobs that change it */
	float *codes = NULL;
	bool *changed = NULL, ok = true; /* n x n_jobs */
	if (n > CML_SUPPORT_PAIR_COLUMNS || n_jobs == 0)
		return CML_OK;
	ok = CML_NEW(&unmet->usual, n) && CML_NEW(&codes, n_jobs) && CML_NEW(&n_changed, n) &&
	     CML_NEW(&changed, n * n_jobs);
	for (size_t c = 0; ok && c < n; c++) {
		if (cml_support_column(support, c)->role != CML_SUPPORT_PARAM)
			continue;
		for (size_t i = 0; i < n_jobs; i++)
			codes[i] = cml_support_near_code(support, i, c);
		unmet->usual[c] = find_usual(codes, n_jobs);
		n_changed[c] = find_changed(support, c, unmet->usual[c], changed + c * n_jobs);
	}
	for (size_t a = 0; ok && a < n; a++)
		for (size_t b = a + 1; ok && b < n; b++) {
			double expected = (double)n_changed[a] * (double)n_changed[b];
			if (expected < MIN_EXPECTED * (double)n_jobs ||
			    meet(changed + a * n_jobs, changed + b * n_jobs, n_jobs))
				continue;
			ok = CML_RESERVE(&unmet->pairs, &capacity, unmet->n + 1);
			if (ok)
				unmet->pairs[unmet->n++] =
				    (struct cml_unmet_pair){.columns = {a, b}};
		}
	free(codes);
	free(n_changed);
	free(changed);
	return ok ? CML_OK : cml_fail_memory(err);
}

static bool changes_both(const struct cml_unmet *unmet, const struct cml_unmet_pair *pair,
			 const float *codes)
{
	size_t a = pair->columns[0], b = pair->columns[1];
	return !cml_same_number(codes[a], unmet->usual[a]) &&
	       !cml_same_number(codes[b], unmet->usual[b]);
}

bool cml_unmet_spend(struct cml_unmet *unmet, const float *codes, size_t max)
{
	bool is_spent = false;
	for (size_t i = 0; i < unmet->n; i++) {
		struct cml_unmet_pair *pair = &unmet->pairs[i];
		is_spent |= changes_both(unmet, pair, codes) && ++pair->n_spent == max;
	}
	return is_spent;
}

bool cml_unmet_has_spent(const struct cml_unmet *unmet, const float *codes, size_t max)
{
	for (size_t i = 0; i < unmet->n; i++)
		if (unmet->pairs[i].n_spent >= max && changes_both(unmet, &unmet->pairs[i], codes))
			return true;
	return false;
}
