#include "search/encoded.h"

#include "base/memory.h"

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

bool cml_encoded_is_covered(struct cml_encoded *encoded, const float *x)
{
	struct cml_support_probe *probe = &encoded->probe;
	cml_support_encode(probe->support, x, probe->codes);
	return cml_support_covers(probe, probe->codes);
}
