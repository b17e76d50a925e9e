/* Mixtures of two configurations: some settings of the one, the others of the other. Room of
 * explanation.h.
 *
 * A mixture is encoded whole, so that derived columns follow from its settings. It may break rules:
 * it is predicted, never launched. A setting that only one of both has, because its condition
 * does not hold in the other, has that value wherever the mixture's own settings make it active;
 * what it brings belongs to those. A derived column that has no value in the mixture (a division
 * by 0, a logarithm of 0) though both configurations have one, is halfway between them, on the
 * scale of its feature. */
#ifndef CML_ADVISE_MIXTURE_H
#define CML_ADVISE_MIXTURE_H

#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"

/* A configuration as a model reads it: its values by slot, completed; its features x. */
struct cml_config_view {
	const double *values;
	const float *x;
};

/* Zeroed is empty. */
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
	struct cml_arena arena; /* holds all of it */
};
enum cml_result cml_mixture_init(struct cml_mixture *mixture, const struct cml_model *model,
				 struct cml_error *err);
void cml_mixture_release(struct cml_mixture *mixture);

/* From the measured job kept as number near: settings are those in which their codes differ. What
 * the job had in a setting without a feature is not known: it is taken to be as in `to`. */
void cml_mixture_from_near(struct cml_mixture *mixture, size_t near,
			   const struct cml_config_view *to);
/* From another configuration of the model's space. */
void cml_mixture_from_config(struct cml_mixture *mixture, const struct cml_config_view *from,
			     const struct cml_config_view *to);

/* Features x[n_features] of the mixture that has settings[i] of `to` where is_to[i], and of `from`
 * elsewhere. Allocates nothing. */
void cml_mixture_encode(struct cml_mixture *mixture, const bool *is_to, float *x);

#endif
