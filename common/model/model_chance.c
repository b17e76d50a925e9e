#include "model/model_chance.h"

#include "space/config.h"

#include <stdlib.h>
#include <string.h>

/* Of each feature of the space. */
static enum cml_result list_directions(const struct cml_model *model, enum cml_monotone **monotone,
				       struct cml_error *err)
{
	if (!model->space)
		return CML_OK;
	*monotone = cml_array_new(model->n_features, sizeof **monotone);
	if (!*monotone)
		return cml_fail_memory(err);
	for (size_t i = 0; i < model->n_features; i++)
		(*monotone)[i] = (enum cml_monotone)model->space
				     ->columns[model->encoder.features[i].column]
				     .monotone;
	return CML_OK;
}

static bool has_limit(const struct cml_dataset *data, const char *name)
{
	for (size_t i = 0; i < data->n_limits; i++)
		if (strcmp(data->limit_names[i], name) == 0)
			return true;
	return false;
}

/* The limits of the space, in the order of the data. */
static enum cml_result list_limits(const struct cml_space *space, const struct cml_dataset *data,
				   struct cml_limit **limits, struct cml_error *err)
{
	*limits = cml_array_new(data->n_limits, sizeof **limits);
	if (!*limits)
		return cml_fail_memory(err);
	for (size_t i = 0; i < space->n_limits; i++) {
		const char *name = space->columns[space->limits[i]].name;
		if (!has_limit(data, name))
			return cml_fail(err, CML_BAD_DATA,
					"the space has a limit '%s', and the table no column "
					CML_LIMIT_PREFIX "%s: the table was encoded with another "
					"space",
					name, name);
	}
	for (size_t i = 0; i < data->n_limits; i++) {
		const char *name = data->limit_names[i];
		size_t slot = cml_space_find(space, cml_slice_of(name));
		if (slot == CML_NO_COLUMN || space->columns[slot].role != CML_ROLE_LIMIT)
			return cml_fail(err, CML_BAD_DATA,
					"the table has a column " CML_LIMIT_PREFIX
					"%s, and the space no such limit: the table was encoded "
					"with another space",
					name);
		const struct cml_domain *bound = &space->columns[slot].domain;
		(*limits)[i] =
		    (struct cml_limit){.name = name, .lower = bound->lo, .upper = bound->hi};
	}
	return CML_OK;
}

enum cml_result cml_model_chance_train(struct cml_model *model, const struct cml_dataset *data,
				       struct cml_pool *pool, struct cml_error *err)
{
	enum cml_monotone *monotone = NULL;
	struct cml_limit *limits = NULL;
	struct cml_dataset without_limits = *data, failed_without;
	without_limits.n_limits = 0;
	if (data->failed) {
		failed_without = *data->failed;
		failed_without.n_limits = 0;
		without_limits.failed = &failed_without;
	}
	enum cml_result status = list_directions(model, &monotone, err);
	if (status == CML_OK && model->space)
		status = list_limits(model->space, data, &limits, err);
	struct cml_chance_training training = {.data = model->space ? data : &without_limits,
					       .monotone = monotone,
					       .limits = limits,
					       .seed = model->seed,
					       .pool = pool};
	if (status == CML_OK)
		status = cml_chance_train(&model->chance, &training, &model->summary, err);
	free(monotone);
	free(limits);
	return status;
}

void cml_model_chance(const struct cml_model *model, size_t n, const float *x, double *log_chance)
{
	if (model->chance)
		cml_chance_predict(model->chance, n, x, log_chance);
	else
		memset(log_chance, 0, n * sizeof *log_chance);
}
