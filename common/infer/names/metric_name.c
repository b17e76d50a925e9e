#include "infer/names/names.h"

#include <stdio.h>
#include <string.h>

/* Rates and other figures that no job is started with. */
static const char measured_words[] =
    "throughput tput thruput goodput qps wps tps fps per_s per_sec per_second latency lat "
    "elapsed elapsedraw runtime jobruntime walltime grad_norm mfu hfu tflops gflops "
    "ttft tpot itl n_repeats repeats readings n_runs n_failed n_retries attempt exit_code exitcode "
    "exitval returncode peak_memory maxrss averss cputime cputimeraw avecpu totalcpu systemcpu "
    "of_best of_peak vs_best vs_baseline speedup "
    "usercpu mincpu maxvmsize avevmsize maxpages avepages maxdiskread avediskread "
    "maxdiskwrite avediskwrite consumedenergy consumedenergyraw total_output_tokens "
    "total_generated_tokens max_total_num_tokens time_to_first_token "
    "time_to_second_token "
    "time_per_output_token train_acc val_acc valid_acc test_acc eval_acc reward";
/* How well training went: at the end of a name alone, as a loss scale is set. */
static const char quality_words[] =
    "loss energy score accuracy auc perplexity ppl bleu rouge f1 wer retries ooms params_norm "
    "param_norm num_zeros total_flos total_flops";
/* Times of a part of a step, and what a device was seen to do. */
static const char measured_times[] =
    "time_s time_ms time_us time_ns step_timing gpu_util sm_util cpu_util ram_util temp_c gpu_temp "
    "watts power_draw power_w joules";
/* Bounds of a time are set. */
static const char time_settings[] =
    "max min limit timeout wait warmup delay interval every clip window ckpt checkpoint save "
    "requested";
/* How long a job took, also with a unit behind it. */
static const char durations[] =
    "duration dur elapsed runtime run_time walltime wallclock wall wall_clock job_time train_time "
    "training_time total_time exec_time execution_time compute_time gpu_time makespan jct";
/* How far a job came. */
static const char counters[] = "step global_step last_step final_step iter iteration "
			       "training_iteration epoch last_epoch final_epoch steps_completed "
			       "iterations_since_restore flops";
static const char done_words[] = "seen completed processed consumed done executed";
/* More of what people optimise, though settings may be called so, too. */
static const char metric_words[] =
    "perf performance speed duration time_ms time_us time_ns time_s minutes seconds loss "
    "step_timing cost slowdown";
/* Of the metrics by name, counts are none. */
static const char count_words[] = "n repeats readings attempt exit_code exitcode returncode "
				  "grad_norm retries ooms util percent pct";
static const char minimized_words[] =
    "time times ms us ns sec secs seconds minutes hours loss cost latency lat runtime walltime "
    "elapsed elapsedraw duration memory step_timing ttft tpot itl slowdown";
/* What costs, or fails; units of that, some of which are such only beside `per`; and what more is
 * done for a cost. */
static const char cost_words[] =
    "cost costs price energy power watt watts loss error errors fails failures failure failed "
    "ooms crashes retries drops restarts timeouts stalls";
static const char cost_units[] = "usd eur gbp dollar dollars euro euros cent cents joule joules kj "
				 "wh kwh mwh co2";
static const char per_units[] = "j mj w";
static const char yield_words[] = "efficiency savings";
/* Units of rates that have no word for the time, as of networks, too. */
static const char rate_units[] =
    "kbps mbps gbps tbps kb_s mb_s gb_s tb_s kib_s mib_s gib_s tib_s iops kops mops gops rps krps "
    "kqps mqps mpps";
/* Of many readings: bounds, which settings have, too, and others. */
static const char bound_words[] = "min max minimum maximum";
static const char statistic_words[] = "mean avg average median med std stdev stddev sd var "
				      "variance sem cv p5 p10 p25 p50 p75 p90 p95 p99 p999";
/* What a study optimises, whatever else it notes. */
static const char objective_names[] =
    "value objective objective_value searcher_metric_value final_objective_value metric_val "
    "metric_value";
/* A utilization, or how well training went: not how fast. */
static const char weak_metric_words[] = "mfu hfu loss";
/* Of a whole job, its start and its end included. */
static const char whole_job_words[] = "runtime jobruntime walltime elapsed elapsedraw duration";
/* Of another run than the training, or of a part of it, a statistic, or computed from a reading. */
static const char lesser_words[] =
    "eval val valid validation test warmup min max median std stdev stddev sd var variance p10 p25 "
    "p50 p75 p90 p95 p99 p999 "
    "scaling factor normalized normalised relative rel ratio speedup rank target expected "
    "predicted "
    "pred estimated theoretical ideal baseline reference ref best peak";

/* Times that something comes in, and others that a name may end in. */
static const char rate_times[] =
    "s sec secs second seconds min mins minute h hr hour hours day days";
static const char time_units[] =
    "s ms sec secs second seconds min mins minute minutes h hr hrs hour hours days";

/* A name in both spellings, with a word for a sign of money, and one, if any, for a slash. A `/min`
 * may be the smallest of several. */
static struct cml_spelling spell_with(const char *name, const char *slash)
{
	char text[CML_WORDS_SIZE];
	size_t n = 0;
	for (; *name && n + sizeof " per " < sizeof text; name++) {
		const char *after = name + 1 + strspn(name + 1, " ");
		bool is_per = *name == '/' && strncmp(after, "min", 3) != 0;
		const char *word = is_per ? slash : *name == '$' ? " usd " : NULL;
		memcpy(text + n, word ? word : name, word ? strlen(word) : 1);
		n += word ? strlen(word) : 1;
	}
	text[n] = '\0';
	return cml_spell(text);
}

/* `_tok_per_s_` of `tok/s`. */
static struct cml_spelling spell(const char *name)
{
	return spell_with(name, " per ");
}

/* Whether something is counted by seconds (`tok_sec`, `imgs_sec_gpu`, not `step_sec`), or comes in
 * a time (`GB/hour`, `audio_hours_per_s`). */
static bool are_rate(const char *words)
{
	static const char counted[] =
	    "tok toks token tokens samples img imgs images seqs steps sequences iters examples "
	    "iterations requests reqs queries words frames records rows items bytes batches ops "
	    "flops "
	    "gflops tflops pflops";
	char word[CML_WORDS_SIZE] = "_";
	bool is_after_count = false, is_after_per = false;
	for (const char *at = words + 1; *at; at += strcspn(at, "_") + 1) {
		size_t size = strcspn(at, "_");
		memcpy(word + 1, at, size + 1);
		word[size + 2] = '\0';
		if ((is_after_count && cml_words_are(word, "s sec second")) ||
		    (is_after_per && cml_words_are(word, rate_times)))
			return true;
		is_after_count = cml_words_are(word, counted);
		is_after_per = cml_words_are(word, "per");
	}
	return false;
}

static bool is_rate(const struct cml_spelling *spelling)
{
	return are_rate(spelling->words[0]) || are_rate(spelling->words[1]);
}

/* `sec/iter`, `ms_per_step`, `step_s`; not those that are set. */
static bool is_pace(const struct cml_spelling *spelling)
{
	return !is_rate(spelling) && !cml_spelling_has(spelling, time_settings) &&
	       cml_spelling_has(spelling,
				"time_per s_per sec_per secs_per second_per seconds_per ms_per "
				"us_per min_per minutes_per step_s step_sec iter_s iter_sec "
				"run_s query_s task_s total_s wall_s cpu_s kernel_s exec_s "
				"train_s solve_s compile_s build_s "
				"iteration_s epoch_s");
}

/* `duration_s`, `wall_clock_h`; not those that are set. */
static bool is_duration(const struct cml_spelling *spelling)
{
	for (size_t i = 0; i < 2; i++) {
		char words[CML_WORDS_SIZE];
		strcpy(words, spelling->words[i]);
		if (cml_words_end_in(words, time_units)) {
			size_t n = strlen(words) - 1;
			while (n > 0 && words[n - 1] != '_')
				n--;
			words[n] = '\0';
		}
		if (cml_words_end_in(words, durations) && !cml_words_have(words, time_settings))
			return true;
	}
	return false;
}

/* Rates, paces, durations, and what is always measured. */
static bool is_reading(const struct cml_spelling *spelling)
{
	return cml_spelling_has(spelling, measured_words) || is_rate(spelling) ||
	       is_pace(spelling) || is_duration(spelling);
}

bool cml_name_is_measured(const char *name)
{
	struct cml_spelling spelling = spell(name);
	bool is_time = cml_spelling_has(&spelling, measured_times) ||
		       cml_spelling_ends_in(&spelling, "time ms us");
	return is_reading(&spelling) || cml_spelling_ends_in(&spelling, quality_words) ||
	       cml_name_is(name, counters) || cml_name_ends_in(name, "global_step") ||
	       cml_spelling_has(&spelling, done_words) ||
	       (is_time && !cml_spelling_has(&spelling, time_settings));
}

bool cml_name_is_metric(const char *name)
{
	struct cml_spelling spelling = spell(name);
	return !cml_spelling_has(&spelling, count_words) && !cml_name_is_known_setting(name) &&
	       (is_reading(&spelling) || cml_spelling_has(&spelling, metric_words) ||
		cml_spelling_ends_in(&spelling, "time ms us") ||
		cml_name_is(name, objective_names));
}

bool cml_name_is_speed(const char *name)
{
	struct cml_spelling spelling = spell(name);
	return (is_reading(&spelling) || cml_spelling_ends_in(&spelling, "time ms us")) &&
	       !cml_spelling_has(&spelling, "acc train_acc reward grad_norm") &&
	       !cml_spelling_ends_in(&spelling, quality_words);
}

bool cml_name_extends(const char *name, const char *other)
{
	char words[CML_WORDS_SIZE], front[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_normalise(other, front);
	size_t n = strlen(front);
	return strlen(words) > n && n > 2 && strncmp(words, front, n) == 0;
}

/* Steps in a time, however much one of them does. */
static bool are_steps(const struct cml_spelling *spelling)
{
	return cml_spelling_has(
	    spelling,
	    "steps_per steps_s steps_sec iters_per iters_s iters_sec its_per its_s it_per "
	    "it_s iterations_per iterations_s");
}

int cml_name_metric_rank(const char *name)
{
	struct cml_spelling spelling = spell(name);
	int rank =
	    cml_name_is(name, objective_names)                                                  ? 7
	    : cml_spelling_has(&spelling, weak_metric_words) || cml_name_is_memory(name)        ? 0
	    : cml_name_is_minimized(name) && cml_spelling_has(&spelling, "step iter iteration") ? 4
	    : cml_spelling_has(&spelling, whole_job_words) || is_duration(&spelling)            ? 2
	    : cml_name_is(name, "cost")                                                         ? 5
	    : cml_name_is_minimized(name)                                                       ? 4
	    : are_steps(&spelling) || cml_spelling_has(&spelling, "tflops tflop gflops flops")  ? 5
												: 6;
	return cml_spelling_has(&spelling, lesser_words) ? rank - 3 : rank;
}

/* What more of a metric means: a higher cost, or more done for it. */
enum worth { WORTH_UNKNOWN, WORTH_COST, WORTH_YIELD };

/* What precedes `per` decides: `usd_per_token`, `tokens_per_usd`. A slash is one beside a unit, as
 * `perf/cost` is a path. */
static enum worth worth_of(const char *name)
{
	struct cml_spelling plain = spell_with(name, " "), spelling = plain;
	bool is_slash = !strstr(plain.words[0], "_per_");
	if (is_slash)
		spelling = spell(name);
	for (size_t i = 0; i < 2; i++) {
		char *words = spelling.words[i], *per = strstr(words, "_per_");
		const char *behind = per ? per + strlen("_per") : "_";
		if (per)
			per[1] = '\0';
		if (cml_words_have(words, yield_words))
			return WORTH_YIELD;
		if (cml_words_have(words, cost_words) || cml_words_have(words, cost_units) ||
		    (per && cml_words_have(words, per_units)))
			return WORTH_COST;
		if (!cml_words_have(words, minimized_words) &&
		    (cml_words_have(behind, cost_units) || cml_words_have(behind, per_units) ||
		     (!is_slash && cml_words_have(behind, cost_words))))
			return WORTH_YIELD;
	}
	return is_slash && cml_spelling_has(&plain, cost_words) ? WORTH_COST : WORTH_UNKNOWN;
}

/* `Laufzeit (s)`, whatever the language. */
static bool is_in_seconds(const char *name)
{
	static const char *const units[] = {"(s)", "[s]", "(sec)", "[sec]",
					    "(h)", "[h]", "(min)", "[min]"};
	size_t n = strlen(name);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		size_t size = strlen(units[i]);
		if (n > size && strcmp(name + n - size, units[i]) == 0)
			return true;
	}
	return false;
}

bool cml_name_is_minimized(const char *name)
{
	struct cml_spelling spelling = spell(name);
	struct cml_spelling plain = cml_spell(name);
	enum worth worth = worth_of(name);
	if (worth != WORTH_UNKNOWN || is_rate(&spelling))
		return worth == WORTH_COST;
	for (size_t i = 0; i < 2; i++) {
		char *per = strstr(plain.words[i], "_per_");
		if (per)
			per[1] = '\0';
	}
	return cml_spelling_has(&plain, minimized_words) || is_pace(&spelling) ||
	       is_duration(&spelling) || is_in_seconds(name);
}

bool cml_name_is_negated(const char *name)
{
	return cml_name_has(name, "neg negative negated minus");
}

bool cml_name_has_rate_unit(const char *name)
{
	return cml_name_has(name, rate_units);
}

enum cml_statistic cml_name_statistic(const char *name, char stem[CML_WORDS_SIZE])
{
	struct cml_spelling spelling = cml_spell(name);
	enum cml_statistic found = CML_STATISTIC_NONE;
	size_t n = 1;
	stem[0] = '_';
	for (const char *at = spelling.words[1] + 1; *at; at += strcspn(at, "_") + 1) {
		char word[CML_WORDS_SIZE];
		size_t size = strcspn(at, "_") + 1;
		snprintf(word, sizeof word, "_%.*s", (int)size, at);
		if (!found && cml_words_are(word, bound_words))
			found = CML_STATISTIC_BOUND;
		else if (!found && cml_words_are(word, statistic_words))
			found = CML_STATISTIC_OTHER;
		else {
			memcpy(stem + n, at, size);
			n += size;
		}
	}
	stem[n] = '\0';
	return n > 1 ? found : CML_STATISTIC_NONE;
}

bool cml_name_is_inverse(const char *name)
{
	return cml_name_has(name, "inverse inverted inv reciprocal recip one_over 1_over") ||
	       strncmp(name, "1/", 2) == 0;
}

bool cml_name_is_computed(const char *name)
{
	return cml_name_has(name, "pct percent percentage percentile tier grade slo sla meets met "
				  "passed above below acceptable verdict winner pareto quartile "
				  "decile quintile bin improvement rating is_best") ||
	       cml_name_is(name, "is_fast is_slow fast slow rank");
}

bool cml_name_is_scaled(const char *name)
{
	return cml_name_has(name, "log ln log2 log10 delta diff difference change gain");
}

bool cml_name_is_latency(const char *name)
{
	return cml_name_has(name,
			    "latency lat ttft tpot itl e2el response_time time_to_first_token "
			    "time_per_output_token inter_token_time");
}

bool cml_name_costs_work(const char *name)
{
	struct cml_spelling spelling = spell(name);
	bool is_cost =
	    worth_of(name) == WORTH_COST && !cml_spelling_has(&spelling, "per loss error errors");
	bool is_time =
	    cml_name_is_minimized(name) &&
	    (cml_name_is_speed(name) || cml_spelling_has(&spelling, "time hours minutes seconds"));
	return is_cost || (is_time && !cml_name_is_latency(name) && !cml_name_has(name, "loss"));
}

bool cml_name_is_of_step(const char *name)
{
	struct cml_spelling spelling = spell(name);
	return are_steps(&spelling) ||
	       cml_spelling_has(&spelling, "batches_per batches_s batch_latency");
}

bool cml_name_tells_goal(const char *name)
{
	struct cml_spelling spelling = spell(name);
	enum worth worth = worth_of(name);
	if (is_rate(&spelling))
		return worth != WORTH_COST;
	return worth == WORTH_YIELD || cml_name_is_minimized(name) ||
	       cml_spelling_has(&spelling, measured_words) || cml_spelling_has(&spelling, "speed");
}
