#include "infer/names/names.h"

#include <stdio.h>
#include <string.h>

static const char minimized_words[] =
    "time times ms us ns sec secs seconds minutes hours loss cost latency lat runtime walltime "
    "elapsed elapsedraw duration bpb memory mem vram gmem step_timing ttft tpot itl slowdown "
    "target_epoch target_epochs to_target to_accuracy zeit laufzeit dauer temps duree tiempo";
/* What costs, or fails; units of that, some of which are such only beside `per`; and what more is
 * done for a cost. */
static const char cost_words[] =
    "cost costs price energy power watt watts loss error errors fails failures failure failed ooms "
    "crashes retries drops restarts timeouts stalls";
static const char cost_units[] =
    "usd eur gbp dollar dollars euro euros cent cents joule joules kj wh kwh mwh co2";
static const char per_units[] = "j mj w";
static const char yield_words[] = "efficiency savings";
/* Parts of a step. */
static const char part_words[] = "expert experts alltoall allreduce comm communication forward fwd "
				 "backward bwd attention attn mlp data_time";
/* Of many readings: bounds, which settings have, too, and others. */
static const char bound_words[] = "min max minimum maximum";
static const char statistic_words[] =
    "mean avg average median med std stdev stddev stderr sd var variance sem ci95 cv p5 p10 p25 "
    "p50 p75 p90 p95 p99 p999 spread";

bool cml_name_extends(const char *name, const char *other)
{
	char words[CML_WORDS_SIZE], front[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_normalise(other, front);
	size_t n = strlen(front);
	return strlen(words) > n && n > 2 && strncmp(words, front, n) == 0;
}

static int plain_rank(const char *name)
{
	struct cml_spelling spelling = cml_spell_with(name, " per ");
	bool is_minimized = cml_name_is_minimized(name);
	if (cml_name_is_a(name, CML_NAME_OBJECTIVE))
		return 7;
	if (cml_name_is_a(name, CML_NAME_WEAK_METRIC))
		return 0;
	if (is_minimized && cml_spelling_has(&spelling, "step iter iteration"))
		return 4;
	if (cml_name_is_a(name, CML_NAME_WHOLE_JOB))
		return 2;
	if (cml_name_is(name, "cost speed"))
		return 5;
	if (is_minimized) /* of a part of a step, or of all */
		return cml_name_has(name, part_words) ? 1 : 4;
	return cml_name_is_a(name, CML_NAME_STEP_RATE) ||
		       cml_spelling_has(&spelling, "tflops tflop gflops flops")
		   ? 5
		   : 6;
}

int cml_name_metric_rank(const char *name)
{
	return plain_rank(name) - (cml_name_is_a(name, CML_NAME_LESSER) ? 3 : 0);
}

/* What more of a metric means: a higher cost, or more done for it. */
enum worth { WORTH_UNKNOWN, WORTH_COST, WORTH_YIELD };

/* What precedes `per` decides: `usd_per_token`, `tokens_per_usd`. A slash is one beside a unit, as
 * `perf/cost` is a path. */
static enum worth worth_of(const char *name)
{
	struct cml_spelling plain = cml_spell_with(name, " "), spelling = plain;
	bool is_slash = !strstr(plain.words[0], "_per_");
	if (is_slash)
		spelling = cml_spell_with(name, " per ");
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

/* A sign at the end says which way is better: `latency_ms-`; 0: there is none. */
static char sign_of(const char *name)
{
	size_t n = strlen(name);
	return (char)(n > 1 && strchr("+-", name[n - 1]) ? name[n - 1] : 0);
}

/* Whether a unit behind a name is a rate, whatever the name says: `Inf time (fps)`. */
static bool has_unit_of_rate(const char *name)
{
	const char *unit = name + strcspn(name, "[(");
	return cml_name_is(unit, "fps ips qps rps sps tps wps hz khz");
}

bool cml_name_is_minimized(const char *name)
{
	if (sign_of(name))
		return sign_of(name) == '-';
	enum worth worth = worth_of(name);
	if (worth != WORTH_UNKNOWN || cml_name_is_a(name, CML_NAME_RATE) || has_unit_of_rate(name))
		return worth == WORTH_COST;
	struct cml_spelling plain = cml_spell(name);
	for (size_t i = 0; i < 2; i++) {
		char *per = strstr(plain.words[i], "_per_");
		if (per)
			per[1] = '\0';
	}
	return cml_spelling_has(&plain, minimized_words) || cml_name_is_a(name, CML_NAME_PACE) ||
	       cml_name_is_a(name, CML_NAME_DURATION) || cml_name_is_a(name, CML_NAME_IN_SECONDS);
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

bool cml_name_costs_work(const char *name)
{
	struct cml_spelling spelling = cml_spell_with(name, " per ");
	bool is_cost =
	    worth_of(name) == WORTH_COST && !cml_spelling_has(&spelling, "per loss error errors");
	bool is_time = cml_name_is_minimized(name) &&
		       (cml_name_is_a(name, CML_NAME_SPEED) ||
			cml_spelling_has(&spelling, "time hours minutes seconds"));
	return is_cost ||
	       (is_time && !cml_name_is_a(name, CML_NAME_LATENCY) && !cml_name_has(name, "loss"));
}

bool cml_name_tells_goal(const char *name)
{
	struct cml_spelling spelling = cml_spell_with(name, " per ");
	enum worth worth = worth_of(name);
	if (cml_name_is_a(name, CML_NAME_RATE))
		return worth != WORTH_COST;
	return worth == WORTH_YIELD || sign_of(name) || cml_name_is_minimized(name) ||
	       cml_name_is_a(name, CML_NAME_GIVEN_READING) || cml_spelling_has(&spelling, "speed");
}

double cml_name_units_per_gb(const char *name)
{
	return cml_name_has(name, "gb gib")       ? 1
	       : cml_name_has(name, "mb mib")     ? 0x1p10
	       : cml_name_has(name, "kb kib")     ? 0x1p20
	       : cml_name_has(name, "bytes byte") ? 0x1p30
						  : 0;
}

bool cml_name_is_percent(const char *name)
{
	return strchr(name, '%') || cml_name_has(name, "percent pct percentage");
}
