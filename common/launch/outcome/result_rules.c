#include "launch/outcome/result_rules.h"

#include "base/number.h"
#include "launch/job/strings.h"

#include <stdlib.h>
#include <string.h>

#define METRIC "--metric="
#define WARMUP "--warmup="
#define OOM "--oom-pattern="
#define INFRA "--infra-pattern="

static bool append(struct cml_buffer *text, const char *name, const char *value)
{
	return cml_buffer_append_string(text, name) && cml_buffer_append_string(text, value) &&
	       cml_buffer_append(text, "", 1);
}

static bool print(struct cml_result_rules *rules, const struct cml_result_rules_options *options)
{
	struct cml_buffer *text = &rules->text;
	const char *label = options->metric_spec ? rules->metric.label : "";
	bool printed = append(text, "", options->column ? options->column : label);

	if (printed && options->metric_spec)
		printed = append(text, METRIC, options->metric_spec);
	if (printed && options->warmup > 0)
		printed = cml_buffer_printf(text, WARMUP "%zu", options->warmup) &&
			  cml_buffer_append(text, "", 1);
	for (size_t i = 0; printed && i < options->n_oom_patterns; i++)
		printed = append(text, OOM, options->oom_patterns[i]);
	for (size_t i = 0; printed && i < options->n_infra_patterns; i++)
		printed = append(text, INFRA, options->infra_patterns[i]);
	return printed;
}

enum cml_result cml_result_rules_init(struct cml_result_rules *rules,
				      const struct cml_result_rules_options *options,
				      struct cml_error *err)
{
	enum cml_result status = CML_OK;

	*rules = (struct cml_result_rules){0};
	if (options->metric_spec) {
		status = cml_metric_spec_parse(&rules->metric, options->metric_spec,
					       options->warmup, err);
		if (status == CML_OK)
			status = cml_readings_new(&rules->readings, &rules->metric, err);
	}
	if (status == CML_OK)
		status = cml_end_patterns_init(&rules->patterns, options->oom_patterns,
					       options->n_oom_patterns, options->infra_patterns,
					       options->n_infra_patterns, err);
	if (status == CML_OK && !print(rules, options))
		status = cml_fail_memory(err);
	if (status != CML_OK)
		cml_result_rules_release(rules);
	return status;
}

/* What stands behind a name; NULL: another one. */
static const char *value_of(const char *string, const char *name)
{
	size_t size = strlen(name);

	return strncmp(string, name, size) == 0 ? string + size : NULL;
}

static bool take_option(struct cml_result_rules_options *options, const char *string,
			const char **ooms, const char **infras)
{
	const char *value;
	int64_t warmup;

	if ((value = value_of(string, METRIC))) {
		options->metric_spec = value;
	} else if ((value = value_of(string, WARMUP)) &&
		   cml_parse_int(cml_slice_of(value), 0, INT32_MAX, &warmup)) {
		options->warmup = (size_t)warmup;
	} else if ((value = value_of(string, OOM))) {
		ooms[options->n_oom_patterns++] = value;
	} else if ((value = value_of(string, INFRA))) {
		infras[options->n_infra_patterns++] = value;
	} else {
		return false;
	}
	return true;
}

enum cml_result cml_result_rules_parse(struct cml_result_rules *rules, struct cml_slice text,
				       struct cml_error *err)
{
	size_t n = cml_strings_count(text);
	const char **words = cml_array_new(2 * n + 1, sizeof *words);
	struct cml_result_rules_options options = {0};
	enum cml_result status = CML_OK;

	*rules = (struct cml_result_rules){0};
	if (!words)
		return cml_fail_memory(err);
	options.oom_patterns = words;
	options.infra_patterns = words + n;
	if (n > 0)
		options.column = cml_strings_next(&text).data;
	bool right = n > 0;
	while (right && text.size > 0)
		right = take_option(&options, cml_strings_next(&text).data, words, words + n);
	if (right)
		status = cml_result_rules_init(rules, &options, err);
	else
		status = cml_fail(err, CML_BAD_DATA, "not the options of a job");
	free(words);
	return status;
}

const char *cml_result_rules_column(const struct cml_result_rules *rules)
{
	return rules->text.data;
}

void cml_result_rules_release(struct cml_result_rules *rules)
{
	cml_buffer_release(&rules->text);
	cml_metric_spec_release(&rules->metric);
	cml_readings_free(rules->readings);
	cml_end_patterns_release(&rules->patterns);
	*rules = (struct cml_result_rules){0};
}
