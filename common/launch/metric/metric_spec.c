#include "launch/metric/metric_spec.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A copy of a part of the specification, which may not be empty. */
static enum cml_result copy_part(struct cml_slice part, const char *what, const char *text,
				 char **copy, struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];

	if (part.size == 0)
		return cml_fail(err, CML_BAD_USAGE, "a metric without %s: %s", what,
				cml_text_quote(cml_slice_of(text), quoted, sizeof quoted));
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
		bool started = false;

		cml_slice_split(&rest, ':', &started, &path);
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
	enum cml_result status;

	*spec = (struct cml_metric_spec){.n_warmup = n_warmup};
	status = parse_parts(spec, text, err);
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
