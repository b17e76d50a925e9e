#include "space/encode/encoder.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

static enum cml_result count_onehot(const struct cml_space_column *column, size_t *n,
				    struct cml_error *err)
{
	*n = column->domain.n_values;
	if (!cml_is_text_type(column->type) && *n == 0)
		return cml_fail(
		    err, CML_BAD_DATA,
		    "one-hot needs a domain that can be counted, such as 1|2|4 or lo:hi:step");
	if (!cml_is_text_type(column->type) && *n > CML_MAX_ONEHOT)
		return cml_fail(err, CML_BAD_DATA, "one-hot of %zu values; at most %d are allowed",
				*n, CML_MAX_ONEHOT);
	return CML_OK;
}

static enum cml_result count_features(const struct cml_space_column *column, size_t *n,
				      struct cml_error *err)
{
	enum cml_result status = CML_OK;
	*n = 0;
	if (!cml_is_feature_role(column->role) || column->encoding == CML_ENCODING_NONE)
		return CML_OK;
	if (column->open)
		status = cml_fail(err, CML_BAD_DATA, "its levels are not known yet");
	else if (column->encoding == CML_ENCODING_ONEHOT)
		status = count_onehot(column, n, err);
	else
		*n = 1;
	if (status != CML_OK)
		cml_error_locate(err, NULL, 0, column->name);
	return status;
}

static bool is_of_law(const struct cml_space_column *column)
{
	return column->role == CML_ROLE_TERM || column->role == CML_ROLE_ROOF;
}

/* Terms and the roof come last, wherever their rows stand. */
static enum cml_result count_all(struct cml_encoder *encoder, struct cml_error *err)
{
	const struct cml_space *space = encoder->space;
	size_t n_slots = space->n_columns, n_ordered = 0;
	struct cml_arena *arena = &encoder->arena;
	if (!CML_ARENA_NEW(arena, &encoder->first, n_slots) ||
	    !CML_ARENA_NEW(arena, &encoder->n_of, n_slots) ||
	    !CML_ARENA_NEW(arena, &encoder->order, n_slots))
		return cml_fail_memory(err);
	for (int of_law = 0; of_law <= 1; of_law++) {
		for (size_t slot = 0; slot < n_slots; slot++) {
			if (is_of_law(&space->columns[slot]) != of_law)
				continue;
			if (count_features(&space->columns[slot], &encoder->n_of[slot], err) !=
			    CML_OK)
				return err->status;
			encoder->order[n_ordered++] = slot;
			encoder->first[slot] = encoder->n_features;
			encoder->n_features += encoder->n_of[slot];
		}
		encoder->n_plain = of_law ? encoder->n_plain : encoder->n_features;
	}
	if (encoder->n_plain == 0)
		return cml_fail(err, CML_BAD_DATA,
				"every param, context and derived column has the encoding none");
	return CML_OK;
}

static const char *make_name(struct cml_encoder *encoder, size_t slot, struct cml_feature *feature)
{
	const char *column = encoder->space->columns[slot].name;
	if (feature->encoding == CML_ENCODING_VALUE)
		return column;
	AUTO(cml_buffer) name = {0};
	if (feature->encoding == CML_ENCODING_LOG) {
		cml_buffer_printf(&name, "log2(%s)", column);
	} else {
		char number[CML_NUMBER_SIZE];
		/* That of a bool is a number, whatever words its domain has for it. */
		struct cml_slice level =
		    encoder->space->columns[slot].type == CML_TYPE_BOOL
			? (struct cml_slice){number, cml_print_double(feature->level, number)}
			: cml_value_text(encoder->space, slot, feature->level, number);
		cml_buffer_printf(&name, "%s=%.*s", column, (int)level.size, level.data);
	}
	return name.has_failed ? NULL : cml_arena_copy(&encoder->arena, cml_buffer_slice(&name));
}

/* Two features of one name would make an ambiguous table. */
static enum cml_result check_names(const struct cml_encoder *encoder, struct cml_error *err)
{
	AUTO(cml_symbols) names = {0};
	enum cml_result status = CML_OK;
	for (size_t i = 0; i < encoder->n_features; i++) {
		const char *name = encoder->features[i].name;
		size_t symbol = cml_symbols_intern(&names, cml_slice_of(name));
		if (symbol == i)
			continue;
		status = symbol == CML_NO_SYMBOL
			     ? cml_fail_memory(err)
			     : cml_fail(err, CML_BAD_DATA,
					"two features are called '%s': rename a column", name);
		break;
	}
	return status;
}

static enum cml_result name_all(struct cml_encoder *encoder, struct cml_error *err)
{
	if (!CML_ARENA_NEW(&encoder->arena, &encoder->features, encoder->n_features))
		return cml_fail_memory(err);
	for (size_t slot = 0; slot < encoder->space->n_columns; slot++) {
		const struct cml_space_column *column = &encoder->space->columns[slot];
		for (size_t i = 0; i < encoder->n_of[slot]; i++) {
			struct cml_feature *feature = &encoder->features[encoder->first[slot] + i];
			*feature = (struct cml_feature){
			    .column = slot, .encoding = column->encoding, .level = NAN};
			if (column->encoding == CML_ENCODING_ONEHOT)
				feature->level = cml_domain_value(&column->domain, i);
			feature->name = make_name(encoder, slot, feature);
			if (!feature->name)
				return cml_fail_memory(err);
		}
	}
	return check_names(encoder, err);
}

enum cml_result cml_encoder_init(struct cml_encoder *encoder, const struct cml_space *space,
				 struct cml_error *err)
{
	*encoder = (struct cml_encoder){.space = space};
	enum cml_result status =
	    count_all(encoder, err) != CML_OK ? err->status : name_all(encoder, err);
	if (status != CML_OK)
		cml_encoder_release(encoder);
	return status;
}

void cml_encoder_release(struct cml_encoder *encoder)
{
	cml_arena_release(&encoder->arena);
	*encoder = (struct cml_encoder){0};
}

size_t cml_encode_level(const struct cml_space_column *column, double value)
{
	if (isnan(value))
		return CML_NO_INDEX;
	return cml_is_text_type(column->type) ? cml_level_map_get(&column->levels, value)
					      : cml_domain_index(&column->domain, value);
}

static double plain_value(const struct cml_space_column *column, double value)
{
	if (column->type != CML_TYPE_ORDINAL)
		return value;
	size_t position = cml_encode_level(column, value);
	return position == CML_NO_INDEX ? NAN : (double)position;
}

static enum cml_result fail_log(const struct cml_space_column *column, double value,
				struct cml_error *err)
{
	cml_fail(err, CML_BAD_DATA, "%s has no logarithm: give the column the encoding value",
		 CML_PRINTED(value));
	return cml_error_locate(err, NULL, 0, column->name);
}

enum cml_result cml_encode_number(const struct cml_space_column *column, double value,
				  double *feature, struct cml_error *err)
{
	if (column->encoding == CML_ENCODING_VALUE)
		*feature = plain_value(column, value);
	else if (value <= 0)
		return fail_log(column, value, err);
	else
		*feature = log2(value);
	return CML_OK;
}

enum cml_result cml_encoder_encode(const struct cml_encoder *encoder, const double *values,
				   double *features, struct cml_error *err)
{
	const struct cml_space *space = encoder->space;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		double *first = features + encoder->first[slot];
		size_t n = encoder->n_of[slot];
		double value = values[slot];
		if (n == 0)
			continue;
		if (column->encoding == CML_ENCODING_ONEHOT) {
			for (size_t i = 0; i < n; i++)
				first[i] = 0;
			size_t position = cml_encode_level(column, value);
			if (position != CML_NO_INDEX)
				first[position] = 1;
		} else if (cml_encode_number(column, value, first, err) != CML_OK) {
			return err->status;
		}
	}
	return CML_OK;
}

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
