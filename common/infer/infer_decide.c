#include "infer/infer_decide.h"

#include "base/number.h"
#include "infer/infer_memory.h"
#include "infer/infer_outcome_note.h"
#include "infer/infer_role.h"
#include "infer/infer_status.h"
#include "infer/names/column_name.h"
#include "infer/names/context_name.h"
#include "infer/names/metric_name.h"
#include "math/correlation.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A text column with more levels than this, each in few rows, names things one
 * by one: nothing can be learned from it. */
#define MANY_LEVELS 30
#define MIN_ROWS_PER_LEVEL 20
/* A column that fewer rows have is no setting of this log. */
#define MIN_PRESENT 0.1
/* Rank correlation with the number of devices of a metric that is a total. */
#define MIN_GROWTH 0.5
#define PER_DEVICE_ERROR 0.01
#define PER_DEVICE_FRACTION 0.9
/* A column of numbers but for this fraction of cells was meant to be numeric. */
#define MOSTLY_NUMBERS 0.9

static void note_metric(struct cml_inference *infer, bool is_odd)
{
	struct cml_infer_column *metric = &infer->rows.columns[infer->rows.metric];
	const char *goal = cml_infer_is_minimized(infer) ? "min" : "max", *guess = metric->reason;
	if (is_odd)
		cml_infer_note_odd(infer, metric);
	bool clear = cml_name_tells_goal(metric->plain);
	if (!infer->options.metric)
		cml_infer_note(infer, metric,
			       infer->options.direction ? "%s"
			       : clear                  ? "%s; %s is taken for the goal"
				       : "%s; unsure: %s is taken for the goal (--goal)",
			       guess, goal);
	else if (!infer->options.direction)
		cml_infer_note(infer, metric, "sure: metric as asked; %s: %s is taken for the goal",
			       clear ? "likely" : "unsure", goal);
}

/* Whether times the devices a column is the metric, nearly everywhere. */
static bool is_per_device(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
			  const struct cml_infer_column *devices)
{
	const double *metric = rows->columns[rows->metric].sample;
	size_t n = 0, n_alike = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		double total = column->sample[i] * devices->sample[i];
		if (!rows->job_ok[i] || isnan(metric[i]) || isnan(total))
			continue;
		n++;
		n_alike += fabs(total - metric[i]) <= PER_DEVICE_ERROR * fabs(metric[i]);
	}
	return n > 0 && (double)n_alike >= PER_DEVICE_FRACTION * (double)n;
}

/* Rank correlation of the metric with the devices. */
static enum cml_result measure_growth(const struct cml_infer_rows *rows, const double *devices,
				      double *growth, struct cml_error *err)
{
	const double *metric = rows->columns[rows->metric].sample;
	double *x = cml_array_new(rows->n_rows, 2 * sizeof *x);
	size_t n = 0;
	if (!x)
		return cml_fail_memory(err);
	double *y = x + rows->n_rows;
	for (size_t i = 0; i < rows->n_rows; i++) {
		if (!rows->job_ok[i] || isnan(metric[i]) || isnan(devices[i]))
			continue;
		x[n] = devices[i];
		y[n++] = metric[i];
	}
	enum cml_result status = cml_spearman(n, x, y, growth, err);
	free(x);
	return status;
}

static const struct cml_infer_column *find_devices(const struct cml_infer_rows *rows)
{
	for (size_t i = 0; i < rows->n_columns; i++) {
		const struct cml_infer_column *column = &rows->columns[i];
		if (cml_is_config_role(column->role) && cml_infer_is_whole(column) &&
		    column->n_sample_distinct > 1 && cml_name_counts_devices(column->plain))
			return column;
	}
	return NULL;
}

/* A total over all devices says more of their number than of the settings. */
static enum cml_result note_per_device(struct cml_inference *infer, struct cml_error *err)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const struct cml_infer_column *devices = find_devices(rows);
	const char *metric = rows->columns[rows->metric].name;
	if (!devices || cml_infer_is_minimized(infer))
		return CML_OK;
	for (size_t i = 0; i < rows->n_columns; i++) {
		if (i == rows->metric || !cml_infer_is_number(&rows->columns[i]) ||
		    !is_per_device(rows, &rows->columns[i], devices))
			continue;
		cml_infer_note_line(infer,
				    "column '%s': a total over all '%s'; per device it is '%s' "
				    "(--metric %s)",
				    metric, devices->name, rows->columns[i].name,
				    rows->columns[i].name);
		return CML_OK;
	}
	double growth;
	enum cml_result status = measure_growth(rows, devices->sample, &growth, err);
	if (status == CML_OK && growth >= MIN_GROWTH)
		cml_infer_note_line(infer,
				    "column '%s': grows with '%s' (rank correlation %.2f); to "
				    "compare jobs of different sizes divide it by that",
				    metric, devices->name, growth);
	return status;
}

/* The rows of the sample in which no status says that the job is not ok. */
static enum cml_result find_ok_jobs(struct cml_inference *infer, size_t status,
				    struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	rows->job_ok = cml_array_new(rows->n_rows, sizeof *rows->job_ok);
	if (!rows->job_ok)
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n_rows; i++)
		rows->job_ok[i] = true;
	if (status == CML_NO_COLUMN)
		return CML_OK;
	struct cml_infer_column *column = &rows->columns[status];
	enum cml_result result = cml_infer_status_words(infer, column, err);
	for (size_t i = 0; i < rows->n_rows && column->is_exit; i++) {
		rows->job_ok[i] = !(column->sample[i] != 0);
		rows->has_failed = rows->has_failed || !rows->job_ok[i];
	}
	for (size_t word = 0; word < column->texts.n && result == CML_OK; word++) {
		double value = cml_unknown_symbol(column->texts.texts[word]);
		rows->has_oom = rows->has_oom || column->meanings[word] == CML_JOB_OOM;
		rows->has_failed = rows->has_failed || column->meanings[word] == CML_JOB_FAILED;
		for (size_t i = 0; i < rows->n_rows && !column->is_exit; i++)
			if (column->meanings[word] != CML_JOB_OK && column->sample[i] == value)
				rows->job_ok[i] = false;
	}
	return result;
}

static bool is_used_memory(const struct cml_infer_column *column)
{
	return column->suspicion != CML_SUSPECT_NOTHING && cml_infer_is_used_memory(column);
}

/* How a bound is written, where it is not known: devices of several kinds may have several sizes.
 */
static void advise_bound(struct cml_inference *infer, struct cml_infer_column *column,
			 const struct cml_infer_column *kinds)
{
	struct cml_buffer example = {0};
	char units[CML_UNIT_ADVICE_SIZE];
	bool ok = cml_buffer_printf(&example, ":78%c", '\0');
	if (ok && kinds) {
		size_t largest = cml_infer_largest_device(column, kinds, infer->rows.n_rows);
		example.size--;
		ok = cml_buffer_printf(&example, ", or of each device, as in :40 + 40 * (") &&
		     cml_infer_print_name(kinds->name, &example) &&
		     cml_buffer_append_string(&example, " == ") &&
		     cml_infer_print_text(kinds->texts.texts[largest], &example) &&
		     cml_buffer_append(&example, ")", sizeof ")");
	}
	infer->no_memory = infer->no_memory || !ok;
	if (ok)
		cml_infer_note(
		    infer, column,
		    "likely: outcome, memory that jobs used: to have it learned, give it "
		    "the role limit and its bound as the domain, such as %s%s",
		    example.data, cml_infer_unit_advice(column, units));
	cml_buffer_release(&example);
}

/* Memory that jobs used is a limit where it is known how much there is, or jobs had too little, or
 * failed for reasons that nobody tells: most of what people do not launch lacks memory. */
static void decide_memory(struct cml_inference *infer, struct cml_infer_column *column)
{
	struct cml_infer_rows *rows = &infer->rows;
	const struct cml_infer_column *devices, *kinds;
	struct cml_buffer bound = {0};
	size_t n_borrowed;
	kinds = cml_infer_several_devices(rows->columns, rows->n_columns);
	devices = cml_infer_memory_bound(column, rows, &bound);
	column->role = CML_ROLE_LIMIT;
	if (devices) {
		cml_infer_note(infer, column,
			       "likely: limit, its bound is the memory of the devices in '%s'; a "
			       "lower one leaves a margin",
			       devices->name);
	} else if ((rows->has_oom || rows->has_failed) && !cml_name_is_host(column->plain) &&
		   cml_infer_memory_used(column, kinds, rows, &bound, &n_borrowed)) {
		cml_infer_note(
		    infer, column,
		    "likely: limit, as jobs %s; its bound is the maximum that a "
		    "job used%s%s%s%s; the memory of the device is better",
		    rows->has_oom ? "ran out of memory" : "failed, and memory may be why",
		    kinds ? " with each '" : ", whatever its device", kinds ? kinds->name : "",
		    kinds ? "'" : "",
		    n_borrowed > 0 ? ", or with any if fewer than 8 jobs report it" : "");
	} else {
		column->role = CML_ROLE_IGNORE;
		advise_bound(infer, column, cml_name_is_host(column->plain) ? NULL : kinds);
	}
	column->bound = cml_arena_copy(&column->arena, cml_buffer_slice(&bound));
	infer->no_memory = infer->no_memory || !column->bound;
	cml_buffer_release(&bound);
}

static void ignore(struct cml_infer_column *column)
{
	column->decided = true;
	column->role = CML_ROLE_IGNORE;
}

/* `Llama-3-70B`, `mpt-1.3b`, `Mixtral-8x7B`: a name with letters, then a number and a B; GB is a
 * size of another kind. */
static bool names_model(struct cml_slice text)
{
	size_t end = text.size;
	if (end < 4 || (text.data[end - 1] != 'B' && text.data[end - 1] != 'b'))
		return false;
	size_t start = end - 1;
	while (start > 0 && ((text.data[start - 1] >= '0' && text.data[start - 1] <= '9') ||
			     text.data[start - 1] == '.' || text.data[start - 1] == 'x'))
		start--;
	return start > 1 && start < end - 1 && strchr("-_ /", text.data[start - 1]) &&
	       isalpha((unsigned char)text.data[0]);
}

/* `1B`, `3B`, `8B`: all texts are numbers of billions; only powers of two may be bytes. */
static bool holds_billions(const struct cml_infer_column *column)
{
	bool are_bytes = true;
	int exponent;
	for (size_t i = 0; i < column->texts.n; i++) {
		struct cml_slice text = column->texts.texts[i];
		double number;
		if (text.size < 2 || tolower((unsigned char)text.data[text.size - 1]) != 'b' ||
		    !cml_parse_double((struct cml_slice){text.data, text.size - 1}, &number))
			return false;
		are_bytes = are_bytes && frexp(number, &exponent) == 0.5;
	}
	return column->texts.n >= 2 && !are_bytes;
}

/* Most texts do. */
static bool holds_models(const struct cml_infer_column *column)
{
	size_t n = 0;
	if (holds_billions(column))
		return true;
	for (size_t i = 0; i < column->texts.n; i++)
		n += names_model(column->texts.texts[i]);
	return column->texts.n <= CML_INFER_MAX_LEVELS && n >= 2 && 2 * n > column->texts.n;
}

struct twin {
	const char *first, *second;
};

/* The next letter of a text that counts, a small one; -1: none. */
static int next_letter(struct cml_slice text, size_t *at)
{
	while (*at < text.size && text.data[*at] == ' ')
		++*at;
	if (*at == text.size)
		return -1;
	char c = text.data[(*at)++];
	return c == '-' ? '_' : tolower((unsigned char)c);
}

static bool are_alike(struct cml_slice a, struct cml_slice b)
{
	size_t i = 0, j = 0;
	int c;
	while ((c = next_letter(a, &i)) == next_letter(b, &j))
		if (c < 0)
			return true;
	return false;
}

/* Two texts that differ in the case of letters, in blanks, or in - and _ only. */
static bool find_twin(const struct cml_infer_column *column, struct twin *twin)
{
	for (size_t i = 0; i < column->texts.n && i < MANY_LEVELS; i++)
		for (size_t k = 0; k < i; k++) {
			twin->first = column->texts.texts[k].data;
			twin->second = column->texts.texts[i].data;
			if (are_alike(column->texts.texts[k], column->texts.texts[i]))
				return true;
		}
	return false;
}

static void decide_config(struct cml_inference *infer, struct cml_infer_column *column)
{
	struct twin twin;
	size_t n_present = cml_infer_n_present(column), n_levels = column->n_sample_distinct;
	bool is_named = cml_name_is_context(column->plain) || column->is_version;
	bool context = is_named || holds_models(column);
	column->is_code = cml_name_is_code(column->plain) && !cml_infer_is_bool(column) &&
			  cml_infer_is_short_list(column);
	bool text = cml_infer_is_text(column) && !cml_infer_is_bool(column);
	column->decided = true;
	column->role = context ? CML_ROLE_CONTEXT : CML_ROLE_PARAM;
	column->reason = is_named  ? "likely: context by its name"
			 : context ? "likely: context, it names models by their sizes"
			 : column->origin == CML_ORIGIN_SETTING
			     ? "likely: param, a setting by the prefix of its name"
			     : "likely: param, its values look chosen for each job";
	if (n_present == 0) {
		ignore(column);
		cml_infer_note(infer, column, "sure: ignore, every cell is missing");
	} else if (text && cml_infer_is_unlistable(column)) {
		ignore(column);
		cml_infer_note(infer, column,
			       "sure: ignore, its texts cannot be listed: more than %d, or one "
			       "holds '|' or looks like a "
			       "range",
			       CML_INFER_MAX_LEVELS);
	} else if (text && n_levels > MANY_LEVELS &&
		   column->n_sample_present / n_levels < MIN_ROWS_PER_LEVEL) {
		ignore(column);
		cml_infer_note(
		    infer, column,
		    "likely: ignore, %zu different texts in %zu rows are too many to learn from",
		    n_levels, column->n_sample_present);
	} else if ((double)n_present < MIN_PRESENT * (double)column->n_cells) {
		ignore(column);
		cml_infer_note(infer, column, "unsure: ignore, missing in %zu of %zu rows",
			       column->n_missing, column->n_cells);
	} else if (context && 2 * column->n_missing > column->n_cells) {
		ignore(column);
		cml_infer_note(infer, column,
			       "unsure: ignore, a context that %zu of %zu rows lack: a search asks "
			       "for its value",
			       column->n_missing, column->n_cells);
	} else if (cml_infer_is_constant(column)) {
		column->role = CML_ROLE_CONTEXT;
		cml_infer_note(infer, column, "sure: context, the same value in every row");
	} else if (text && (double)column->n_numbers >= MOSTLY_NUMBERS * (double)n_present) {
		char quoted[CML_QUOTE_SIZE];
		cml_infer_note(infer, column,
			       "unsure: text, as %zu of %zu cells are not numbers, such as %s",
			       n_present - column->n_numbers, n_present,
			       cml_text_quote(cml_slice_of(column->odd), quoted, sizeof quoted));
	} else if (text && find_twin(column, &twin)) {
		bool has_units = !context && cml_infer_has_units(column);
		char units[CML_UNIT_ADVICE_SIZE];
		cml_infer_note(
		    infer, column,
		    "%s; '%s' and '%s' are two levels: if they mean the same, write one%s%s",
		    column->reason, twin.first, twin.second,
		    has_units ? "; texts have no order" : "",
		    has_units ? cml_infer_unit_advice(column, units) : "");
	} else if (!context && text && cml_infer_has_units(column)) {
		char units[CML_UNIT_ADVICE_SIZE];
		cml_infer_note(infer, column, "%s; texts have no order%s", column->reason,
			       cml_infer_unit_advice(column, units));
	} else if (!context && column->is_low_in_failed) {
		cml_infer_note(infer, column,
			       "unsure: param, %g in all jobs without '%s' and more in all others: "
			       "if it is known only when a job has run, give it the role ignore",
			       column->low_value, infer->rows.columns[infer->rows.metric].name);
	} else if (cml_infer_is_whole(column) && n_present > MANY_LEVELS &&
		   n_levels == column->n_sample_present) {
		cml_infer_note(
		    infer, column,
		    "unsure: param, a different number in every row: a setting, or an id?");
	}
}

static void note_bookkeeping(struct cml_inference *infer, struct cml_infer_column *column)
{
	if (column->role == CML_ROLE_ID || column->role == CML_ROLE_IGNORE ||
	    strncmp(column->reason, "unsure", strlen("unsure")) == 0)
		cml_infer_note(infer, column, "%s", column->reason);
}

enum cml_result cml_infer_decide(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	const char *name = infer->options.metric;
	size_t job_status;
	enum cml_result status = cml_infer_refuse_units(infer, err);
	if (status == CML_OK && name)
		status = cml_infer_metric(rows->columns, rows->n_columns, name, &rows->metric, err);
	if (status == CML_OK)
		cml_infer_bookkeeping(rows->columns, rows->n_columns, &job_status);
	if (status == CML_OK && !name)
		status = cml_infer_metric(rows->columns, rows->n_columns, name, &rows->metric, err);
	if (status == CML_OK)
		status = find_ok_jobs(infer, job_status, err);
	for (size_t i = 0; status == CML_OK && i < rows->n_columns; i++)
		rows->candidate[i] = !rows->columns[i].decided;
	bool is_odd = status == CML_OK && cml_infer_drop_texts(rows);
	if (status == CML_OK)
		status = cml_infer_suspect(rows, err);
	if (status != CML_OK)
		return status;
	note_metric(infer, is_odd);
	size_t n_config = 0;
	for (size_t i = 0; i < rows->n_columns; i++) {
		struct cml_infer_column *column = &rows->columns[i];
		char units[CML_UNIT_ADVICE_SIZE];
		if (!rows->candidate[i])
			note_bookkeeping(infer, column);
		else if (is_used_memory(column))
			column->decided = true;
		else if (column->suspicion != CML_SUSPECT_NOTHING) {
			cml_infer_number_advice(infer, column, units);
			cml_infer_ignore_suspect(infer, column, units);
		} else
			decide_config(infer, column);
		n_config += cml_is_config_role(column->role);
	}
	cml_infer_note_summary(infer);
	const char *dicts = cml_infer_note_dicts(infer);
	if (infer->no_memory)
		return cml_fail_memory(err);
	if (n_config > 0)
		return note_per_device(infer, err);
	return cml_fail(err, CML_BAD_DATA, "no column is left that could be a setting%s%s%s",
			dicts ? ", but '" : "", dicts ? dicts : "",
			dicts ? "' holds several: make columns of them with cml-encode --expand"
			      : "");
}

void cml_infer_decide_memory(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	for (size_t i = 0; i < rows->n_columns; i++)
		if (rows->candidate[i] && is_used_memory(&rows->columns[i]))
			decide_memory(infer, &rows->columns[i]);
}
