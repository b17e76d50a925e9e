/* Gaussian processes as a predictor: few jobs, smooth responses, and an uncertainty
 * that grows away from what was run.
 *
 * The function is a draw of a Gaussian process over standardised features with a length
 * scale for each (automatic relevance determination); those, the noise and the amplitude
 * are the most likely ones given the jobs (see gp_fit.h). Learning takes time with the
 * cube of the rows.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT Press
 * 2006, algorithm 2.1.
 */
#ifndef CML_MODEL_GP_GP_H
#define CML_MODEL_GP_GP_H

#include "model/predictor/predictor.h"

extern const struct cml_predictor_kind cml_gp_predictor;

#endif
