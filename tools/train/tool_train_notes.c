#include "tool_asked.h"

#include <math.h>
#include <string.h>

/* A bound that many times what any job reports is in another unit, or tells nothing. */
#define FAR_BOUND 10
/* Of what most ok jobs report within this fraction of a bound, the cause is no need of theirs. */
#define FULL_BOUND 0.95
#define FEW_OUTSIDE 20 /* one in so many */
#define MIN_TOLD 20    /* fewer jobs tell nothing of most */
#define MANY_OTHERS 4  /* one that says nothing of its settings for so many that do */
/* A weight of a term of a limit that textbook formulas do not need, and the share of the law from
 * which on that matters. */
#define FAR_WEIGHT 3.0
#define MIN_SHARE 0.1

/* A bound that no job is within, or that all are far below: a wrong unit, more often than a model
 * that cannot fit. */
static void note_unit(const struct tool *tool, size_t l, const struct cml_space_column *limit,
		      const struct cml_dataset *data)
{
	double least = INFINITY, most = -INFINITY;
	size_t n_inside = 0;
	for (const struct cml_dataset *part = data; part; part = part->failed)
		for (size_t row = 0; row < part->n_rows; row++) {
			double value = part->limits[row * part->n_limits + l];
			least = fmin(least, value);
			most = fmax(most, value);
			n_inside += value >= limit->domain.lo && value <= limit->domain.hi;
		}
	bool is_far = isfinite(limit->domain.hi) && most * FAR_BOUND < limit->domain.hi;
	if (least <= most && (n_inside == 0 || is_far))
		tool_note(tool,
			  "jobs report '%s' from %g to %g, and its bound is %s: is that in the "
			  "unit of the log?",
			  limit->name, least, most, limit->cells[CML_FIELD_DOMAIN]);
}

/* An upper bound that most ok jobs reach, nearly: programs that take all memory at their start. */
static void note_full_bound(const struct tool *tool, size_t l, const struct cml_space_column *limit,
			    const struct cml_dataset *data)
{
	size_t n_told = 0, n_full = 0;
	double bound = limit->domain.hi;
	for (size_t row = 0; row < data->n_rows; row++) {
		double value = data->limits[row * data->n_limits + l];
		n_told += isnan(value) ? 0 : 1;
		n_full += value >= FULL_BOUND * bound && value <= bound / FULL_BOUND;
	}
	if (isfinite(bound) && bound > 0 && n_told >= MIN_TOLD && 2 * n_full > n_told)
		tool_note(
		    tool,
		    "%zu of the %zu jobs that ran and report '%s' are within %.0f %% of its bound "
		    "(%s): if programs reserve that memory at their start, the limit predicts "
		    "few failures",
		    n_full, n_told, limit->name, 100 - 100 * FULL_BOUND,
		    limit->cells[CML_FIELD_DOMAIN]);
}

/* Few jobs that ran outside a limit: the bound is a wish, or a job was measured wrongly. */
static void note_few_outside(const struct tool *tool, size_t l,
			     const struct cml_space_column *limit, const struct cml_dataset *data)
{
	size_t n_told = 0, n_outside = 0;
	double example = NAN;
	for (size_t row = 0; row < data->n_rows && !limit->bound; row++) {
		double value = data->limits[row * data->n_limits + l];
		n_told += isnan(value) ? 0 : 1;
		if (value >= limit->domain.lo && value <= limit->domain.hi)
			continue;
		n_outside += isnan(value) ? 0 : 1;
		example = isnan(value) ? example : value;
	}
	if (n_outside > 0 && FEW_OUTSIDE * n_outside <= n_told)
		tool_note(tool,
			  "%zu of the %zu jobs that ran and report '%s' %s outside its bound (%s), "
			  "such as %g, and count%s as failed: is the bound right?",
			  n_outside, n_told, limit->name, n_outside == 1 ? "is" : "are",
			  limit->cells[CML_FIELD_DOMAIN], example, n_outside == 1 ? "s" : "");
}

/* Whether all jobs that report a limit report the same, two or more. */
static bool is_constant(const struct cml_model *model, size_t slot)
{
	for (size_t l = 0; l < model->n_limits; l++)
		if (model->limits[l].slot == slot && model->limits[l].model)
			return model->limits[l].n_jobs > 1 &&
			       !isnan(cml_model_fact(model->limits[l].model, "target_constant"));
	return false;
}

/* Of a limit of which all jobs report the same that is not measured, more often than never
 * different. */
static void note_limits(const struct tool *tool, const struct cml_model *model,
			const struct cml_space *space, const struct cml_dataset *data)
{
	for (size_t i = 0; space && i < space->n_limits; i++) {
		const struct cml_space_column *limit = &space->columns[space->limits[i]];
		size_t l = cml_dataset_limit(data, limit->name);
		if (l == data->n_limits)
			continue;
		note_unit(tool, l, limit, data);
		if (is_constant(model, space->limits[i])) {
			tool_note(tool,
				  "all jobs that report '%s' report the same value, which predicts "
				  "nothing: is it measured?",
				  limit->name);
			continue;
		}
		note_full_bound(tool, l, limit, data);
		note_few_outside(tool, l, limit, data);
	}
}

/* Terms that most jobs lack, or fewer: the first, and how many more there are. */
static void note_missing(const struct tool *tool, const struct cml_model *model,
			 const struct cml_law *law, bool is_left_out)
{
	size_t first = 0, n = 0;
	char more[CML_ERROR_TEXT_SIZE] = "";
	for (size_t k = law->n; k-- > 0;) {
		bool is_most = 2 * law->n_unknown[k] > law->n_jobs;
		if (law->n_unknown[k] == 0 || is_most != is_left_out)
			continue;
		first = k;
		n++;
	}
	if (n == 0)
		return;
	if (n > 1)
		snprintf(more, sizeof more, " (and %zu more)", n - 1);
	tool_note(tool,
		  "the term '%s'%s of the law of '%s' is missing or below 0 in %zu of %zu jobs%s",
		  model->encoder.features[law->terms[first]].name, more,
		  model->space->columns[law->slot].name, law->n_unknown[first], law->n_jobs,
		  is_left_out ? ": it is left out" : ", where the others stand for it");
}

/* Terms of a limit that are off by so much that their formula or its unit is wrong. */
static void note_terms(const struct tool *tool, const struct cml_model *model,
		       const struct cml_law *law)
{
	for (size_t k = 0; k < law->n; k++) {
		double weight = law->weights[k];
		if (law->n_unknown[k] == 0 && law->slot != model->space->metric && weight > 0 &&
		    law->shares[k] >= MIN_SHARE && (weight > FAR_WEIGHT || weight < 1 / FAR_WEIGHT))
			tool_note(
			    tool,
			    "the term '%s' of the law of '%s' fits the log as %.2g times "
			    "what it says: is its formula right, and in the unit of the limit?",
			    model->encoder.features[law->terms[k]].name,
			    model->space->columns[law->slot].name, weight);
	}
}

/* Whether the law of the metric is used, and what says so. */
static void note_metric_law(const struct tool *tool, const struct cml_model *model,
			    const struct cml_law *law)
{
	const char *name = model->space->columns[law->slot].name;
	bool is_first = law->chosen == CML_LAW_FIRST;
	double with = 100 * expm1(law->tried[is_first ? CML_LAW_FIRST : CML_LAW_ALL]);
	double without = 100 * expm1(law->tried[CML_LAW_NONE]);
	if (isnan(without) && law->is_used)
		tool_note(tool,
			  "the law of '%s' is used untried: there are no larger jobs to hold out",
			  name);
	else if (!isnan(without))
		tool_note(tool,
			  "the law of '%s' is %sused: larger jobs of the log, held out by each "
			  "context in "
			  "turn, are %.*f %% off with %s, %.*f %% without%s",
			  name, law->is_used ? "" : "not ", with < 10, with,
			  is_first ? "its first term" : "it", without < 10, without,
			  law->is_used && without < with ? ": too near to tell, so it stays" : "");
}

static void note_laws(const struct tool *tool, const struct cml_model *model)
{
	for (size_t i = 0; i < model->laws.n; i++) {
		const struct cml_law *law = &model->laws.items[i];
		if (i == model->laws.bare)
			continue;
		if (law->slot == model->space->metric)
			note_metric_law(tool, model, law);
		note_missing(tool, model, law, true);
		note_missing(tool, model, law, false);
		note_terms(tool, model, law);
	}
	if (model->laws.roof_scale > 1)
		tool_note(tool,
			  "jobs of the log are at %.3g times the roof, which is raised to that: is "
			  "the roof right?",
			  model->laws.roof_scale);
}

/* What the model cannot know of the chance to run. */
static void note_chance(const struct tool *tool, const struct cml_model *model,
			const struct cml_dataset *data)
{
	size_t counts[CML_N_JOB_STATUSES] = {0};
	cml_dataset_count_failed(data, counts);
	if (MANY_OTHERS * (counts[CML_JOB_INFRA] + counts[CML_JOB_CANCELLED]) > data->n_rows)
		tool_note(tool,
			  "%zu infra and %zu cancelled jobs are left out, measured or not, beside "
			  "%zu with a metric: if such a word means that a job ran, say so in the "
			  "domain of the status (CANCELLED=ok)",
			  counts[CML_JOB_INFRA], counts[CML_JOB_CANCELLED], data->n_rows);
	if (!model->space && data->n_limits > 0)
		tool_note(tool, "limits are not learned: without a space (-s) they have no bounds");
	if (model->chance && cml_chance_jobs(model->chance).n_failed == 0)
		tool_note(tool,
			  "no job of the log failed, so cml_ok %s: keep failed jobs in the log, "
			  "with their status",
			  model->n_limits > 0 ? "covers limits alone" : "cannot predict failures");
	tool_failures_note_guess(tool, model);
}

void tool_train_notes(const struct tool *tool, const struct cml_model *model,
		      const struct cml_space *space, const struct cml_dataset *data)
{
	note_chance(tool, model, data);
	note_laws(tool, model);
	note_limits(tool, model, space, data);
}
