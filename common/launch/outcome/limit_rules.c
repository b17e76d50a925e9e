#include "launch/outcome/limit_rules.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* SPEC of `NAME=SPEC`; NULL: of another limit. */
static const char *spec_of(const char *text, const char *name)
{
	size_t size = strlen(name);

	return strncmp(text, name, size) == 0 && text[size] == '=' ? text + size + 1 : NULL;
}

static enum cml_result fail_unknown(const struct cml_space *space, const char *text,
				    struct cml_error *err)
{
	struct cml_buffer names = {0};
	bool ok = true;

	for (size_t i = 0; i < space->n_measured && ok; i++)
		ok = cml_buffer_printf(&names, "%s'%s'", i > 0 ? ", " : "",
				       space->columns[space->limits[i]].name);
	if (!ok)
		cml_fail_memory(err);
	else if (space->n_measured == 0)
		cml_fail(err, CML_BAD_USAGE, "--limit %s: the space has no limit", text);
	else
		cml_fail(err, CML_BAD_USAGE,
			 "--limit %s: it is NAME=SPEC, with a limit%s of the space as NAME: %.*s",
			 text, space->second == CML_NO_COLUMN ? "" : ", or the second metric,",
			 (int)names.size, names.data);
	cml_buffer_release(&names);
	return err->status;
}

/* Each text is of one limit, and no other is of the same. */
static enum cml_result check_texts(const struct cml_space *space, const char *const *texts,
				   size_t n, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++) {
		const char *name = NULL;

		for (size_t l = 0; l < space->n_measured && !name; l++)
			if (spec_of(texts[i], space->columns[space->limits[l]].name))
				name = space->columns[space->limits[l]].name;
		if (!name)
			return fail_unknown(space, texts[i], err);
		for (size_t j = 0; j < i; j++)
			if (spec_of(texts[j], name))
				return cml_fail(err, CML_BAD_USAGE,
						"--limit %s: '%s' is there twice", texts[i], name);
	}
	return CML_OK;
}

/* A reduction alone: as the name of readings it would leave every cell empty. */
static bool is_reduction(const char *spec)
{
	struct cml_reduction reduction;
	struct cml_error none;

	return cml_reduction_parse(cml_slice_of(spec), &reduction, &none) == CML_OK;
}

/* The whole text of a limit: what follows the last `=` of one is the reduction. */
static enum cml_result print_rule(const struct cml_space_column *limit, const char *const *texts,
				  size_t n, char **whole, struct cml_error *err)
{
	const char *reduction = isfinite(limit->domain.hi) ? "max" : "min";
	const char *given = NULL;
	struct cml_buffer text = {0};

	for (size_t i = 0; i < n && !given; i++)
		given = spec_of(texts[i], limit->name);
	if (given && is_reduction(given))
		return cml_fail(err, CML_BAD_USAGE,
				"--limit %s=%s: '%s' is a reduction: %s=%s=%s (readings that are "
				"called '%s': %s=%s=%s)",
				limit->name, given, given, limit->name, limit->name, given, given,
				limit->name, given, reduction);
	/* Of a second metric the last reading, as of the first. */
	bool is_reduced =
	    limit->role == CML_ROLE_METRIC || (given && (strchr(given, '=') || !*given));
	bool ok = cml_buffer_printf(&text, "%s=%s%s%s%c", limit->name, given ? given : limit->name,
				    is_reduced ? "" : "=", is_reduced ? "" : reduction, 0);
	*whole = text.data;
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result init_rule(struct cml_limit_rule *rule, const struct cml_space_column *limit,
				 const char *const *texts, size_t n, struct cml_error *err)
{
	struct cml_error problem;

	rule->name = limit->name;
	if (print_rule(limit, texts, n, &rule->text, err) != CML_OK)
		return err->status;
	enum cml_result status =
	    cml_metric_spec_parse(&rule->spec, rule->text + strlen(rule->name) + 1, 0, &problem);
	if (status != CML_OK)
		return cml_fail(err, status, "--limit %s: %s", limit->name, problem.message);
	return cml_readings_new(&rule->readings, &rule->spec, err);
}

enum cml_result cml_limit_rules_init(struct cml_limit_rules *rules, const struct cml_space *space,
				     const char *const *texts, size_t n, struct cml_error *err)
{
	enum cml_result status = CML_OK;

	*rules = (struct cml_limit_rules){0};
	if (!space)
		return n == 0 ? CML_OK
			      : cml_fail(err, CML_BAD_USAGE, "--limit needs a space: -s SPACE");
	if (check_texts(space, texts, n, err) != CML_OK)
		return err->status;
	if (space->n_measured == 0)
		return CML_OK;
	rules->rules = cml_array_new(space->n_measured, sizeof *rules->rules);
	if (!rules->rules)
		return cml_fail_memory(err);
	rules->n = space->n_measured;
	for (size_t i = 0; i < rules->n && status == CML_OK; i++)
		status =
		    init_rule(&rules->rules[i], &space->columns[space->limits[i]], texts, n, err);
	if (status != CML_OK)
		cml_limit_rules_release(rules);
	return status;
}

void cml_limit_rules_release(struct cml_limit_rules *rules)
{
	for (size_t i = 0; i < rules->n; i++) {
		free(rules->rules[i].text);
		cml_readings_free(rules->rules[i].readings);
		cml_metric_spec_release(&rules->rules[i].spec);
	}
	free(rules->rules);
	*rules = (struct cml_limit_rules){0};
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

		if (cml_metric_read(&rule->spec, rule->readings, source, &result, err) != CML_OK)
			return err->status;
		values[i] = result.value;
		if (is_int && isfinite(result.value) && rint(result.value) != result.value) {
			values[i] = NAN;
			cml_reason_set(&result.reason, "the value of '%s' is not whole",
				       rule->spec.label);
		}
		if (isnan(values[i]) && !missing->reason.text[0])
			*missing = (struct cml_missing_limit){result.reason, i, result.n_seen > 0};
	}
	return CML_OK;
}
