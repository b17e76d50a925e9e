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
 * choice is perfect.
 *
 * ndcg: normalised discounted cumulative gain of the jobs in predicted order,
 * best first, up to place k (0: all; so is k > n):
 *     DCG = sum over places i = 1..k of gain(i) / log2(1 + i),
 *     NDCG = DCG / (DCG of the actual order).
 * The gain of a job is how far it is above the worst, as a fraction of the whole
 * range: (a - worst) / (best - worst), so 1 for the best, 0 for the worst, and
 * the same whatever the unit and origin of the metric. (Gains that are the values
 * themselves would give any order of jobs between 90 and 100 nearly 1.) Jobs
 * predicted equal share the mean of their gains: the expected DCG under random
 * order. NaN when all jobs are equally good, and any order perfect. O(n log n).
 * Source: K. Jarvelin, J. Kekalainen, "Cumulated gain-based evaluation of IR
 * techniques", ACM TOIS 20(4), 2002, with the discount log2(1 + i), now usual, in
 * place of their log_b(i); ties: F. McSherry, M. Najork, "Computing information
 * retrieval performance measures efficiently in the presence of tied scores",
 * ECIR 2008. */
cml_score_function cml_score_top_recall, cml_score_regret, cml_score_ndcg;

/* Of the uncertainty, taken as the standard deviation of a normal distribution
 * around the prediction. With z the number for which the central interval
 * [p - z sd, p + z sd] has the probability of `percent`, and NaN for n = 0:
 *
 * coverage: fraction of the actual values inside (ends included); calibrated is
 * percent / 100.
 * width: mean of 2 z sd, in the metric's unit.
 * relative_width: mean of 2 z sd / |a| over a != 0, as a fraction.
 * interval_score: mean of 2 z sd + (2 / alpha) (distance from the interval, for
 * those outside), alpha = 1 - percent / 100. Proper; lower is better.
 * crps: mean continuous ranked probability score,
 *     sd (w (2 Phi(w) - 1) + 2 phi(w) - 1 / sqrt(pi)), w = (a - p) / sd,
 * which is |a - p| for sd = 0. Proper; in the metric's unit; lower is better.
 *
 * Source: T. Gneiting, A. E. Raftery, "Strictly proper scoring rules, prediction,
 * and estimation", JASA 102(477), 2007, sections 4.2 and 6.2. */
cml_score_function cml_score_coverage, cml_score_width, cml_score_relative_width,
    cml_score_interval_score, cml_score_crps;

/* Of the predicted intervals lo to hi, whatever they are of; NaN for n = 0:
 *
 * interval_coverage: fraction of the actual values inside (ends included).
 * interval_width: median of (hi - lo) / |a| over a != 0, as a fraction: one job of which nothing is
 * known does not decide it. */
cml_score_function cml_score_interval_coverage, cml_score_interval_width;

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
