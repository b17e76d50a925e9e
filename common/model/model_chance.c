#include "model/model_chance.h"

#include "table/feature_columns.h"

#include <stdlib.h>
#include <string.h>

/* Of each feature of a packed row: more of a limit never makes a job likelier to run. */
static enum cml_result list_directions(const struct cml_encoder *encoder,
				       const struct cml_laws *laws, size_t n_features,
				       int8_t **monotone, struct cml_error *err)
{
	if (!CML_NEW(monotone, n_features))
		return cml_fail_memory(err);
	for (size_t i = 0; i < encoder->n_plain; i++) {
		size_t slot = encoder->features[i].column;
		(*monotone)[i] = (int8_t)encoder->space->columns[slot].monotone;
	}
	for (size_t i = 0; i < laws->n; i++)
		if (encoder->space->columns[laws->items[i].slot].role == CML_ROLE_LIMIT)
			(*monotone)[cml_laws_feature(laws, i)] = -1;
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
static enum cml_result list_limits(const struct cml_space *space, const struct cml_laws *laws,
				   const struct cml_dataset *data, struct cml_limit **limits,
				   struct cml_error *err)
{
	if (!CML_NEW(limits, data->n_limits))
		return cml_fail_memory(err);
	for (size_t i = 0; i < space->n_limits; i++) {
		const char *name = space->columns[space->limits[i]].name;
		if (!has_limit(data, name))
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

static enum cml_result train_without_limits(struct cml_chance **chance,
					    struct cml_chance_training training,
					    struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_dataset data = *training.data, failed;
	data.n_limits = 0;
	data.has_second = false;
	if (data.failed) {
		failed = *data.failed;
		failed.n_limits = 0;
		data.failed = &failed;
	}
	training.data = &data;
	training.monotone = NULL;
	training.limits = NULL;
	return cml_chance_train(chance, &training, summary, err);
}

static bool has_terms(const struct cml_space *space, const char *name)
{
	size_t slot = cml_space_find(space, cml_slice_of(name));
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].role == CML_ROLE_TERM && space->columns[i].law_of == slot)
			return true;
	return false;
}

enum cml_result cml_model_require_limits(const struct cml_space *space,
					 const struct cml_dataset *data, struct cml_error *err)
{
	for (size_t l = 0; l + data->has_second < data->n_limits; l++) {
		const char *name = data->limit_names[l];
		if (cml_chance_reports_limit(data, l) || has_terms(space, name))
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

enum cml_result cml_model_chance_train(struct cml_chance **chance,
				       struct cml_chance_training training,
				       const struct cml_encoder *encoder,
				       const struct cml_laws *laws, struct cml_buffer *summary,
				       struct cml_error *err)
{
	int8_t *monotone = NULL;
	struct cml_limit *limits = NULL;
	if (!encoder)
		return train_without_limits(chance, training, summary, err);
	enum cml_result status =
	    list_directions(encoder, laws, training.data->n_features, &monotone, err);
	if (status != CML_OK ||
	    (status = list_limits(encoder->space, laws, training.data, &limits, err)) != CML_OK)
		goto out;
	training.monotone = monotone;
	training.limits = limits;
	status = cml_chance_train(chance, &training, summary, err);
out:
	free(monotone);
	free(limits);
	return status;
}
