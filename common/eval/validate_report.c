#include "eval/validate_report.h"

#include "base/memory.h"
#include "eval/importance.h"

#include <math.h>
#include <stdlib.h>

/* What reporting works with. */
struct report {
	const struct cml_validation_results *results;
	const struct cml_validation_sink *sink;
	size_t *slots; /* of the columns shuffled */
	size_t n_columns;
	double *values;                  /* by repeat: scratch */
	struct cml_score_pairs common;   /* what every outcome has: lo */
	struct cml_score_pairs launches; /* likewise: worth, predicted */
};

/* The row of the table for a repeat, or for all. */
struct place {
	size_t size;
	size_t repeat;
	size_t n_train;
	size_t n_test;
	size_t n_failed_train;
	size_t n_failed_test;
	double failed; /* fraction of the tested jobs, with those that broke a limit */
};

static const struct cml_validation_outcome *outcomes_of(const struct report *report, size_t size)
{
	return &report->results->outcomes[size * report->results->n_repeats];
}

/* A score that one outcome cannot have is left out of all. */
static void find_common(struct report *report)
{
	static const double some;
	static const size_t one;
	report->common = (struct cml_score_pairs){.lo = &some};
	for (size_t i = 0; i < report->results->n_sizes * report->results->n_repeats; i++) {
		const struct cml_validation_outcome *outcome = &report->results->outcomes[i];
		report->common.lo = outcome->with_interval ? report->common.lo : NULL;
	}
	if (report->results->scores_contexts)
		report->common.context = report->launches.context = &one;
	if (report->results->scores_launches)
		report->launches.worth = &some;
	if (report->results->learns_chance)
		report->launches.predicted = &some;
}

static enum cml_result give_row(const struct report *report, const struct place *place,
				const struct cml_score *score, const struct cml_scored *scored,
				struct cml_error *err)
{
	const struct cml_validation_sink *sink = report->sink;
	struct cml_validation_row row = {.repeat = place->repeat,
					 .size = place->size,
					 .n_train = place->n_train,
					 .n_test = place->n_test,
					 .score = score->name,
					 .value = scored->value,
					 .lo = scored->interval[0],
					 .hi = scored->interval[1]};
	bool of_launches = score->kind->of_launches;
	if (of_launches) {
		row.n_train += place->n_failed_train;
		row.n_test += place->n_failed_test;
		row.failed = place->failed;
	}
	return cml_score_applies(score, of_launches ? &report->launches : &report->common)
		   ? sink->row(sink->context, &row, err)
		   : CML_OK;
}

/* drop i, by column, then score. */
static enum cml_result give_drop(const struct report *report, const struct place *place, size_t i,
				 const struct cml_scored *scored, struct cml_error *err)
{
	const struct cml_validation_sink *sink = report->sink;
	const struct cml_scoring *scoring = report->results->importance;
	const struct cml_space *space = report->results->space;
	const struct cml_score *score = &scoring->scores[i % scoring->n];
	struct cml_validation_drop drop = {
	    place->repeat, place->n_train,
	    place->n_test, space->columns[report->slots[i / scoring->n]].name,
	    score->name,   *scored};
	if (score->kind->better == CML_SCORE_NEITHER || !cml_score_applies(score, &report->common))
		return CML_OK;
	return sink->drop(sink->context, &drop, err);
}

static enum cml_result give_points(const struct report *report, size_t size, size_t repeat,
				   struct cml_error *err)
{
	const struct cml_validation_outcome *outcome = &outcomes_of(report, size)[repeat];
	const struct cml_split *split = &report->results->splits[repeat];
	for (size_t i = 0; i < split->n_test + split->n_failed_test; i++) {
		bool failed = i >= split->n_test;
		struct cml_validation_point point = {
		    .repeat = repeat,
		    .n_train = outcome->n_train,
		    .failed = failed,
		    .row = failed ? split->failed_test[i - split->n_test] : split->test[i],
		    .actual = outcome->actual[i],
		    .predicted = outcome->predicted[i],
		    .sd = outcome->sd[i],
		    .lo = outcome->lo[i],
		    .hi = outcome->hi[i],
		    .chance = report->results->learns_chance ? outcome->chance[i] : NAN};
		if (report->sink->point(report->sink->context, &point, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static size_t n_drops(const struct report *report)
{
	return report->sink->drop ? report->n_columns * report->results->importance->n : 0;
}

/* Of the tested jobs, those that failed or broke a limit. */
static double failed_fraction(const struct report *report, size_t size, size_t repeat)
{
	const struct cml_split *split = &report->results->splits[repeat];
	return (double)outcomes_of(report, size)[repeat].n_wasteful /
	       (double)(split->n_test + split->n_failed_test);
}

static enum cml_result give_repeat(const struct report *report, size_t size, size_t repeat,
				   struct cml_error *err)
{
	const struct cml_scoring *scoring = report->results->scoring;
	const struct cml_validation_outcome *outcome = &outcomes_of(report, size)[repeat];
	const struct cml_split *split = &report->results->splits[repeat];
	struct place place = {.size = size,
			      .repeat = repeat,
			      .n_train = outcome->n_train,
			      .n_test = split->n_test,
			      .n_failed_train = outcome->n_failed_train,
			      .n_failed_test = split->n_failed_test,
			      .failed = failed_fraction(report, size, repeat)};
	for (size_t i = 0; i < scoring->n; i++)
		if (give_row(report, &place, &scoring->scores[i], &outcome->scored[i], err) !=
		    CML_OK)
			return err->status;
	for (size_t q = 0; report->sink->contexts && q < CML_CONTEXT_N_QUESTIONS; q++)
		if (outcome->by_context[q].n > 0 &&
		    report->sink->contexts(report->sink->context, size,
					   (enum cml_context_question)q, &outcome->by_context[q],
					   err) != CML_OK)
			return err->status;
	if (report->sink->point && give_points(report, size, repeat, err) != CML_OK)
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
	for (size_t repeat = 0; repeat < report->results->n_repeats; repeat++)
		report->values[repeat] = outcomes[repeat].scored[i].interval[end];
	return cml_scored_mean(report->results->n_repeats, report->values).value;
}

/* Over the repeats of a size; of a single one, that one. drops: of importance i,
 * else of score i. Repeats that test the same jobs differ little, however few these are: the
 * interval is then that of the jobs, where there is one. */
static struct cml_scored summarize(const struct report *report, size_t size, bool drops, size_t i)
{
	const struct cml_validation_outcome *outcomes = outcomes_of(report, size);
	size_t n_repeats = report->results->n_repeats;
	for (size_t repeat = 0; repeat < n_repeats; repeat++)
		report->values[repeat] =
		    (drops ? outcomes[repeat].drops : outcomes[repeat].scored)[i].value;
	if (n_repeats == 1)
		return (drops ? outcomes->drops : outcomes->scored)[i];
	struct cml_scored mean = cml_scored_mean(n_repeats, report->values);
	if (!drops && mean.interval[0] == mean.interval[1]) /* few jobs, all in order */
		mean.interval[0] = mean.interval[1] = NAN;
	if (!drops)
		cml_score_clip(report->results->scoring->scores[i].kind, mean.interval);
	double lo = drops ? NAN : mean_end(report, size, i, 0);
	if (report->results->tests_the_same && !isnan(lo)) {
		mean.interval[0] = lo;
		mean.interval[1] = mean_end(report, size, i, 1);
	}
	return mean;
}

static enum cml_result give_size(const struct report *report, size_t size, struct cml_error *err)
{
	const struct cml_scoring *scoring = report->results->scoring;
	size_t n_repeats = report->results->n_repeats;
	struct place place = {.size = size, .repeat = CML_MEAN_REPEAT};
	for (size_t repeat = 0; repeat < n_repeats; repeat++) {
		if (give_repeat(report, size, repeat, err) != CML_OK)
			return err->status;
		place.n_train += outcomes_of(report, size)[repeat].n_train;
		place.n_test += report->results->splits[repeat].n_test;
		place.n_failed_train += outcomes_of(report, size)[repeat].n_failed_train;
		place.n_failed_test += report->results->splits[repeat].n_failed_test;
		place.failed += failed_fraction(report, size, repeat) / (double)n_repeats;
	}
	size_t *const counts[] = {&place.n_train, &place.n_test, &place.n_failed_train,
				  &place.n_failed_test};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		*counts[i] = (*counts[i] + n_repeats / 2) / n_repeats;
	for (size_t i = 0; i < scoring->n; i++) {
		struct cml_scored scored = summarize(report, size, false, i);
		if (give_row(report, &place, &scoring->scores[i], &scored, err) != CML_OK)
			return err->status;
	}
	for (size_t i = 0; i < n_drops(report); i++) {
		struct cml_scored scored = summarize(report, size, true, i);
		if (give_drop(report, &place, i, &scored, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_validation_report(const struct cml_validation_results *results,
				      const struct cml_validation_sink *sink, struct cml_error *err)
{
	struct report report = {
	    .results = results, .sink = sink, .n_columns = results->space->n_key};
	enum cml_result status;
	if (!CML_NEW(&report.slots, report.n_columns) ||
	    !CML_NEW(&report.values, results->n_repeats)) {
		status = cml_fail_memory(err);
		goto out;
	}
	cml_importance_columns(results->space, report.slots);
	find_common(&report);
	for (size_t size = 0; size < results->n_sizes; size++)
		if ((status = give_size(&report, size, err)) != CML_OK)
			goto out;
	status = CML_OK;
out:
	free(report.slots);
	free(report.values);
	return status;
}
