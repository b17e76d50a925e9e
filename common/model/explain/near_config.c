#include "model/explain/near_config.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

/* Enough for any double. */
#define MAX_DIGITS 17

size_t cml_support_slot(const struct cml_model *model, size_t column)
{
	return model->encoder.features[cml_support_column(model->support, column)->first].column;
}

static bool has_code(const struct cml_space_column *column, double value, float code)
{
	struct cml_error unused;
	double feature;
	return cml_encode_number(column, value, &feature, &unused) == CML_OK &&
	       (float)feature == code;
}

static double decode_number(const struct cml_space_column *column, float code)
{
	double value = column->encoding == CML_ENCODING_LOG ? exp2((double)code) : (double)code;
	for (int digits = 1; isfinite(value) && digits <= MAX_DIGITS; digits++) {
		char text[64];
		double shorter = value;
		int size = snprintf(text, sizeof text, "%.*e", digits - 1, value);
		if (cml_parse_double((struct cml_slice){text, (size_t)size}, &shorter) &&
		    has_code(column, shorter, code)) {
			value = shorter;
			break;
		}
	}
	cml_domain_take(&column->domain, column->type, &value);
	return value;
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
		return decode_number(in_space, code);
	if (!(code >= 0 && code < (float)n)) /* no level; or a file that holds anything */
		return NAN;
	return at->n_levels > 0 ? model->encoder.features[at->first + (size_t)code].level
				: cml_domain_value(&in_space->domain, (size_t)code);
}
