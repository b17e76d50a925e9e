/* Which columns are status, time and ids. */
#include "infer/infer_state.h"

#include "base/date.h"
#include "base/number.h"
#include "infer/names/names.h"
#include "space/space_text.h"
#include "space/status_guess.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_STATUS_WORDS 30
/* Fewer rows do not show that a column is a counter, or never repeats. */
#define MIN_COUNTER_ROWS 100
#define MIN_UNIQUE_ROWS 10
#define MIN_SHARING 20 /* jobs of one name */

static void decide(struct cml_infer_column *column, enum cml_role role, const char *reason)
{
	column->decided = true;
	column->role = role;
	column->reason = reason;
}

/* Whether the meaning of a word is known, or guessed from a part of it, or is that a job had not
 * ended. */
static bool is_status_word(struct cml_slice word, bool guess, enum cml_job_status *status)
{
	const char *part = NULL;
	if (cml_job_status_parse(word, status))
		return true;
	if (guess)
		*status = cml_job_status_guess(word, &part);
	return part != NULL || (guess && cml_job_status_is_unfinished(word));
}

/* How many cells hold such words. */
static size_t count_status_cells(const struct cml_infer_column *column, bool guess)
{
	size_t n = 0;
	for (size_t i = 0; i < column->texts.n; i++) {
		enum cml_job_status status;
		if (is_status_word(column->texts.texts[i], guess, &status))
			n += column->text_counts[i];
	}
	return n;
}

/* Whether no cell has a digit. */
static bool has_words_only(const struct cml_infer_column *column)
{
	for (size_t i = 0; i < column->texts.n; i++)
		for (size_t k = 0; k < column->texts.texts[i].size; k++)
			if (isdigit((unsigned char)column->texts.texts[i].data[k]))
				return false;
	return column->n_numbers == 0;
}

/* Texts that many jobs share say what these do, by the name of something else. */
static bool is_shared(const struct cml_infer_column *column)
{
	bool may_be = cml_name_ends_in(column->plain, "name jobname") ||
		      (cml_name_may_be_setting(column->plain) && has_words_only(column));
	return may_be && cml_infer_is_text(column) && column->n_sample_distinct > 1 &&
	       MIN_SHARING * column->n_sample_distinct <= column->n_sample_present;
}

static const char *reason_for_id(const struct cml_infer_column *column)
{
	size_t n_present = cml_infer_n_present(column);
	bool unique =
	    n_present >= MIN_UNIQUE_ROWS && column->n_sample_distinct == column->n_sample_present;
	bool whole_or_text = cml_infer_is_whole(column) || cml_infer_is_text(column);
	if (n_present == 0)
		return NULL;
	/* The `seq` of a job list counts rows; that of a model is a length, which repeats. */
	bool repeats = 2 * column->n_sample_distinct <= column->n_sample_present;
	if (cml_name_is_id(column->plain) && whole_or_text && !is_shared(column) &&
	    !(repeats && cml_name_is_context(column->plain)))
		return "likely: id by its name";
	if (unique && cml_infer_is_whole(column) && cml_name_ends_in(column->plain, "id"))
		return "likely: id, a different number in every row, and called so";
	/* Speeds differ, too: one `n/a` among them makes no text of them. */
	if (unique && cml_infer_is_text(column) && !cml_infer_is_mostly_numbers(column) &&
	    !cml_infer_is_bool(column) && !cml_infer_has_units(column))
		return "likely: id, its text is different in every row";
	if (column->rises && cml_infer_is_whole(column) && n_present >= MIN_COUNTER_ROWS &&
	    !cml_name_is_context(column->plain) && !cml_name_is_tuned(column->plain))
		return "likely: id, it rises with every row";
	return NULL;
}

/* Whether the words of a column separate jobs that ran from others. */
static bool separates_outcomes(const struct cml_infer_column *column)
{
	bool ok = false, other = false;
	for (size_t i = 0; i < column->texts.n; i++) {
		enum cml_job_status status;
		if (!is_status_word(column->texts.texts[i], true, &status))
			continue;
		ok = ok || status == CML_JOB_OK;
		other = other || status != CML_JOB_OK;
	}
	return ok && other;
}

static bool is_status(const struct cml_infer_column *column)
{
	if (!cml_infer_is_text(column) || column->has_bad_level)
		return false;
	/* Words in a column called `End` are an outcome, not a time. */
	bool is_named = cml_name_is_status(column->plain) ||
			cml_name_is_plain_status(column->plain) ||
			(cml_name_is_time(column->plain) && has_words_only(column));
	size_t n_present = cml_infer_n_present(column);
	size_t n_known = count_status_cells(column, false);
	size_t n_guessed = count_status_cells(column, true);
	/* Ray Tune's TERMINATED is known to nobody else, but ERROR beside it is. */
	if (cml_name_is_plain_status(column->plain) && has_words_only(column) && n_guessed > 0 &&
	    column->texts.n <= MAX_STATUS_WORDS)
		return true;
	if (!is_named)
		return n_guessed == n_present && separates_outcomes(column);
	/* Slurm's `CANCELLED by 1000` makes many words of one. */
	bool all_known = n_known == n_present && column->texts.n <= CML_INFER_MAX_LEVELS;
	return all_known || (column->texts.n <= MAX_STATUS_WORDS && 2 * n_guessed > n_present);
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

static bool is_numeric_time(const struct cml_infer_column *column)
{
	return column->n_numbers + column->n_long == cml_infer_n_present(column) &&
	       cml_infer_n_present(column) > 0 && is_in_time_range(column);
}

/* How long something took, but for a few words such as OOM. */
static bool is_duration(const struct cml_infer_column *column)
{
	return cml_name_is_metric(column->plain) && cml_infer_is_mostly_numbers(column) &&
	       !is_in_time_range(column);
}

static bool is_time(const struct cml_infer_column *column)
{
	size_t n_present = cml_infer_n_present(column), n_dates = cml_infer_n_dates(column);
	return (n_dates > 0 && n_dates + column->n_unknown == n_present) ||
	       (cml_name_is_time(column->plain) && is_numeric_time(column));
}

/* Texts by the name of a time, in a form that is not known: no words of how jobs ended. */
static bool is_unread_time(const struct cml_infer_column *column)
{
	return cml_infer_is_text(column) && cml_name_is_time(column->plain) &&
	       !cml_name_is_end(column->plain) && !has_words_only(column) &&
	       column->n_sample_distinct > 2 && !is_duration(column) &&
	       !(cml_name_is_measured(column->plain) && cml_infer_has_units(column));
}

#define MIN_JOBS_PER_DAY 3

static const char *reason_for_time(const struct cml_infer_column *column)
{
	bool is_either = column->n_two_dates > 0 &&
			 column->n_dates[CML_DAY_FIRST] == column->n_dates[CML_MONTH_FIRST];
	/* So few days are values of a setting, too. */
	if (!cml_name_is_time(column->plain) && column->n_clocks == 0 &&
	    column->texts.n < CML_INFER_MAX_NUMBERS &&
	    MIN_JOBS_PER_DAY * column->texts.n <= cml_infer_n_present(column))
		return "unsure: time by its cells, not by its name: a spreadsheet makes dates of "
		       "settings such as 2-4; if it did, go back to the file from before, and "
		       "import this column as text";
	return is_either ? "unsure: time, in dates such as 06/01/2026 the day or the month may be "
			   "first: a split by time asks for year-month-day"
			 : "sure: time, it holds dates";
}

/* Numbers that shells and signals end jobs with: a time limit, not executable, not found, 128 and a
 * signal. */
static bool is_known_exit(double number)
{
	return (number >= 124 && number <= 143) || number == 255;
}

/* Whole numbers by the name of an exit code; or of a status, with one that only exit codes have. */
static bool is_exit_code(const struct cml_infer_column *column)
{
	if (!cml_infer_is_whole(column) || !cml_infer_is_short_list(column) || column->lo < 0 ||
	    column->hi > 255)
		return false;
	bool is_known = false;
	for (size_t i = 0; i < column->n_distinct_numbers; i++)
		is_known = is_known || is_known_exit(column->numbers[i]);
	return cml_name_is_exit_code(column->plain) ||
	       (is_known && cml_name_is_plain_status(column->plain));
}

/* A status in numbers or in words of another language, which may mean anything. */
static bool is_coded_status(const struct cml_infer_column *column)
{
	return (cml_infer_is_text(column) || cml_infer_is_short_list(column)) &&
	       cml_name_is_plain_status(column->plain);
}

/* Exit codes are the status where no words are. */
static void decide_exit(struct cml_infer_column *column, size_t at, size_t *status)
{
	bool first = *status == CML_NO_COLUMN && column->n_distinct_numbers > 1;
	column->is_exit = first;
	decide(column, first ? CML_ROLE_STATUS : CML_ROLE_IGNORE,
	       first                      ? "likely: status, exit codes of jobs: 0 is ok"
	       : *status == CML_NO_COLUMN ? "sure: ignore, the same exit code in every row"
					  : "likely: ignore, exit codes of jobs beside a status");
	*status = first ? at : *status;
}

static void decide_ours(struct cml_infer_column *column)
{
	if (strcmp(column->name, "cml_key") == 0)
		decide(column, CML_ROLE_ID, "sure: key of the configuration");
	else if (!cml_name_is_status(column->plain) && !is_time(column))
		decide(column, CML_ROLE_IGNORE, "sure: added by the tools");
}

void cml_infer_bookkeeping(struct cml_infer_column *columns, size_t n_columns, size_t *status)
{
	bool has_time = false;
	*status = CML_NO_COLUMN;
	for (size_t i = 0; i < n_columns; i++) {
		struct cml_infer_column *column = &columns[i];
		if (cml_infer_is_ours(column) && !column->decided)
			decide_ours(column);
		if (column->decided)
			continue;
		const char *reason;
		if (column->origin == CML_ORIGIN_TRACKER) {
			decide(column, CML_ROLE_IGNORE, "sure: ignore, the tracker's own");
		} else if (is_status(column)) {
			bool first = *status == CML_NO_COLUMN;
			decide(column, first ? CML_ROLE_STATUS : CML_ROLE_IGNORE,
			       first
				   ? "sure: status by its name and words"
				   : "likely: ignore, a second status; of two, the one that tells "
				     "oom and infra from failed says more");
			*status = first ? i : *status;
		} else if (is_time(column)) {
			decide(column, has_time ? CML_ROLE_IGNORE : CML_ROLE_TIME,
			       has_time ? "likely: ignore, a second time"
					: reason_for_time(column));
			has_time = true;
		} else if (column->n_short > 0 &&
			   column->n_short + column->n_unknown == cml_infer_n_present(column)) {
			decide(column, CML_ROLE_IGNORE,
			       "unsure: ignore, years of two digits may be first or last: write "
			       "the times as 2026-11-23 14:03 to have the order of the jobs");
		} else if (is_unread_time(column)) {
			decide(column, CML_ROLE_IGNORE,
			       "likely: ignore, a time by its name, in no form that cml-formats(5) "
			       "lists");
		} else if ((reason = reason_for_id(column))) {
			decide(column, CML_ROLE_ID, reason);
		} else if ((cml_name_is_beside(column->plain) && !is_shared(column)) ||
			   (cml_infer_is_text(column) && !cml_infer_is_bool(column) &&
			    cml_name_has(column->plain, "error errors err exception"))) {
			decide(column, CML_ROLE_IGNORE,
			       "likely: ignore, beside the job by its name");
		}
	}
	for (size_t i = 0; i < n_columns; i++)
		if (!columns[i].decided && is_exit_code(&columns[i]))
			decide_exit(&columns[i], i, status);
		else if (!columns[i].decided && is_coded_status(&columns[i]))
			decide(&columns[i], CML_ROLE_IGNORE,
			       "unsure: ignore, a status by its name, in words that are not known; "
			       "if these are outcomes of jobs, give it the role status and a "
			       "domain such as 0=ok|1=failed");
}

/* Of the jobs of a status word that is not known, for it to mean ok. */
#define MIN_WITH_METRIC 0.9

static enum cml_job_status code_meaning(struct cml_slice word)
{
	double code;
	return cml_parse_double(word, &code) && code == 0 ? CML_JOB_OK : CML_JOB_FAILED;
}

static bool is_ok_word(struct cml_slice word)
{
	enum cml_job_status status;
	const char *part;
	return cml_job_status_parse(word, &status)
		   ? status == CML_JOB_OK
		   : cml_job_status_guess(word, &part) == CML_JOB_OK;
}

static bool has_ok_word(const struct cml_infer_column *column)
{
	for (size_t i = 0; i < column->texts.n; i++)
		if (is_ok_word(column->texts.texts[i]))
			return true;
	return false;
}

/* Whether nearly all jobs of a word have a metric. */
static bool has_metric(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		       struct cml_slice word)
{
	double value = cml_unknown_symbol(word);
	size_t n = 0, n_present = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool is_one = column->sample[i] == value;
		n += is_one;
		n_present += is_one && !isnan(rows->columns[rows->metric].sample[i]);
	}
	return n > 0 && (double)n_present >= MIN_WITH_METRIC * (double)n;
}

/* The meaning of a word that is not known everywhere, with a note. Ray Tune writes TERMINATED of
 * trials that ended well, others early_stopped: where no word says that jobs ran, those do that
 * have a metric. */
static void guess_word(struct cml_inference *infer, struct cml_infer_column *column, size_t symbol)
{
	struct cml_slice word = column->texts.texts[symbol];
	size_t n = column->text_counts[symbol];
	const char *part;
	enum cml_job_status meaning = cml_job_status_guess(word, &part);
	column->meanings[symbol] = meaning;
	char reason[64] = "no part of it is known";
	if ((!part || meaning == CML_JOB_CANCELLED) && !cml_job_status_is_unfinished(word) &&
	    !has_ok_word(column) && has_metric(&infer->rows, column, word)) {
		part = NULL;
		column->meanings[symbol] = meaning = CML_JOB_OK;
		snprintf(reason, sizeof reason, "its jobs have a metric");
	}
	if (part)
		snprintf(reason, sizeof reason, "it contains '%s'", part);
	else if (cml_job_status_is_unfinished(word))
		snprintf(reason, sizeof reason, "the job had not ended");
	bool likely = part || cml_job_status_is_unfinished(word);
	cml_infer_note(infer, column, "%s: status, %.*s=%s, as %s: %zu job%s",
		       likely ? "likely" : "unsure", (int)word.size, word.data,
		       cml_job_status_name(meaning), reason, n, n == 1 ? "" : "s");
}

enum cml_result cml_infer_status_words(struct cml_inference *infer, struct cml_infer_column *column,
				       struct cml_error *err)
{
	struct cml_buffer domain = {0};
	column->meanings =
	    cml_arena_new(&column->arena, column->texts.n * sizeof *column->meanings);
	if (!column->meanings)
		return cml_fail_memory(err);
	for (size_t i = 0; i < column->texts.n; i++) {
		if (column->is_exit)
			column->meanings[i] = code_meaning(column->texts.texts[i]);
		else if (!cml_job_status_parse(column->texts.texts[i], &column->meanings[i]))
			guess_word(infer, column, i);
	}
	bool ok = cml_infer_status_domain(column, &domain) && cml_buffer_append(&domain, "", 1);
	if (ok && *domain.data && column->is_exit)
		cml_infer_note(infer, column, "%s: %s", column->reason, domain.data);
	else if (ok && *domain.data)
		cml_infer_note(infer, column,
			       "likely: status; to change what a word means edit the domain: ok, "
			       "oom, timeout, failed, infra or cancelled");
	cml_buffer_release(&domain);
	return ok && !infer->no_memory ? CML_OK : cml_fail_memory(err);
}

bool cml_infer_status_domain(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	bool ok = true;
	size_t n = 0;
	for (size_t i = 0; ok && i < column->texts.n; i++) {
		struct cml_slice word = column->texts.texts[i];
		enum cml_job_status known;
		if (!column->is_exit && cml_job_status_parse(word, &known))
			continue;
		ok = cml_buffer_append_string(domain, n++ > 0 ? "|" : "") &&
		     cml_level_append(domain, word) &&
		     cml_buffer_printf(domain, "=%s", cml_job_status_name(column->meanings[i]));
	}
	return ok;
}
