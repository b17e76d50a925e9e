/* Which column is the metric. */
#include "infer/infer_state.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Each number of a property of devices or models, such as their tflops, is in so many rows. */
#define MIN_PROPERTY_REPEATS 20

/* Of readings that a person may mean. */
#define MIN_OTHER_RANK 12

bool cml_infer_is_ours(const struct cml_infer_column *column)
{
	return strncmp(column->name, "cml_", 4) == 0;
}

/* Of what a cell says in place of a number: how a job ended. */
static bool is_end(struct cml_slice text)
{
	enum cml_job_status status;
	return cml_job_status_of_metric(text, &status);
}

/* A log may hold `Unknown` or `n/a` where a job has no metric, and `OOM` in any number. */
bool cml_infer_is_mostly_numbers(const struct cml_infer_column *column)
{
	size_t n_words;
	if (column->n_numbers == 0)
		return false;
	cml_infer_count_texts(column, is_end, &n_words);
	return 2 * column->n_numbers > column->n_present - n_words;
}

static bool may_be_metric(const struct cml_infer_column *column)
{
	return column->n_distinct_numbers > 1 && !column->decided && !column->is_bool &&
	       !cml_infer_is_ours(column) && column->origin != CML_ORIGIN_SETTING;
}

static bool is_failure(struct cml_slice text)
{
	enum cml_job_status status;
	return cml_job_status_of_metric(text, &status) && status != CML_JOB_OK;
}

/* Whether no cell has more than how a job failed. */
static bool has_only_failures(const struct cml_infer_column *column)
{
	return cml_infer_count_texts(column, is_failure, NULL) == column->texts.n;
}

#define WAY_SIZE 400
#define MAX_NAME 80

static bool is_plain_text(const char *text, size_t size)
{
	size_t i = 0;
	while (i < size && (strchr(" _/%-", text[i]) || isalnum((unsigned char)text[i])))
		i++;
	return i == size;
}

/* Whether every number among the cells has this unit. */
static bool all_have(const struct cml_infer_column *column, struct cml_slice unit)
{
	for (size_t i = 0; i < column->texts.n; i++) {
		struct cml_loose_number number = cml_number_loose(column->texts.texts[i]);
		if (number.kind != CML_LOOSE_NONE && !cml_slice_equal(number.unit, unit))
			return false;
	}
	return column->n_numbers == 0;
}

/* How to keep what the unit of cells says: it goes behind the name where that tells the goal then;
 * a command that does it where all cells have that unit. */
static void find_way(const struct cml_infer_column *column, const struct cml_loose_number *number,
		     char way[WAY_SIZE])
{
	char name[CML_WORDS_SIZE] = "", head[WAY_SIZE] = "";
	const char *unit = number->unit.data;
	int size = (int)number->unit.size, n = 0;
	snprintf(name, sizeof name, "%.80s (%.*s)", column->name, size, unit);
	if (!cml_name_is_minimized(column->plain) && cml_name_is_minimized(name)) {
		n = snprintf(way, WAY_SIZE, ", and call it '%s', of which less is better", name);
		snprintf(head, sizeof head, "1s#(^|[\",;\\t])%.80s([\",;\\t\\r]|$)#\\1%s\\2#; ",
			 column->name, name);
	}
	bool is_easy = number->scale == 1 && all_have(column, number->unit) &&
		       is_plain_text(unit, number->unit.size) &&
		       is_plain_text(column->name, strlen(column->name)) &&
		       strlen(column->name) <= MAX_NAME;
	way[n] = '\0';
	if (is_easy)
		snprintf(way + n, (size_t)(WAY_SIZE - n),
			 ": sed -E '%ss#([0-9]) *%.*s([\",;\\t\\r]|$)#\\1\\2#g' FILE", head, size,
			 unit);
}

static enum cml_result fail_no_number(const struct cml_infer_column *column, bool is_asked,
				      struct cml_error *err)
{
	char advice[CML_ADVICE_SIZE];
	if (!column->odd || has_only_failures(column))
		return cml_fail(err, CML_BAD_DATA, "the metric '%s' is missing in every row: %s%s",
				column->name, CML_INFER_NO_JOB_RAN,
				is_asked ? "" : "; or name another column with --metric");
	struct cml_slice odd = cml_slice_of(column->odd);
	struct cml_loose_number number = cml_number_loose(odd);
	char way[WAY_SIZE] = "";
	const char *said = cml_number_advice(odd, advice);
	if (number.kind == CML_LOOSE_UNIT && column->n_numbers == 0 &&
	    !all_have(column, number.unit))
		said = " beside other units";
	else if (number.kind == CML_LOOSE_UNIT)
		find_way(column, &number, way);
	return cml_fail(
	    err, CML_BAD_DATA,
	    "the metric '%s' is a text%s, such as %s%s; write plain numbers, all in one unit%s%s",
	    column->name, column->n_numbers == 0 ? " in every row" : " in most rows",
	    CML_QUOTED(odd), said, way, is_asked ? "" : "; or name another column with --metric");
}

static bool is_named_metric(const struct cml_infer_column *column)
{
	return may_be_metric(column) && cml_infer_is_mostly_numbers(column) &&
	       cml_named(column, CML_NAME_METRIC);
}

static enum cml_result fail_no_column(const struct cml_inference *infer, struct cml_error *err)
{
	const struct cml_infer_rows *rows = &infer->rows;
	struct cml_name_list others = {0};
	AUTOFREE const char **names = NULL;
	if (!CML_NEW(&names, rows->n_columns))
		return cml_fail_memory(err);
	CML_EACH_COLUMN (column, rows) {
		names[column - rows->columns] = column->name;
		if (is_named_metric(column))
			cml_name_list_add(&others, column->name);
	}
	const char *nearest = cml_text_nearest(cml_slice_of(infer->metric), names, rows->n_columns);
	if (nearest)
		return cml_fail(err, CML_BAD_DATA,
				"the table has no column '%s' to be the metric; did you mean '%s'?",
				infer->metric, nearest);
	return cml_fail(err, CML_BAD_DATA, "the table has no column '%s' to be the metric%s%s",
			infer->metric, others.n > 0 ? "; by their names these may be it: " : "",
			cml_name_list_end(&others));
}

static enum cml_result take_named_metric(struct cml_inference *infer, struct cml_error *err)
{
	CML_EACH_COLUMN (column, &infer->rows) {
		if (strcmp(column->name, infer->metric) != 0)
			continue;
		infer->rows.metric = column;
		column->reason = "metric as asked";
		return column->n_numbers > 0 ? CML_OK : fail_no_number(column, true, err);
	}
	return fail_no_column(infer, err);
}

/* Readings of one thing for less than the job, or as a statistic, come after the reading itself;
 * so do columns that fewer than half as many jobs have, and those beside what a prefix calls a
 * result. */
static int rank_of(const struct cml_infer_rows *rows, const struct cml_infer_column *column)
{
	int rank = 4 * cml_name_metric_rank(column->plain);
	CML_EACH_COLUMN (other, rows) {
		if (other == column || !is_named_metric(other))
			continue;
		if (cml_name_extends(column->plain, other->plain))
			rank -= 1;
		if (2 * column->n_numbers < other->n_numbers ||
		    cml_name_predicts(column->plain, other->plain) ||
		    (other->origin == CML_ORIGIN_RESULT && column->origin != CML_ORIGIN_RESULT &&
		     cml_name_metric_rank(other->plain) > 0))
			rank -= 100;
	}
	/* A speed is seldom the same twice. */
	if (MIN_PROPERTY_REPEATS * column->n_distinct_numbers < column->n_numbers)
		rank -= 100;
	return rank;
}

/* Whether the texts of a column are numbers with something around them, as `980 ± 12`. */
static bool is_number_with_more(const struct cml_infer_column *column)
{
	char advice[CML_ADVICE_SIZE];
	bool begins = column->odd[0] >= '0' && column->odd[0] <= '9';
	return *cml_number_advice(cml_slice_of(column->odd), advice) ||
	       (begins && cml_infer_seldom_repeats(column));
}

/* Whether a column is called like a metric, but has numbers with something around them, or none. */
static bool is_unreadable_metric(const struct cml_infer_column *column)
{
	bool is_empty = column->n_present == 0;
	bool is_spoilt = column->odd && !cml_infer_is_mostly_numbers(column) &&
			 cml_infer_n_dates(column) == 0 &&
			 (is_number_with_more(column) || has_only_failures(column));
	return (is_empty || is_spoilt) && !cml_infer_is_ours(column) &&
	       cml_named(column, CML_NAME_METRIC) && !cml_named(column, CML_NAME_MEMORY);
}

static bool is_statistic(const struct cml_infer_column *column)
{
	return may_be_metric(column) && column->is_statistic;
}

/* The last of those of the highest rank; NULL: none. */
static struct cml_infer_column *best_named(const struct cml_infer_rows *rows,
					   bool (*is_candidate)(const struct cml_infer_column *))
{
	struct cml_infer_column *best = NULL;
	int best_rank = 0;
	CML_EACH_COLUMN (column, rows) {
		int rank;
		if (!is_candidate(column) || ((rank = rank_of(rows, column)) < best_rank && best))
			continue;
		best = column;
		best_rank = rank;
	}
	return best;
}

/* The last column of numbers, or of such as hardly come twice beside words, that is not called like
 * what people tune, memory after all others, of those that a tracker calls results if there are
 * any; NULL: none. */
static struct cml_infer_column *last_metric(const struct cml_infer_rows *rows)
{
	struct cml_infer_column *last = NULL;
	CML_EACH_COLUMN (column, rows)
		if (may_be_metric(column) && cml_infer_is_mostly_numbers(column) &&
		    (column->is_number || cml_infer_seldom_repeats(column)) &&
		    !cml_name_is_context(column->plain) && !cml_named(column, CML_NAME_TUNED) &&
		    (!last || cml_named(last, CML_NAME_MEMORY) ||
		     !cml_named(column, CML_NAME_MEMORY)) &&
		    (!last || last->origin != CML_ORIGIN_RESULT ||
		     column->origin == CML_ORIGIN_RESULT))
			last = column;
	return last;
}

/* The last column of numbers with something around them, hardly one twice, beside words or not;
 * NULL: none. */
static struct cml_infer_column *last_spoilt(const struct cml_infer_rows *rows, bool has_words)
{
	struct cml_infer_column *last = NULL;
	CML_EACH_COLUMN (column, rows)
		if (!column->decided && !cml_name_is_context(column->plain) && column->odd &&
		    cml_infer_seldom_repeats(column) &&
		    (has_words ? is_number_with_more(column) : cml_infer_has_units(column)))
			last = column;
	return last;
}

/* Why the metric is it, and which others a person may mean: no times of whole jobs, statistics, or
 * the same for less than the job. */
static const char *reason_for_name(struct cml_inference *infer,
				   const struct cml_infer_column *metric)
{
	struct cml_name_list others = {0};
	CML_EACH_COLUMN (column, &infer->rows)
		if (column != metric && is_named_metric(column) &&
		    !cml_name_extends(column->plain, metric->plain) &&
		    rank_of(&infer->rows, column) >= MIN_OTHER_RANK)
			cml_name_list_add(&others, column->name);
	if (others.n == 0)
		return "likely: metric by its name";
	return cml_infer_keep(infer, "likely: metric by its name, not %s (--metric)",
			      cml_name_list_end(&others));
}

/* By its name, as a statistic, or the last column of numbers; not where one that cannot be read
 * comes before. */
static enum cml_result guess_metric(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	const struct cml_infer_column *unreadable = best_named(rows, is_unreadable_metric);
	struct cml_infer_column *metric = best_named(rows, is_named_metric);
	bool is_better =
	    unreadable && metric && unreadable->odd &&
	    cml_name_metric_rank(unreadable->plain) > cml_name_metric_rank(metric->plain);
	if (is_better || (unreadable && !metric))
		return fail_no_number(unreadable, false, err);
	if (metric) {
		metric->reason = reason_for_name(infer, metric);
	} else if ((metric = best_named(rows, is_statistic))) {
		metric->reason = "unsure: metric as a statistic of readings";
	} else {
		metric = last_metric(rows);
		unreadable = last_spoilt(rows, !metric);
		if (unreadable && (!metric || unreadable > metric))
			return fail_no_number(unreadable, false, err);
		if (!metric)
			return cml_fail(
			    err, CML_BAD_DATA,
			    "no column can be the metric: only settings have numbers (--metric)");
		metric->reason = "unsure: metric as the last column of numbers";
	}
	rows->metric = metric;
	return CML_OK;
}

/* The unit that a column of its own has becomes part of the name: `Result (Queries/s)`. */
static void take_unit(struct cml_inference *infer)
{
	struct cml_infer_column *metric = infer->rows.metric;
	CML_EACH_COLUMN (unit, &infer->rows)
		if (unit->is_text && unit->texts.n == 1 &&
		    (cml_name_is(unit->plain, "unit units") ||
		     (cml_name_extends(unit->plain, metric->name) &&
		      cml_name_has(unit->plain, "unit units")))) {
			metric->plain = cml_infer_keep(infer, "%s (%s)", metric->plain,
						       unit->texts.texts[0].data);
			return;
		}
}

enum cml_result cml_infer_metric(struct cml_inference *infer, struct cml_error *err)
{
	if ((infer->metric ? take_named_metric(infer, err) : guess_metric(infer, err)) != CML_OK)
		return err->status;
	take_unit(infer);
	infer->rows.metric->decided = true;
	infer->rows.metric->role = CML_ROLE_METRIC;
	return CML_OK;
}
