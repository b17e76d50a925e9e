#include "launch/outcome/result_rules.h"

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
	*rules = (struct cml_result_rules){0};
	if (options->metric_spec &&
	    (cml_metric_spec_parse(&rules->metric, options->metric_spec, options->warmup, err) !=
		 CML_OK ||
	     cml_readings_new(&rules->readings, &rules->metric, err) != CML_OK))
		goto out;
	if (cml_end_patterns_init(&rules->patterns, options->oom_patterns, options->n_oom_patterns,
				  options->infra_patterns, options->n_infra_patterns,
				  err) != CML_OK)
		goto out;
	if (print(rules, options))
		return CML_OK;
	cml_fail_memory(err);
out:
	cml_result_rules_release(rules);
	return err->status;
}

void cml_result_rules_release(struct cml_result_rules *rules)
{
	cml_buffer_release(&rules->text);
	cml_metric_spec_release(&rules->metric);
	cml_readings_free(rules->readings);
	cml_end_patterns_release(&rules->patterns);
	*rules = (struct cml_result_rules){0};
}
