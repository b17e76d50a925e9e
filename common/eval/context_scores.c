#include "eval/context_scores.h"

#include "base/memory.h"
#include "math/score/score.h"
#include "math/score/score_within.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_context_drop_single(size_t n_contexts, size_t n, const uint64_t *keys,
					size_t *context, struct cml_error *err)
{
	size_t *first = cml_array_new(n_contexts, sizeof *first); /* tested job, from 1 */
	bool *differ = cml_array_new(n_contexts, sizeof *differ);
	bool ok = first && differ;
	for (size_t i = 0; ok && i < n; i++) {
		size_t *other = &first[context[i]];
		*other = *other == 0 ? i + 1 : *other;
		if (keys[i] != keys[*other - 1])
			differ[context[i]] = true;
	}
	for (size_t i = 0; ok && i < n; i++)
		context[i] = differ[context[i]] ? context[i] : CML_NO_CONTEXT;
	free(first);
	free(differ);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result prepare(struct cml_context_scores *scores, size_t n, struct cml_error *err)
{
	if (!CML_NEW(&scores->scores, n))
		return cml_fail_memory(err);
	scores->n = n;
	return CML_OK;
}

void cml_context_scores_release(struct cml_context_scores *scores)
{
	free(scores->scores);
	*scores = (struct cml_context_scores){0};
}

enum cml_result cml_context_scores_measure(struct cml_context_scores *scores,
					   const struct cml_score_pairs *pairs,
					   struct cml_error *err)
{
	struct cml_within within = {0};
	struct cml_score wanted;
	double *values = NULL;
	*scores = (struct cml_context_scores){0};
	if (cml_score_parse(cml_slice_of(pairs->worth ? "ok-auc" : "kendall"), &wanted, err) !=
		CML_OK ||
	    cml_within_init(&within, pairs, err) != CML_OK)
		return err->status;
	enum cml_result status = prepare(scores, within.n, err);
	if (status != CML_OK)
		goto out;
	if (!CML_NEW(&values, within.n)) {
		status = cml_fail_memory(err);
		goto out;
	}
	if ((status = cml_within_values(&within, &wanted, values, err)) != CML_OK)
		goto out;
	for (size_t c = 0; c < within.n; c++) {
		struct cml_context_score *score = &scores->scores[c];
		if (isnan(values[c]))
			continue;
		score->weight = (double)(within.first[c + 1] - within.first[c] - 1);
		score->sum = score->weight * values[c];
		score->n_found = 1;
	}
out:
	free(values);
	cml_within_release(&within);
	return status;
}

enum cml_result cml_context_scores_add(struct cml_context_scores *total,
				       const struct cml_context_scores *found,
				       struct cml_error *err)
{
	if (!total->scores && prepare(total, found->n, err) != CML_OK)
		return err->status;
	for (size_t c = 0; c < found->n; c++) {
		struct cml_context_score *sum = &total->scores[c];
		const struct cml_context_score *added = &found->scores[c];
		sum->sum += added->sum;
		sum->weight += added->weight;
		sum->n_found += added->n_found;
	}
	return CML_OK;
}

struct cml_context_summary cml_context_scores_summary(const struct cml_context_scores *scores)
{
	struct cml_context_summary summary = {.score = NAN};
	for (size_t c = 0; c < scores->n; c++) {
		const struct cml_context_score *score = &scores->scores[c];
		summary.n_scored += score->n_found > 0;
		double own = score->sum / score->weight;
		double n_jobs = score->weight / (double)score->n_found + 1;
		if (!(n_jobs >= CML_MIN_CONTEXT_JOBS) || own >= summary.score)
			continue;
		summary.worst = c;
		summary.score = own;
		summary.n_jobs = n_jobs;
	}
	return summary;
}
