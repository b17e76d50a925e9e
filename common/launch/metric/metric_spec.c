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

/* The name of a file without its folder and extension. */
static enum cml_result name_by_file(struct cml_metric_spec *spec, const char *text,
				    struct cml_error *err)
{
	const char *slash = strrchr(spec->file, '/');
	const char *base = slash ? slash + 1 : spec->file;
	const char *dot = strrchr(base, '.');
	size_t size = dot && dot > base ? (size_t)(dot - base) : strlen(base);

	return copy_part((struct cml_slice){base, size}, "a file's name", text, &spec->name, err);
}

/* What looks like no reduction may be what the job calls its readings. */
static enum cml_result fail_reduction(const char *word, struct cml_error *err)
{
	char message[CML_ERROR_MESSAGE_SIZE], quoted[CML_QUOTE_SIZE];

	if (strstr(err->message, "did you mean"))
		return err->status;
	memcpy(message, err->message, sizeof message);
	return cml_fail(err, err->status, "%.600s; readings of that name are asked for by %s alone",
			message, cml_text_quote(cml_slice_of(word), quoted, sizeof quoted));
}

static enum cml_result parse_parts(struct cml_metric_spec *spec, const char *text,
				   struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(text);
	const char *equals = strrchr(text, '=');

	if (equals) {
		if (cml_reduction_parse(cml_slice_of(equals + 1), &spec->reduction, err) != CML_OK)
			return fail_reduction(equals + 1, err);
		rest.size = (size_t)(equals - text);
	}
	if (cml_slice_skip(&rest, "file:")) {
		size_t size = rest.size;
		struct cml_slice path;
		bool started = false;

		cml_slice_split(&rest, ':', &started, &path);
		if (copy_part(path, "a file's name", text, &spec->file, err) != CML_OK)
			return err->status;
		if (path.size == size) {
			spec->form = CML_METRIC_NUMBERS;
			return name_by_file(spec, text, err);
		}
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

bool cml_metric_spec_is_shared(const struct cml_metric_spec *spec)
{
	const char *at = spec->file;

	if (!at || *at == '/')
		return at;
	while (*at != '\0') {
		size_t size = strcspn(at, "/");

		if (size == 2 && memcmp(at, "..", 2) == 0)
			return true;
		at += size + (at[size] == '/');
	}
	return false;
}

void cml_metric_spec_release(struct cml_metric_spec *spec)
{
	free(spec->name);
	free(spec->file);
	*spec = (struct cml_metric_spec){0};
}
