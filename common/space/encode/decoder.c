#include "space/encode/encoder.h"

#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* Enough for any double. */
#define MAX_DIGITS 17

static bool has_code(const struct cml_space_column *column, double value, float code)
{
	struct cml_error unused;
	double feature;
	return cml_encode_number(column, value, &feature, &unused) == CML_OK &&
	       (float)feature == code;
}

double cml_decode_number(const struct cml_space_column *column, float code)
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

static double decode_level(const struct cml_encoder *encoder, size_t slot, const float *features)
{
	for (size_t f = encoder->first[slot]; f < encoder->first[slot + 1]; f++)
		if (features[f] > 0)
			return encoder->features[f].level;
	return NAN;
}

double cml_decode_value(const struct cml_encoder *encoder, size_t slot, const float *features)
{
	const struct cml_space_column *column = &encoder->space->columns[slot];
	float code = features[encoder->first[slot]];
	if (column->encoding == CML_ENCODING_ONEHOT)
		return decode_level(encoder, slot, features);
	if (isnan(code))
		return NAN;
	if (column->type != CML_TYPE_ORDINAL)
		return cml_decode_number(column, code);
	bool is_position = code >= 0 && code < (float)column->domain.n_values;
	return is_position ? cml_domain_value(&column->domain, (size_t)code) : NAN;
}
