/* The role of each column: the table of rules, and the notes on it. */
#include "infer/infer_role.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* When a rule is looked at: before the metric is known, or when it is known which jobs ran. */
enum stage { BESIDE, OUTCOME, SETTING };

/* The first rule whose evidence a column shows decides its role. Its doc cell, and the note, if a
 * person should look at it, are `certainty: words`. The roles status, reason and time are of one
 * column each. */
static const struct rule {
	enum stage stage;
	cml_own_evidence *own;
	cml_evidence *evidence; /* without either, of what is left */
	enum cml_role role;
	const char *certainty, *words;
} role_rules[] = {
    {BESIDE, cml_shows_key, NULL, CML_ROLE_ID, "sure", "key of the configuration"},
    {BESIDE, cml_shows_our_prefix, NULL, CML_ROLE_IGNORE, "sure", "added by the tools"},
    {BESIDE, cml_shows_tracker, NULL, CML_ROLE_IGNORE, "sure", "ignore, the tracker's own"},
    {BESIDE, NULL, cml_shows_best_status, CML_ROLE_STATUS, "likely",
     "status by its words, of which it has most"},
    {BESIDE, cml_shows_status, NULL, CML_ROLE_STATUS, "sure", "status by its name and words"},
    {BESIDE, cml_shows_status, NULL, CML_ROLE_IGNORE, "likely",
     "ignore, a second status; of two, the one that tells oom and infra from failed says more"},
    {BESIDE, cml_shows_ends, NULL, CML_ROLE_STATUS, "likely", "status by its words"},
    {BESIDE, cml_shows_oom, NULL, CML_ROLE_STATUS, "likely", "status, whether memory ran out"},
    {BESIDE, NULL, cml_shows_errors, CML_ROLE_STATUS, "likely",
     "status, why the jobs without numbers ended"},
    {BESIDE, NULL, cml_shows_reasons, CML_ROLE_REASON, "likely",
     "reason, why jobs failed: %s of its cells say that memory ran out"},
    {BESIDE, cml_shows_clear_time, NULL, CML_ROLE_TIME, "sure", "time, it holds dates"},
    {BESIDE, cml_shows_either_order, NULL, CML_ROLE_TIME, "unsure",
     "time, in dates such as 06/01/2026 the day or the month may be first: a split by time asks "
     "for year-month-day"},
    {BESIDE, cml_shows_time, NULL, CML_ROLE_TIME, "unsure",
     "time by its cells, not by its name: a spreadsheet makes dates of settings such as 2-4; if it "
     "did, go back to the file from before, and import this column as text"},
    {BESIDE, cml_shows_time, NULL, CML_ROLE_IGNORE, "likely", "ignore, a second time"},
    {BESIDE, cml_shows_short_years, NULL, CML_ROLE_IGNORE, "unsure",
     "ignore, years of two digits may be first or last: write the times as 2026-11-23 14:03 to "
     "have the order of the jobs"},
    {BESIDE, NULL, cml_shows_unread_time, CML_ROLE_IGNORE, "likely",
     "ignore, a time by its name, in no form that cml-formats(5) lists%s"},
    {BESIDE, cml_shows_id, NULL, CML_ROLE_ID, "likely", "id by its name"},
    {BESIDE, cml_shows_unique_text, NULL, CML_ROLE_ID, "likely",
     "id, its text is different in every row"},
    {BESIDE, cml_shows_counter, NULL, CML_ROLE_ID, "likely",
     "id, a number that is another in every row"},
    {BESIDE, cml_shows_index, NULL, CML_ROLE_ID, "likely",
     "id, one of many numbers, and called so"},
    {BESIDE, cml_shows_beside, NULL, CML_ROLE_IGNORE, "likely",
     "ignore, beside the job by its name"},
    {BESIDE, cml_shows_exit_codes, NULL, CML_ROLE_STATUS, "likely",
     "status, exit codes of jobs: 0 is ok"},
    {BESIDE, cml_shows_exit_codes, NULL, CML_ROLE_IGNORE, "likely",
     "ignore, exit codes of jobs beside a status"},
    {BESIDE, cml_shows_exit_code, NULL, CML_ROLE_IGNORE, "sure",
     "ignore, the same exit code in every row"},
    {BESIDE, cml_shows_coded_status, NULL, CML_ROLE_IGNORE, "unsure",
     "ignore, a status by its name, in words that are not known; if these are outcomes of jobs, "
     "give it the role status and a domain such as 0=ok|1=failed"},

    {OUTCOME, cml_shows_result, NULL, CML_ROLE_IGNORE, "sure",
     "outcome, a result by the prefix of its name"},
    {OUTCOME, NULL, cml_shows_prediction, CML_ROLE_DERIVED, "likely",
     "what another program predicts of '%.100s', a term of its law: write it in --candidates, too, "
     "or give it the role ignore"},
    {OUTCOME, NULL, cml_shows_copy, CML_ROLE_IGNORE, "sure", "outcome, the numbers of '%s'"},
    {OUTCOME, NULL, cml_shows_missing, CML_ROLE_IGNORE, "likely", "outcome, missing %s is missing"},
    {OUTCOME, NULL, cml_shows_failures, CML_ROLE_IGNORE, "likely",
     "outcome, the same in all jobs with '%.100s', other in those without; if it is how jobs "
     "ended, give it the role status, and define its words in the domain"},
    {OUTCOME, NULL, cml_shows_ranges, CML_ROLE_IGNORE, "likely",
     "outcome, computed: each of its %s"},
    {OUTCOME, NULL, cml_shows_end, CML_ROLE_IGNORE, "likely",
     "outcome, named like the end of a job; if it says which jobs ran, give it the role status, "
     "and define its words in the domain"},
    {OUTCOME, NULL, cml_shows_rank, CML_ROLE_IGNORE, "likely", "outcome, rank correlation %s"},
    {OUTCOME, NULL, cml_shows_reached, CML_ROLE_IGNORE, "likely",
     "outcome, what was reached of '%s': of many values, or odd ones"},
    {OUTCOME, cml_shows_statistic, NULL, CML_ROLE_IGNORE, "likely",
     "outcome, a statistic of readings beside others of them"},
    {OUTCOME, cml_shows_reading, NULL, CML_ROLE_IGNORE, "likely",
     "outcome, named like a measurement"},
    {OUTCOME, cml_shows_marked_memory, NULL, CML_ROLE_IGNORE, "likely",
     "outcome, memory that jobs used; to have it learned, add the dash to --na: --na ,-"},
    {OUTCOME, NULL, cml_shows_machine_memory, CML_ROLE_CONTEXT, "likely",
     "context, memory of the machines: all jobs of the same ones have one value of it"},
    {OUTCOME, cml_infer_is_used_memory, NULL, CML_ROLE_IGNORE, "likely",
     "outcome, memory that jobs used"},
    {OUTCOME, NULL, cml_shows_followed_memory, CML_ROLE_IGNORE, "likely",
     "outcome, memory that jobs used: all jobs of the same settings have one value of it"},
    {OUTCOME, NULL, cml_shows_fractions, CML_ROLE_IGNORE, "unsure",
     "outcome, looks measured: fractional, of many values"},

    {SETTING, cml_shows_nothing, NULL, CML_ROLE_IGNORE, "sure", "ignore, every cell is missing"},
    {SETTING, NULL, cml_shows_no_prefix, CML_ROLE_IGNORE, "likely",
     "ignore, no setting, as those have a prefix in this log"},
    {SETTING, NULL, cml_shows_learning, CML_ROLE_IGNORE, "likely",
     "ignore, of how well a run learns, not of '%.100s'"},
    {SETTING, NULL, cml_shows_no_levels, CML_ROLE_IGNORE, "sure",
     "ignore, its texts cannot be listed: %s"},
    {SETTING, NULL, cml_shows_many_levels, CML_ROLE_IGNORE, "likely",
     "ignore, too many to learn from: %s"},
    {SETTING, NULL, cml_shows_few_rows, CML_ROLE_IGNORE, "unsure", "ignore, missing in %s"},
    {SETTING, NULL, cml_shows_lacking_context, CML_ROLE_IGNORE, "unsure",
     "ignore, a context that %s lack: a search asks for its value"},
    {SETTING, cml_infer_is_constant, NULL, CML_ROLE_CONTEXT, "sure",
     "context, the same value in every row"},
    {SETTING, NULL, cml_shows_context, CML_ROLE_CONTEXT, "likely", "context by its name"},
    {SETTING, cml_shows_phase, NULL, CML_ROLE_CONTEXT, "likely",
     "context, training, serving or the part of it that a row measures"},
    {SETTING, NULL, cml_shows_shape, CML_ROLE_CONTEXT, "likely",
     "context, of m, n and k, the shape of a product of matrices"},
    {SETTING, cml_infer_names_models, NULL, CML_ROLE_CONTEXT, "likely",
     "context, its texts have the sizes of models"},
    {SETTING, cml_infer_names_devices, NULL, CML_ROLE_CONTEXT, "likely",
     "context, its texts are devices"},
    {SETTING, cml_shows_sentences, NULL, CML_ROLE_IGNORE, "unsure",
     "ignore, free text; if it is a setting, give it the role param and a word for each value"},
    {SETTING, cml_shows_prefix, NULL, CML_ROLE_PARAM, "likely",
     "param, a setting by the prefix of its name"},
    {SETTING, NULL, NULL, CML_ROLE_PARAM, "likely", "param, its values look chosen for each job"},
};

/* What a tracker calls a setting, or everybody knows as one, is no outcome. */
static bool may_be(const struct cml_infer_column *column, enum stage stage)
{
	return !column->decided &&
	       (stage != OUTCOME || (column->origin != CML_ORIGIN_SETTING &&
				     !cml_named(column, CML_NAME_KNOWN_SETTING)));
}

static bool is_taken(const struct cml_infer_rows *rows, enum cml_role role)
{
	if (role != CML_ROLE_STATUS && role != CML_ROLE_TIME && role != CML_ROLE_REASON)
		return false;
	CML_EACH_COLUMN (column, rows)
		if (column->decided && column->role == role)
			return true;
	return false;
}

static bool applies(struct cml_inference *infer, const struct rule *rule,
		    struct cml_infer_column *column)
{
	struct cml_look look = {infer, &infer->rows, ""};
	char words[CML_INFER_NOTE_SIZE];
	if (rule->stage != BESIDE)
		snprintf(look.detail, sizeof look.detail, "%s", infer->rows.metric->name);
	if (!may_be(column, rule->stage) ||
	    (rule->own ? !rule->own(column) : rule->evidence && !rule->evidence(&look, column)))
		return false;
	snprintf(words, sizeof words, rule->words, look.detail);
	column->reason = cml_infer_keep(infer, "%s: %s", rule->certainty, words);
	column->role = rule->role;
	return true;
}

/* All columns are looked at before one is decided: what one shows may be beside the others. */
static void apply(struct cml_inference *infer, enum stage stage)
{
	struct cml_infer_rows *rows = &infer->rows;
	for (size_t r = 0; r < sizeof role_rules / sizeof *role_rules; r++) {
		const struct rule *rule = &role_rules[r];
		if (rule->stage != stage)
			continue;
		CML_EACH_COLUMN (column, rows)
			column->is_candidate =
			    !is_taken(rows, rule->role) && applies(infer, rule, column);
		CML_EACH_COLUMN (column, rows) {
			if (!column->is_candidate || is_taken(rows, rule->role))
				continue;
			column->decided = true;
			column->is_outcome = stage == OUTCOME && rule->role == CML_ROLE_IGNORE;
		}
	}
}

static void note_metric(struct cml_inference *infer, bool is_odd)
{
	struct cml_infer_column *metric = infer->rows.metric;
	const char *goal = cml_infer_is_minimized(infer) ? "min" : "max";
	const char *guess = infer->metric ? "sure: metric as asked" : metric->reason;
	const char *turned = cml_infer_turned(infer);
	bool is_clear = cml_name_tells_goal(metric->plain);
	if (is_odd)
		cml_infer_note_odd(infer);
	if (!infer->direction && turned)
		cml_infer_note(infer, metric,
			       "%s; unsure: %s is taken for the goal, as %s (--goal)", guess, goal,
			       turned);
	else if (!infer->direction)
		cml_infer_note(infer, metric, "%s; %s%s is taken for the goal%s", guess,
			       is_clear ? "" : "unsure: ", goal, is_clear ? "" : " (--goal)");
	else if (!infer->metric)
		cml_infer_note(infer, metric, "%s", guess);
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a person should look at it: at what is not learned from, or not sure. */
static bool is_noted(const struct cml_infer_column *column)
{
	return column->role == CML_ROLE_ID || column->role == CML_ROLE_IGNORE ||
	       column->role == CML_ROLE_REASON || column->role == CML_ROLE_DERIVED ||
	       begins(column->reason, "unsure") ||
	       (column->role == CML_ROLE_CONTEXT && begins(column->reason, "sure"));
}

/* A latency beside a rate: what a service promises of it is a limit. */
static bool may_be_limit(const struct cml_inference *infer, const struct cml_infer_column *column)
{
	return column->is_outcome && column->is_number && column->lo > 0 &&
	       cml_named(column, CML_NAME_LATENCY) && !cml_infer_is_minimized(infer);
}

/* The middle of the numbers of a column, in two digits. */
static double example_bound(const struct cml_infer_column *column)
{
	double middle = sqrt(column->lo * column->hi);
	double units = pow(10, 1 - floor(log10(middle))); /* 9.6, not 96 times 0.1 */
	return round(middle * units) / units;
}

/* What a note says besides the reason; NULL: the column gets none here. */
static const char *advice_of(struct cml_inference *infer, const struct cml_infer_column *column)
{
	char advice[CML_UNIT_ADVICE_SIZE] = "";
	if (column == infer->rows.metric ||
	    (column->is_outcome && cml_infer_is_used_memory(column))) /* infer_size.c */
		return NULL;
	if (may_be_limit(infer, column))
		return cml_infer_keep(
		    infer,
		    "; to propose jobs that keep a bound, give it the role limit, the type "
		    "float and that bound as the domain, such as :%s",
		    CML_PRINTED(example_bound(column)));
	if (!is_noted(column))
		return NULL;
	return column->is_outcome
		   ? cml_infer_keep(infer, "%s", cml_infer_unit_advice(column, advice))
		   : "";
}

/* Columns with one reason share a line, where the first of them stands. */
static void tell(struct cml_inference *infer, struct cml_infer_column *column)
{
	struct cml_name_list names = {0};
	if (column->advice && *column->advice)
		cml_infer_note(infer, column, "%s%s", column->reason, column->advice);
	if (!column->advice || *column->advice)
		return;
	CML_EACH_COLUMN (other, &infer->rows) {
		if (!other->advice || *other->advice || strcmp(other->reason, column->reason) != 0)
			continue;
		if (other < column)
			return;
		cml_name_list_add(&names, other->name);
	}
	const char *listed = cml_name_list_end(&names);
	if (names.n > 1)
		cml_infer_note_line(infer, "columns %s: %s", listed, column->reason);
	else
		cml_infer_note(infer, column, "%s", column->reason);
}

/* A name that was asked for is known before the others are looked at; a guess comes after. */
static enum cml_result decide_beside(struct cml_inference *infer, struct cml_error *err)
{
	if (infer->metric && cml_infer_metric(infer, err) != CML_OK)
		return err->status;
	cml_infer_find_statistics(&infer->rows);
	apply(infer, BESIDE);
	return infer->metric ? CML_OK : cml_infer_metric(infer, err);
}

enum cml_result cml_infer_decide(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	size_t n_config = 0;
	if (cml_infer_refuse_rows(infer, err) != CML_OK || decide_beside(infer, err) != CML_OK)
		return err->status;
	cml_infer_find_ok_jobs(infer);
	bool is_odd = cml_infer_drop_texts(rows);
	cml_infer_note_placeholders(infer);
	apply(infer, OUTCOME);
	cml_infer_find_codes(rows);
	apply(infer, SETTING);
	if (infer->no_memory)
		return cml_fail_memory(err);
	note_metric(infer, is_odd);
	CML_EACH_COLUMN (column, rows)
		column->advice = advice_of(infer, column);
	CML_EACH_COLUMN (column, rows) {
		tell(infer, column);
		if (cml_is_config_role(column->role) && !is_noted(column))
			cml_infer_remark(infer, column);
		n_config += cml_is_config_role(column->role);
	}
	cml_infer_note_summary(infer);
	const char *dicts = cml_infer_note_dicts(infer, cml_infer_has_prefixes(rows));
	if (n_config > 0)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "no column is left that could be a setting%s%s%s",
			dicts ? ", but '" : "", dicts ? dicts : "",
			dicts ? "' holds several: make columns of them with cml-encode --expand"
			      : "");
}
