#include "launch/metric/readings.h"

#include "test.h"

static void check(const char *text, enum cml_metric_form form, const char *name, const char *file,
		  enum cml_reduction_kind kind)
{
	AUTO(cml_metric_spec) spec;
	cr_assert_eq(cml_metric_spec_parse(&spec, text, 3, &err), CML_OK, "%s: %s", text,
		     err.message);
	cr_expect_eq(spec.form, form, "%s", text);
	cr_expect_eq(spec.file == NULL, file == NULL, "%s", text);
	cr_expect_str_eq(spec.name, name, "%s", text);
	cr_expect(file == NULL || strcmp(spec.file, file) == 0, "%s: %s", text, spec.file);
	cr_expect_eq(spec.reduction.kind, kind, "%s", text);
	cr_expect_eq(spec.n_warmup, 3);
}

Test(metric_spec, forms)
{
	check("qps", CML_METRIC_NAMED, "qps", NULL, CML_REDUCE_LAST);
	check("qps=p90", CML_METRIC_NAMED, "qps", NULL, CML_REDUCE_PERCENTILE);
	check("train/qps=mean", CML_METRIC_NAMED, "train/qps", NULL, CML_REDUCE_MEAN);
	check("a=b=max", CML_METRIC_NAMED, "a=b", NULL, CML_REDUCE_PERCENTILE);
	check("tokens per second=mean", CML_METRIC_NAMED, "tokens per second", NULL,
	      CML_REDUCE_MEAN);
	check("loss=mean:loss=([0-9]+)", CML_METRIC_MATCH, "loss", NULL, CML_REDUCE_MEAN);
	check("a=b=last:x:y=max", CML_METRIC_MATCH, "a=b", NULL, CML_REDUCE_LAST);
	check("file:log.jsonl:qps=median", CML_METRIC_NAMED, "qps", "log.jsonl",
	      CML_REDUCE_PERCENTILE);
	check("file:a.csv:b:c=first", CML_METRIC_NAMED, "b:c", "a.csv", CML_REDUCE_FIRST);
	check("file:a.csv:b=first:c", CML_METRIC_MATCH, "b", "a.csv", CML_REDUCE_FIRST);
}

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
