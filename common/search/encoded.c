#include "search/encoded.h"

#include "advise/model_outside.h"
#include "base/memory.h"
#include "space/feasible/fixes.h"

#include <stdlib.h>

enum cml_result cml_encoded_init(struct cml_encoded *encoded, const struct cml_model *model,
				 struct cml_error *err)
{
	*encoded = (struct cml_encoded){.model = model};
	if (!model)
		return CML_OK;
	if (!CML_NEW(&encoded->features, model->n_encoded) ||
	    !CML_NEW_ALIGNED(&encoded->x, model->n_features))
		return cml_fail_memory(err);
	return model->support ? cml_support_probe_init(&encoded->probe, model->support, err)
			      : CML_OK;
}

void cml_encoded_release(struct cml_encoded *encoded)
{
	cml_support_probe_release(&encoded->probe);
	free(encoded->features);
	free(encoded->x);
	*encoded = (struct cml_encoded){0};
}

enum cml_result cml_encoded_take(struct cml_encoded *encoded, const double *values,
				 struct cml_error *err)
{
	return cml_model_encode(encoded->model, values, encoded->features, encoded->x, err);
}

bool cml_encoded_is_given(const struct cml_encoded *encoded, const char *const *fixes,
			  size_t n_fixes, size_t column)
{
	const struct cml_model *model = encoded->model;
	return cml_support_column(model->support, column)->role == CML_SUPPORT_CONTEXT &&
	       !cml_fixes_leave(model->space, fixes, n_fixes, cml_support_slot(model, column));
}
