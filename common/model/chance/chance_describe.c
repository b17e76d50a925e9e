#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "model/chance/chance_model.h"

#include <math.h>

/* A limit's ends, as people write them. */
static bool put_ends(const struct cml_limit_model *limit, struct cml_buffer *text)
{
	if (isfinite(limit->lower) && isfinite(limit->upper))
		return cml_buffer_printf(text, "%g <= %s <= %g", limit->lower, limit->name,
					 limit->upper);
	if (isfinite(limit->lower))
		return cml_buffer_printf(text, "%s >= %g", limit->name, limit->lower);
	return cml_buffer_printf(text, "%s <= %g", limit->name, limit->upper);
}

static bool put_limit(const struct cml_limit_model *limit, struct cml_buffer *text)
{
	bool ok = cml_buffer_printf(text, "limit ") && put_ends(limit, text) &&
		  cml_buffer_printf(text, ": %.0f jobs report it", limit->n_rows);
	if (ok && isfinite(limit->error) && limit->is_log)
		ok =
		    cml_buffer_printf(text, ", typical error a factor of %.3g", exp(limit->spread));
	else if (ok && isfinite(limit->error))
		ok = cml_buffer_printf(text, ", typical error %.3g", limit->spread);
	return ok && cml_buffer_append_string(text, "\n");
}

static bool put_quality(const struct cml_chance *chance, struct cml_buffer *text)
{
	if (!isfinite(chance->auc) || !isfinite(chance->brier))
		return true;
	return cml_buffer_printf(text, "on configurations unseen: auc %.4f, brier %.4f\n",
				 chance->auc, chance->brier);
}

enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err)
{
	if (!cml_buffer_printf(text, "%.0f jobs ran, %.0f failed\n", chance->n_ran,
			       chance->n_failed) ||
	    !put_quality(chance, text))
		return cml_fail_memory(err);
	if (chance->launched < 1 &&
	    !cml_buffer_printf(text,
			       "failing jobs are missing: the log has %.2f of those expected\n",
			       chance->launched))
		return cml_fail_memory(err);
	if (chance->process &&
	    (!cml_buffer_printf(text, "%.2f a Gaussian process, %.2f trees\n",
				chance->process_share, 1 - chance->process_share) ||
	     cml_gp_describe(chance->process, feature_names, text, err) != CML_OK))
		return cml_fail_memory(err);
	if (chance->trees &&
	    cml_tree_ensemble_describe(chance->trees, feature_names, text, err) != CML_OK)
		return err->status;
	for (size_t l = 0; l < chance->n_limits; l++) {
		if (!put_limit(&chance->limits[l], text))
			return cml_fail_memory(err);
		if (cml_auto_predictor.describe(chance->limits[l].state, feature_names, text,
						err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
