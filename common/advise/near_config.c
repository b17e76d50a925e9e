#include "advise/near_config.h"

#include "space/encode/encoder.h"

#include <math.h>

size_t cml_support_slot(const struct cml_model *model, size_t column)
{
	return model->encoder.features[cml_support_column(model->support, column)->first].column;
}

double cml_support_value(const struct cml_model *model, size_t column, float code)
{
	const struct cml_support_column *at = cml_support_column(model->support, column);
	const struct cml_space_column *in_space =
	    &model->space->columns[cml_support_slot(model, column)];
	bool is_ordinal = in_space->type == CML_TYPE_ORDINAL;
	size_t n = at->n_levels > 0 ? at->n_levels : is_ordinal ? in_space->domain.n_values : 0;
	if (isnan(code))
		return NAN;
	if (at->n_levels == 0 && !is_ordinal)
		return cml_decode_number(in_space, code);
	if (!(code >= 0 && code < (float)n)) /* no level; or a file that holds anything */
		return NAN;
	return at->n_levels > 0 ? model->encoder.features[at->first + (size_t)code].level
				: cml_domain_value(&in_space->domain, (size_t)code);
}
