/* What speaks for a status, a time, an id, and what else stands beside the jobs. */
#include "infer/infer_role.h"

#include "base/date.h"
#include "space/config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char error_words[] = "error errors err errs exception exceptions";

#define MAX_STATUS_WORDS 30
#define MIN_KNOWN_PER_OTHER 20
/* Fewer rows do not show that a column is a counter, or never repeats. */
#define MIN_COUNTER_ROWS 100
#define MIN_UNIQUE_ROWS 10
#define MIN_SHARING 20 /* jobs of one name */
#define MIN_JOBS_PER_DAY 3
#define MIN_MILLISECONDS 5e11

/* Whether the meaning of a word is known, or guessed from a part of it, or is that a job had not
 * ended. */
static bool is_status_word(struct cml_slice word)
{
	enum cml_job_status status;
	const char *part = NULL;
	if (cml_job_status_parse(word, &status))
		return true;
	cml_job_status_guess(word, &part);
	return part || cml_job_status_is_unfinished(word);
}

static bool is_known_word(struct cml_slice word)
{
	enum cml_job_status status;
	return cml_job_status_parse(word, &status);
}

/* How many cells hold words of a status. */
static size_t count_status_cells(const struct cml_infer_column *column)
{
	size_t n;
	cml_infer_count_texts(column, is_status_word, &n);
	return n;
}

/* Whether the words of a column separate jobs that ran from others. */
static bool separates_outcomes(const struct cml_infer_column *column)
{
	size_t n_ok = cml_infer_count_texts(column, cml_infer_says_ok, NULL);
	return n_ok > 0 && cml_infer_count_texts(column, is_status_word, NULL) > n_ok;
}

static bool has_digit(struct cml_slice text)
{
	return strpbrk(text.data, "0123456789");
}

/* Whether no cell has a digit. */
static bool has_words_only(const struct cml_infer_column *column)
{
	return column->n_numbers == 0 && cml_infer_count_texts(column, has_digit, NULL) == 0;
}

bool cml_shows_status(const struct cml_infer_column *column)
{
	if (!column->is_text || column->has_bad_level)
		return false;
	/* Words in a column called `End` are an outcome, not a time. */
	bool is_named = cml_named(column, CML_NAME_STATUS) ||
			cml_named(column, CML_NAME_PLAIN_STATUS) ||
			(cml_named(column, CML_NAME_TIME) && has_words_only(column));
	size_t n_present = column->n_present;
	size_t n_known, n_guessed = count_status_cells(column);
	cml_infer_count_texts(column, is_known_word, &n_known);
	/* Ray Tune's TERMINATED is known to nobody else, but ERROR beside it is. */
	if (cml_named(column, CML_NAME_PLAIN_STATUS) && has_words_only(column) && n_guessed > 0 &&
	    column->texts.n <= MAX_STATUS_WORDS)
		return true;
	if (!is_named)
		return n_guessed == n_present && separates_outcomes(column);
	/* Slurm's `CANCELLED by 1000` makes many words of one. */
	bool all_known = n_known == n_present && column->texts.n <= CML_INFER_MAX_LEVELS;
	return all_known || (column->texts.n <= MAX_STATUS_WORDS && 2 * n_guessed > n_present);
}

/* Different ends of jobs by the words of a column. */
static size_t count_ends(const struct cml_infer_column *column)
{
	const char *part;
	unsigned seen = 0;
	for (size_t i = 0; i < column->texts.n; i++)
		seen |= 1u << cml_job_status_guess(column->texts.texts[i], &part);
	return (size_t)__builtin_popcount(seen);
}

bool cml_shows_best_status(struct cml_look *look, const struct cml_infer_column *column)
{
	bool is_best = false;
	if (!cml_shows_status(column))
		return false;
	CML_EACH_COLUMN (other, look->rows) {
		if (other == column || !cml_shows_status(other))
			continue;
		if (count_ends(other) >= count_ends(column))
			return false;
		is_best = true;
	}
	return is_best;
}

/* Words for how jobs ended, ok among them, beside a few that nobody knows; in a column for errors
 * half of the cells may hold those. */
bool cml_shows_ends(const struct cml_infer_column *column)
{
	size_t n_present = column->n_present;
	size_t n_other = n_present - count_status_cells(column);
	size_t per_other = cml_name_has(column->plain, error_words) ? 2 : MIN_KNOWN_PER_OTHER;
	return column->is_text && !column->has_bad_level && column->n_numbers == 0 &&
	       column->texts.n <= MAX_STATUS_WORDS && per_other * n_other <= n_present &&
	       separates_outcomes(column);
}

/* Whether numbers are missing, or 0, in the rows that have a cell here, and in no others. */
static bool takes_numbers(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
			  const struct cml_infer_column *numbers)
{
	bool takes = numbers->n_numbers > 0;
	for (size_t i = 0; takes && i < rows->n_rows; i++)
		takes = isnan(column->sample[i]) == (numbers->sample[i] > 0);
	return takes;
}

bool cml_shows_oom(const struct cml_infer_column *column)
{
	return column->is_bool && column->texts.n == 2 &&
	       cml_name_is(column->plain,
			   "oom is_oom oomed has_oom out_of_memory is_out_of_memory");
}

/* What ended some jobs, whose numbers are missing, and no other column says how jobs ended. */
bool cml_shows_errors(struct cml_look *look, const struct cml_infer_column *column)
{
	bool takes = false;
	if (!column->is_text || column->has_bad_level || column->texts.n > MAX_STATUS_WORDS ||
	    !cml_name_has(column->plain, error_words) ||
	    count_status_cells(column) < column->n_present)
		return false;
	CML_EACH_COLUMN (other, look->rows) {
		if (cml_shows_exit_codes(other) || cml_shows_coded_status(other))
			return false;
		takes |= takes_numbers(look->rows, column, other);
	}
	return takes;
}

static bool is_oom(struct cml_slice text)
{
	return cml_infer_says_oom(text) == 1;
}

/* Texts, some of which say that memory ran out, whatever else they say; their rows lack a number
 * that most rows have: a setting may be called so, `retry_on_oom`. */
bool cml_shows_reasons(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = look->rows;
	size_t n = 0;
	if (column->is_text && column->n_numbers == 0)
		cml_infer_count_texts(column, is_oom, &n);
	snprintf(look->detail, sizeof look->detail, "%zu", n);
	CML_EACH_COLUMN (other, rows) {
		bool lacks = n > 0 && 2 * other->n_numbers > other->n_cells;
		for (size_t row = 0; lacks && row < rows->n_rows; row++)
			lacks = !(other->sample[row] > 0) ||
				cml_infer_in_name(column, row, cml_infer_says_oom) != 1;
		if (lacks)
			return true;
	}
	return false;
}

/* Whole numbers by the name of an exit code; or of a status, with one that only exit codes
 * have: a time limit, not executable, not found, 128 and a signal. */
bool cml_shows_exit_code(const struct cml_infer_column *column)
{
	if (!cml_infer_is_short_list(column) || column->lo < 0 || column->hi > 255)
		return false;
	bool is_known = false;
	for (size_t i = 0; i < column->n_distinct_numbers; i++)
		is_known |= column->numbers[i] == 255 ||
			    (column->numbers[i] >= 124 && column->numbers[i] <= 143);
	return cml_named(column, CML_NAME_EXIT_CODE) ||
	       (is_known && cml_named(column, CML_NAME_PLAIN_STATUS));
}

bool cml_shows_exit_codes(const struct cml_infer_column *column)
{
	return column->n_distinct_numbers > 1 && cml_shows_exit_code(column);
}

bool cml_shows_coded_status(const struct cml_infer_column *column)
{
	return (column->is_text || cml_infer_is_short_list(column)) &&
	       cml_named(column, CML_NAME_PLAIN_STATUS);
}

/* Seconds to nanoseconds since 1970, or a date as a number such as 20260102 or 20260102170509. */
static bool is_in_time_range(const struct cml_infer_column *column)
{
	static const double ranges[][2] = {{19000101, 21001231}, {5e8, 5e9},   {5e11, 5e12},
					   {5e14, 5e15},         {5e17, 5e18}, {19e12, 21e12}};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (column->lo >= ranges[i][0] && column->hi <= ranges[i][1])
			return true;
	return false;
}

static bool is_unique(const struct cml_infer_column *column)
{
	return column->n_present >= MIN_UNIQUE_ROWS &&
	       column->n_sample_distinct == column->n_sample_present;
}

bool cml_shows_time(const struct cml_infer_column *column)
{
	size_t n_present = column->n_present, n_dates = cml_infer_n_dates(column);
	/* Milliseconds since 1970, and less, are too long to be set for each job. */
	bool is_time = cml_named(column, CML_NAME_TIME) ||
		       (is_unique(column) && column->lo >= MIN_MILLISECONDS &&
			!cml_named(column, CML_NAME_ID));
	return (n_dates > 0 && n_dates + column->n_unknown == n_present) ||
	       (n_present > 0 && is_time && column->n_numbers + column->n_long == n_present &&
		is_in_time_range(column));
}

/* So few days are values of a setting, too. */
static bool are_few_days(const struct cml_infer_column *column)
{
	return !cml_named(column, CML_NAME_TIME) && column->n_clocks == 0 &&
	       MIN_JOBS_PER_DAY * column->texts.n <= column->n_present;
}

bool cml_shows_either_order(const struct cml_infer_column *column)
{
	return cml_shows_time(column) && !are_few_days(column);
}

bool cml_shows_clear_time(const struct cml_infer_column *column)
{
	bool has_either_order = column->n_two_dates > 0 &&
				column->n_dates[CML_DAY_FIRST] == column->n_dates[CML_MONTH_FIRST];
	return cml_shows_either_order(column) && !has_either_order;
}

bool cml_shows_short_years(const struct cml_infer_column *column)
{
	return column->n_short > 0 && column->n_short + column->n_unknown == column->n_present;
}

/* How long something took, but for a few words such as OOM. */
static bool is_duration(const struct cml_infer_column *column)
{
	return cml_named(column, CML_NAME_METRIC) && cml_infer_is_mostly_numbers(column) &&
	       !is_in_time_range(column);
}

/* Of a column that has dates, too, it says which cell is none. */
bool cml_shows_unread_time(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = look->rows;
	size_t i = 0, n_dates = cml_infer_n_dates(column);
	if (!column->is_text || !cml_named(column, CML_NAME_TIME) ||
	    cml_named(column, CML_NAME_END) || has_words_only(column) || is_duration(column) ||
	    (cml_named(column, CML_NAME_MEASURED) && cml_infer_has_units(column)))
		return false;
	while (i < column->texts.n && cml_infer_is_date(column->texts.texts[i]))
		i++;
	size_t row = i < column->texts.n ? cml_infer_find_row(rows, column, i) : rows->n_rows;
	if (n_dates > 0 && row < rows->n_rows)
		snprintf(look->detail, sizeof look->detail,
			 ": %zu cells are dates, and '%.64s' in %s:%zu is none", n_dates,
			 column->texts.texts[i].data, rows->places[row].file,
			 rows->places[row].line);
	return true;
}

/* Texts that many jobs share say what these do, by the name of something else. */
static bool is_shared(const struct cml_infer_column *column)
{
	bool may_be = cml_named(column, CML_NAME_NAME) ||
		      (cml_named(column, CML_NAME_MAYBE_SETTING) && has_words_only(column));
	return may_be && column->is_text && column->n_sample_distinct > 1 &&
	       MIN_SHARING * column->n_sample_distinct <= column->n_sample_present;
}

bool cml_shows_id(const struct cml_infer_column *column)
{
	/* The `seq` of a job list counts rows; that of a model is a length, which repeats. */
	bool repeats = 2 * column->n_sample_distinct <= column->n_sample_present;
	return cml_named(column, CML_NAME_ID) && !is_shared(column) &&
	       (column->is_whole || column->is_text) &&
	       !(repeats && cml_name_is_context(column->plain));
}

bool cml_shows_unique_text(const struct cml_infer_column *column)
{
	/* Speeds differ, too: one `n/a` among them makes no text of them. */
	return is_unique(column) && column->is_text && !cml_infer_is_mostly_numbers(column) &&
	       !cml_infer_has_units(column);
}

/* A number that rises with every row, or is called an id and never comes twice. */
bool cml_shows_counter(const struct cml_infer_column *column)
{
	bool rises = column->rises && column->n_present >= MIN_COUNTER_ROWS &&
		     !cml_name_is_context(column->plain) && !cml_named(column, CML_NAME_TUNED);
	bool is_called_so = is_unique(column) && cml_named(column, CML_NAME_INDEX);
	return column->is_whole && (rises || is_called_so);
}

/* Or all ranks of a job, from 0 on; that of an adapter is another. */
bool cml_shows_index(const struct cml_infer_column *column)
{
	size_t n = column->n_distinct_numbers;
	bool are_ranks = n > 2 && column->lo == 0 && column->hi == (double)n - 1 &&
			 cml_name_is(column->plain, "rank local_rank global_rank");
	return column->is_whole &&
	       (are_ranks || (n > CML_INFER_MAX_NUMBERS && cml_named(column, CML_NAME_INDEX)));
}

bool cml_shows_beside(const struct cml_infer_column *column)
{
	return (cml_named(column, CML_NAME_BESIDE) && !is_shared(column)) ||
	       (column->is_number && cml_name_is(column->plain, "label")) ||
	       (column->is_text && !column->is_bool && cml_name_has(column->plain, error_words));
}

bool cml_shows_key(const struct cml_infer_column *column)
{
	return strcmp(column->name, "cml_key") == 0;
}

bool cml_shows_our_prefix(const struct cml_infer_column *column)
{
	return cml_infer_is_ours(column) && !cml_named(column, CML_NAME_STATUS) &&
	       !cml_shows_time(column);
}

bool cml_shows_tracker(const struct cml_infer_column *column)
{
	return column->origin == CML_ORIGIN_TRACKER;
}
