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

enum cml_result cml_predictor_save(const struct cml_predictor_kind *kind, const void *state,
				   struct cml_buffer *out, struct cml_error *err)
{
	return cml_fields_save(kind->fields, state, out, err);
}

enum cml_result cml_predictor_load(const struct cml_predictor_kind *kind, void **state,
				   struct cml_slice bytes, size_t n_features, struct cml_error *err)
{
	if (!(*state = cml_array_new(1, kind->state_size)))
		return cml_fail_memory(err);
	if (cml_fields_load(kind->fields, kind->name, *state, bytes, n_features, err) == CML_OK)
		return CML_OK;
	kind->free(*state);
	*state = NULL;
	return err->status;
}
