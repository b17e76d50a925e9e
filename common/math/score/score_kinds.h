/* The metrics that are longer than a few lines. */
#ifndef CML_MATH_SCORE_SCORE_KINDS_H
#define CML_MATH_SCORE_SCORE_KINDS_H

#include "base/error.h"
#include "math/score/score_pairs.h"

/* Of the best jobs; better means larger for maximize, smaller otherwise.
 *
 * top_recall: fraction of the actual best k that are among the predicted best k;
 * ties at the border give the expected fraction under random order.
 *
 * regret: (best actual - best actual among the predicted best k) / |best
 * actual|, 0 is perfect; ties in the prediction: the first rows count. NaN when
 * the best is 0.
 *
 * Both need more than k rows, and are NaN otherwise: among k or fewer every
 * choice is perfect. */
cml_score_function cml_score_top_recall, cml_score_regret;

/* Of the chance that a launch runs, c, with o = 1 for one that ran and 0 for one that failed;
 * NaN for n = 0:
 *
 * ok_auc: area under the ROC curve of c (cml_auc).
 * ok_brier: mean of (c - o)^2. Proper; lower is better.
 * ok_calibration: expected calibration error. Over ten bins of c, [0, 0.1), ..., [0.9, 1], the
 * sum of (launches in the bin / n) |mean of c - mean of o|; lower is better.
 *
 * Source: G. W. Brier, "Verification of forecasts
 * expressed in terms of probability", Monthly Weather Review 78, 1950; M. P. Naeini, G. F. Cooper,
 * M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015. */
cml_score_function cml_score_ok_auc, cml_score_ok_brier, cml_score_ok_calibration;

/* Of the k launches of the largest worth; equal ones at the border come in random order, and the
 * value is the expected one. Both need more than k launches, and are NaN otherwise.
 *
 * wasted: how many of them failed.
 * best: the best actual of them as a fraction of the best of all launches, in [0, 1]: a / best for
 * maximize, best / a otherwise; a launch that failed brings 0. NaN when the best is not above 0. */
cml_score_function cml_score_wasted, cml_score_best;

#endif
