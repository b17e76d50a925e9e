/* The default predictor: an average that extrapolates best to later and larger jobs.
 *
 * Half of the members are boosted trees, which learn how settings act together inside of what was
 * run; the other half are a line, which extrapolates, and trees of its residuals.
 * The prediction is their mean, of logarithms where these are learned. Members come in pairs, one
 * of each half, of which each leaves out one fold of the configurations: its rows give the errors
 * of the mean of a pair on jobs it has not seen, and so the deviation (CV+, see ensemble.h). The
 * line under the trees is that of leaving each row out, so that they learn the errors a line makes
 * and not those it hides. A Gaussian process of the residuals of the line joins them, with a weight
 * from the rows left out (below).
 *
 * Source: a mean of forecasts that err differently: J. Bates, C. Granger, "The combination of
 * forecasts", Operational Research Quarterly 20, 1969; residuals of leaving out one row: R. Cook,
 * S. Weisberg, "Residuals and influence in regression", 1982, section 2.2. */
#ifndef CML_LEARN_AUTO_AUTO_H
#define CML_LEARN_AUTO_AUTO_H

#include "learn/gp/gp_model.h"
#include "learn/linear/linear_model.h"
#include "learn/predictor/predictor.h"
#include "learn/trees/tree_ensemble.h"

/* The Gaussian process of auto: another view of the residuals of the line.
 *
 * It learns the residuals of the line over the coordinates of the line, and counts for a fraction
 * of the prediction: its weight times what it knows of the row (cml_gp_known); the members
 * have the rest. Far from all rows it would predict as the line, which is among the members. The
 * weight is the one of least squared error on the folds that the members leave out, which the
 * process leaves out in closed form, less two standard errors: where the folds do not decide, the
 * members alone predict. The deviation is that of a mixture of the two, in which that of the
 * process counts everywhere, as it alone grows away from the rows; times a factor by which 90 % of
 * the rows left out are within 1.645 of it (ensemble.h). Of many jobs it learns some, and is
 * conditioned on all (gp_model.h): what it costs does not grow, and one job more changes little.
 *
 * Source: weights from rows left out: D. Wolpert, "Stacked generalization", Neural Networks 5,
 * 1992, L. Breiman, "Stacked regressions", Machine Learning 24, 1996; the simpler one where errors
 * do not decide: L. Breiman et al., "Classification and regression trees", 1984, section 3.4.3; a
 * line under a process: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT
 * Press 2006, section 2.7. */

/* Zeroed: none. */
struct cml_auto_process {
	struct cml_gp *gp; /* of the coordinates of the line; NULL: none */
	double weight;     /* above 0, at most 1: of a row that it knows */
	double scale;      /* what the deviation is multiplied with, at least 0 */
};

/* Trees and a line, trained together: the mean of members that are trees alone and of members that
 * are the line and trees of its residuals. */
struct cml_auto {
	struct cml_linear *linear;
	struct cml_tree_ensemble *trees; /* calibrated for what members say with the line */
	size_t first_rest;               /* members from here on add to the line */
	struct cml_auto_process process; /* may be none */
};

extern const struct cml_predictor_kind cml_auto_predictor;

/* The part of the process. */

/* What the members and the line say of the rows of the training data. */
struct cml_auto_unseen {
	const struct cml_linear *linear;
	double *line;      /* of leaving each row out */
	double *mean, *sd; /* of the members that did not see a row; NaN: all saw it */
};

/* None where fewer than CML_CALIBRATION_MIN_ROWS rows were left out, where the weight is not above
 * 0, and where the process cannot learn the rows. n_folds: of all members. Learns `gp-rows` at
 * most (the hyper-parameter), none where that is 0. Lines about it are appended to summary.
 * O(gp-rows^3 + n_rows gp-rows^2). */
enum cml_result cml_auto_process_train(struct cml_auto_process *process,
				       const struct cml_training *training,
				       const struct cml_auto_unseen *unseen, size_t n_folds,
				       struct cml_buffer *summary, struct cml_error *err);
void cml_auto_process_release(struct cml_auto_process *process);

/* mean[n] and sd[n] of the members become those of both. Costs gp->n^2 / 2 multiplications a
 * row. There is a process. */
void cml_auto_process_add(const struct cml_auto *made, size_t n, const float *x, double *mean,
			  double *sd);

/* As struct cml_predictor_kind asks for; there is a process. */
size_t cml_auto_n_known_numbers(const void *state);
void cml_auto_know(const void *state, const float *a, double *known);
void cml_auto_covariance(const void *state, size_t n, const double *known, const float *x,
			 double *covariance);

/* Weight, scale, and the process over so many coordinates (gp_model.h). There is one. */
void cml_auto_process_fields(struct cml_fields *fields, struct cml_auto_process *process,
			     size_t n_coordinates);

#endif
