/* The tables of an evaluation. Part of evaluation.h. */
#include "eval/evaluation.h"

#include "base/memory.h"
#include "base/number.h"
#include "eval/validate.h"
#include "model/forecast_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers have all digits, or those that their intervals deserve, by cml_round_known: six at most,
 * which do not depend on the processor. */

enum cml_result cml_evaluation_write_headers(const struct cml_evaluation *evaluation,
					     struct cml_error *err)
{
	const struct {
		struct cml_table_writer *writer;
		const char *names[13];
	} tables[] = {
	    {evaluation->scores,
	     {"cml_split", "cml_repeat", "cml_n_train", "cml_n_test", "cml_metric", "cml_value",
	      "cml_lo", "cml_hi"}},
	    {evaluation->points,
	     {"cml_split", "cml_repeat", "cml_n_train", "cml_line", "cml_key", "cml_actual",
	      "cml_pred", "cml_sd", "cml_lo", "cml_hi", "cml_ok", "cml_status"}},
	    {evaluation->drops,
	     {"cml_split", "cml_repeat", "cml_n_train", "cml_n_test", "cml_column", "cml_metric",
	      "cml_drop", "cml_lo", "cml_hi"}}};
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		for (size_t k = 0; tables[i].writer && tables[i].names[k]; k++)
			cml_write_string(tables[i].writer, tables[i].names[k]);
		if (tables[i].writer && cml_write_end_row(tables[i].writer, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* The cells that all tables start with. */
static void write_place(const struct cml_evaluation *evaluation,
			const struct cml_evaluation_place *place, struct cml_table_writer *writer)
{
	cml_write_string(writer, evaluation->splits[place->split]);
	if (place->repeat == CML_MEAN_REPEAT)
		cml_write_string(writer, "mean");
	else
		cml_write_number(writer, (double)(place->repeat + 1));
	cml_write_number(writer, place->n_train == 0 ? NAN : (double)place->n_train);
}

static void write_numbers(const struct cml_evaluation *evaluation, struct cml_table_writer *writer,
			  const double *values, size_t n, double uncertainty)
{
	bool all_digits = evaluation->request.all_digits;
	for (size_t i = 0; i < n; i++)
		cml_write_number(writer,
				 all_digits ? values[i] : cml_round_known(values[i], uncertainty));
}

/* A row of scores, or of drops with the column that was shuffled. */
static enum cml_result write_row(const struct cml_evaluation *evaluation,
				 const struct cml_evaluation_place *place,
				 struct cml_table_writer *writer, const char *column,
				 const char *score, const struct cml_scored *scored,
				 struct cml_error *err)
{
	const double values[3] = {scored->value, scored->interval[0], scored->interval[1]};
	write_place(evaluation, place, writer);
	cml_write_number(writer, (double)place->n_test);
	if (column)
		cml_write_string(writer, column);
	cml_write_string(writer, score);
	write_numbers(evaluation, writer, values, 3, (values[2] - values[1]) / 2);
	return cml_write_end_row(writer, err);
}

enum cml_result cml_evaluation_write_score(struct cml_evaluation *evaluation,
					   const struct cml_evaluation_place *place,
					   const struct cml_score *score,
					   const struct cml_scored *scored, bool is_last,
					   struct cml_error *err)
{
	const struct cml_scoring *scoring = &evaluation->scoring;
	if (is_last && place->repeat == CML_MEAN_REPEAT)
		evaluation
		    ->summaries[place->split * scoring->n + (size_t)(score - scoring->scores)] =
		    (struct cml_evaluation_summary){*scored, place->n_test, place->failed};
	return write_row(evaluation, place, evaluation->scores, NULL, score->name, scored, err);
}

/* What writing works with. */
struct report {
	struct cml_evaluation *evaluation;
	const struct cml_validation_results *results;
	const struct cml_validation_set *set;
	size_t split;
	size_t *slots;                   /* of the columns shuffled */
	double *values;                  /* by repeat: scratch */
	struct cml_score_pairs common;   /* what every outcome has: lo */
	struct cml_score_pairs launches; /* likewise: worth, predicted */
};

/* Of the failed jobs of a repeat, or of all repeats in the mean. */
struct failures {
	size_t n_train, n_test;
	double fraction; /* of the tested jobs, with those that broke a limit */
};

static const struct cml_validation_outcome *outcomes_of(const struct report *report, size_t size)
{
	return &report->results->outcomes[size * report->results->validation->n_repeats];
}

/* A score that one outcome cannot have is left out of all. */
static void find_common(struct report *report)
{
	static const double some;
	static const size_t one;
	const struct cml_validation_results *results = report->results;
	report->common = (struct cml_score_pairs){.lo = &some};
	for (size_t i = 0; i < results->n_outcomes; i++)
		if (!results->outcomes[i].with_interval)
			report->common.lo = NULL;
	if (results->validation->within)
		report->common.context = report->launches.context = &one;
	if (results->scores_launches)
		report->launches.worth = &some;
	if (results->learns_chance)
		report->launches.predicted = &some;
}

static enum cml_result give_score(const struct report *report,
				  const struct cml_evaluation_place *place,
				  const struct failures *failures, bool is_last,
				  const struct cml_score *score, const struct cml_scored *scored,
				  struct cml_error *err)
{
	struct cml_evaluation_place own = *place;
	bool of_launches = score->kind->of_launches;
	if (!cml_score_applies(score, of_launches ? &report->launches : &report->common))
		return CML_OK;
	if (of_launches) {
		own.n_train += failures->n_train;
		own.n_test += failures->n_test;
		own.failed = failures->fraction;
	}
	return cml_evaluation_write_score(report->evaluation, &own, score, scored, is_last, err);
}

/* drop i, by column, then score. */
static enum cml_result give_drop(const struct report *report,
				 const struct cml_evaluation_place *place, size_t i,
				 const struct cml_scored *scored, struct cml_error *err)
{
	const struct cml_scoring *scoring = report->results->validation->importance;
	const struct cml_space *space = report->results->space;
	const struct cml_score *score = &scoring->scores[i % scoring->n];
	if (score->kind->better == CML_SCORE_NEITHER || !cml_score_applies(score, &report->common))
		return CML_OK;
	return write_row(report->evaluation, place, report->evaluation->drops,
			 space->columns[report->slots[i / scoring->n]].name, score->name, scored,
			 err);
}

/* Tested job i. */
static enum cml_result write_point(const struct report *report,
				   const struct cml_evaluation_place *place,
				   const struct cml_validation_outcome *outcome, size_t i,
				   struct cml_error *err)
{
	const struct cml_split *split = &report->results->splits[place->repeat];
	const struct cml_validation_set *set = report->set;
	bool failed = i >= split->n_test;
	size_t row = failed ? split->failed_test[i - split->n_test] : split->test[i];
	const struct cml_dataset *data = failed ? set->data.failed : &set->data;
	const struct cml_validation_rows *rows = failed ? &set->failed : &set->rows;
	const struct cml_forecast forecast = {outcome->predicted[i], outcome->sd[i], outcome->lo[i],
					      outcome->hi[i]};
	const double numbers[] = {forecast.mean, cml_forecast_sd(&forecast), forecast.lo,
				  forecast.hi};
	struct cml_table_writer *writer = report->evaluation->points;
	double chance = report->results->learns_chance ? outcome->chance[i] : NAN;
	if (!report->evaluation->request.all_digits && chance > 0)
		chance = cml_chance_round(log(chance));
	enum cml_job_status job = failed ? (enum cml_job_status)data->y[row] : CML_JOB_OK;
	write_place(report->evaluation, place, writer);
	cml_write_number(writer, (double)rows->places[row].line);
	cml_write_key(writer, data->keys[row]);
	cml_write_number(writer, outcome->actual[i]);
	write_numbers(report->evaluation, writer, numbers, 4, cml_forecast_side(&forecast));
	cml_write_number(writer, chance);
	cml_write_string(writer, cml_job_status_name(job));
	return cml_write_end_row(writer, err);
}

static size_t n_drops(const struct report *report)
{
	const struct cml_scoring *importance = report->results->validation->importance;
	return importance ? report->results->space->n_key * importance->n : 0;
}

static enum cml_result give_repeat(const struct report *report, size_t size, size_t repeat,
				   struct failures *failures, struct cml_error *err)
{
	const struct cml_scoring *scoring = report->results->validation->scoring;
	const struct cml_validation_outcome *outcome = &outcomes_of(report, size)[repeat];
	const struct cml_split *split = &report->results->splits[repeat];
	struct cml_evaluation_place place = {.split = report->split,
					     .repeat = repeat,
					     .n_train = outcome->n_train,
					     .n_test = split->n_test};
	*failures = (struct failures){outcome->n_failed_train, split->n_failed_test,
				      (double)outcome->n_wasteful /
					  (double)(split->n_test + split->n_failed_test)};
	for (size_t i = 0; i < scoring->n; i++)
		if (give_score(report, &place, failures, false, &scoring->scores[i],
			       &outcome->scored[i], err) != CML_OK)
			return err->status;
	for (size_t i = 0; report->evaluation->points && i < split->n_test + split->n_failed_test;
	     i++)
		if (write_point(report, &place, outcome, i, err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < n_drops(report); i++)
		if (give_drop(report, &place, i, &outcome->drops[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* The mean of one end of the intervals of score i, of the repeats that have one. */
static double mean_end(const struct report *report, size_t size, size_t i, size_t end)
{
	const struct cml_validation_outcome *outcomes = outcomes_of(report, size);
	size_t n_repeats = report->results->validation->n_repeats;
	for (size_t repeat = 0; repeat < n_repeats; repeat++)
		report->values[repeat] = outcomes[repeat].scored[i].interval[end];
	return cml_scored_mean(n_repeats, report->values).value;
}

/* Over the repeats of a size; of a single one, that one. drops: of importance i,
 * else of score i. Repeats that test the same jobs differ little, however few these are: the
 * interval is then that of the jobs, where there is one. */
static struct cml_scored summarize(const struct report *report, size_t size, bool drops, size_t i)
{
	const struct cml_validation *validation = report->results->validation;
	const struct cml_validation_outcome *outcomes = outcomes_of(report, size);
	size_t n_repeats = validation->n_repeats;
	for (size_t repeat = 0; repeat < n_repeats; repeat++)
		report->values[repeat] =
		    (drops ? outcomes[repeat].drops : outcomes[repeat].scored)[i].value;
	if (n_repeats == 1)
		return (drops ? outcomes->drops : outcomes->scored)[i];
	struct cml_scored mean = cml_scored_mean(n_repeats, report->values);
	if (!drops && mean.interval[0] == mean.interval[1]) /* few jobs, all in order */
		mean.interval[0] = mean.interval[1] = NAN;
	if (!drops)
		cml_score_clip(validation->scoring->scores[i].kind, mean.interval);
	double lo = drops ? NAN : mean_end(report, size, i, 0);
	if (report->results->tests_the_same && !isnan(lo)) {
		mean.interval[0] = lo;
		mean.interval[1] = mean_end(report, size, i, 1);
	}
	return mean;
}

/* The summary rows of a size come after its repeats. */
static enum cml_result give_size(const struct report *report, size_t size, struct cml_error *err)
{
	const struct cml_scoring *scoring = report->results->validation->scoring;
	size_t n_repeats = report->results->validation->n_repeats;
	struct cml_evaluation_place place = {.split = report->split, .repeat = CML_MEAN_REPEAT};
	struct failures failures = {0}, own;
	for (size_t repeat = 0; repeat < n_repeats; repeat++) {
		if (give_repeat(report, size, repeat, &own, err) != CML_OK)
			return err->status;
		place.n_train += outcomes_of(report, size)[repeat].n_train;
		place.n_test += report->results->splits[repeat].n_test;
		failures.n_train += own.n_train;
		failures.n_test += own.n_test;
		failures.fraction += own.fraction / (double)n_repeats;
	}
	size_t *const counts[] = {&place.n_train, &place.n_test, &failures.n_train,
				  &failures.n_test};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		*counts[i] = (*counts[i] + n_repeats / 2) / n_repeats;
	bool is_last = size + 1 == report->results->n_sizes;
	for (size_t i = 0; i < scoring->n; i++) {
		struct cml_scored scored = summarize(report, size, false, i);
		if (give_score(report, &place, &failures, is_last, &scoring->scores[i], &scored,
			       err) != CML_OK)
			return err->status;
	}
	for (size_t i = 0; i < n_drops(report); i++) {
		struct cml_scored scored = summarize(report, size, true, i);
		if (give_drop(report, &place, i, &scored, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_evaluation_report(struct cml_evaluation *evaluation, size_t split,
				      const struct cml_validation_results *results,
				      const struct cml_validation_set *set, struct cml_error *err)
{
	struct report report = {
	    .evaluation = evaluation, .results = results, .set = set, .split = split};
	if (!CML_ARENA_NEW(&evaluation->arena, &report.slots, results->space->n_key) ||
	    !CML_ARENA_NEW(&evaluation->arena, &report.values, results->validation->n_repeats))
		return cml_fail_memory(err);
	cml_importance_columns(results->space, report.slots);
	find_common(&report);
	for (size_t size = 0; size < results->n_sizes; size++)
		if (give_size(&report, size, err) != CML_OK)
			return err->status;
	return CML_OK;
}
