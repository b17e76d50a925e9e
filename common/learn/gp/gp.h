/* Gaussian processes as a predictor: few jobs, smooth responses, and an uncertainty
 * that grows away from what was run.
 *
 * The function is a draw of a Gaussian process over standardised features with a length
 * scale for each (automatic relevance determination); those, the noise and the amplitude
 * are the most likely ones given the jobs (see gp_fit.h). Training takes time with the
 * cube of the rows.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT Press
 * 2006, algorithm 2.1.
 */
#ifndef CML_LEARN_GP_GP_H
#define CML_LEARN_GP_GP_H

#include "learn/gp/gp_model.h"
#include "learn/predictor/predictor.h"

extern const struct cml_predictor_kind cml_gp_predictor;

struct cml_gp_settings {
	size_t max_steps; /* of the optimizer */
	/* The most likely noise is too small, because each length scale takes about half a degree
	 * of freedom: raise it by that. */
	bool raises_noise;
	/* As in struct cml_training: counts steps; NULL for none. */
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

/* Learns every row of data, CML_GP_MAX_ROWS at most. Lines about it are appended to summary. */
enum cml_result cml_gp_learn(const struct cml_dataset *data, const struct cml_gp_settings *settings,
			     struct cml_gp **gp, struct cml_buffer *summary, struct cml_error *err);

#endif
