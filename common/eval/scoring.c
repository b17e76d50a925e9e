#include "eval/scoring.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_scoring_release(struct cml_scoring *scoring)
{
	free(scoring->scores);
	*scoring = (struct cml_scoring){0};
}

static bool has(const struct cml_scoring *scoring, const struct cml_score *score)
{
	for (size_t i = 0; i < scoring->n; i++)
		if (strcmp(scoring->scores[i].name, score->name) == 0)
			return true;
	return false;
}

enum cml_result cml_scoring_add(struct cml_scoring *scoring, const char *list,
				struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(list), word;
	while (cml_slice_split(&rest, ',', &word)) {
		struct cml_score score;
		if (cml_score_parse(cml_slice_trim(word), &score, err) != CML_OK)
			return err->status;
		if (has(scoring, &score))
			continue;
		if (!CML_RESERVE(&scoring->scores, &scoring->capacity, scoring->n + 1))
			return cml_fail_memory(err);
		scoring->scores[scoring->n++] = score;
	}
	return CML_OK;
}

struct cml_scored cml_scored_mean(size_t n, double *values)
{
	size_t n_defined = cml_drop_nan(n, values);
	double mean = cml_mean(n_defined, values), sd = cml_sd(n_defined, values);
	return (struct cml_scored){mean, {mean - 2 * sd, mean + 2 * sd}};
}

enum cml_result cml_scoring_check(size_t n, const double *predicted, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(predicted[i]))
			return cml_fail(err, CML_BAD_DATA, "a prediction is not a finite number");
	return CML_OK;
}

enum cml_result cml_scoring_evaluate(const struct cml_scoring *scoring,
				     const struct cml_score_pairs *pairs,
				     const struct cml_score_pairs *launches,
				     const struct cml_bootstrap *bootstrap, struct cml_pool *pool,
				     struct cml_scored *results, struct cml_error *err)
{
	if (cml_scoring_check(pairs->n, pairs->predicted, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < scoring->n; i++) {
		const struct cml_score *score = &scoring->scores[i];
		const struct cml_score_pairs *scored = score->kind->of_launches ? launches : pairs;
		results[i] = (struct cml_scored){NAN, {NAN, NAN}};
		if (!scored)
			continue;
		if (cml_score_evaluate(score, scored, &results[i].value, err) != CML_OK ||
		    cml_bootstrap_interval(bootstrap, score, scored, pool, results[i].interval,
					   err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result bad_requirement(struct cml_error *err, struct cml_slice text)
{
	return cml_fail(err, CML_BAD_USAGE, "not METRIC>=NUMBER (or >, <=, <): %s",
			CML_QUOTED(text));
}

enum cml_result cml_requirement_parse(const char *text, struct cml_requirement *requirement,
				      struct cml_error *err)
{
	struct cml_slice all = cml_slice_of(text);
	struct cml_requirement parsed = {0};
	size_t at = strcspn(text, "<>");
	if (at == all.size)
		return bad_requirement(err, all);
	size_t width = text[at + 1] == '=' ? 2 : 1;
	memcpy(parsed.comparison, text + at, width);
	struct cml_slice name = cml_slice_trim((struct cml_slice){text, at});
	struct cml_slice bound = {text + at + width, all.size - at - width};
	if (name.size == 0 || !cml_parse_double(bound, &parsed.bound) ||
	    memchr(name.data, '=', name.size))
		return bad_requirement(err, all);
	if (cml_score_parse(name, &parsed.score, err) != CML_OK)
		return err->status;
	*requirement = parsed;
	return CML_OK;
}

bool cml_requirement_met(const struct cml_requirement *requirement, double value)
{
	bool or_equal = requirement->comparison[1] == '=';
	if (requirement->comparison[0] == '>')
		return or_equal ? value >= requirement->bound : value > requirement->bound;
	return or_equal ? value <= requirement->bound : value < requirement->bound;
}

enum cml_result cml_context_drop_single(size_t n_contexts, size_t n, const uint64_t *keys,
					size_t *context, struct cml_error *err)
{
	/* Tested job, from 1. */
	AUTOFREE size_t *first = cml_array_new(n_contexts, sizeof *first);
	AUTOFREE bool *differ = cml_array_new(n_contexts, sizeof *differ);
	if (!first || !differ)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		size_t *other = &first[context[i]];
		*other = *other == 0 ? i + 1 : *other;
		if (keys[i] != keys[*other - 1])
			differ[context[i]] = true;
	}
	for (size_t i = 0; i < n; i++)
		context[i] = differ[context[i]] ? context[i] : CML_NO_CONTEXT;
	return CML_OK;
}
