#include "launch/outcome/result_rules.h"

enum cml_result cml_result_rules_init(struct cml_result_rules *rules,
				      const struct cml_result_rules_options *options,
				      const struct cml_space *space, struct cml_error *err)
{
	const char *metric = options->metric_spec;

	*rules = (struct cml_result_rules){0};
	if ((!metric ||
	     (cml_metric_spec_parse(&rules->metric, metric, options->warmup, err) == CML_OK &&
	      cml_readings_new(&rules->readings, &rules->metric, err) == CML_OK)) &&
	    cml_limit_rules_init(&rules->limits, space, options->limits, options->n_limits, err) ==
		CML_OK &&
	    cml_end_patterns_init(&rules->patterns, options->oom_patterns, options->n_oom_patterns,
				  options->infra_patterns, options->n_infra_patterns,
				  err) == CML_OK)
		return CML_OK;
	cml_result_rules_release(rules);
	return err->status;
}

void cml_result_rules_release(struct cml_result_rules *rules)
{
	cml_metric_spec_release(&rules->metric);
	cml_readings_free(rules->readings);
	cml_limit_rules_release(&rules->limits);
	cml_end_patterns_release(&rules->patterns);
	*rules = (struct cml_result_rules){0};
}
