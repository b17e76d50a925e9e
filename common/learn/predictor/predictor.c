#include "learn/predictor/predictor.h"

#include "base/text.h"

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
	const char *names[sizeof cml_predictor_kinds / sizeof *cml_predictor_kinds];
	size_t at;
	for (size_t i = 0; i < cml_n_predictor_kinds; i++)
		names[i] = cml_predictor_kinds[i]->name;
	if (cml_name_find(cml_slice_of(name), "unknown predictor", names, cml_n_predictor_kinds,
			  &at, err) != CML_OK)
		return err->status;
	*kind = cml_predictor_kinds[at];
	return CML_OK;
}

enum cml_result cml_predictor_resolve(const struct cml_predictor_kind *kind,
				      struct cml_hyper *hyper, struct cml_error *err)
{
	return cml_hyper_resolve(hyper, kind->hyper, kind->n_hyper, kind->name, err);
}
