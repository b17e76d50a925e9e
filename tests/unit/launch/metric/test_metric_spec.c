#include "launch/metric/readings.h"

#include "test.h"

Test(metric_spec, what_is_refused)
{
	static const char *const texts[] = {"",
					    "=p90",
					    "file:",
					    "file::qps",
					    "file:a:",
					    "loss=last:[",
					    "=last:x",
					    "qps=p90x",
					    "qps=",
					    "file:a",
					    "file:/tmp/a:qps",
					    "file:../a:qps",
					    "file:b/../../a:qps"};
	struct cml_metric_spec spec;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		cr_expect_eq(cml_metric_spec_parse(&spec, texts[i], 0, &err), CML_BAD_USAGE, "%s",
			     texts[i]);
		cr_expect_null(spec.name, "nothing is left behind");
		cr_expect_null(spec.file);
	}
}

Test(metric_spec, sentences)
{
	struct cml_metric_spec spec;
	cml_metric_spec_parse(&spec, "loss=last:(", 0, &err);
	cr_expect_str_eq(err.message, "not a regular expression: (: Unmatched ( or \\(");
	cml_metric_spec_parse(&spec, "file:", 0, &err);
	cr_expect_str_eq(err.message, "a metric without a file's name: \"file:\"");
	cml_metric_spec_parse(&spec, "=p90", 0, &err);
	cr_expect_str_eq(err.message, "a metric without a name: \"=p90\"");
}
