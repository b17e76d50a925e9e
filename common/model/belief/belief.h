/* What a model believes of the true metrics of some configurations, the noise of single jobs taken
 * out, and what further jobs would tell of which is best.
 *
 * A reading is the truth of its configuration plus noise, so the best of many readings is in part
 * the luckiest. A posterior that was trained on all readings weighs each against those of similar
 * configurations and against repeats; its mean is what is believed.
 *
 * Deviations from the means are jointly normal. Larger is better here whatever the goal, and the
 * unit is the one that the model learned in: logarithms with log_target. */
#ifndef CML_MODEL_BELIEF_BELIEF_H
#define CML_MODEL_BELIEF_BELIEF_H

#include "base/error.h"
#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Draws of a posterior: the standard error of what they tell falls with their root. */
#define CML_BELIEF_DRAWS 4096

/* Zeroed is empty. */
struct cml_belief {
	size_t n;
	double *mean;       /* n */
	double *covariance; /* n x n, of the truths; symmetric */
	double *noise;      /* n: variance that one more job has beside it, above 0 */
	double *log_chance; /* n: that a job runs */
	bool is_log;
};

/* x: n rows of features. CML_BAD_USAGE: a kind that does not know how the truths of several
 * configurations vary together. Costs n^2 covariances of the kind. */
enum cml_result cml_belief_init(struct cml_belief *belief, const struct cml_model *model, size_t n,
				const float *x, struct cml_error *err);
void cml_belief_release(struct cml_belief *belief);

/* The one believed to be best of the first n, at least one; of equals the first. */
size_t cml_belief_best(const struct cml_belief *belief, size_t n);

/* Value in the unit of the metric; sd is of the truth. */
struct cml_believed {
	double value, lo, hi; /* lo and hi: z standard deviations to either side */
};
struct cml_believed cml_belief_of(const struct cml_belief *belief, bool maximize, size_t i,
				  double z);

/* Standard deviations to either side within which the truth of the best one lies with this
 * probability, above 0 and below 1, whichever of the first n, at least one, that is. The best is
 * likely one that is better than believed, so they are more than those of a configuration that is
 * chosen beforehand, and never fewer: the normal ones where one is far ahead, up to those that hold
 * for all n at once where all are alike. From CML_BELIEF_DRAWS draws of all truths, the same for
 * the same seed; n^2 / 2 multiplications each. CML_BAD_DATA: covariances that are no covariances.
 */
enum cml_result cml_belief_best_z(const struct cml_belief *belief, size_t n, double probability,
				  uint64_t seed, double *z, struct cml_error *err);

/* What a gain is over: readings of one configuration, such as the default. */
struct cml_baseline {
	double value;  /* their mean, in the unit of the metric; NaN: there is none */
	size_t n_jobs; /* 0: not read but known, without noise */
};
/* From now on configuration i is believed by these readings of it alone, n_jobs > 0 of them, and
 * varies with no other. For the one that people tuned by hand: it is better than what is like it,
 * and a process would draw it towards that. */
void cml_belief_take_readings(struct cml_belief *belief, bool maximize, size_t i,
			      const struct cml_baseline *readings);

/* By how much configuration i is believed to be better than the baseline, as a fraction of that;
 * lo and hi: i within z standard deviations, independently the baseline within z_baseline of the
 * noise of its readings. NaN where that is no number. */
struct cml_believed cml_belief_gain_over(const struct cml_belief *belief, bool maximize, size_t i,
					 double z, const struct cml_baseline *baseline,
					 double z_baseline);

/* What is believed of an alternative once a standard normal Z is known: mean + slope Z. */
struct cml_line {
	double mean, slope;
};

/* log(E[max_j (mean_j + slope_j Z)] - max_j mean_j), Z standard normal: by how much the best of n
 * alternatives is expected to rise when what is believed of each is about to move along its line.
 * Minus infinity where the order cannot change. lines are reordered. n log n operations. Exact.
 * Source: P. Frazier, W. Powell, S. Dayanik, "The knowledge-gradient policy for correlated normal
 * beliefs", INFORMS J. Computing 21, 2009, algorithm 1. */
double cml_log_expected_rise(size_t n, struct cml_line *lines);

/* E[(max_j (mean_j + slope_j Z))^2] - (max_j mean_j)^2, Z standard normal, of n lines one of which
 * is 0 + 0 Z: what it is worth to know Z before one changes from that one to the best, where a
 * change pays if it gains more than some price, and any price above 0 is as likely as another. (By
 * then knowing Z the gain g is told, and of all prices those below it are paid: g - c, summed over
 * c from 0 to g, is g^2 / 2.) So it counts both what the best rises by and how far off the gain is
 * told. lines are reordered. n log n operations. Exact. */
double cml_expected_square_rise(size_t n, struct cml_line *lines);

/* Chooses k of the first n configurations to run once more, or all of them where there are fewer:
 * one after the other, each time the one whose repeat is worth most, those chosen before counting
 * as repeated with the result that was expected. With a baseline, one of the n, that is
 * cml_expected_square_rise of the gains over it; otherwise (baseline = n) how much the best
 * believed is expected to rise (the knowledge gradient). chosen[k]; *n_chosen of them. Distinct. */
enum cml_result cml_belief_choose_repeats(const struct cml_belief *belief, size_t n,
					  size_t baseline, size_t k, size_t *chosen,
					  size_t *n_chosen, struct cml_error *err);

/* By how much jobs are expected to raise the best believed. gain[i], i < n_jobs: after jobs 0 to i
 * were run and read, as a fraction of the best believed now, or of the logarithm e^gain - 1; at
 * least 0. jobs[n_jobs]: which configurations run. The first n_finished may be named best; the
 * others once they ran. A job that fails, by its chance, tells nothing. A mean over n_draws of the
 * results, the same for the same seed; its standard error falls with the root of n_draws.
 * CML_BAD_DATA: covariances that are no covariances. */
enum cml_result cml_belief_gain(const struct cml_belief *belief, size_t n_finished, size_t n_jobs,
				const size_t *jobs, uint64_t seed, double *gain,
				struct cml_error *err);

/* What jobs are worth together, to be compared with that of other jobs: as choosing repeats has it,
 * with a baseline the expected square of the gain over it that is told after them, otherwise the
 * best believed. Arguments as above. */
enum cml_result cml_belief_worth(const struct cml_belief *belief, size_t n_finished,
				 size_t baseline, size_t n_jobs, const size_t *jobs, uint64_t seed,
				 double *worth, struct cml_error *err);

#endif
