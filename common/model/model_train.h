/* Parts of the training of a model. Room of model.h. */
#ifndef CML_MODEL_MODEL_TRAIN_H
#define CML_MODEL_MODEL_TRAIN_H

#include "model/model.h"

/* Sets is_used of the metric's law, and its weights: all terms, the first one alone, as what a job
 * has to do grows with it, or none, whichever predicts the log's own larger jobs best from its
 * smaller ones, with the predictor of the model. Of each number among the contexts, a size in a
 * name too (the params, where these do not vary) the jobs with the largest values are held out,
 * CML_TOP_FRACTION of them, of at most CML_LAW_TRIAL_ROWS jobs, and CML_LAW_TRIALS numbers. The
 * errors of these are put together by their geometric mean: where all are far off they are so by
 * chance. Where none can be held out, all terms are used. Sets misses of the model: those of the
 * trials, and of levels held out. A metric that is not above 0, or learned as it is, has no law.
 */
#define CML_LAW_TRIAL_ROWS 400
#define CML_LAW_TRIALS 4
enum cml_result cml_model_choose_law(struct cml_model *model, const struct cml_model_spec *spec,
				     const struct cml_dataset *data, struct cml_pool *pool,
				     struct cml_error *err);

/* Variance that the sd of a model of at most CML_DOUBT_MAX_CONFIGS configurations lacks, in
 * logarithms where these are learned: by how much its squared errors at each configuration, which
 * is left out, laws and all, are above those. 0: they are not, or configurations are too few.
 * Trains as often. data: not packed. */
#define CML_DOUBT_MAX_CONFIGS 20
typedef enum cml_result cml_model_trainer(struct cml_model **model,
					  const struct cml_model_spec *spec,
					  struct cml_dataset *data, const struct cml_space *space,
					  const struct cml_training_hooks *hooks,
					  struct cml_error *err);
enum cml_result cml_model_find_doubt(cml_model_trainer *train, const struct cml_model_spec *spec,
				     const struct cml_dataset *data, const struct cml_space *space,
				     double *doubt, struct cml_error *err);

#endif
