#include "eval/requirement.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

static enum cml_result bad_requirement(struct cml_error *err, struct cml_slice text)
{
	char quoted[CML_QUOTE_SIZE];
	return cml_fail(err, CML_BAD_USAGE, "not METRIC>=NUMBER (or >, <=, <): %s",
			cml_text_quote(text, quoted, sizeof quoted));
}

enum cml_result cml_requirement_parse(const char *text, struct cml_requirement *requirement,
				      struct cml_error *err)
{
	struct cml_slice all = cml_slice_of(text);
	struct cml_requirement parsed = {0};
	size_t at = strcspn(text, "<>");
	if (at == all.size)
		return bad_requirement(err, all);
	size_t width = text[at + 1] == '=' ? 2 : 1;
	memcpy(parsed.comparison, text + at, width);
	struct cml_slice name = cml_slice_trim((struct cml_slice){text, at});
	struct cml_slice bound = {text + at + width, all.size - at - width};
	if (name.size == 0 || !cml_parse_double(bound, &parsed.bound) ||
	    memchr(name.data, '=', name.size))
		return bad_requirement(err, all);
	enum cml_result status = cml_score_parse(name, &parsed.score, err);
	if (status == CML_OK)
		*requirement = parsed;
	return status;
}

bool cml_requirement_met(const struct cml_requirement *requirement, double value)
{
	bool or_equal = requirement->comparison[1] == '=';
	if (requirement->comparison[0] == '>')
		return or_equal ? value >= requirement->bound : value > requirement->bound;
	return or_equal ? value <= requirement->bound : value < requirement->bound;
}
