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

static enum cml_result parse_parts(struct cml_metric_spec *spec, const char *text,
				   struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(text);
	const char *equals = strrchr(text, '=');

	if (equals) {
		if (cml_reduction_parse(cml_slice_of(equals + 1), &spec->reduction, err) != CML_OK)
			return err->status;
		rest.size = (size_t)(equals - text);
	}
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
	if (cml_slice_skip(&rest, "csv:"))
		spec->form = CML_METRIC_CSV;
	return copy_part(rest, spec->form == CML_METRIC_CSV ? "a column" : "a name", text,
			 &spec->name, err);
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
	free(spec->name);
	free(spec->file);
	*spec = (struct cml_metric_spec){0};
}
