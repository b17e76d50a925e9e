#include "search/what_if/what_if.h"

#include "base/memory.h"
#include "search/search.h"
#include "space/config.h"

#include <stdlib.h>
#include <string.h>

struct scratch {
	double *features;
	float *x, *codes;
	bool *is_given; /* by column of the support */
	struct cml_support_probe probe;
};

static enum cml_result scratch_init(struct scratch *scratch, const struct cml_model *model,
				    struct cml_error *err)
{
	size_t n_codes = cml_support_n_columns(model->support);
	return CML_NEW(&scratch->features, model->n_features) &&
		       CML_NEW_ALIGNED(&scratch->x, model->n_features) &&
		       CML_NEW(&scratch->codes, n_codes)
		   ? cml_support_probe_init(&scratch->probe, model->support, err)
		   : cml_fail_memory(err);
}

static void scratch_release(struct scratch *scratch)
{
	free(scratch->features);
	free(scratch->x);
	free(scratch->codes);
	free(scratch->is_given);
	cml_support_probe_release(&scratch->probe);
}

/* Which columns are contexts: those of the configuration are given. False: out of memory. */
static bool find_given(const struct cml_support *support, bool **is_given)
{
	size_t n = cml_support_n_columns(support);
	*is_given = cml_array_new(n, sizeof **is_given);
	for (size_t c = 0; *is_given && c < n; c++)
		(*is_given)[c] = cml_support_column(support, c)->role == CML_SUPPORT_CONTEXT;
	return *is_given != NULL;
}

/* Keeps the configurations whose params the log covers. */
static enum cml_result keep_covered(const struct cml_model *model, struct scratch *scratch,
				    struct cml_configs *configs, struct cml_error *err)
{
	size_t n_columns = model->space->n_columns, n_kept = 0, n = configs->n;
	if (!find_given(model->support, &scratch->is_given))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		double *values = configs->values + i * n_columns;
		if (cml_model_encode(model, values, scratch->features, scratch->x, err) != CML_OK)
			return err->status;
		cml_support_encode(model->support, scratch->x, scratch->codes);
		if (cml_support_covers(&scratch->probe, scratch->codes) ||
		    cml_support_excuse(&scratch->probe, scratch->is_given))
			memmove(configs->values + n_kept++ * n_columns, values,
				n_columns * sizeof *values);
	}
	configs->n = n_kept;
	return n_kept > 0 ? CML_OK
			  : cml_fail(err, CML_NOTHING, "the log covers none of %zu neighbours", n);
}

static enum cml_result list(const struct cml_what_if *what_if, struct scratch *scratch,
			    struct cml_configs *configs, struct cml_error *err)
{
	if (scratch_init(scratch, what_if->model, err) != CML_OK ||
	    cml_neighbourhood_list(what_if->model, what_if->values, configs, err) != CML_OK)
		return err->status;
	if (configs->n == 0)
		return cml_fail(err, CML_NOTHING,
				"no neighbour of the configuration obeys the "
				"rules");
	return what_if->within_log ? keep_covered(what_if->model, scratch, configs, err) : CML_OK;
}

static enum cml_result predict(const struct cml_what_if *what_if, struct scratch *scratch,
			       struct cml_proposal *self, struct cml_error *err)
{
	const struct cml_model *model = what_if->model;
	*self = (struct cml_proposal){.values = (double *)what_if->values,
				      .key = cml_config_key(model->space, what_if->values)};
	if (cml_model_encode(model, what_if->values, scratch->features, scratch->x, err) != CML_OK)
		return err->status;
	cml_model_forecast(model, 1, scratch->x, &self->pred, &self->sd, &self->log_chance);
	return CML_OK;
}

enum cml_result cml_what_if_run(const struct cml_what_if *what_if, struct cml_proposals *proposals,
				struct cml_proposal *self, struct cml_error *err)
{
	struct scratch scratch = {0};
	struct cml_configs configs = {0};
	struct cml_hyper hyper = {0};
	enum cml_result status = list(what_if, &scratch, &configs, err);
	if (status != CML_OK || (status = predict(what_if, &scratch, self, err)) != CML_OK)
		goto out;
	struct cml_search search = {.space = what_if->model->space,
				    .model = what_if->model,
				    .kind = &cml_random_search,
				    .hyper = &hyper,
				    .n = what_if->n > 0 && what_if->n < configs.n ? what_if->n
										  : configs.n,
				    .n_samples = configs.n,
				    .acquisition = what_if->acquisition,
				    .failures = what_if->failures,
				    .candidates = &configs,
				    .seed = 1,
				    .pool = what_if->pool};
	status = cml_search_run(&search, proposals, err);
out:
	cml_configs_release(&configs);
	scratch_release(&scratch);
	return status;
}
