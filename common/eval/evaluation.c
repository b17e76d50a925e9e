#include "eval/evaluation.h"

#include "base/memory.h"
#include "base/number.h"
#include "model/forecast_cells.h"

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
	size_t n_found;
	if (__builtin_mul_overflow(n_splits, evaluation->request.n_conditions, &n_found))
		return cml_fail_memory(err);
	struct cml_arena *arena = &evaluation->arena;
	if (!CML_ARENA_NEW(arena, &evaluation->found, n_found) ||
	    !CML_ARENA_NEW(arena, &evaluation->contexts, n_splits) ||
	    !CML_ARENA_NEW(arena, &evaluation->wasted, n_splits) ||
	    !CML_ARENA_NEW(arena, &evaluation->held, n_splits))
		return cml_fail_memory(err);
	evaluation->splits = splits;
	evaluation->n_splits = n_splits;
	for (size_t i = 0; i < n_found; i++)
		evaluation->found[i] = NAN;
	for (size_t i = 0; i < n_splits; i++) {
		evaluation->held[i] = NAN;
		for (size_t q = 0; q < CML_CONTEXT_N_QUESTIONS; q++)
			evaluation->contexts[i][q] = (struct cml_evaluation_contexts){
			    .value = NAN, .within = NAN, .lo = NAN, .hi = NAN};
	}
	return CML_OK;
}

void cml_evaluation_release(struct cml_evaluation *evaluation)
{
	cml_scoring_release(&evaluation->scoring);
	cml_scoring_release(&evaluation->importance);
	for (size_t i = 0; evaluation->contexts && i < evaluation->n_splits; i++)
		for (size_t q = 0; q < CML_CONTEXT_N_QUESTIONS; q++)
			cml_context_scores_release(&evaluation->contexts[i][q].scores);
	cml_arena_release(&evaluation->arena);
	*evaluation = (struct cml_evaluation){0};
}

static const struct {
	const char *over_all, *within;
} question_scores[CML_CONTEXT_N_QUESTIONS] = {[CML_CONTEXT_ORDER] = {"kendall", "kendall-within"},
					      [CML_CONTEXT_CHANCE] = {"ok-auc", "ok-auc-within"}};

/* Beside what K jobs wasted, what K in random order would. */
static void take_wasted(const struct cml_evaluation *evaluation, size_t split,
			const struct cml_validation_row *row)
{
	struct cml_evaluation_wasted *wasted = &evaluation->wasted[split];
	for (size_t i = 0; i < evaluation->scoring.n && !wasted->score; i++) {
		const struct cml_score *score = &evaluation->scoring.scores[i];
		if (strcmp(score->kind->name, "wasted") == 0 &&
		    strcmp(score->name, row->score) == 0 && !isnan(row->value))
			*wasted = (struct cml_evaluation_wasted){score->name, score->k, row->value,
								 (double)score->k * row->failed};
	}
}

/* Of fewer jobs the share inside their intervals says little. */
#define MIN_HELD 20

/* What conditions and notes ask of the summary rows. */
static void take_summary(struct cml_evaluation *evaluation, size_t split,
			 const struct cml_validation_row *row)
{
	size_t n = evaluation->request.n_conditions;
	for (size_t i = 0; i < n; i++)
		if (strcmp(evaluation->requirements[i].score.name, row->score) == 0)
			evaluation->found[split * n + i] = row->value;
	take_wasted(evaluation, split, row);
	if (strcmp(row->score, "interval-coverage") == 0 && row->n_test >= MIN_HELD)
		evaluation->held[split] = row->value;
	for (size_t q = 0; q < CML_CONTEXT_N_QUESTIONS; q++) {
		struct cml_evaluation_contexts *contexts = &evaluation->contexts[split][q];
		if (strcmp(row->score, question_scores[q].over_all) == 0) {
			contexts->value = row->value;
			contexts->n_jobs = row->n_test;
		}
		if (strcmp(row->score, question_scores[q].within) == 0) {
			contexts->within = row->value;
			contexts->lo = row->lo;
			contexts->hi = row->hi;
		}
	}
}

/* The split whose results are coming in. */
struct current {
	struct cml_evaluation *evaluation;
	const struct cml_validation_set *set;
	size_t split;
	size_t last_size; /* of the learning curve: conditions are on its summary rows */
};

/* Numbers have all digits, or those that their intervals deserve, by cml_round_known: six at most,
 * which do not depend on the processor. */

static enum cml_result write_header(struct cml_table_writer *writer, const char *const *names,
				    size_t n, struct cml_error *err)
{
	if (cml_write_strings(writer, names, n, err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result write_score_header(struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_split",  "cml_repeat", "cml_n_train", "cml_n_test",
					    "cml_metric", "cml_value",  "cml_lo",      "cml_hi"};
	return write_header(writer, names, sizeof names / sizeof *names, err);
}

static enum cml_result write_headers(const struct cml_evaluation *evaluation, struct cml_error *err)
{
	static const char *const point_names[] = {
	    "cml_split", "cml_repeat", "cml_n_train", "cml_line", "cml_key", "cml_actual",
	    "cml_pred",  "cml_sd",     "cml_lo",      "cml_hi",   "cml_ok",  "cml_status"};
	static const char *const drop_names[] = {"cml_split",  "cml_repeat", "cml_n_train",
						 "cml_n_test", "cml_column", "cml_metric",
						 "cml_drop",   "cml_lo",     "cml_hi"};
	if (write_score_header(evaluation->scores, err) != CML_OK ||
	    (evaluation->points &&
	     write_header(evaluation->points, point_names, sizeof point_names / sizeof *point_names,
			  err) != CML_OK) ||
	    (evaluation->drops &&
	     write_header(evaluation->drops, drop_names, sizeof drop_names / sizeof *drop_names,
			  err) != CML_OK))
		return err->status;
	return CML_OK;
}

/* The cells that all tables start with. */
static enum cml_result write_place(const struct current *current, struct cml_table_writer *writer,
				   size_t repeat, size_t n_train, struct cml_error *err)
{
	const char *split = current->evaluation->splits[current->split];
	if (cml_write_string(writer, split, err) != CML_OK ||
	    (repeat == CML_MEAN_REPEAT
		 ? cml_write_string(writer, "mean", err)
		 : cml_write_number(writer, (double)(repeat + 1), err)) != CML_OK)
		return err->status;
	return cml_write_number(writer, n_train == 0 ? NAN : (double)n_train, err);
}

static enum cml_result write_numbers(const struct current *current, struct cml_table_writer *writer,
				     const double *values, size_t n, double uncertainty,
				     struct cml_error *err)
{
	bool all_digits = current->evaluation->request.all_digits;
	for (size_t i = 0; i < n; i++) {
		double value = all_digits ? values[i] : cml_round_known(values[i], uncertainty);
		if (cml_write_number(writer, value, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* The last cells of a row: a value and its interval. */
static enum cml_result write_score(const struct current *current, struct cml_table_writer *writer,
				   const double values[3], struct cml_error *err)
{
	if (write_numbers(current, writer, values, 3, (values[2] - values[1]) / 2, err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result take_row(void *context, const struct cml_validation_row *row,
				struct cml_error *err)
{
	const struct current *current = context;
	struct cml_table_writer *writer = current->evaluation->scores;
	const double values[3] = {row->value, row->lo, row->hi};
	if (row->repeat == CML_MEAN_REPEAT && row->size == current->last_size)
		take_summary(current->evaluation, current->split, row);
	if (write_place(current, writer, row->repeat, row->n_train, err) != CML_OK ||
	    cml_write_number(writer, (double)row->n_test, err) != CML_OK ||
	    cml_write_string(writer, row->score, err) != CML_OK)
		return err->status;
	return write_score(current, writer, values, err);
}

static enum cml_result take_point(void *context, const struct cml_validation_point *point,
				  struct cml_error *err)
{
	const struct current *current = context;
	const struct cml_validation_set *set = current->set;
	const struct cml_dataset *data = point->failed ? set->data.failed : &set->data;
	const struct cml_validation_rows *rows = point->failed ? &set->failed : &set->rows;
	const struct cml_forecast forecast = {point->predicted, point->sd, point->lo, point->hi};
	const double numbers[] = {forecast.mean, cml_forecast_sd(&forecast), point->lo, point->hi};
	struct cml_table_writer *writer = current->evaluation->points;
	double chance = current->evaluation->request.all_digits || !(point->chance > 0)
			    ? point->chance
			    : cml_chance_round(log(point->chance));
	enum cml_job_status job =
	    point->failed ? (enum cml_job_status)data->y[point->row] : CML_JOB_OK;
	char key[CML_KEY_SIZE];
	cml_key_print(data->keys[point->row], key);
	if (write_place(current, writer, point->repeat, point->n_train, err) != CML_OK ||
	    cml_write_number(writer, (double)rows->places[point->row].line, err) != CML_OK ||
	    cml_write_string(writer, key, err) != CML_OK ||
	    cml_write_number(writer, point->actual, err) != CML_OK ||
	    write_numbers(current, writer, numbers, 4, cml_forecast_side(&forecast), err) !=
		CML_OK ||
	    cml_write_number(writer, chance, err) != CML_OK ||
	    cml_write_string(writer, cml_job_status_name(job), err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result take_drop(void *context, const struct cml_validation_drop *drop,
				 struct cml_error *err)
{
	const struct current *current = context;
	struct cml_table_writer *writer = current->evaluation->drops;
	const double values[3] = {drop->drop.value, drop->drop.interval[0], drop->drop.interval[1]};
	if (write_place(current, writer, drop->repeat, drop->n_train, err) != CML_OK ||
	    cml_write_number(writer, (double)drop->n_test, err) != CML_OK ||
	    cml_write_string(writer, drop->column, err) != CML_OK ||
	    cml_write_string(writer, drop->score, err) != CML_OK)
		return err->status;
	return write_score(current, writer, values, err);
}

static enum cml_result take_contexts(void *context, size_t size, enum cml_context_question question,
				     const struct cml_context_scores *scores, struct cml_error *err)
{
	const struct current *current = context;
	return size == current->last_size
		   ? cml_context_scores_add(
			 &current->evaluation->contexts[current->split][question].scores, scores,
			 err)
		   : CML_OK;
}

static void take_lack(void *context, size_t n)
{
	((struct current *)context)->evaluation->n_lacking += n;
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
	struct current current = {
	    .evaluation = evaluation, .set = set, .last_size = how->sizes ? how->n_sizes - 1 : 0};
	struct cml_validation_sink sink = {.context = &current,
					   .row = take_row,
					   .contexts = take_contexts,
					   .lack = take_lack,
					   .point = evaluation->points ? take_point : NULL,
					   .drop = evaluation->drops ? take_drop : NULL};
	if (cml_dataset_require_rows(&set->data, err) != CML_OK ||
	    write_headers(evaluation, err) != CML_OK)
		return err->status;
	validation.scoring = &evaluation->scoring;
	validation.importance = &evaluation->importance;
	for (size_t i = 0; i < evaluation->n_splits; i++) {
		current.split = i;
		validation.split = &specs[i];
		enum cml_result status = cml_validate(&validation, set, &sink, err);
		if (status != CML_OK)
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
	struct current current = {.evaluation = evaluation};
	struct cml_scored *scored = cml_array_new(scoring->n, sizeof *scored);
	if (!scored)
		return cml_fail_memory(err);
	struct cml_context_scores *in_order = &evaluation->contexts[0][CML_CONTEXT_ORDER].scores;
	enum cml_result status =
	    cml_scoring_evaluate(scoring, pairs, NULL, bootstrap, pool, scored, err);
	if (status != CML_OK ||
	    (pairs->context &&
	     (status = cml_context_scores_measure(in_order, pairs, err)) != CML_OK) ||
	    (status = write_score_header(evaluation->scores, err)) != CML_OK)
		goto out;
	for (size_t i = 0; i < scoring->n; i++) {
		struct cml_validation_row row = {.repeat = CML_MEAN_REPEAT,
						 .n_test = pairs->n,
						 .score = scoring->scores[i].name,
						 .value = scored[i].value,
						 .lo = scored[i].interval[0],
						 .hi = scored[i].interval[1]};
		if (cml_score_applies(&scoring->scores[i], pairs) &&
		    (status = take_row(&current, &row, err)) != CML_OK)
			goto out;
	}
out:
	free(scored);
	return status;
}

bool cml_evaluation_missed(const struct cml_evaluation *evaluation, size_t i,
			   struct cml_error *miss)
{
	const struct cml_evaluation_request *request = &evaluation->request;
	const char *condition = request->conditions[i % request->n_conditions];
	const char *split = evaluation->splits[i / request->n_conditions];
	double found = evaluation->found[i];
	char number[CML_NUMBER_SIZE];
	if (cml_requirement_met(&evaluation->requirements[i % request->n_conditions], found))
		return false;
	if (isfinite(found)) {
		/* Never as the bound that it misses. */
		double rounded = cml_round_known(found, NAN);
		bool reads_met = cml_requirement_met(
		    &evaluation->requirements[i % request->n_conditions], rounded);
		cml_print_double(reads_met ? found : rounded, number);
		cml_fail(miss, CML_NOTHING, "required %s, found %s (split %s)", condition, number,
			 split);
	} else {
		cml_fail(miss, CML_NOTHING, "required %s, which is undefined here (split %s)",
			 condition, split);
	}
	return true;
}
