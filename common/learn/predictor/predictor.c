#include "learn/predictor/predictor.h"

#include "base/text.h"

#include <string.h>

/* All there are, in the order of --help. */
#define PREDICTORS(KIND)                                                                           \
	KIND(cml_auto_predictor)                                                                   \
	KIND(cml_gbt_predictor)                                                                    \
	KIND(cml_forest_predictor)                                                                 \
	KIND(cml_tree_predictor)                                                                   \
	KIND(cml_mlp_predictor)                                                                    \
	KIND(cml_gp_predictor)                                                                     \
	KIND(cml_linear_predictor)

#define DECLARE(kind) extern const struct cml_predictor_kind kind;
#define ADDRESS(kind) &kind,
PREDICTORS(DECLARE)
const struct cml_predictor_kind *const cml_predictor_kinds[] = {PREDICTORS(ADDRESS)};
const size_t cml_n_predictor_kinds = sizeof cml_predictor_kinds / sizeof *cml_predictor_kinds;

enum cml_result cml_predictor_find(const char *name, const struct cml_predictor_kind **kind,
				   struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE], near[CML_SUGGESTION_SIZE];
	char known[256] = "";
	for (size_t i = 0; i < cml_n_predictor_kinds; i++) {
		if (strcmp(cml_predictor_kinds[i]->name, name) == 0) {
			*kind = cml_predictor_kinds[i];
			return CML_OK;
		}
		if (i > 0)
			strncat(known, ", ", sizeof known - strlen(known) - 1);
		strncat(known, cml_predictor_kinds[i]->name, sizeof known - strlen(known) - 1);
	}
	return cml_fail(err, CML_BAD_USAGE, "unknown predictor %s%s (known: %s)",
			cml_text_quote(cml_slice_of(name), quoted, sizeof quoted),
			cml_text_suggest(cml_slice_of(name), known, near), known);
}

static bool has_option(const struct cml_predictor_kind *kind, const char *name)
{
	for (size_t i = 0; i < kind->n_hyper; i++)
		if (strcmp(kind->hyper[i].name, name) == 0 ||
		    (kind->hyper[i].former && strcmp(kind->hyper[i].former, name) == 0))
			return true;
	return false;
}

static enum cml_result fail_option(const struct cml_predictor_kind *kind, const char *name,
				   struct cml_error *err)
{
	char owners[256] = "";
	const char *first = NULL;
	size_t n = 0;
	for (size_t i = 0; i < cml_n_predictor_kinds; i++) {
		const struct cml_predictor_kind *other = cml_predictor_kinds[i];
		if (!has_option(other, name))
			continue;
		if (n++ > 0)
			strncat(owners, ", ", sizeof owners - strlen(owners) - 1);
		strncat(owners, other->name, sizeof owners - strlen(owners) - 1);
		first = first ? first : other->name;
	}
	if (!first)
		return cml_fail(err, CML_BAD_USAGE, "--%s: %s has no such option", name,
				kind->name);
	return cml_fail(err, CML_BAD_USAGE, "--%s: %s has no such option; %s %s it (-p %s)", name,
			kind->name, owners, n > 1 ? "have" : "has", first);
}

enum cml_result cml_predictor_resolve(const struct cml_predictor_kind *kind,
				      struct cml_hyper *hyper, struct cml_error *err)
{
	for (size_t i = 0; i < hyper->n; i++)
		if (!has_option(kind, hyper->values[i].name))
			return fail_option(kind, hyper->values[i].name, err);
	return cml_hyper_resolve(hyper, kind->hyper, kind->n_hyper, kind->name, err);
}
