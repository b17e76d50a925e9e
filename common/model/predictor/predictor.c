#include "model/predictor/predictor.h"

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
	char quoted[CML_QUOTE_SIZE];
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
	return cml_fail(err, CML_BAD_USAGE, "unknown predictor %s (known: %s)",
			cml_text_quote(cml_slice_of(name), quoted, sizeof quoted), known);
}
