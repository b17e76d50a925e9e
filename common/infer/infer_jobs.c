/* Which jobs ran: what the words of a status, exit codes, and odd metrics say of it. */
#include "infer/infer_state.h"

#include "base/placeholder.h"
#include "space/config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of the jobs of a status word that is not known, for it to mean ok. */
#define MIN_WITH_METRIC 0.9

bool cml_infer_says_ok(struct cml_slice word)
{
	enum cml_job_status status;
	const char *part;
	if (!cml_job_status_parse(word, &status))
		status = cml_job_status_guess(word, &part);
	return status == CML_JOB_OK;
}

double cml_infer_says_oom(struct cml_slice text)
{
	const char *part;
	return cml_job_status_guess(text, &part) == CML_JOB_OOM;
}

/* Whether so many of the jobs of a word have a metric, and one has. */
static bool has_metric(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		       struct cml_slice word, double share)
{
	double value = cml_unknown_symbol(word);
	size_t n = 0, n_present = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool is_one = column->sample[i] == value;
		n += is_one;
		n_present += is_one && !isnan(rows->metric->sample[i]);
	}
	return n_present > 0 && (double)n_present >= share * (double)n;
}

/* Whether jobs ran until their time was up, or somebody had seen enough, as they have their speed;
 * of one person's word two may be chance. A metric of all of their time, or of what they reached by
 * then, tells nothing. */
static bool ran_long_enough(const struct cml_infer_rows *rows,
			    const struct cml_infer_column *column, size_t symbol,
			    enum cml_job_status meaning)
{
	const char *metric = rows->metric->plain;
	struct cml_slice word = column->texts.texts[symbol];
	bool is_speed = cml_named(rows->metric, CML_NAME_SPEED) &&
			!(cml_name_is_minimized(metric) && cml_name_work(metric) == CML_WORK_ALL);
	if (!is_speed || strncmp(column->name, "cml_", 4) == 0)
		return false;
	return meaning == CML_JOB_TIMEOUT
		   ? has_metric(rows, column, word, 0)
		   : meaning == CML_JOB_CANCELLED && column->text_counts[symbol] > 2 &&
			 has_metric(rows, column, word, MIN_WITH_METRIC);
}

/* The meaning of a word, with a note if it is not known everywhere. Ray Tune writes TERMINATED of
 * trials that ended well, others early_stopped: where no word says that jobs ran, those do that
 * have a metric. */
static enum cml_job_status find_word(struct cml_inference *infer, struct cml_infer_column *column,
				     size_t symbol)
{
	struct cml_slice word = column->texts.texts[symbol];
	size_t n = column->text_counts[symbol];
	const char *part = NULL;
	char reason[64] = "no part of it is known";
	enum cml_job_status meaning;
	bool is_known = cml_job_status_parse(word, &meaning);
	bool is_unfinished = !is_known && cml_job_status_is_unfinished(word);
	if (!is_known)
		meaning = cml_job_status_guess(word, &part);
	bool has_run = !is_unfinished && ran_long_enough(&infer->rows, column, symbol, meaning);
	bool may_run = !is_known && !is_unfinished && (!part || meaning == CML_JOB_CANCELLED) &&
		       cml_infer_count_texts(column, cml_infer_says_ok, NULL) == 0;
	bool is_likely = is_unfinished || has_run || part;
	if (!has_run && may_run && has_metric(&infer->rows, column, word, MIN_WITH_METRIC)) {
		has_run = true;
		is_likely = false;
	}
	if (is_known && !has_run)
		return meaning;
	if (is_unfinished)
		snprintf(reason, sizeof reason, "the job had not ended");
	else if (has_run)
		snprintf(reason, sizeof reason, "its jobs have a metric");
	else if (part)
		snprintf(reason, sizeof reason, "it contains '%s'", part);
	meaning = has_run ? CML_JOB_OK : meaning;
	cml_infer_note(infer, column, "%s: status, %.*s=%s, as %s: %zu job%s",
		       is_likely ? "likely" : "unsure", (int)word.size, word.data,
		       cml_job_status_name(meaning), reason, n, n == 1 ? "" : "s");
	return meaning;
}

void cml_infer_status_domain(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	for (size_t i = 0; i < column->texts.n; i++) {
		struct cml_slice word = column->texts.texts[i];
		enum cml_job_status known;
		if (!column->is_number && cml_job_status_parse(word, &known) &&
		    known == column->meanings[i])
			continue;
		cml_buffer_append_string(domain, domain->size > 0 ? "|" : "");
		cml_level_append(domain, word);
		cml_buffer_printf(domain, "=%s", cml_job_status_name(column->meanings[i]));
	}
}

/* What stands for a text in the sample. */
static double value_of(struct cml_slice text)
{
	double number;
	return cml_parse_double(text, &number) ? number : cml_unknown_symbol(text);
}

/* The meanings of the words, or of exit codes or a flag, of which 0 is ok; with notes. */
static void find_meanings(struct cml_inference *infer, struct cml_infer_column *column)
{
	struct cml_buffer text = {0};
	bool is_flag = column->is_bool && cml_name_has(column->plain, "oom memory");
	bool are_codes = column->is_number || is_flag;
	for (size_t i = 0; i < column->texts.n; i++) {
		double code = value_of(column->texts.texts[i]);
		if (are_codes)
			column->meanings[i] = cml_infer_number_of(column, code) == 0 ? CML_JOB_OK
					      : is_flag                              ? CML_JOB_OOM
							: CML_JOB_FAILED;
		else
			column->meanings[i] = find_word(infer, column, i);
	}
	cml_infer_status_domain(column, &text);
	const char *domain = cml_infer_take(infer, &text);
	if (*domain && are_codes)
		cml_infer_note(infer, column, "%s: %s", column->reason, domain);
	else if (*domain)
		cml_infer_note(infer, column,
			       "likely: status; to change what a word means edit the domain: ok, "
			       "oom, timeout, failed, infra or cancelled");
}

/* What the jobs of a word of the status are. */
static void note_jobs(struct cml_infer_rows *rows, const struct cml_infer_column *column,
		      size_t symbol)
{
	enum cml_job_status meaning = column->meanings[symbol];
	double value = value_of(column->texts.texts[symbol]);
	rows->has_oom |= meaning == CML_JOB_OOM;
	rows->has_failed |= meaning == CML_JOB_FAILED;
	for (size_t i = 0; i < rows->n_rows && meaning != CML_JOB_OK; i++)
		if (column->sample[i] == value) {
			rows->job_ok[i] = false;
			rows->failed[i] = meaning == CML_JOB_FAILED;
			rows->out_of_memory[i] = meaning == CML_JOB_OOM;
		}
}

/* Whether a job lacks a metric, and no status says why. */
static bool lacks_metric(const struct cml_infer_rows *rows, size_t row)
{
	return rows->job_ok[row] && isnan(rows->metric->sample[row]);
}

/* A rate that all jobs have which lack the metric, of prompts beside one of tokens; NULL: none. */
static const struct cml_infer_column *other_rate(const struct cml_infer_rows *rows)
{
	CML_EACH_COLUMN (other, rows) {
		size_t row = 0;
		while (row < rows->n_rows && (!lacks_metric(rows, row) || other->sample[row] > 0))
			row++;
		if (row == rows->n_rows &&
		    (cml_named(other, CML_NAME_RATE) ||
		     cml_name_has(other->plain, "tps qps wps fps sps throughput tput goodput")))
			return other;
	}
	return NULL;
}

/* Tells how many jobs lack a metric; with another rate they ran, and have not failed here. */
static void note_lacking(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	const struct cml_infer_column *rate = other_rate(rows);
	size_t n = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool lacks = lacks_metric(rows, row);
		n += lacks;
		rows->job_ok[row] = rows->job_ok[row] && !(lacks && rate);
	}
	if (n > 0)
		cml_infer_note_line(infer, "%zu of %zu rows lack '%s', and count as failed%s%s%s",
				    n, rows->n_rows, rows->metric->name,
				    rate ? ", though they have '" : "", rate ? rate->name : "",
				    rate ? "', so the jobs ran: leave these rows out" : "");
}

void cml_infer_find_ok_jobs(struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows) {
		if (!column->decided || column->role != CML_ROLE_STATUS)
			continue;
		column->meanings =
		    cml_arena_new(&column->arena, column->texts.n * sizeof *column->meanings);
		infer->no_memory |= !column->meanings;
		if (!column->meanings)
			return;
		find_meanings(infer, column);
		for (size_t word = 0; word < column->texts.n; word++)
			note_jobs(&infer->rows, column, word);
	}
	note_lacking(infer);
}

/* Of jobs that failed, those whose reason says that memory ran out. */
static void take_reasons(struct cml_infer_rows *rows, const struct cml_infer_column *column)
{
	rows->has_failed = false;
	for (size_t row = 0; row < rows->n_rows; row++) {
		if (rows->failed[row] && cml_infer_in_name(column, row, cml_infer_says_oom) == 1) {
			rows->failed[row] = false;
			rows->out_of_memory[row] = rows->has_oom = true;
		}
		rows->has_failed |= rows->failed[row];
	}
}

/* A job that says in place of its metric that memory ran out. */
static void take_word(struct cml_infer_rows *rows, size_t row)
{
	const struct cml_infer_column *metric = rows->metric;
	size_t text = cml_infer_find_text(metric, metric->sample[row]);
	enum cml_job_status status;
	if (text == metric->texts.n ||
	    !cml_job_status_of_metric(metric->texts.texts[text], &status) || status != CML_JOB_OOM)
		return;
	rows->job_ok[row] = rows->failed[row] = false;
	rows->out_of_memory[row] = rows->has_oom = true;
}

bool cml_infer_drop_texts(struct cml_infer_rows *rows)
{
	struct cml_infer_column *metric = rows->metric;
	bool found = false;
	size_t n_present = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool is_text = metric->sample[i] < metric->lo;
		found |= is_text && rows->job_ok[i];
		if (is_text) {
			take_word(rows, i);
			metric->sample[i] = NAN;
		}
		n_present += isnan(metric->sample[i]) ? 0 : 1;
	}
	/* Where most jobs have a metric, one without it failed if no status says otherwise. */
	for (size_t i = 0; i < rows->n_rows && 2 * n_present > rows->n_rows; i++)
		rows->failed[i] |= rows->job_ok[i] && isnan(metric->sample[i]);
	CML_EACH_COLUMN (column, rows)
		if (column->decided && column->role == CML_ROLE_REASON)
			take_reasons(rows, column);
	return found;
}

void cml_infer_note_odd(struct cml_inference *infer)
{
	struct cml_infer_column *metric = infer->rows.metric;
	char advice[CML_ADVICE_SIZE];
	const char *word = NULL, *other = NULL; /* the first for how a job ended, and of others */
	size_t n_words = 0, n_other = metric->n_present - metric->n_numbers;
	for (size_t i = 0; i < metric->texts.n; i++) {
		struct cml_slice text = metric->texts.texts[i];
		double value;
		enum cml_job_status status;
		if (cml_parse_double(text, &value))
			continue;
		if (!cml_job_status_of_metric(text, &status) || status == CML_JOB_OK) {
			other = other ? other : text.data;
			continue;
		}
		word = word ? word : text.data;
		n_words += metric->text_counts[i];
	}
	n_other -= n_words;
	if (word)
		cml_infer_note(
		    infer, metric, "%zu cell%s how a job ended, such as %s: read as its status",
		    n_words, n_words == 1 ? " says" : "s say", CML_QUOTED(cml_slice_of(word)));
	if (!other)
		return;
	bool is_known = *cml_number_advice(cml_slice_of(other), advice) != '\0';
	cml_infer_note(infer, metric, "%zu cell%s no number%s, such as %s%s%s", n_other,
		       n_other == 1 ? " is" : "s are", n_other == 1 ? "" : "s",
		       CML_QUOTED(cml_slice_of(other)), advice,
		       is_known ? "; write plain numbers, all in one unit"
				: ": add such texts to the missing values (--na)");
}

void cml_infer_note_placeholders(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	double *ok = rows->scratch;
	struct cml_placeholders found;
	struct cml_error err;
	char number[CML_NUMBER_SIZE];
	size_t n_ok = 0;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (!isnan(cml_infer_metric_of(rows, row)))
			ok[n_ok++] = rows->metric->sample[row];
	if (cml_placeholders_find(n_ok, ok, &found, &err) != CML_OK) {
		infer->no_memory = true;
		return;
	}
	for (size_t i = 0; i < found.n; i++) {
		const struct cml_placeholder *item = &found.items[i];
		cml_print_double(item->lo, number);
		if (item->lo == item->hi)
			cml_infer_note_line(infer,
					    "%zu of %zu ok jobs %s a metric of %s%s: if %s failed, "
					    "empty the cell%s",
					    item->n, n_ok, item->n == 1 ? "has" : "have", number,
					    item->lo == 0 ? "" : ", which looks like a placeholder",
					    item->n == 1 ? "it" : "they", item->n == 1 ? "" : "s");
	}
	for (size_t row = 0; row < rows->n_rows; row++)
		if (cml_placeholders_have(&found, rows->metric->sample[row]))
			rows->job_ok[row] = false;
}
