/* A chance as bytes of a model file. Part of chance.h. */
#include "learn/auto/auto.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Smallest size of a limit in a file: the length of its name, flags, its law, eight numbers. */
#define MIN_LIMIT_SIZE (3 * sizeof(uint32_t) + 8 * sizeof(double))

#define MAX_NAME_SIZE 65536

static void name_fields(struct cml_fields *fields, char **name)
{
	struct cml_field_part part;
	cml_field_part_begin(fields, 0, &part);
	if (fields->out) {
		cml_buffer_append_string(fields->out, *name);
	} else {
		struct cml_slice own = fields->bytes;
		cml_field_check(fields,
				own.size > 0 && own.size <= MAX_NAME_SIZE &&
				    !memchr(own.data, '\0', own.size),
				"a limit without a name");
		if (cml_fields_are_read(fields) && !(*name = strndup(own.data, own.size)))
			cml_field_fail_memory(fields);
		fields->bytes.size = 0;
	}
	cml_field_part_end(fields, &part);
}

static void numbers_fields(struct cml_fields *fields, struct cml_limit_model *limit)
{
	cml_field_double(fields, "a limit", &limit->lower,
			 (struct cml_bounds){-INFINITY, DBL_MAX, false});
	cml_field_double(fields, "a limit", &limit->upper,
			 (struct cml_bounds){-DBL_MAX, INFINITY, false});
	cml_field_check(fields, limit->lower <= limit->upper, "a limit out of order");
	cml_field_jobs(fields, "the jobs of a limit", &limit->n_rows, 0);
	cml_field_double(fields, "the error of a limit", &limit->error, CML_FROM_0_OR_NAN);
	cml_field_double(fields, "the scale of a limit", &limit->scale, CML_FROM_0);
	cml_field_double(fields, "the noise of a limit", &limit->noise, CML_FROM_0);
	cml_field_double(fields, "the spread of a limit", &limit->spread, CML_FROM_0);
	cml_field_double(fields, "the error of the law of a limit", &limit->law_error, CML_FROM_0);
	cml_field_double(fields, "the steepness of a limit", &limit->steepness, CML_FROM_0);
}

/* There is none of a limit that no job reports. */
static void state_fields(struct cml_fields *fields, struct cml_limit_model *limit)
{
	const struct cml_predictor_kind *kind = &cml_auto_predictor;
	struct cml_field_part part;
	cml_field_part_begin(fields, 0, &part);
	if (fields->out ? !limit->state : fields->bytes.size == 0)
		cml_field_check(fields, limit->law != SIZE_MAX && limit->upper > 0,
				"a limit without a law");
	else if (cml_field_array(fields, &limit->state, 1, kind->state_size, 1) > 0)
		kind->fields(fields, limit->state);
	cml_field_part_end(fields, &part);
}

static void limit_fields(struct cml_fields *fields, struct cml_limit_model *limit)
{
	uint32_t law = limit->law == SIZE_MAX ? UINT32_MAX : (uint32_t)limit->law;
	name_fields(fields, &limit->name);
	cml_field_flag(fields, "the scale of a limit", &limit->is_log);
	cml_field_u32(fields, "a law", &law, UINT32_MAX);
	cml_field_check(fields, law == UINT32_MAX || law < fields->n_features,
			"a law out of range");
	if (!fields->out)
		limit->law = law == UINT32_MAX ? SIZE_MAX : law;
	numbers_fields(fields, limit);
	state_fields(fields, limit);
}

static void trees_fields(struct cml_fields *fields, struct cml_tree_ensemble **trees)
{
	struct cml_field_part part;
	cml_field_part_begin(fields, 0, &part);
	if (CML_FIELD_ARRAY(fields, trees, 1, 1) > 0)
		cml_tree_ensemble_fields(fields, *trees);
	cml_field_part_end(fields, &part);
}

static void chance_fields(struct cml_fields *fields, struct cml_chance *chance)
{
	cml_field_features(fields, &chance->n_features);
	cml_field_jobs(fields, "the jobs that ran", &chance->n_ran, 0);
	cml_field_jobs(fields, "the jobs that failed", &chance->n_failed, 0);
	cml_field_double(fields, "the AUC", &chance->auc, CML_ANY);
	cml_field_double(fields, "the Brier score", &chance->brier, CML_ANY);
	cml_field_double(fields, "the slope of the calibration", &chance->platt.slope, CML_FROM_0);
	cml_field_double(fields, "the intercept of the calibration", &chance->platt.intercept,
			 CML_FINITE);
	if (fields->out ? chance->trees != NULL : chance->n_failed > 0)
		trees_fields(fields, &chance->trees);
	size_t n = chance->n_limits;
	cml_field_count(fields, "the number of limits", &n, 0, UINT32_MAX);
	n = CML_FIELD_ARRAY(fields, &chance->limits, n, MIN_LIMIT_SIZE);
	if (!fields->out)
		chance->n_limits = n;
	for (size_t l = 0; l < n; l++)
		limit_fields(fields, &chance->limits[l]);
}

void cml_chance_fields(struct cml_fields *fields, void *state)
{
	struct cml_chance **chance = state;
	if (fields->out ? *chance != NULL : CML_FIELD_ARRAY(fields, chance, 1, 1) > 0)
		chance_fields(fields, *chance);
}
