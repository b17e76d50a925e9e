#include "launch/metric/readings.h"

#include "base/number.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A copy of a part of the specification, which may not be empty. */
static enum cml_result copy_part(struct cml_slice part, const char *what, const char *text,
				 char **copy, struct cml_error *err)
{
	if (part.size == 0)
		return cml_fail(err, CML_BAD_USAGE, "a metric without %s: %s", what,
				CML_QUOTED(cml_slice_of(text)));
	*copy = strndup(part.data, part.size);
	return *copy ? CML_OK : cml_fail_memory(err);
}

/* Takes `REDUCTION:REGEX` behind an `=` off the end of *rest, if it stands there. */
static enum cml_result take_match(struct cml_metric_spec *spec, struct cml_slice *rest,
				  struct cml_error *err)
{
	char why[CML_QUOTE_SIZE];
	struct cml_error ignored;

	for (const char *at = rest->data; (at = strchr(at, '=')) != NULL; at++) {
		struct cml_slice how = {at + 1, strcspn(at + 1, ":")};
		const char *regex = how.data + how.size;
		if (*regex == '\0' ||
		    cml_reduction_parse(how, &spec->reduction, &ignored) != CML_OK)
			continue;
		int code = regcomp(&spec->match, regex + 1, REG_EXTENDED | REG_NEWLINE);
		if (code != 0) {
			regerror(code, &spec->match, why, sizeof why);
			return cml_fail(err, CML_BAD_USAGE, "not a regular expression: %s: %s",
					regex + 1, why);
		}
		spec->form = CML_METRIC_MATCH;
		rest->size = (size_t)(at - rest->data);
		return CML_OK;
	}
	return CML_OK;
}

static enum cml_result parse_parts(struct cml_metric_spec *spec, const char *text,
				   struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(text);

	if (cml_slice_skip(&rest, "file:")) {
		struct cml_slice path;

		cml_slice_split(&rest, ':', &path);
		if (copy_part(path, "a file's name", text, &spec->file, err) != CML_OK)
			return err->status;
		if (*spec->file == '/' || strstr(spec->file, ".."))
			return cml_fail(
			    err, CML_BAD_USAGE,
			    "a metric in a file that all jobs share: %s: it has to be in "
			    "the directory of the job, which is {cml_dir}",
			    spec->file);
	}
	if (rest.size > 0 && take_match(spec, &rest, err) != CML_OK)
		return err->status;
	const char *equals =
	    spec->form == CML_METRIC_MATCH || rest.size == 0 ? NULL : strrchr(rest.data, '=');
	if (equals) {
		if (cml_reduction_parse(cml_slice_of(equals + 1), &spec->reduction, err) != CML_OK)
			return err->status;
		rest.size = (size_t)(equals - rest.data);
	}
	return copy_part(rest, "a name", text, &spec->name, err);
}

enum cml_result cml_metric_spec_parse(struct cml_metric_spec *spec, const char *text,
				      size_t n_warmup, struct cml_error *err)
{
	*spec = (struct cml_metric_spec){.n_warmup = n_warmup};
	enum cml_result status = parse_parts(spec, text, err);
	if (status != CML_OK)
		cml_metric_spec_release(spec);
	return status;
}

void cml_metric_spec_release(struct cml_metric_spec *spec)
{
	if (spec->form == CML_METRIC_MATCH)
		regfree(&spec->match);
	free(spec->name);
	free(spec->file);
	*spec = (struct cml_metric_spec){0};
}

static const struct {
	const char *word;
	struct cml_reduction meaning;
} words[] = {
    {"last", {CML_REDUCE_LAST, 0}},        {"first", {CML_REDUCE_FIRST, 0}},
    {"mean", {CML_REDUCE_MEAN, 0}},        {"min", {CML_REDUCE_PERCENTILE, 0}},
    {"max", {CML_REDUCE_PERCENTILE, 100}}, {"median", {CML_REDUCE_PERCENTILE, 50}},
};

static bool parse_percentile(struct cml_slice word, double *percent)
{
	return cml_slice_skip(&word, "p") && word.size > 0 && word.data[0] >= '0' &&
	       word.data[0] <= '9' && cml_parse_double(word, percent) && *percent <= 100;
}

enum cml_result cml_reduction_parse(struct cml_slice word, struct cml_reduction *reduction,
				    struct cml_error *err)
{
	double percent;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (cml_slice_is(word, words[i].word)) {
			*reduction = words[i].meaning;
			return CML_OK;
		}
	if (!parse_percentile(word, &percent))
		return cml_fail(err, CML_BAD_USAGE,
				"no reduction: %s; there are last, first, min, max, mean, "
				"median, and p0 to p100",
				CML_QUOTED(word));
	*reduction = (struct cml_reduction){CML_REDUCE_PERCENTILE, percent};
	return CML_OK;
}

/* The place between order statistics comes from a remainder, which is exact for whole
 * percents: 17 readings of one decimal have a p90 of two. */
static double percentile(size_t n, const double *sorted, double percent)
{
	double position = (double)(n - 1) * percent;
	double fraction = fmod(position, 100.0) / 100.0;
	size_t below = (size_t)((position - fmod(position, 100.0)) / 100.0);

	if (fraction == 0 || sorted[below] == sorted[below + 1])
		return sorted[below];
	return cml_round_measured(cml_quantile_sorted(2, sorted + below, fraction));
}

/* Rounded by at most a hundredth of its standard error, to six digits or more. */
static double mean(size_t n, const double *x)
{
	double error = cml_sd(n, x) / sqrt((double)n), value = cml_mean(n, x);
	if (!(error > 0))
		return x[0];
	double first = floor(log10(fabs(value))) + 1;
	double power = floor(log10(2 * CML_ROUNDING * error));
	return power > first - CML_MEASURED_DIGITS
		   ? cml_round_to_power(value, fmin(power, first - CML_MAX_DIGITS))
		   : cml_round_measured(value);
}

double cml_reduce(const struct cml_reduction *reduction, size_t n, double *x)
{
	if (n == 0)
		return NAN;
	switch (reduction->kind) {
	case CML_REDUCE_LAST:
		return x[n - 1];
	case CML_REDUCE_FIRST:
		return x[0];
	case CML_REDUCE_MEAN:
		return mean(n, x);
	case CML_REDUCE_PERCENTILE:
		qsort(x, n, sizeof *x, cml_compare_doubles);
		return percentile(n, x, reduction->percent);
	}
	return NAN;
}
