#include "model/model_train.h"

#include "table/feature_columns.h"

#include <stdlib.h>
#include <string.h>

/* Of each feature of a packed row: more of a limit never makes a job likelier to run. */
static enum cml_result list_directions(const struct cml_model *model, int8_t **monotone,
				       struct cml_error *err)
{
	const struct cml_space_column *columns = model->space->columns;
	if (!CML_NEW(monotone, model->n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < model->encoder.n_plain; i++)
		(*monotone)[i] = (int8_t)columns[model->encoder.features[i].column].monotone;
	for (size_t i = 0; i < model->laws.n; i++)
		if (columns[model->laws.items[i].slot].role == CML_ROLE_LIMIT)
			(*monotone)[cml_laws_feature(&model->laws, i)] = -1;
	return CML_OK;
}

/* The limits of the space, in the order of the data. */
static enum cml_result list_limits(const struct cml_space *space, const struct cml_laws *laws,
				   const struct cml_dataset *data, struct cml_limit **limits,
				   struct cml_error *err)
{
	if (!CML_NEW(limits, data->n_limits))
		return cml_fail_memory(err);
	for (size_t i = 0; i < space->n_limits; i++) {
		const char *name = space->columns[space->limits[i]].name;
		if (cml_dataset_limit(data, name) == data->n_limits)
			return cml_fail(err, CML_BAD_DATA,
					"the space has a limit '%s', but the table has no "
					"column " CML_LIMIT_PREFIX
					"%s: the table was encoded with another "
					"space",
					name, name);
	}
	for (size_t i = 0; i < data->n_limits; i++) {
		const char *name = data->limit_names[i];
		size_t slot = cml_space_find(space, cml_slice_of(name));
		bool is_second = data->has_second && i + 1 == data->n_limits;
		if (is_second)
			continue;
		if (slot == CML_NO_COLUMN || space->columns[slot].role != CML_ROLE_LIMIT)
			return cml_fail(err, CML_BAD_DATA,
					"the table has a column " CML_LIMIT_PREFIX
					"%s, but the space has no such limit: the table was "
					"encoded with another space",
					name);
		const struct cml_domain *bound = &space->columns[slot].domain;
		size_t law = cml_laws_find(laws, slot);
		(*limits)[i] = (struct cml_limit){
		    .name = name, .lower = bound->lo, .upper = bound->hi, .law = SIZE_MAX};
		if (law == CML_NO_LAW)
			continue;
		(*limits)[i].law = cml_laws_feature(laws, law);
		(*limits)[i].steepness = laws->items[law].steepness;
	}
	return CML_OK;
}

enum cml_result cml_model_require_limits(const struct cml_space *space,
					 const struct cml_dataset *data, struct cml_error *err)
{
	for (size_t l = 0; l + data->has_second < data->n_limits; l++) {
		const char *name = data->limit_names[l];
		if (cml_chance_reports_limit(data, l) ||
		    cml_law_has_terms(space, cml_space_find(space, cml_slice_of(name))))
			continue;
		const char *quote = strpbrk(name, " #") ? "'" : "";
		cml_fail(err, CML_BAD_DATA,
			 "no job reports it, so its limit cannot be learned: read it with "
			 "cml-submit --limit %s%s=NAME%s, or give it the role ignore in the space",
			 quote, name, quote);
		return cml_error_locate(err, NULL, 0, name);
	}
	return CML_OK;
}

enum cml_result cml_model_learn_chance(struct cml_model *model, const struct cml_dataset *data,
				       struct cml_pool *pool, struct cml_error *err)
{
	struct cml_chance_training training = {.data = data, .seed = model->seed, .pool = pool};
	int8_t *monotone = NULL;
	struct cml_limit *limits = NULL;
	enum cml_result status = CML_OK;
	if (model->space &&
	    ((status = list_directions(model, &monotone, err)) != CML_OK ||
	     (status = list_limits(model->space, &model->laws, data, &limits, err)) != CML_OK))
		goto out;
	training.monotone = monotone;
	training.limits = limits;
	status = cml_chance_train(&model->chance, &training, &model->summary, err);
out:
	free(monotone);
	free(limits);
	return status;
}
