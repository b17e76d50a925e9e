#include "model/predictor.h"

#include "base/text.h"
#include "model/forest.h"
#include "model/gbt.h"
#include "model/gp.h"
#include "model/mlp.h"
#include "model/tree.h"

#include <string.h>

const struct cml_predictor_kind *const cml_predictor_kinds[] = {
    &cml_gbt_predictor, &cml_forest_predictor, &cml_tree_predictor,
    &cml_mlp_predictor, &cml_gp_predictor,
};
const size_t cml_n_predictor_kinds = sizeof cml_predictor_kinds / sizeof *cml_predictor_kinds;

enum cml_status cml_predictor_find(const char *name, const struct cml_predictor_kind **kind,
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
	return cml_fail(err, CML_BAD_USAGE, "no predictor is called %s; there are: %s",
			cml_text_quote(cml_slice_of(name), quoted, sizeof quoted), known);
}
