/* Handing over what a validation found. Part of validate.h. */
#include "base/memory.h"
#include "eval/importance.h"
#include "eval/validate_run.h"

#include <math.h>
#include <stdlib.h>

/* What reporting works with. */
struct report {
	const struct cml_validation_run *run;
	size_t *slots; /* of the columns shuffled */
	size_t n_columns;
	double *values;               /* by repeat: scratch */
	struct cml_score_pairs least; /* what every outcome has: with_unit, sd */
};

/* Where the results of a repeat, or of all, stand in the tables. */
struct place {
	size_t repeat;
	size_t n_train;
	size_t n_test;
};

static const struct cml_validation_outcome *outcomes_of(const struct report *report, size_t size)
{
	return &report->run->outcomes[size * report->run->validation->n_repeats];
}

/* A score that one outcome cannot have is left out of all. */
static void find_least(struct report *report)
{
	static const double some;
	report->least = (struct cml_score_pairs){.with_unit = true, .sd = &some};
	for (size_t i = 0; i < report->run->n_items; i++) {
		const struct cml_validation_outcome *outcome = &report->run->outcomes[i];
		report->least.with_unit = report->least.with_unit && !outcome->is_score;
		report->least.sd = outcome->with_sd ? report->least.sd : NULL;
	}
}

static enum cml_result give_row(const struct report *report, const struct place *place,
				const struct cml_score *score, const struct cml_scored *scored,
				struct cml_error *err)
{
	const struct cml_validation_sink *sink = report->run->sink;
	struct cml_validation_row row = {place->repeat,      place->n_train, place->n_test,
					 score->name,        scored->value,  scored->interval[0],
					 scored->interval[1]};
	return cml_score_applies(score, &report->least) ? sink->row(sink->context, &row, err)
							: CML_OK;
}

/* drop i, by column, then score. */
static enum cml_result give_drop(const struct report *report, const struct place *place, size_t i,
				 const struct cml_scored *scored, struct cml_error *err)
{
	const struct cml_validation_sink *sink = report->run->sink;
	const struct cml_scoring *scoring = report->run->validation->importance;
	const struct cml_space *space = report->run->history->encoder->space;
	const struct cml_score *score = &scoring->scores[i % scoring->n];
	struct cml_validation_drop drop = {
	    place->repeat, place->n_train,
	    place->n_test, space->columns[report->slots[i / scoring->n]].name,
	    score->name,   *scored};
	if (score->kind->better == CML_SCORE_NEITHER || !cml_score_applies(score, &report->least))
		return CML_OK;
	return sink->drop(sink->context, &drop, err);
}

static enum cml_result give_points(const struct report *report, size_t size, size_t repeat,
				   struct cml_error *err)
{
	const struct cml_validation_sink *sink = report->run->sink;
	const struct cml_validation_outcome *outcome = &outcomes_of(report, size)[repeat];
	const struct cml_split *split = &report->run->splits[repeat];
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < split->n_test; i++) {
		struct cml_validation_point point = {repeat,
						     outcome->n_train,
						     split->test[i],
						     outcome->actual[i],
						     outcome->predicted[i],
						     outcome->sd[i]};
		status = sink->point(sink->context, &point, err);
	}
	return status;
}

static enum cml_result give_repeat(const struct report *report, size_t size, size_t repeat,
				   struct cml_error *err)
{
	const struct cml_validation *validation = report->run->validation;
	const struct cml_validation_sink *sink = report->run->sink;
	const struct cml_validation_outcome *outcome = &outcomes_of(report, size)[repeat];
	struct place place = {repeat, outcome->n_train, report->run->splits[repeat].n_test};
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < validation->scoring->n; i++)
		status = give_row(report, &place, &validation->scoring->scores[i],
				  &outcome->scored[i], err);
	if (status == CML_OK && sink->point)
		status = give_points(report, size, repeat, err);
	for (size_t i = 0;
	     sink->drop && status == CML_OK && i < report->n_columns * validation->importance->n;
	     i++)
		status = give_drop(report, &place, i, &outcome->drops[i], err);
	for (size_t i = 0; status == CML_OK && i < outcome->log.n; i++) {
		struct cml_validation_step step = {repeat, outcome->n_train,
						   outcome->log.records[i]};
		status = sink->step(sink->context, &step, err);
	}
	return status;
}

/* Over the repeats of a size; of a single one, that one. drops: of importance i,
 * else of score i. */
static struct cml_scored summarize(const struct report *report, size_t size, bool drops, size_t i)
{
	const struct cml_validation_outcome *outcomes = outcomes_of(report, size);
	size_t n_repeats = report->run->validation->n_repeats;
	for (size_t repeat = 0; repeat < n_repeats; repeat++)
		report->values[repeat] =
		    (drops ? outcomes[repeat].drops : outcomes[repeat].scored)[i].value;
	return n_repeats == 1 ? (drops ? outcomes->drops : outcomes->scored)[i]
			      : cml_scored_mean(n_repeats, report->values);
}

static enum cml_result give_size(const struct report *report, size_t size, struct cml_error *err)
{
	const struct cml_validation *validation = report->run->validation;
	size_t n_repeats = validation->n_repeats, n_train = 0, n_test = 0;
	enum cml_result status = CML_OK;
	for (size_t repeat = 0; status == CML_OK && repeat < n_repeats; repeat++) {
		status = give_repeat(report, size, repeat, err);
		n_train += outcomes_of(report, size)[repeat].n_train;
		n_test += report->run->splits[repeat].n_test;
	}
	struct place place = {CML_MEAN_REPEAT, (n_train + n_repeats / 2) / n_repeats,
			      (n_test + n_repeats / 2) / n_repeats};
	for (size_t i = 0; status == CML_OK && i < validation->scoring->n; i++) {
		struct cml_scored scored = summarize(report, size, false, i);
		status = give_row(report, &place, &validation->scoring->scores[i], &scored, err);
	}
	for (size_t i = 0; report->run->sink->drop && status == CML_OK &&
			   i < report->n_columns * validation->importance->n;
	     i++) {
		struct cml_scored scored = summarize(report, size, true, i);
		status = give_drop(report, &place, i, &scored, err);
	}
	return status;
}

enum cml_result cml_validation_report(const struct cml_validation_run *run, struct cml_error *err)
{
	const struct cml_space *space = run->history->encoder->space;
	struct report report = {.run = run, .n_columns = cml_importance_n_columns(space)};
	report.slots = cml_array_new(report.n_columns, sizeof *report.slots);
	report.values = cml_array_new(run->validation->n_repeats, sizeof *report.values);
	enum cml_result status = report.slots && report.values ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		cml_importance_columns(space, report.slots);
	find_least(&report);
	for (size_t size = 0; status == CML_OK && size < run->n_sizes; size++)
		status = give_size(&report, size, err);
	free(report.slots);
	free(report.values);
	return status;
}
