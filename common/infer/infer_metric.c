/* Which column is the metric. */
#include "infer/infer_state.h"

#include "base/memory.h"
#include "base/text.h"
#include "infer/names/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each number of a property of devices or models, such as their tflops, is in so many rows. */
#define MIN_PROPERTY_REPEATS 20

/* Of readings that a person may mean. */
#define MIN_OTHER_RANK 12

bool cml_infer_is_ours(const struct cml_infer_column *column)
{
	return strncmp(column->name, "cml_", 4) == 0;
}

/* A log may hold `Unknown` or `n/a` where a job has no metric, and `OOM` in any number. */
bool cml_infer_is_mostly_numbers(const struct cml_infer_column *column)
{
	size_t n_words = 0;
	enum cml_job_status status;
	for (size_t i = 0; i < column->texts.n && column->n_numbers > 0; i++)
		if (cml_job_status_of_metric(column->texts.texts[i], &status))
			n_words += column->text_counts[i];
	return 2 * column->n_numbers > cml_infer_n_present(column) - n_words;
}

static bool may_be_metric(const struct cml_infer_column *column)
{
	return column->n_distinct_numbers > 1 && !column->decided && !cml_infer_is_bool(column) &&
	       !cml_infer_is_ours(column) && column->origin != CML_ORIGIN_SETTING;
}

/* Whether no cell has more than how a job ended. */
static bool has_only_failures(const struct cml_infer_column *column)
{
	enum cml_job_status status;
	size_t n = 0;
	for (size_t i = 0; i < column->texts.n; i++)
		n += cml_job_status_of_metric(column->texts.texts[i], &status);
	return n == column->texts.n;
}

static enum cml_result fail_no_number(const struct cml_infer_column *column, bool is_asked,
				      struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE], advice[CML_ADVICE_SIZE];
	if (!column->odd || has_only_failures(column))
		return cml_fail(err, CML_BAD_DATA, "the metric '%s' is missing in every row: %s%s",
				column->name, CML_INFER_NO_JOB_RAN,
				is_asked ? "" : "; or name another column with --metric");
	struct cml_slice odd = cml_slice_of(column->odd);
	bool is_mixed = cml_infer_mixes_units(column);
	if (strstr(column->odd, "\302\261") || strstr(column->odd, "+/-"))
		return cml_fail(err, CML_BAD_DATA,
				"the metric '%s' is a text with a deviation, such as %s: cut that "
				"off with sed -E 's; *(\302\261|[+]/-) *[0-9.e-]+;;g' FILE",
				column->name, cml_text_quote(odd, quoted, sizeof quoted));
	return cml_fail(
	    err, CML_BAD_DATA,
	    "the metric '%s' is a text%s, such as %s%s; write plain numbers, all in one unit%s",
	    column->name, column->n_numbers == 0 ? " in every row" : " in most rows",
	    cml_text_quote(odd, quoted, sizeof quoted),
	    is_mixed ? " beside other units" : cml_number_advice(odd, advice),
	    is_asked ? "" : "; or name another column with --metric");
}

static bool is_named_metric(const struct cml_infer_column *column)
{
	return may_be_metric(column) && cml_infer_is_mostly_numbers(column) &&
	       cml_name_is_metric(column->plain);
}

static enum cml_result take_named_metric(struct cml_infer_column *columns, size_t n_columns,
					 const char *name, size_t *metric, struct cml_error *err)
{
	struct cml_name_list others = {0};
	for (size_t i = 0; i < n_columns; i++) {
		if (is_named_metric(&columns[i]))
			cml_name_list_add(&others, columns[i].name);
		if (strcmp(columns[i].name, name) != 0)
			continue;
		if (columns[i].n_numbers == 0)
			return fail_no_number(&columns[i], true, err);
		*metric = i;
		return CML_OK;
	}
	const char **names = cml_array_new(n_columns, sizeof *names), *nearest = NULL;
	for (size_t i = 0; names && i < n_columns; i++)
		names[i] = columns[i].name;
	if (names)
		nearest = cml_text_nearest(cml_slice_of(name), names, n_columns);
	free(names);
	if (nearest)
		return cml_fail(err, CML_BAD_DATA,
				"the table has no column '%s' to be the metric; did you mean '%s'?",
				name, nearest);
	return cml_fail(err, CML_BAD_DATA, "the table has no column '%s' to be the metric%s%s",
			name, others.n > 0 ? "; by their names these may be it: " : "",
			cml_name_list_end(&others));
}

/* Readings of one thing for less than the job, or as a statistic, come after the reading itself;
 * so do columns that fewer than half as many jobs have. */
static int rank_of(const struct cml_infer_column *columns, size_t n_columns, size_t at)
{
	int rank = 4 * cml_name_metric_rank(columns[at].plain);
	for (size_t i = 0; i < n_columns; i++) {
		if (i == at || !is_named_metric(&columns[i]))
			continue;
		if (cml_name_extends(columns[at].plain, columns[i].plain))
			rank -= 1;
		if (2 * columns[at].n_numbers < columns[i].n_numbers ||
		    cml_name_predicts(columns[at].plain, columns[i].plain))
			rank -= 100;
	}
	/* A speed is seldom the same twice. */
	if (MIN_PROPERTY_REPEATS * columns[at].n_distinct_numbers < columns[at].n_numbers)
		rank -= 100;
	return rank;
}

/* Whether the texts of a column are numbers with something around them, as `980 ± 12`. */
static bool is_number_with_more(const struct cml_infer_column *column)
{
	char advice[CML_ADVICE_SIZE];
	bool begins = column->odd[0] >= '0' && column->odd[0] <= '9';
	return *cml_number_advice(cml_slice_of(column->odd), advice) ||
	       (begins && 2 * column->n_sample_distinct > column->n_sample_present);
}

/* Whether a column is called like a metric, but has numbers with something around them, or none. */
static bool is_unreadable_metric(const struct cml_infer_column *column)
{
	bool is_empty = cml_infer_n_present(column) == 0;
	bool is_spoilt = column->odd && !cml_infer_is_mostly_numbers(column) &&
			 cml_infer_n_dates(column) == 0 &&
			 (is_number_with_more(column) || has_only_failures(column));
	return (is_empty || is_spoilt) && !cml_infer_is_ours(column) &&
	       cml_name_is_metric(column->plain) && !cml_name_is_memory(column->plain);
}

static bool is_statistic(const struct cml_infer_column *column)
{
	return may_be_metric(column) && column->is_statistic;
}

/* The last of those of the highest rank; CML_NO_COLUMN: none. */
static size_t best_named(const struct cml_infer_column *columns, size_t n_columns,
			 bool (*is_candidate)(const struct cml_infer_column *))
{
	size_t best = CML_NO_COLUMN;
	int best_rank = 0;
	for (size_t i = 0; i < n_columns; i++) {
		if (!is_candidate(&columns[i]))
			continue;
		int rank = rank_of(columns, n_columns, i);
		if (best == CML_NO_COLUMN || rank >= best_rank) {
			best = i;
			best_rank = rank;
		}
	}
	return best;
}

/* The last column of numbers that is not called like what people tune, of those that a tracker
 * calls results if there are any; CML_NO_COLUMN: none. */
static size_t last_metric(const struct cml_infer_column *columns, size_t n_columns)
{
	size_t last = CML_NO_COLUMN;
	for (size_t i = 0; i < n_columns; i++)
		if (may_be_metric(&columns[i]) && cml_infer_is_number(&columns[i]) &&
		    !cml_name_is_context(columns[i].plain) &&
		    !cml_name_is_tuned(columns[i].plain) &&
		    (last == CML_NO_COLUMN || columns[last].origin != CML_ORIGIN_RESULT ||
		     columns[i].origin == CML_ORIGIN_RESULT))
			last = i;
	return last;
}

/* Numbers with something around them, hardly one twice, behind the column that would be taken. */
static size_t find_spoilt(const struct cml_infer_column *columns, size_t n_columns, size_t last)
{
	for (size_t i = n_columns; i-- > 0 && (last == CML_NO_COLUMN || i > last);)
		if (!columns[i].decided && !cml_name_is_context(columns[i].plain) &&
		    2 * columns[i].n_sample_distinct > columns[i].n_sample_present &&
		    cml_infer_has_units(&columns[i]))
			return i;
	return CML_NO_COLUMN;
}

static enum cml_result guess_metric(const struct cml_infer_column *columns, size_t n_columns,
				    size_t *metric, struct cml_error *err)
{
	size_t unreadable = best_named(columns, n_columns, is_unreadable_metric);
	*metric = best_named(columns, n_columns, is_named_metric);
	if (unreadable != CML_NO_COLUMN &&
	    (*metric == CML_NO_COLUMN ||
	     (columns[unreadable].odd && cml_name_metric_rank(columns[unreadable].plain) >
					     cml_name_metric_rank(columns[*metric].plain))))
		return fail_no_number(&columns[unreadable], false, err);
	if (*metric == CML_NO_COLUMN)
		*metric = best_named(columns, n_columns, is_statistic);
	if (*metric == CML_NO_COLUMN) {
		*metric = last_metric(columns, n_columns);
		unreadable = find_spoilt(columns, n_columns, *metric);
		if (unreadable != CML_NO_COLUMN)
			return fail_no_number(&columns[unreadable], false, err);
	}
	if (*metric == CML_NO_COLUMN)
		return cml_fail(
		    err, CML_BAD_DATA,
		    "no column can be the metric: only settings have numbers (--metric)");
	return CML_OK;
}

/* Why the metric is it, and which others a person may mean: no times of whole jobs, statistics, or
 * the same for less than the job. */
static const char *reason_for_name(struct cml_infer_column *columns, size_t n_columns,
				   size_t metric)
{
	struct cml_name_list others = {0};
	char text[CML_NAME_LIST_SIZE + 64];
	for (size_t i = 0; i < n_columns; i++)
		if (i != metric && is_named_metric(&columns[i]) &&
		    !cml_name_extends(columns[i].plain, columns[metric].plain) &&
		    rank_of(columns, n_columns, i) >= MIN_OTHER_RANK)
			cml_name_list_add(&others, columns[i].name);
	if (others.n == 0)
		return "likely: metric by its name";
	snprintf(text, sizeof text, "likely: metric by its name, not %s (--metric)",
		 cml_name_list_end(&others));
	return cml_arena_copy(&columns[metric].arena, cml_slice_of(text));
}

enum cml_result cml_infer_metric(struct cml_infer_column *columns, size_t n_columns,
				 const char *name, size_t *metric, struct cml_error *err)
{
	enum cml_result status = name ? take_named_metric(columns, n_columns, name, metric, err)
				      : guess_metric(columns, n_columns, metric, err);
	if (status != CML_OK)
		return status;
	struct cml_infer_column *column = &columns[*metric];
	column->reason = name                      ? "metric as asked"
			 : is_named_metric(column) ? reason_for_name(columns, n_columns, *metric)
			 : column->is_statistic    ? "unsure: metric as a statistic of readings"
						   : "unsure: metric as the last column of numbers";
	if (!column->reason)
		return cml_fail_memory(err);
	column->decided = true;
	column->role = CML_ROLE_METRIC;
	return CML_OK;
}
