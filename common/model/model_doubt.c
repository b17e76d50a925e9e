/* How far a model of a few jobs may be off. Part of model_train.h. */
#include "model/model_train.h"

#include "base/key.h"

#include <math.h>
#include <stdlib.h>

/* With fewer, one left out leaves nothing to compare jobs by. */
#define MIN_CONFIGS 3

/* By how much squared errors of the rows are above the variances that a model predicts, which did
 * not see them: the mean. Packs the rows. */
static enum cml_result find_excess(const struct cml_model *model, struct cml_dataset *held,
				   double *excess, struct cml_error *err)
{
	double mean, sd;
	*excess = 0;
	if (cml_laws_pack_rows(&model->laws) &&
	    cml_laws_pack_data(&model->laws, model->feature_names, held, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < held->n_rows; i++) {
		cml_model_predict(model, 1, held->x + i * held->n_features, &mean, &sd);
		double error = model->log_target ? log(held->y[i] / mean) : held->y[i] - mean;
		double own = isnan(sd) ? 0 : model->log_target ? sd / mean : sd;
		/* A metric of 0 has no logarithm where the others do. */
		if (isfinite(error))
			*excess += (error * error - own * own) / (double)held->n_rows;
	}
	return CML_OK;
}

/* The rows of group g held out. What cannot be learned from gives no excess: the training on all
 * rows reports what is wrong. */
static enum cml_result leave_out(cml_model_trainer *train, const struct cml_model_spec *spec,
				 const struct cml_dataset *data, const struct cml_space *space,
				 const struct cml_key_groups *groups, size_t g, double *excess,
				 struct cml_error *err)
{
	size_t n = 0, first = groups->first[g], end = groups->first[g + 1];
	AUTOFREE size_t *others = cml_array_new(data->n_rows, sizeof *others);
	const struct cml_training_hooks hooks = {0};
	AUTO(cml_dataset) rest = {0}, held = {0};
	AUTOPTR(cml_model) model = NULL;
	if (!others)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		if (i < first || i >= end)
			others[n++] = groups->rows[i];
	enum cml_result status = cml_dataset_select(data, others, n, &rest, err);
	if (!status)
		status = cml_dataset_select(data, groups->rows + first, end - first, &held, err);
	if (!status)
		status = train(&model, spec, &rest, space, &hooks, err);
	if (model)
		status = find_excess(model, &held, excess, err);
	return status == CML_NO_MEMORY ? status : CML_OK;
}

enum cml_result cml_model_find_doubt(cml_model_trainer *train, const struct cml_model_spec *spec,
				     const struct cml_dataset *data, const struct cml_space *space,
				     double *doubt, struct cml_error *err)
{
	struct cml_model_spec one = *spec;
	struct cml_target_rows rows;
	struct cml_key_groups groups = {0};
	double sum = 0;
	*doubt = 0;
	one.learn_interval = one.keeps_support = false;
	one.ignore_failures = one.leave_out_unreported = true;
	if (cml_target_rows_init(&rows, spec->log_target, data, err) != CML_OK)
		return err->status;
	enum cml_result status =
	    cml_key_groups_init(&groups, rows.data->n_rows, rows.data->keys, err);
	if (status != CML_OK || groups.n < MIN_CONFIGS || groups.n > CML_DOUBT_MAX_CONFIGS)
		goto out;
	for (size_t g = 0; g < groups.n; g++) {
		double excess = 0;
		if ((status = leave_out(train, &one, rows.data, space, &groups, g, &excess, err)) !=
		    CML_OK)
			goto out;
		sum += excess;
	}
	*doubt = fmax(sum / (double)groups.n, 0);
out:
	cml_key_groups_release(&groups);
	cml_target_rows_release(&rows);
	return status;
}
