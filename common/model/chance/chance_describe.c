#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <string.h>

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

static bool put_causes(const struct cml_chance *chance, struct cml_buffer *text)
{
	bool ok = chance->n_causes == 0 || cml_buffer_append_string(text, "causes told apart:");
	for (size_t c = 0; ok && c < chance->n_causes; c++)
		ok = cml_buffer_printf(text, "%s %s", c > 0 ? "," : "",
				       cml_job_status_name(chance->causes[c].status));
	return ok && (chance->n_causes == 0 || cml_buffer_append_string(text, "\n"));
}

static bool put_quality(const struct cml_chance *chance, struct cml_buffer *text)
{
	if (!isfinite(chance->auc) || !isfinite(chance->brier))
		return true;
	return cml_buffer_printf(text, "on configurations unseen: auc %.4f, brier %.4f\n",
				 chance->auc, chance->brier);
}

/* What the speed counts, where it does. */
static bool put_trade_off(const struct cml_chance *chance, struct cml_buffer *text)
{
	return !chance->trade_off ||
	       cml_buffer_printf(text,
				 "trade-off: one standard deviation more of the predicted metric "
				 "adds %+.2f to the log-odds\n",
				 chance->line.of_other);
}

static bool put_end(const char *name, const char *what, const struct cml_beyond_end *end,
		    struct cml_buffer *text)
{
	return end->n_jobs == 0 ||
	       cml_buffer_printf(text, "held out, %s %s: %.0f jobs, predicted %.2f, ran %.2f\n",
				 what, name, end->n_jobs, end->told, end->ran);
}

/* How jobs of contexts left out fared. */
static bool put_beyond(const struct cml_beyond *beyond, const char *const *feature_names,
		       struct cml_buffer *text)
{
	bool ok = true;
	for (size_t i = 0; ok && i < beyond->n; i++) {
		const struct cml_beyond_feature *feature = &beyond->features[i];
		const char *name = feature_names[feature->first];
		bool is_level =
		    memcmp(&feature->above, &feature->below, sizeof feature->above) == 0;
		if (feature->n > 1)
			continue;
		ok = is_level ? put_end(name, "with", &feature->above, text)
			      : put_end(name, "larger", &feature->above, text) &&
				    put_end(name, "smaller", &feature->below, text);
	}
	return ok;
}

/* What columns with a direction add to the log-odds of the process. */
static bool put_trend(const struct cml_chance *chance, const char *const *feature_names,
		      struct cml_buffer *text)
{
	const struct cml_linear *trend = chance->trend;
	bool ok = true;
	for (size_t k = 0; ok && trend && k < trend->input.n; k++)
		if (trend->coefficients[k] != 0)
			ok = cml_buffer_printf(
			    text,
			    "  over a standard deviation of %s its log-odds change by %+.2f\n",
			    feature_names[trend->input.coordinates[k].feature],
			    trend->coefficients[k]);
	return ok;
}

enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err)
{
	if (!cml_buffer_printf(text, "%.0f jobs ran, %.0f failed\n", chance->n_ran,
			       chance->n_failed) ||
	    !put_quality(chance, text) || !put_trade_off(chance, text) ||
	    !put_beyond(&chance->beyond, feature_names, text))
		return cml_fail_memory(err);
	if (chance->launched < 1 &&
	    !cml_buffer_printf(text,
			       "what fails was avoided: launched %.2f times as often as what "
			       "runs\n",
			       chance->launched))
		return cml_fail_memory(err);
	if (chance->process &&
	    (!cml_buffer_printf(text, "%.2f a Gaussian process, %.2f trees\n",
				chance->process_share, 1 - chance->process_share) ||
	     cml_gp_describe(chance->process, feature_names, text, err) != CML_OK ||
	     !put_trend(chance, feature_names, text)))
		return cml_fail_memory(err);
	if (chance->trees &&
	    cml_tree_ensemble_describe(chance->trees, feature_names, text, err) != CML_OK)
		return err->status;
	for (size_t l = 0; l < chance->n_limits; l++) {
		if (!put_limit(&chance->limits[l], text))
			return cml_fail_memory(err);
		const struct cml_limit_model *limit = &chance->limits[l];
		if (cml_auto_predictor.describe(limit->state, feature_names, text, err) != CML_OK)
			return err->status;
	}
	return put_causes(chance, text) ? CML_OK : cml_fail_memory(err);
}
