/* Why a model predicts what it predicts of a configuration: beside the nearest measured job, what
 * each setting that differs brings.
 *
 * What settings bring are the Shapley values (math/shapley.h) of the predictions of all mixtures of
 * both configurations (struct cml_mixture): they add up to the difference of the two predictions
 * exactly, interactions are shared evenly, and a setting that the model does not look at brings 0.
 * They are the model's own: what it has learned, which need not be what causes the speed. Where the
 * model learns the logarithm of the metric, so are they, and as factors they multiply to the ratio
 * of the two predictions. The same is done, in the same mixtures, for the chance that the job runs.
 * Source: S. M. Lundberg, S. Lee, "A unified approach to interpreting model predictions", NeurIPS
 * 2017; with one job as the background: H. Chen, S. Lundberg, S. Lee, "Explaining models by
 * propagating Shapley values of local components", 2021 (baseline Shapley). */
#ifndef CML_ADVISE_EXPLANATION_H
#define CML_ADVISE_EXPLANATION_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "math/shapley.h"
#include "model/forecast_cells.h"
#include "model/model.h"
#include "model/support/support.h"

/* A configuration as a model reads it: its values by slot, completed; its features x. */
struct cml_config_view {
	const double *values;
	const float *x;
};

/* Mixtures of two configurations: some settings of the one, the others of the other.
 *
 * A mixture is encoded whole, so that derived columns follow from its settings. It may break rules:
 * it is predicted, never launched. A setting that only one of both has, because its condition
 * does not hold in the other, has that value wherever the mixture's own settings make it active;
 * what it brings belongs to those. A derived column that has no value in the mixture (a division
 * by 0, a logarithm of 0) though both configurations have one, is halfway between them, on the
 * scale of its feature. */
struct cml_mixture {
	const struct cml_model *model; /* with space and support; outlives the mixture */
	size_t n_values;               /* slots of the space */
	double *from, *to;             /* n_values: both configurations */
	double *base;                  /* n_values: what all mixtures have beside the settings */
	double *values;                /* n_values: scratch */
	double *features;              /* of the encoder, scratch */
	float *from_x, *to_x;          /* n_features */
	float *to_codes;               /* by column of the support: scratch */
	size_t *settings;              /* slots in which they differ, ascending */
	size_t n_settings;
};
/* The arena holds all of it. */
enum cml_result cml_mixture_init(struct cml_mixture *mixture, const struct cml_model *model,
				 struct cml_arena *arena, struct cml_error *err);

/* From another configuration of the model's space; NULL: from the measured job kept as number near.
 * Settings are then those in which their codes differ: what the job had in one without a feature is
 * not known, and taken to be as in `to`. */
void cml_mixture_take(struct cml_mixture *mixture, size_t near, const struct cml_config_view *from,
		      const struct cml_config_view *to);

/* Features x[n_features] of the mixture that has settings[i] of `to` where is_to[i], and of `from`
 * elsewhere. Allocates nothing. */
void cml_mixture_encode(struct cml_mixture *mixture, const bool *is_to, float *x);

/* What one setting brings. */
struct cml_setting_effect {
	size_t at; /* its slot in the space */
	bool is_context;
	double before, after; /* its values */
	double effect; /* on the logarithm of the prediction where is_log, else on it; NaN: of
			* a context that no job had, and the model cannot tell from others */
	double chance; /* on the chance that the job runs; 0 where the model has none */
};

struct cml_explanation {
	bool is_near; /* beside a measured job; its key and metric */
	uint64_t key;
	double measured;
	struct cml_forecast before, after; /* of both configurations */
	double chance_before, chance_after;
	bool is_log;
	size_t n;
	struct cml_setting_effect *reasons; /* params, then contexts; the largest effect first */
	double error; /* largest standard error of an effect; 0: exact, up to CML_SHAPLEY_EXACT
		       * settings */
};

/* Zeroed is empty. */
struct cml_explainer {
	const struct cml_model *model;
	struct cml_pool *pool;
	struct cml_support_probe probe;
	struct cml_mixture mixture;
	float *x;             /* a batch of mixtures */
	size_t n_batch;       /* of them waiting */
	double *worth, *odds; /* what the prediction of each mixture is, and its chance */
	size_t n_worth;       /* predicted so far */
	size_t capacity;      /* of both */
	double *effects, *chances, *errors, *unused; /* by setting */
	bool *is_to;                                 /* by setting */
	struct cml_explanation last;
	size_t n_explained;
	size_t n_sampled; /* of these, with orders drawn */
	double max_error; /* largest error of all */
	struct cml_arena arena;
};

/* CML_BAD_DATA: a model without a space, or that has kept no measured job. */
enum cml_result cml_explainer_check(const struct cml_model *model, struct cml_error *err);

/* The same error. model and pool outlive the explainer. */
enum cml_result cml_explainer_init(struct cml_explainer *explainer, const struct cml_model *model,
				   struct cml_pool *pool, struct cml_error *err);
void cml_explainer_release(struct cml_explainer *explainer);

/* Why the prediction of `to` is what it is, beside another configuration of the model's space, or
 * (NULL) the measured job nearest to it. *explanation belongs to the explainer, until the next
 * call. 2^n predictions for n settings up to CML_SHAPLEY_EXACT, about as many above; the same bytes
 * for every number of threads. */
enum cml_result cml_explain(struct cml_explainer *explainer, const struct cml_config_view *from,
			    const struct cml_config_view *to,
			    const struct cml_explanation **explanation, struct cml_error *err);

#endif
