#include "launch/outcome/outcome.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Finds the rule of a text, which no other is of. */
static enum cml_result take_text(struct cml_limit_rules *rules, const struct cml_space *space,
				 const char *text, struct cml_error *err)
{
	for (size_t i = 0; i < rules->n; i++) {
		struct cml_limit_rule *rule = &rules->rules[i];
		size_t size = strlen(rule->name);

		if (strncmp(text, rule->name, size) != 0 || text[size] != '=')
			continue;
		if (rule->given)
			return cml_fail(err, CML_BAD_USAGE, "--limit %s: '%s' is there twice", text,
					rule->name);
		rule->given = text + size + 1;
		return CML_OK;
	}
	return cml_fail(err, CML_BAD_USAGE,
			"--limit %s: it is NAME=SPEC, with a limit%s of the space as NAME", text,
			space->second == CML_NO_COLUMN ? "" : ", or the second metric,");
}

/* By the unit of the column, or the end of its name. */
static unsigned memory_prefix(const struct cml_space_column *limit)
{
	static const char *const units[] = {"kb", "kib", "mb", "mib", "gb", "gib"};
	const char *text = limit->unit && *limit->unit ? limit->unit : limit->name;
	const char *word = strrchr(text, '_');
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
		if (strcasecmp(word ? word + 1 : text, units[i]) == 0)
			return i / 2 + 1;
	return 0;
}

static enum cml_result init_rule(struct cml_limit_rule *rule, const struct cml_space_column *limit,
				 struct cml_error *err)
{
	const char *given = rule->given;
	struct cml_reduction alone;
	struct cml_error problem;

	/* As the name of readings it would leave every cell empty. */
	if (given && cml_reduction_parse(cml_slice_of(given), &alone, &problem) == CML_OK)
		return cml_fail(err, CML_BAD_USAGE, "--limit %s=%s: '%s' is a reduction: %s=%s=%s",
				limit->name, given, given, limit->name, limit->name, given);
	if (given && cml_metric_spec_parse(&rule->spec, given, 0, &problem) != CML_OK)
		return cml_fail(err, problem.status, "--limit %s: %s", limit->name,
				problem.message);
	if (!given && !(rule->spec.name = strdup(limit->name)))
		return cml_fail_memory(err);
	rule->spec.memory_prefix = memory_prefix(limit);
	/* Of a second metric the last reading, as of the first. */
	if (limit->role == CML_ROLE_LIMIT && !(given && strchr(given, '=')))
		rule->spec.reduction = (struct cml_reduction){CML_REDUCE_PERCENTILE,
							      isfinite(limit->domain.hi) ? 100 : 0};
	return cml_readings_new(&rule->readings, &rule->spec, err);
}

static enum cml_result init_limits(struct cml_limit_rules *rules, const struct cml_space *space,
				   const char *const *texts, size_t n, struct cml_error *err)
{
	if (!space)
		return n == 0 ? CML_OK
			      : cml_fail(err, CML_BAD_USAGE, "--limit needs a space: -s SPACE");
	if (!CML_NEW(&rules->rules, space->n_measured))
		return cml_fail_memory(err);
	rules->n = space->n_measured;
	for (size_t i = 0; i < rules->n; i++)
		rules->rules[i].name = space->columns[space->limits[i]].name;
	for (size_t i = 0; i < n; i++)
		if (take_text(rules, space, texts[i], err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < rules->n; i++)
		if (init_rule(&rules->rules[i], &space->columns[space->limits[i]], err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_result_rules_init(struct cml_result_rules *rules,
				      const struct cml_result_rules_options *options,
				      const struct cml_space *space, struct cml_error *err)
{
	const char *metric = options->metric_spec;

	*rules = (struct cml_result_rules){.patterns = options->patterns};
	if ((!metric ||
	     (cml_metric_spec_parse(&rules->metric, metric, options->warmup, err) == CML_OK &&
	      cml_readings_new(&rules->readings, &rules->metric, err) == CML_OK)) &&
	    init_limits(&rules->limits, space, options->limits, options->n_limits, err) == CML_OK)
		return CML_OK;
	cml_result_rules_release(rules);
	return err->status;
}

void cml_result_rules_release(struct cml_result_rules *rules)
{
	cml_metric_spec_release(&rules->metric);
	cml_readings_free(rules->readings);
	for (size_t i = 0; i < rules->limits.n; i++) {
		cml_readings_free(rules->limits.rules[i].readings);
		cml_metric_spec_release(&rules->limits.rules[i].spec);
	}
	free(rules->limits.rules);
	*rules = (struct cml_result_rules){0};
}

enum cml_result cml_limit_rules_read(const struct cml_limit_rules *rules,
				     const struct cml_space *space,
				     const struct cml_metric_source *source, double *values,
				     struct cml_missing_limit *missing, struct cml_error *err)
{
	*missing = (struct cml_missing_limit){.limit = 0};
	for (size_t i = 0; i < rules->n; i++) {
		const struct cml_limit_rule *rule = &rules->rules[i];
		bool is_int = space->columns[space->limits[i]].type == CML_TYPE_INT;
		struct cml_metric_result result;

		if (cml_metric_read(rule->readings, source, &result, err) != CML_OK)
			return err->status;
		values[i] = result.value;
		if (is_int && isfinite(result.value) && rint(result.value) != result.value) {
			values[i] = NAN;
			cml_reason_set(&result.reason, "the value of '%s' is not whole",
				       rule->spec.name);
		}
		if (isnan(values[i]) && !missing->reason.text[0])
			*missing = (struct cml_missing_limit){result.reason, i, result.n_seen > 0};
	}
	return CML_OK;
}
