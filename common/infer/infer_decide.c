#include "infer/infer_state.h"

#include "infer/names/names.h"
#include "space/space_text.h"

#include <math.h>
#include <string.h>

/* A text column with more levels than this, each in few rows, names things one
 * by one: nothing can be learned from it. */
#define MANY_LEVELS 30
#define MIN_ROWS_PER_LEVEL 20
/* A column that fewer rows have is no setting of this log. */
#define MIN_PRESENT 0.1
/* A column of numbers but for this fraction of cells was meant to be numeric. */
#define MOSTLY_NUMBERS 0.9

static void note_metric(struct cml_inference *infer, bool is_odd)
{
	struct cml_infer_column *metric = &infer->rows.columns[infer->rows.metric];
	const char *goal = cml_infer_is_minimized(infer) ? "min" : "max", *guess = metric->reason;
	const char *turned = cml_infer_turned(infer);
	if (is_odd)
		cml_infer_note_odd(infer, metric);
	bool clear = cml_name_tells_goal(metric->plain);
	if (turned && !infer->direction)
		cml_infer_note(infer, metric,
			       "%s; unsure: %s is taken for the goal, as %s (--goal)",
			       infer->metric ? "sure: metric as asked" : guess, goal, turned);
	else if (!infer->metric)
		cml_infer_note(infer, metric,
			       infer->direction ? "%s"
			       : clear          ? "%s; %s is taken for the goal"
						: "%s; unsure: %s is taken for the goal (--goal)",
			       guess, goal);
	else if (!infer->direction)
		cml_infer_note(infer, metric, "sure: metric as asked; %s: %s is taken for the goal",
			       clear ? "likely" : "unsure", goal);
}

/* The rows of the sample in which no status says that the job is not ok. */
static enum cml_result find_ok_jobs(struct cml_inference *infer, size_t status,
				    struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	if (!CML_NEW(&rows->job_ok, rows->n_rows) || !CML_NEW(&rows->failed, rows->n_rows))
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n_rows; i++)
		rows->job_ok[i] = true;
	if (status == CML_NO_COLUMN)
		return CML_OK;
	struct cml_infer_column *column = &rows->columns[status];
	if (cml_infer_status_words(infer, column, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < rows->n_rows && column->is_exit; i++) {
		rows->failed[i] = column->sample[i] != 0;
		rows->job_ok[i] = !rows->failed[i];
		rows->has_failed = rows->has_failed || rows->failed[i];
	}
	for (size_t word = 0; word < column->texts.n && !column->is_exit; word++) {
		double value = cml_unknown_symbol(column->texts.texts[word]);
		rows->has_oom = rows->has_oom || column->meanings[word] == CML_JOB_OOM;
		rows->has_failed = rows->has_failed || column->meanings[word] == CML_JOB_FAILED;
		for (size_t i = 0; i < rows->n_rows; i++)
			if (column->meanings[word] != CML_JOB_OK && column->sample[i] == value) {
				rows->job_ok[i] = false;
				rows->failed[i] = column->meanings[word] == CML_JOB_FAILED;
			}
	}
	return CML_OK;
}

/* Jobs without a metric, where most have one, failed if no status says otherwise. */
static void find_failed(struct cml_infer_rows *rows)
{
	const double *metric = rows->columns[rows->metric].sample;
	size_t n_present = 0;
	for (size_t i = 0; i < rows->n_rows; i++)
		n_present += isnan(metric[i]) ? 0 : 1;
	for (size_t i = 0; i < rows->n_rows && 2 * n_present > rows->n_rows; i++)
		rows->failed[i] = rows->failed[i] || (rows->job_ok[i] && isnan(metric[i]));
}

static void ignore(struct cml_infer_column *column)
{
	column->decided = true;
	column->role = CML_ROLE_IGNORE;
}

/* Whether settings have a prefix in this log: one column may be called so by chance. */
static bool has_marked_settings(const struct cml_infer_rows *rows)
{
	size_t n = 0;
	for (size_t i = 0; i < rows->n_columns; i++)
		n += rows->columns[i].origin == CML_ORIGIN_SETTING;
	return n >= 2;
}

/* Whether a column is a setting of learning where the metric is a speed. Switches of the same words
 * choose kernels: `fused_dropout`. */
static bool is_of_learning(const struct cml_inference *infer, const struct cml_infer_column *column)
{
	bool is_schedule = cml_name_has(column->plain, "lr learning_rate");
	return cml_name_is_learning(column->plain) && !cml_infer_is_constant(column) &&
	       (cml_infer_is_number(column) || is_schedule) && !cml_infer_is_bool(column) &&
	       cml_name_is_speed(infer->rows.columns[infer->rows.metric].plain);
}

/* Ignores what cannot be learned from as it is, with a note. */
static bool drop_config(struct cml_inference *infer, struct cml_infer_column *column, bool context,
			bool text)
{
	char advice[CML_UNIT_ADVICE_SIZE];
	size_t n_present = cml_infer_n_present(column), n_levels = column->n_sample_distinct;
	bool is_unmarked = !context && column->origin == CML_ORIGIN_UNKNOWN;
	ignore(column);
	if (n_present == 0)
		cml_infer_note(infer, column, "sure: ignore, every cell is missing");
	else if (is_unmarked && has_marked_settings(&infer->rows))
		cml_infer_note(infer, column,
			       "likely: ignore, no setting, as those have a prefix in this log");
	else if (is_of_learning(infer, column))
		cml_infer_note(infer, column,
			       "likely: ignore, of how well a run learns, not of '%.100s'",
			       infer->rows.columns[infer->rows.metric].name);
	else if (text && cml_infer_is_unlistable(column))
		cml_infer_note(infer, column,
			       "sure: ignore, its texts cannot be listed: more than %d, or one "
			       "holds a NUL byte",
			       CML_INFER_MAX_LEVELS);
	else if (text && n_levels > MANY_LEVELS &&
		 column->n_sample_present / n_levels < MIN_ROWS_PER_LEVEL)
		cml_infer_note(
		    infer, column,
		    "likely: ignore, %zu different texts in %zu rows are too many to learn from%s",
		    n_levels, column->n_sample_present, cml_infer_unit_advice(column, advice));
	else if ((double)n_present < MIN_PRESENT * (double)column->n_cells)
		cml_infer_note(infer, column, "unsure: ignore, missing in %zu of %zu rows",
			       column->n_missing, column->n_cells);
	else if (context && 2 * column->n_missing > column->n_cells)
		cml_infer_note(infer, column,
			       "unsure: ignore, a context that %zu of %zu rows lack: a search asks "
			       "for its value",
			       column->n_missing, column->n_cells);
	else
		return false;
	return true;
}

/* What a person should look at in a param or context. */
static void note_config(struct cml_inference *infer, struct cml_infer_column *column, bool text)
{
	size_t twins[2];
	char quoted[CML_QUOTE_SIZE], advice[CML_UNIT_ADVICE_SIZE], alike[CML_TWINS_SIZE];
	size_t n_present = cml_infer_n_present(column);
	bool has_units = text && column->role == CML_ROLE_PARAM && cml_infer_has_units(column);
	struct cml_slice date = cml_infer_find_sheet_date(column);
	if (text && date.size > 0 && !cml_name_is_time(column->plain))
		cml_infer_note(
		    infer, column,
		    "unsure: %s, %s looks like what a spreadsheet makes of 9.10 or 2-4: go "
		    "back to the file from before, and import this column as text",
		    cml_role_name(column->role), cml_text_quote(date, quoted, sizeof quoted));
	else if (text && (double)column->n_numbers >= MOSTLY_NUMBERS * (double)n_present)
		cml_infer_note(infer, column,
			       "unsure: text, as %zu of %zu cells are not numbers, such as %s; "
			       "where they mean that it is missing, add them to --na",
			       n_present - column->n_numbers, n_present,
			       cml_text_quote(cml_slice_of(column->odd), quoted, sizeof quoted));
	else if (text && cml_level_twins(column->texts.texts, column->texts.n, twins))
		cml_infer_note(infer, column, "%s; %s%s%s", column->reason,
			       cml_level_twins_print(column->texts.texts, twins, alike),
			       has_units ? "; texts have no order" : "",
			       has_units ? cml_infer_unit_advice(column, advice) : "");
	else if (has_units)
		cml_infer_note(infer, column, "%s; texts have no order%s", column->reason,
			       cml_infer_unit_advice(column, advice));
	else if (cml_infer_is_whole(column) && n_present > MANY_LEVELS &&
		 !cml_name_is_known_setting(column->plain) &&
		 column->n_sample_distinct == column->n_sample_present)
		cml_infer_note(
		    infer, column,
		    "unsure: param, a different number in every row: a setting, or an id?");
}

/* Names a value that is probably a typo for another, and where it is. */
static void note_typo(struct cml_inference *infer, struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const char *meant;
	size_t symbol, row = 0;
	if (!cml_infer_find_typo(column, &symbol, &meant))
		return;
	struct cml_slice text = column->texts.texts[symbol];
	while (row < rows->n_rows && !cml_infer_has_text(text, column->sample[row]))
		row++;
	if (row < rows->n_rows)
		cml_infer_note(
		    infer, column,
		    "%s; '%.64s' is in %zu of %zu rows, %s:%zu: correct it if '%.64s' is "
		    "meant",
		    column->reason, text.data, column->text_counts[symbol],
		    cml_infer_n_present(column), rows->places[row].file, rows->places[row].line,
		    meant);
}

static void decide_config(struct cml_inference *infer, struct cml_infer_column *column)
{
	bool context = cml_name_is_context(column->plain) || column->is_version ||
		       (cml_name_is_id(column->plain) && !cml_name_may_be_setting(column->plain));
	bool is_model = !context && cml_infer_names_models(column);
	context = context || is_model;
	column->is_code =
	    (cml_name_is_code(column->plain) && !cml_infer_is_bool(column) &&
	     cml_infer_is_short_list(column)) ||
	    (cml_infer_is_spelled(column) && column->texts.n <= CML_INFER_MAX_NUMBERS);
	bool text = cml_infer_is_text(column) && !cml_infer_is_bool(column);
	if (drop_config(infer, column, context, text))
		return;
	column->role = context ? CML_ROLE_CONTEXT : CML_ROLE_PARAM;
	column->reason = is_model  ? "likely: context, its texts have the sizes of models"
			 : context ? "likely: context by its name"
			 : column->origin == CML_ORIGIN_SETTING
			     ? "likely: param, a setting by the prefix of its name"
			     : "likely: param, its values look chosen for each job";
	if (!cml_infer_is_constant(column)) {
		note_config(infer, column, text);
		note_typo(infer, column);
		return;
	}
	column->role = CML_ROLE_CONTEXT;
	cml_infer_note(infer, column, "sure: context, the same value in every row");
}

static void note_bookkeeping(struct cml_inference *infer, struct cml_infer_column *column)
{
	if (column->role == CML_ROLE_ID || column->role == CML_ROLE_IGNORE ||
	    strncmp(column->reason, "unsure", strlen("unsure")) == 0)
		cml_infer_note(infer, column, "%s", column->reason);
}

/* The metric, the columns beside the jobs, and which jobs ran. */
static enum cml_result decide_beside(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	const char *name = infer->metric;
	size_t job_status;
	if (cml_infer_refuse_units(infer, err) != CML_OK ||
	    cml_infer_refuse_long(infer, err) != CML_OK)
		return err->status;
	if (name &&
	    cml_infer_metric(rows->columns, rows->n_columns, name, &rows->metric, err) != CML_OK)
		return err->status;
	cml_infer_bookkeeping(rows->columns, rows->n_columns, &job_status);
	if (!name &&
	    cml_infer_metric(rows->columns, rows->n_columns, name, &rows->metric, err) != CML_OK)
		return err->status;
	return find_ok_jobs(infer, job_status, err);
}

enum cml_result cml_infer_decide(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	char units[CML_UNIT_ADVICE_SIZE];
	if (decide_beside(infer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < rows->n_columns; i++)
		rows->candidate[i] = !rows->columns[i].decided;
	bool is_odd = cml_infer_drop_texts(rows);
	find_failed(rows);
	if (cml_infer_note_placeholders(infer, err) != CML_OK ||
	    cml_infer_find_outcomes(infer, err) != CML_OK)
		return err->status;
	note_metric(infer, is_odd);
	size_t n_config = 0;
	for (size_t i = 0; i < rows->n_columns; i++) {
		struct cml_infer_column *column = &rows->columns[i];
		if (!rows->candidate[i])
			note_bookkeeping(infer, column);
		else if (!column->outcome)
			decide_config(infer, column);
		else {
			ignore(column);
			if (!cml_infer_is_used_memory(column))
				cml_infer_note(infer, column, "%s%s", column->outcome,
					       cml_infer_unit_advice(column, units));
		}
		n_config += cml_is_config_role(column->role);
	}
	cml_infer_note_summary(infer);
	cml_infer_note_thousands(infer);
	const char *dicts = cml_infer_note_dicts(infer, has_marked_settings(rows));
	if (infer->no_memory)
		return cml_fail_memory(err);
	if (n_config > 0)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "no column is left that could be a setting%s%s%s",
			dicts ? ", but '" : "", dicts ? dicts : "",
			dicts ? "' holds several: make columns of them with cml-encode --expand"
			      : "");
}
