#include "eval/evaluation.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum cml_result add_condition(struct cml_evaluation *evaluation, size_t i,
				     struct cml_error *err)
{
	struct cml_requirement *requirement = &evaluation->requirements[i];
	if (cml_requirement_parse(evaluation->request.conditions[i], requirement, err) != CML_OK)
		return err->status;
	return cml_scoring_add(&evaluation->scoring, requirement->score.name, err);
}

/* At least one must have a better direction. Launches are not shuffled. */
static enum cml_result add_importance(struct cml_evaluation *evaluation, struct cml_error *err)
{
	const char *list = evaluation->request.importance;
	if (!list)
		return CML_OK;
	if (cml_scoring_add(&evaluation->importance, list, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < evaluation->importance.n; i++) {
		const struct cml_score_kind *kind = evaluation->importance.scores[i].kind;
		if (kind->better != CML_SCORE_NEITHER && !kind->of_launches)
			return CML_OK;
	}
	return cml_fail(err, CML_BAD_USAGE,
			"importance needs a metric of predictions with a better direction, not %s",
			list);
}

enum cml_result cml_evaluation_init(struct cml_evaluation *evaluation,
				    const struct cml_evaluation_request *request,
				    struct cml_error *err)
{
	*evaluation = (struct cml_evaluation){.request = *request};
	if (!CML_ARENA_NEW(&evaluation->arena, &evaluation->requirements, request->n_conditions))
		return cml_fail_memory(err);
	if (cml_scoring_add(&evaluation->scoring, request->metrics, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < request->n_conditions; i++)
		if (add_condition(evaluation, i, err) != CML_OK)
			return err->status;
	return add_importance(evaluation, err);
}

enum cml_result cml_evaluation_set_splits(struct cml_evaluation *evaluation,
					  const char *const *splits, size_t n_splits,
					  struct cml_error *err)
{
	size_t n;
	if (__builtin_mul_overflow(n_splits, evaluation->scoring.n, &n) ||
	    !CML_ARENA_NEW(&evaluation->arena, &evaluation->summaries, n))
		return cml_fail_memory(err);
	evaluation->splits = splits;
	evaluation->n_splits = n_splits;
	for (size_t i = 0; i < n; i++)
		evaluation->summaries[i].scored.value = NAN;
	return CML_OK;
}

struct cml_evaluation_summary cml_evaluation_find(const struct cml_evaluation *evaluation,
						  size_t split, const char *score)
{
	const struct cml_scoring *scoring = &evaluation->scoring;
	for (size_t i = 0; i < scoring->n; i++)
		if (strcmp(scoring->scores[i].name, score) == 0)
			return evaluation->summaries[split * scoring->n + i];
	return (struct cml_evaluation_summary){.scored.value = NAN};
}

void cml_evaluation_release(struct cml_evaluation *evaluation)
{
	cml_scoring_release(&evaluation->scoring);
	cml_scoring_release(&evaluation->importance);
	cml_arena_release(&evaluation->arena);
	*evaluation = (struct cml_evaluation){0};
}

/* Adds the split that an error is about. */
static enum cml_result name_split(const char *split, enum cml_result status, struct cml_error *err)
{
	if (status != CML_BAD_DATA && status != CML_BAD_USAGE)
		return status;
	struct cml_error found = *err;
	cml_fail(err, status, "split %s: %s", split, found.message);
	cml_error_locate(err, found.file, found.line, found.column);
	return status;
}

enum cml_result cml_evaluation_validate(struct cml_evaluation *evaluation,
					const struct cml_split_spec *specs,
					const struct cml_validation *how,
					const struct cml_validation_set *set, struct cml_error *err)
{
	struct cml_validation validation = *how;
	if (cml_dataset_require_rows(&set->data, err) != CML_OK ||
	    cml_evaluation_write_headers(evaluation, err) != CML_OK)
		return err->status;
	validation.scoring = &evaluation->scoring;
	validation.importance = evaluation->drops ? &evaluation->importance : NULL;
	validation.keeps_points = evaluation->points;
	for (size_t i = 0; i < evaluation->n_splits; i++) {
		struct cml_validation_results results;
		validation.split = &specs[i];
		enum cml_result status = cml_validate(&validation, set, &results, err);
		for (size_t k = 0; !status && k < results.n_outcomes; k++)
			evaluation->n_lacking += results.outcomes[k].lacks_limits;
		if (!status)
			status = cml_evaluation_report(evaluation, i, &results, set, err);
		cml_validation_results_release(&results);
		if (status)
			return name_split(evaluation->splits[i], status, err);
	}
	return CML_OK;
}

enum cml_result cml_evaluation_compare(struct cml_evaluation *evaluation,
				       const struct cml_score_pairs *pairs,
				       const struct cml_bootstrap *bootstrap, struct cml_pool *pool,
				       struct cml_error *err)
{
	const struct cml_scoring *scoring = &evaluation->scoring;
	const struct cml_evaluation_place place = {.repeat = CML_MEAN_REPEAT, .n_test = pairs->n};
	AUTOFREE struct cml_scored *scored = cml_array_new(scoring->n, sizeof *scored);
	if (!scored)
		return cml_fail_memory(err);
	if (cml_scoring_evaluate(scoring, pairs, NULL, bootstrap, pool, scored, err) != CML_OK ||
	    cml_evaluation_write_headers(evaluation, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < scoring->n; i++)
		if (cml_score_applies(&scoring->scores[i], pairs) &&
		    cml_evaluation_write_score(evaluation, &place, &scoring->scores[i], &scored[i],
					       true, err) != CML_OK)
			return err->status;
	return CML_OK;
}

bool cml_evaluation_missed(const struct cml_evaluation *evaluation, size_t i,
			   struct cml_error *miss)
{
	const struct cml_evaluation_request *request = &evaluation->request;
	const char *condition = request->conditions[i % request->n_conditions];
	const char *split = evaluation->splits[i / request->n_conditions];
	const struct cml_requirement *required =
	    &evaluation->requirements[i % request->n_conditions];
	double found =
	    cml_evaluation_find(evaluation, i / request->n_conditions, required->score.name)
		.scored.value;
	char number[CML_NUMBER_SIZE];
	if (cml_requirement_met(required, found))
		return false;
	if (isfinite(found)) {
		/* Never as the bound that it misses. */
		double rounded = cml_round_known(found, NAN);
		bool reads_met = cml_requirement_met(required, rounded);
		cml_print_double(reads_met ? found : rounded, number);
		cml_fail(miss, CML_NOTHING, "required %s, found %s (split %s)", condition, number,
			 split);
	} else {
		cml_fail(miss, CML_NOTHING, "required %s, which is undefined here (split %s)",
			 condition, split);
	}
	return true;
}
