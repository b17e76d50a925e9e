#include "infer/infer_state.h"

#include "base/number.h"
#include "space/level_list.h"
#include "space/status_guess.h"

#include <math.h>
#include <stdio.h>

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
 * trials that ended well: where no word says that jobs ran, those do that have a metric. */
static void guess_word(struct cml_inference *infer, struct cml_infer_column *column, size_t symbol)
{
	struct cml_slice word = column->texts.texts[symbol];
	size_t n = column->text_counts[symbol];
	const char *part;
	enum cml_job_status meaning = cml_job_status_guess(word, &part);
	column->meanings[symbol] = meaning;
	char reason[64] = "no part of it is known";
	if (!part && !cml_job_status_is_unfinished(word) && !has_ok_word(column) &&
	    has_metric(&infer->rows, column, word)) {
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
