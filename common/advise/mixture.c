/* Mixtures of two configurations. Part of explanation.h. */
#include "advise/explanation.h"

#include "advise/model_outside.h"
#include "base/number.h"
#include "space/expression/expression.h"

#include <math.h>
#include <string.h>

enum cml_result cml_mixture_init(struct cml_mixture *mixture, const struct cml_model *model,
				 struct cml_arena *arena, struct cml_error *err)
{
	size_t n = model->space->n_columns;
	*mixture = (struct cml_mixture){.model = model, .n_values = n};
	return CML_ARENA_NEW(arena, &mixture->from, n) && CML_ARENA_NEW(arena, &mixture->to, n) &&
		       CML_ARENA_NEW(arena, &mixture->base, n) &&
		       CML_ARENA_NEW(arena, &mixture->values, n) &&
		       CML_ARENA_NEW(arena, &mixture->features, model->n_encoded) &&
		       CML_ARENA_NEW(arena, &mixture->from_x, model->n_features) &&
		       CML_ARENA_NEW(arena, &mixture->to_x, model->n_features) &&
		       CML_ARENA_NEW(arena, &mixture->to_codes,
				     cml_support_n_columns(model->support)) &&
		       CML_ARENA_NEW(arena, &mixture->settings, n)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static bool applies(const struct cml_space_column *column, const double *values)
{
	double truth;
	return !column->when ||
	       (cml_expression_evaluate(column->when, values, &truth) == CML_OUTCOME_VALUE &&
		truth != 0);
}

/* Empties what is not active and works out what follows; what has no value is missing. */
static void complete(const struct cml_space *space, double *values)
{
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		bool is_computed = cml_is_computed_role(column->role);
		if (!is_computed && !cml_is_config_role(column->role))
			continue;
		if (!applies(column, values))
			values[slot] = NAN;
		else if (is_computed)
			cml_expression_evaluate(column->expression, values, &values[slot]);
	}
}

/* The number's feature; NaN where it has none. */
static double encode_number(const struct cml_space_column *column, double value)
{
	struct cml_error unused;
	double feature;
	if (isnan(value) || cml_encode_number(column, value, &feature, &unused) != CML_OK)
		return NAN;
	return isfinite((float)feature) ? feature : (double)NAN;
}

static void encode(struct cml_mixture *mixture, const double *values, float *x)
{
	const struct cml_encoder *encoder = &mixture->model->encoder;
	double *features = mixture->features;
	struct cml_error unused;
	for (size_t slot = 0; slot < encoder->space->n_columns; slot++) {
		const struct cml_space_column *column = &encoder->space->columns[slot];
		size_t first = encoder->first[slot], n = encoder->n_of[slot];
		if (n == 0)
			continue;
		if (column->encoding == CML_ENCODING_ONEHOT) {
			size_t level = cml_encode_level(column, values[slot]);
			memset(features + first, 0, n * sizeof *features);
			if (level != CML_NO_INDEX)
				features[first + level] = 1;
			continue;
		}
		features[first] = encode_number(column, values[slot]);
		if (isnan(features[first]) && column->role == CML_ROLE_DERIVED)
			features[first] =
			    (double)(mixture->from_x[first] + mixture->to_x[first]) / 2;
	}
	cml_model_round(mixture->model, features, x, &unused);
}

void cml_mixture_encode(struct cml_mixture *mixture, const bool *is_to, float *x)
{
	memcpy(mixture->values, mixture->base, mixture->n_values * sizeof *mixture->values);
	for (size_t i = 0; i < mixture->n_settings; i++) {
		size_t at = mixture->settings[i];
		mixture->values[at] = is_to[i] ? mixture->to[at] : mixture->from[at];
	}
	complete(mixture->model->space, mixture->values);
	encode(mixture, mixture->values, x);
}

/* After the values of both: what mixtures share; and which of the settings are none, as one of both
 * does not have them. */
static void share(struct cml_mixture *mixture)
{
	const struct cml_space *space = mixture->model->space;
	memcpy(mixture->base, mixture->to, mixture->n_values * sizeof *mixture->base);
	mixture->n_settings = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		bool to_has = applies(column, mixture->to);
		if (!cml_is_config_role(column->role))
			continue;
		if (!to_has)
			mixture->base[slot] = mixture->from[slot];
		if (to_has && applies(column, mixture->from) &&
		    !cml_same_number(mixture->from[slot], mixture->to[slot]))
			mixture->settings[mixture->n_settings++] = slot;
	}
}

static void take_near(struct cml_mixture *mixture, size_t near, const struct cml_config_view *to)
{
	const struct cml_model *model = mixture->model;
	const struct cml_support *support = model->support;
	cml_support_encode(support, to->x, mixture->to_codes);
	for (size_t c = 0; c < cml_support_n_columns(support); c++) {
		if (cml_support_column(support, c)->role == CML_SUPPORT_DERIVED)
			continue;
		float code = cml_support_near_code(support, near, c);
		if (!cml_same_number(code, mixture->to_codes[c]))
			mixture->from[cml_support_slot(model, c)] =
			    cml_support_value(model, c, code);
	}
	complete(model->space, mixture->from);
}

void cml_mixture_take(struct cml_mixture *mixture, size_t near, const struct cml_config_view *from,
		      const struct cml_config_view *to)
{
	size_t row_size = mixture->n_values * sizeof *to->values;
	memcpy(mixture->to_x, to->x, mixture->model->n_features * sizeof *to->x);
	memcpy(mixture->to, to->values, row_size);
	memcpy(mixture->from, from ? from->values : to->values, row_size);
	if (!from)
		take_near(mixture, near, to);
	share(mixture);
	/* Features of the mixture that has nothing of `to` come last, as they need all else. */
	for (size_t f = 0; f < mixture->model->n_features; f++)
		mixture->from_x[f] = NAN;
	encode(mixture, mixture->from, mixture->from_x);
}
