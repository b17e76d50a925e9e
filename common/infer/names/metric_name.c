#include "infer/names/metric_name.h"

#include "infer/names/column_name.h"
#include "infer/names/name_words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Rates and other figures that no job is started with. */
static const char *const measured_words[] = {"_throughput_",
					     "_tput_",
					     "_thruput_",
					     "_goodput_",
					     "_qps_",
					     "_wps_",
					     "_tps_",
					     "_fps_",
					     "_per_s_",
					     "_per_sec_",
					     "_per_second_",
					     "_latency_",
					     "_elapsed_",
					     "_elapsedraw_",
					     "_runtime_",
					     "_jobruntime_",
					     "_walltime_",
					     "_grad_norm_",
					     "_mfu_",
					     "_hfu_",
					     "_tflops_",
					     "_gflops_",
					     "_n_repeats_",
					     "_repeats_",
					     "_n_runs_",
					     "_n_failed_",
					     "_n_retries_",
					     "_attempt_",
					     "_exit_code_",
					     "_exitcode_",
					     "_exitval_",
					     "_returncode_",
					     "_peak_memory_",
					     "_maxrss_",
					     "_averss_",
					     "_cputime_",
					     "_cputimeraw_",
					     "_avecpu_",
					     "_totalcpu_",
					     "_systemcpu_",
					     "_usercpu_",
					     "_mincpu_",
					     "_maxvmsize_",
					     "_avevmsize_",
					     "_maxpages_",
					     "_avepages_",
					     "_maxdiskread_",
					     "_avediskread_",
					     "_maxdiskwrite_",
					     "_avediskwrite_",
					     "_consumedenergy_",
					     "_consumedenergyraw_",
					     NULL};
/* Times of a step or a part of it, and what a device was seen to do. */
static const char *const measured_times[] = {
    "_time_s_",   "_time_ms_",  "_time_us_",  "_time_ns_",     "_step_timing_",
    "_sec_per_",  "_secs_per_", "_s_per_it_", "_seconds_per_", "_ms_per_",
    "_gpu_util_", "_sm_util_",  "_watts_",    "_power_draw_",  "_power_w_",
    "_joules_",   NULL};
/* Bounds of a time are set. */
static const char *const time_setting_words[] = {"_max_",   "_min_",    "_limit_", "_timeout_",
						 "_wait_",  "_warmup_", "_delay_", "_interval_",
						 "_every_", NULL};
/* More of what people optimise, though settings may be called so, too. */
static const char *const metric_words[] = {
    "_perf_",    "_performance_", "_speed_",  "_duration_", "_time_ms_",
    "_time_us_", "_time_ns_",     "_time_s_", "_minutes_",  "_seconds_",
    "_loss_",    "_step_timing_", NULL};
/* Of the metrics by name, counts are none. */
static const char *const count_words[] = {"_n_",        "_repeats_",    "_attempt_", "_exit_code_",
					  "_exitcode_", "_returncode_", NULL};
static const char *const minimized_words[] = {
    "_time_",    "_ms_",       "_us_",      "_ns_",          "_sec_",      "_secs_",
    "_seconds_", "_minutes_",  "_hours_",   "_loss_",        "_cost_",     "_latency_",
    "_runtime_", "_walltime_", "_elapsed_", "_elapsedraw_",  "_duration_", "_error_",
    "_memory_",  "_watts_",    "_energy_",  "_step_timing_", NULL};
/* What a study optimises, whatever else it notes. */
static const char *const objective_names[] = {"_value_",
					      "_objective_",
					      "_objective_value_",
					      "_searcher_metric_value_",
					      "_final_objective_value_",
					      NULL};
/* A utilization, or how well training went: not how fast. */
static const char *const weak_metric_words[] = {"_mfu_", "_hfu_", "_loss_", NULL};
/* Of a whole job, its start and its end included. */
static const char *const whole_job_words[] = {
    "_runtime_", "_jobruntime_", "_walltime_", "_elapsed_", "_elapsedraw_", "_duration_", NULL};
/* How long a job took, and what else such a name may hold: `total_run_time_h`. */
static const char *const duration_words[] = {"duration", "elapsed",   "runtime", "time",
					     "walltime", "wallclock", "wall",    NULL};
static const char *const whole_job_qualifiers[] = {
    "job", "run",  "train", "training", "total", "actual", "real",    "exec",  "execution",
    "gpu", "gpus", "node",  "device",   "cpu",   "core",   "compute", "clock", NULL};
static const char *const long_time_units[] = {"sec",    "secs",    "second", "seconds", "mins",
					      "minute", "minutes", "hr",     "hrs",     "hour",
					      "hours",  "days",    NULL};
static const char *const short_time_units[] = {"s", "ms", "min", "h", NULL}; /* beside a word */
static const char *const statistic_words[] = {"_min_",    "_max_", "_median_",   "_std_",
					      "_stddev_", "_var_", "_variance_", "_p50_",
					      "_p90_",    "_p95_", "_p99_",      NULL};

static bool is_any_of(const char *word, size_t size, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == size && strncmp(word, *names, size) == 0)
			return true;
	return false;
}

/* Every word counts: of `clip_duration_s` or `warmup_duration_s`, the first says that it is set. */
static enum duration { NO_DURATION, MAYBE_DURATION, DURATION } read_duration(const char *words)
{
	bool has_base = false, has_unit = false;
	for (const char *word = words + 1; *word;) {
		size_t size = strcspn(word, "_");
		bool last = word[size + 1] == '\0';
		bool is_base = is_any_of(word, size, duration_words);
		has_base = has_base || is_base;
		if (last && is_any_of(word, size, long_time_units))
			has_unit = true;
		else if (!is_base && !is_any_of(word, size, whole_job_qualifiers) &&
			 !(last && has_base && is_any_of(word, size, short_time_units)))
			return NO_DURATION;
		word += size + 1;
	}
	return has_base ? DURATION : has_unit ? MAYBE_DURATION : NO_DURATION;
}

/* The surer of both spellings. */
static enum duration find_duration(const char *name)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	enum duration first = read_duration(words), second = read_duration(split);
	return first > second ? first : second;
}

static bool has_slash_and(const char *name, const char *const *times)
{
	for (const char *at = strchr(name, '/'); at; at = strchr(at, '/')) {
		at += 1 + strspn(at + 1, " ");
		size_t size = 0;
		while (isalpha((unsigned char)at[size]))
			size++;
		if (is_any_of(at, size, times))
			return true;
	}
	return false;
}

/* `Iter/s`, `requests / sec (total)`. Longer times are left: `lr/min` is set. */
static bool is_rate(const char *name)
{
	static const char *const times[] = {"s", "sec", "second", NULL};
	return has_slash_and(name, times);
}

/* Where the seconds of `tok_sec`, `TokS` or `imgs_sec_gpu` begin; NULL: nothing is counted before
 * them, as in `step_sec`. */
static char *find_rate_seconds(char *words)
{
	static const char *const counted[] = {
	    "tok",      "toks",       "token",    "tokens", "samples",   "img",
	    "imgs",     "images",     "seqs",     "steps",  "sequences", "iters",
	    "examples", "iterations", "requests", "reqs",   "queries",   "words",
	    "frames",   "records",    "rows",     "items",  "bytes",     "batches",
	    "ops",      "flops",      "gflops",   "tflops", "pflops",    NULL};
	static const char *const seconds[] = {"s", "sec", "second", NULL};
	bool is_after_count = false;
	for (char *word = words + 1; *word;) {
		size_t size = strcspn(word, "_");
		if (is_after_count && is_any_of(word, size, seconds))
			return word;
		is_after_count = is_any_of(word, size, counted);
		word += size + 1;
	}
	return NULL;
}

static bool is_count_by_seconds(const char *name)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return find_rate_seconds(words) || find_rate_seconds(split);
}

/* `sec/iter`, `s / it`, `ms/step`: a time, then what it is for. */
static bool is_pace(const char *name)
{
	static const char *const times[] = {"s",  "sec", "secs",    "second", "seconds",
					    "ms", "us",  "minutes", "min",    NULL};
	static const char *const works[] = {"it",    "iter",  "iters",   "iteration", "step",
					    "batch", "epoch", "sample",  "token",     "op",
					    "call",  "query", "request", "image",     NULL};
	const char *slash = strchr(name, '/');
	if (!slash)
		return false;
	const char *end = slash, *after = slash + 1 + strspn(slash + 1, " ");
	while (end > name && end[-1] == ' ')
		end--;
	const char *start = end;
	while (start > name && isalpha((unsigned char)start[-1]))
		start--;
	size_t size = 0;
	while (isalpha((unsigned char)after[size]))
		size++;
	return is_any_of(start, (size_t)(end - start), times) && is_any_of(after, size, works);
}

/* Whether words have `_per_` and a time; what is before the first `per` is left of them. */
static bool cut_per_time(char *words)
{
	static const char *const times[] = {"s",     "sec",    "secs", "second", "seconds",
					    "min",   "minute", "h",    "hr",     "hour",
					    "hours", "day",    "days", "mins",   NULL};
	static const char per[] = "_per_";
	bool is_found = false;
	for (const char *at = strstr(words, per); at; at = strstr(at + 1, per)) {
		const char *time = at + strlen(per);
		is_found = is_found || is_any_of(time, strcspn(time, "_"), times);
	}
	if (is_found)
		strstr(words, per)[1] = '\0';
	return is_found;
}

/* What comes in a time, whatever it is (`audio_hours_per_s`, `GB/hour`), and whether it had better
 * not. A `/min` may be the smallest of several. */
static enum rate { NO_RATE, RATE, RATE_OF_COST } find_rate(const char *name)
{
	static const char *const costs[] = {
	    "_usd_",      "_eur_",    "_dollar_",  "_dollars_", "_cost_",     "_costs_",
	    "_price_",    "_wh_",     "_kwh_",     "_mwh_",     "_joule_",    "_joules_",
	    "_kj_",       "_mj_",     "_energy_",  "_power_",   "_watts_",    "_co2_",
	    "_loss_",     "_error_",  "_errors_",  "_fails_",   "_failures_", "_failure_",
	    "_failed_",   "_ooms_",   "_crashes_", "_retries_", "_drops_",    "_restarts_",
	    "_timeouts_", "_stalls_", NULL};
	static const char *const long_times[] = {"minute", "hour", "day", NULL};
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	bool is_per_time = cut_per_time(words), is_split_so = cut_per_time(split);
	if (!is_per_time && !is_split_so && !has_slash_and(name, long_times) && !is_rate(name))
		return NO_RATE;
	return strchr(name, '$') || cml_words_have(words, costs) || cml_words_have(split, costs)
		   ? RATE_OF_COST
		   : RATE;
}

bool cml_name_may_be_duration(const char *name)
{
	return find_duration(name) != NO_DURATION;
}

bool cml_name_is_measured(const char *name)
{
	bool is_time = cml_name_has(name, measured_times) || cml_name_ends_in(name, "_time_");
	/* At its end alone: a loss scale, or the duration of a warm-up, is set. */
	return cml_name_has(name, measured_words) || is_count_by_seconds(name) || is_rate(name) ||
	       is_pace(name) || cml_name_ends_in(name, "_loss_") ||
	       cml_name_ends_in(name, "_duration_") || cml_name_ends_in(name, "_energy_") ||
	       find_duration(name) == DURATION ||
	       (is_time && !cml_name_has(name, time_setting_words));
}

bool cml_name_is_metric(const char *name)
{
	if (cml_name_has(name, count_words))
		return false;
	return cml_name_has(name, measured_words) || is_count_by_seconds(name) || is_rate(name) ||
	       is_pace(name) || cml_name_has(name, metric_words) ||
	       cml_name_ends_in(name, "_time_") || find_duration(name) == DURATION ||
	       cml_name_is(name, objective_names);
}

bool cml_name_extends(const char *name, const char *other)
{
	char words[CML_WORDS_SIZE], front[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_normalise(other, front);
	size_t n = strlen(front);
	return strlen(words) > n && n > 2 && strncmp(words, front, n) == 0;
}

int cml_name_metric_rank(const char *name)
{
	int rank = cml_name_is(name, objective_names)                                       ? 7
		   : cml_name_has(name, weak_metric_words) || cml_name_is_memory(name)      ? 0
		   : cml_name_has(name, whole_job_words) || find_duration(name) == DURATION ? 2
		   : cml_name_is_minimized(name)                                            ? 4
											    : 6;
	return cml_name_has(name, statistic_words) ? rank - 3 : rank;
}

bool cml_name_tells_goal(const char *name)
{
	static const char *const speed[] = {"_speed_", NULL};
	enum rate rate = find_rate(name);
	if (rate != NO_RATE)
		return rate == RATE;
	return cml_name_is_minimized(name) || cml_name_has(name, measured_words) ||
	       is_count_by_seconds(name) || is_pace(name) || cml_name_has(name, speed);
}

bool cml_name_is_progress(const char *name)
{
	static const char *const counted[] = {
	    "_step_",     "_steps_",   "_epoch_",     "_epochs_",    "_iter_",
	    "_iters_",    "_it_",      "_its_",       "_iteration_", "_iterations_",
	    "_token_",    "_tokens_",  "_sample_",    "_samples_",   "_example_",
	    "_examples_", "_batches_", "_sequences_", "_requests_",  "_updates_",
	    "_images_",   NULL};
	static const char *const done[] = {"_done_",     "_seen_",    "_completed_", "_processed_",
					   "_finished_", "_reached_", "_progress_",  "_trained_",
					   "_consumed_", "_served_",  NULL};
	/* Of a step or between two, or shared out: set, whatever is counted. */
	static const char *const set[] = {"_max_",      "_min_",      "_accum_",   "_accumulation_",
					  "_acc_",      "_warmup_",   "_decay_",   "_per_",
					  "_every_",    "_interval_", "_save_",    "_eval_",
					  "_log_",      "_logging_",  "_micro_",   "_grad_",
					  "_gradient_", "_inner_",    "_batched_", NULL};
	return (cml_name_ends_in_any(name, counted) || cml_name_has(name, done)) &&
	       !cml_name_has(name, set);
}

static bool are_minimized(char *words)
{
	/* `samples_sec` is a rate, `time_per_step` is not: what precedes `per` or the seconds
	 * decides. */
	char *per = strstr(words, "_per_");
	if (per)
		per[1] = '\0';
	char *seconds = find_rate_seconds(words);
	if (seconds)
		*seconds = '\0';
	return cml_words_have(words, minimized_words);
}

bool cml_name_is_minimized(const char *name)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	enum rate rate = find_rate(name);
	if (rate != NO_RATE)
		return rate == RATE_OF_COST;
	return is_pace(name) || are_minimized(words) || are_minimized(split) ||
	       find_duration(name) == DURATION;
}
