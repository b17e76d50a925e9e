#include "model/chance/chance.h"

#include "learn/predictor/model_bytes.h"
#include "model/chance/chance_parts.h"
#include "model/chance/chance_rows.h"

#include <math.h>
#include <string.h>

static enum cml_result train_limits(const struct cml_chance_training *training,
				    struct cml_chance *chance, struct cml_buffer *summary,
				    struct cml_error *err)
{
	for (size_t l = 0; l < training->data->n_limits; l++) {
		if (!training->limits[l].name || (training->leave_out_unreported &&
						  !cml_chance_reports_limit(training->data, l)))
			continue;
		struct cml_limit_model *limit = &chance->limits[chance->n_limits++];
		if (cml_limit_train(training, l, limit, summary, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_chance_require_limits(const struct cml_dataset *data, struct cml_error *err)
{
	for (size_t l = 0; l < data->n_limits - data->has_second; l++) {
		if (cml_chance_reports_limit(data, l))
			continue;
		const char *quote = strpbrk(data->limit_names[l], " #") ? "'" : "";
		cml_fail(err, CML_BAD_DATA,
			 "no job reports it, so its limit cannot be learned: read it with "
			 "cml-submit --limit %s%s=NAME%s, or give it the role ignore in the space",
			 quote, data->limit_names[l], quote);
		return cml_error_locate(err, NULL, 0, data->limit_names[l]);
	}
	return CML_OK;
}

enum cml_result cml_chance_train(struct cml_chance **chance,
				 const struct cml_chance_training *training,
				 struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	if (data->n_rows == 0)
		return cml_fail(err, CML_BAD_DATA,
				"no job ran: the chance to run cannot be learned");
	if (!training->leave_out_unreported && cml_chance_require_limits(data, err) != CML_OK)
		return err->status;
	struct cml_chance *made = cml_chance_new(data->n_features, data->n_limits);
	if (!made)
		return cml_fail_memory(err);
	made->n_limits = 0; /* so many are learned so far */
	if (cml_chance_run_train(training, made, err) != CML_OK)
		goto fail;
	if (!cml_summary_put(summary, "ok_failed", made->n_failed) ||
	    !cml_summary_put(summary, "ok_launched", made->launched < 1 ? made->launched : NAN) ||
	    !cml_summary_put(summary, "ok_auc", made->auc) ||
	    !cml_summary_put(summary, "ok_brier", made->brier)) {
		cml_fail_memory(err);
		goto fail;
	}
	if (train_limits(training, made, summary, err) != CML_OK)
		goto fail;
	*chance = made;
	return CML_OK;
fail:
	cml_chance_free(made);
	return err->status;
}
