/* Which columns of a job table were known only when the job had run. */
#include "infer/infer_role.h"

#include "math/correlation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MIN_ROWS 20   /* fewer do not establish a relation */
#define MIN_MISSING 5 /* fewer rows without cells were cut, or not read */
#define MIN_ALIKE 10  /* rows for each that differs */
#define MIN_COUNTS 5  /* different numbers, where all jobs that ran have one */
#define MIN_FAILED 5  /* jobs that failed, and no others, have another value */
#define MIN_STATISTICS 3
#define MAX_CHOSEN 3 /* coefficients, each in MIN_ROWS rows */
#define MIN_CORRELATION 0.98
/* What was reached of a setting: letters that names share, values of that, correlation with it. */
#define MIN_STEM 7
#define MAX_SETTINGS 16
#define MIN_REACHED 0.7
#define MEASURED_FRACTION 0.8 /* distinct values for each row of a measurement */

/* The metric of a job that is not ok is there or missing, whichever most of these jobs agree with.
 * What is named like a setting, unless a trainer logs it (`train/learning_rate`, `lr-AdamW`), is
 * missing where a log was not read at all. */
bool cml_shows_missing(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_column *metric = look->rows->metric;
	size_t n_missing = 0, n_there = 0, n_other = 0, n_not_ok[2] = {0};
	const char *name = column->plain;
	bool is_logged = (strncmp(name, "train", 5) == 0 && strchr(name, '/')) ||
			 strncmp(name, "epoch/", 6) == 0 || strncmp(name, "lr-", 3) == 0;
	for (size_t i = 0; i < look->rows->n_rows; i++) {
		bool missing = isnan(metric->sample[i]);
		bool lacks = isnan(column->sample[i]);
		if (!missing && !look->rows->job_ok[i]) {
			n_not_ok[lacks]++;
			continue;
		}
		n_missing += missing;
		n_there += !missing;
		n_other += missing != lacks;
	}
	bool most_lack = n_not_ok[1] > n_not_ok[0];
	n_missing += most_lack ? n_not_ok[1] : 0;
	n_other += n_not_ok[!most_lack];
	size_t n = n_missing < n_there ? n_missing : n_there;
	snprintf(look->detail, sizeof look->detail, "%s where '%.100s'",
		 n_other == 0 ? "exactly" : "nearly exactly", metric->name);
	return (is_logged || !cml_name_is_a(name, CML_NAME_TUNED)) && n_missing >= MIN_MISSING &&
	       n_there > 0 && MIN_ALIKE * n_other <= n;
}

/* A flag of a log's own, or the steps that were done: one value in each job that ran, others in
 * each that did not. */
bool cml_shows_failures(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = look->rows;
	double same = NAN;
	size_t n_ok = 0, n_failed = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		if (isnan(cml_infer_metric_of(rows, i)))
			continue;
		if (isnan(column->sample[i]) || (n_ok > 0 && column->sample[i] != same))
			return false;
		same = column->sample[i];
		n_ok++;
	}
	for (size_t i = 0; i < rows->n_rows; i++) {
		if (!isnan(cml_infer_metric_of(rows, i)))
			continue;
		if (isnan(column->sample[i]) || column->sample[i] == same)
			return false;
		n_failed++;
	}
	return n_ok >= MIN_ROWS && n_failed >= MIN_FAILED;
}

/* Whole numbers of few values are set by people: a table of one job for each number of devices
 * orders its speeds by them, and is no outcome. */
static bool may_be_measured(const struct cml_infer_column *column)
{
	return column->is_number &&
	       !(column->is_whole && column->n_distinct_numbers <= CML_INFER_MAX_NUMBERS);
}

/* Whether a column is one of several statistics, or what they are of (`x` of `x_std` and `x_ci95`);
 * or a mean alone. */
static bool is_statistic(const struct cml_infer_rows *rows, const struct cml_infer_column *column)
{
	char stem[CML_WORDS_SIZE], other[CML_WORDS_SIZE];
	enum cml_statistic own = cml_name_statistic(column->plain, stem);
	size_t n_of[CML_STATISTIC_OTHER + 1] = {0};
	CML_EACH_COLUMN (one, rows) {
		enum cml_statistic statistic = cml_name_statistic(one->plain, other);
		n_of[statistic] += strcmp(stem, other) == 0;
	}
	size_t n = n_of[CML_STATISTIC_NONE] + n_of[CML_STATISTIC_BOUND] + n_of[CML_STATISTIC_OTHER];
	/* The least and the largest beside a mean are readings, though few and whole. */
	bool is_extreme = column->is_number && own == CML_STATISTIC_BOUND &&
			  n_of[CML_STATISTIC_BOUND] > 1 && !cml_named(column, CML_NAME_TUNED);
	if (n_of[CML_STATISTIC_OTHER] == 0 || column->origin == CML_ORIGIN_SETTING ||
	    !(may_be_measured(column) || is_extreme))
		return false;
	bool is_mean = own == CML_STATISTIC_OTHER && !column->is_whole &&
		       column->n_sample_present >= MIN_ROWS && cml_infer_seldom_repeats(column) &&
		       cml_name_has(column->plain, "mean avg average");
	return is_mean || n >= MIN_STATISTICS || (n > 1 && cml_name_is_a(stem, CML_NAME_METRIC));
}

void cml_infer_find_statistics(struct cml_infer_rows *rows)
{
	CML_EACH_COLUMN (column, rows)
		column->is_statistic = is_statistic(rows, column);
}

bool cml_shows_statistic(const struct cml_infer_column *column)
{
	return column->is_statistic;
}

double cml_infer_correlate(struct cml_inference *infer, const struct cml_infer_column *column,
			   const struct cml_infer_column *other)
{
	const struct cml_infer_rows *rows = &infer->rows;
	double *x = rows->scratch, *y = x + rows->n_rows, correlation = 0;
	struct cml_error err;
	size_t n = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		y[n] = other ? other->sample[i] : cml_infer_metric_of(rows, i);
		x[n] = column->sample[i];
		n += !isnan(x[n]) && !isnan(y[n]);
	}
	if (n >= MIN_ROWS && cml_spearman(n, x, y, &correlation, &err) != CML_OK)
		infer->no_memory = true;
	return correlation;
}

/* Whether two names have a word in common, but for its end: `concurrency`, `concurrent`. */
static bool share_word(const char *a, const char *b)
{
	struct cml_spelling spelt = cml_spell(a), other = cml_spell(b);
	char stem[MIN_STEM + 2];
	for (const char *at = spelt.words[1]; at[1]; at += 1 + strcspn(at + 1, "_")) {
		snprintf(stem, sizeof stem, "%.*s", MIN_STEM + 1, at);
		if (strcspn(at + 1, "_") >= MIN_STEM && strstr(other.words[1], stem))
			return true;
	}
	return false;
}

bool cml_infer_has_odd_values(const struct cml_infer_column *column)
{
	size_t n_odd = 0, n = column->n_distinct_numbers;
	if (cml_infer_seldom_repeats(column) || n > CML_INFER_MAX_NUMBERS)
		return true;
	for (size_t i = 0; i < n; i++)
		n_odd += column->numbers[i] > 1 && fmod(column->numbers[i], 2) != 0;
	return 4 * n_odd >= n;
}

/* Whether a column is within an eighth of another, or a few, in all rows. */
static bool is_near(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		    const struct cml_infer_column *other)
{
	for (size_t i = 0; i < rows->n_rows; i++)
		if (fabs(column->sample[i] - other->sample[i]) > other->sample[i] / 8 + 2)
			return false;
	return true;
}

/* Beside the setting that bounds it: requests that were in flight. */
bool cml_shows_reached(struct cml_look *look, const struct cml_infer_column *column)
{
	if (!column->is_number || !cml_infer_has_odd_values(column))
		return false;
	CML_EACH_COLUMN (other, look->rows) {
		if (other == column || other->decided || other == look->rows->metric ||
		    !other->is_whole || other->n_sample_distinct > MAX_SETTINGS ||
		    2 * other->n_sample_distinct > column->n_sample_distinct ||
		    !share_word(column->plain, other->plain) ||
		    (!(cml_infer_correlate(look->infer, column, other) >= MIN_REACHED) &&
		     !is_near(look->rows, column, other)))
			continue;
		snprintf(look->detail, sizeof look->detail, "%.100s", other->name);
		return true;
	}
	return false;
}

/* The numbers of the metric, where there are many. */
bool cml_shows_copy(struct cml_look *look, const struct cml_infer_column *column)
{
	size_t n_same = 0, n = 0;
	for (size_t i = 0; i < look->rows->n_rows; i++) {
		double value = cml_infer_metric_of(look->rows, i);
		n += isnan(value) ? 0 : 1;
		n_same += column->sample[i] == value;
	}
	return column->is_number && column->n_sample_distinct >= MIN_COUNTS && n_same == n &&
	       n >= MIN_ROWS;
}

/* Whether a flag is one way in each job that lacks a metric, and the other in nearly all others. */
static bool follows_failures(const struct cml_infer_rows *rows,
			     const struct cml_infer_column *column)
{
	size_t n[2][2] = {{0}}; /* jobs by metric, by flag as in the first that failed */
	double first = NAN;
	for (size_t i = 0; i < rows->n_rows; i++)
		if (isnan(cml_infer_metric_of(rows, i)) && isnan(first))
			first = column->sample[i];
	for (size_t i = 0; i < rows->n_rows; i++)
		n[!isnan(cml_infer_metric_of(rows, i))][column->sample[i] == first]++;
	return n[0][1] > 0 && n[0][0] == 0 && MIN_ALIKE * n[1][1] <= n[1][0];
}

bool cml_shows_result(const struct cml_infer_column *column)
{
	return column->origin == CML_ORIGIN_RESULT;
}

bool cml_shows_prediction(struct cml_look *look, const struct cml_infer_column *column)
{
	return column->n_distinct_numbers > 1 && column->is_number &&
	       !cml_infer_turned(look->infer) &&
	       cml_name_predicts(column->plain, look->rows->metric->plain);
}

bool cml_shows_end(struct cml_look *look, const struct cml_infer_column *column)
{
	enum cml_job_status end;
	if (cml_named(column, CML_NAME_FAILURE))
		return true;
	return (column->is_bool || column->texts.n == 2) &&
	       (cml_job_status_parse(cml_slice_of(column->plain), &end) ||
		cml_name_has(column->plain, "slo sla") ||
		cml_named(column, CML_NAME_SURE_VERDICT) ||
		(cml_named(column, CML_NAME_VERDICT) && follows_failures(look->rows, column)));
}

bool cml_shows_rank(struct cml_look *look, const struct cml_infer_column *column)
{
	/* Of a time that is nothing but the size of the work. */
	bool is_work = cml_name_counts_work(column->plain) && cml_infer_is_minimized(look->infer);
	double correlation = may_be_measured(column) && !is_work
				 ? cml_infer_correlate(look->infer, column, NULL)
				 : 0;
	snprintf(look->detail, sizeof look->detail, "%.3f with '%.100s'", correlation,
		 look->rows->metric->name);
	return fabs(correlation) >= MIN_CORRELATION;
}

/* A few fractions of one digit, each in many rows, as no measurement has them: 0 and 0.0001 of
 * `aux_loss`. */
static bool is_coefficient(const struct cml_infer_column *column)
{
	size_t n = column->n_distinct_numbers;
	bool is_one = !column->is_whole && n > 1 && n <= MAX_CHOSEN && column->lo >= 0 &&
		      MIN_ROWS * n <= column->n_numbers;
	for (size_t i = 0; is_one && i < n; i++) {
		double value = column->numbers[i];
		double digits = value > 0 ? value / pow(10, floor(log10(value))) : 0;
		is_one = fabs(digits - nearbyint(digits)) < 1e-9;
	}
	return is_one;
}

bool cml_shows_reading(const struct cml_infer_column *column)
{
	/* 00:10:30 and 12.5 GB are measurements, too. */
	bool starts_with_digit = column->odd && *column->odd >= '0' && *column->odd <= '9';
	/* A dash or OOM in place of one. */
	bool are_mixed = column->odd && column->n_numbers > 0 &&
			 (cml_named(column, CML_NAME_READING) || strcmp(column->odd, "-") == 0);
	/* Rates of networks are few, and stand in many rows. */
	bool is_rate = cml_named(column, CML_NAME_RATE_UNIT) && column->is_number &&
		       cml_infer_seldom_repeats(column);
	/* Of a configuration few whole numbers are set: seconds of a batch of audio. */
	bool is_set = cml_named(column, CML_NAME_DURATION) && strpbrk(column->plain, "./") &&
		      column->is_whole && !cml_infer_has_odd_values(column);
	/* `$3.2 - $4.1` of a cost. */
	bool is_money = column->odd && (strchr(column->odd, '$') || strstr(column->odd, "€")) &&
			cml_name_is_minimized(column->plain);
	return is_rate || is_money ||
	       (cml_named(column, CML_NAME_MEASURED) && !is_set && !is_coefficient(column) &&
		(column->is_number || starts_with_digit || are_mixed));
}

bool cml_shows_marked_memory(const struct cml_infer_column *column)
{
	return column->n_numbers > column->n_whole && column->n_distinct_numbers >= MIN_COUNTS &&
	       column->odd && strcmp(column->odd, "-") == 0 && cml_named(column, CML_NAME_MEMORY);
}

static bool looks_measured(const struct cml_infer_column *column)
{
	return column->is_number && !column->is_whole && column->n_sample_present >= MIN_ROWS &&
	       (column->n_distinct_numbers > CML_INFER_MAX_NUMBERS ||
		(double)column->n_sample_distinct >=
		    MEASURED_FRACTION * (double)column->n_sample_present);
}

/* Only where most settings are of another kind: in a random search over continuous ones, they all
 * look measured. */
bool cml_shows_fractions(struct cml_look *look, const struct cml_infer_column *column)
{
	size_t n_open = 0, n_measured = 0;
	if (!looks_measured(column) || cml_named(column, CML_NAME_TUNED) ||
	    cml_name_is_context(column->plain))
		return false;
	CML_EACH_COLUMN (other, look->rows) {
		bool is_open = !other->decided && other->origin != CML_ORIGIN_SETTING;
		n_open += is_open;
		n_measured += is_open && looks_measured(other);
	}
	return 2 * n_measured < n_open;
}
